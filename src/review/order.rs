//! The spans of a weave under construction, in order, each with whether the author of the current
//! entry sees it. The spans are kept in short lists with sums, so that finding or inserting a line
//! neither walks over all spans nor moves them.
//!
//! Knows nothing about entries: `weaving` decides which author sees which hunk, and the place of
//! new lines.

use std::collections::BTreeMap;

use super::weave::{HunkRef, LineRef, Span};

/// Maximum number of spans in a list; a longer list is split in half.
const LONG: usize = if cfg!(test) { 3 } else { 96 };

#[derive(Debug, Default)]
pub(super) struct Order {
    /// The spans by number, in no particular order.
    spans: Vec<PlacedSpan>,
    /// The lists by number, in no particular order.
    lists: Vec<List>,
    /// Numbers of the lists, top to bottom. No list is empty.
    order: Vec<usize>,
    /// Number of each span, by its first line.
    inserted: BTreeMap<LineRef, usize>,
    /// The spans that each hunk deletes.
    deleted: BTreeMap<HunkRef, Vec<usize>>,
}

#[derive(Debug)]
struct PlacedSpan {
    span: Span,
    /// Number of reasons why the span is not seen: the hunk that inserted it is not seen, or a hunk
    /// that deletes it is.
    reasons: usize,
    list: usize,
}

#[derive(Debug, Default)]
struct List {
    spans: Vec<usize>,
    /// Number of seen lines in the list.
    seen: usize,
}

/// A position in the order: before a span, or the end. Valid until a span is inserted above it or
/// [`Order::tidy`] is called.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct SpanPosition {
    list: usize,
    at: usize,
}

/// Whether the author of the current entry sees the effect of a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    Seen,
    Unseen,
}

impl Order {
    /// Returns the span at a position; `None` at the end.
    pub(super) fn get(&self, place: SpanPosition) -> Option<&Span> {
        Some(&self.placed(place)?.span)
    }

    /// Returns the span at a position if the author of the current entry does not see it.
    pub(super) fn get_unseen(&self, place: SpanPosition) -> Option<&Span> {
        let placed = self.placed(place)?;
        (placed.reasons > 0).then_some(&placed.span)
    }

    /// Returns the span above a position.
    pub(super) fn above(&self, place: SpanPosition) -> Option<&Span> {
        let number = match place.at.checked_sub(1) {
            Some(at) => self.list(place.list)?.spans.get(at),
            None => self.list(place.list.checked_sub(1)?)?.spans.last(),
        };
        Some(&self.spans.get(*number?)?.span)
    }

    /// Returns the last seen span.
    pub(super) fn last_seen(&self) -> Option<&Span> {
        let lists = self.order.iter().rev();
        let mut lists = lists.filter_map(|list| self.lists.get(*list));
        let list = lists.find(|list| list.seen > 0)?;
        let spans = list.spans.iter().rev();
        let mut spans = spans.filter_map(|number| self.spans.get(*number));
        Some(&spans.find(|placed| placed.reasons == 0)?.span)
    }

    /// Returns whether a line is seen.
    pub(super) fn is_seen(&self, line: LineRef) -> bool {
        let (_, number) = self.inserted.range(..=line).next_back().unzip();
        let placed = number.and_then(|number| self.spans.get(*number));
        placed.is_some_and(|placed| {
            let span = &placed.span;
            placed.reasons == 0 && span.inserted_by == line.0 && span.lines.contains(&line.1)
        })
    }

    /// Returns the position below the span at a position.
    pub(super) fn below(&self, place: SpanPosition) -> SpanPosition {
        let length = self.list(place.list).map_or(0, |list| list.spans.len());
        match place.at.saturating_add(1) {
            at if at < length => SpanPosition { at, ..place },
            _ => self.next_list(place),
        }
    }

