//! The three-way view of a file as data: CURRENT is the disk, BASE a checkpoint, PROPOSED the text
//! that the agent reads, with refused lines beside it.
//!
//! A [`FileView`] is built once per state of the log and its [`Shape`] once per layout; rows are
//! built only for the requested window. Neither draws nor decides. Called by workers that answer
//! the queries of front ends.

mod align;
mod endings;
mod find;
mod folds;
mod foreign;
mod hunks;
mod lines;
mod logged;
mod preview;
mod rows;
mod runs;
mod shape;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use self::align::{Piece, pieces};
use self::endings::Unended;
use self::hunks::ViewHunk;
use self::lines::Lines;
use self::logged::LoggedView;
use self::runs::{Column, Run, Runs};
use super::woven::Woven;
use protocol::ids::HunkId;
use protocol::review::view::LineEnding;

pub use self::foreign::{Texts, changes_between};
pub use self::preview::{Preview, result_near};
pub use self::shape::Shape;
pub use self::words::same_but_for_space;

/// Defines the BASE text: the log's first entries without some of their hunks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BaseChoice {
    /// Number of entries. The hunks of all later entries are in review.
    pub entries: usize,
    /// Hunks of those entries that are not in BASE.
    pub without: BTreeSet<HunkId>,
}

/// Facts about hunks that are not in the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// Pairs of hunks that the user keeps both of; they no longer count as conflicts.
    pub settled: BTreeSet<(HunkId, HunkId)>,
    /// Number of comments on each hunk that the agent has not received yet.
    pub comments: BTreeMap<HunkId, u32>,
}

impl Notes {
    fn is_settled(&self, hunk: HunkId, with: HunkId) -> bool {
        self.settled.contains(&(hunk, with)) || self.settled.contains(&(with, hunk))
    }
}

/// A file in three columns, independent of layout.
#[derive(Debug, Clone)]
pub struct FileView {
    lines: Lines,
    runs: Vec<Run>,
    /// Number of lines in each column's text.
    counts: [u32; 3],
    pieces: Vec<Piece>,
    hunks: Vec<ViewHunk>,
    unended: Unended,
    usual_ending: LineEnding,
    refining: bool,
}

impl FileView {
    /// Builds the view of a logged file.
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

    /// Returns how many lines PROPOSED adds to BASE, and how many it removes.
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
