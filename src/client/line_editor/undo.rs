//! The undo log of a line.

use std::ops::Range;

/// Number of changes kept.
const DEPTH: usize = 1_000;

/// The changes, latest last, and those that were undone.
#[derive(Debug, Clone, Default)]
pub(super) struct UndoLog {
    done: Vec<Replacement>,
    undone: Vec<Replacement>,
}

/// The replacement of a part of the text.
#[derive(Debug, Clone)]
struct Replacement {
    start: usize,
    old: String,
    new: String,
    /// Whether it is nothing but typed letters.
    is_typing: bool,
}

impl UndoLog {
    /// Notes a change. Letters typed in a row are undone together.
    pub(super) fn note(&mut self, start: usize, old: &str, new: &str) {
        if old == new {
            return;
        }
        self.undone.clear();
        let is_typing = old.is_empty() && is_letter(new);
        match self.done.last_mut() {
            Some(last) if is_typing && last.is_typing && last.start + last.new.len() == start => {
                last.new.push_str(new);
            }
            _ => self.done.push(Replacement {
                start,
                old: old.to_owned(),
                new: new.to_owned(),
                is_typing,
            }),
        }
        let surplus = self.done.len().saturating_sub(DEPTH);
        self.done.drain(..surplus);
    }

    /// Returns the range to replace and its former text, to undo the last change.
    pub(super) fn undo(&mut self) -> Option<(Range<usize>, String)> {
        let change = self.done.pop()?;
        let back = (
            change.start..change.start + change.new.len(),
            change.old.clone(),
        );
        self.undone.push(change);
        Some(back)
    }

    /// Returns the range to replace and its text, to redo the last undone change.
    pub(super) fn redo(&mut self) -> Option<(Range<usize>, String)> {
        let change = self.undone.pop()?;
        let again = (
            change.start..change.start + change.old.len(),
            change.new.clone(),
        );
        self.done.push(change);
        Some(again)
    }
}

/// Whether a text is a single letter, not a blank: letters typed in a row are undone together.
pub fn is_letter(text: &str) -> bool {
    let mut characters = text.chars();
    matches!((characters.next(), characters.next()), (Some(one), None) if !one.is_whitespace())
}
