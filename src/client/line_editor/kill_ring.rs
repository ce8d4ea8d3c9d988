//! The kill ring: the last cut and those before it, and what the last key did with them.

use std::ops::Range;

/// Number of cuts kept.
const DEPTH: usize = 60;

/// The cuts, latest last.
#[derive(Debug, Clone, Default)]
pub(super) struct KillRing {
    cuts: Vec<String>,
    shown: usize,
    last: LastUse,
}

/// The effect of the last key on the ring.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum LastUse {
    #[default]
    Nothing,
    Cut,
    /// It put a cut into this range of the text.
    Yank(Range<usize>),
}

/// The side at which a cut joins the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// Cut before the cursor: goes in front of the earlier cut.
    Backward,
    /// Cut behind the cursor: goes behind the earlier cut.
    Forward,
}

impl KillRing {
    /// Adds a cut. Cuts that follow each other without another key are joined.
    pub(super) fn cut(&mut self, text: &str, side: Cut) {
        let joins = self.last == LastUse::Cut;
        if text.is_empty() {
            if !joins {
                self.last = LastUse::Nothing;
            }
            return;
        }
        match (self.cuts.last_mut(), side) {
            (Some(last), Cut::Backward) if joins => last.insert_str(0, text),
            (Some(last), Cut::Forward) if joins => last.push_str(text),
            _ => {
                if self.cuts.len() == DEPTH {
                    self.cuts.remove(0);
                }
                self.cuts.push(text.to_owned());
            }
        }
        self.last = LastUse::Cut;
    }

    /// Notes that something else was done: the next cut is separate, and nothing counts as yanked
    /// last.
    pub(super) fn part(&mut self) {
        self.last = LastUse::Nothing;
    }

    /// Yanks the last cut in place of a range; returns the range and the cut.
    pub(super) fn yank(&mut self, over: Range<usize>) -> Option<(Range<usize>, String)> {
        self.part();
        self.shown = self.cuts.len().checked_sub(1)?;
        self.put(over)
    }

    /// Replaces what was yanked last by the cut before it; after the oldest comes the latest.
    pub(super) fn yank_pop(&mut self) -> Option<(Range<usize>, String)> {
        let LastUse::Yank(over) = std::mem::take(&mut self.last) else {
            return None;
        };
        self.shown = match self.shown.checked_sub(1) {
            Some(before) => before,
            None => self.cuts.len().checked_sub(1)?,
        };
        self.put(over)
    }

    fn put(&mut self, over: Range<usize>) -> Option<(Range<usize>, String)> {
        let cut = self.cuts.get(self.shown)?.clone();
        self.last = LastUse::Yank(over.start..over.start + cut.len());
        Some((over, cut))
    }
}
