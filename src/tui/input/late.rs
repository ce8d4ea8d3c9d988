//! What comes after a paste that paused for too long, before its end came.
//!
//! It may be the rest of it, whose line ends must not send, or the keys of a human, for whom the end will never come.
//! What comes in company is the rest. A key that came alone after a quiet time is a human's, and so are a few letters
//! in a row, each alone. Pure; called by the decoder only, which hands over time.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// How quiet it must have been before a line end is a human's: as long as a paste may pause.
const QUIET: Duration = Duration::from_millis(900);

/// So many letters in a row, each alone, are typed.
const SURE: usize = 3;

/// What a key is that came alone or not.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    /// Surely a human pressed it: the paste is over.
    Human(KeyEvent),
    /// A letter. Typed or pasted it is the same text, so it decides nothing.
    Letter(KeyEvent),
    /// It is of the paste.
    Pasted(Vec<u8>),
}

#[derive(Debug)]
pub(super) struct LatePaste {
    /// The bytes of what is not decided yet.
    bytes: Vec<u8>,
    held: Option<HeldKey>,
    /// When the last of what is decided began.
    last: Duration,
    /// How many letters came in a row, each alone.
    letters: usize,
}

/// A key of which it is not known yet whether something follows.
#[derive(Debug)]
struct HeldKey {
    key: KeyEvent,
    began: Duration,
    /// Whether nothing came just before it.
    apart: bool,
}

impl LatePaste {
    /// The paste's last byte came at this time.
    pub(super) fn after(last: Duration) -> Self {
        Self {
            bytes: Vec::new(),
            held: None,
            last,
            letters: 0,
        }
    }

    /// Whether nothing waits to be decided.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether a key waits for what follows it.
    pub(super) fn holds_key(&self) -> bool {
        self.held.is_some()
    }

    /// One more byte, whatever it belongs to.
    pub(super) fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// The bytes are this key, which began at this time, with nothing just before it or not.
    pub(super) fn hold(&mut self, key: KeyEvent, began: Duration, apart: bool) {
        self.held = Some(HeldKey { key, began, apart });
    }

    /// The bytes were no part of a paste.
    pub(super) fn forget(&mut self) {
        self.bytes.clear();
    }

    /// The bytes are the paste's.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Nothing followed the key that is held.
    pub(super) fn decide(&mut self) -> Option<Verdict> {
        let HeldKey { key, began, apart } = self.held.take()?;
        let bytes = std::mem::take(&mut self.bytes);
        let was_quiet = began.saturating_sub(self.last) >= QUIET;
        self.last = began;
        let is_pressed = apart && key.kind == KeyEventKind::Press;
        if matches!(key.code, KeyCode::Char(_)) && KeyModifiers::SHIFT.contains(key.modifiers) {
            self.letters += usize::from(is_pressed);
            return Some(if self.letters >= SURE {
                Verdict::Human(key)
            } else {
                Verdict::Letter(key)
            });
        }
        let is_text = matches!(bytes.first(), Some(b'\r' | b'\n' | b'\t'));
        Some(if is_pressed && (was_quiet || !is_text) {
            Verdict::Human(key)
        } else {
            Verdict::Pasted(bytes)
        })
    }
}
