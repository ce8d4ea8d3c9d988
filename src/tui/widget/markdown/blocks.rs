//! Where the top-level blocks of a growing text begin and end.

use pulldown_cmark::{Event, Parser};

use super::code::Fence;
use super::inline::OPTIONS;

/// A block that is longer and not a fence is cut at the end of a line, so that a text without
/// structure costs no more with each line.
const LONGEST: usize = 16 * 1024;

/// Finds the blocks of a text that only grows.
#[derive(Debug, Clone, Default)]
pub(super) struct Splitter {
    /// Ends of the closed blocks, in order; each begins where the one before ends.
    closed: Vec<usize>,
    /// The text has been looked at up to here, always the end of a line.
    seen: usize,
    /// The fence that the open block is, if it is one.
    fence: Option<Fence>,
}

impl Splitter {
    /// Ends of the closed blocks.
    pub(super) fn closed(&self) -> &[usize] {
        &self.closed
    }

    /// Where a block begins; the one after the last closed is the open one.
    pub(super) fn start_of(&self, block: usize) -> usize {
        block
            .checked_sub(1)
            .and_then(|before| self.closed.get(before))
            .copied()
            .unwrap_or(0)
    }

    /// Where the open block begins.
    pub(super) fn open_start(&self) -> usize {
        self.closed.last().copied().unwrap_or(0)
    }

    /// Looks at the whole lines that have come since the last time.
    ///
    /// Where the text is parsed does not depend on the pieces it came in, and so neither do the
    /// blocks: behind an empty line, behind one that may begin a fence (behind a fence everything
    /// would have to be parsed anew), and where a block has become too long.
    pub(super) fn advance(&mut self, source: &str) {
        let whole = source.rfind('\n').map_or(0, |at| at + 1);
        while let Some(line) = source.get(self.seen..whole).and_then(first_line) {
            self.seen += line.len();
            let too_long = self.seen - self.open_start() > LONGEST;
            match self.fence {
                Some(fence) if fence.is_closed_by(line) => {
                    self.fence = None;
                    self.closed.push(self.seen);
                }
                Some(_) => {}
                None if too_long => {
                    self.parse(source);
                    if self.fence.is_none() && self.seen - self.open_start() > LONGEST {
                        self.closed.push(self.seen);
                    }
                }
                None if line.trim().is_empty() || Fence::begun_by(line).is_some() => {
                    self.parse(source);
                }
                None => {}
            }
        }
    }

    /// Parses what has been seen of the open block and closes all blocks in it but the last.
    fn parse(&mut self, source: &str) {
        let base = self.open_start();
        let text = source.get(base..self.seen).unwrap_or_default();
        for (number, start) in block_starts(text).into_iter().enumerate() {
            if number > 0 {
                self.closed.push(base + start);
            }
            let line = text.get(start..).and_then(first_line);
            if let Some((line, fence)) = line.and_then(|line| Some((line, Fence::begun_by(line)?)))
            {
                // What follows its first line is looked at line by line.
                self.fence = Some(fence);
                self.seen = base + start + line.len();
                return;
            }
        }
    }
}

/// The first line of a text, with its end; none of an empty text.
fn first_line(text: &str) -> Option<&str> {
    text.split_inclusive('\n').next()
}

/// Starts of the lines on which the top-level blocks of a text begin; the first is always 0, so
/// that nothing is between blocks.
///
/// A link's definition is no block of its own: the lines behind it can be its title or its
/// paragraph, so it belongs to the block that follows and is parsed with it.
fn block_starts(text: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut depth = 0_usize;
    let mut end_before = 0;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
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

/// Where the first ink from `from` on is, at `to` at the latest.
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
