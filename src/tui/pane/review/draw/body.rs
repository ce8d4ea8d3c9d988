//! The rows of the file on the screen: marks at the left, columns, folds, comments.

use super::Line;
use super::cells::{Frame, GUTTER, RowRef, Shape, column_lines, height, parts_of, unified_lines};
use crate::pane::review::row_cache::{Column, RowCache};
use crate::pane::review::words::bar_sign;
use crate::pane::review::{Lines, Review, Subject};
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use client::text::{truncate, visible, width_of};
use l10n::counted;
use l10n::say;
use protocol::ids::HunkId;
use protocol::review::view::{Cell, HunkRow, LineRow, ViewLayout, ViewRow};
use protocol::review::{Comment, CommentTarget};

/// Maximum shown lines of a comment.
const COMMENT_LINES: usize = 3;

impl Review {
    /// Returns the lines from the top on, at most this many, and the last row among them.
    pub(super) fn body_lines(&self, frame: &Frame, room: usize) -> (Vec<Line>, u32) {
        let mut lines = Vec::with_capacity(room);
        let Some(row_cache) = &self.row_cache else {
            return (self.nothing_yet(), 0);
        };
        if row_cache.rows == 0 {
            let text = say!("review-nothing-differs");
            return (vec![whole(text, self.width, Role::FgMuted)], 0);
        }
        let mut row = self.top;
        let mut last = self.top;
        while lines.len() < room + self.skip && row < row_cache.rows {
            self.row_lines(row_cache, row, frame, &mut lines);
            last = row;
            row += 1;
        }
        lines.drain(..self.skip.min(lines.len()));
        lines.truncate(room);
        (lines, last)
    }

    /// Continues the column separators below the last row of the file.
    pub(super) fn extend_separators(&self, frame: &Frame, room: usize, lines: &mut Vec<Line>) {
        if self.rows() == 0 {
            return;
        }
        while lines.len() < room {
            let between = frame.columns.iter().skip(1);
            lines.push(Line {
                parts: between
                    .map(|(_, x, _)| (x.saturating_sub(2), 2, separator()))
                    .collect(),
                of: None,
            });
        }
    }

    /// Whether a line from the top to this row continues behind the end of its column.
    pub(super) fn cuts(&self, frame: &Frame, last: u32) -> bool {
        let Some(row_cache) = self.row_cache.as_ref().filter(|_| self.lines == Lines::Cut) else {
            return false;
        };
        let shape = self.shape(frame);
        let goes_on = |cell: Option<&Cell>, width: usize| {
            cell.is_some_and(|cell| {
                let (lead, parts) = parts_of(cell, width, frame.unified, shape);
                let rest = parts.first().map_or(0, |(_, rest)| width_of(rest));
                rest > width.saturating_sub(lead).max(1)
            })
        };
        (self.top..=last)
            .filter_map(|row| row_cache.lines(row))
            .any(|row| {
                frame.columns.iter().any(|(column, _, width)| {
                    let shown = column_of(*column, row, row_cache);
                    let cell = shown.of(row);
                    let other = row.base.as_ref().or(row.current.as_ref());
                    goes_on(cell.or(other.filter(|_| frame.unified)), *width)
                })
            })
    }

    fn nothing_yet(&self) -> Vec<Line> {
        if let Some(text) = self.nothing_of_git() {
            return vec![whole(&text, self.width, Role::FgMuted)];
        }
        let asked = !self.asked.is_empty() || !self.take_queries.is_empty() || self.width == 0;
        let text = match &self.subject {
            _ if asked || self.stale.files => say!("review-looking"),
            Subject::Files if self.files.is_empty() => {
                say!("review-nothing-to-review")
            }
            Subject::Files if self.place.is_some() => {
                say!("review-nothing-of-file")
            }
            _ => say!("review-looking"),
        };
        vec![whole(text, self.width, Role::FgMuted)]
    }

    pub(in crate::pane::review) fn shape(&self, frame: &Frame) -> Shape {
        Shape {
            lines: self.lines,
            from: self.column,
            digits: frame.digits,
        }
    }

