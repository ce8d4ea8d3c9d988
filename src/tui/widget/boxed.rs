//! A box in the middle of an area, with a title in its frame. Used by dialogs.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::{Clear, Widget};

use crate::theme::{Role, Theme};
use client::text::width_of;

/// A margin of at most this many columns beside a box is too narrow to show anything useful.
const MARGIN: u16 = 2;

/// Draws a box of at most this size and returns the area inside its frame.
pub fn box_in(whole: Rect, size: (u16, u16), title: &str, buf: &mut Buffer, theme: &Theme) -> Rect {
    let area = place(whole, size);
    if area.width < 2 || area.height < 2 {
        return Rect { height: 0, ..area };
    }
    Clear.render(area, buf);
    margins(whole, area, buf, theme);
    let back = theme.style(Role::BgPopup).patch(theme.style(Role::Fg));
    buf.set_style(area, back);
    let border = back.patch(theme.style(Role::Border));
    let inner_width = usize::from(area.width.saturating_sub(2));
    let dashes = inner_width.saturating_sub(width_of(title) + 3);
    let top = format!("┌─ {title} {}┐", "─".repeat(dashes));
    let bottom = format!("└{}┘", "─".repeat(inner_width));
    let columns = usize::from(area.width);
    buf.set_stringn(area.x, area.y, top, columns, border);
    let room = columns.saturating_sub(3);
    let strong = back.add_modifier(Modifier::BOLD);
    buf.set_stringn(area.x.saturating_add(3), area.y, title, room, strong);
    for row in area.y + 1..area.bottom().saturating_sub(1) {
        buf.set_string(area.x, row, "│", border);
        buf.set_string(area.right().saturating_sub(1), row, "│", border);
    }
    let last = area.bottom().saturating_sub(1);
    buf.set_stringn(area.x, last, bottom, columns, border);
    inside(whole, size)
}

/// Clears the margins beside a box that takes nearly the whole width: they would show only pieces
/// of what lies beneath.
fn margins(whole: Rect, area: Rect, buf: &mut Buffer, theme: &Theme) {
    let left = Rect {
        x: whole.x,
        width: area.x - whole.x,
        ..area
    };
    let right = Rect {
        x: area.right(),
        width: whole.right() - area.right(),
        ..area
    };
    for margin in [left, right] {
        if margin.width <= MARGIN {
            let margin = margin.intersection(buf.area);
            Clear.render(margin, buf);
            buf.set_style(margin, theme.style(Role::Bg).patch(theme.style(Role::Fg)));
        }
    }
}

/// Returns the area inside the frame of such a box.
pub fn inside(whole: Rect, size: (u16, u16)) -> Rect {
    let area = place(whole, size);
    Rect {
        x: area.x + 2.min(area.width),
        y: area.y + 1.min(area.height),
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
    }
}

fn place(whole: Rect, (width, height): (u16, u16)) -> Rect {
    let width = width.min(whole.width.saturating_sub(2));
    let height = height.min(whole.height);
    Rect {
        x: whole.x + (whole.width - width) / 2,
        y: whole.y + (whole.height - height) / 2,
        width,
        height,
    }
}
