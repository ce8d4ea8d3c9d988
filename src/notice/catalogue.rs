//! The messages of one language. The file is indexed when the language is first used; each message
//! is parsed when it is first needed, so that the first frame waits only for its own messages.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::{Entry, Pattern};
use unic_langid::LanguageIdentifier;

/// The messages of a language.
pub struct Catalogue {
    /// Formats numbers and selects plurals.
    bundle: FluentBundle<FluentResource>,
    /// The source of each message.
    written: HashMap<&'static str, &'static str>,
    /// The parsed messages; `None` for one that cannot be parsed.
    read: RwLock<HashMap<&'static str, Option<Message>>>,
}

/// A parsed message. It is leaked; the file bounds the number of messages.
#[derive(Clone, Copy)]
struct Message {
    pattern: &'static Pattern<&'static str>,
    /// The text of a message without arguments.
    text: &'static str,
}

pub fn english() -> &'static Catalogue {
    static ENGLISH: LazyCatalogue = LazyCatalogue::new();
    ENGLISH.catalogue("en", include_str!("../../assets/language/en.ftl"))
}

impl Catalogue {
    /// Returns a message without arguments. Later calls only look it up.
    pub fn text(&'static self, id: &str) -> Option<&'static str> {
        Some(self.read(id)?.text)
    }

    pub fn message(&'static self, id: &str, arguments: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.read(id)?.pattern;
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(arguments), &mut errors);
        Some(text.into_owned())
    }

    /// Returns the ids of all messages.
    pub fn ids(&'static self) -> impl Iterator<Item = &'static str> {
        self.written.keys().copied()
    }

    /// Returns the parsed pattern of a message.
    pub fn pattern(&'static self, id: &str) -> Option<&'static Pattern<&'static str>> {
        Some(self.read(id)?.pattern)
    }

    fn read(&'static self, id: &str) -> Option<Message> {
        let read = self.read.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(message) = read.get(id) {
            return *message;
        }
        drop(read);
        let (id, written) = self.written.get_key_value(id)?;
        let mut read = self.read.write().unwrap_or_else(PoisonError::into_inner);
        *read.entry(id).or_insert_with(|| self.understand(written))
    }

    fn understand(&'static self, written: &str) -> Option<Message> {
        // Leaves out a message that cannot be parsed; a test detects it.
        let resource = FluentResource::try_new(written.to_owned()).ok()?;
        let resource: &'static FluentResource = Box::leak(Box::new(resource));
        let Some(Entry::Message(message)) = resource.get_entry(0) else {
            return None;
        };
        let pattern = message.value.as_ref()?;
        let mut errors = Vec::new();
        let text = match self.bundle.format_pattern(pattern, None, &mut errors) {
            Cow::Borrowed(text) => text,
            Cow::Owned(text) => text.leak(),
        };
        Some(Message { pattern, text })
    }
}

/// Splits a file into its messages by id, each with all its lines: a line that starts with a letter
/// starts a message.
fn apart(file: &'static str) -> HashMap<&'static str, &'static str> {
    let begins = |line: &str| line.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let mut messages = HashMap::new();
    let mut rest = file;
    while !rest.is_empty() {
        let mut end = 0;
        for line in rest.split_inclusive('\n') {
            // A comment belongs to no message.
            if end > 0 && (begins(line) || line.starts_with('#')) {
                break;
            }
            end += line.len();
        }
        let (message, after) = rest.split_at(end);
        if begins(message)
            && let Some((id, _)) = message.split_once('=')
        {
            messages.insert(id.trim_end(), message);
        }
        rest = after;
    }
    messages
}

/// A catalogue that is built on first use.
pub struct LazyCatalogue(OnceLock<Catalogue>);

impl Default for LazyCatalogue {
    fn default() -> Self {
        Self::new()
    }
}

impl LazyCatalogue {
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Returns the catalogue; indexes the file on the first call.
    pub fn catalogue(&'static self, code: &str, file: &'static str) -> &'static Catalogue {
        self.0.get_or_init(|| {
            let name: LanguageIdentifier = code.parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![name]);
            // Direction marks around arguments would be drawn as visible characters.
            bundle.set_use_isolating(false);
            Catalogue {
                bundle,
                written: apart(file),
                read: RwLock::default(),
            }
        })
    }
}
