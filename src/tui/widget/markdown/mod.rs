//! Markdown that comes in pieces, laid out for a width.
//!
//! The text is split into top-level blocks. A block is closed once whole lines after it show that
//! nothing can change it any more (CommonMark decides by lines, and only the last top-level block
//! is open); closed blocks are laid out once for a width, the open one again when it has grown.
//! An open fence is not parsed again at all: its new lines are looked at for the closing one.
//! Pieces of any size give the same rows as the whole text at once.
//!
//! A long text is laid out in steps, so that no key waits for it: see [`Markdown::layout`].

mod blocks;
mod code;
mod inline;
mod table;

pub use table::BAR;

use super::row::Row;
use crate::tui::highlight::CodeBlock;
use blocks::Splitter;
use inline::LaidOut;

/// Bytes that are laid out in one step.
const STEP: usize = 128 * 1024;

/// A growing text in Markdown and its rows.
#[derive(Debug, Clone, Default)]
pub struct Markdown {
    source: String,
    splitter: Splitter,
    finished: bool,
    width: usize,
    /// Not all that has come has its rows yet.
    behind: bool,
    /// One for each closed block, and one for the open one if it is not empty.
    laid: Vec<Laid>,
    rows: usize,
    ink: usize,
}

#[derive(Debug, Clone, Default)]
struct Laid {
    /// Bytes of the source up to which it was laid out.
    end: usize,
    closed: bool,
    first_row: usize,
    ink: usize,
    /// A blank row stands before it.
    gap: usize,
    out: LaidOut,
}

impl Laid {
    fn height(&self) -> usize {
        self.gap + self.out.rows.len()
    }
}

impl Markdown {
    /// A text that is whole.
    pub fn whole(source: impl Into<String>) -> Self {
        let mut text = Self::default();
        text.append(&source.into());
        text.finish();
        text
    }

    /// The source, as it came.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Adds a piece at the end.
    pub fn append(&mut self, piece: &str) {
        if piece.is_empty() {
            return;
        }
        if self.finished {
            self.finished = false;
            self.reopen();
        }
        self.source.push_str(piece);
    }

    /// Says that no more comes: the last block is closed as well.
    pub fn finish(&mut self) {
        if !self.finished {
            self.finished = true;
            self.reopen();
        }
    }

    /// Forgets the rows; they are made again when they are needed.
    pub fn forget_rows(&mut self) {
        self.width = 0;
        self.laid = Vec::new();
    }

    /// Makes the rows for a width and says how many there are. Cheap if nothing has changed. Of a
    /// long text it makes those of the next part: [`Markdown::is_behind`] says whether more is
    /// left.
    pub fn layout(&mut self, width: usize) -> usize {
        let width = width.max(1);
        if width != self.width {
            self.laid.clear();
            self.width = width;
        }
        let mut left = STEP;
        // What was looked at and is laid out again, at another width, is not looked at again.
        self.behind = self.splitter.advance(&self.source, STEP);
        let closed = self.splitter.count();
        let end = self.open_end();
        let stale =
            |last: &Laid, count: usize| !last.closed && (last.end != end || count != closed + 1);
        if self
            .laid
            .last()
            .is_some_and(|last| stale(last, self.laid.len()))
        {
            self.laid.pop();
        }
        for number in self.laid.len()..closed {
            if left == 0 {
                self.behind = true;
                break;
            }
            let range = self.splitter.start_of(number)..self.splitter.start_of(number + 1);
            left = left.saturating_sub(range.len());
            self.lay(number, range, BlockState::Closed);
        }
        let open = self.splitter.open_start();
        if self.laid.len() == closed && open < end {
            let state = if self.finished && end == self.source.len() {
                BlockState::Closed
            } else {
                BlockState::Open
            };
            self.lay(closed, open..end, state);
            if let Some(last) = self.laid.last_mut() {
                last.closed = false;
            }
        }
        self.rows = self
            .laid
            .last()
            .map_or(0, |last| last.first_row + last.height());
        self.ink = self.laid.last().map_or(0, |last| last.ink + last.out.ink);
        self.rows
    }

