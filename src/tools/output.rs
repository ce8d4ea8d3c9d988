//! The output of a command: cleaned, masked, written to a private file, with head and tail kept for
//! the model, and passed on in pieces. The file has every line; the model and the listener get
//! overwritten lines as a terminal shows them.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use tokio::sync::mpsc;

use super::lines::{Lines, Overwritten};
use redact::{Masker, PemBlock, Sanitizer};

/// Maximum size of text that waits for a slow listener. The complete output is in the file.
const PENDING_LIMIT: usize = 256 * 1024;

/// Processes the bytes of a command.
pub(super) struct Output {
    sanitizer: Sanitizer,
    masker: Masker,
    /// Lines for the file, and whether they are inside of a private key.
    all: (Lines, PemBlock),
    /// Lines for all other readers, and whether they are inside of a private key.
    shown: (Lines, PemBlock),
    kept: HeadAndTail,
    log: Log,
    pending: String,
    to: mpsc::Sender<String>,
}

impl Output {
    /// Creates an output with `bytes` for the model and a log file.
    pub(super) fn new(masker: Masker, bytes: usize, log: Log, to: mpsc::Sender<String>) -> Self {
        let lines = |overwritten| (Lines::new(overwritten), PemBlock::default());
        Self {
            sanitizer: Sanitizer::keeping_returns(),
            masker,
            all: lines(Overwritten::IsALine),
            shown: lines(Overwritten::IsGone),
            kept: HeadAndTail::new(bytes),
            log,
            pending: String::new(),
            to,
        }
    }

    /// Processes the next bytes.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        let clean = self.sanitizer.feed(bytes);
        let all = self.all.0.feed(&clean);
        let shown = self.shown.0.feed(&clean);
        self.hand_on(&all, &shown);
    }

    /// Processes the remaining text, waits briefly for the listener, and returns what was kept.
    pub(super) async fn finish(mut self) -> (HeadAndTail, Option<PathBuf>) {
        let last = self.sanitizer.finish();
        let mut all = self.all.0.feed(&last);
        all.push_str(&self.all.0.finish());
        let mut shown = self.shown.0.feed(&last);
        shown.push_str(&self.shown.0.finish());
        self.hand_on(&all, &shown);
        if !self.pending.is_empty() {
            // A listener that does not read must not delay the end of the call.
            let wait = std::time::Duration::from_millis(500);
            self.to.send_timeout(self.pending, wait).await.ok();
        }
        (self.kept, self.log.path())
    }

    /// Passes on whole lines: those for the file, and those for all other readers.
    fn hand_on(&mut self, all: &str, shown: &str) {
        let is_same = all == shown && self.all.1 == self.shown.1;
        if !all.is_empty() {
            let masked = self.masker.mask_next(all, &mut self.all.1);
            self.log.take(&masked);
            if is_same {
                self.shown.1 = self.all.1;
                let masked = masked.into_owned();
                return self.show(&masked);
            }
        }
        if !shown.is_empty() {
            let masked = self.masker.mask_next(shown, &mut self.shown.1).into_owned();
            self.show(&masked);
        }
    }

    fn show(&mut self, masked: &str) {
        self.kept.take(masked);
        if self.pending.len() < PENDING_LIMIT {
            self.pending.push_str(masked);
        }
        // While the channel is full, pieces are joined: the reader never waits.
        match self.to.try_send(std::mem::take(&mut self.pending)) {
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
            Err(mpsc::error::TrySendError::Full(back)) => self.pending = back,
        }
    }
}

/// Head and tail of a text.
#[derive(Debug)]
pub(super) struct HeadAndTail {
    half: usize,
    head: String,
    tail: String,
    left_out: usize,
    lines: usize,
    open_line: bool,
}

impl HeadAndTail {
    fn new(bytes: usize) -> Self {
        Self {
            half: (bytes / 2).max(1),
            head: String::new(),
            tail: String::new(),
            left_out: 0,
            lines: 0,
            open_line: false,
        }
    }

    fn take(&mut self, text: &str) {
        self.lines += text.matches('\n').count();
        self.open_line = !text.ends_with('\n');
        let room = self.half.saturating_sub(self.head.len());
        let cut = text.floor_char_boundary(room);
        let (head, rest) = if self.tail.is_empty() {
            text.split_at(cut)
        } else {
            ("", text)
        };
        self.head.push_str(head);
        self.tail.push_str(rest);
        // Trims rarely, so that each byte moves about once.
        if self.tail.len() > self.half * 2 {
            self.trim();
        }
    }

    fn trim(&mut self) {
        let over = self.tail.len().saturating_sub(self.half);
        let cut = self.tail.ceil_char_boundary(over);
        self.left_out += cut;
        self.tail.drain(..cut);
    }

    /// Returns the total number of lines.
    pub(super) fn lines(&self) -> usize {
        self.lines + usize::from(self.open_line)
    }

    /// Returns the text for the model, and whether a part was left out.
    pub(super) fn into_text(mut self) -> (String, bool) {
        self.trim();
        if self.left_out == 0 {
            self.head.push_str(&self.tail);
            return (self.head, false);
        }
        let text = format!(
            "{}\n[… {} bytes left out …]\n{}",
            self.head, self.left_out, self.tail
        );
        (text, true)
    }
}

/// The file with the complete output: created at the first byte, readable by its owner only,
/// with a size limit.
pub(super) struct Log {
    path: PathBuf,
    room: u64,
    file: Option<File>,
    failed: bool,
}

impl Log {
    /// Prepares a file in a private folder, both created when needed.
    pub(super) fn new(folder: &Path, name: &str, bytes: u64) -> Self {
        Self {
            path: folder.join(name),
            room: bytes,
            file: None,
            failed: false,
        }
    }

    fn take(&mut self, text: &str) {
        if self.failed || self.room == 0 {
            return;
        }
        let bytes = text.as_bytes();
        let length = usize::try_from(self.room)
            .unwrap_or(usize::MAX)
            .min(bytes.len());
        let written = self
            .open()
            .and_then(|mut file| file.write_all(bytes.get(..length).unwrap_or_default()));
        // A full disk must not end the command: the model still gets head and tail.
        self.failed = written.is_err();
        self.room = self.room.saturating_sub(length as u64);
    }

    fn open(&mut self) -> io::Result<&File> {
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                if let Some(folder) = self.path.parent() {
                    std::fs::DirBuilder::new()
                        .recursive(true)
                        .mode(0o700)
                        .create(folder)?;
                }
                OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .mode(0o600)
                    .open(&self.path)?
            }
        };
        Ok(self.file.insert(file))
    }

    fn path(&self) -> Option<PathBuf> {
        self.file.as_ref().map(|_| self.path.clone())
    }
}
