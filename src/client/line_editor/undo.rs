//! The undo log of a line.

use std::ops::Range;

/// Number of changes kept.
const DEPTH: usize = 1_000;

/// The changes, latest last, and those that were undone.
#[derive(Debug, Clone, Default)]
pub(super) struct UndoLog {
    done: Vec<Replacement>,
    undone: Vec<Replacement>,
    /// The number of changes when the open step began.
    step: Option<usize>,
}

/// The replacement of a part of the text.
#[derive(Debug, Clone)]
struct Replacement {
    start: usize,
    old: String,
    new: String,
    /// Whether it is nothing but typed letters.
    is_typing: bool,
    /// Whether it is undone together with the change before it.
    is_joined: bool,
}

impl UndoLog {
    /// Begins a step: the changes until its end are undone together.
    pub(super) fn begin_step(&mut self) {
        self.step = Some(self.done.len());
    }

    pub(super) fn end_step(&mut self) {
        let Some(first) = self.step.take() else {
            return;
        };
        for change in self.done.iter_mut().skip(first + 1) {
            change.is_joined = true;
        }
    }

    /// Notes a change. Letters typed in a row are undone together.
    pub(super) fn note(&mut self, start: usize, old: &str, new: &str) {
        if old == new {
            return;
        }
        self.undone.clear();
        let is_typing = old.is_empty() && is_letter(new);
        let begins_step = self.step == Some(self.done.len());
        let goes_on = |last: &Replacement| {
            is_typing && !begins_step && last.is_typing && last.start + last.new.len() == start
        };
        match self.done.last_mut() {
            Some(last) if goes_on(last) => last.new.push_str(new),
            _ => self.done.push(Replacement {
                start,
                old: old.to_owned(),
                new: new.to_owned(),
                is_typing,
                is_joined: false,
            }),
        }
        let surplus = self.done.len().saturating_sub(DEPTH);
        self.done.drain(..surplus);
        self.step = self.step.map(|first| first.saturating_sub(surplus));
    }

    /// Returns the ranges to replace and their former texts, to undo the last step.
    pub(super) fn undo(&mut self) -> Vec<(Range<usize>, String)> {
        let mut back = Vec::new();
        while let Some(change) = self.done.pop() {
            let range = change.start..change.start + change.new.len();
            back.push((range, change.old.clone()));
            let is_joined = change.is_joined;
            self.undone.push(change);
            if !is_joined {
                break;
            }
        }
        back
    }

    /// Returns the ranges to replace and their texts, to redo the last undone step.
    pub(super) fn redo(&mut self) -> Vec<(Range<usize>, String)> {
        let mut again = Vec::new();
        while let Some(change) = self
            .undone
            .pop_if(|change| again.is_empty() || change.is_joined)
        {
            let range = change.start..change.start + change.old.len();
            again.push((range, change.new.clone()));
            self.done.push(change);
        }
        again
    }
}

/// Whether a text is a single letter, not a blank: letters typed in a row are undone together.
pub fn is_letter(text: &str) -> bool {
    let mut characters = text.chars();
    matches!((characters.next(), characters.next()), (Some(one), None) if !one.is_whitespace())
}
