//! Judges the bytes that come after a paste paused for too long, before its end came.
//!
//! They may be the rest of the paste, whose line ends must not send, or the keys of a user, for
//! whom the end will never come. Bytes that come close together are the rest. A key that came alone
//! after a quiet time is the user's, and so are a few letters in a row, each alone. Pure; called by
//! the decoder only, which passes the time.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Silence required before a line end counts as the user's: as long as a paste may pause.
const QUIET: Duration = Duration::from_millis(900);

/// This many letters in a row, each alone, count as typed.
const SURE: usize = 3;

/// The origin of a key that may belong to a paste.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// The user certainly pressed it: the paste is over.
    User(KeyEvent),
    /// A letter. Typed or pasted, it is the same text, so it decides nothing.
    Letter(KeyEvent),
    /// The bytes belong to the paste.
    Pasted(Vec<u8>),
}

#[derive(Debug)]
pub(super) struct LatePaste {
    /// Bytes that are not judged yet.
    bytes: Vec<u8>,
    held: Option<HeldKey>,
    /// Time at which the last judged key began.
    last: Duration,
    /// Number of letters that came in a row, each alone.
    letters: usize,
}

/// A key for which it is not known yet whether something follows.
#[derive(Debug)]
struct HeldKey {
    key: KeyEvent,
    began: Duration,
    /// Whether nothing came just before it.
    apart: bool,
}

impl LatePaste {
    /// Starts after a paste whose last byte came at this time.
    pub(super) fn after(last: Duration) -> Self {
        Self {
            bytes: Vec::new(),
            held: None,
            last,
            letters: 0,
        }
    }

    /// Whether no byte waits for a judgement.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether a key waits to see whether something follows it.
    pub(super) fn holds_key(&self) -> bool {
        self.held.is_some()
    }

    /// Adds a byte, whatever it belongs to.
    pub(super) fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Holds the key that the bytes form. It began at `began`; `apart` is whether nothing came
    /// just before it.
    pub(super) fn hold(&mut self, key: KeyEvent, began: Duration, apart: bool) {
        self.held = Some(HeldKey { key, began, apart });
    }

    /// Drops the bytes: they were not part of a paste.
    pub(super) fn forget(&mut self) {
        self.bytes.clear();
    }

    /// Returns the bytes, which belong to the paste.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Judges the held key, after which nothing followed.
    pub(super) fn decide(&mut self) -> Option<Verdict> {
        let HeldKey { key, began, apart } = self.held.take()?;
        let bytes = std::mem::take(&mut self.bytes);
        let was_quiet = began.saturating_sub(self.last) >= QUIET;
        self.last = began;
        let is_pressed = apart && key.kind == KeyEventKind::Press;
        if matches!(key.code, KeyCode::Char(_)) && KeyModifiers::SHIFT.contains(key.modifiers) {
            self.letters += usize::from(is_pressed);
            return Some(if self.letters >= SURE {
                Verdict::User(key)
            } else {
                Verdict::Letter(key)
            });
        }
        let is_text = matches!(bytes.first(), Some(b'\r' | b'\n' | b'\t'));
        Some(if is_pressed && (was_quiet || !is_text) {
            Verdict::User(key)
        } else {
            Verdict::Pasted(bytes)
        })
    }
}
