//! Turns runs into aligned rows. Lines with the same identity share a row in all columns. Within a
//! change, lines without a partner are paired by the words that they share.

use std::collections::BTreeMap;

use super::lines::Lines;
use super::runs::{Column, Columns, Run};
use super::words::Bag;
use protocol::review::view::CellKind;

/// Maximum number of changed lines in one place for which every near pair of lines is compared.
const NEAR: usize = 2_000;

/// Maximum number for which only the next few lines are compared; above it, lines are
/// paired by position.
const FAR: usize = 20_000;

/// A line, by its run and its number in the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct At {
    pub(super) run: usize,
    pub(super) offset: usize,
}

/// Lines side by side in one row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Aligned {
    pub(super) current: Option<At>,
    pub(super) base: Option<At>,
    pub(super) proposed: Option<At>,
}

impl Aligned {
    /// Returns the line in a column.
    pub(super) fn at(&self, column: Column) -> Option<At> {
        match column {
            Column::Current => self.current,
            Column::Base => self.base,
            Column::Proposed => self.proposed,
        }
    }

    fn set(&mut self, columns: Columns, at: At) {
        if columns.has(Column::Current) {
            self.current = Some(at);
        }
        if columns.has(Column::Base) {
            self.base = Some(at);
        }
        if columns.has(Column::Proposed) {
            self.proposed = Some(at);
        }
    }
}

/// Part of the view, the same in every layout.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    /// Run that is in all three texts.
    Common(usize),
    /// Changed lines. The rows keep each column's line order.
    Changed(Vec<Aligned>),
}

/// Returns the pieces of a view.
pub(super) fn pieces(runs: &[Run], lines: &Lines) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut segment = Segment::default();
    for (number, run) in runs.iter().enumerate() {
        if run.is_common() {
            segment.flush(runs, lines, &mut pieces);
            pieces.push(Piece::Common(number));
            continue;
        }
        if !segment.takes(run.columns) {
            segment.flush(runs, lines, &mut pieces);
        }
        segment.add(number, run.columns);
    }
    segment.flush(runs, lines, &mut pieces);
    pieces
}

/// Adjacent changed runs whose lines may share rows: no old run shares a column with a new one.
#[derive(Debug, Default)]
struct Segment {
    /// Runs with lines of the base.
    old: Vec<usize>,
    /// Runs that only the disk has.
    current: Vec<usize>,
    /// Runs with lines of the proposal.
    proposed: Vec<usize>,
    old_columns: Columns,
    new_columns: Columns,
    has_both: bool,
}

impl Segment {
    /// Whether a run belongs to this segment. Inserted lines are above deleted ones, so a new line
    /// below old ones starts the next change.
    fn takes(&self, columns: Columns) -> bool {
        if columns.has(Column::Base) {
            return !columns.meet(self.new_columns);
        }
        let in_order = if !columns.has(Column::Proposed) {
            !self.has_both
        } else {
            !columns.has(Column::Current) || self.current.is_empty()
        };
        self.old.is_empty() && in_order
    }

    fn add(&mut self, run: usize, columns: Columns) {
        if columns.has(Column::Base) {
            self.old.push(run);
            self.old_columns = self.old_columns.and(columns);
            return;
        }
        self.new_columns = self.new_columns.and(columns);
        if columns.has(Column::Proposed) {
            self.has_both |= columns.has(Column::Current);
            self.proposed.push(run);
        } else {
            self.current.push(run);
        }
    }

    fn flush(&mut self, runs: &[Run], lines: &Lines, pieces: &mut Vec<Piece>) {
        let segment = std::mem::take(self);
        let sides = Sides {
            runs,
            old: places(runs, &segment.old),
            current: places(runs, &segment.current),
            proposed: places(runs, &segment.proposed),
        };
        let mut rows = sides.align(lines);
        meet(runs, &mut rows);
        if !rows.is_empty() {
            pieces.push(Piece::Changed(rows));
        }
    }
}

/// Puts the user's line beside the agent's in a conflict: if both replace a line of the base, the
/// user's moves up to it on the disk's side and keeps its own row in the proposal.
fn meet(runs: &[Run], rows: &mut [Aligned]) {
    let at_odds = |at: Option<At>| {
        let run = at.and_then(|at| runs.get(at.run));
        run.is_some_and(|run| run.kind == CellKind::Conflict)
    };
    let mut open: Option<usize> = None;
    for number in 0..rows.len() {
        let Some(row) = rows.get(number).copied() else {
            break;
        };
        if row.current.is_none() {
            if open.is_none() && at_odds(row.base) && at_odds(row.proposed) {
                open = Some(number);
            }
            continue;
        }
        let is_theirs = row.base.is_none() && row.current == row.proposed && at_odds(row.current);
        match open.take().filter(|_| is_theirs) {
            Some(above) => {
                if let Some(above) = rows.get_mut(above) {
                    above.current = row.current;
                }
                if let Some(here) = rows.get_mut(number) {
                    here.current = None;
                }
            }
            None => open = None,
        }
    }
}

