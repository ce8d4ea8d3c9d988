//! Folds: selects which adjacent unchanged lines are hidden.

use std::ops::Range;

use protocol::review::view::ViewOptions;

/// The lines next to unchanged ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Neighbours {
    Edge,
    /// A change: context lines stay between it and a fold.
    Change,
}

/// Adjacent runs of unchanged lines, each with its number and its line count.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    runs: Vec<(usize, usize)>,
    lines: usize,
}

impl Stretch {
    /// Adds a run below the others.
    pub(super) fn push(&mut self, run: usize, lines: usize) {
        self.runs.push((run, lines));
        self.lines += lines;
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.runs.iter().copied()
    }

    /// Returns the run of line `at`, and the line's number in it.
    pub(super) fn find(&self, at: usize) -> Option<(usize, usize)> {
        let mut first = 0;
        for (run, lines) in &self.runs {
            if at < first + lines {
                return Some((*run, at - first));
            }
            first += lines;
        }
        None
    }

    /// Returns the fold and the lines that it hides. Opens the upper lines, except at the top of
    /// the file, where the change is below: there it opens the lower ones. Never hides a single
    /// line.
    pub(super) fn hidden(
        &self,
        above: Neighbours,
        below: Neighbours,
        options: &ViewOptions,
        number: &dyn Fn(usize) -> Option<u32>,
    ) -> Option<(u32, Range<usize>)> {
        let context = |neighbour| match neighbour {
            Neighbours::Edge => 0,
            Neighbours::Change => usize::try_from(options.context).unwrap_or(usize::MAX),
        };
        let (top, bottom) = (context(above), context(below));
        let kept = top.saturating_add(bottom);
        if options.context == u32::MAX || self.lines <= kept.saturating_add(1) {
            return None;
        }
        let fold = number(top)?;
        let opened = options.opened.iter().filter(|(other, _)| *other == fold);
        let opened = opened.map(|(_, lines)| *lines).max().unwrap_or(0);
        let opened = usize::try_from(opened).unwrap_or(usize::MAX);
        let mut hidden = top..self.lines - bottom;
        match (above, below) {
            (Neighbours::Edge, Neighbours::Change) => {
                hidden.end = hidden.end.saturating_sub(opened).max(hidden.start);
            }
            _ => hidden.start = hidden.start.saturating_add(opened).min(hidden.end),
        }
        (hidden.len() > 1).then_some((fold, hidden))
    }
}
