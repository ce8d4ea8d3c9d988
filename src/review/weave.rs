//! All lines that a file ever had, in one order: the base's and every entry's, as spans with who
//! inserted and who deleted them. Built once from the log; any choice of hunks is a filter on it.
//!
//! Where lines go: a hunk's lines stand directly before the first line that it deletes; lines
//! that replace nothing stand directly after the visible line before them and after the hidden
//! lines which that line replaced. So a replacement and an insertion beside it keep their order
//! whichever of them is taken, and all hunks taken give the last text, none the base.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::protocol::change::{Entry, FileOperation, Hunk};
use crate::protocol::ids::HunkId;

use super::choice::Choice;
use super::log::{FileLog, gives_way, split_lines};

/// A hunk by its place in the log: entry, then hunk in the entry.
pub(super) type HunkRef = (usize, usize);

/// A line by its place: the hunk that inserted it (`None` is the base), and which of its lines.
pub(super) type LineRef = (Option<HunkRef>, usize);

/// A run of lines with one fate.
#[derive(Debug, Clone)]
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
    /// The lines.
    pub(super) spans: Vec<Span>,
    /// What each hunk builds on, directly.
    pub(super) on: BTreeMap<HunkRef, BTreeSet<HunkRef>>,
    /// Where the hunks insert that delete nothing.
    pub(super) gaps: BTreeMap<HunkRef, Gap>,
    /// For each entry, the earlier hunks that it did not see.
    pub(super) unseen: Vec<BTreeSet<HunkRef>>,
    /// Lines without ending, with the entries that were shown them with one.
    pub(super) unended: BTreeMap<LineRef, Vec<usize>>,
    /// For each entry, how many hunks it has.
    pub(super) parts: Vec<usize>,
}

/// A place between lines: so many visible lines of the entry's text are before span `index`.
#[derive(Debug, Clone, Copy, Default)]
struct Cursor {
    index: usize,
    visible: usize,
}

impl Weave {
    /// Weaves a log. Total: line numbers that the text does not have are cut to it.
    pub(super) fn of(log: &FileLog) -> Self {
        let mut weave = Self::default();
        let base = log.base.as_deref().unwrap_or_default();
        let lines: Vec<&str> = split_lines(base).collect();
        weave.note_unended(None, &lines);
        if !lines.is_empty() {
            weave.spans.push(Span {
                inserted_by: None,
                lines: 0..lines.len(),
                deleted_by: Vec::new(),
            });
        }
        let mut places: BTreeMap<HunkId, HunkRef> = BTreeMap::new();
        for (number, entry) in log.entries.iter().enumerate() {
            let unseen = entry
                .made_without
                .iter()
                .filter_map(|hunk| places.get(hunk).copied())
                .collect();
            weave.unseen.push(unseen);
            weave.parts.push(entry.hunks.len());
            weave.note_shown(number);
            weave.add(log, number, entry);
            for (part, hunk) in entry.hunks.iter().enumerate() {
                if let Some(amended) = hunk.amends.and_then(|amended| places.get(&amended)) {
                    weave.on.entry((number, part)).or_default().insert(*amended);
                }
                places.insert(hunk.id, (number, part));
                let lines: Vec<&str> = hunk.inserted.iter().map(String::as_str).collect();
                weave.note_unended(Some((number, part)), &lines);
            }
        }
        weave
    }

    /// Whether the maker of entry `number` saw what `hunk` did.
    pub(super) fn saw(&self, number: usize, hunk: HunkRef) -> bool {
        hunk.0 < number
            && !self
                .unseen
                .get(number)
                .is_some_and(|set| set.contains(&hunk))
    }

    fn add(&mut self, log: &FileLog, number: usize, entry: &Entry) {
        self.depend_on_existence(log, number, entry);
        match entry.operation {
            FileOperation::Delete => return self.delete_all(number),
            FileOperation::Create => self.delete_all(number),
            FileOperation::Edit | FileOperation::Rename { .. } | FileOperation::Mode { .. } => {}
        }
        let mut cursor = Cursor::default();
        for (part, hunk) in entry.hunks.iter().enumerate() {
            let hunk_ref = (number, part);
            let start = usize::try_from(hunk.old_start.saturating_sub(1)).unwrap_or(usize::MAX);
            self.seek(&mut cursor, number, start);
            if hunk.old_count == 0 {
                self.insert_between(cursor, hunk_ref, hunk.inserted.len());
            } else {
                self.replace(&mut cursor, hunk_ref, hunk);
            }
        }
    }

    /// The content of a created file depends on its creation, a creation on the deletion before.
    fn depend_on_existence(&mut self, log: &FileLog, number: usize, entry: &Entry) {
        let cause = log
            .entries
            .iter()
            .enumerate()
            .take(number)
            .rev()
            .filter(|(_, earlier)| {
                let operation = &earlier.operation;
                matches!(operation, FileOperation::Create | FileOperation::Delete)
            })
            .map(|(earlier, _)| (earlier, 0))
            .find(|operation| self.saw(number, *operation));
        let creates = entry.operation == FileOperation::Create;
        for part in 0..entry.hunks.len() {
            let on = self.on.entry((number, part)).or_default();
            on.extend(cause);
            if creates && part > 0 {
                on.insert((number, 0));
            }
        }
    }

