//! Finds where the top-level blocks of a growing text begin and end.
//!
//! A model's output can be crafted to be expensive. So no block is longer than [`LONGEST`] (a
//! fence: [`LONGEST_CODE`]), whatever it contains; an open block is parsed again only when it has
//! grown by a fraction of its length; and one step reads only a limited number of bytes.

use pulldown_cmark::{Event, Options, Parser};

use super::code::Fence;
use super::inline::OPTIONS;
use crate::highlight::MAX_LINES;

/// A longer block that is not a fence is cut at the end of a line, so that a text without structure
/// does not cost more with each line. A longer line is cut at a blank.
const LONGEST: usize = 16 * 1024;

/// Bytes before the end of a part of a line that are searched for a blank.
const LAST_WORD: usize = 256;

/// Like [`LONGEST`], for a fence: its lines become rows without parsing, but those of an open fence
/// are made again while it grows.
const LONGEST_CODE: usize = 256 * 1024;

/// A table with more cells than this is treated as text: short rows are filled up to the
/// columns of the head.
const MOST_CELLS: usize = 64 * 1024;

/// Fixed cost of parsing, and of laying out a block, in bytes, added to the bytes themselves.
pub(super) const PARSE: usize = 32;

/// An open block is parsed again when it has grown by this fraction of its length.
const GROWN_PART: usize = 8;

#[derive(Debug, Clone, Copy)]
struct Closed {
    end: usize,
    /// The fence that the block continues, if it was cut from the block before it.
    code: Option<Fence>,
}

/// Finds the blocks of a text that only grows.
#[derive(Debug, Clone, Default)]
pub(super) struct Splitter {
    /// The closed blocks in order; each begins where the previous one ends.
    closed: Vec<Closed>,
    /// Position up to which the text has been read: the end of a line, or of a part of a long line.
    seen: usize,
    /// Whether a line continues at `seen`.
    inside_line: bool,
    /// Whether the previous line was empty.
    after_empty: bool,
    /// The fence, if the open block is one, and its lines so far.
    fence: Option<(Fence, usize)>,
    /// The fence that the open block continues, if any.
    open_code: Option<Fence>,
    /// Length of the open block at which it is parsed again.
    parsed_again_at: usize,
    /// Number of parses made to find the blocks.
    parses: usize,
    /// Number of bytes parsed.
    #[cfg(test)]
    pub(super) parsed: usize,
}

impl Splitter {
    /// Returns the number of closed blocks.
    pub(super) fn count(&self) -> usize {
        self.closed.len()
    }

    /// Returns the start of a block; the one after the last closed block is the open one.
    pub(super) fn start_of(&self, block: usize) -> usize {
        block
            .checked_sub(1)
            .and_then(|before| self.closed.get(before))
            .map_or(0, |closed| closed.end)
    }

    /// Returns the fence that a block continues.
    pub(super) fn code_of(&self, block: usize) -> Option<Fence> {
        match self.closed.get(block) {
            Some(closed) => closed.code,
            None => self.open_code,
        }
    }

    /// Returns the start of the open block.
    pub(super) fn open_start(&self) -> usize {
        self.start_of(self.closed.len())
    }

    /// Returns how far the text has been read.
    pub(super) fn seen(&self) -> usize {
        self.seen
    }

    /// Reads the whole lines that have arrived since the last call, at most `most` bytes of them.
    /// Returns whether more are left.
    ///
    /// The places where the text is parsed do not depend on the pieces it came in, so the blocks do
    /// not either: behind an empty line, behind a line that may begin a fence (behind a fence
    /// everything would have to be parsed again), and where a block has become too long.
    pub(super) fn advance(&mut self, source: &str, most: usize) -> bool {
        let mut looked_at = 0;
        while let Some(part) = source.get(self.seen..).and_then(next_part) {
            if looked_at >= most {
                return true;
            }
            let parses = self.parses;
            self.take(source, part);
            looked_at += part.len() + PARSE * (self.parses - parses);
        }
        false
    }

