//! Scrolls a diff by rows and by hunks. Part of [`DiffPane`].

use super::{DiffPane, Lines};
use crate::widget::diff::{Diff, DiffShape};

impl DiffPane {
    /// Returns the first entry from the top that is a line of the file.
    pub(super) fn first_line_shown(&self) -> usize {
        let Some(diff) = &self.diff else {
            return 0;
        };
        (self.top.0..diff.item_count())
            .find(|entry| diff.text(*entry).is_some())
            .unwrap_or(self.top.0)
    }

    pub(super) fn rows_of(&self, entry: usize) -> usize {
        match (&self.diff, self.lines) {
            (Some(diff), Lines::Wrapped) => {
                let sides = diff.sides(entry, self.width, DiffShape::Wrapped);
                let rows = sides.map_or_else(
                    || diff.rows(entry, self.width, DiffShape::Wrapped).len(),
                    |(left, _)| left.len(),
                );
                rows.max(1)
            }
            _ => 1,
        }
    }

    /// Returns the last top position at which the screen is still full.
    pub(super) fn end_top(&self) -> (usize, usize) {
        let mut entry = self.diff.as_ref().map_or(0, Diff::item_count);
        let mut room = self.height;
        while room > 0 && entry > 0 {
            entry -= 1;
            let rows = self.rows_of(entry);
            if rows >= room {
                return (entry, rows - room);
            }
            room -= rows;
        }
        (entry, 0)
    }

    pub(super) fn scroll_by(&mut self, rows: isize) {
        let (mut entry, mut skip) = self.top;
        let mut left = rows.unsigned_abs();
        if rows > 0 {
            let end = self.end_top();
            while left > 0 && (entry, skip) < end {
                let rest = self.rows_of(entry).saturating_sub(skip).max(1);
                if left < rest {
                    skip += left;
                    break;
                }
                left -= rest;
                (entry, skip) = (entry + 1, 0);
            }
            // At the end the screen stays full; if everything fits, nothing moves.
            self.top = (entry, skip).min(end.max(self.top));
        } else {
            while left > skip && entry > 0 {
                left -= skip;
                entry -= 1;
                skip = self.rows_of(entry);
            }
            self.top = (entry, skip.saturating_sub(left));
        }
    }

    pub(super) fn next_hunk(&mut self) {
        let at = self.first_line_shown();
        let Some(diff) = &self.diff else {
            return;
        };
        let now = diff.hunk_at(at);
        if let Some(start) = diff.hunk_start(now + 1) {
            self.top = (start.saturating_sub(1), 0);
        }
    }

    pub(super) fn previous_hunk(&mut self) {
        let at = self.first_line_shown();
        let Some(diff) = &self.diff else {
            return;
        };
        let now = diff.hunk_at(at);
        let start = diff.hunk_start(now).unwrap_or(0);
        // From the middle of a hunk, moves to its own beginning first.
        let target = if at > start {
            now
        } else {
            now.saturating_sub(1)
        };
        if let Some(start) = diff.hunk_start(target) {
            self.top = (start.saturating_sub(1), 0);
        }
    }
}
