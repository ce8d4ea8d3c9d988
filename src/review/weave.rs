//! All lines that a file ever had, in one order: the base's and every entry's, as spans with who
//! inserted and who deleted them. Any choice of hunks is a filter on it. Made of the log by `weaving`.
//!
//! Where lines go: a hunk's lines stand directly before the first line that it deletes; lines
//! that replace nothing stand directly after the visible line before them and after the hidden
//! lines which that line replaced. So a replacement and an insertion beside it keep their order
//! whichever of them is taken, and all hunks taken give the last text, none the base.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::protocol::change::{Entry, Hunk};

use super::choice::Choice;
use super::log::{FileLog, is_agent_owned};

/// A hunk by its place in the log: entry, then hunk in the entry.
pub(super) type HunkRef = (usize, usize);

/// A line by its place: the hunk that inserted it (`None` is the base), and which of its lines.
pub(super) type LineRef = (Option<HunkRef>, usize);

/// A run of lines with one fate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Span {
    /// The hunk that inserted them; `None` for lines of the base.
    pub(super) inserted_by: Option<HunkRef>,
    /// Their numbers: in the base, or among the lines that their hunk inserted.
    pub(super) lines: Range<usize>,
    /// The hunks that delete them.
    pub(super) deleted_by: Vec<HunkRef>,
}

impl Span {
    /// Whether its lines are in the text of a choice, if there is a file.
    pub(super) fn is_in(&self, choice: &Choice) -> bool {
        self.inserted_by.is_none_or(|by| choice.has(by))
            && !self.deleted_by.iter().any(|by| choice.has(*by))
    }
}

/// The lines beside an insertion as it was made; `None` is the edge of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gap {
    /// The line before.
    pub(super) before: Option<LineRef>,
    /// The line after.
    pub(super) after: Option<LineRef>,
}

/// The lines of a log in one order, with what its hunks build on.
#[derive(Debug, Default)]
pub(super) struct Weave {
    pub(super) spans: Vec<Span>,
    /// Where each line of the base ends in it.
    pub(super) base_ends: Vec<usize>,
    /// What each hunk builds on, directly.
    pub(super) on: BTreeMap<HunkRef, BTreeSet<HunkRef>>,
    /// Where the hunks insert that delete nothing.
    pub(super) gaps: BTreeMap<HunkRef, Gap>,
    /// For each entry, the earlier hunks that it did not see, in order.
    pub(super) unseen: Vec<Arc<[HunkRef]>>,
    /// Lines without ending, with the entries that were shown them with one.
    pub(super) unended: BTreeMap<LineRef, Vec<usize>>,
    /// For each entry, how many hunks it has.
    pub(super) parts: Vec<usize>,
    /// For each entry, the one that made the file that it is about; `None` where that was there before the log, or is
    /// gone.
    pub(super) made_by: Vec<Option<usize>>,
}

impl Weave {
    /// Whether the maker of entry `number` saw what `hunk` did.
    pub(super) fn saw(&self, number: usize, hunk: HunkRef) -> bool {
        hunk.0 < number && self.unseen_by(number).binary_search(&hunk).is_err()
    }

    /// Whether a hunk is about a file whose making the maker of entry `number` did not see.
    pub(super) fn is_of_another(&self, hunk: HunkRef, number: usize) -> bool {
        let making = self.made_by.get(hunk.0).copied().flatten();
        making.is_some_and(|making| !self.saw(number, (making, 0)))
    }

    /// The earlier hunks that the maker of entry `number` did not see.
    pub(super) fn unseen_by(&self, number: usize) -> &[HunkRef] {
        self.unseen.get(number).map_or(&[], |unseen| unseen)
    }

    /// How many lines of a choice are above the first line that a hunk inserts or deletes, of those
    /// that `is_it` says.
    pub(super) fn lines_before(&self, choice: &Choice, is_it: impl Fn(HunkRef) -> bool) -> usize {
        let touches = |span: &&Span| {
            let mut by = span.inserted_by.iter().chain(&span.deleted_by);
            by.any(|by| is_it(*by))
        };
        let above = self.spans.iter().take_while(|span| !touches(span));
        let above = above.filter(|span| span.is_in(choice));
        above.map(|span| span.lines.len()).sum()
    }

    /// The hunks of a choice, and all that those of them build on that never yield.
    pub(super) fn pinned(&self, log: &FileLog, chosen: &Choice) -> Choice {
        let mut kept = chosen.clone();
        // Hunks build on earlier ones only, so one pass from the last to the first is enough.
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

/// The hunk at a place of the log.
pub(super) fn hunk_at(log: &FileLog, place: HunkRef) -> Option<(&Entry, &Hunk)> {
    let entry = log.entries.get(place.0)?;
    Some((entry, entry.hunks.get(place.1)?))
}
