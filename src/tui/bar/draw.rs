//! Draws the bar on the screen. Part of [`Bar`]; changes nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};

use super::entry::{Others, View};
use super::rows;
use super::{Bar, BarContext};
use crate::theme::{Role, Theme};
use crate::widget::row::draw_lines;

impl Bar {
    /// Sets the size and the state of the rest of the screen. Returns the rows that the bar wants at
    /// this width, at most `height_limit`; 0 if nothing is open.
    pub fn measure(&mut self, width: u16, height_limit: u16, context: &BarContext) -> u16 {
        self.set_surroundings(context);
        self.set_view(width, height_limit);
        let lines = rows::drawn(self, self.view, &Theme::default()).lines.len();
        u16::try_from(lines).unwrap_or(u16::MAX).min(height_limit)
    }

    /// Draws the bar; returns the place of the terminal's cursor while a field of the bar has the
    /// focus.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) -> Option<Position> {
        if !self.is_open() {
            return None;
        }
        let drawn = rows::drawn(self, self.view_of(area), theme);
        Clear.render(area, buffer);
        let back = theme.style(Role::Fg).patch(theme.style(Role::BgPanel));
        draw_lines(&drawn.lines, area, buffer, back);
        let (x, y) = drawn.cursor?;
        let position = Position::new(area.x.saturating_add(x), area.y.saturating_add(y));
        area.contains(position).then_some(position)
    }

    pub(super) fn others(&self) -> Others {
        match self.place() {
            (_, 0 | 1) => Others::None,
            _ => Others::Wait,
        }
    }

    pub(super) fn view_of(&self, area: Rect) -> View {
        View {
            width: area.width,
            height: area.height,
            glyphs: self.glyphs,
            others: self.others(),
        }
    }
}
