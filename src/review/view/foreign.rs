//! Turns three texts without a history into runs by comparing the base with either side. This is
//! the only part of the view that compares texts, so it has a time budget. The changes that git
//! knows have hunks, see [`FileView::of_changes`].

use std::ops::Range;
use std::time::Duration;

use super::FileView;
use super::endings::Unended;
use super::hunks::ViewHunk;
use super::lines::Lines;
use super::runs::{Column, Columns, Run, Runs};
use crate::bounded_diff::{Effort, quick_spans};
use crate::hunks::{Span, lines_of};
use protocol::review::view::{CellKind, HunkRow};

/// The three texts of a file; `None` for a missing one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Texts<'a> {
    /// Text on the disk.
    pub current: Option<&'a str>,
    /// Common ancestor of the other two.
    pub base: Option<&'a str>,
    pub proposed: Option<&'a str>,
}

impl FileView {
    /// Time budget above which a user would notice the wait.
    pub const QUICK: Duration = Duration::from_millis(150);

    /// Computes the view of three texts without a history. It has no hunks; a place that both sides
    /// changed differently is a conflict. If the comparison exceeds `budget`, the view uses a
    /// coarser one and [`FileView::refining`] returns true; call again with a larger budget then.
    pub fn of_texts(texts: &Texts<'_>, budget: Duration) -> Self {
        let [base, current, proposed] = texts.as_lines();
        let half = budget / 2;
        let (in_current, effort) = quick_spans(&base, &current, half);
        let (in_proposed, other) = quick_spans(&base, &proposed, half);
        let (lines, runs) = Maker::runs(texts, (&in_current, &in_proposed), Sides::Rivals);
        let mut view = Self::new(lines, runs, Vec::new(), Unended::default());
        view.refining = [effort, other].contains(&Effort::Coarse);
        view
    }

    /// Computes the view of a file whose changes from the base to the proposal are hunks; see
    /// [`changes_between`]. Lines that only the disk has are nobody's hunk and no conflict, since
    /// the disk was made from the proposal. `hunk` describes a change.
    pub fn of_changes(
        texts: &Texts<'_>,
        changes: &[Span],
        budget: Duration,
        hunk: &mut dyn FnMut(&Span) -> HunkRow,
    ) -> Self {
        let [base, current, _] = texts.as_lines();
        let (in_current, _) = quick_spans(&base, &current, budget);
        let (lines, runs) = Maker::runs(texts, (&in_current, changes), Sides::Successors);
        let hunks = changes.iter().map(|change| ViewHunk {
            row: hunk(change),
            at: 0,
        });
        Self::new(lines, runs, hunks.collect(), Unended::default())
    }

    /// Returns whether more time could give a better alignment.
    pub fn refining(&self) -> bool {
        self.refining
    }
}

/// Returns the changes between two texts, top to bottom: few if the time allows.
pub fn changes_between(base: &str, proposed: &str, budget: Duration) -> Vec<Span> {
    quick_spans(&lines_of(base), &lines_of(proposed), budget).0
}

impl<'a> Texts<'a> {
    /// Returns the lines of the base, the disk and the proposal.
    fn as_lines(&self) -> [Vec<&'a str>; 3] {
        let texts = [self.base, self.current, self.proposed];
        texts.map(|text| lines_of(text.unwrap_or_default()))
    }
}

/// Relation between the disk and the proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// Both were made from the base, and can conflict.
    Rivals,
    /// The disk was made from the proposal, whose changes are hunks.
    Successors,
}

struct Maker<'a> {
    on_disk: &'a [&'a str],
    wanted: &'a [&'a str],
    first_current: usize,
    first_proposed: usize,
    sides: Sides,
    runs: Runs,
}

