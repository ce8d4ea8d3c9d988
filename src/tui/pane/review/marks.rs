//! Marks on the hunks of a question. They stay local to the view until the question is answered.

use super::row_cache::RowCache;
use super::{Review, Subject};
use client::review::is_open;
use protocol::change::HunkState;
use protocol::ids::HunkId;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Marks {
    made: Vec<(HunkId, HunkState)>,
    /// The marks before each change, oldest first. `undone` holds the changes that were undone.
    done: Vec<Vec<(HunkId, HunkState)>>,
    undone: Vec<Vec<(HunkId, HunkState)>>,
}

impl Marks {
    pub(super) fn of(&self, hunk: HunkId) -> HunkState {
        let found = self.made.iter().find(|(id, _)| *id == hunk);
        found.map_or(HunkState::Pending, |(_, state)| *state)
    }

    pub(super) fn set(&mut self, hunks: &[HunkId], state: HunkState) {
        let before = hunks.iter().map(|hunk| (*hunk, self.of(*hunk))).collect();
        self.done.push(before);
        self.undone.clear();
        for hunk in hunks {
            self.put(*hunk, state);
        }
    }

    /// Undoes the last change. Returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(step) = self.done.pop() else {
            return false;
        };
        let again = self.exchange(&step);
        self.undone.push(again);
        true
    }

    /// Redoes the last undone change. Returns whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some(step) = self.undone.pop() else {
            return false;
        };
        let back = self.exchange(&step);
        self.done.push(back);
        true
    }

    fn exchange(&mut self, step: &[(HunkId, HunkState)]) -> Vec<(HunkId, HunkState)> {
        let now = step
            .iter()
            .map(|(hunk, _)| (*hunk, self.of(*hunk)))
            .collect();
        for (hunk, state) in step {
            self.put(*hunk, *state);
        }
        now
    }

    fn put(&mut self, hunk: HunkId, state: HunkState) {
        self.made.retain(|(id, _)| *id != hunk);
        self.made.push((hunk, state));
    }
}

impl Review {
    /// Sets the view's local marks on the hunks of a question.
    pub(super) fn mark_locally(&self, row_cache: &mut RowCache) {
        let Subject::Question(proposal) = &self.subject else {
            return;
        };
        for hunk in &mut row_cache.hunks {
            hunk.state = proposal.marks.of(hunk.id);
        }
    }

    /// Updates the marks of the shown rows after a change.
    pub(super) fn show_marks(&mut self) {
        if let Some(mut row_cache) = self.row_cache.take() {
            self.mark_locally(&mut row_cache);
            self.row_cache = Some(row_cache);
        }
    }

    /// Returns the numbers of accepted, rejected and unmarked hunks of the file.
    pub(super) fn tally(&self) -> (usize, usize, usize) {
        let hunks = self.row_cache.iter().flat_map(|row_cache| &row_cache.hunks);
        hunks.fold((0, 0, 0), |(taken, refused, open), hunk| match hunk.state {
            HunkState::Accepted => (taken + 1, refused, open),
            HunkState::Rejected => (taken, refused + 1, open),
            _ if is_open(hunk) => (taken, refused, open + 1),
            _ => (taken, refused, open),
        })
    }
}