    /// Reads the next line, or the next part of a long one.
    fn take(&mut self, source: &str, part: &str) {
        let begins_line = !self.inside_line;
        self.inside_line = !part.ends_with('\n');
        self.seen += part.len();
        let length = self.seen - self.open_start();
        if let Some((fence, lines)) = &mut self.fence {
            *lines += 1;
            let fence = *fence;
            if begins_line && !self.inside_line && fence.is_closed_by(part) {
                self.close(self.seen);
            } else if length >= LONGEST_CODE || *lines >= MAX_LINES {
                self.close(self.seen);
                self.open_code = Some(fence);
                self.fence = Some((fence, 0));
            }
            return;
        }
        let is_empty = begins_line && part.trim().is_empty();
        let ends_paragraph = is_empty && !self.after_empty;
        self.after_empty = is_empty;
        if length > LONGEST || self.inside_line {
            self.parse(source);
            let length = self.seen - self.open_start();
            if self.fence.is_none() && (length > LONGEST || self.inside_line) {
                self.close(self.seen);
            }
        } else if (ends_paragraph || (begins_line && Fence::begun_by(part).is_some()))
            && length >= self.parsed_again_at
        {
            self.parse(source);
        }
    }

    /// Closes the open block.
    fn close(&mut self, end: usize) {
        let code = self.open_code.take();
        self.closed.push(Closed { end, code });
        self.fence = None;
        self.parsed_again_at = 0;
    }

    /// Parses what has been read of the open block and closes all blocks in it but the last.
    fn parse(&mut self, source: &str) {
        let base = self.open_start();
        let text = source.get(base..self.seen).unwrap_or_default();
        self.parses += 1;
        #[cfg(test)]
        {
            self.parsed += text.len();
        }
        for (number, start) in block_starts(text).into_iter().enumerate() {
            if number > 0 {
                self.close(base + start);
            }
            let line = text.get(start..).and_then(first_line);
            if let Some((line, fence)) = line.and_then(|line| Some((line, Fence::begun_by(line)?)))
            {
                // The lines after the fence's first line are read one by one.
                self.fence = Some((fence, 0));
                self.seen = base + start + line.len();
                self.inside_line = !line.ends_with('\n');
                self.after_empty = false;
                return;
            }
        }
        let length = self.seen - self.open_start();
        self.parsed_again_at = length + length / GROWN_PART;
    }
}

/// Returns the first line of a text with its line end, or the beginning of one that is too long.
/// `None` if the rest of a line is still to come.
fn next_part(text: &str) -> Option<&str> {
    let most = text.floor_char_boundary(LONGEST);
    let window = text.get(..most)?;
    if let Some(end) = window.find('\n') {
        return window.get(..=end);
    }
    if text.len() < LONGEST {
        return None;
    }
    let tail = window.floor_char_boundary(most.saturating_sub(LAST_WORD));
    let blank = window.get(tail..)?.rfind(' ').map(|at| tail + at + 1);
    window.get(..blank.unwrap_or(most))
}

/// Returns the parse options of a text: without tables if one would have more
/// cells than [`MOST_CELLS`].
pub(super) fn options_for(text: &str) -> Options {
    let (mut columns, mut lines) = (0, 0);
    for line in text.split('\n') {
        columns = line
            .bytes()
            .filter(|byte| *byte == b'|')
            .count()
            .max(columns);
        lines += 1;
    }
    if columns * lines > MOST_CELLS {
        return OPTIONS.difference(Options::ENABLE_TABLES);
    }
    OPTIONS
}

/// Returns the first line of a text with its line end; `None` for an empty text.
fn first_line(text: &str) -> Option<&str> {
    text.split_inclusive('\n').next()
}

/// Returns the starts of the lines on which the top-level blocks of a text begin. The first is
/// always 0, so that nothing lies between blocks.
///
/// A link definition is no block of its own: the lines behind it can be its title or its paragraph,
/// so it belongs to the block that follows and is parsed with it.
fn block_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut depth = 0_usize;
    let mut end_before = 0;
    for (event, range) in Parser::new_ext(text, options_for(text)).into_offset_iter() {
        let begins = depth == 0;
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                continue;
            }
            _ => {}
        }
        if begins {
            let start = if starts.is_empty() {
                0
            } else {
                line_start(text, first_ink(text, end_before, range.start))
            };
            if starts.last() != Some(&start) {
                starts.push(start);
            }
            end_before = range.end;
        }
    }
    starts
}

/// Returns where the first ink from `from` on is, at most `to`.
fn first_ink(text: &str, from: usize, to: usize) -> usize {
    let gap = text.get(from..to).unwrap_or_default();
    gap.find(|c: char| !c.is_whitespace())
        .map_or(to, |at| from + at)
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at)
        .and_then(|before| before.rfind(['\n', '\r']))
        .map_or(0, |end| end + 1)
}
