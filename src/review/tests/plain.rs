//! Reference implementation of weaving, line by line and without sums. Gives on any log the result
//! that `weaving` computes fast.

use std::collections::{BTreeMap, BTreeSet};

use crate::log::{FileLog, split_lines};
use crate::testing::histories::is_of_another;
use crate::weave::{Gap, HunkRef, LineRef, Span};
use protocol::change::{Entry, FileOperation, Hunk};
use protocol::ids::HunkId;

#[derive(Debug, Default)]
pub(super) struct Plain {
    pub(super) spans: Vec<Span>,
    pub(super) on: BTreeMap<HunkRef, BTreeSet<HunkRef>>,
    pub(super) gaps: BTreeMap<HunkRef, Gap>,
    pub(super) unseen: Vec<BTreeSet<HunkRef>>,
    pub(super) unended: BTreeMap<LineRef, Vec<usize>>,
    pub(super) parts: Vec<usize>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Cursor {
    index: usize,
    visible: usize,
}

impl Plain {
    /// Weaves a log. Never fails: line numbers beyond the text are clamped to it.
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

    /// Returns whether the author of entry `number` saw what `hunk` did.
    fn saw(&self, number: usize, hunk: HunkRef) -> bool {
        hunk.0 < number
            && !self
                .unseen
                .get(number)
                .is_some_and(|set| set.contains(&hunk))
    }

    fn add(&mut self, log: &FileLog, number: usize, entry: &Entry) {
        self.depend_on_existence(log, number, entry);
        match entry.operation {
            FileOperation::Delete => return self.delete_all(log, number),
            FileOperation::Create => self.delete_all(log, number),
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

    /// Makes the content of a created file depend on its creation, and a creation on the
    /// deletion before it.
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

    /// Deletes every line that was ever in the file, including lines that are hidden at that
    /// moment; a creation starts empty. So no line of one file shows up in the next. Lines of a
    /// file whose creation was not seen stay.
    fn delete_all(&mut self, log: &FileLog, number: usize) {
        for span in &mut self.spans {
            let by = span.inserted_by.map(|by| log.entries[by.0].hunks[by.1].id);
            if !by.is_some_and(|by| is_of_another(log, by, number)) {
                span.deleted_by.push((number, 0));
            }
        }
    }

    /// Returns whether span `index` is in the text that entry `number` was made on.
    fn is_visible(&self, index: usize, number: usize) -> bool {
        self.spans.get(index).is_some_and(|span| {
            span.inserted_by.is_none_or(|by| self.saw(number, by))
                && !span.deleted_by.iter().any(|by| self.saw(number, *by))
        })
    }

    /// Advances until `lines` visible lines are before the cursor, and no further. Never moves
    /// back: the hunks of an entry go from top to bottom.
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

    /// Cuts span `index` after `wanted` lines, if it has more. Returns its number
    /// of lines afterwards.
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
                // The line belongs to the same hunk as the line before, or to an earlier part
                // of this entry.
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

    /// Records the lines of the base and of entry `number` that have no ending.
    fn note_unended(&mut self, by: Option<HunkRef>, lines: &[&str]) {
        for (line, text) in lines.iter().enumerate() {
            if !text.ends_with('\n') {
                self.unended.insert((by, line), Vec::new());
            }
        }
    }

    /// Records the lines without an ending that entry `number` was shown with one.
    fn note_shown(&mut self, number: usize) {
        let shown: Vec<LineRef> = self
            .unended
            .keys()
            .copied()
            .filter(|line| self.has_ending(*line, number))
            .collect();
        for line in shown {
            self.unended.entry(line).or_default().push(number);
        }
    }

    /// Returns whether a line without an ending has one in the text that entry `number`
    /// was made on.
    fn has_ending(&self, line: LineRef, number: usize) -> bool {
        let mut visible = (0..self.spans.len())
            .rev()
            .filter(|index| self.is_visible(*index, number))
            .filter_map(|index| self.spans.get(index));
        let Some(last) = visible.next() else {
            return false;
        };
        if (last.inserted_by, last.lines.end.saturating_sub(1)) == line {
            return self.was_ended_for(line, number);
        }
        std::iter::once(last)
            .chain(visible)
            .any(|span| span.inserted_by == line.0 && span.lines.contains(&line.1))
    }

    /// Works like `was_ended` for the text that entry `number` was made on.
    fn was_ended_for(&self, line: LineRef, number: usize) -> bool {
        let shown = self.unended.get(&line).into_iter().flatten();
        shown.into_iter().any(|entry| {
            let parts = self.parts.get(*entry).copied().unwrap_or(0);
            (0..parts).any(|part| self.saw(number, (*entry, part)))
        })
    }
}
