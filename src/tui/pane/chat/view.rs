//! The reader's place: following the end, or held at a place of a cell whatever is added below.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Chat;
use super::cell::{Body, Cell, CellPosition, HEAD_INDENT, Key, LayoutContext};
use super::lines::{Ending, LineCell};
use crate::highlight::Colours;
use crate::pane::Focused;
use crate::theme::{Role, Theme};
use crate::widget::row::{Paint, Slot, TextStyle, draw_row};
use client::text::width_of;
use l10n::say;

/// The bar at the left of the user's messages.
const BAR: &str = "▌";

/// Cells this far above and below the screen keep their rows.
const NEAR: usize = 64;

/// The first row on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Top {
    /// Whichever row makes the last row of the transcript the last one on the screen.
    #[default]
    Follow,
    /// A place of a cell.
    At { cell: usize, place: CellPosition },
}

#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) top: Top,
    /// Cell and row of each row on the screen, from the top.
    rows: Vec<(usize, usize)>,
    /// Cells that have rows.
    pub(super) laid: BTreeSet<usize>,
    new_cells: usize,
    grew: bool,
}

impl View {
    /// Scrolls to the end and stays there.
    pub(super) fn follow(&mut self) {
        self.top = Top::Follow;
        self.new_cells = 0;
        self.grew = false;
    }

    pub(super) fn is_following(&self) -> bool {
        self.top == Top::Follow
    }

    /// Notes that a cell was added.
    pub(super) fn note_new(&mut self) {
        if !self.is_following() {
            self.new_cells += 1;
        }
    }

    /// Notes that a cell grew.
    pub(super) fn note_growth(&mut self) {
        if !self.is_following() {
            self.grew = true;
        }
    }

    pub(super) fn rows(&self) -> &[(usize, usize)] {
        &self.rows
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }
}

/// A reading position in terms that remain valid when new cells are added.
pub(super) struct ReadingPosition {
    key: Key,
    place: CellPosition,
    cursor: Option<Key>,
}

impl Chat {
    /// Lays out the content of a screen of this size, and requests the colours of its code.
    pub(super) fn lay_out(&mut self, width: u16, height: u16, colours: &mut Colours) {
        self.view.width = usize::from(width);
        self.view.height = usize::from(height);
        self.lay_out_further();
        self.settle_top();
        let (cell, row) = self.top_row();
        self.collect_rows(cell, row);
        let first = self.view.rows.first().map_or(0, |row| row.0);
        let last = self.view.rows.last().map_or(0, |row| row.0);
        self.drop_far_rows(first.saturating_sub(NEAR)..last + NEAR + 1);
        for (cell, row) in &self.view.rows {
            if let Some(code) = self.cell(*cell).and_then(|cell| cell.code(*row)) {
                colours.want(code);
            }
        }
    }

    /// Returns the rows of a cell that are on the screen.
    fn rows_on_screen(&self, cell: usize) -> std::ops::Range<usize> {
        let first = self.view.rows.partition_point(|(at, _)| *at < cell);
        let behind = self.view.rows.partition_point(|(at, _)| *at <= cell);
        let row = |place: usize| self.view.rows.get(place).map_or(0, |(_, row)| *row);
        if behind > first {
            row(first)..row(behind - 1) + 1
        } else {
            0..0
        }
    }

    /// Lays out the next part of each long text that does not have all its rows.
    fn lay_out_further(&mut self) {
        for at in &self.view.laid {
            if let Some(cell) = self.cells.get_mut(*at).filter(|cell| cell.is_incomplete()) {
                cell.touch();
            }
        }
    }

    /// Whether another frame would show more of what has already arrived.
    pub fn is_incomplete(&self) -> bool {
        let mut laid = self.view.laid.iter();
        self.is_searching() || laid.any(|at| self.cell(*at).is_some_and(Cell::is_incomplete))
    }

