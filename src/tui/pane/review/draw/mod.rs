//! Draws the review: header, rows, foot, and the dialogs over them.
//!
//! `measure` lays out everything, for the window alone; drawing only puts it
//! on the screen.

pub(super) mod body;
pub(super) mod cells;
mod dialogs;
mod files;
mod foot;
mod header;
pub(super) mod result;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::row_cache::last_row;
use super::{Review, Subject};
use crate::effect::Effect;
use crate::highlight::Colours;
use crate::theme::Role;
use crate::widget::matches::draw_matches;
use crate::widget::row::{Paint, Row, Slot, TextStyle, draw_row};
use cells::{Frame, GUTTER};
use protocol::review::view::ViewLayout;

/// The review as laid out for the screen.
#[derive(Debug, Clone, Default)]
pub(super) struct LaidOutReview {
    /// The file list beside the rows; empty where there is no room.
    list: Vec<Row>,
    pub(super) header: Vec<Row>,
    pub(super) body: Vec<Line>,
    foot: Vec<Row>,
    /// Number of lines available for the rows.
    pub(super) room: usize,
    /// The last row on the screen.
    pub(super) last: u32,
    /// Whether a line continues past the end of its column.
    pub(super) cut: bool,
}

/// A line of the body: parts, each with its column, its maximum width and its content.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    parts: Vec<(usize, usize, Row)>,
    /// The row that the line shows, and the line's index within that row.
    pub(super) of: Option<(u32, usize)>,
}

impl Review {
    /// Lays out the view for a size and requests syntax colours for its code.
    pub(super) fn lay_out(&mut self, width: u16, height: u16, colours: &mut Colours) {
        let list = self.list_width(width);
        let resized = (width - list, height) != (self.width, self.height);
        if resized {
            self.skip = 0;
        }
        self.screen = width;
        self.width = width - list;
        self.height = height;
        self.cursor = self.cursor.min(self.rows().saturating_sub(1));
        self.top = self.top.min(self.rows().saturating_sub(1));
        let height = usize::from(height);
        self.below = 0;
        let header = self.header_rows();
        let free = height
            .saturating_sub(header.len())
            .saturating_sub(self.rows_needed(height));
        let mut laid = LaidOutReview {
            header,
            foot: self.foot_rows(0, free),
            ..LaidOutReview::default()
        };
        if list > 0 {
            laid.list = self.list_rows(height);
        }
        laid.header.truncate(height);
        laid.foot
            .truncate(height.saturating_sub(laid.header.len() + 1));
        let laid_foot = laid.foot.len();
        laid.room = height.saturating_sub(laid.header.len() + laid_foot);
        if resized {
            self.top = self.filling(self.top, self.rows(), laid.room);
        }
        self.reveal_cursor(laid.room);
        let frame = self.frame();
        let (body, last) = self.body_lines(&frame, laid.room);
        laid.body = body;
        laid.last = last;
        laid.cut = self.cuts(&frame, last);
        self.extend_separators(&frame, laid.room, &mut laid.body);
        let below = self.rows_below(last);
        if below > 0 {
            laid.foot = self.foot_rows(below, free);
            laid.foot.truncate(laid_foot);
            let rows = laid.header.len();
            self.below = below;
            laid.header = self.header_rows();
            laid.header.truncate(rows);
        }
        if let Some(row_cache) = &self.row_cache {
            // Also requests colours for rows that one key press may bring onto the screen.
            let height = u32::from(self.height);
            for code in
                row_cache.codes(self.top.saturating_sub(height), last.saturating_add(height))
            {
                colours.want(code);
            }
        }
        self.laid = laid;
    }

    /// Returns the number of lines that all rows of the file take, up to `most`.
    fn rows_needed(&self, most: usize) -> usize {
        // Every row takes at least one line, so a long file need not be measured.
        let rows = self.rows();
        if usize::try_from(rows).is_ok_and(|rows| rows < most) {
            let lines: usize = (0..rows).map(|row| self.row_height(row)).sum();
            return lines.min(most);
        }
        most
    }

    /// Whether a line on the screen is not shown to its end.
    pub(super) fn cuts_lines(&self) -> bool {
        self.laid.cut
    }

    /// Returns the number of rows of the current hunk below the last row on the screen.
    fn rows_below(&self, last: u32) -> u32 {
        let hunk = self.hunk_at_hand().filter(|hunk| hunk.rows > 0);
        hunk.map_or(0, |hunk| last_row(hunk).saturating_sub(last))
    }

    /// Records the rows that the user has seen so far; call it after each frame.
    pub fn note_seen(&mut self) -> Vec<Effect> {
        let (Some(row_cache), Subject::Question(proposal)) = (&self.row_cache, &mut self.subject)
        else {
            return Vec::new();
        };
        let whole_lines = self.column == 0 || self.lines == super::Lines::Wrapped;
        let fetched = row_cache.missing(self.top, self.laid.last).is_empty();
        let seen_before = proposal.seen >= row_cache.rows;
        if fetched && whole_lines && self.laid.room > 0 && self.top <= proposal.seen {
            proposal.seen = proposal.seen.max(self.laid.last + 1);
        }
        if proposal.seen >= row_cache.rows && !seen_before && row_cache.rows > 0 {
            return vec![Effect::SeenInFull(proposal.question)];
        }
        Vec::new()
    }

