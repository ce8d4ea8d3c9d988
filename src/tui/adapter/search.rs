//! The search line at the foot of a pane.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::super::composer::layout::{shown, shown_width};
use super::super::theme::{Role, Theme};
use client::line_editor::{KeyUse, LineEditor};
use client::text::fill_end;

/// From this width on, a pane has the screen for itself and the line has room for more than
/// the typed text.
pub(super) const ALONE: u16 = 60;

/// A search line, open while the user types a search.
#[derive(Debug, Default)]
pub(super) struct SearchLine {
    typed: Option<LineEditor>,
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
        self.typed = Some(LineEditor::default());
    }

    pub(super) fn is_open(&self) -> bool {
        self.typed.is_some()
    }

    /// Returns the typed text.
    pub(super) fn text(&self) -> String {
        let typed = self.typed.as_ref().map(LineEditor::text);
        typed.unwrap_or_default().to_owned()
    }

    /// Inserts the first line of a paste.
    pub(super) fn paste(&mut self, text: &str) {
        if let Some(line) = &mut self.typed {
            line.paste(text);
        }
    }

    pub(super) fn key(&mut self, key: &KeyEvent) -> SearchOutcome {
        let Some(line) = &mut self.typed else {
            return SearchOutcome::Left;
        };
        match key.code {
            KeyCode::Enter => {
                let text = line.text().to_owned();
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
        let before = shown_width(line.before_cursor());
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
        let mut text = format!("/{}_", shown(line.text()));
        if area.width >= ALONE && !found.is_empty() {
            text.push_str("   ");
            text.push_str(found);
        }
        let padded = fill_end(&text, usize::from(row.width));
        buf.set_stringn(row.x, row.y, padded, usize::from(row.width), style);
    }
}
