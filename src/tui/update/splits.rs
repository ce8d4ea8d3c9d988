//! Sessions beside each other: how much room they have.

use ratatui::layout::Rect;

use super::super::app::App;
use super::super::layout::{LayoutRequest, Pane, lay_out};
use super::super::splits::Axis;

impl App {
    /// Shows another session beside or below the shown one.
    pub(crate) fn split(&mut self, axis: Axis) {
        let room = self.room_for_windows();
        let effects = self.model.split(axis, room, &self.options);
        self.carry_out(effects);
    }

    /// Returns the area that windows share at the screen's present size.
    pub(super) fn room_for_windows(&self) -> Option<Rect> {
        let request = LayoutRequest {
            split: true,
            zoom: None,
            main: Pane::Chat,
            ..self.layout_request()
        };
        let (width, height) = self.size();
        lay_out(width, height, 0, 2, &request).pane(Pane::Chat)
    }
}
