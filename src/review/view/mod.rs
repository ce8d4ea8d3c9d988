//! The three-way view of a file as data: CURRENT is the disk, BASE a checkpoint, PROPOSED what the
//! agent reads, with refused lines drawn beside it.
//!
//! A [`FileView`] is made once for a state of the log, its [`Shape`] once for a layout; rows are
//! asked for by window and only then made. Draws nothing and decides nothing. Called by workers
//! that answer the questions of front ends.

mod align;
mod endings;
mod find;
mod folds;
mod foreign;
mod hunks;
mod lines;
mod logged;
mod preview;
mod runs;
mod shape;
mod window;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use self::align::{Piece, pieces};
use self::endings::Unended;
use self::hunks::ViewHunk;
use self::lines::Lines;
use self::logged::LoggedView;
use self::runs::{Column, Run, Runs};
use super::woven::Woven;
use crate::protocol::ids::HunkId;
use crate::protocol::review::view::LineEnding;

pub use self::foreign::Texts;
pub use self::preview::{Preview, result_near};
pub use self::shape::Shape;
pub use self::words::same_but_for_space;

/// Which text is BASE: the log's first entries without some of their hunks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BaseChoice {
    /// How many entries. The hunks of all later ones are what the review is about.
    pub entries: usize,
    /// Hunks of those entries that are not in it.
    pub without: BTreeSet<HunkId>,
}

/// What is known of hunks beside the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// Pairs of hunks that the human lets stand together: no conflicts any more.
    pub settled: BTreeSet<(HunkId, HunkId)>,
    /// How many comments a hunk has that the agent was not told.
    pub comments: BTreeMap<HunkId, u32>,
}

impl Notes {
    fn is_settled(&self, hunk: HunkId, with: HunkId) -> bool {
        self.settled.contains(&(hunk, with)) || self.settled.contains(&(with, hunk))
    }
}

/// A file in three columns, in no layout yet.
#[derive(Debug, Clone)]
pub struct FileView {
    lines: Lines,
    runs: Vec<Run>,
    /// How many lines each column's text has.
    counts: [u32; 3],
    pieces: Vec<Piece>,
    hunks: Vec<ViewHunk>,
    unended: Unended,
    usual_ending: LineEnding,
    refining: bool,
}

impl FileView {
    /// The view of a logged file.
    pub fn of(log: &Woven, base: &BaseChoice, notes: &Notes) -> Self {
        let logged = LoggedView::of(log, base, notes);
        Self::new(logged.lines, logged.runs, logged.hunks, logged.unended)
    }

    fn new(lines: Lines, runs: Runs, hunks: Vec<ViewHunk>, unended: Unended) -> Self {
        let counts = runs.counts();
        let runs = runs.done();
        Self {
            pieces: pieces(&runs, &lines),
            usual_ending: lines.usual_ending(),
            lines,
            runs,
            counts,
            hunks,
            unended,
            refining: false,
        }
    }

    /// How many lines PROPOSED adds to BASE, and how many it takes from it.
    pub fn stat(&self) -> (u32, u32) {
        let mut stat = (0_u32, 0_u32);
        for run in &self.runs {
            let lines = u32::try_from(run.lines.len()).unwrap_or(u32::MAX);
            let proposed = run.columns.has(Column::Proposed) && !run.is_refused();
            match (run.columns.has(Column::Base), proposed) {
                (false, true) => stat.0 = stat.0.saturating_add(lines),
                (true, false) => stat.1 = stat.1.saturating_add(lines),
                _ => {}
            }
        }
        stat
    }
}
