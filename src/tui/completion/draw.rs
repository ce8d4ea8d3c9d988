//! Draws the completion above the editor, never over it. Part of [`CompletionPopup`]; changes nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::{Candidate, CompletionPopup};
use crate::theme::{Role, Theme};
use crate::widget::row::draw_lines;
use client::text::{fitting, visible, width_of};

/// Maximum number of rows.
const ROWS: u16 = 8;

impl CompletionPopup {
    /// Returns the popup's place: on top of the editor's upper edge, as high as its rows need and
    /// as the screen above the editor has room for. `None` if it is closed or has no room.
    pub fn area(&self, screen: Rect, editor: Rect) -> Option<Rect> {
        if !self.is_open() {
            return None;
        }
        let room = editor.y.saturating_sub(screen.y);
        let rows = u16::try_from(self.candidates().len()).unwrap_or(ROWS);
        let height = rows.min(ROWS).min(room);
        (height > 0).then(|| Rect {
            x: editor.x,
            y: editor.y - height,
            width: editor.width,
            height,
        })
    }

    /// Chooses the candidate on a row of the popup's area, from 0.
    pub fn choose_row(&mut self, area: Rect, row: u16) {
        let height = usize::from(area.height);
        let first = (self.selected + 1).saturating_sub(height);
        let wanted = first + usize::from(row);
        if wanted < self.candidates.len() {
            self.moved |= wanted != self.selected;
            self.selected = wanted;
        }
    }

    /// Draws the popup into the area that [`CompletionPopup::area`] returned.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let height = usize::from(area.height);
        let first = (self.selected + 1).saturating_sub(height);
        let widest = self
            .candidates
            .iter()
            .skip(first)
            .take(height)
            .map(|candidate| width_of(&candidate.label))
            .max()
            .unwrap_or(0)
            .min(usize::from(area.width) / 2 + 8);
        let lines: Vec<Line<'static>> = self
            .candidates
            .iter()
            .enumerate()
            .skip(first)
            .take(height)
            .map(|(index, candidate)| {
                let is_last = index + 1 == first + height;
                let mark = match (index == self.selected, is_last) {
                    (true, _) => Mark::Chosen,
                    (false, true) if index + 1 < self.candidates.len() => Mark::MoreBelow,
                    _ => Mark::Plain,
                };
                row(candidate, mark, widest, area, theme)
            })
            .collect();
        Clear.render(area, buffer);
        let back = theme.style(Role::Fg).patch(theme.style(Role::BgPopup));
        draw_lines(&lines, area, buffer, back);
    }
}

/// The mark before a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// The row is the chosen candidate.
    Chosen,
    /// The row is the last that there is room for.
    MoreBelow,
    Plain,
}

fn row(
    candidate: &Candidate,
    mark: Mark,
    widest: usize,
    area: Rect,
    theme: &Theme,
) -> Line<'static> {
    let sign = match mark {
        Mark::Chosen => " > ",
        Mark::MoreBelow => " … ",
        Mark::Plain => "   ",
    };
    let label = cut(&candidate.label, widest);
    let gap = " ".repeat(widest.saturating_sub(width_of(&label)) + 2);
    let room = usize::from(area.width).saturating_sub(widest + 6);
    let line = Line::from(vec![
        Span::styled(sign, theme.style(Role::Accent)),
        Span::styled(label, theme.style(Role::Fg)),
        Span::raw(gap),
        Span::styled(cut(&candidate.detail, room), theme.style(Role::FgMuted)),
    ]);
    if mark == Mark::Chosen {
        line.patch_style(theme.style(Role::BgSel))
    } else {
        line
    }
}

fn cut(text: &str, room: usize) -> String {
    // File names come from outside: invisible characters are shown.
    let text = visible(text);
    if width_of(&text) <= room {
        return text.into_owned();
    }
    let (part, _) = fitting(&text, room.saturating_sub(1));
    format!("{}…", part.trim_end())
}