    /// Draws the laid out content.
    pub(super) fn draw_cells(
        &self,
        area: Rect,
        buf: &mut Buffer,
        paint: Paint<'_>,
        focused: Focused,
    ) {
        let area = area.intersection(buf.area);
        self.draw_beginning(area, buf, paint);
        for (y, (at, number)) in (area.top()..area.bottom()).zip(&self.view.rows) {
            let Some(cell) = self.cell(*at) else {
                continue;
            };
            let Some((row, indent)) = cell.row(*number) else {
                continue;
            };
            let indent = u16::try_from(indent).unwrap_or(0).min(area.width);
            let slot = Slot {
                x: area.x + indent,
                y,
                width: area.width - indent,
            };
            if cell.has_bar(*number) {
                let style = TextStyle::of(Role::ChatUser).style(paint.theme);
                let x = area.x + u16::try_from(HEAD_INDENT).unwrap_or(0);
                buf.set_stringn(x, y, BAR, 1, style);
            }
            draw_row(row, slot, buf, paint);
            self.draw_matches(row, slot, buf, paint.theme);
            let first = *number == usize::from(cell.gap);
            if focused == Focused::Yes && self.cursor == Some(*at) && first && indent > 0 {
                let style = TextStyle::of(Role::Accent);
                buf.set_stringn(area.x, y, ">", 1, style.style(paint.theme));
            }
        }
        self.draw_mark(area, buf, paint.theme);
    }

    /// Draws the mark that there is more below; `…` stands for the text that it covers.
    fn draw_mark(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let text = match (self.view.new_cells, self.view.grew) {
            (0, false) => return,
            (0, true) => String::from(say!("chat-below-more")),
            (count, _) => say!("chat-below-new", count),
        };
        let width = u16::try_from(width_of(&text)).unwrap_or(u16::MAX);
        if self.view.is_following() || area.height == 0 || width > area.width {
            return;
        }
        let style = TextStyle::of(Role::Accent).on(Role::BgPopup).style(theme);
        let (x, y) = (area.right() - width, area.bottom() - 1);
        let mut covered = (x..area.right()).filter_map(|x| buf.cell((x, y)));
        let covers_text = covered.any(|cell| !cell.symbol().trim().is_empty());
        buf.set_stringn(x, y, &text, usize::from(width), style);
        if covers_text {
            buf.set_stringn(x, y, "…", 1, style);
        }
    }

    /// Whether the end of a run that failed is on the screen.
    pub fn shows_error(&self) -> bool {
        let mut ends = self.cells.iter().rev().map(|cell| &cell.body);
        let end = ends.find_map(|body| match body {
            Body::Line(LineCell::End { how, .. }) => Some(how),
            _ => None,
        });
        self.view.is_following() && matches!(end, Some(Ending::Failed { .. }))
    }

    /// Whether the view follows the end.
    #[cfg(test)]
    pub fn is_following(&self) -> bool {
        self.view.is_following()
    }

    pub(super) fn given(&self) -> (usize, Option<jiff::Timestamp>) {
        (self.view.width, self.now)
    }

    /// Returns the number of rows of a cell.
    pub(super) fn height_of(&mut self, cell: usize) -> usize {
        let given = self.given();
        with_laid(self, cell, given).map_or(0, |cell| cell.height())
    }

    /// Returns the cell and row at the top of the screen.
    pub(super) fn top_row(&mut self) -> (usize, usize) {
        match self.view.top {
            Top::Follow => self.end_top(),
            Top::At { cell, place } => {
                let given = self.given();
                match with_laid(self, cell, given) {
                    Some(laid) => (cell, laid.row_of(place)),
                    None => self.end_top(),
                }
            }
        }
    }

