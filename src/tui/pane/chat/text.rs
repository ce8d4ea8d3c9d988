//! The transcript as text that can be selected. A line is identified by its cell and its first row
//! there, so another width yields other lines.

use super::Chat;
use super::cell::{Body, Cell, CellFold};
use super::lookups::LookupFold;
use crate::select::{Form, LineId, LineText, RowSegment, TextPosition, TextView, Way};
use crate::widget::row::LineBreaks;

/// The text of a row, and how it continues the one above.
struct RowText {
    joins: LineBreaks,
    /// Columns before the text.
    indent: usize,
    text: String,
}

fn row_text(cell: &Cell, number: usize) -> RowText {
    match cell.row(number) {
        Some((row, indent)) => RowText {
            joins: row.joins,
            indent: indent + row.marks_width(),
            text: row.copied(),
        },
        // The gap between two blocks.
        None => RowText {
            joins: LineBreaks::Begins,
            indent: 0,
            text: String::new(),
        },
    }
}

/// Returns the number of undrawn blanks between a row and the one above; `None` if they are not of
/// the same line.
fn blanks(joins: LineBreaks) -> Option<usize> {
    match joins {
        LineBreaks::Cut => Some(0),
        LineBreaks::Blanks(count) => Some(usize::from(count)),
        LineBreaks::Begins | LineBreaks::Cells | LineBreaks::Decoration => None,
    }
}

/// Returns the first row of the line that contains a row, and the byte of that line at which
/// the row begins.
fn begin_of(cell: &Cell, number: usize) -> (usize, usize) {
    let (mut first, mut byte) = (number, 0);
    while let Some(blanks) = blanks(row_text(cell, first).joins) {
        let Some(above) = first.checked_sub(1) else {
            break;
        };
        byte += blanks + row_text(cell, above).text.len();
        first = above;
    }
    (first, byte)
}

/// Whether a row of a cell continues the line of the one above.
fn continues_line(cell: &Cell, number: usize) -> bool {
    number < cell.height() && blanks(row_text(cell, number).joins).is_some()
}

impl Chat {
    /// Returns a number that changes whenever the rows may have changed.
    fn text_edition(&self) -> u64 {
        self.edition.wrapping_mul(10_000) + self.view.width as u64
    }

    /// Returns a cell after making this row of it, and all rows of the same part of its text.
    fn shown(&mut self, cell: usize, row: usize) -> Option<&Cell> {
        let cell = self.cell_mut(cell)?;
        cell.show(row..row + 1);
        Some(cell)
    }

    /// Returns the next row, down or up, that begins a line.
    fn line_beside(&mut self, at: (usize, usize), way: Way) -> Option<(usize, usize)> {
        let (mut cell, mut row) = at;
        loop {
            match way {
                Way::Down => {
                    row += 1;
                    while row >= self.height_of(cell) {
                        cell += 1;
                        row = 0;
                        if cell >= self.len() {
                            return None;
                        }
                    }
                }
                Way::Up => {
                    while row == 0 {
                        cell = cell.checked_sub(1)?;
                        row = self.height_of(cell);
                    }
                    row -= 1;
                }
            }
            let joins = row_text(self.shown(cell, row)?, row).joins;
            if matches!(joins, LineBreaks::Begins | LineBreaks::Cells) {
                return Some((cell, row));
            }
        }
    }
}

fn id((item, line): (usize, usize)) -> LineId {
    LineId {
        lane: 0,
        item,
        line,
    }
}

impl TextView for Chat {
    fn edition(&self) -> u64 {
        self.text_edition()
    }