    /// Returns the first position from this one on whose span is seen, or the end.
    pub(super) fn next_seen(&self, mut place: SpanPosition) -> SpanPosition {
        while self.get_unseen(place).is_some() {
            place = match self.list(place.list) {
                Some(list) if place.at == 0 && list.seen == 0 => self.next_list(place),
                _ => self.below(place),
            };
        }
        place
    }

    /// Moves down over `lines` seen lines, and no further. Cuts the last span if it has more lines.
    /// Returns how many lines there were.
    pub(super) fn skip(&mut self, place: &mut SpanPosition, lines: usize) -> usize {
        let mut left = lines;
        while left > 0 && self.number(*place).is_some() {
            let seen = self.list(place.list).map_or(0, |list| list.seen);
            if place.at == 0 && seen < left {
                left -= seen;
                *place = self.next_list(*place);
                continue;
            }
            if self.get_unseen(*place).is_none() {
                left = left.saturating_sub(self.cut(*place, left));
            }
            *place = self.below(*place);
        }
        *place = self.tidy(*place);
        lines - left
    }

    /// Cuts the span at a position after the given number of lines, if it has more. Returns its
    /// number of lines afterwards.
    pub(super) fn cut(&mut self, place: SpanPosition, lines: usize) -> usize {
        let Some(number) = self.number(place) else {
            return 0;
        };
        let Some(placed) = self.spans.get_mut(number) else {
            return 0;
        };
        let length = placed.span.lines.len();
        if length <= lines {
            return length;
        }
        let mut rest = placed.span.clone();
        let cut = placed.span.lines.start.saturating_add(lines);
        placed.span.lines.end = cut;
        rest.lines.start = cut;
        let (reasons, list) = (placed.reasons, placed.list);
        let rest = self.add(rest, reasons, list);
        if let Some(list) = self.lists.get_mut(list) {
            list.spans.insert(place.at.saturating_add(1), rest);
        }
        lines
    }

    /// Inserts a span above a position, which afterwards refers to the new span.
    pub(super) fn insert(&mut self, place: SpanPosition, span: Span, sight: Visibility) {
        if self.order.is_empty() {
            self.order.push(self.lists.len());
            self.lists.push(List::default());
        }
        let Some(list) = self.order.get(place.list).copied() else {
            return;
        };
        let lines = span.lines.len();
        let number = self.add(span, usize::from(sight == Visibility::Unseen), list);
        if let Some(list) = self.lists.get_mut(list) {
            list.spans.insert(place.at.min(list.spans.len()), number);
            if sight == Visibility::Seen {
                list.seen = list.seen.saturating_add(lines);
            }
        }
    }

    /// Records that a hunk deletes the span at a position. Visibility stays
    /// unchanged until [`Order::look`].
    pub(super) fn delete(&mut self, place: SpanPosition, hunk: HunkRef) {
        let number = self.number(place);
        if let Some((number, placed)) =
            number.and_then(|number| Some((number, self.spans.get_mut(number)?)))
        {
            placed.span.deleted_by.push(hunk);
            self.deleted.entry(hunk).or_default().push(number);
        }
    }

    /// Works like `delete` for every span that is not `spared`.
    pub(super) fn delete_all(&mut self, hunk: HunkRef, spared: impl Fn(&Span) -> bool) {
        let deleted = self.deleted.entry(hunk).or_default();
        for (number, placed) in self.spans.iter_mut().enumerate() {
            if spared(&placed.span) {
                continue;
            }
            placed.span.deleted_by.push(hunk);
            deleted.push(number);
        }
    }

    /// Sets whether a hunk's insertions and deletions are seen from now on.
    pub(super) fn look(&mut self, hunk: HunkRef, sight: Visibility) {
        let lines = (Some(hunk), 0)..=(Some(hunk), usize::MAX);
        let inserted: Vec<usize> = self.inserted.range(lines).map(|(_, at)| *at).collect();
        let deleted = self.deleted.get(&hunk).cloned().unwrap_or_default();
        let (shown, hidden) = match sight {
            Visibility::Seen => (inserted, deleted),
            Visibility::Unseen => (deleted, inserted),
        };
        shown.into_iter().for_each(|number| self.show(number));
        hidden.into_iter().for_each(|number| self.hide(number));
    }

