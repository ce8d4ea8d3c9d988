//! The shape of a view in a layout: the number of rows, the folded lines, and the rows of each
//! hunk. Built once per layout; rows are built from it for a requested window.

use super::FileView;
use super::align::{Aligned, Piece};
use super::folds::{Neighbours, Stretch};
use super::runs::{Column, Columns};
use protocol::review::view::{HunkRow, ViewLayout, ViewOptions, Whitespace};

#[derive(Debug, Clone)]
pub struct Shape {
    pub(super) chunks: Vec<Chunk>,
    pub(super) whitespace: Whitespace,
    rows: usize,
    hunks: Vec<HunkRow>,
}

/// Adjacent rows of one kind.
#[derive(Debug, Clone)]
pub(super) struct Chunk {
    /// First row of the chunk.
    pub(super) first: usize,
    pub(super) body: Body,
}

/// Content of the rows.
#[derive(Debug, Clone)]
pub(super) enum Body {
    /// Lines of a run that is in all three texts, one per row.
    Common {
        run: usize,
        offset: usize,
        lines: usize,
        shows: Columns,
    },
    /// A fold, one row.
    Fold {
        fold: u32,
        lines: u32,
    },
    Changed(Vec<Drawn>),
}

/// A row of changed lines, with the columns that it shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    pub(super) lines: Aligned,
    pub(super) shows: Columns,
}

impl Shape {
    /// Returns the number of rows.
    pub fn rows(&self) -> u32 {
        number(self.rows)
    }

    /// Returns the hunks, top to bottom, each with its rows.
    pub fn hunks(&self) -> &[HunkRow] {
        &self.hunks
    }
}

impl FileView {
    /// Computes the shape of the view in a layout.
    pub fn shape(&self, options: &ViewOptions) -> Shape {
        let mut maker = Maker {
            view: self,
            options,
            chunks: Vec::new(),
            rows: 0,
            extents: vec![None; self.hunks.len()],
            run_rows: vec![0; self.runs.len()],
        };
        maker.pieces();
        let mut hunks: Vec<HunkRow> = Vec::with_capacity(self.hunks.len());
        for (hunk, extent) in self.hunks.iter().zip(&maker.extents) {
            let mut row = hunk.row.clone();
            let (first, last) = match extent {
                Some((first, last)) => (*first, last + 1),
                None => {
                    let at = maker.run_rows.get(hunk.at).copied();
                    let at = at.unwrap_or(maker.rows.saturating_sub(1));
                    (at, at)
                }
            };
            row.first_row = number(first);
            row.rows = number(last.saturating_sub(first));
            hunks.push(row);
        }
        // The sort is stable: hunks of one row stay in log order.
        hunks.sort_by_key(|hunk| hunk.first_row);
        Shape {
            chunks: maker.chunks,
            whitespace: options.whitespace,
            rows: maker.rows,
            hunks,
        }
    }
}

struct Maker<'a> {
    view: &'a FileView,
    options: &'a ViewOptions,
    chunks: Vec<Chunk>,
    rows: usize,
    /// First and last row of each hunk.
    extents: Vec<Option<(usize, usize)>>,
    /// First row of each run.
    run_rows: Vec<usize>,
}

