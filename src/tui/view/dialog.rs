//! Draws the open dialog with the selection in its text.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::super::app::App;
use super::super::dialog::Dialog;
use super::super::layout::Pane;
use super::super::pointer::TextPlace;
use super::super::select::{draw_cursor, draw_picked};
use super::base;

/// Draws the topmost dialog and returns the cursor position.
pub(super) fn draw(app: &App, buf: &mut Buffer) -> Option<Position> {
    let dialog = app.model.dialogs.top()?;
    let beneath = buf.clone();
    let cursor = dialog.draw(buf.area, buf, &app.theme);
    clear_cut_lines(app, &beneath, buf);
    draw_selection(dialog, app, buf).or(cursor)
}

/// Clears what the dialog leaves of each line of a first screen that it covers in part: the rest
/// would read as cut.
fn clear_cut_lines(app: &App, beneath: &Buffer, buf: &mut Buffer) {
    let mut tab = app.model.sessions.tab().into_iter();
    if !tab.any(|tab| tab.chat.is_beginning()) {
        return;
    }
    let Some(area) = app.layout.pane(Pane::Chat) else {
        return;
    };
    let area = app.layout.inside(Pane::Chat, area);
    for y in area.rows().map(|row| row.y) {
        let is_covered = |x: &u16| buf.cell((*x, y)) != beneath.cell((*x, y));
        let first = (area.left()..area.right()).find(is_covered);
        let last = (area.left()..area.right()).rfind(is_covered);
        let (Some(first), Some(last)) = (first, last) else {
            continue;
        };
        for x in (area.left()..first).chain(last + 1..area.right()) {
            if let Some(cell) = buf.cell_mut((x, y)) {
                cell.reset();
                cell.set_style(base(&app.theme));
            }
        }
    }
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
