//! A line of text that the user edits, behind a label.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::row::{Row, TextStyle, draw_rows};
use crate::theme::{Role, Theme};
use client::line_editor::LineEditor;
use client::text::{visible, width_of, window};

/// The effect of a key in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKey {
    /// The user left the field.
    Left,
    /// The user accepted the text.
    Accepted,
    /// The key edited the text, or has no meaning.
    Edited,
}

/// Handles a key of a field of one line: Esc and Ctrl+G leave it, Enter accepts the text.
pub fn field_key(line: &mut LineEditor, key: &KeyEvent) -> FieldKey {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Esc => FieldKey::Left,
        KeyCode::Char('g') if control => FieldKey::Left,
        KeyCode::Enter => FieldKey::Accepted,
        _ => {
            // The field ignores a key that has no meaning.
            let _ = line.key(key);
            FieldKey::Edited
        }
    }
}

/// A label and a text, of which the part around the cursor is shown.
#[derive(Debug, Clone, Copy)]
pub struct TextField<'a> {
    pub label: &'a str,
    pub role: Role,
    pub text: &'a str,
    /// Byte of the text at which the cursor stands.
    pub cursor: usize,
}

impl<'a> TextField<'a> {
    pub fn new(label: &'a str, line: &'a LineEditor) -> Self {
        Self {
            label,
            role: Role::Accent,
            text: line.text(),
            cursor: line.cursor(),
        }
    }

    /// Returns the row in this width, and the column of the cursor in it.
    pub fn row(&self, width: usize) -> (Row, usize) {
        let mut row = Row::text(self.label, TextStyle::of(self.role));
        let label = width_of(self.label);
        let room = width.saturating_sub(label + 1);
        let before = width_of(&visible(self.text.get(..self.cursor).unwrap_or_default()));
        let from = before.saturating_sub(room);
        let shown = window(&visible(self.text), from, room);
        row.push(&shown, TextStyle::default());
        (row, label + before - from)
    }

    /// Draws the field in the first row of an area, and returns the cursor position.
    pub fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let (row, column) = self.row(usize::from(area.width));
        draw_rows(&[row], area, buf, theme);
        cursor_at(area, 0, column)
    }
}

/// Returns the position in this row and column of an area; the last column if it is beyond it.
pub fn cursor_at(area: Rect, down: u16, column: usize) -> Option<Position> {
    if down >= area.height {
        return None;
    }
    let x = area.x.saturating_add(u16::try_from(column).ok()?);
    let x = x.min(area.right().saturating_sub(1));
    Some(Position::new(x, area.y + down))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_scrolls_to_its_cursor() {
        let line = LineEditor::of("one two three four");
        let (row, column) = TextField::new("name: ", &line).row(16);
        assert_eq!((row.plain().as_str(), column), ("name: hree four", 15));
        let (row, column) = TextField::new("name: ", &line).row(40);
        assert_eq!(
            (row.plain().as_str(), column),
            ("name: one two three four", 24)
        );
    }

    #[test]
    fn the_cursor_never_leaves_its_area() {
        let area = Rect::new(2, 1, 10, 2);
        assert_eq!(cursor_at(area, 1, 3), Some(Position::new(5, 2)));
        assert_eq!(cursor_at(area, 1, 30), Some(Position::new(11, 2)));
        assert_eq!(cursor_at(area, 2, 3), None);
    }

    #[test]
    fn enter_accepts_and_esc_leaves_without_touching_the_text() {
        let mut line = LineEditor::of("a");
        let mut key = |code, modifiers| field_key(&mut line, &KeyEvent::new(code, modifiers));
        let none = KeyModifiers::NONE;
        assert_eq!(key(KeyCode::Char('b'), none), FieldKey::Edited);
        assert_eq!(key(KeyCode::Enter, none), FieldKey::Accepted);
        assert_eq!(key(KeyCode::Esc, none), FieldKey::Left);
        assert_eq!(
            key(KeyCode::Char('g'), KeyModifiers::CONTROL),
            FieldKey::Left
        );
        assert_eq!(line.text(), "ab");
    }
}
