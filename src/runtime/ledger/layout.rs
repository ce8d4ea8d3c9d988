//! A view of a file's changes laid out with certain options, and the answers to queries for its rows.

use protocol::review::view::{HunkRow, ViewOptions};
use protocol::review::{FileReview, ReviewReply};
use review::view::{FileView, Shape};

/// Maximum number of rows that a search returns.
const MOST_FOUND: usize = 20_000;

#[derive(Debug)]
pub(super) struct Layout {
    view: FileView,
    shape: Shape,
    /// Differs whenever the rows do.
    pub(super) version: u64,
    /// Whether a later layout may be finer.
    refining: bool,
}

impl Layout {
    pub(super) fn new(view: FileView, options: &ViewOptions, version: u64) -> Self {
        Self {
            shape: view.shape(options),
            refining: view.refining(),
            view,
            version,
        }
    }

    /// Returns the layout as the finest there will be: laying it out again would give the same lines.
    pub(super) fn settled(self) -> Self {
        Self {
            refining: false,
            ..self
        }
    }

    pub(super) fn hunks(&self) -> &[HunkRow] {
        self.shape.hunks()
    }

    /// Answers a query for the file as a whole. `hunks` are those of the layout.
    pub(super) fn file_answer(&self, file: &FileReview, hunks: Vec<HunkRow>) -> ReviewReply {
        ReviewReply::File {
            file: Box::new(file.clone()),
            hunks,
            rows: self.shape.rows(),
            version: self.version,
            refining: self.refining,
        }
    }

    pub(super) fn rows_answer(&self, first: u32, rows: u32) -> ReviewReply {
        let at = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        ReviewReply::Rows {
            first,
            rows: self.view.rows(&self.shape, at(first), at(rows)),
            version: self.version,
        }
    }

    pub(super) fn found_answer(&self, text: &str) -> ReviewReply {
        let mut rows = self.view.find(&self.shape, text, MOST_FOUND + 1);
        let more = rows.len() > MOST_FOUND;
        rows.truncate(MOST_FOUND);
        ReviewReply::Found {
            rows,
            more,
            version: self.version,
        }
    }
}
