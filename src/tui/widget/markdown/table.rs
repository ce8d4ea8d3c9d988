//! Tables: columns as wide as the width allows, with wrapped cells. If even that does not fit, each
//! row becomes a list of its cells.

use pulldown_cmark::Alignment;
use ratatui::style::Modifier;

use super::super::row::{LineBreaks, Piece, Row, TextStyle};
use super::super::wrap::wrap;
use crate::theme::Role;
use client::text::width_of;

/// Separator between two cells.
pub const BAR: &str = " │ ";
const BAR_WIDTH: usize = 3;
/// Minimum column width; a table that would need narrower columns becomes a list.
const NARROWEST: usize = 4;

/// Column widths are balanced only for at most this many columns, and only by the
/// first [`MOST_ROWS`] rows.
const MOST_BALANCED: usize = 4;
const MOST_ROWS: usize = 100;
/// Most columns of width to move at once if the table has more than two columns.
const MOST_MOVED: usize = 16;

type Cell = Vec<Piece>;

/// A table under construction.
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

    /// Returns the rows of the table; the first row of cells is the head.
    pub(super) fn lay_out(&self, width: usize) -> Vec<Row> {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        if count == 0 {
            return Vec::new();
        }
        let bars = BAR_WIDTH * (count - 1);
        match width.checked_sub(bars).and_then(|room| {
            let (natural, words) = self.natural_widths(count);
            let least = vec![NARROWEST; count];
            let with = |least: &[usize]| {
                let columns = fit(&natural, least, room)?;
                Some(self.shortest(columns, &natural, least))
            };
            with(&words).or_else(|| with(&least))
        }) {
            Some(columns) => self.as_grid(&columns),
            None => self.as_list(width),
        }
    }

    /// Returns each column's natural width and its longest word.
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

    /// Moves width between columns if that takes fewer rows: a column that is wide in only a few
    /// cells does not stay mostly empty beside one that wraps in each cell.
    fn shortest(&self, mut columns: Vec<usize>, natural: &[usize], least: &[usize]) -> Vec<usize> {
        let count = columns.len();
        let fits = natural.iter().zip(&columns).all(|(all, has)| all <= has);
        if fits || count > MOST_BALANCED {
            return columns;
        }
        let cells = self.words_of_cells();
        let mut height = height_of(&cells, &columns);
        let widest = columns.iter().copied().max().unwrap_or(0);
        let most = if count == 2 {
            widest
        } else {
            widest.min(MOST_MOVED)
        };
        let pairs = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
        let moves: Vec<(usize, usize, usize)> = pairs
            .filter(|(from, to)| from != to)
            .flat_map(|(from, to)| (1..=most).map(move |by| (from, to, by)))
            .collect();
        loop {
            let tried = moves.iter().filter_map(|way| {
                let columns = moved(&columns, *way, least)?;
                Some((height_of(&cells, &columns), columns))
            });
            match tried.min_by_key(|(height, _)| *height) {
                Some((fewer, better)) if fewer < height => (height, columns) = (fewer, better),
                _ => return columns,
            }
        }
    }

    /// Returns the word widths of each cell, for the first [`MOST_ROWS`] rows.
    fn words_of_cells(&self) -> Vec<Vec<Vec<usize>>> {
        let words = |cell: &Cell| -> Vec<usize> {
            let text: String = cell.iter().map(|piece| piece.text.as_str()).collect();
            text.split_whitespace().map(width_of).collect()
        };
        let rows = self.rows.iter().take(MOST_ROWS);
        rows.map(|cells| cells.iter().map(words).collect())
            .collect()
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
                joins: LineBreaks::Cells,
                ..Row::default()
            };
            for (at, (parts, width)) in broken.iter().zip(columns).enumerate() {
                if at > 0 {
                    row.push(BAR, TextStyle::of(Role::Border));
                }
                let empty = Row::default();
                let part = parts.get(line).unwrap_or(&empty);
                let missing = width.saturating_sub(part.width());
                let left = match self.alignments.get(at) {
                    Some(Alignment::Right) => missing,
                    Some(Alignment::Center) => missing / 2,
                    _ => 0,
                };
                row.push(&" ".repeat(left), TextStyle::default());
                for piece in &part.pieces {
                    row.push(&piece.text, piece.style);
                }
                if at + 1 < columns.len() {
                    row.push(&" ".repeat(missing - left), TextStyle::default());
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
                pieces.push(Piece::new(": ", TextStyle::of(Role::FgMuted)));
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

/// Returns the cell's pieces, bold in the head.
fn emphasised(cell: &[Piece], row: usize) -> Cell {
    cell.iter()
        .cloned()
        .map(|mut piece| {
            if row == 0 {
                piece.style = piece.style.with(Modifier::BOLD);
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
    Row::text(line, TextStyle::of(Role::Border)).decoration()
}

/// Moves some width from one column to another; `None` if that column has too little to give.
fn moved(
    columns: &[usize],
    (from, to, by): (usize, usize, usize),
    least: &[usize],
) -> Option<Vec<usize>> {
    let mut columns = columns.to_vec();
    let giver = columns.get_mut(from)?;
    *giver = giver.checked_sub(by)?;
    if *giver < *least.get(from)? {
        return None;
    }
    *columns.get_mut(to)? += by;
    Some(columns)
}

/// Returns the rows that cells take at these column widths.
fn height_of(cells: &[Vec<Vec<usize>>], columns: &[usize]) -> usize {
    let of_row = |row: &Vec<Vec<usize>>| {
        let heights = row.iter().zip(columns);
        heights
            .map(|(words, width)| height_of_cell(words, *width))
            .max()
    };
    cells.iter().filter_map(of_row).sum()
}

fn height_of_cell(words: &[usize], width: usize) -> usize {
    let (mut rows, mut used) = (1, 0);
    for word in words {
        let blank = usize::from(used > 0);
        if used + blank + word <= width {
            used += blank + word;
            continue;
        }
        rows += usize::from(used > 0) + word.saturating_sub(1) / width.max(1);
        used = match word % width.max(1) {
            0 => width,
            rest => rest,
        };
    }
    rows
}

/// Returns widths that fit into `room`: the wide columns give way first, none below its least.
/// `None` if they cannot.
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
    // Binary search for the largest cap that fits.
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
