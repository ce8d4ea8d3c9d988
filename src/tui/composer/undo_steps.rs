//! The undo steps of a text, each a number of edits of the text area. Called by `text_edit`.

use std::ops::Range;

#[derive(Debug, Clone, Copy)]
struct Step {
    edits: usize,
    /// The place behind the typed letter, if the step is nothing but typed letters.
    typing: Option<usize>,
}

/// The steps, latest last, and those that were undone.
#[derive(Debug, Clone, Default)]
pub(super) struct UndoSteps {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The number of steps when a step of several changes began.
    open: Option<usize>,
}

impl UndoSteps {
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Notes the edits of a change, and the place of the letter if it typed one. Letters typed in a
    /// row are undone together.
    pub(super) fn note(&mut self, edits: usize, typed: Option<&Range<usize>>) {
        self.undone.clear();
        let begins = self.open == Some(self.done.len());
        let goes_on = |step: &Step| {
            let start = typed.map(|typed| typed.start);
            !begins && start.is_some() && step.typing == start
        };
        let typing = typed.map(|typed| typed.end);
        match self.done.last_mut() {
            Some(step) if goes_on(step) => {
                step.edits += edits;
                step.typing = typing;
            }
            _ => self.done.push(Step { edits, typing }),
        }
    }

    /// Begins a step of several changes, which are undone together.
    pub(super) fn begin(&mut self) {
        self.open = Some(self.done.len());
    }

    pub(super) fn end(&mut self) {
        let Some(first) = self.open.take() else {
            return;
        };
        let changes = self.done.split_off(first.min(self.done.len()));
        let edits = changes.iter().map(|step| step.edits).sum();
        if edits > 0 {
            let typing = None;
            self.done.push(Step { edits, typing });
        }
    }

    /// Returns the number of edits to undo.
    pub(super) fn undo(&mut self) -> usize {
        let step = self.done.pop();
        self.undone.extend(step);
        step.map_or(0, |step| step.edits)
    }

    /// Returns the number of edits to redo.
    pub(super) fn redo(&mut self) -> usize {
        let step = self.undone.pop();
        self.done.extend(step);
        step.map_or(0, |step| step.edits)
    }

    pub(super) fn forget_undone(&mut self) {
        self.undone.clear();
    }
}