    fn strips(&self, row: u16) -> Vec<RowSegment> {
        let place = self.view.rows().get(usize::from(row)).copied();
        let Some((cell, (at, number))) = place.and_then(|at| Some((self.cell(at.0)?, at))) else {
            return Vec::new();
        };
        let here = row_text(cell, number);
        if here.joins == LineBreaks::Decoration {
            return Vec::new();
        }
        let (first, start) = begin_of(cell, number);
        vec![RowSegment {
            line: id((at, first)),
            column: i32::try_from(here.indent).unwrap_or(0),
            lane: (0, u16::try_from(self.view.width).unwrap_or(u16::MAX)),
            start,
            text: here.text,
            ends: !continues_line(cell, number + 1),
        }]
    }

    fn line(&mut self, at: LineId) -> Option<LineText> {
        if at.line >= self.height_of(at.item) {
            return None;
        }
        let cell = self.shown(at.item, at.line)?;
        let first = row_text(cell, at.line);
        let mut shown = first.text;
        let mut next = at.line + 1;
        while next < cell.height() {
            let more = row_text(cell, next);
            let Some(blanks) = blanks(more.joins) else {
                break;
            };
            shown.extend(std::iter::repeat_n(' ', blanks));
            shown.push_str(&more.text);
            next += 1;
        }
        let raw = cell.row(at.line).and_then(|(row, _)| row.raw.clone());
        let form = match first.joins {
            LineBreaks::Cells => Form::Cells,
            _ => Form::Plain,
        };
        Some(LineText { shown, raw, form })
    }

    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId> {
        self.line_beside((at.item, at.line), way).map(id)
    }

    fn end(&mut self, _lane: u8, way: Way) -> Option<LineId> {
        let (end, back) = match way {
            Way::Up => ((0, 0), Way::Down),
            Way::Down => {
                let last = self.len().checked_sub(1)?;
                ((last, self.height_of(last).checked_sub(1)?), Way::Up)
            }
        };
        let joins = row_text(self.shown(end.0, end.1)?, end.1).joins;
        match joins {
            LineBreaks::Begins | LineBreaks::Cells => Some(id(end)),
            _ => self.line_beside(end, back).map(id),
        }
    }

    fn reveal(&mut self, spot: TextPosition) {
        let (cell, mut row) = (spot.line.item, spot.line.line);
        let height = self.height_of(cell);
        let Some(found) = self.shown(cell, row) else {
            return;
        };
        // The row of the line that contains the place.
        while row + 1 < height
            && continues_line(found, row + 1)
            && begin_of(found, row + 1).1 <= spot.byte
        {
            row += 1;
        }
        Chat::reveal(self, cell, row);
    }

    fn height(&self) -> u16 {
        u16::try_from(self.view.height()).unwrap_or(u16::MAX)
    }

    fn scroll_text(&mut self, rows: isize) {
        self.scroll_by(rows);
    }
}

impl Chat {
    /// Handles a click on a row: moves the cursor to the cell and toggles the fold on that row. Does
    /// not affect the text selection.
    pub(super) fn put_cursor(&mut self, row: u16) {
        let Some((at, number)) = self.view.rows().get(usize::from(row)).copied() else {
            return;
        };
        let Some(cell) = self.cell(at) else { return };
        // Only the first row of a foldable cell is its handle: the others are selectable text.
        let first = usize::from(cell.gap) + usize::from(cell.speaker.is_some());
        let folds = cell.body.folds();
        self.cursor = Some(at);
        if folds && (number == first || self.is_fold_hint(at, number)) {
            self.toggle_fold_at(at);
        }
    }

    /// Whether a row of a folded cell tells that there is more.
    fn is_fold_hint(&self, at: usize, number: usize) -> bool {
        let Some(cell) = self.cell(at) else {
            return false;
        };
        let is_folded = match &cell.body {
            Body::Call(call) => call.fold == CellFold::Folded,
            Body::Lookups(lookups) => lookups.fold == LookupFold::Folded,
            Body::Reasoning(_, fold, _) | Body::Recall(_, _, fold) => *fold == CellFold::Folded,
            _ => false,
        };
        let row = cell.row(number);
        is_folded && row.is_some_and(|(row, _)| row.joins == LineBreaks::Decoration)
    }
}