    /// Deleting the file takes every line that was ever in it, those too that are hidden at that
    /// moment; making one begins with nothing. So no line of one file shows up in the next.
    fn delete_all(&mut self, number: usize) {
        for span in &mut self.spans {
            span.deleted_by.push((number, 0));
        }
    }

    /// Whether span `index` is in the text that entry `number` was made on.
    pub(super) fn is_visible(&self, index: usize, number: usize) -> bool {
        self.spans.get(index).is_some_and(|span| {
            span.inserted_by.is_none_or(|by| self.saw(number, by))
                && !span.deleted_by.iter().any(|by| self.saw(number, *by))
        })
    }

    /// Moves on until `lines` visible lines are before the cursor, and no further. Never back:
    /// the hunks of an entry go from top to bottom.
    fn seek(&mut self, cursor: &mut Cursor, number: usize, lines: usize) {
        while cursor.visible < lines && cursor.index < self.spans.len() {
            if self.is_visible(cursor.index, number) {
                let wanted = lines - cursor.visible;
                cursor.visible = cursor
                    .visible
                    .saturating_add(self.split(cursor.index, wanted));
            }
            cursor.index += 1;
        }
    }

    /// Cuts span `index` after `wanted` lines, if it has more. Gives how many it has then.
    fn split(&mut self, index: usize, wanted: usize) -> usize {
        let Some(span) = self.spans.get_mut(index) else {
            return 0;
        };
        let length = span.lines.len();
        if length <= wanted {
            return length;
        }
        let mut rest = span.clone();
        let cut = span.lines.start.saturating_add(wanted);
        span.lines.end = cut;
        rest.lines.start = cut;
        self.spans.insert(index.saturating_add(1), rest);
        wanted
    }

    fn insert_between(&mut self, at: Cursor, hunk: HunkRef, lines: usize) {
        let mut index = at.index;
        let before = index.checked_sub(1).and_then(|last| self.spans.get(last));
        let before_line = before.map(|span| (span.inserted_by, span.lines.end.saturating_sub(1)));
        let mut replaced_by: BTreeSet<HunkRef> = before
            .and_then(|span| span.inserted_by)
            .into_iter()
            .collect();
        while !self.is_visible(index, hunk.0)
            && let Some(span) = self.spans.get(index)
        {
            let is_replaced = span.deleted_by.iter().any(|by| replaced_by.contains(by));
            let goes_before = span.inserted_by.is_some_and(|by| {
                // Of the same hunk as the line before, or of an earlier part of this very entry.
                replaced_by.contains(&by) || by.0 == hunk.0
            });
            if !is_replaced && !goes_before {
                break;
            }
            replaced_by.extend(span.inserted_by);
            index += 1;
        }
        let after_line = (index..self.spans.len())
            .find(|next| self.is_visible(*next, hunk.0))
            .and_then(|next| self.spans.get(next))
            .map(|span| (span.inserted_by, span.lines.start));
        if let (Some((Some(above), _)), Some((Some(below), _))) = (before_line, after_line)
            && above == below
        {
            self.on.entry(hunk).or_default().insert(above);
        }
        if lines > 0 {
            let gap = Gap {
                before: before_line,
                after: after_line,
            };
            self.gaps.insert(hunk, gap);
            self.insert_span(index, hunk, lines);
        }
    }

    fn replace(&mut self, cursor: &mut Cursor, hunk_ref: HunkRef, hunk: &Hunk) {
        while cursor.index < self.spans.len() && !self.is_visible(cursor.index, hunk_ref.0) {
            cursor.index += 1;
        }
        if !hunk.inserted.is_empty() {
            self.insert_span(cursor.index, hunk_ref, hunk.inserted.len());
            cursor.index += 1;
        }
        let mut left = usize::try_from(hunk.old_count).unwrap_or(usize::MAX);
        while left > 0 && cursor.index < self.spans.len() {
            if self.is_visible(cursor.index, hunk_ref.0) {
                let taken = self.split(cursor.index, left);
                left = left.saturating_sub(taken);
                cursor.visible = cursor.visible.saturating_add(taken);
                if let Some(span) = self.spans.get_mut(cursor.index) {
                    span.deleted_by.push(hunk_ref);
                    let by = span.inserted_by;
                    self.on.entry(hunk_ref).or_default().extend(by);
                }
            }
            cursor.index += 1;
        }
    }

    fn insert_span(&mut self, index: usize, hunk: HunkRef, lines: usize) {
        let span = Span {
            inserted_by: Some(hunk),
            lines: 0..lines,
            deleted_by: Vec::new(),
        };
        self.spans.insert(index.min(self.spans.len()), span);
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
                if needed.has(place) || (chosen.has(place) && !gives_way(entry, hunk)) {
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
