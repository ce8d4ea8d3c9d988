//! Applies readline's keys to a text. Pure over the text, its cursor and the cuts made before.

use std::ops::Range;

use super::kill_ring::{Cut, KillRing};
use super::motion;

/// An action of the keys that edit text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditAction {
    LineStart,
    LineEnd,
    CharLeft,
    CharRight,
    WordLeft,
    WordRight,
    DeleteBack,
    DeleteChar,
    KillToStart,
    KillToEnd,
    /// Cuts back to a blank.
    KillWordBack,
    /// Cuts back over letters and digits.
    KillWordBackAlnum,
    KillWord,
    Yank,
    YankPop,
    TransposeChars,
    TransposeWords,
    UpcaseWord,
    DowncaseWord,
    CapitaliseWord,
    Undo,
    Redo,
    InsertLiterally,
}

/// A text and the places in it, as byte offsets.
#[derive(Debug)]
pub struct Edited<'a> {
    pub text: &'a str,
    pub cursor: usize,
    /// The line that holds the cursor, without its line break.
    pub line: Range<usize>,
    pub selection: Option<Range<usize>>,
    /// Parts that count as one cluster.
    pub chips: &'a [Range<usize>],
}

/// The effect of an action, for the owner of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Move the cursor.
    Move(usize),
    /// Replace a range; the cursor goes behind the new text.
    Replace(Range<usize>, String),
    /// Undo the last change.
    Undo,
    /// Redo the last undone change.
    Redo,
    /// Take the next key literally.
    AwaitLiteral,
}

/// The rules, with the cuts made so far.
#[derive(Debug, Clone, Default)]
pub struct Readline {
    ring: KillRing,
}

impl Readline {
    /// Ends a sequence of cuts or yanks because something else was done: the next cut is separate,
    /// and nothing counts as yanked last.
    pub fn broken_off(&mut self) {
        self.ring.part();
    }

    /// Returns the effect of an action; `None` if it changes nothing here.
    pub fn change(&mut self, action: EditAction, edited: &Edited<'_>) -> Option<Change> {
        if let Some((range, side)) = edited.cut(action) {
            self.ring.cut(edited.part(&range), side);
            return Some(Change::Replace(range, String::new()));
        }
        let yanked = match action {
            EditAction::Yank => self.ring.yank(edited.selected_or(|at| at..at)),
            EditAction::YankPop => self.ring.yank_pop(),
            _ => {
                self.broken_off();
                return edited.change(action);
            }
        };
        yanked.map(|(range, text)| Change::Replace(range, text))
    }
}

impl Edited<'_> {
    fn part(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn selected_or(&self, range: impl FnOnce(usize) -> Range<usize>) -> Range<usize> {
        self.selection.clone().unwrap_or_else(|| range(self.cursor))
    }

    fn left(&self, from: usize) -> usize {
        motion::cluster_left(self.text, self.chips, from)
    }

    fn right(&self, from: usize) -> usize {
        motion::cluster_right(self.text, self.chips, from)
    }

    fn word_left(&self, from: usize) -> usize {
        motion::word_left(self.text, self.chips, from)
    }

    fn word_right(&self, from: usize) -> usize {
        motion::word_right(self.text, self.chips, from)
    }

    /// Returns the range that a cutting action cuts.
    fn cut(&self, action: EditAction) -> Option<(Range<usize>, Cut)> {
        let at = self.cursor;
        Some(match action {
            // At the end of a line its line break is cut, as in emacs.
            EditAction::KillToEnd if at == self.line.end => (at..self.right(at), Cut::Forward),
            EditAction::KillToEnd => (at..self.line.end, Cut::Forward),
            EditAction::KillToStart => (self.line.start..at, Cut::Backward),
            EditAction::KillWordBack => {
                let word = |at| motion::blank_word_left(self.text, self.chips, at)..at;
                (self.selected_or(word), Cut::Backward)
            }
            EditAction::KillWordBackAlnum => (self.word_left(at)..at, Cut::Backward),
            EditAction::KillWord => (at..self.word_right(at), Cut::Forward),
            _ => return None,
        })
    }

    fn change(&self, action: EditAction) -> Option<Change> {
        let at = self.cursor;
        Some(match action {
            EditAction::LineStart => Change::Move(self.line.start),
            EditAction::LineEnd => Change::Move(self.line.end),
            EditAction::CharLeft => Change::Move(self.left(at)),
            EditAction::CharRight => Change::Move(self.right(at)),
            EditAction::WordLeft => Change::Move(self.word_left(at)),
            EditAction::WordRight => Change::Move(self.word_right(at)),
            EditAction::DeleteBack => {
                let range = self.selected_or(|at| self.left(at)..at);
                Change::Replace(range, String::new())
            }
            EditAction::DeleteChar => {
                let range = self.selected_or(|at| at..self.right(at));
                Change::Replace(range, String::new())
            }
            EditAction::TransposeChars => return self.transpose_characters(),
            EditAction::TransposeWords => return self.transpose_words(),
            EditAction::UpcaseWord => self.recase(str::to_uppercase),
            EditAction::DowncaseWord => self.recase(str::to_lowercase),
            EditAction::CapitaliseWord => self.recase(motion::capitalised),
            EditAction::Undo => Change::Undo,
            EditAction::Redo => Change::Redo,
            EditAction::InsertLiterally => Change::AwaitLiteral,
            _ => return None,
        })
    }

    fn transpose_characters(&self) -> Option<Change> {
        // At the end of a line the last two characters are swapped.
        let middle = if self.cursor == self.line.end {
            self.left(self.cursor)
        } else {
            self.cursor
        };
        let swaps = middle > self.line.start;
        swaps.then(|| self.swap(self.left(middle)..middle, middle..self.right(middle)))
    }

    fn transpose_words(&self) -> Option<Change> {
        let second_end = self.word_right(self.cursor);
        let second_start = self.word_left(second_end);
        let first_start = self.word_left(second_start);
        let first_end = self.word_right(first_start);
        let swaps = first_end <= second_start;
        swaps.then(|| self.swap(first_start..first_end, second_start..second_end))
    }

    /// Swaps two parts and keeps the text between them.
    fn swap(&self, first: Range<usize>, second: Range<usize>) -> Change {
        let whole = first.start..second.end;
        let between = first.end..second.start;
        let parts = [second, between, first];
        Change::Replace(whole, parts.iter().map(|part| self.part(part)).collect())
    }

    fn recase(&self, change: impl Fn(&str) -> String) -> Change {
        let word = self.cursor..self.word_right(self.cursor);
        let changed = change(self.part(&word));
        Change::Replace(word, changed)
    }
}