fn places(runs: &[Run], numbers: &[usize]) -> Vec<At> {
    numbers
        .iter()
        .flat_map(|run| {
            let run = *run;
            let length = runs.get(run).map_or(0, |run| run.lines.len());
            (0..length).map(move |offset| At { run, offset })
        })
        .collect()
}

struct Sides<'a> {
    runs: &'a [Run],
    old: Vec<At>,
    current: Vec<At>,
    proposed: Vec<At>,
}

impl Sides<'_> {
    /// Builds the rows: pairs, with the unpaired lines above each of them, deleted lines
    /// before inserted ones.
    fn align(&self, lines: &Lines) -> Vec<Aligned> {
        let of_current = pairs(
            &self.texts(&self.old, lines),
            &self.texts(&self.current, lines),
        );
        let of_proposed = pairs(
            &self.texts(&self.old, lines),
            &self.texts(&self.proposed, lines),
        );
        let mut rows = Vec::new();
        let (mut old, mut current, mut proposed) = (0, 0, 0);
        for number in 0..self.old.len() {
            let with = (of_current.get(&number), of_proposed.get(&number));
            if with == (None, None) {
                continue;
            }
            let upto = (
                with.0.map_or(current, |at| *at),
                with.1.map_or(proposed, |at| *at),
            );
            self.alone(old..number, current..upto.0, proposed..upto.1, &mut rows);
            let mut row = Aligned::default();
            self.put(&mut row, self.old.get(number));
            self.put(&mut row, with.0.and_then(|at| self.current.get(*at)));
            self.put(&mut row, with.1.and_then(|at| self.proposed.get(*at)));
            rows.push(row);
            old = number + 1;
            current = with.0.map_or(current, |at| at + 1);
            proposed = with.1.map_or(proposed, |at| at + 1);
        }
        let ends = (self.old.len(), self.current.len(), self.proposed.len());
        self.alone(old..ends.0, current..ends.1, proposed..ends.2, &mut rows);
        rows
    }

    fn texts<'l>(&self, places: &[At], lines: &'l Lines) -> Vec<&'l str> {
        let text = |at: &At| {
            let run = self.runs.get(at.run)?;
            Some(lines.text(run.lines.start + at.offset))
        };
        places.iter().filter_map(text).collect()
    }

    fn put(&self, row: &mut Aligned, at: Option<&At>) {
        let Some(at) = at else { return };
        if let Some(run) = self.runs.get(at.run) {
            row.set(run.columns, *at);
        }
    }

    /// Adds rows for lines without a partner: old lines in rows of their own, new lines of the disk
    /// and of the proposal beside each other unless a line is in both.
    fn alone(
        &self,
        old: std::ops::Range<usize>,
        current: std::ops::Range<usize>,
        proposed: std::ops::Range<usize>,
        rows: &mut Vec<Aligned>,
    ) {
        for number in old {
            let mut row = Aligned::default();
            self.put(&mut row, self.old.get(number));
            rows.push(row);
        }
        let rest = current.len().max(proposed.len());
        for number in 0..rest {
            let mut row = Aligned::default();
            let on_disk = current.clone().nth(number);
            let in_proposal = proposed.clone().nth(number);
            self.put(&mut row, on_disk.and_then(|at| self.current.get(at)));
            self.put(&mut row, in_proposal.and_then(|at| self.proposed.get(at)));
            rows.push(row);
        }
    }
}

/// Pairs old lines with new ones, in order, each line at most once.
fn pairs(old: &[&str], new: &[&str]) -> BTreeMap<usize, usize> {
    if old.is_empty() || new.is_empty() {
        return BTreeMap::new();
    }
    let window = match old.len() + new.len() {
        count if count <= NEAR => 24,
        count if count <= FAR => 3,
        _ => return (0..old.len().min(new.len())).map(|at| (at, at)).collect(),
    };
    let bags: Vec<Bag<'_>> = new.iter().map(|line| Bag::of(line)).collect();
    let mut found = BTreeMap::new();
    let mut next = 0;
    for (number, line) in old.iter().enumerate() {
        let bag = Bag::of(line);
        let near = bags.iter().enumerate().skip(next).take(window);
        let like = near.into_iter().find(|(_, other)| bag.is_like(other));
        if let Some((at, _)) = like {
            found.insert(number, at);
            next = at + 1;
        }
    }
    found
}
