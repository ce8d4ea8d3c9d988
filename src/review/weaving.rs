//! Weaves a log: puts its lines into one order, entry by entry. `weave` has the result, `order` the
//! order under construction.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;

use super::log::{FileLog, line_ends};
use super::order::{Order, SpanPosition, Visibility};
use super::weave::{Gap, HunkRef, LineRef, Span, Weave};
use protocol::change::{Entry, FileOperation, Hunk};
use protocol::ids::HunkId;

/// A weave under construction.
#[derive(Default)]
struct Weaving {
    weave: Weave,
    order: Order,
    /// Hunks that the author of the current entry did not see.
    unseen: Arc<[HunkRef]>,
    places: HashMap<HunkId, HunkRef>,
    /// The entries up to the current one that create or delete the file, each with its effect.
    existence: Vec<(usize, Existence)>,
}

/// Effect of an entry on the file as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Existence {
    Makes,
    Deletes,
}

/// A position between lines, with the number of lines above it that the author of the entry sees.
#[derive(Debug, Clone, Copy, Default)]
struct Cursor {
    place: SpanPosition,
    seen: usize,
}

impl Weave {
    /// Weaves a log. Never fails: line numbers beyond the text are clamped to it.
    pub(super) fn of(log: &FileLog) -> Self {
        let mut weaving = Weaving::default();
        weaving.base(log.base.as_deref().unwrap_or_default());
        for (number, entry) in log.entries.iter().enumerate() {
            weaving.entry(number, entry);
        }
        let mut weave = weaving.weave;
        weave.spans = weaving.order.done();
        weave
    }
}

impl Weaving {
    fn base(&mut self, base: &str) {
        self.weave.base_ends = line_ends(base);
        let lines = self.weave.base_ends.len();
        if let Some(last) = lines.checked_sub(1) {
            if !base.ends_with('\n') {
                self.weave.unended.insert((None, last), Vec::new());
            }
            self.insert(SpanPosition::default(), None, lines);
        }
    }

    fn entry(&mut self, number: usize, entry: &Entry) {
        self.look_as(entry);
        self.weave.unseen.push(Arc::clone(&self.unseen));
        self.weave.parts.push(entry.hunks.len());
        self.note_shown(number);
        self.add(number, entry);
        for (part, hunk) in entry.hunks.iter().enumerate() {
            let place = (number, part);
            if let Some(amended) = hunk.amends.and_then(|amended| self.places.get(&amended)) {
                self.weave.on.entry(place).or_default().insert(*amended);
            }
            self.places.insert(hunk.id, place);
            for (line, text) in hunk.inserted.iter().enumerate() {
                if !text.ends_with('\n') {
                    self.weave.unended.insert((Some(place), line), Vec::new());
                }
            }
        }
        // The entry's hunks are seen from here on, unless the next entry says otherwise.
        for part in 0..entry.hunks.len().max(1) {
            self.order.look((number, part), Visibility::Seen);
        }
    }

    /// Sets the visibility of the order to the hunks that the author of an entry saw.
    fn look_as(&mut self, entry: &Entry) {
        let places = entry.made_without.iter();
        let mut unseen: Vec<HunkRef> = places
            .filter_map(|hunk| self.places.get(hunk).copied())
            .collect();
        unseen.sort_unstable();
        unseen.dedup();
        if *unseen == *self.unseen {
            return;
        }
        let before = std::mem::replace(&mut self.unseen, Arc::from(unseen));
        for hunk in before.iter() {
            if self.unseen.binary_search(hunk).is_err() {
                self.order.look(*hunk, Visibility::Seen);
            }
        }
        for hunk in self.unseen.iter() {
            if before.binary_search(hunk).is_err() {
                self.order.look(*hunk, Visibility::Unseen);
            }
        }
    }

    fn add(&mut self, number: usize, entry: &Entry) {
        self.depend_on_existence(number, entry);
        match entry.operation {
            FileOperation::Delete => return self.delete_all(number),
            FileOperation::Create => self.delete_all(number),
            FileOperation::Edit | FileOperation::Rename { .. } | FileOperation::Mode { .. } => {}
        }
        let mut cursor = Cursor::default();
        for (part, hunk) in entry.hunks.iter().enumerate() {
            let start = usize::try_from(hunk.old_start.saturating_sub(1)).unwrap_or(usize::MAX);
            // Never moves back: the hunks of an entry go from top to bottom.
            let wanted = start.saturating_sub(cursor.seen);
            cursor.seen += self.order.skip(&mut cursor.place, wanted);
            if hunk.old_count == 0 {
                self.insert_between(cursor.place, (number, part), hunk.inserted.len());
            } else {
                self.replace(&mut cursor, (number, part), hunk);
            }
        }
    }

    /// Deletes every line that was ever in the file, including lines that are hidden at that
    /// moment; a creation starts empty. So no line of one file shows up in the next. A file whose
    /// creation was not seen is a different file: two files created at one path coexist, and
    /// neither deletes the other's lines.
    fn delete_all(&mut self, number: usize) {
        let weave = &self.weave;
        let is_another = |span: &Span| {
            let by = span.inserted_by;
            by.is_some_and(|by| !weave.saw(number, by) && weave.is_of_another(by, number))
        };
        self.order.delete_all((number, 0), is_another);
    }

