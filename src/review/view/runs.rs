//! Runs: adjacent lines that share a fate, and the columns that contain them. The rest of the view
//! is built from runs, whether they come from a log or from three texts.

use std::ops::Range;

use protocol::review::view::CellKind;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Current,
    Base,
    Proposed,
}

impl Column {
    /// All three columns, left to right.
    pub(super) const ALL: [Self; 3] = [Self::Current, Self::Base, Self::Proposed];
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Columns(u8);

impl Columns {
    pub(super) const ALL: Self = Self(7);

    pub(super) fn of(columns: &[Column]) -> Self {
        columns
            .iter()
            .fold(Self::default(), |set, column| set.with(*column))
    }

    /// Returns the set with one more column.
    pub(super) fn with(self, column: Column) -> Self {
        Self(self.0 | 1 << column as u8)
    }

    /// Returns the union of both sets.
    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether the set has a column.
    pub(super) fn has(self, column: Column) -> bool {
        self.0 & 1 << column as u8 != 0
    }

    /// Returns whether the sets have a column in common.
    pub(super) fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set is empty.
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Adjacent lines that share a fate.
#[derive(Debug, Clone)]
pub(super) struct Run {
    /// Line numbers among the lines of the view.
    pub(super) lines: Range<usize>,
    /// Columns that show the lines.
    pub(super) columns: Columns,
    /// Number of the first line in each column's text, from 1.
    pub(super) starts: [u32; 3],
    /// Kind of the lines in the columns where they are a change.
    pub(super) kind: CellKind,
    /// Hunk that the lines are shown under, by its number in the view.
    pub(super) owner: Option<usize>,
    /// All hunks that the lines belong to.
    pub(super) touched: Vec<usize>,
}

impl Run {
    /// Returns whether the lines are drawn in PROPOSED without being in that text.
    pub(super) fn is_refused(&self) -> bool {
        self.kind == CellKind::Refused
    }

    /// Returns whether the lines are in every text.
    pub(super) fn is_common(&self) -> bool {
        self.columns == Columns::ALL && !self.is_refused()
    }

    /// Returns the kind of the lines in a column that shows them.
    pub(super) fn kind_in(&self, column: Column) -> CellKind {
        let returns = self.columns.has(Column::Base) && self.columns.has(Column::Proposed);
        match column {
            _ if self.is_common() => CellKind::Same,
            Column::Proposed if returns => CellKind::Same,
            Column::Current if self.is_refused() => CellKind::Added,
            _ => self.kind,
        }
    }

    /// Returns the number of line `offset` in a column's text, from 1; 0 if the text does
    /// not contain it.
    pub(super) fn number_in(&self, column: Column, offset: usize) -> u32 {
        if column == Column::Proposed && self.is_refused() {
            return 0;
        }
        let start = self.starts.get(column as usize).copied().unwrap_or(0);
        start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX))
    }
}

/// Runs in the order of the view, numbered in the order in which they are added.
#[derive(Debug, Default)]
pub(super) struct Runs {
    runs: Vec<Run>,
    counts: [u32; 3],
}

impl Runs {
    /// Returns the number of runs.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// Adds a run below the others, if it has lines, and sets its `starts`.
    pub(super) fn push(&mut self, mut run: Run) {
        if run.lines.is_empty() {
            return;
        }
        let length = u32::try_from(run.lines.len()).unwrap_or(u32::MAX);
        for column in Column::ALL {
            let at = column as usize;
            let (Some(start), Some(count)) = (run.starts.get_mut(at), self.counts.get_mut(at))
            else {
                continue;
            };
            *start = count.saturating_add(1);
            let is_drawn_only = column == Column::Proposed && run.kind == CellKind::Refused;
            if run.columns.has(column) && !is_drawn_only {
                *count = count.saturating_add(length);
            }
        }
        self.runs.push(run);
    }

    /// Returns the number of lines in each column's text.
    pub(super) fn counts(&self) -> [u32; 3] {
        self.counts
    }

    pub(super) fn done(self) -> Vec<Run> {
        self.runs
    }
}
