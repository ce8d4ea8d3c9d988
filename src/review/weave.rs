//! All lines that a file ever had, in one order: those of the base and of every entry, as spans
//! with the hunks that inserted and deleted them. Any choice of hunks is a filter on it. `weaving`
//! builds it from the log.
//!
//! Placement of lines: a hunk's lines go directly before the first line that it deletes. Lines that
//! replace nothing go directly after the visible line before them and after the hidden lines which
//! that line replaced. So a replacement and an insertion beside it keep their order whichever of
//! them is taken; all hunks taken give the last text, none the base.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use protocol::change::{Entry, Hunk};

use super::choice::Choice;
use super::log::{FileLog, is_agent_owned};

/// A hunk by its place in the log: entry, then hunk in the entry.
pub(super) type HunkRef = (usize, usize);

/// A line by its place: the hunk that inserted it (`None` for the base), and its number among
/// that hunk's lines.
pub(super) type LineRef = (Option<HunkRef>, usize);

/// A run of lines that share a fate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Span {
    /// Hunk that inserted the lines; `None` for lines of the base.
    pub(super) inserted_by: Option<HunkRef>,
    /// Line numbers in the base, or among the lines that the hunk inserted.
    pub(super) lines: Range<usize>,
    /// Hunks that delete the lines.
    pub(super) deleted_by: Vec<HunkRef>,
}

impl Span {
    /// Returns whether the lines are in the text of a choice, provided that the file exists.
    pub(super) fn is_in(&self, choice: &Choice) -> bool {
        self.inserted_by.is_none_or(|by| choice.has(by))
            && !self.deleted_by.iter().any(|by| choice.has(*by))
    }
}

/// The lines beside an insertion at the time it was made; `None` is the edge of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) before: Option<LineRef>,
    pub(super) after: Option<LineRef>,
}

/// The lines of a log in one order, with the dependencies of its hunks.
#[derive(Debug, Default)]
pub(super) struct Weave {
    pub(super) spans: Vec<Span>,
    /// End offset of each line of the base.
    pub(super) base_ends: Vec<usize>,
    /// Hunks that each hunk builds on directly.
    pub(super) on: BTreeMap<HunkRef, BTreeSet<HunkRef>>,
    /// Insertion points of the hunks that delete nothing.
    pub(super) gaps: BTreeMap<HunkRef, Gap>,
    /// For each entry, the earlier hunks that it did not see, in order.
    pub(super) unseen: Vec<Arc<[HunkRef]>>,
    /// Lines without an ending, with the entries that were shown them with one.
    pub(super) unended: BTreeMap<LineRef, Vec<usize>>,
    /// Number of hunks of each entry.
    pub(super) parts: Vec<usize>,
    /// For each entry, the entry that created its file; `None` if the file existed before the log,
    /// or was deleted.
    pub(super) made_by: Vec<Option<usize>>,
}

impl Weave {
    /// Returns whether the author of entry `number` saw what `hunk` did.
    pub(super) fn saw(&self, number: usize, hunk: HunkRef) -> bool {
        hunk.0 < number && self.unseen_by(number).binary_search(&hunk).is_err()
    }

    /// Returns whether a hunk is about a file whose creation the author of entry `number`
    /// did not see.
    pub(super) fn is_of_another(&self, hunk: HunkRef, number: usize) -> bool {
        let making = self.made_by.get(hunk.0).copied().flatten();
        making.is_some_and(|making| !self.saw(number, (making, 0)))
    }

    /// Returns the earlier hunks that the author of entry `number` did not see.
    pub(super) fn unseen_by(&self, number: usize) -> &[HunkRef] {
        self.unseen.get(number).map_or(&[], |unseen| unseen)
    }

    /// Returns how many lines of a choice are above the first line that a hunk selected by `is_it`
    /// inserts or deletes.
    pub(super) fn lines_before(&self, choice: &Choice, is_it: impl Fn(HunkRef) -> bool) -> usize {
        let touches = |span: &&Span| {
            let mut by = span.inserted_by.iter().chain(&span.deleted_by);
            by.any(|by| is_it(*by))
        };
        let above = self.spans.iter().take_while(|span| !touches(span));
        let above = above.filter(|span| span.is_in(choice));
        above.map(|span| span.lines.len()).sum()
    }

    /// Returns the hunks of a choice, plus everything that the non-yielding hunks among
    /// them build on.
    pub(super) fn pinned(&self, log: &FileLog, chosen: &Choice) -> Choice {
        let mut kept = chosen.clone();
        // Hunks only build on earlier ones, so one pass from the last to the first is enough.
        let mut needed = Choice::none(log);
        for (number, entry) in log.entries.iter().enumerate().rev() {
            for (part, hunk) in entry.hunks.iter().enumerate().rev() {
                let place = (number, part);
                if needed.has(place) {
                    kept.add(place);
                }
                if needed.has(place) || (chosen.has(place) && !is_agent_owned(entry, hunk)) {
                    for on in self.on.get(&place).into_iter().flatten() {
                        needed.add(*on);
                    }
                }
            }
        }
        kept
    }
}

/// Returns the hunk at a place of the log, with its entry.
pub(super) fn hunk_at(log: &FileLog, place: HunkRef) -> Option<(&Entry, &Hunk)> {
    let entry = log.entries.get(place.0)?;
    Some((entry, entry.hunks.get(place.1)?))
}
