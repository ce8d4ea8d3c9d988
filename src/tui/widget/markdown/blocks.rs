//! Where the top-level blocks of a growing text begin and end.

use pulldown_cmark::{Event, Parser};

use super::code::Fence;
use super::inline::OPTIONS;

/// A block that is longer and not a fence is cut at the end of a line, so that a text without
/// structure costs no more with each piece.
const LONGEST: usize = 64 * 1024;

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
    pub(super) fn advance(&mut self, source: &str) {
        let whole = source.rfind('\n').map_or(0, |at| at + 1);
        while self.seen < whole {
            if let Some(fence) = self.fence {
                self.look_for_the_end(fence, source, whole);
            } else {
                let end = self.after_next_fence(source, whole);
                self.parse(source, end);
            }
        }
    }

    /// The end of the next line that may begin a fence, or of all whole lines. No more is parsed
    /// at a time: behind a fence everything would have to be parsed anew, once for each fence of
    /// a long text that came at once.
    fn after_next_fence(&self, source: &str, whole: usize) -> usize {
        let lines = source.get(self.seen..whole).unwrap_or_default();
        let mut end = self.seen;
        for line in lines.split_inclusive('\n') {
            end += line.len();
            if Fence::begun_by(line).is_some() {
                return end;
            }
        }
        whole
    }

    fn look_for_the_end(&mut self, fence: Fence, source: &str, whole: usize) {
        let lines = source.get(self.seen..whole).unwrap_or_default();
        for line in lines.split_inclusive('\n') {
            self.seen += line.len();
            if fence.is_closed_by(line) {
                self.fence = None;
                self.closed.push(self.seen);
                return;
            }
        }
    }

    /// Parses from the start of the open block and closes all blocks but the last.
    fn parse(&mut self, source: &str, whole: usize) {
        let base = self.open_start();
        let text = source.get(base..whole).unwrap_or_default();
        let starts = block_starts(text);
        let mut open = 0;
        for (number, start) in starts.iter().copied().enumerate() {
            if number > 0 {
                self.closed.push(base + start);
                open = start;
            }
            let line = text.get(start..).and_then(|rest| rest.lines().next());
            if let Some(fence) = line.and_then(Fence::begun_by) {
                // Only the lines before a fence's first are known to be as the parser says; what
                // follows is looked at line by line, as it would be had it come in pieces.
                let first_line = text
                    .get(start..)
                    .and_then(|rest| rest.find('\n'))
                    .map_or(text.len(), |at| start + at + 1);
                self.fence = Some(fence);
                self.seen = base + first_line;
                return;
            }
        }
        self.seen = whole;
        self.cut(source, base + open, whole);
    }

    fn cut(&mut self, source: &str, start: usize, whole: usize) {
        let mut start = start;
        while whole - start > LONGEST {
            let from = source
                .as_bytes()
                .get(start + LONGEST..whole)
                .and_then(|rest| rest.iter().position(|byte| *byte == b'\n'));
            let Some(at) = from else {
                return;
            };
            start += LONGEST + at + 1;
            self.closed.push(start);
        }
    }
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
