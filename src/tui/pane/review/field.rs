//! A text of several lines that is typed over the review: a comment, or what a hunk proposes.
//!
//! Owns the text, its endings and its place on the screen; the keys are readline's. Ctrl+S or
//! Alt+Enter takes it, Esc leaves it. What it is for is known to the sheet that holds it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::tui::composer::layout::{Row, byte_at, locate, rows, shown};
use crate::tui::composer::{LineEdit, typed};
use crate::tui::part::Pointing;
use crate::tui::theme::{Role, Theme};

/// What Enter does in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enter {
    /// It takes the text.
    Takes,
    /// It begins another line.
    Breaks,
}

/// What a key came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldOutcome {
    /// It was typed, or meant nothing.
    More,
    /// The text is taken.
    Taken,
    /// The text is left.
    Left,
}

/// How the lines of a text end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Endings {
    Lf,
    CrLf,
}

#[derive(Debug, Clone)]
pub struct Field {
    edit: LineEdit,
    enter: Enter,
    endings: Endings,
    /// Whether the text that was given ended with a line ending.
    ended: bool,
    before: String,
}

impl Field {
    /// A field that holds a text of a file.
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
        let mut edit = LineEdit::of(body);
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

    /// A field with a text of a file that was changed elsewhere.
    pub fn changed(before: &str, text: &str, enter: Enter) -> Self {
        Self {
            before: before.to_owned(),
            ..Self::of(text, enter)
        }
    }

    /// The text, with the endings that it came with. Nothing stays nothing.
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

    /// Whether it is as it came.
    pub fn is_unchanged(&self) -> bool {
        self.text() == self.before
    }

    /// Puts another text in the place of this one; the cursor stays as far as it can.
    pub fn put(&mut self, text: &str) {
        let at = self.edit.cursor();
        *self = Self::of(text, self.enter);
        let shown = self.edit.text();
        self.edit
            .move_to(shown.floor_char_boundary(at.min(shown.len())));
    }

    /// Takes a key.
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
                // A key that means nothing changes nothing.
                let _ = self.edit.key(key);
            }
            _ => {}
        }
        FieldOutcome::More
    }

    /// Takes a paste.
    pub fn paste(&mut self, text: &str) {
        self.edit.insert(text);
    }

    /// The text that is selected in it.
    pub fn selected_text(&self) -> Option<String> {
        let text = self.edit.text();
        text.get(self.edit.selection()?).map(str::to_owned)
    }

    /// The cursor goes so many lines up or down.
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

    /// The mouse in it, while it lies in `area`.
    pub fn point(&mut self, area: Rect, at: Position, how: Pointing) {
        let text = self.edit.text();
        let rows = rows(&text, room(area.width));
        let first = self.first_row(&text, &rows, area.height);
        let down = usize::from(at.y.saturating_sub(area.y));
        let column = usize::from(at.x.saturating_sub(area.x));
        self.edit
            .point(byte_at(&text, &rows, first + down, column), how);
    }

    /// The first row that is shown: the cursor's row is on the screen.
    fn first_row(&self, text: &str, rows: &[Row], height: u16) -> usize {
        let (row, _) = locate(text, rows, self.edit.cursor());
        (row + 1).saturating_sub(usize::from(height.max(1)))
    }

    /// Rows that it would have in a width.
    pub fn height(&self, width: u16) -> u16 {
        let rows = rows(&self.edit.text(), room(width)).len();
        u16::try_from(rows).unwrap_or(u16::MAX)
    }

    /// Which of its rows are shown in an area, from 1, and how many there are; nothing where all are.
    pub fn part_shown(&self, area: Rect) -> Option<(usize, usize, usize)> {
        let text = self.edit.text();
        let rows = rows(&text, room(area.width));
        let first = self.first_row(&text, &rows, area.height);
        let last = rows.len().min(first + usize::from(area.height));
        (last - first < rows.len()).then_some((first + 1, last, rows.len()))
    }

    /// Where the cursor goes.
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

/// One column stays free for the cursor.
fn room(width: u16) -> usize {
    usize::from(width.saturating_sub(1)).max(1)
}
