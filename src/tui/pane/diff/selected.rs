//! The lines of the file as text that can be selected. Part of [`DiffPane`].

use super::{DiffPane, Lines};
use crate::select::{FileLines, Form, LineId, LineText, RowSegment, TextPosition, TextView, Way};
use crate::widget::diff::{Columns, Diff, Side, halves};
use crate::widget::row::Row;
use crate::widget::wrap::chop;
use client::text::{fitting, width_of};

/// Columns of the text that stay visible beside a place.
const MARGIN: usize = 4;

fn id(item: usize, lane: u8) -> LineId {
    LineId {
        lane,
        item,
        line: 0,
    }
}

impl DiffPane {
    /// Returns the columns before the text of a row on a side.
    fn gutter_of(&self, row: usize, side: Side) -> usize {
        let of_side = match (side, self.right.get(row)) {
            (Side::New, Some(Some(right))) => Some(right),
            _ => self.rows.get(row),
        };
        of_side.map_or(0, Row::marks_width)
    }

    /// Returns the part of an item's text that a side of one of its rows shows.
    fn part(
        &self,
        diff: &Diff,
        row: usize,
        (item, part): (usize, usize),
        (side, from, to): (Side, usize, usize),
    ) -> Option<RowSegment> {
        let text = diff.text_on(item, side)?;
        let gutter = self.gutter_of(row, side);
        let (column, start, text, ends) = match self.lines {
            Lines::Wrapped => {
                let parts = chop(text, (to - from).saturating_sub(gutter).max(1));
                let (start, shown) = parts.get(part).copied()?;
                (gutter, start, shown, part + 1 == parts.len())
            }
            Lines::Cut => {
                let (before, columns) = fitting(text, self.column);
                let rest = text.get(before.len()..).unwrap_or_default();
                // A wide letter that the edge cuts begins left of the edge.
                let back = if rest.is_empty() {
                    0
                } else {
                    self.column.saturating_sub(columns)
                };
                (gutter.saturating_sub(back), before.len(), rest, true)
            }
        };
        let cell = |column: usize| u16::try_from(column).unwrap_or(u16::MAX);
        Some(RowSegment {
            line: id(item, self.lane_of(side)),
            column: i32::try_from(from + column).unwrap_or(0),
            lane: (cell(from), cell(to)),
            start,
            text: text.to_owned(),
            ends,
        })
    }

    /// Scrolls a column of the text into view if lines are cut.
    fn reveal_column(&mut self, spot: TextPosition) {
        let Some(diff) = &self.diff else { return };
        let side = self.side_of(spot.line.lane);
        let text = diff.text_on(spot.line.item, side).unwrap_or_default();
        let column = width_of(text.get(..spot.byte.min(text.len())).unwrap_or(text));
        let width = match self.shown_columns() {
            Columns::One => self.width,
            Columns::Two => halves(self.width).0,
        };
        let room = width
            .saturating_sub(self.gutter_of(0, side))
            .max(MARGIN * 2);
        if self.lines == Lines::Wrapped {
            return;
        }
        if column < self.column {
            self.column = column.saturating_sub(MARGIN);
        } else if column + 1 > self.column + room {
            self.column = column + MARGIN - room;
        }
    }

    /// Handles a click on a row of the pane: its line, and the hunk around it, become
    /// the current ones.
    pub(super) fn put_cursor(&mut self, row: u16) {
        let place = self.places.get(usize::from(row));
        let is_line = |entry: &usize| {
            self.diff
                .as_ref()
                .is_some_and(|diff| diff.text(*entry).is_some())
        };
        self.at_hand = place.map(|(entry, _)| *entry).filter(is_line);
    }

    /// Returns the line that keys apply to: the clicked one while it is on the screen, otherwise
    /// the first one there.
    pub(super) fn line_at_hand(&self) -> usize {
        let shown = self.top.0..self.shown_to.max(self.top.0 + 1);
        let clicked = self.at_hand.filter(|entry| shown.contains(entry));
        clicked.unwrap_or_else(|| self.first_line_shown())
    }
}

impl TextView for DiffPane {
    fn edition(&self) -> u64 {
        self.edition
    }

    fn strips(&self, row: u16) -> Vec<RowSegment> {
        let row = usize::from(row);
        let place = self.places.get(row).copied();
        let Some((diff, place)) = self.diff.as_ref().zip(place) else {
            return Vec::new();
        };
        let sides = self.sides_of(row).into_iter();
        sides
            .filter_map(|side| self.part(diff, row, place, side))
            .collect()
    }

    fn line(&mut self, at: LineId) -> Option<LineText> {
        let diff = self.diff.as_ref()?;
        let side = self.side_of(at.lane);
        let shown = diff.text_on(at.item, side)?.to_owned();
        let source = diff.source_on(at.item, side)?;
        Some(LineText {
            raw: (source != shown).then(|| source.into()),
            shown,
            form: Form::Plain,
        })
    }

    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId> {
        let diff = self.diff.as_ref()?;
        let side = self.side_of(at.lane);
        let is_line = |item: &usize| diff.text_on(*item, side).is_some();
        match way {
            Way::Down => (at.item + 1..diff.item_count()).find(is_line),
            Way::Up => (0..at.item).rev().find(is_line),
        }
        .map(|item| id(item, at.lane))
    }

    fn end(&mut self, lane: u8, way: Way) -> Option<LineId> {
        let diff = self.diff.as_ref()?;
        let side = self.side_of(lane);
        let is_line = |item: &usize| diff.text_on(*item, side).is_some();
        match way {
            Way::Up => (0..diff.item_count()).find(is_line),
            Way::Down => (0..diff.item_count()).rev().find(is_line),
        }
        .map(|item| id(item, lane))
    }

    fn reveal(&mut self, spot: TextPosition) {
        let entry = spot.line.item;
        if entry < self.top.0 || (entry == self.top.0 && self.top.1 > 0) {
            self.top = (entry, 0);
        }
        while self.height > 0 && self.top.0 < entry {
            let rows: usize = (self.top.0..=entry).map(|at| self.rows_of(at)).sum();
            if rows.saturating_sub(self.top.1) <= self.height {
                break;
            }
            self.top = (self.top.0 + 1, 0);
        }
        self.reveal_column(spot);
    }

    fn height(&self) -> u16 {
        u16::try_from(self.height).unwrap_or(u16::MAX)
    }

    fn scroll_text(&mut self, rows: isize) {
        self.scroll_by(rows);
    }

    fn file_lines(&self, first: LineId, last: LineId) -> Option<FileLines> {
        let diff = self.diff.as_ref()?;
        let numbers = || {
            (first.item..=last.item)
                .filter(|entry| !diff.is_removed(*entry))
                .filter_map(|entry| diff.number(entry))
        };
        Some(FileLines {
            path: diff.path().to_owned(),
            first: numbers().min()?,
            last: numbers().max()?,
        })
    }
}
