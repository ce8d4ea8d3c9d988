//! Tables: columns as wide as the width allows; cells are broken, and where even that does not
//! fit, each row becomes a list of its cells.

use pulldown_cmark::Alignment;
use ratatui::style::Modifier;

use super::super::row::{Joins, Look, Piece, Row};
use super::super::text::width_of;
use super::super::wrap::wrap;
use crate::tui::theme::Role;

/// What stands between two cells.
pub const BAR: &str = " │ ";
const BAR_WIDTH: usize = 3;
/// Columns are not made narrower; a table that would need it becomes a list.
const NARROWEST: usize = 4;

type Cell = Vec<Piece>;

/// A table while its cells come in.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) alignments: Vec<Alignment>,
    pub(super) rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(super) fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn add_cell(&mut self, cell: Cell) {
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    /// The table's rows; the first of its rows is the head.
    pub(super) fn lay_out(&self, width: usize) -> Vec<Row> {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        if count == 0 {
            return Vec::new();
        }
        let bars = BAR_WIDTH * (count - 1);
        match width.checked_sub(bars).and_then(|room| {
            let (natural, words) = self.natural_widths(count);
            fit(&natural, &words, room).or_else(|| fit(&natural, &vec![NARROWEST; count], room))
        }) {
            Some(columns) => self.as_grid(&columns),
            None => self.as_list(width),
        }
    }

    /// How wide each column would be, and its longest word.
    fn natural_widths(&self, count: usize) -> (Vec<usize>, Vec<usize>) {
        let mut widths = vec![1; count];
        let mut words = vec![NARROWEST; count];
        for row in &self.rows {
            for ((width, word), cell) in widths.iter_mut().zip(&mut words).zip(row) {
                let text: String = cell.iter().map(|piece| piece.text.as_str()).collect();
                *width = (*width).max(width_of(&text));
                let longest = text.split_whitespace().map(width_of).max();
                *word = (*word).max(longest.unwrap_or(0));
            }
        }
        (widths, words)
    }

    fn as_grid(&self, columns: &[usize]) -> Vec<Row> {
        let mut out = Vec::new();
        for (number, cells) in self.rows.iter().enumerate() {
            self.grid_row(number, cells, columns, &mut out);
            if number == 0 {
                out.push(rule(columns));
            }
        }
        out
    }

    fn grid_row(&self, number: usize, cells: &[Cell], columns: &[usize], out: &mut Vec<Row>) {
        let broken: Vec<Vec<Row>> = columns
            .iter()
            .enumerate()
            .map(|(at, width)| {
                let cell = cells.get(at).map(Vec::as_slice).unwrap_or_default();
                wrap(&emphasised(cell, number), *width)
            })
            .collect();
        let height = broken.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let mut row = Row {
                joins: Joins::Cells,
                ..Row::default()
            };
            for (at, (parts, width)) in broken.iter().zip(columns).enumerate() {
                if at > 0 {
                    row.push(BAR, Look::of(Role::Border));
                }
                let empty = Row::default();
                let part = parts.get(line).unwrap_or(&empty);
                let missing = width.saturating_sub(part.width());
                let left = match self.alignments.get(at) {
                    Some(Alignment::Right) => missing,
                    Some(Alignment::Center) => missing / 2,
                    _ => 0,
                };
                row.push(&" ".repeat(left), Look::default());
                for piece in &part.pieces {
                    row.push(&piece.text, piece.look);
                }
                if at + 1 < columns.len() {
                    row.push(&" ".repeat(missing - left), Look::default());
                }
            }
            out.push(row);
        }
    }

    fn as_list(&self, width: usize) -> Vec<Row> {
        let mut out = Vec::new();
        let head = self.rows.first();
        for cells in self.rows.iter().skip(1) {
            if !out.is_empty() {
                out.push(Row::default());
            }
            for (at, cell) in cells.iter().enumerate() {
                let mut pieces = head
                    .and_then(|head| head.get(at))
                    .map(|name| emphasised(name, 0))
                    .unwrap_or_default();
                pieces.push(Piece::new(": ", Look::of(Role::FgMuted)));
                pieces.extend(cell.iter().cloned());
                out.extend(wrap(&pieces, width));
            }
        }
        if self.rows.len() == 1 {
            for cell in head.into_iter().flatten() {
                out.extend(wrap(&emphasised(cell, 0), width));
            }
        }
        out
    }
}

/// The cell's pieces, bold in the head.
fn emphasised(cell: &[Piece], row: usize) -> Cell {
    cell.iter()
        .cloned()
        .map(|mut piece| {
            if row == 0 {
                piece.look = piece.look.with(Modifier::BOLD);
            }
            piece
        })
        .collect()
}

fn rule(columns: &[usize]) -> Row {
    let mut line = String::new();
    for (at, width) in columns.iter().enumerate() {
        if at > 0 {
            line.push_str("─┼─");
        }
        line.push_str(&"─".repeat(*width));
    }
    Row::text(line, Look::of(Role::Border)).decoration()
}

/// Widths that fit into `room`: the wide columns give way first, none below its least. `None` if they cannot.
fn fit(natural: &[usize], least: &[usize], room: usize) -> Option<Vec<usize>> {
    let sum: usize = natural.iter().sum();
    if sum <= room {
        return Some(natural.to_vec());
    }
    let both = || natural.iter().zip(least);
    let capped = |width: usize, least: usize, cap: usize| width.min(cap.max(least));
    let total = |cap: usize| -> usize {
        both()
            .map(|(width, least)| capped(*width, *least, cap))
            .sum()
    };
    if total(0) > room {
        return None;
    }
    // The largest cap that fits, by halving.
    let (mut low, mut high) = (0, room);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if total(middle) <= room {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let mut rest = room.saturating_sub(total(low));
    let widths = both()
        .map(|(width, least)| {
            let capped = capped(*width, *least, low);
            let more = usize::from(*width > capped && capped >= *least && rest > 0);
            rest -= more;
            capped + more
        })
        .collect();
    Some(widths)
}
