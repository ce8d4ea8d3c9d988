//! Scrolls the transcript by rows and cells.

use super::Chat;
use super::cell::{CellPosition, Key};
use super::view::{Top, with_laid};

impl Chat {
    /// Scrolls this many rows down, or up if negative.
    pub(super) fn scroll_by(&mut self, rows: isize) {
        if self.len() == 0 || rows == 0 {
            return;
        }
        self.stop_searching();
        let (cell, row) = self.top_row();
        let end = self.end_top();
        let (cell, row) = if rows > 0 {
            self.down(cell, row, rows.unsigned_abs())
        } else {
            self.up(cell, row, rows.unsigned_abs())
        };
        if (cell, row) < end {
            self.scroll_to(cell, row);
        } else if rows > 0 {
            self.view.follow();
        }
        self.drop_hidden_cursor();
    }

    /// Holds a row that the user scrolled to. For a text that was reached from below, and is still
    /// being laid out, only a place counted from its end is stable.
    fn scroll_to(&mut self, cell: usize, row: usize) {
        let from_below = match self.view.top {
            Top::Follow => true,
            Top::At { cell: top, place } => {
                top > cell || (top == cell && matches!(place, CellPosition::FromEnd(_)))
            }
        };
        let height = self.height_of(cell);
        match self.cell(cell).filter(|_| from_below) {
            Some(laid) if laid.is_incomplete() => {
                let place = CellPosition::FromEnd(height - row);
                self.view.top = Top::At { cell, place };
            }
            _ => self.hold(cell, row),
        }
    }

    /// Holds the row at the top of the screen, whatever follows, once all of its text is laid out.
    pub(super) fn settle_top(&mut self) {
        if let Top::At {
            cell,
            place: CellPosition::FromEnd(_),
        } = self.view.top
        {
            let (top, row) = self.top_row();
            if top == cell && self.cell(cell).is_some_and(|cell| !cell.is_incomplete()) {
                self.hold(cell, row);
            }
        }
    }

    /// Scrolls to the first row.
    pub fn go_to_top(&mut self) {
        self.go_to(0, 0);
        self.drop_hidden_cursor();
    }

    /// Scrolls to the end and follows it.
    pub fn go_to_bottom(&mut self) {
        self.view.follow();
        self.cursor = None;
    }

    /// Follows the end, or stops following it.
    pub fn toggle_follow(&mut self) {
        if self.view.is_following() && self.len() > 0 {
            let (cell, row) = self.top_row();
            self.hold(cell, row);
        } else {
            self.go_to_bottom();
        }
    }

    /// Brings a row of a cell onto the screen with as little movement as possible.
    pub(super) fn reveal(&mut self, cell: usize, row: usize) {
        let (width, height) = (self.view.width, self.view.height);
        let (top_cell, top_row) = self.top_row();
        self.collect_rows(top_cell, top_row);
        if self.view.rows().contains(&(cell, row)) || width == 0 || height == 0 {
            return;
        }
        if (cell, row) < (top_cell, top_row) {
            self.go_to(cell, row);
        } else {
            let (cell, row) = self.up(cell, row, height - 1);
            self.go_to(cell, row);
        }
    }

    /// Holds the first row of a command's answer if it is longer than the screen: the user reads it
    /// from the beginning.
    pub(super) fn hold_first_row(&mut self, key: Key) {
        let last = self.cells.len().checked_sub(1);
        let at = self
            .places
            .get(&key)
            .copied()
            .filter(|at| Some(*at) == last);
        let is_shown = self.view.is_following() && self.view.width > 0 && self.view.height > 0;
        if let Some(at) = at.filter(|_| is_shown)
            && self.height_of(at) > self.view.height
        {
            self.hold(at, 0);
        }
    }

    /// Brings as much of a cell onto the screen as fits.
    pub(super) fn reveal_cell(&mut self, cell: usize) {
        let height = self.height_of(cell);
        self.reveal(cell, height.saturating_sub(1));
        self.reveal(cell, 0);
    }

    /// Holds a row at the top of the screen, or follows if that is the end.
    pub(super) fn go_to(&mut self, cell: usize, row: usize) {
        if (cell, row) >= self.end_top() {
            self.view.follow();
        } else {
            self.hold(cell, row);
        }
    }

    pub(super) fn hold(&mut self, cell: usize, row: usize) {
        let given = self.given();
        let place = with_laid(self, cell, given).map(|laid| laid.place_of(row));
        if let Some(place) = place {
            self.view.top = Top::At { cell, place };
        }
    }

    /// Returns the cell and row at the top when the last row is at the bottom.
    pub(super) fn end_top(&mut self) -> (usize, usize) {
        let Some(last) = self.len().checked_sub(1) else {
            return (0, 0);
        };
        let row = self.height_of(last).saturating_sub(1);
        self.up(last, row, self.view.height.saturating_sub(1))
    }

    pub(super) fn up(&mut self, cell: usize, row: usize, rows: usize) -> (usize, usize) {
        let (mut cell, mut row, mut rows) = (cell, row, rows);
        while rows > row {
            let Some(above) = cell.checked_sub(1) else {
                return (0, 0);
            };
            rows -= row;
            cell = above;
            // The row after the last one of the cell above is the first one of the cell being left.
            row = self.height_of(above);
        }
        (cell, row - rows)
    }

    pub(super) fn down(&mut self, cell: usize, row: usize, rows: usize) -> (usize, usize) {
        let (mut cell, mut row) = (cell, row + rows);
        loop {
            let height = self.height_of(cell);
            if row < height {
                return (cell, row);
            }
            if cell + 1 >= self.len() {
                return (cell, height.saturating_sub(1));
            }
            row -= height;
            cell += 1;
        }
    }

    pub(super) fn drop_hidden_cursor(&mut self) {
        let (cell, row) = self.top_row();
        self.collect_rows(cell, row);
        if let Some(cursor) = self.cursor
            && !self.view.rows().iter().any(|row| row.0 == cursor)
        {
            self.cursor = None;
        }
    }
}