    fn show(&mut self, number: usize) {
        let Some(placed) = self.spans.get_mut(number) else {
            return;
        };
        placed.reasons = placed.reasons.saturating_sub(1);
        if let Some(list) = self
            .lists
            .get_mut(placed.list)
            .filter(|_| placed.reasons == 0)
        {
            list.seen = list.seen.saturating_add(placed.span.lines.len());
        }
    }

    fn hide(&mut self, number: usize) {
        let Some(placed) = self.spans.get_mut(number) else {
            return;
        };
        if let Some(list) = self
            .lists
            .get_mut(placed.list)
            .filter(|_| placed.reasons == 0)
        {
            list.seen = list.seen.saturating_sub(placed.span.lines.len());
        }
        placed.reasons = placed.reasons.saturating_add(1);
    }

    /// Splits the list at a position in half if it is too long. Returns the position, which may now
    /// be in another list; all other positions below it become invalid.
    fn tidy(&mut self, place: SpanPosition) -> SpanPosition {
        let new = self.lists.len();
        let list = self.order.get(place.list).copied();
        let Some(list) = list.and_then(|list| self.lists.get_mut(list)) else {
            return place;
        };
        if list.spans.len() <= LONG {
            return place;
        }
        let half = list.spans.len() / 2;
        let lower = list.spans.split_off(half);
        let mut seen = 0_usize;
        for number in &lower {
            if let Some(placed) = self.spans.get_mut(*number) {
                placed.list = new;
                let lines = placed.span.lines.len();
                seen = seen.saturating_add(if placed.reasons == 0 { lines } else { 0 });
            }
        }
        list.seen = list.seen.saturating_sub(seen);
        self.lists.push(List { spans: lower, seen });
        self.order.insert(place.list.saturating_add(1), new);
        match place.at.checked_sub(half) {
            Some(at) => SpanPosition {
                list: place.list.saturating_add(1),
                at,
            },
            None => place,
        }
    }

    /// Returns the spans, top to bottom.
    pub(super) fn done(mut self) -> Vec<Span> {
        let mut spans = Vec::with_capacity(self.spans.len());
        let lists = self.order.iter().filter_map(|list| self.lists.get(*list));
        for number in lists.flat_map(|list| &list.spans) {
            let placed = self.spans.get_mut(*number);
            spans.extend(placed.map(|placed| std::mem::take(&mut placed.span)));
        }
        spans
    }

    fn add(&mut self, span: Span, reasons: usize, list: usize) -> usize {
        let number = self.spans.len();
        self.inserted
            .insert((span.inserted_by, span.lines.start), number);
        for hunk in &span.deleted_by {
            self.deleted.entry(*hunk).or_default().push(number);
        }
        self.spans.push(PlacedSpan {
            span,
            reasons,
            list,
        });
        number
    }

    /// Returns the first position of the next list, or the end if there is none.
    fn next_list(&self, place: SpanPosition) -> SpanPosition {
        let next = place.list.saturating_add(1);
        match self.list(next) {
            Some(_) => SpanPosition { list: next, at: 0 },
            None => SpanPosition {
                at: self.list(place.list).map_or(0, |list| list.spans.len()),
                ..place
            },
        }
    }

    fn list(&self, place: usize) -> Option<&List> {
        self.lists.get(*self.order.get(place)?)
    }

    fn number(&self, place: SpanPosition) -> Option<usize> {
        self.list(place.list)?.spans.get(place.at).copied()
    }

    fn placed(&self, place: SpanPosition) -> Option<&PlacedSpan> {
        self.spans.get(self.number(place)?)
    }
}
