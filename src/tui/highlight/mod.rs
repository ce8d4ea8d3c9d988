//! Syntax colours, computed off the UI thread.
//!
//! Panes request the colours of a block by its key while they measure ([`Colours::want`]), draw it
//! plain until the colours arrive, and find them by line while they draw ([`Colours::line`]). A
//! worker thread does the work; the first request starts it, and it loads its grammars then.
//! Colours change styles and never the layout. Everything is bounded: blocks over [`MAX_LINES`]
//! lines and text past column [`MAX_COLUMN`] stay plain.

mod scopes;
mod worker;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};

use crate::theme::Role;

/// Blocks with more lines stay plain.
pub const MAX_LINES: usize = 3_000;
/// Text past this byte of a line stays plain.
pub const MAX_COLUMN: usize = 400;
/// Maximum number of blocks that keep their colours.
const MAX_BLOCKS: usize = 192;
/// Maximum number of requests that wait for the worker; the next frame repeats later ones.
const QUEUE: usize = 64;

/// A part of a line with a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// First byte in the line.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
    pub role: Role,
}

/// A block of code to colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeBlock {
    pub key: u64,
    /// Language, as written at the fence or as the extension of the file's name.
    pub language: String,
    /// Lines, joined by `\n`, as shown.
    pub text: Arc<str>,
}

impl CodeBlock {
    /// Creates a block and computes its key.
    pub fn new(language: &str, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        Self {
            key: block_key(language, &text),
            language: language.to_owned(),
            text,
        }
    }
}

/// Returns the key of a block of code: the same for the same text in the same language.
pub fn block_key(language: &str, text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (language, text).hash(&mut hasher);
    hasher.finish()
}

/// The colours of a block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Highlighted {
    pub key: u64,
    tokens: Vec<Token>,
    /// For each line, the index after its last token.
    ends: Vec<u32>,
}

impl Highlighted {
    /// Creates a block without colours.
    pub fn plain(key: u64) -> Self {
        Self {
            key,
            ..Self::default()
        }
    }

    /// Adds the tokens of the next line, in order and not overlapping.
    pub fn push_line(&mut self, tokens: impl IntoIterator<Item = Token>) {
        self.tokens.extend(tokens);
        self.ends
            .push(u32::try_from(self.tokens.len()).unwrap_or(u32::MAX));
    }

    /// Returns the tokens of a line, counted from 0.
    pub fn line(&self, line: u32) -> &[Token] {
        let line = line as usize;
        let end = self.ends.get(line).copied().unwrap_or(0) as usize;
        let start = match line.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(0) as usize,
            None => 0,
        };
        self.tokens.get(start..end).unwrap_or_default()
    }
}

enum Entry {
    Asked,
    Done(Highlighted),
}

struct CachedColours {
    entry: Entry,
    used: u64,
}

type Deliver = Box<dyn Fn(Highlighted) + Send>;

enum Worker {
    None,
    Ready(Deliver),
    Running(SyncSender<CodeBlock>),
}

/// The colours that have arrived, and the requests for more. Lives on the UI thread.
pub struct Colours {
    kept: HashMap<u64, CachedColours>,
    clock: u64,
    worker: Worker,
    links: bool,
}

impl Colours {
    /// Creates colours that never arrive: for terminals without colours, and for tests.
    pub fn none() -> Self {
        Self {
            kept: HashMap::new(),
            clock: 0,
            worker: Worker::None,
            links: false,
        }
    }

    /// Creates colours that a worker thread computes. `deliver` is called on that thread;
    /// its argument must be passed to [`Colours::accept`] on the UI thread, and then a frame
    /// must be drawn.
    pub fn with_worker(deliver: impl Fn(Highlighted) + Send + 'static) -> Self {
        Self {
            worker: Worker::Ready(Box::new(deliver)),
            ..Self::none()
        }
    }

    /// Whether link text is drawn as a link of the terminal.
    pub fn links(&self) -> bool {
        self.links
    }

    /// Turns links on: the terminal is known to support them.
    pub fn show_links(&mut self) {
        self.links = true;
    }

    /// Requests the colours of a block that is about to be shown. Requesting twice does no harm.
    pub fn want(&mut self, block: &CodeBlock) {
        self.clock += 1;
        if let Some(kept) = self.kept.get_mut(&block.key) {
            kept.used = self.clock;
            return;
        }
        if block.language.is_empty() {
            return;
        }
        if let Worker::Ready(_) = self.worker
            && let Worker::Ready(deliver) = std::mem::replace(&mut self.worker, Worker::None)
        {
            let (requests, inbox) = sync_channel(QUEUE);
            let begun = std::thread::Builder::new()
                .name("highlight".into())
                .spawn(move || worker::run(&inbox, &*deliver));
            // Without a thread the code stays plain, which is no reason to end the program.
            if begun.is_ok() {
                self.worker = Worker::Running(requests);
            }
        }
        let Worker::Running(requests) = &self.worker else {
            return;
        };
        if requests.try_send(block.clone()).is_ok() {
            self.keep(block.key, Entry::Asked);
        }
    }

    /// Whether the colours of a block have arrived or are on the way.
    #[cfg(test)]
    pub fn knows(&self, key: u64) -> bool {
        self.kept.contains_key(&key)
    }

    /// Takes colours that the worker computed.
    pub fn accept(&mut self, made: Highlighted) {
        self.clock += 1;
        self.keep(made.key, Entry::Done(made));
    }

    /// Returns the tokens of a line of a block; none until they have arrived.
    pub fn line(&self, key: u64, line: u32) -> &[Token] {
        match self.kept.get(&key).map(|kept| &kept.entry) {
            Some(Entry::Done(made)) => made.line(line),
            _ => &[],
        }
    }

    fn keep(&mut self, key: u64, entry: Entry) {
        let used = self.clock;
        self.kept.insert(key, CachedColours { entry, used });
        if self.kept.len() > MAX_BLOCKS
            && let Some(oldest) = self
                .kept
                .iter()
                .min_by_key(|(_, kept)| kept.used)
                .map(|(key, _)| *key)
        {
            self.kept.remove(&oldest);
        }
    }
}

impl std::fmt::Debug for Colours {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Colours")
            .field("blocks", &self.kept.len())
            .finish_non_exhaustive()
    }
}

/// Returns the language of a file: the extension of its name, or the name itself.
pub fn language_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.is_empty() => ending,
        _ => name,
    }
}

#[cfg(test)]
mod tests;