    /// Makes the content of a created file depend on its creation, and a creation on the
    /// deletion before it.
    fn depend_on_existence(&mut self, number: usize, entry: &Entry) {
        let cause = self
            .existence
            .iter()
            .rev()
            .find(|earlier| self.weave.saw(number, (earlier.0, 0)));
        let cause = cause.map(|(earlier, _)| (*earlier, 0));
        let does = match entry.operation {
            FileOperation::Create => Some(Existence::Makes),
            FileOperation::Delete => Some(Existence::Deletes),
            FileOperation::Edit | FileOperation::Rename { .. } | FileOperation::Mode { .. } => None,
        };
        let creates = does == Some(Existence::Makes);
        let made_by = if creates {
            Some(number)
        } else {
            self.making_seen(number)
        };
        self.weave.made_by.push(made_by);
        for part in 0..entry.hunks.len() {
            let on = self.weave.on.entry((number, part)).or_default();
            on.extend(cause);
            if creates && part > 0 {
                on.insert((number, 0));
            }
        }
        self.existence.extend(does.map(|does| (number, does)));
    }

    /// Returns the last creation that the author of an entry saw, except creations whose deletion
    /// the author saw too.
    fn making_seen(&self, number: usize) -> Option<usize> {
        let saw = |earlier: usize| self.weave.saw(number, (earlier, 0));
        let is_gone = |making: usize| {
            let mut deletions = self
                .existence
                .iter()
                .filter(|(_, does)| *does == Existence::Deletes);
            deletions.any(|(at, _)| saw(*at) && self.weave.saw(*at, (making, 0)))
        };
        let mut makings = self
            .existence
            .iter()
            .rev()
            .filter(|(_, does)| *does == Existence::Makes);
        makings
            .find(|(at, _)| saw(*at) && !is_gone(*at))
            .map(|(at, _)| *at)
    }

    fn insert_between(&mut self, at: SpanPosition, hunk: HunkRef, lines: usize) {
        let mut place = at;
        let above = self.order.above(place);
        let before = above.map(|span| (span.inserted_by, span.lines.end.saturating_sub(1)));
        let above = above.and_then(|span| span.inserted_by);
        let mut replaced_by: BTreeSet<HunkRef> = above.into_iter().collect();
        while let Some(span) = self.order.get_unseen(place) {
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
            place = self.order.below(place);
        }
        let below = self.order.get(self.order.next_seen(place));
        let after = below.map(|span| (span.inserted_by, span.lines.start));
        if let (Some((Some(above), _)), Some((Some(below), _))) = (before, after)
            && above == below
        {
            self.weave.on.entry(hunk).or_default().insert(above);
        }
        if lines > 0 {
            self.weave.gaps.insert(hunk, Gap { before, after });
            self.insert(place, Some(hunk), lines);
        }
    }

    fn replace(&mut self, cursor: &mut Cursor, hunk_ref: HunkRef, hunk: &Hunk) {
        cursor.place = self.order.next_seen(cursor.place);
        if !hunk.inserted.is_empty() {
            self.insert(cursor.place, Some(hunk_ref), hunk.inserted.len());
            cursor.place = self.order.below(cursor.place);
        }
        let mut left = usize::try_from(hunk.old_count).unwrap_or(usize::MAX);
        while left > 0 {
            cursor.place = self.order.next_seen(cursor.place);
            let taken = self.order.cut(cursor.place, left);
            let Some(span) = self.order.get(cursor.place) else {
                break;
            };
            let on = self.weave.on.entry(hunk_ref).or_default();
            on.extend(span.inserted_by);
            self.order.delete(cursor.place, hunk_ref);
            left = left.saturating_sub(taken);
            cursor.seen = cursor.seen.saturating_add(taken);
            cursor.place = self.order.below(cursor.place);
        }
    }

    /// Inserts lines that the author of the current entry does not see.
    fn insert(&mut self, place: SpanPosition, inserted_by: Option<HunkRef>, lines: usize) {
        let span = Span {
            inserted_by,
            lines: 0..lines,
            deleted_by: Vec::new(),
        };
        let sight = match inserted_by {
            None => Visibility::Seen,
            Some(_) => Visibility::Unseen,
        };
        self.order.insert(place, span, sight);
    }

    /// Records the lines without an ending that entry `number` was shown with one.
    fn note_shown(&mut self, number: usize) {
        let lines: Vec<LineRef> = self.weave.unended.keys().copied().collect();
        for line in lines {
            if self.has_ending(line, number)
                && let Some(shown) = self.weave.unended.get_mut(&line)
            {
                shown.push(number);
            }
        }
    }

    /// Returns whether a line without an ending has one in the text that entry `number`
    /// was made on.
    fn has_ending(&self, line: LineRef, number: usize) -> bool {
        let Some(last) = self.order.last_seen() else {
            return false;
        };
        if (last.inserted_by, last.lines.end.saturating_sub(1)) == line {
            self.weave.was_ended_for(line, number)
        } else {
            self.order.is_seen(line)
        }
    }
}
