//! Draws a selection and a cursor over the content of a pane.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::{Selection, TextPosition, TextView};
use crate::theme::{Role, Theme};

/// Draws the selection over a pane that lies in `area`.
pub fn draw_picked(
    view: &dyn TextView,
    picked: &Selection,
    area: Rect,
    buf: &mut Buffer,
    theme: &Theme,
) {
    if picked.edition != view.edition() {
        return;
    }
    let style = reversed(theme);
    for row in 0..area.height {
        for strip in view.strips(row) {
            let Some((start, end, through)) = picked.of_line(strip.line) else {
                continue;
            };
            let part = (strip.start, strip.start + strip.text.len());
            let from = strip.column_of(start.clamp(part.0, part.1));
            let mut to = strip.column_of(end.clamp(part.0, part.1));
            if through && strip.ends && end >= part.1 {
                // A selected line end takes one more column, so that a selected empty
                // line is visible.
                to += 1;
            }
            let clip = |column: i32| {
                let column = u16::try_from(column.max(0)).unwrap_or(u16::MAX);
                column.clamp(strip.lane.0, strip.lane.1.max(strip.lane.0))
            };
            let (from, to) = (clip(from), clip(to));
            let cells = Rect {
                x: area.x.saturating_add(from),
                y: area.y.saturating_add(row),
                width: to.saturating_sub(from),
                height: 1,
            };
            paint(buf, cells.intersection(area), style);
        }
    }
}

fn paint(buf: &mut Buffer, cells: Rect, style: Style) {
    let cells = cells.intersection(buf.area);
    // The selection replaces the cells' own style, so that all selected text looks the same.
    for x in cells.left()..cells.right() {
        if let Some(cell) = buf.cell_mut((x, cells.y)) {
            cell.set_style(Style::reset().patch(style));
        }
    }
}

/// Returns the style of selected text: the text colour on the selection background, reversed.
fn reversed(theme: &Theme) -> Style {
    let style = theme.style(Role::Fg).patch(theme.style(Role::BgSel));
    style.add_modifier(Modifier::REVERSED)
}

/// Returns the screen position of the cursor, if it is on the screen.
pub fn draw_cursor(view: &dyn TextView, spot: TextPosition, area: Rect) -> Option<Position> {
    (0..area.height).find_map(|row| {
        let strips = view.strips(row);
        let strip = strips
            .iter()
            .find(|strip| strip.line == spot.line && strip.holds(spot.byte))?;
        let column = u16::try_from(strip.column_of(spot.byte)).ok()?;
        let column = column.min(area.width.saturating_sub(1));
        Some(Position::new(
            area.x.saturating_add(column),
            area.y.saturating_add(row),
        ))
    })
}
