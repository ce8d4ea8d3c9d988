//! Selectable text of the tree: the names of the rows.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Tree;
use super::rows::name_of;
use crate::select::{Form, LineId, LineText, RowSegment, TextPosition, TextView, Way};
use client::text::fitting;

fn id(row: usize) -> LineId {
    LineId {
        lane: 0,
        item: row,
        line: 0,
    }
}

impl TextView for Tree {
    fn edition(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for row in 0..self.rows.len() {
            self.path_at(row).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn strips(&self, row: u16) -> Vec<RowSegment> {
        let place = self.top + usize::from(row);
        let is_shown = usize::from(row) < self.rows_shown();
        let there = self.rows.get(place).zip(self.entry_at(place));
        let Some((shown, entry)) = there.filter(|_| is_shown) else {
            return Vec::new();
        };
        let column = self.before_name(shown, entry).width();
        let (behind, _) = self.behind_name(entry);
        let room = self.width.saturating_sub(column + behind);
        let name = name_of(entry);
        let (text, _) = fitting(&name, room);
        let columns = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        vec![RowSegment {
            line: id(place),
            column: i32::from(columns(column)),
            lane: (0, columns(self.width)),
            start: 0,
            ends: text.len() == name.len(),
            text: text.to_owned(),
        }]
    }

    fn line(&mut self, at: LineId) -> Option<LineText> {
        let entry = self.entry_at(at.item)?;
        let shown = name_of(entry);
        let slash = if entry.is_folder { "/" } else { "" };
        let source = format!("{}{slash}", entry.name);
        Some(LineText {
            raw: (source != shown).then(|| source.into()),
            shown,
            form: Form::Plain,
        })
    }

    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId> {
        let row = match way {
            Way::Up => at.item.checked_sub(1)?,
            Way::Down => at.item + 1,
        };
        (row < self.rows.len()).then(|| id(row))
    }

    fn end(&mut self, _lane: u8, way: Way) -> Option<LineId> {
        let last = self.rows.len().checked_sub(1)?;
        Some(match way {
            Way::Up => id(0),
            Way::Down => id(last),
        })
    }

    fn reveal(&mut self, spot: TextPosition) {
        let (row, room) = (spot.line.item, self.rows_shown().max(1));
        if row < self.top {
            self.top = row;
        } else if row >= self.top + room {
            self.top = (row + 1).saturating_sub(room);
        }
        // Keeps the cursor on the screen.
        self.scroll_by(0);
    }

    fn height(&self) -> u16 {
        u16::try_from(self.rows_shown()).unwrap_or(u16::MAX)
    }

    fn scroll_text(&mut self, rows: isize) {
        self.scroll_by(rows);
    }
}
