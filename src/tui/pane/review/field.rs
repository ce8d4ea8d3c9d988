//! A multi-line text field over the review: for a comment, or for the text that a hunk proposes.
//!
//! Owns the text, its line endings and its place on the screen; the keys are readline's.
//! Ctrl+S or Alt+Enter accepts the text, Esc leaves the field. The dialog that holds the
//! field knows its purpose.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::composer::TextEdit;
use crate::composer::layout::{Row, byte_at, locate, rows, shown};
use crate::part::Pointing;
use crate::theme::{Role, Theme};
use client::line_editor::typed;

/// Effect of the Enter key in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enter {
    /// Enter accepts the text.
    Takes,
    /// Enter begins another line.
    Breaks,
}

/// Outcome of a key press in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldOutcome {
    /// The key edited the text or had no meaning.
    More,
    /// The user accepted the text.
    Taken,
    /// The user left the field.
    Left,
}

/// Line endings of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Endings {
    Lf,
    CrLf,
}

#[derive(Debug, Clone)]
pub struct Field {
    edit: TextEdit,
    enter: Enter,
    endings: Endings,
    /// Whether the given text ended with a line ending.
    ended: bool,
    before: String,
}

impl Field {
    /// Creates a field that holds a text of a file.
    pub fn of(text: &str, enter: Enter) -> Self {
        let all_crlf =
            text.contains("\r\n") && text.matches('\n').count() == text.matches("\r\n").count();
        let endings = if all_crlf { Endings::CrLf } else { Endings::Lf };
        let shown = match endings {
            Endings::CrLf => text.replace("\r\n", "\n"),
            Endings::Lf => text.to_owned(),
        };
        let ended = shown.ends_with('\n');
        let body = shown.strip_suffix('\n').unwrap_or(&shown);
        let mut edit = TextEdit::of(body);
        if enter == Enter::Breaks {
            edit.move_to(0);
        }
        Self {
            edit,
            enter,
            endings,
            ended,
            before: text.to_owned(),
        }
    }

    /// Creates a field with a text of a file that was changed elsewhere; `before` is the text
    /// before that change.
    pub fn changed(before: &str, text: &str, enter: Enter) -> Self {
        Self {
            before: before.to_owned(),
            ..Self::of(text, enter)
        }
    }

    /// Returns the text with its original line endings. An empty text stays empty.
    pub fn text(&self) -> String {
        let mut text = self.edit.whole_text();
        if self.ended && !text.is_empty() {
            text.push('\n');
        }
        match self.endings {
            Endings::CrLf => text.replace('\n', "\r\n"),
            Endings::Lf => text,
        }
    }

    /// Whether the text equals the original.
    pub fn is_unchanged(&self) -> bool {
        self.text() == self.before
    }

    /// Replaces the text; the cursor stays in place as far as possible.
    pub fn put(&mut self, text: &str) {
        let at = self.edit.cursor();
        *self = Self::of(text, self.enter);
        let shown = self.edit.text();
        self.edit
            .move_to(shown.floor_char_boundary(at.min(shown.len())));
    }

