//! Rows that move up or down between two frames, as in a growing answer: the terminal moves them
//! itself, and only the rest is written.
//!
//! A scroll region (DECSTBM) of the full width, with line feeds at its last row or reverse index at
//! its first one: every terminal that knows regions does these, unlike `CSI S`, which the console of
//! Linux ignores.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;

use ratatui::buffer::{Buffer, Cell};

use super::cells::Update;
use super::links::Links;

/// Number of changed cells from which on a scroll may be shorter: its sequences take about as many
/// bytes.
const LEAST: usize = 32;

/// Adjacent rows of the full width that the terminal moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Scroll {
    /// The region: the moved rows with those that they replace.
    rows: Range<usize>,
    /// Number of rows that the content moves.
    by: usize,
    direction: Direction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl Scroll {
    /// Returns the scroll that brings most cells of `next` to their places; `updates` are the cells
    /// that change without one. Whether it saves bytes is for the caller to see.
    pub(super) fn between(shown: &Buffer, next: &Buffer, updates: &[Update<'_>]) -> Option<Self> {
        if updates.len() < LEAST {
            return None;
        }
        let mut rows = Rows {
            shown: rows(shown).collect(),
            next: rows(next).collect(),
            changed: changed_cells(updates, usize::from(next.area.height)),
        };
        let (direction, by) = rows.most_likely_move()?;
        // Rows that move down move up if the screen is read from its end.
        if direction == Direction::Down {
            rows.reverse();
        }
        let region = rows.gaining_region(by)?;
        let height = rows.next.len();
        let rows = match direction {
            Direction::Up => region,
            Direction::Down => height - region.end..height - region.start,
        };
        Some(Self {
            rows,
            by,
            direction,
        })
    }

    /// Moves the rows of the shown buffer and its links as the terminal does; the vacated rows are
    /// blank.
    pub(super) fn apply(&self, shown: &mut Buffer, links: &mut Links) {
        let columns = usize::from(shown.area.width);
        let region = self.rows.start * columns..self.rows.end * columns;
        let Some(cells) = shown.content.get_mut(region) else {
            return;
        };
        let vacated = self.by * columns;
        match self.direction {
            Direction::Up => cells.rotate_left(vacated),
            Direction::Down => cells.rotate_right(vacated),
        }
        let kept = cells.len() - vacated;
        let blank = match self.direction {
            Direction::Up => cells.get_mut(kept..),
            Direction::Down => cells.get_mut(..vacated),
        };
        blank.into_iter().flatten().for_each(Cell::reset);
        *links = std::mem::take(links)
            .into_iter()
            .filter_map(|((y, x), link)| Some(((self.row_after(y)?, x), link)))
            .collect();
    }

    /// Returns where a row is after the scroll; `None` if it left the region.
    fn row_after(&self, y: u16) -> Option<u16> {
        let row = usize::from(y);
        if !self.rows.contains(&row) {
            return Some(y);
        }
        let after = match self.direction {
            Direction::Up => row.checked_sub(self.by)?,
            Direction::Down => row + self.by,
        };
        let after = self.rows.contains(&after).then_some(after)?;
        u16::try_from(after).ok()
    }

    /// Writes the scroll. The colours are reset first, because many terminals give vacated rows the
    /// present background; the region is the whole screen again afterwards.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let (top, bottom) = (self.rows.start + 1, self.rows.end);
        let (row, step) = match self.direction {
            Direction::Up => (bottom, "\n"),
            Direction::Down => (top, "\x1bM"),
        };
        let steps = step.repeat(self.by);
        // Writing to a vector cannot fail.
        write!(out, "\x1b[0m\x1b[{top};{bottom}r\x1b[{row}H{steps}\x1b[r").ok();
    }
}

/// The rows of two frames.
struct Rows<'a> {
    shown: Vec<&'a [Cell]>,
    next: Vec<&'a [Cell]>,
    /// Number of cells of each row that change without a scroll.
    changed: Vec<usize>,
}

impl Rows<'_> {
    fn reverse(&mut self) {
        self.shown.reverse();
        self.next.reverse();
        self.changed.reverse();
    }

    /// Returns the move that most changed cells have in common: each changed row votes, with its
    /// changed cells, for the distances to the shown rows that look like it.
    fn most_likely_move(&self) -> Option<(Direction, usize)> {
        let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
        for (y, row) in self.shown.iter().enumerate() {
            if let Some(print) = fingerprint(row) {
                places.entry(print).or_default().push(y);
            }
        }
        // The middle stands for rows that stay.
        let middle = self.changed.len();
        let mut votes = vec![0_usize; 2 * middle];
        for ((y, row), cells) in self.next.iter().enumerate().zip(&self.changed) {
            let print = fingerprint(row).filter(|_| *cells > 0);
            let from = print.and_then(|print| places.get(&print));
            for from in from.into_iter().flatten() {
                if let Some(vote) = votes.get_mut(middle + from - y) {
                    *vote += cells;
                }
            }
        }
        let (at, _) = votes
            .iter()
            .enumerate()
            .filter(|(at, votes)| *at != middle && **votes >= LEAST)
            .max_by_key(|(at, votes)| (**votes, Reverse(at.abs_diff(middle))))?;
        Some(match at.checked_sub(middle) {
            Some(by) => (Direction::Up, by),
            None => (Direction::Down, middle - at),
        })
    }

    /// Returns the region in which moving the rows up saves most cells: the range with the largest
    /// sum of cells that need no writing any more, less those of the vacated rows below it.
    fn gaining_region(&self, by: usize) -> Option<Range<usize>> {
        let rows = self.next.iter().zip(&self.changed);
        let vacated: Vec<isize> = rows
            .clone()
            .map(|(row, changed)| signed(*changed) - signed(filled_cells(row)))
            .collect();
        let moved = self.shown.iter().skip(by).zip(rows);
        let gains = moved
            .map(|(from, (row, changed))| signed(*changed) - signed(different_cells(from, row)));
        let mut best = (0, None);
        let (mut start, mut sum) = (0, 0);
        for (y, gain) in gains.enumerate() {
            if sum <= 0 {
                (start, sum) = (y, 0);
            }
            sum += gain;
            let end = y + 1 + by;
            let total = sum + vacated.iter().take(end).skip(y + 1).sum::<isize>();
            if total > best.0 {
                best = (total, Some(start..end));
            }
        }
        best.1
    }
}

/// Returns the number of changed cells of each row.
fn changed_cells(updates: &[Update<'_>], rows: usize) -> Vec<usize> {
    let mut changed = vec![0; rows];
    for (_, y, _) in updates {
        if let Some(row) = changed.get_mut(usize::from(*y)) {
            *row += 1;
        }
    }
    changed
}

fn signed(cells: usize) -> isize {
    isize::try_from(cells).unwrap_or(isize::MAX)
}

fn different_cells(one: &[Cell], other: &[Cell]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a != b).count()
}

fn filled_cells(row: &[Cell]) -> usize {
    row.iter().filter(|cell| **cell != Cell::EMPTY).count()
}

fn rows(buffer: &Buffer) -> impl Iterator<Item = &[Cell]> {
    let columns = usize::from(buffer.area.width.max(1));
    buffer.content.chunks_exact(columns)
}

/// Returns a number that rows of the same text share, whatever their colours; `None` for a blank
/// row (FNV-1a over the first bytes of the symbols).
fn fingerprint(row: &[Cell]) -> Option<u64> {
    let mut is_blank = true;
    let hash = row.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, cell| {
        let byte = cell.symbol().bytes().next().unwrap_or(b' ');
        is_blank &= byte == b' ';
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (!is_blank).then_some(hash)
}
