//! Selectable text of the columns: a selection stays within its column. Also clicks and
//! the mouse wheel.

use super::Review;
use super::draw::body::column_of;
use super::draw::cells::parts_of;
use super::row_cache::{Column, last_row};
use crate::select::{FileLines, Form, LineId, LineText, RowSegment, TextPosition, TextView, Way};
use client::text::{visible, width_of};
use protocol::review::view::Cell;

/// Maximum number of rows without text in a column that are passed over.
const MOST_FILLERS: u32 = 20_000;

impl Review {
    /// Returns the first screen column of the rows.
    fn rows_left(&self) -> u16 {
        self.screen.saturating_sub(self.width)
    }

    /// Returns the cell of a row that a lane shows.
    fn cell_in(&self, row: u32, lane: u8) -> Option<&Cell> {
        let row_cache = self.row_cache.as_ref()?;
        let lines = row_cache.lines(row)?;
        let frame = self.frame();
        if frame.unified {
            let shown = [Column::Proposed, Column::Base, Column::Current];
            return shown.into_iter().find_map(|column| column.of(lines));
        }
        let (column, ..) = frame.columns.get(usize::from(lane))?;
        column_of(*column, lines, row_cache).of(lines)
    }

    /// Returns the file row at a row of the pane, and the index of the line within it.
    fn body_at(&self, row: u16) -> Option<(u32, usize)> {
        let line = usize::from(row).checked_sub(self.laid.header.len())?;
        self.laid.body.get(line)?.of
    }

    fn id(row: u32, lane: u8) -> LineId {
        LineId {
            lane,
            item: row as usize,
            line: 0,
        }
    }

    /// Handles a click on a row of the pane: moves the cursor there, and the current hunk with it.
    /// A click on the file list shows that file.
    pub(super) fn put_cursor(&mut self, row: u16) {
        if self.dialog.is_some() {
            return;
        }
        if let Some((row, _)) = self.body_at(row) {
            if self.select.is_none() {
                self.cursor = row;
            } else {
                self.step(i64::from(row) - i64::from(self.cursor));
            }
        }
    }

    /// Scrolls the rows and keeps the cursor on the screen.
    pub(super) fn scroll_by(&mut self, rows: isize) {
        if self.dialog.is_some() || self.laid.room == 0 {
            return;
        }
        let by = i64::try_from(rows).unwrap_or(0);
        let top = (i64::from(self.top) + by).clamp(0, i64::from(self.rows()));
        let top = u32::try_from(top).unwrap_or(0);
        self.top = self.filling(top, self.rows(), self.laid.room);
        self.top = self.top.min(self.rows().saturating_sub(1));
        self.skip = 0;
        let room = u32::try_from(self.laid.room).unwrap_or(1);
        let (low, high) = match self.selected_hunk() {
            Some(hunk) => (hunk.first_row, last_row(hunk)),
            None => (self.top, self.top.saturating_add(room - 1)),
        };
        // Comments and wrapped lines take room too; `measure` brings the cursor back
        // onto the screen.
        self.cursor = self.cursor.clamp(low.max(self.top).min(high), high);
    }
}

impl TextView for Review {
    fn edition(&self) -> u64 {
        let Some(row_cache) = &self.row_cache else {
            return 0;
        };
        let layout = row_cache.options.layout as u64;
        let shown = self.columns.iter().fold(0, |all, one| {
            all * 2 + u64::from(*one == super::Visibility::Yes)
        });
        let of_file = u64::from(row_cache.rows) << 20;
        of_file
            ^ (row_cache.version << 8)
            ^ (layout << 4)
            ^ shown
            ^ (u64::from(self.dialog.is_some()) << 63)
    }

    fn strips(&self, row: u16) -> Vec<RowSegment> {
        let Some((row, part)) = self.body_at(row).filter(|_| self.dialog.is_none()) else {
            return Vec::new();
        };
        let frame = self.frame();
        let shape = self.shape(&frame);
        let left = self.rows_left();
        let lanes = frame.columns.iter().zip(0_u8..);
        lanes
            .filter_map(|((_, x, width), lane)| {
                let cell = self.cell_in(row, lane)?;
                let (lead, parts) = parts_of(cell, *width, frame.unified, shape);
                let count = parts.len();
                let (start, text) = parts.into_iter().nth(part)?;
                // A wide character that the edge cuts begins left of the edge.
                let cut = match (self.lines, text.is_empty()) {
                    (super::Lines::Cut, false) => {
                        let whole = visible(&cell.text);
                        let before = width_of(whole.get(..start).unwrap_or_default());
                        self.column.saturating_sub(before)
                    }
                    _ => 0,
                };
                let first = left.saturating_add(u16::try_from(x + lead).ok()?);
                let end = left.saturating_add(u16::try_from(x + width).ok()?);
                Some(RowSegment {
                    line: Self::id(row, lane),
                    column: i32::from(first) - i32::try_from(cut).ok()?,
                    lane: (first, end),
                    start,
                    text,
                    ends: part + 1 == count,
                })
            })
            .collect()
    }

    fn line(&mut self, at: LineId) -> Option<LineText> {
        let row = u32::try_from(at.item).ok()?;
        let cell = self.cell_in(row, at.lane)?;
        let shown = visible(&cell.text).into_owned();
        Some(LineText {
            raw: (shown != cell.text).then(|| cell.text.as_str().into()),
            shown,
            form: Form::Plain,
        })
    }

    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId> {
        let row = u32::try_from(at.item).ok()?;
        let has = |row: &u32| self.cell_in(*row, at.lane).is_some();
        match way {
            Way::Down => {
                let end = self.rows().min(row.saturating_add(MOST_FILLERS));
                (row + 1..end).find(has)
            }
            Way::Up => (row.saturating_sub(MOST_FILLERS)..row).rev().find(has),
        }
        .map(|row| Self::id(row, at.lane))
    }

    fn end(&mut self, lane: u8, way: Way) -> Option<LineId> {
        // Only fetched rows are known; the others are fetched as the cursor comes near.
        let has = |row: &u32| self.cell_in(*row, lane).is_some();
        let near = self.top.saturating_sub(MOST_FILLERS)
            ..self.rows().min(self.top.saturating_add(MOST_FILLERS));
        match way {
            Way::Up => near.into_iter().find(has),
            Way::Down => near.rev().find(has),
        }
        .map(|row| Self::id(row, lane))
    }

    fn reveal(&mut self, spot: TextPosition) {
        if let Ok(row) = u32::try_from(spot.line.item) {
            self.cursor = row.min(self.rows().saturating_sub(1));
        }
    }

    fn height(&self) -> u16 {
        self.height
    }

    fn scroll_text(&mut self, rows: isize) {
        self.scroll_by(rows);
    }

    fn file_lines(&self, first: LineId, last: LineId) -> Option<FileLines> {
        let row = |line: LineId| u32::try_from(line.item).ok();
        let (first, last) = self.proposed_lines(row(first)?, row(last)?)?;
        let path = self.file()?.path.clone();
        Some(FileLines { path, first, last })
    }
}