    pub(super) fn collect_rows(&mut self, cell: usize, row: usize) {
        let mut rows = std::mem::take(&mut self.view.rows);
        rows.clear();
        let (first, mut cell, mut row) = (cell, cell, row);
        while rows.len() < self.view.height && cell < self.len() {
            let height = self.height_of(cell);
            while row < height && rows.len() < self.view.height {
                rows.push((cell, row));
                row += 1;
            }
            cell += 1;
            row = 0;
        }
        self.view.rows = rows;
        for at in first..cell {
            let rows = self.rows_on_screen(at);
            if let Some(cell) = self.cell_mut(at) {
                cell.show(rows);
            }
        }
    }

    /// Drops the rows of cells that are far from the screen, and the far rows of near cells.
    fn drop_far_rows(&mut self, near: std::ops::Range<usize>) {
        let far: Vec<usize> = self
            .view
            .laid
            .iter()
            .copied()
            .filter(|at| !near.contains(at) && self.searched_cell() != Some(*at))
            .collect();
        for at in far {
            self.view.laid.remove(&at);
            if let Some(cell) = self.cells.get_mut(at) {
                cell.forget();
            }
        }
        let laid: Vec<usize> = self.view.laid.iter().copied().collect();
        for at in laid {
            let rows = self.rows_on_screen(at);
            if let Some(cell) = self.cells.get_mut(at) {
                cell.keep_near(rows);
            }
        }
    }

    /// Adjusts places to a cell that was inserted between others at this index.
    pub(super) fn cell_inserted_before(&mut self, at: usize) {
        self.cell_inserted_at(at);
        let moved = |place: usize| place + usize::from(place >= at);
        self.view.laid = self.view.laid.iter().map(|place| moved(*place)).collect();
        self.found = self.found.map(|(cell, row)| (moved(cell), row));
        if let Some(hunt) = &mut self.search_in_progress {
            hunt.cell_inserted_at(at);
        }
    }

    /// Adjusts places to a cell that was inserted at this index.
    pub(super) fn cell_inserted_at(&mut self, at: usize) {
        self.edition += 1;
        if let Top::At { cell, .. } = &mut self.view.top
            && *cell >= at
        {
            *cell += 1;
        }
        if let Some(cursor) = &mut self.cursor
            && *cursor >= at
        {
            *cursor += 1;
        }
    }

    /// Limits places to the remaining cells after cells were removed at the end.
    pub(super) fn clamp_places(&mut self) {
        self.edition += 1;
        let len = self.len();
        if matches!(self.view.top, Top::At { cell, .. } if cell >= len) {
            self.view.follow();
        }
        if self.cursor.is_some_and(|cursor| cursor >= len) {
            self.cursor = None;
        }
        self.view.laid.split_off(&self.cells.len());
    }

    /// Returns the reading position, unless the end is followed.
    pub(super) fn remember_place(&self) -> Option<ReadingPosition> {
        let Top::At { cell, place } = self.view.top else {
            return None;
        };
        let key = self.cell(cell)?.key;
        let cursor = self
            .cursor
            .and_then(|at| self.cell(at))
            .map(|cell| cell.key);
        Some(ReadingPosition { key, place, cursor })
    }

    pub(super) fn take_place(&mut self, reading: Option<ReadingPosition>) {
        self.edition += 1;
        self.view.laid.clear();
        let Some(reading) = reading else {
            return;
        };
        if let Some(cell) = self.places.get(&reading.key).copied() {
            let place = reading.place;
            self.view.top = Top::At { cell, place };
        }
        self.cursor = reading
            .cursor
            .and_then(|key| self.places.get(&key).copied());
    }
}

/// Returns a cell after laying it out.
pub(super) fn with_laid(
    chat: &mut Chat,
    at: usize,
    given: (usize, Option<jiff::Timestamp>),
) -> Option<&mut super::cell::Cell> {
    if at < chat.cells.len() {
        chat.view.laid.insert(at);
    }
    let zone = chat.zone.clone();
    let given = LayoutContext {
        width: given.0.max(1),
        now: given.1,
        zone: &zone,
        diffs: chat.diffs,
    };
    let cell = chat.cell_mut(at)?;
    cell.lay(given);
    Some(cell)
}
