//! The places in a box with a list, the details of its chosen row, a line for input or a warning, and keys.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};

use super::list_view::ListView;
use super::row::{Row, TextStyle, draw_rows};
use crate::theme::{Role, Theme};
use client::text::truncate;

/// Rows of the list that are shown before there is room for details.
const ROWS_FIRST: u16 = 3;

pub struct ListLayout {
    pub list: ListView,
    pub rows: Rect,
    /// Empty if the list needs the room.
    pub details: Rect,
    /// The row for input or a warning.
    pub line: Rect,
    pub keys: Rect,
}

impl ListLayout {
    /// Divides `inner` for a list of `count` rows with this one chosen, and for as many rows of details and keys.
    pub fn new(inner: Rect, (chosen, count): (usize, usize), details: usize, keys: usize) -> Self {
        let height = |rows: usize| u16::try_from(rows).unwrap_or(u16::MAX);
        let keys = height(keys);
        let below = keys.saturating_add(1).saturating_add(height(details));
        let details = match inner.height.checked_sub(below) {
            Some(left) if left >= ROWS_FIRST => height(details),
            _ => 0,
        };
        let [rows, details, line, keys] = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(details),
            Constraint::Length(1),
            Constraint::Length(keys),
        ])
        .areas(inner);
        Self {
            list: ListView::new(rows, chosen, count),
            rows,
            details,
            line,
            keys,
        }
    }

    /// Draws a warning in the row for input.
    pub fn draw_warning(&self, words: &str, buf: &mut Buffer, theme: &Theme) {
        let words = truncate(words, usize::from(self.line.width));
        let row = Row::text(words, TextStyle::of(Role::Warn));
        draw_rows(&[row], self.line, buf, theme);
    }
}
