//! A text that is read: keys and the wheel scroll it, and it can be selected.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::effect::Effect;
use crate::hints::HintRow;
use crate::keymap::Action;
use crate::select::{Page, TextView as _};
use crate::theme::{Role, Theme};
use crate::view::line;
use client::text::width_of;
use l10n::say;

/// Hints while the user reads a text.
pub const READING_HINTS: &[HintRow] = &[
    (Action::PickerNext, "hint-down"),
    (Action::PickerPrevious, "hint-up"),
    (Action::PickerClose, "hint-close"),
];

/// Rows per page.
const PAGE: isize = 10;

#[derive(Debug, Default)]
pub struct ReadingView {
    pub page: Page,
    /// Where the text is drawn.
    pub area: Rect,
}

impl ReadingView {
    /// Carries out the action of a bound key.
    pub fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::PickerPrevious => self.scroll(-1),
            Action::PickerNext => self.scroll(1),
            Action::PickerComplete => Vec::new(),
            _ => vec![Effect::CloseDialog],
        }
    }

    /// Handles a key without a binding.
    pub fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Char('g') | KeyCode::Home => self.scroll(isize::MIN),
            KeyCode::Char('G') | KeyCode::End => self.scroll(isize::MAX),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(PAGE),
            KeyCode::PageUp => self.scroll(-PAGE),
            KeyCode::Char('j') => self.scroll(1),
            KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Char('M') => vec![Effect::Act(Action::SelectMode)],
            KeyCode::Char('q') => vec![Effect::CloseDialog],
            _ => Vec::new(),
        }
    }

    /// Scrolls by rows, down if positive, up to the end of the text.
    pub fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.page.scroll_text(rows);
        Vec::new()
    }

    /// Draws which part of the text is visible, and the keys that scroll.
    pub fn draw_keys(&self, closes: &str, area: Rect, theme: &Theme, buf: &mut Buffer) {
        let (top, all) = (self.page.top, self.page.lines.len());
        let last = (top + self.page.shown()).min(all);
        let place = say!("overlay-place", first = top + 1, last, all);
        let long = say!("overlay-scroll-long", place, closes);
        let text = if width_of(&long) <= usize::from(area.width) {
            long
        } else {
            say!("overlay-scroll", place, closes)
        };
        line(buf, area, &[Span::styled(text, theme.style(Role::FgMuted))]);
    }
}