    /// Returns the lines that a row takes, with the comments below it.
    pub(in crate::pane::review) fn row_height(&self, row: u32) -> usize {
        let Some(row_cache) = &self.row_cache else {
            return 1;
        };
        let Some(ViewRow::Lines(lines)) = row_cache.row(row) else {
            return 1;
        };
        let frame = self.frame();
        let shape = self.shape(&frame);
        let own = if frame.unified {
            let cell = lines.proposed.as_ref().or(lines.base.as_ref());
            let cell = cell.or(lines.current.as_ref());
            let width = frame.columns.first().map_or(0, |(_, _, width)| *width);
            height(cell, width.saturating_sub(shape.digits + 1), shape)
        } else {
            let heights = frame
                .columns
                .iter()
                .map(|(column, _, width)| height(column.of(lines), *width, shape));
            heights.max().unwrap_or(1)
        };
        own + self.comment_lines(row_cache, row, lines).len()
    }

    fn row_lines(&self, row_cache: &RowCache, row: u32, frame: &Frame, out: &mut Vec<Line>) {
        let Some(found) = row_cache.row(row) else {
            out.push(whole("     …", self.width, Role::FgMuted));
            return;
        };
        let lines = match found {
            ViewRow::Fold { lines, .. } => {
                out.push(self.fold_line(*lines, row, frame));
                return;
            }
            ViewRow::Lines(lines) => lines,
        };
        let place = RowRef { row_cache, row };
        let shape = self.shape(frame);
        let cells: Vec<(usize, usize, Vec<Row>)> = frame
            .columns
            .iter()
            .map(|(column, x, width)| {
                let column = column_of(*column, lines, row_cache);
                let rows = if frame.unified {
                    unified_lines(place, lines, *width, shape)
                } else {
                    column_lines(place, lines, column, *width, shape)
                };
                (*x, *width, rows)
            })
            .collect();
        let height = cells.iter().map(|(_, _, rows)| rows.len()).max();
        let hunk = self.hunk_of(row_cache, row, lines);
        for at in 0..height.unwrap_or(1) {
            let mut line = Line {
                of: Some((row, at)),
                ..Line::default()
            };
            let first = at == 0;
            line.parts.push((0, GUTTER, self.gutter(row, hunk, first)));
            for (place, (x, width, rows)) in cells.iter().enumerate() {
                if place > 0 {
                    line.parts.push((x - 2, 2, separator()));
                }
                let fill = cells_row(rows, at, self.cursor == row);
                line.parts.push((*x, *width, fill));
            }
            out.push(line);
        }
        out.extend(self.comment_lines(row_cache, row, lines));
    }

