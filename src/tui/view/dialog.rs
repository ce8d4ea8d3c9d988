//! Draws the open dialog with the selection in its text.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::super::app::App;
use super::super::dialog::Dialog;
use super::super::pointer::TextPlace;
use super::super::select::{draw_cursor, draw_picked};

/// Draws the topmost dialog and returns the cursor position.
pub(super) fn draw(app: &App, buf: &mut Buffer) -> Option<Position> {
    let dialog = app.model.dialogs.top()?;
    let cursor = dialog.draw(buf.area, buf, &app.theme);
    draw_selection(dialog, app, buf).or(cursor)
}

/// Draws the selection; returns the position of select mode's cursor.
fn draw_selection(dialog: &dyn Dialog, app: &App, buf: &mut Buffer) -> Option<Position> {
    let pointer = &app.model.chrome.pointer;
    let selected = pointer
        .selected
        .filter(|one| one.place == TextPlace::Dialog);
    let selecting = pointer.selecting.filter(|_| app.model.selects());
    let (area, page) = dialog.text()?;
    if let Some(selected) = selected {
        draw_picked(page, &selected.picked, area, buf, &app.theme);
    }
    selecting.and_then(|selecting| draw_cursor(page, selecting.spot, area))
}
