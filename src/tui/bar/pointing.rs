//! The mouse in the bar. A click moves the focus among its buttons, the wheel scrolls its text;
//! neither answers. Part of [`Bar`].

use ratatui::layout::{Position, Rect};

use super::Bar;
use super::rows;
use crate::effect::Effect;
use l10n::say;
use protocol::event::NoticeLevel;

impl Bar {
    /// Handles a click at a place of `area`, where the bar is drawn: focuses the button there, or
    /// highlights the option there. Arms the shown question again, so that nothing typed meanwhile
    /// presses the button. Without the keys, it only says how the bar gets them.
    pub fn click(&mut self, area: Rect, at: Position) -> Vec<Effect> {
        if self.has_focus() {
            self.point(area, at);
        } else if self.is_open() {
            let text = say!("mouse-answers-nothing");
            return vec![Effect::Tell(NoticeLevel::Info, text.to_owned())];
        }
        Vec::new()
    }

    fn point(&mut self, area: Rect, at: Position) {
        let view = self.view_of(area);
        let place = (at.x.saturating_sub(area.x), at.y.saturating_sub(area.y));
        if let Some(option) = rows::option_at(self, view, place.1) {
            return self.highlight(option);
        }
        let Some(button) = rows::button_at(self, view, place) else {
            return;
        };
        if let Some(entry) = self.current_mut() {
            entry.button = button;
            self.guard.rearm();
            self.wants_tick = true;
        }
    }

    /// Highlights the clicked option, so that Enter takes it; a click alone takes nothing.
    fn highlight(&mut self, option: usize) {
        if let Some(entry) = self.current_mut() {
            entry.cursor = option;
            self.guard.rearm();
            self.wants_tick = true;
        }
    }

    /// Scrolls the text with the wheel. Does nothing if there are things to choose from.
    pub fn wheel(&mut self, rows: isize) {
        self.record_read_rows();
        let view = self.view;
        let limit = self
            .current()
            .map_or(0, |entry| rows::overflow(self, entry, view));
        if let Some(entry) = self.current_mut().filter(|entry| entry.items() == 0) {
            entry.scroll = entry.scroll.saturating_add_signed(rows).min(limit);
        }
        self.record_read_rows();
    }
}