    /// Returns the top row that leaves no screen line unused while the remaining rows
    /// could fill it.
    pub(super) fn filling(&self, top: u32, rows: u32, room: usize) -> u32 {
        let room = u32::try_from(room).unwrap_or(u32::MAX);
        match self.lines {
            super::Lines::Cut => top.min(rows.saturating_sub(room)),
            super::Lines::Wrapped => top,
        }
    }

    /// Scrolls the cursor onto the screen in as few steps as possible.
    fn reveal_cursor(&mut self, room: usize) {
        let reach = u32::try_from(room.max(1)).unwrap_or(1);
        if self.cursor < self.top {
            self.top = self.cursor;
            self.skip = 0;
        }
        if self.cursor >= self.top + reach {
            self.top = self.cursor + 1 - reach;
            self.skip = 0;
        }
        // A wrapped row or a comment takes more than one line.
        while self.top < self.cursor {
            let lines: usize = (self.top..=self.cursor)
                .map(|row| self.row_height(row))
                .sum();
            if lines.saturating_sub(self.skip) <= room {
                return;
            }
            self.top += 1;
            self.skip = 0;
        }
    }

    /// Draws what [`Review::lay_out`] made.
    pub(super) fn draw_laid_out(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>) {
        let whole_area = area.intersection(buf.area);
        let area = self.draw_list(whole_area, buf, paint);
        let slot = |line: usize, x: usize, width: usize| {
            let y = area.y.saturating_add(u16::try_from(line).ok()?);
            let x = area.x.saturating_add(u16::try_from(x).ok()?);
            let width = u16::try_from(width)
                .ok()?
                .min(area.right().saturating_sub(x));
            (y < area.bottom()).then_some(Slot { x, y, width })
        };
        let whole = usize::from(area.width);
        let searched = self.searched_text();
        for (line, row) in self.laid.header.iter().enumerate() {
            if let Some(slot) = slot(line, 0, whole) {
                draw_row(row, slot, buf, paint);
            }
        }
        let first = self.laid.header.len();
        for (line, parts) in self.laid.body.iter().enumerate() {
            for (x, width, row) in &parts.parts {
                if let Some(slot) = slot(first + line, *x, *width) {
                    draw_row(row, slot, buf, paint);
                    if let Some(text) = searched.as_deref().filter(|_| *x >= GUTTER) {
                        draw_matches(row, text, slot, buf, paint.theme);
                    }
                }
            }
        }
        let first = first + self.laid.room;
        for (line, row) in self.laid.foot.iter().enumerate() {
            if let Some(slot) = slot(first + line, 0, whole) {
                draw_row(row, slot, buf, paint);
            }
        }
        self.draw_dialog(whole_area, buf, paint.theme);
    }

    /// Draws the file list; returns the area left for the rows.
    fn draw_list(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>) -> Rect {
        if self.laid.list.is_empty() {
            return area;
        }
        let taken = self.screen.saturating_sub(self.width).min(area.width);
        let width = taken.saturating_sub(1);
        for (y, row) in (area.top()..area.bottom()).zip(&self.laid.list) {
            draw_row(
                row,
                Slot {
                    x: area.x,
                    y,
                    width,
                },
                buf,
                paint,
            );
        }
        let line = Row::text("│", TextStyle::of(Role::Border));
        for y in area.top()..area.bottom() {
            let x = area.x + width;
            draw_row(&line, Slot { x, y, width: 1 }, buf, paint);
        }
        Rect {
            x: area.x + taken,
            width: area.width - taken,
            ..area
        }
    }

    /// Returns the positions of the columns.
    pub(super) fn frame(&self) -> Frame {
        let layout = self.layout();
        let shown: Vec<_> = super::row_cache::Column::ALL
            .into_iter()
            .enumerate()
            .filter(|(place, column)| {
                let exists =
                    layout == ViewLayout::Three || *column != super::row_cache::Column::Base;
                exists && self.columns.get(*place) == Some(&super::Visibility::Yes)
            })
            .map(|(_, column)| column)
            .collect();
        let digits = self.number_width();
        Frame::new(usize::from(self.width), layout, &shown, digits)
    }

    /// Returns the width of the largest line number near the screen, in columns.
    fn number_width(&self) -> usize {
        let Some(row_cache) = &self.row_cache else {
            return 3;
        };
        let reach = u32::from(self.height);
        let largest = (self.top..self.top.saturating_add(reach))
            .filter_map(|row| row_cache.lines(row))
            .flat_map(|row| [&row.current, &row.base, &row.proposed])
            .flatten()
            .map(|cell| cell.line)
            .max()
            .unwrap_or(0);
        largest.to_string().len().max(3)
    }
}
