//! The lines of the file as text that can be selected. Part of [`DiffPane`].

use super::{DiffPane, Lines};
use crate::tui::select::{FileLines, Form, LineId, LineText, Spot, Strip, TextView, Way};
use crate::tui::widget::diff::Diff;
use crate::tui::widget::text::{fitting, width_of};
use crate::tui::widget::wrap::chop;

/// Columns of the text that stay in sight beside a place.
const MARGIN: usize = 4;

fn id(entry: usize) -> LineId {
    LineId {
        lane: 0,
        item: entry,
        line: 0,
    }
}

impl DiffPane {
    /// Columns before the text of a row.
    fn gutter_of(&self, row: usize) -> usize {
        self.rows.get(row).map_or(0, |row| row.marks_width())
    }

    /// The part of an entry's text that one of its rows shows: column, first byte, text, and whether it is the last.
    fn part(&self, diff: &Diff, row: usize, (entry, part): (usize, usize)) -> Option<Strip> {
        let text = diff.text(entry)?;
        let gutter = self.gutter_of(row);
        let (column, start, text, ends) = match self.lines {
            Lines::Wrapped => {
                let parts = chop(text, self.width.saturating_sub(gutter).max(1));
                let (start, shown) = parts.get(part).copied()?;
                (gutter, start, shown, part + 1 == parts.len())
            }
            Lines::Cut => {
                let (before, columns) = fitting(text, self.column);
                let rest = text.get(before.len()..).unwrap_or_default();
                // A wide letter that the edge cuts begins left of it.
                let back = match rest.is_empty() {
                    true => 0,
                    false => self.column.saturating_sub(columns),
                };
                (gutter.saturating_sub(back), before.len(), rest, true)
            }
        };
        Some(Strip {
            line: id(entry),
            column: i32::try_from(column).unwrap_or(0),
            lane: (0, u16::try_from(self.width).unwrap_or(u16::MAX)),
            start,
            text: text.to_owned(),
            ends,
        })
    }

    /// Brings a column of the text into sight where lines are cut.
    fn reveal_column(&mut self, spot: Spot) {
        let Some(diff) = &self.diff else { return };
        let text = diff.text(spot.line.item).unwrap_or_default();
        let column = width_of(text.get(..spot.byte.min(text.len())).unwrap_or(text));
        let room = self.width.saturating_sub(self.gutter_of(0)).max(MARGIN * 2);
        if self.lines == Lines::Wrapped {
            return;
        }
        if column < self.column {
            self.column = column.saturating_sub(MARGIN);
        } else if column + 1 > self.column + room {
            self.column = column + MARGIN - room;
        }
    }

    /// A click on a row of the pane: its line, and the hunk around it, is the one at hand.
    pub fn click(&mut self, row: u16) {
        let place = self.places.get(usize::from(row));
        let is_line = |entry: &usize| {
            self.diff
                .as_ref()
                .is_some_and(|diff| diff.text(*entry).is_some())
        };
        self.at_hand = place.map(|(entry, _)| *entry).filter(is_line);
    }

    /// The wheel: rows go by.
    pub fn wheel(&mut self, rows: isize) {
        self.scroll(rows);
    }

    /// The line that keys are about: the one that was clicked while it is on the screen, else the first one there.
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

    fn strips(&self, row: u16) -> Vec<Strip> {
        let row = usize::from(row);
        let place = self.places.get(row).copied();
        let strip = self.diff.as_ref().zip(place);
        let strip = strip.and_then(|(diff, place)| self.part(diff, row, place));
        strip.into_iter().collect()
    }

    fn line(&mut self, at: LineId) -> Option<LineText> {
        let diff = self.diff.as_ref()?;
        let shown = diff.text(at.item)?.to_owned();
        let source = diff.source(at.item)?;
        Some(LineText {
            raw: (source != shown).then(|| source.into()),
            shown,
            form: Form::Plain,
        })
    }

    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId> {
        let diff = self.diff.as_ref()?;
        let is_line = |entry: &usize| diff.text(*entry).is_some();
        match way {
            Way::Down => (at.item + 1..diff.entry_count()).find(is_line),
            Way::Up => (0..at.item).rev().find(is_line),
        }
        .map(id)
    }

    fn end(&mut self, _lane: u8, way: Way) -> Option<LineId> {
        let diff = self.diff.as_ref()?;
        let is_line = |entry: &usize| diff.text(*entry).is_some();
        match way {
            Way::Up => (0..diff.entry_count()).find(is_line),
            Way::Down => (0..diff.entry_count()).rev().find(is_line),
        }
        .map(id)
    }

    fn reveal(&mut self, spot: Spot) {
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
        self.scroll(rows);
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