    /// Handles a key.
    pub fn key(&mut self, key: &KeyEvent) -> FieldOutcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return FieldOutcome::Left,
            KeyCode::Char('g') if control => return FieldOutcome::Left,
            KeyCode::Char('s') if control => return FieldOutcome::Taken,
            KeyCode::Enter if key.modifiers.contains(KeyModifiers::ALT) => {
                return FieldOutcome::Taken;
            }
            KeyCode::Enter if key.modifiers.is_empty() => match self.enter {
                Enter::Takes => return FieldOutcome::Taken,
                Enter::Breaks => self.edit.type_character('\n'),
            },
            KeyCode::Up => {
                self.edit.line_up();
            }
            KeyCode::Down => {
                self.edit.line_down();
            }
            KeyCode::Tab => self.edit.type_character('\t'),
            _ if typed(key).is_some() || !key.modifiers.is_empty() || is_editing(key.code) => {
                // The field ignores a key that has no meaning.
                let _ = self.edit.key(key);
            }
            _ => {}
        }
        FieldOutcome::More
    }

    /// Inserts a paste.
    pub fn paste(&mut self, text: &str) {
        self.edit.insert(text);
    }

    /// Returns the selected text.
    pub fn selected_text(&self) -> Option<String> {
        let text = self.edit.text();
        text.get(self.edit.selection()?).map(str::to_owned)
    }

    /// Moves the cursor up or down by `lines`.
    pub fn scroll(&mut self, lines: isize) {
        for _ in 0..lines.unsigned_abs() {
            let moved = if lines > 0 {
                self.edit.line_down()
            } else {
                self.edit.line_up()
            };
            if moved.is_none() {
                return;
            }
        }
    }

    /// Handles the mouse while the field occupies `area`.
    pub fn point(&mut self, area: Rect, at: Position, how: Pointing) {
        let text = self.edit.text();
        let rows = rows(&text, room(area.width));
        let first = self.first_row(&text, &rows, area.height);
        let down = usize::from(at.y.saturating_sub(area.y));
        let column = usize::from(at.x.saturating_sub(area.x));
        self.edit
            .point(byte_at(&text, &rows, first + down, column), how);
    }

    /// Returns the first shown row, chosen so that the cursor's row is on the screen.
    fn first_row(&self, text: &str, rows: &[Row], height: u16) -> usize {
        let (row, _) = locate(text, rows, self.edit.cursor());
        (row + 1).saturating_sub(usize::from(height.max(1)))
    }

    /// Returns the number of rows that the field needs at a width.
    pub fn height(&self, width: u16) -> u16 {
        let rows = rows(&self.edit.text(), room(width)).len();
        u16::try_from(rows).unwrap_or(u16::MAX)
    }

    /// Returns the first and the last row shown in an area, counted from 1, and the total; `None`
    /// if all rows are shown.
    pub fn visible_window(&self, area: Rect) -> Option<(usize, usize, usize)> {
        let text = self.edit.text();
        let rows = rows(&text, room(area.width));
        let first = self.first_row(&text, &rows, area.height);
        let last = rows.len().min(first + usize::from(area.height));
        (last - first < rows.len()).then_some((first + 1, last, rows.len()))
    }

    /// Returns the position of the text cursor.
    pub fn cursor(&self, area: Rect) -> Option<Position> {
        let text = self.edit.text();
        let rows = rows(&text, room(area.width));
        let (row, column) = locate(&text, &rows, self.edit.cursor());
        let first = (row + 1).saturating_sub(usize::from(area.height.max(1)));
        let x = area.x.saturating_add(u16::try_from(column).ok()?);
        let y = area.y.saturating_add(u16::try_from(row - first).ok()?);
        let at = Position::new(x.min(area.right().saturating_sub(1)), y);
        area.contains(at).then_some(at)
    }

    pub fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let text = self.edit.text();
        let rows = rows(&text, room(area.width));
        let (row, _) = locate(&text, &rows, self.edit.cursor());
        let first = (row + 1).saturating_sub(usize::from(area.height.max(1)));
        let selected = self.edit.selection().unwrap_or(0..0);
        let plain = theme.style(Role::Fg);
        for (y, row) in (area.top()..area.bottom()).zip(rows.iter().skip(first)) {
            let (start, end) = (row.bytes.start, row.bytes.end);
            let from = selected.start.clamp(start, end);
            let to = selected.end.clamp(from, end);
            let parts = [
                (start..from, plain),
                (from..to, plain.patch(theme.style(Role::BgSel))),
                (to..end, plain),
            ];
            let mut x = area.x;
            for (bytes, style) in parts {
                let part = text.get(bytes).unwrap_or_default();
                let room = usize::from(area.right().saturating_sub(x));
                if part.is_empty() || room == 0 {
                    continue;
                }
                (x, _) = buf.set_stringn(x, y, shown(part), room, style);
            }
        }
    }
}

fn is_editing(code: KeyCode) -> bool {
    matches!(
        code,
        KeyCode::Left
            | KeyCode::Right
            | KeyCode::Home
            | KeyCode::End
            | KeyCode::Backspace
            | KeyCode::Delete
    )
}

/// Keeps one column free for the cursor.
fn room(width: u16) -> usize {
    usize::from(width.saturating_sub(1)).max(1)
}
