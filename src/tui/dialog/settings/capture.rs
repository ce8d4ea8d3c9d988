//! Captures keys for a binding: one key, or a sequence. Takes every key, so that each can be bound;
//! Enter after a key accepts the sequence, Esc leaves. Bound keys have no effect meanwhile, except
//! those that stop.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};

use super::keys::ShownKeys;
use crate::keymap::{Key, ListedBinding, shown};
use crate::terminal::KeyProtocol;
use l10n::say;

/// Maximum length of a key sequence.
const LONGEST: usize = 5;

#[derive(Debug)]
pub(super) struct Capture {
    /// The row for whose action the keys are captured.
    pub row: ListedBinding,
    /// The keys pressed so far.
    keys: Vec<Key>,
    /// Reason why the keys cannot be bound.
    pub problem: Option<String>,
    /// Note about the keys.
    pub note: Option<String>,
}

/// Outcome of a captured key.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CaptureOutcome {
    /// More keys may follow.
    NotYet,
    /// The user left without binding.
    Left,
    Keys(Vec<Key>),
}

impl Capture {
    /// Creates a capture for a row.
    pub fn new(row: ListedBinding) -> Self {
        Self {
            row,
            keys: Vec::new(),
            problem: None,
            note: None,
        }
    }

    /// Returns the keys pressed so far in their written form.
    pub fn pressed(&self) -> String {
        shown(&self.keys)
    }

    /// Handles a key event.
    pub fn key(&mut self, event: &KeyEvent) -> CaptureOutcome {
        // A held key counts as one key.
        if event.kind != KeyEventKind::Press {
            return CaptureOutcome::NotYet;
        }
        self.problem = None;
        let is_bare = event.modifiers.is_empty();
        match event.code {
            KeyCode::Esc => return CaptureOutcome::Left,
            KeyCode::Enter if is_bare && !self.keys.is_empty() => {
                return CaptureOutcome::Keys(self.keys.clone());
            }
            KeyCode::Backspace if is_bare && !self.keys.is_empty() => drop(self.keys.pop()),
            _ if self.keys.len() < LONGEST => self.keys.push(Key::of(event)),
            _ => self.problem = Some(say!("settings-keys-five").to_owned()),
        }
        CaptureOutcome::NotYet
    }

    /// Discards the keys and starts over, with the reason.
    pub fn refuse(&mut self, why: String) {
        self.keys.clear();
        self.note = None;
        self.problem = Some(why);
    }

    /// Sets the note about the keys pressed so far.
    pub fn note(&mut self, keys: &ShownKeys, protocol: KeyProtocol) {
        let rare = self.keys.iter().find(|key| key.needs_protocol());
        let rare = rare.filter(|_| protocol != KeyProtocol::Kitty);
        let hidden = self.keys.first().and_then(|first| {
            let hidden = keys.table.hides(self.row.context, *first)?;
            Some((first, hidden))
        });
        self.note = match (rare, hidden) {
            (Some(key), _) => Some(say!(
                "settings-keys-needs-protocol",
                key = key.to_string(),
                protocol = protocol.word()
            )),
            (None, Some((key, hidden))) => Some(say!(
                "settings-keys-hides",
                key = key.to_string(),
                what = hidden.said(),
                place = hidden.context.name()
            )),
            (None, None) => None,
        };
    }

    /// Returns the label before the keys.
    pub fn label(&self) -> String {
        say!(
            "settings-keys-press",
            what = self.row.said,
            place = self.row.context.name()
        )
    }
}
