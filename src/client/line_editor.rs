//! A line of text that the user types: search texts, names, values, and the lines of the line mode.
//!
//! [`Readline`] holds the rules of its keys; the editor of a text of several lines applies the same
//! rules to a widget of its own.

mod history;
mod keys;
mod kill_ring;
mod motion;
mod readline;
mod secret_input;
#[cfg(test)]
mod tests;
mod undo;

pub use history::History;
pub use keys::{KeyUse, edit_action, literal_text, typed};
pub use motion::{boundary, cluster_right};
pub use readline::{Change, EditAction, Edited, Readline};
pub use secret_input::SecretInput;
pub use undo::is_letter;

use std::ops::Range;

use crossterm::event::KeyEvent;

use crate::vim::VimText;
use undo::UndoLog;

/// A line with readline's keys. A line break in it, from a paste, is a character like any other.
#[derive(Debug, Clone, Default)]
pub struct LineEditor {
    text: String,
    /// The cursor as a byte offset.
    cursor: usize,
    readline: Readline,
    changes: UndoLog,
    /// Whether the next key is taken literally.
    literal: bool,
}

impl LineEditor {
    /// Creates a line that holds `text`, with the cursor at its end and nothing to undo.
    pub fn of(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            cursor: text.len(),
            ..Self::default()
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the cursor as a byte offset in the text.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns the text before the cursor.
    pub fn before_cursor(&self) -> &str {
        self.text.get(..self.cursor).unwrap_or_default()
    }

    /// Whether the next key is taken literally.
    pub fn awaits_literal(&self) -> bool {
        self.literal
    }

    /// Inserts text at the cursor.
    pub fn insert(&mut self, text: &str) {
        self.readline.broken_off();
        self.replace(self.cursor..self.cursor, text);
    }

    /// Inserts the first line of a paste.
    pub fn paste(&mut self, pasted: &str) {
        self.insert(pasted.lines().next().unwrap_or_default());
    }

    /// Replaces a range of bytes and leaves the cursor behind the new text.
    pub fn replace(&mut self, range: Range<usize>, with: &str) {
        let Some(old) = self.text.get(range.clone()) else {
            return;
        };
        self.changes.note(range.start, old, with);
        self.cursor = range.start + with.len();
        self.text.replace_range(range, with);
    }

    /// Handles a key.
    pub fn key(&mut self, key: &KeyEvent) -> KeyUse {
        if std::mem::take(&mut self.literal) {
            if let Some(text) = literal_text(key) {
                self.insert(&text);
            }
            return KeyUse::Yes;
        }
        match (edit_action(key), typed(key)) {
            (Some(action), _) => self.act(action),
            (None, Some(character)) => self.insert(character.encode_utf8(&mut [0; 4])),
            (None, None) => return KeyUse::No,
        }
        KeyUse::Yes
    }

    /// Performs an action.
    pub fn act(&mut self, action: EditAction) {
        let edited = Edited {
            text: &self.text,
            cursor: self.cursor,
            line: 0..self.text.len(),
            selection: None,
            chips: &[],
        };
        match self.readline.change(action, &edited) {
            Some(Change::Move(to)) => self.cursor = to,
            Some(Change::Replace(range, with)) => self.replace(range, &with),
            Some(Change::Undo) => self.undo(),
            Some(Change::Redo) => self.redo(),
            Some(Change::AwaitLiteral) => self.literal = true,
            None => {}
        }
    }

    fn undo(&mut self) {
        let undone = self.changes.undo();
        self.put_back(undone);
    }

    fn redo(&mut self) {
        let redone = self.changes.redo();
        self.put_back(redone);
    }

    fn put_back(&mut self, changes: Vec<(Range<usize>, String)>) {
        for (range, with) in changes {
            if self.text.get(range.clone()).is_some() {
                self.cursor = range.start + with.len();
                self.text.replace_range(range, &with);
            }
        }
    }
}

impl VimText for LineEditor {
    fn shown(&self) -> String {
        self.text.clone()
    }

    fn cursor(&self) -> usize {
        self.cursor
    }

    fn chips(&self) -> Vec<Range<usize>> {
        Vec::new()
    }

    fn move_to(&mut self, at: usize) {
        self.readline.broken_off();
        self.cursor = at.min(self.text.len());
    }

    fn replace(&mut self, range: Range<usize>, with: &str) {
        self.readline.broken_off();
        LineEditor::replace(self, range, with);
    }

    fn undo(&mut self) {
        LineEditor::undo(self);
    }

    fn redo(&mut self) {
        LineEditor::redo(self);
    }

    fn begin_step(&mut self) {
        self.changes.begin_step();
    }

    fn end_step(&mut self) {
        self.changes.end_step();
    }
}
