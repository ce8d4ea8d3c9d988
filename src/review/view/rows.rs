//! Builds the rows of a window. Copies texts and compares words only for the requested rows.

use super::FileView;
use super::align::{Aligned, At};
use super::endings::LinePosition;
use super::runs::{Column, Columns, Run};
use super::shape::{Body, Chunk, Drawn, Shape};
use super::words::{Marks, marks, same_but_for_space};
use protocol::review::view::{Cell, CellKind, LineEnding, LineRow, ViewRow, Whitespace};

/// Maximum number of characters shown in a cell; longer text is cut.
const MOST_CHARACTERS: usize = 3_000;

impl FileView {
    /// Returns at most `count` rows from row `first` on. The shape must belong to this view.
    pub fn rows(&self, shape: &Shape, first: usize, count: usize) -> Vec<ViewRow> {
        let end = first.saturating_add(count);
        let from = shape.chunks.partition_point(|chunk| chunk.first <= first);
        let chunks = shape.chunks.get(from.saturating_sub(1)..);
        let mut rows = Vec::new();
        for chunk in chunks.unwrap_or_default() {
            if chunk.first >= end {
                break;
            }
            let skip = first.saturating_sub(chunk.first);
            self.chunk(chunk, shape.whitespace, skip, end - chunk.first, &mut rows);
        }
        rows
    }

    fn chunk(
        &self,
        chunk: &Chunk,
        whitespace: Whitespace,
        skip: usize,
        end: usize,
        rows: &mut Vec<ViewRow>,
    ) {
        match &chunk.body {
            Body::Fold { fold, lines } if skip == 0 => rows.push(ViewRow::Fold {
                fold: *fold,
                lines: *lines,
            }),
            Body::Fold { .. } => {}
            Body::Common {
                run,
                offset,
                lines,
                shows,
            } => {
                for number in skip..end.min(*lines) {
                    let at = At {
                        run: *run,
                        offset: offset + number,
                    };
                    rows.push(ViewRow::Lines(self.common(at, *shows)));
                }
            }
            Body::Changed(drawn) => {
                let last = end.min(drawn.len());
                for row in drawn.get(skip..last).unwrap_or_default() {
                    rows.push(ViewRow::Lines(self.changed(row, whitespace)));
                }
            }
        }
    }

    fn common(&self, at: At, shows: Columns) -> LineRow {
        let lines = Aligned {
            current: Some(at),
            base: Some(at),
            proposed: Some(at),
        };
        let cell = |column| self.cell(&lines, column, shows, Marks::new());
        LineRow {
            hunk: self.hunk_of(at),
            current: cell(Column::Current),
            base: cell(Column::Base),
            proposed: cell(Column::Proposed),
        }
    }

    fn changed(&self, row: &Drawn, whitespace: Whitespace) -> LineRow {
        let lines = &row.lines;
        let marks = self.marks(lines);
        let [current, base, proposed] = marks;
        let mut out = LineRow {
            hunk: self.hunk_of_row(row),
            current: self.cell(lines, Column::Current, row.shows, current),
            base: self.cell(lines, Column::Base, row.shows, base),
            proposed: self.cell(lines, Column::Proposed, row.shows, proposed),
        };
        if whitespace == Whitespace::Ignored && self.is_the_same(lines) {
            let cells = [&mut out.current, &mut out.base, &mut out.proposed];
            for cell in cells.into_iter().flatten() {
                cell.kind = CellKind::Same;
                cell.words.clear();
            }
        }
        out
    }

    /// Returns the hunk that a row belongs to, preferring PROPOSED, then BASE, then CURRENT.
    fn hunk_of_row(&self, row: &Drawn) -> Option<protocol::ids::HunkId> {
        let order = [Column::Proposed, Column::Base, Column::Current];
        let mut shown = order.into_iter().filter(|column| row.shows.has(*column));
        shown.find_map(|column| self.hunk_of(row.lines.at(column)?))
    }

    fn hunk_of(&self, at: At) -> Option<protocol::ids::HunkId> {
        let owner = self.runs.get(at.run)?.owner?;
        Some(self.hunks.get(owner)?.row.id)
    }

    fn cell(&self, row: &Aligned, column: Column, shows: Columns, words: Marks) -> Option<Cell> {
        let at = row.at(column).filter(|_| shows.has(column))?;
        let run = self.runs.get(at.run)?;
        let number = run.number_in(column, at.offset);
        let line = run.lines.start.checked_add(at.offset)?;
        let last = self.counts.get(column as usize).copied();
        let place = match number {
            number if number > 0 && last == Some(number) => LinePosition::Last,
            _ => LinePosition::Before,
        };
        let mut ending = self
            .unended
            .ending(line, self.lines.get(line), column, place);
        let mut text = self.lines.text(line);
        // A last line that ended with a bare CR ends with CR LF once it gets an LF.
        if let (LineEnding::Lf, Some(rest)) = (ending, text.strip_suffix('\r')) {
            (text, ending) = (rest, LineEnding::CrLf);
        }
        let text = cut(text);
        let in_text =
            |mark: &(u32, u32)| usize::try_from(mark.1).is_ok_and(|end| end <= text.len());
        Some(Cell {
            line: number,
            text: text.to_owned(),
            kind: run.kind_in(column),
            words: words.into_iter().filter(in_text).collect(),
            ending: (ending != self.usual_ending).then_some(ending),
        })
    }

    pub(super) fn text(&self, at: At) -> &str {
        let run: Option<&Run> = self.runs.get(at.run);
        run.map_or("", |run| cut(self.lines.text(run.lines.start + at.offset)))
    }

    /// Returns the differing words for each column. The base is compared with the proposal, or
    /// with the disk if the proposal has no other line; the others are compared with the base,
    /// or with each other.
    fn marks(&self, row: &Aligned) -> [Marks; 3] {
        let other = |at: Option<At>, than: Option<At>| at.filter(|_| at != than);
        let between = |old: Option<At>, new: Option<At>| match (old, new) {
            (Some(old), Some(new)) => marks(self.text(old), self.text(new)),
            _ => (Marks::new(), Marks::new()),
        };
        let mut proposed = other(row.proposed, row.base);
        if proposed.is_some_and(|at| self.runs.get(at.run).is_some_and(Run::is_refused)) {
            proposed = None;
        }
        let current = other(row.current, row.base);
        if row.base.is_none() {
            let current = other(current, proposed);
            let (in_current, in_proposed) = between(current, proposed);
            return [in_current, Marks::new(), in_proposed];
        }
        let (in_base, in_proposed) = between(row.base, proposed);
        let in_current = match current {
            None if row.current.is_some() => in_base.clone(),
            _ if current == proposed => in_proposed.clone(),
            _ => between(row.base, current).1,
        };
        let in_base = match proposed {
            None => between(row.base, current).0,
            Some(_) => in_base,
        };
        [in_current, in_base, in_proposed]
    }

    /// Returns whether all lines of a row are equal except for white space.
    fn is_the_same(&self, row: &Aligned) -> bool {
        let Some(base) = row.base else { return false };
        let others = [row.current, row.proposed];
        let mut others = others
            .into_iter()
            .flatten()
            .filter(|at| *at != base)
            .peekable();
        others.peek().is_some()
            && others.all(|at| same_but_for_space(self.text(base), self.text(at)))
    }
}

fn cut(text: &str) -> &str {
    let end = text.char_indices().nth(MOST_CHARACTERS);
    end.map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}
