//! The mouse over the overlay: it selects rows and does nothing with them.

use ratatui::layout::{Position, Rect};

use super::super::app::App;
use super::super::keymap::Action;
use super::super::overlay::Overlay;

impl App {
    /// Handles the wheel over the overlay.
    pub(super) fn wheel_overlay(&mut self, rows: isize) {
        let is_free = !self.dialog_takes_text() && !self.dialog_asks();
        match &mut self.model.overlay {
            Some(Overlay::Help(_)) => self.scroll_help(rows),
            Some(Overlay::Text(text)) => {
                text.top = text.top.saturating_add_signed(rows);
                self.note_full_text();
            }
            Some(Overlay::Picker(picker)) => picker.go(rows),
            Some(Overlay::Palette(palette)) => palette.go(rows),
            Some(Overlay::Start(start)) => start.go(rows),
            Some(
                Overlay::Checkpoints(_)
                | Overlay::Search(_)
                | Overlay::Settings(_)
                | Overlay::Sessions(_)
                | Overlay::Figures(_),
            ) if is_free => {
                self.step_dialog(rows);
            }
            // In these a row is a choice, and the wheel must not choose.
            Some(_) | None => {}
        }
    }

    /// Selects the clicked row of the overlay. A click does nothing more.
    pub(super) fn click_overlay(&mut self, at: Position) {
        if self.dialog_takes_text() || self.dialog_asks() {
            return;
        }
        let whole = Rect::new(0, 0, self.model.width, self.model.height);
        let words = self.start_screen_words();
        match &mut self.model.overlay {
            Some(Overlay::Picker(picker)) => {
                if let Some(row) = super::super::view::picker_row_at(picker, whole, at) {
                    picker.go_to(row);
                }
            }
            Some(Overlay::Palette(palette)) => {
                if let Some(row) = super::super::palette::row_at(palette, whole, at) {
                    palette.go_to(row);
                }
            }
            Some(Overlay::Start(start)) => {
                if let Some(row) = start.row_at(whole, &words, at) {
                    start.go_to(row);
                }
            }
            Some(Overlay::Checkpoints(timeline)) => {
                let steps = timeline.steps_to(whole, at);
                self.step_dialog(steps);
            }
            Some(Overlay::Sessions(list)) => {
                let steps = list.steps_to(whole, at);
                self.step_dialog(steps);
            }
            Some(Overlay::Search(finder)) => {
                let steps = finder.steps_to(whole, at);
                self.step_dialog(steps);
            }
            Some(Overlay::Settings(settings)) => {
                let steps = settings.steps_to(whole, at);
                self.step_dialog(steps);
            }
            // A click toggles a row, like Space; no click rolls anything back.
            Some(Overlay::Rollback(dialog)) => dialog.click(whole, at),
            Some(_) | None => {}
        }
    }

    /// Moves by `rows` in the list of the overlay, as its keys do.
    fn step_dialog(&mut self, rows: isize) {
        let action = if rows < 0 {
            Action::LineUp
        } else {
            Action::LineDown
        };
        for _ in 0..rows.unsigned_abs() {
            // These actions move up and down in every list, and do nothing else.
            let _ = self.dialog_action(action);
        }
    }

    /// Whether a question is open over a list. Its subject must not change meanwhile.
    fn dialog_asks(&self) -> bool {
        match &self.model.overlay {
            Some(Overlay::Checkpoints(timeline)) => timeline.asks(),
            _ => false,
        }
    }
}
