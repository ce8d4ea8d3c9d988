//! Keys that are pressed to be bound: one, or one after another. Every key is taken, so that each can be bound; Enter
//! behind a key keeps them, Esc leaves. Bound keys do nothing meanwhile, but for those that stop.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};

use super::draft::ShownKeys;
use crate::l10n::say;
use crate::tui::keymap::{Key, ListedBinding, shown};
use crate::tui::terminal::KeyProtocol;

/// Keys of a sequence at most.
const LONGEST: usize = 5;

#[derive(Debug)]
pub(super) struct Capture {
    /// The row whose action they are to do.
    pub row: ListedBinding,
    /// What was pressed.
    keys: Vec<Key>,
    /// Why it cannot be.
    pub problem: Option<String>,
    /// What is to be known of it.
    pub remark: Option<String>,
}

/// What a key came to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CaptureOutcome {
    /// More may come.
    NotYet,
    /// It was left.
    Left,
    Keys(Vec<Key>),
}

impl Capture {
    /// One for a row.
    pub fn new(row: ListedBinding) -> Self {
        Self {
            row,
            keys: Vec::new(),
            problem: None,
            remark: None,
        }
    }

    /// What was pressed, as it is written.
    pub fn pressed(&self) -> String {
        shown(&self.keys)
    }

    /// A key of the keyboard.
    pub fn key(&mut self, event: &KeyEvent) -> CaptureOutcome {
        // A key that is held is one key.
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

    /// Begins anew, because of this.
    pub fn refuse(&mut self, why: String) {
        self.keys.clear();
        self.remark = None;
        self.problem = Some(why);
    }

    /// Makes up what is to be known of what was pressed.
    pub fn remark(&mut self, keys: &ShownKeys, protocol: KeyProtocol) {
        let rare = self.keys.iter().find(|key| key.needs_protocol());
        let rare = rare.filter(|_| protocol != KeyProtocol::Kitty);
        let hidden = self.keys.first().and_then(|first| {
            let hidden = keys.table.hides(self.row.context, *first)?;
            Some((first, hidden))
        });
        self.remark = match (rare, hidden) {
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

    /// What stands before the keys.
    pub fn label(&self) -> String {
        say!(
            "settings-keys-press",
            what = self.row.said,
            place = self.row.context.name()
        )
    }
}
