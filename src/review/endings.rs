//! Lines without ending that a choice of hunks puts before other lines.
//!
//! The last line of some text may have no ending. Where it stands before another line it gets one,
//! or the two would run into one; and it keeps it for those who were shown it so and built on
//! that. Where all hunks are taken that went into a text, or none, nothing is added.

use super::choice::Choice;
use super::log::{FileLog, split_lines};
use super::weave::{HunkRef, LineRef, Weave};
use crate::protocol::change::Entry;

/// The first ending that the base has and that each entry inserts. Which one a line gets is a
/// matter of where it came from and of nothing beside it: it must stay the same as the log grows.
pub(super) struct Endings {
    base: &'static str,
    entries: Vec<Option<&'static str>>,
}

impl Endings {
    /// The endings of a log.
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

    /// The ending that a line gets, by who inserted it.
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
    /// Whether a hunk of the choice is of an entry that was shown this line with an ending.
    pub(super) fn was_ended(&self, line: LineRef, choice: &Choice) -> bool {
        let shown = self.unended.get(&line).into_iter().flatten();
        shown.into_iter().any(|entry| choice.has_any_of(*entry))
    }

    /// The same for the text that entry `number` was made on.
    pub(super) fn was_ended_for(&self, line: LineRef, number: usize) -> bool {
        let shown = self.unended.get(&line).into_iter().flatten();
        shown.into_iter().any(|entry| {
            let parts = self.parts.get(*entry).copied().unwrap_or(0);
            (0..parts).any(|part| self.saw(number, (*entry, part)))
        })
    }
}
