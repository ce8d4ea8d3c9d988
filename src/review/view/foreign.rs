//! Turns three texts without a history into runs by comparing the base with either side. This is
//! the only part of the view that compares texts, so it has a time budget.

use std::ops::Range;
use std::time::Duration;

use super::FileView;
use super::endings::Unended;
use super::lines::Lines;
use super::runs::{Column, Columns, Run, Runs};
use crate::bounded_diff::{Effort, quick_spans};
use crate::hunks::{Span, lines_of};
use protocol::review::view::CellKind;

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
        let [base, current, proposed] =
            [texts.base, texts.current, texts.proposed].map(|text| text.unwrap_or_default());
        let [old, on_disk, wanted] = [base, current, proposed].map(lines_of);
        let half = budget / 2;
        let (in_current, effort) = quick_spans(&old, &on_disk, half);
        let (in_proposed, other) = quick_spans(&old, &wanted, half);
        let mut lines = Lines::of(base);
        let first_current = lines.len();
        on_disk.iter().for_each(|line| lines.push(line));
        let first_proposed = lines.len();
        wanted.iter().for_each(|line| lines.push(line));
        let mut runs = Runs::default();
        let mut maker = Maker {
            on_disk: &on_disk,
            wanted: &wanted,
            first_current,
            first_proposed,
            runs: &mut runs,
        };
        maker.walk(old.len(), &in_current, &in_proposed);
        let mut view = Self::new(lines, runs, Vec::new(), Unended::default());
        view.refining = [effort, other].contains(&Effort::Coarse);
        view
    }

    /// Returns whether more time could give a better alignment.
    pub fn refining(&self) -> bool {
        self.refining
    }
}

struct Maker<'a> {
    on_disk: &'a [&'a str],
    wanted: &'a [&'a str],
    first_current: usize,
    first_proposed: usize,
    runs: &'a mut Runs,
}

impl Maker<'_> {
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
            at_odds = match (&on_disk, &wanted) {
                (Some(on_disk), Some(wanted)) => !self.same(on_disk, wanted),
                (None, None) => at_odds && both,
                // A change begins within a change of the other side.
                _ => both,
            };
            self.inserted(on_disk, wanted, at_odds);
            if next > *place {
                self.old(*place..next, gone, at_odds && both);
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
        let mut push = |first: usize, range: Range<usize>, columns, kind| {
            let lines = first + range.start..first + range.end;
            self.runs.push(run(lines, columns, kind));
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

    fn old(&mut self, lines: Range<usize>, gone: (bool, bool), at_odds: bool) {
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
        self.runs.push(run(lines, columns, kind));
    }
}

fn run(lines: Range<usize>, columns: Columns, kind: CellKind) -> Run {
    Run {
        lines,
        columns,
        starts: [0; 3],
        kind,
        owner: None,
        touched: Vec::new(),
    }
}

/// The changes of one side, walked from top to bottom.
struct Side<'a> {
    rest: &'a [Span],
    open: Option<&'a Span>,
}

impl<'a> Side<'a> {
    fn of(spans: &'a [Span]) -> Self {
        Self {
            rest: spans,
            open: None,
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
        Some(first.new.clone())
    }

    /// Returns whether base line `place` is in a change.
    fn changes(&self, place: usize) -> bool {
        self.open.is_some_and(|span| span.old.contains(&place))
    }
}