    /// Returns the hunk whose rows contain this one.
    fn hunk_of<'a>(
        &self,
        row_cache: &'a RowCache,
        row: u32,
        lines: &LineRow,
    ) -> Option<&'a HunkRow> {
        let named = lines.hunk.and_then(|id| row_cache.hunk(id));
        named.map(|(_, hunk)| hunk).or_else(|| {
            let nearest = row_cache.nearest(row)?;
            let inside = super::super::row_cache::distance(nearest, row) == 0 && nearest.rows > 0;
            inside.then_some(nearest)
        })
    }

    /// Draws `>! `: the cursor, and the bar of a hunk in the colour of its state, with the state's
    /// sign in its first row. The bar of the current hunk is heavy.
    fn gutter(&self, row: u32, hunk: Option<&HunkRow>, first: bool) -> Row {
        let at_hand: Option<HunkId> = self.hunk_at_hand().map(|hunk| hunk.id);
        let selected = self
            .selected_rows()
            .is_some_and(|(first, last)| (first..=last).contains(&row));
        let mark = match (selected, self.cursor == row && first) {
            (true, _) => "*",
            (false, true) => ">",
            (false, false) => " ",
        };
        let mut gutter = Row::of(vec![Piece::new(mark, TextStyle::of(Role::Accent))]);
        if let Some(hunk) = hunk {
            let (sign, role) = self.hunk_sign(hunk);
            let is_first = first && row == hunk.first_row;
            let bar = match bar_sign(sign).filter(|_| is_first) {
                Some(sign) => sign,
                None if Some(hunk.id) == at_hand => "┃",
                None => "│",
            };
            gutter.push(bar, TextStyle::of(role));
        }
        if self.cursor == row {
            gutter.fill = Some(Role::DiffCurBg);
        }
        gutter
    }

    fn fold_line(&self, lines: u32, row: u32, frame: &Frame) -> Line {
        let words = say!("review-unchanged", lines = counted(lines, "line"));
        let mut line = Line {
            // The line can be clicked, and has no text.
            of: Some((row, usize::MAX)),
            ..Line::default()
        };
        line.parts.push((0, GUTTER, self.gutter(row, None, true)));
        let last = frame.columns.len().saturating_sub(1);
        for (place, (_, x, width)) in frame.columns.iter().enumerate() {
            if place > 0 {
                line.parts.push((x - 2, 2, separator()));
            }
            let words = if place == last {
                say!("review-unchanged-open", words)
            } else {
                words.clone()
            };
            let text = format!("{}{words}", " ".repeat(frame.digits.saturating_sub(2)));
            let row = Row::text(truncate(&text, *width), TextStyle::of(Role::FgMuted));
            line.parts.push((*x, *width, row));
        }
        line
    }

    /// Returns the comments below a row.
    fn comment_lines(&self, row_cache: &RowCache, row: u32, lines: &LineRow) -> Vec<Line> {
        if self.comments.is_empty() {
            return Vec::new();
        }
        let number = lines.proposed.as_ref().map(|cell| cell.line);
        let file = row_cache.file.file;
        let stands_here = |comment: &&Comment| match &comment.on {
            CommentTarget::Hunk(hunk) => row_cache.ends_at(row).any(|ended| ended.id == *hunk),
            CommentTarget::Lines { file: of, last, .. } => *of == file && Some(*last) == number,
            CommentTarget::Git(place) => self.is_git_comment_at(place, (row, number)),
        };
        let mut out = Vec::new();
        for comment in self.comments.iter().filter(stands_here) {
            let told = if comment.told {
                say!("review-told")
            } else {
                say!("review-not-told")
            };
            let text = visible(&comment.text).into_owned();
            for (number, part) in text.lines().take(COMMENT_LINES).enumerate() {
                let lead = match number {
                    0 => format!("{}# ", " ".repeat(GUTTER)),
                    _ => " ".repeat(GUTTER + 2),
                };
                let tail = if number == 0 {
                    format!("   ({told})")
                } else {
                    String::new()
                };
                let text = format!("{lead}{part}{tail}");
                out.push(whole(&text, self.width, Role::Info));
            }
        }
        out
    }
}

/// Maps a column to its place: with two columns, a line of BASE in a conflict goes below
/// that of CURRENT.
pub(in crate::pane::review) fn column_of(
    column: Column,
    lines: &LineRow,
    row_cache: &RowCache,
) -> Column {
    let base_alone = lines.current.is_none() && lines.base.is_some();
    let is_two = row_cache.options.layout == ViewLayout::Two;
    match column {
        Column::Current if is_two && base_alone => Column::Base,
        column => column,
    }
}

/// Returns the row of a column on a line; the cursor's row is marked by its background.
fn cells_row(rows: &[Row], at: usize, is_cursor: bool) -> Row {
    let mut row = rows.get(at).cloned().unwrap_or_default();
    // The background continues if another column has more lines.
    row.fill = row.fill.or(rows.first().and_then(|row| row.fill));
    if is_cursor && row.fill.is_none() {
        row.fill = Some(Role::BgCursorline);
    }
    row
}

fn separator() -> Row {
    Row::text("│", TextStyle::of(Role::Border))
}

/// Returns a line over the whole width.
fn whole(text: &str, width: u16, role: Role) -> Line {
    let width = usize::from(width);
    let row = Row::text(truncate(text, width), TextStyle::of(role));
    Line {
        parts: vec![(0, width, row)],
        of: None,
    }
}

/// Returns the name of a column.
pub(super) fn column_name(column: Column) -> &'static str {
    match column {
        Column::Current => say!("review-column-current"),
        Column::Base => say!("review-column-base"),
        Column::Proposed => say!("review-column-proposed"),
    }
}
