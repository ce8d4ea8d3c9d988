//! The mouse in the bar. A click moves the focus among its buttons, the wheel scrolls its text; neither answers. Part
//! of [`Bar`].

use ratatui::layout::{Position, Rect};

use super::Bar;
use super::rows;

impl Bar {
    /// A click at a place of `area`, into which it is drawn: the button there has the focus, or the option there is
    /// highlighted. What is shown is armed anew, so that nothing that was typed meanwhile presses it.
    pub fn click(&mut self, area: Rect, at: Position) {
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

    /// The option that was clicked is the one that Enter takes, when it is pressed; it is taken by no click.
    fn highlight(&mut self, option: usize) {
        if let Some(entry) = self.current_mut() {
            entry.cursor = option;
            self.guard.rearm();
            self.wants_tick = true;
        }
    }

    /// The wheel: the text goes by. Where there are things to choose from nothing happens.
    pub fn wheel(&mut self, rows: isize) {
        self.note_read();
        let view = self.view;
        let limit = self
            .current()
            .map_or(0, |entry| rows::overflow(self, entry, view));
        if let Some(entry) = self.current_mut().filter(|entry| entry.items() == 0) {
            entry.scroll = entry.scroll.saturating_add_signed(rows).min(limit);
        }
        self.note_read();
    }
}