    /// Whether another [`Markdown::layout`] makes more rows of what has come already.
    pub fn is_behind(&self) -> bool {
        self.behind
    }

    /// Where the open block ends: with the text, or where it has been looked at to.
    fn open_end(&self) -> usize {
        match self.behind {
            true => self.splitter.seen(),
            false => self.source.len(),
        }
    }

    /// Rows that the last [`Markdown::layout`] made.
    pub fn height(&self) -> usize {
        self.rows
    }

    /// A row, counted from 0; an empty one stands between two blocks.
    pub fn row(&self, number: usize) -> Option<&Row> {
        let laid = self.block_of(number)?;
        let inside = (number - laid.first_row).checked_sub(laid.gap)?;
        laid.out.rows.get(inside)
    }

    /// Ink above a row, see [`Row::ink`]; the same at every width.
    pub fn ink_above(&self, number: usize) -> usize {
        match self.block_of(number) {
            Some(laid) => {
                let inside = (number - laid.first_row).saturating_sub(laid.gap);
                laid.ink + laid.out.rows.get(inside).map_or(0, |row| row.ink)
            }
            None => self.ink,
        }
    }

    /// The last row that begins at this ink or before it.
    pub fn row_at_ink(&self, ink: usize) -> usize {
        let after = self.laid.partition_point(|laid| laid.ink <= ink);
        let Some(laid) = after.checked_sub(1).and_then(|at| self.laid.get(at)) else {
            return 0;
        };
        let inside = laid
            .out
            .rows
            .partition_point(|row| laid.ink + row.ink <= ink)
            .saturating_sub(1);
        laid.first_row + laid.gap + inside
    }

    /// The block of code with this key, if one of the rows shows it.
    pub fn code(&self, key: u64) -> Option<&CodeBlock> {
        self.laid
            .iter()
            .flat_map(|laid| &laid.out.codes)
            .find(|code| code.key == key)
    }

    /// The source of the block that a row shows, without the blank lines after it.
    pub fn block_source(&self, number: usize) -> &str {
        let Some(laid) = self.block_of(number) else {
            return "";
        };
        let place = self
            .laid
            .partition_point(|other| other.first_row < laid.first_row);
        // A long block of code is shown in parts.
        let first = (0..=place)
            .rev()
            .find(|at| self.splitter.code_of(*at).is_none());
        let start = self.splitter.start_of(first.unwrap_or(0));
        let parts = self.laid.iter().enumerate().skip(place + 1);
        let parts = parts.take_while(|(at, _)| self.splitter.code_of(*at).is_some());
        let end = parts.last().map_or(laid.end, |(_, part)| part.end);
        self.source.get(start..end).unwrap_or_default().trim_end()
    }

    fn block_of(&self, row: usize) -> Option<&Laid> {
        let after = self.laid.partition_point(|laid| laid.first_row <= row);
        let laid = self.laid.get(after.checked_sub(1)?)?;
        (row < laid.first_row + laid.height()).then_some(laid)
    }

    fn lay(&mut self, number: usize, range: std::ops::Range<usize>, state: BlockState) {
        let source = self.source.get(range.clone()).unwrap_or_default();
        let (out, is_part) = match self.splitter.code_of(number) {
            Some(fence) => (code::continued(source, fence, self.width), true),
            None => (inline::lay_out(source, self.width, state), false),
        };
        let (first_row, ink) = self.laid.last().map_or((0, 0), |last| {
            (last.first_row + last.height(), last.ink + last.out.ink)
        });
        let gap = usize::from(first_row > 0 && !out.rows.is_empty() && !is_part);
        self.laid.push(Laid {
            end: range.end,
            closed: state == BlockState::Closed,
            first_row,
            ink,
            gap,
            out,
        });
    }

    /// Has the last block laid out again.
    fn reopen(&mut self) {
        if self.laid.last().is_some_and(|last| !last.closed) {
            self.laid.pop();
        }
    }
}

/// Whether more of a block may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockState {
    Open,
    Closed,
}

#[cfg(test)]
mod tests;