impl Maker<'_> {
    fn runs(
        texts: &Texts<'_>,
        (in_current, in_proposed): (&[Span], &[Span]),
        sides: Sides,
    ) -> (Lines, Runs) {
        let [old, on_disk, wanted] = texts.as_lines();
        let mut lines = Lines::of(texts.base.unwrap_or_default());
        let first_current = lines.len();
        on_disk.iter().for_each(|line| lines.push(line));
        let first_proposed = lines.len();
        wanted.iter().for_each(|line| lines.push(line));
        let mut maker = Maker {
            on_disk: &on_disk,
            wanted: &wanted,
            first_current,
            first_proposed,
            sides,
            runs: Runs::default(),
        };
        maker.walk(old.len(), in_current, in_proposed);
        (lines, maker.runs)
    }

    /// Walks down the base, stopping wherever a change of either side begins or ends.
    fn walk(&mut self, count: usize, current: &[Span], proposed: &[Span]) {
        let ends = current.iter().chain(proposed);
        let mut places: Vec<usize> = ends
            .flat_map(|span| [span.old.start, span.old.end])
            .chain([0, count])
            .collect();
        places.sort_unstable();
        places.dedup();
        let (mut left, mut right) = (Side::of(current), Side::of(proposed));
        let mut at_odds = false;
        for (number, place) in places.iter().enumerate() {
            let next = places.get(number + 1).copied().unwrap_or(*place);
            let (on_disk, wanted) = (left.begins(*place), right.begins(*place));
            let gone = (left.changes(*place), right.changes(*place));
            let both = gone.0 && gone.1;
            let hunk = right.number.filter(|_| self.sides == Sides::Successors);
            at_odds = match (&on_disk, &wanted) {
                _ if self.sides == Sides::Successors => false,
                (Some(on_disk), Some(wanted)) => !self.same(on_disk, wanted),
                (None, None) => at_odds && both,
                // A change begins within a change of the other side.
                _ => both,
            };
            self.inserted(on_disk, wanted, at_odds, hunk);
            if next > *place {
                let hunk = hunk.filter(|_| gone.1);
                self.old(*place..next, gone, at_odds && both, hunk);
            }
        }
    }

    fn same(&self, on_disk: &Range<usize>, wanted: &Range<usize>) -> bool {
        self.on_disk.get(on_disk.clone()) == self.wanted.get(wanted.clone())
    }

    /// Adds lines that one or both sides inserted; equal lines at either end are the same line.
    fn inserted(
        &mut self,
        on_disk: Option<Range<usize>>,
        wanted: Option<Range<usize>>,
        at_odds: bool,
        hunk: Option<usize>,
    ) {
        let (on_disk, wanted) = (on_disk.unwrap_or(0..0), wanted.unwrap_or(0..0));
        let left = self.on_disk.get(on_disk.clone()).unwrap_or_default();
        let right = self.wanted.get(wanted.clone()).unwrap_or_default();
        let equal = |pair: &(&&str, &&str)| pair.0 == pair.1;
        let head = left.iter().zip(right).take_while(equal).count();
        let (rest_left, rest_right) = (left.iter().rev(), right.iter().rev());
        let most = left.len().min(right.len()) - head;
        let tail = rest_left
            .zip(rest_right)
            .take(most)
            .take_while(equal)
            .count();
        let both = Columns::of(&[Column::Current, Column::Proposed]);
        let kind = |alone| if at_odds { CellKind::Conflict } else { alone };
        let current = self.first_current;
        let proposed = self.first_proposed;
        let mut push = |first: usize, range: Range<usize>, columns: Columns, kind| {
            let lines = first + range.start..first + range.end;
            let hunk = hunk.filter(|_| columns.has(Column::Proposed));
            self.runs.push(run(lines, columns, kind, hunk));
        };
        let (start, end) = (on_disk.start + head, on_disk.end - tail);
        push(current, on_disk.start..start, both, CellKind::Added);
        let on_disk_only = Columns::of(&[Column::Current]);
        push(current, start..end, on_disk_only, kind(CellKind::User));
        let wanted_only = Columns::of(&[Column::Proposed]);
        let middle = wanted.start + head..wanted.end - tail;
        push(proposed, middle, wanted_only, kind(CellKind::Added));
        push(current, end..on_disk.end, both, CellKind::Added);
    }

    fn old(&mut self, lines: Range<usize>, gone: (bool, bool), at_odds: bool, hunk: Option<usize>) {
        let mut columns = Columns::of(&[Column::Base]);
        if !gone.0 {
            columns = columns.with(Column::Current);
        }
        if !gone.1 {
            columns = columns.with(Column::Proposed);
        }
        let kind = match gone {
            _ if at_odds => CellKind::Conflict,
            (true, false) => CellKind::User,
            _ => CellKind::Removed,
        };
        self.runs.push(run(lines, columns, kind, hunk));
    }
}

fn run(lines: Range<usize>, columns: Columns, kind: CellKind, hunk: Option<usize>) -> Run {
    Run {
        lines,
        columns,
        starts: [0; 3],
        kind,
        owner: hunk,
        touched: hunk.into_iter().collect(),
    }
}

/// The changes of one side, walked from top to bottom.
struct Side<'a> {
    rest: &'a [Span],
    open: Option<&'a Span>,
    /// Number of the open change, from 0.
    number: Option<usize>,
}

impl<'a> Side<'a> {
    fn of(spans: &'a [Span]) -> Self {
        Self {
            rest: spans,
            open: None,
            number: None,
        }
    }

    /// Returns the new lines of a change that begins before base line `place`.
    fn begins(&mut self, place: usize) -> Option<Range<usize>> {
        let (first, rest) = self.rest.split_first()?;
        if first.old.start != place {
            return None;
        }
        self.rest = rest;
        self.open = Some(first);
        self.number = Some(self.number.map_or(0, |number| number + 1));
        Some(first.new.clone())
    }

    /// Returns whether base line `place` is in a change.
    fn changes(&self, place: usize) -> bool {
        self.open.is_some_and(|span| span.old.contains(&place))
    }
}
