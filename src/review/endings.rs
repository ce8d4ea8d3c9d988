//! Handles lines without a line ending that a choice of hunks places before other lines.
//!
//! The last line of a text may have no ending. Before another line it gets one, because the two
//! would otherwise run together. It keeps that ending for entries whose authors saw the line with
//! it and built on that. If all hunks that went into a text are taken, or none, nothing is added.

use super::choice::Choice;
use super::log::{FileLog, split_lines};
use super::weave::{HunkRef, LineRef, Weave};
use protocol::change::Entry;

/// The first line ending in the base and in each entry's insertions. The ending that a line gets
/// depends only on where the line came from, so that it stays the same as the log grows.
pub(super) struct Endings {
    base: &'static str,
    entries: Vec<Option<&'static str>>,
}

impl Endings {
    /// Collects the endings of a log.
    pub(super) fn of_log(log: &FileLog) -> Self {
        let base = first_ending(log.base.as_deref().into_iter().flat_map(split_lines));
        let of_entry = |entry: &Entry| {
            let inserted = entry.hunks.iter().flat_map(|hunk| &hunk.inserted);
            first_ending(inserted.map(String::as_str))
        };
        Self {
            base: base.unwrap_or("\n"),
            entries: log.entries.iter().map(of_entry).collect(),
        }
    }

    /// Returns the ending for a line, by the hunk that inserted it.
    pub(super) fn of(&self, inserted_by: Option<HunkRef>) -> &'static str {
        let entry = inserted_by.and_then(|by| self.entries.get(by.0).copied());
        entry.flatten().unwrap_or(self.base)
    }
}

fn first_ending<'a>(mut lines: impl Iterator<Item = &'a str>) -> Option<&'static str> {
    lines.find_map(|line| match line {
        line if line.ends_with("\r\n") => Some("\r\n"),
        line if line.ends_with('\n') => Some("\n"),
        _ => None,
    })
}

impl Weave {
    /// Returns whether the choice has a hunk whose entry was shown this line with an ending.
    pub(super) fn was_ended(&self, line: LineRef, choice: &Choice) -> bool {
        let shown = self.unended.get(&line).into_iter().flatten();
        shown.into_iter().any(|entry| choice.has_any_of(*entry))
    }

    /// Works like `was_ended` for the text that entry `number` was made on.
    pub(super) fn was_ended_for(&self, line: LineRef, number: usize) -> bool {
        let shown = self.unended.get(&line).into_iter().flatten();
        shown.into_iter().any(|entry| {
            let parts = self.parts.get(*entry).copied().unwrap_or(0);
            (0..parts).any(|part| self.saw(number, (*entry, part)))
        })
    }
}