impl Maker<'_> {
    fn pieces(&mut self) {
        let mut stretch = Stretch::default();
        let mut above = Neighbours::Edge;
        for piece in &self.view.pieces {
            match piece {
                Piece::Common(run) if self.is_untouched(*run) => {
                    let lines = self.view.runs.get(*run).map_or(0, |run| run.lines.len());
                    stretch.push(*run, lines);
                }
                Piece::Common(run) => {
                    self.stretch(&mut stretch, above, Neighbours::Change);
                    let lines = self.view.runs.get(*run).map_or(0, |run| run.lines.len());
                    stretch.push(*run, lines);
                    self.stretch(&mut stretch, Neighbours::Change, Neighbours::Change);
                    above = Neighbours::Change;
                }
                Piece::Changed(rows) => {
                    self.stretch(&mut stretch, above, Neighbours::Change);
                    self.changed(rows);
                    above = Neighbours::Change;
                }
            }
        }
        self.stretch(&mut stretch, above, Neighbours::Edge);
    }

    fn is_untouched(&self, run: usize) -> bool {
        let run = self.view.runs.get(run);
        run.is_none_or(|run| run.touched.is_empty())
    }

    /// Adds lines that are in all texts, with their folds.
    fn stretch(&mut self, stretch: &mut Stretch, above: Neighbours, below: Neighbours) {
        let stretch = std::mem::take(stretch);
        let first_line = |at: usize| {
            let (run, offset) = stretch.find(at)?;
            let run = self.view.runs.get(run)?;
            Some(run.number_in(Column::Base, offset))
        };
        let hidden = stretch.hidden(above, below, self.options, &first_line);
        let begun = self.rows;
        let mut at = 0;
        for (run, lines) in stretch.runs() {
            self.begin(run);
            let (start, end) = (at, at + lines);
            at = end;
            let Some((fold, hidden)) = &hidden else {
                self.common(run, 0, lines);
                continue;
            };
            let upper = hidden.start.clamp(start, end) - start;
            let lower = hidden.end.clamp(start, end) - start;
            self.common(run, 0, upper);
            if (start..end).contains(&hidden.start) {
                self.push(
                    1,
                    Body::Fold {
                        fold: *fold,
                        lines: number(hidden.len()),
                    },
                );
            }
            self.common(run, lower, lines - lower);
        }
        for (run, _) in stretch.runs() {
            self.touch(run, begun, self.rows.saturating_sub(1));
        }
    }

    fn common(&mut self, run: usize, offset: usize, lines: usize) {
        if lines > 0 {
            let shows = match self.options.layout {
                ViewLayout::Three => Columns::ALL,
                ViewLayout::Two => Columns::of(&[Column::Current, Column::Proposed]),
                ViewLayout::Unified => Columns::of(&[Column::Base, Column::Proposed]),
            };
            let body = Body::Common {
                run,
                offset,
                lines,
                shows,
            };
            self.push(lines, body);
        }
    }

    fn changed(&mut self, rows: &[Aligned]) {
        for row in rows {
            for at in Column::ALL.into_iter().filter_map(|column| row.at(column)) {
                self.begin(at.run);
            }
        }
        let drawn = match self.options.layout {
            ViewLayout::Three => rows.iter().map(|row| draw(row, Columns::ALL)).collect(),
            ViewLayout::Two => rows.iter().flat_map(two).collect(),
            ViewLayout::Unified => unified(rows),
        };
        for (number, row) in drawn.iter().enumerate() {
            let at = self.rows + number;
            let shown = Column::ALL
                .into_iter()
                .filter(|column| row.shows.has(*column));
            for place in shown.filter_map(|column| row.lines.at(column)) {
                self.touch(place.run, at, at);
            }
        }
        self.push(drawn.len(), Body::Changed(drawn));
    }

    fn push(&mut self, rows: usize, body: Body) {
        if rows > 0 {
            self.chunks.push(Chunk {
                first: self.rows,
                body,
            });
            self.rows += rows;
        }
    }

    fn begin(&mut self, run: usize) {
        let row = self.rows;
        if let Some(begun) = self.run_rows.get_mut(run) {
            *begun = row;
        }
    }

    fn touch(&mut self, run: usize, first: usize, last: usize) {
        let touched = self.view.runs.get(run).map(|run| &run.touched);
        for hunk in touched.into_iter().flatten() {
            if let Some(extent) = self.extents.get_mut(*hunk) {
                let known = extent.get_or_insert((first, last));
                *known = (known.0.min(first), known.1.max(last));
            }
        }
    }
}

fn draw(row: &Aligned, shows: Columns) -> Drawn {
    Drawn { lines: *row, shows }
}

/// Returns the row with CURRENT and PROPOSED. Puts a line of BASE that neither has in a row above,
/// because it would otherwise be invisible.
fn two(row: &Aligned) -> Vec<Drawn> {
    let shown = [row.current, row.proposed];
    let base = row.base.filter(|_| !shown.contains(&row.base));
    let above = base.map(|_| draw(row, Columns::of(&[Column::Base])));
    let both = Columns::of(&[Column::Current, Column::Proposed]);
    let below = (shown != [None, None]).then(|| draw(row, both));
    above.into_iter().chain(below).collect()
}

/// Returns the rows of one column, with deleted lines above inserted ones.
fn unified(rows: &[Aligned]) -> Vec<Drawn> {
    let base = rows.iter().filter(|row| row.base.is_some()).map(|row| {
        if row.base == row.proposed {
            draw(row, Columns::of(&[Column::Base, Column::Proposed]))
        } else {
            draw(row, Columns::of(&[Column::Base]))
        }
    });
    let has_own = |row: &&Aligned| {
        row.current.is_some() && row.current != row.base && row.current != row.proposed
    };
    let current = rows.iter().filter(has_own);
    let current = current.map(|row| draw(row, Columns::of(&[Column::Current])));
    let proposed = rows
        .iter()
        .filter(|row| row.proposed.is_some() && row.proposed != row.base);
    let proposed = proposed.map(|row| draw(row, Columns::of(&[Column::Proposed])));
    base.chain(current).chain(proposed).collect()
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
