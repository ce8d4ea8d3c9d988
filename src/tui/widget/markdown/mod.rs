//! Markdown that arrives in pieces, laid out for a width.
//!
//! The text is split into top-level blocks. A block is closed once whole lines after it show that
//! nothing can change it any more (CommonMark decides by lines, and only the last top-level block
//! is open). Closed blocks are laid out once for a width, the open one again when it has grown. An
//! open fence is not parsed again at all: only its new lines are checked for the closing one.
//! Pieces of any size give the same rows as the whole text at once.
//!
//! A long text is laid out in steps, so that no key waits for it: see [`LongText`].

mod blocks;
mod code;
mod inline;
mod table;

pub use table::BAR;

use std::ops::Range;

use super::long_text::{LaidOut, LongText, Parts, STEP};
use blocks::{PARSE, Splitter};

/// A growing Markdown text and its rows.
#[derive(Debug, Clone, Default)]
pub struct Markdown {
    source: String,
    splitter: Splitter,
    finished: bool,
    width: usize,
    /// Whether some of the received text has no rows yet.
    behind: bool,
    /// One part for each closed block, and one for the open block if it is not empty.
    laid: Parts,
}

impl Markdown {
    /// Creates a complete text.
    pub fn whole(source: impl Into<String>) -> Self {
        let mut text = Self::default();
        text.append(&source.into());
        text.finish();
        text
    }

    /// Returns the source as received.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Appends a piece.
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

    /// Ends the text: the last block is closed as well.
    pub fn finish(&mut self) {
        if !self.finished {
            self.finished = true;
            self.reopen();
        }
    }

    /// Returns the end of the open block: the end of the text, or how far it has been read.
    fn open_end(&self) -> usize {
        if self.behind {
            self.splitter.seen()
        } else {
            self.source.len()
        }
    }

    /// Returns the source of the block that a row shows, without the blank lines after it.
    pub fn block_source(&self, row: usize) -> &str {
        let Some(number) = self.laid.part_at(row) else {
            return "";
        };
        // A long code block is shown in parts.
        let first = (0..=number)
            .rev()
            .find(|at| self.splitter.code_of(*at).is_none());
        let start = self.splitter.start_of(first.unwrap_or(0));
        let parts = number + 1..self.laid.len();
        let more = parts.take_while(|at| self.splitter.code_of(*at).is_some());
        let end = self.range_of(more.last().unwrap_or(number)).end;
        self.source.get(start..end).unwrap_or_default().trim_end()
    }

    /// Returns the byte range of a block.
    fn range_of(&self, number: usize) -> Range<usize> {
        let end = if number < self.splitter.count() {
            self.splitter.start_of(number + 1)
        } else {
            self.open_end()
        };
        self.splitter.start_of(number)..end
    }

    fn lay(&mut self, number: usize, closed: bool) {
        let (end, out) = (self.range_of(number).end, self.part(number));
        let gap = usize::from(self.splitter.code_of(number).is_none());
        self.laid.push(end, closed, gap, out);
    }

    /// Makes the next layout lay out the last block again.
    fn reopen(&mut self) {
        if self.laid.last().is_some_and(|last| !last.closed) {
            self.laid.pop();
        }
    }
}

impl LongText for Markdown {
    fn layout(&mut self, width: usize) -> usize {
        let width = width.max(1);
        if width != self.width {
            self.laid.clear();
            self.width = width;
        }
        let mut left = STEP;
        // Text that was read is not read again when it is laid out at another width.
        self.behind = self.splitter.advance(&self.source, STEP);
        let closed = self.splitter.count();
        let end = self.open_end();
        let count = self.laid.len();
        let is_stale = self
            .laid
            .last()
            .is_some_and(|last| !last.closed && (last.end != end || count != closed + 1));
        if is_stale {
            self.laid.pop();
        }
        for number in self.laid.len()..closed {
            if left == 0 {
                self.behind = true;
                break;
            }
            left = left.saturating_sub(self.range_of(number).len() + PARSE);
            self.lay(number, true);
        }
        if self.laid.len() == closed && self.splitter.open_start() < end {
            self.lay(closed, false);
        }
        self.laid.height()
    }

    fn is_incomplete(&self) -> bool {
        self.behind
    }

    fn forget_rows(&mut self) {
        self.width = 0;
        self.laid.clear();
    }

    fn parts(&self) -> &Parts {
        &self.laid
    }

    fn parts_mut(&mut self) -> &mut Parts {
        &mut self.laid
    }

    fn source_of(&self, number: usize) -> Option<&str> {
        self.source.get(self.range_of(number))
    }

    fn part(&self, number: usize) -> LaidOut {
        let range = self.range_of(number);
        let is_whole =
            number < self.splitter.count() || (self.finished && range.end == self.source.len());
        let state = if is_whole {
            BlockState::Closed
        } else {
            BlockState::Open
        };
        let source = self.source.get(range).unwrap_or_default();
        match self.splitter.code_of(number) {
            Some(fence) => code::continued(source, fence, self.width),
            None => inline::lay_out(source, self.width, state),
        }
    }
}

/// Whether a block may still grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockState {
    Open,
    Closed,
}

#[cfg(test)]
mod tests;
