//! The search line at the foot of a pane.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::composer::layout::{shown, shown_width};
use crate::composer::{KeyUse, LineEdit};
use crate::theme::{Role, Theme};
use client::text::fill_end;

/// From this width on, a pane has the screen for itself and the line has room for more than
/// the typed text.
pub(super) const ALONE: u16 = 60;

/// A search line, open while the user types a search.
#[derive(Debug, Default)]
pub(super) struct SearchLine {
    typed: Option<LineEdit>,
}

/// The result of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SearchOutcome {
    /// The key changed the text.
    More,
    /// The user requested a search for this text.
    Search(String),
    /// The user left the line.
    Left,
}

impl SearchLine {
    pub(super) fn open(&mut self) {
        self.typed = Some(LineEdit::default());
    }

    pub(super) fn is_open(&self) -> bool {
        self.typed.is_some()
    }

    /// Returns the typed text.
    pub(super) fn text(&self) -> String {
        self.typed.as_ref().map(LineEdit::text).unwrap_or_default()
    }

    /// Inserts a text at the cursor.
    pub(super) fn insert(&mut self, text: &str) {
        if let Some(line) = &mut self.typed {
            line.insert(text);
        }
    }

    pub(super) fn key(&mut self, key: &KeyEvent) -> SearchOutcome {
        let Some(line) = &mut self.typed else {
            return SearchOutcome::Left;
        };
        match key.code {
            KeyCode::Enter => {
                let text = line.text();
                self.typed = None;
                SearchOutcome::Search(text)
            }
            KeyCode::Esc => {
                self.typed = None;
                SearchOutcome::Left
            }
            KeyCode::Backspace if line.is_empty() && key.modifiers == KeyModifiers::NONE => {
                self.typed = None;
                SearchOutcome::Left
            }
            _ => {
                // A key without a meaning in a line of text is dropped.
                let _used: KeyUse = line.key(key);
                SearchOutcome::More
            }
        }
    }

    /// Returns the place of the terminal's cursor: where the next letter goes.
    pub(super) fn caret(&self, area: Rect) -> Option<Position> {
        let line = self.typed.as_ref()?;
        let text = line.text();
        let before = shown_width(text.get(..line.cursor()).unwrap_or_default());
        let x = area.x.saturating_add(u16::try_from(before + 1).ok()?);
        let x = x.min(area.right().saturating_sub(1));
        (!area.is_empty()).then(|| Position::new(x, area.bottom() - 1))
    }

    /// Draws the line over the last row of a pane, with the search result at its end if
    /// there is room.
    pub(super) fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, found: &str) {
        let Some(line) = &self.typed else { return };
        if area.is_empty() {
            return;
        }
        let row = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        let style = theme.style(Role::BgPopup).patch(theme.style(Role::Fg));
        buf.set_style(row, style);
        let mut text = format!("/{}_", shown(&line.text()));
        if area.width >= ALONE && !found.is_empty() {
            text.push_str("   ");
            text.push_str(found);
        }
        let padded = fill_end(&text, usize::from(row.width));
        buf.set_stringn(row.x, row.y, padded, usize::from(row.width), style);
    }
}
