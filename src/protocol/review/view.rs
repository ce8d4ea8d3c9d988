//! Rows of the three-way view as data: workers make them, front ends fetch them by window
//! and draw them.
//!
//! CURRENT is the disk, BASE a checkpoint, PROPOSED the text that the agent sees, with rejected
//! lines drawn beside it. Texts keep their control characters; drawing removes them.

use serde::{Deserialize, Serialize};

use crate::change::{HunkState, Origin};
use crate::ids::{EntryId, HunkId};
use notice::Notice;

/// Layout options of a view.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ViewOptions {
    /// Number and kind of the columns.
    pub layout: ViewLayout,
    /// Lines of context around each change; lines further away are folded.
    /// `u32::MAX` folds nothing.
    pub context: u32,
    /// Open folds, each with the number of lines that it shows; see [`ViewRow::Fold`].
    pub opened: Vec<(u32, u32)>,
    /// Whether lines that differ only in whitespace are drawn as equal. Affects drawing only.
    pub whitespace: Whitespace,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            layout: ViewLayout::Three,
            context: 3,
            opened: Vec::new(),
            whitespace: Whitespace::Shown,
        }
    }
}

/// Columns of a view, and the content of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewLayout {
    /// CURRENT, BASE, PROPOSED side by side, aligned.
    #[default]
    Three,
    /// CURRENT and PROPOSED; lines of BASE appear as separate rows, and only where neither column
    /// has them (a conflict, or a deletion that is already on the disk).
    Two,
    /// One column, with removed lines above added lines.
    Unified,
}

/// Treatment of whitespace changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whitespace {
    /// Drawn as changes.
    #[default]
    Shown,
    /// Drawn as unchanged lines.
    Ignored,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "snake_case")]
pub enum ViewRow {
    /// Unchanged lines that are not shown.
    Fold {
        /// Identifies the fold: number of its first line in BASE, or in PROPOSED if there
        /// is no BASE.
        fold: u32,
        /// Number of hidden lines.
        lines: u32,
    },
    Lines(LineRow),
}

/// A row with a line in one or more columns. A column without a line is drawn as filler.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRow {
    /// The hunk that the row belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunk: Option<HunkId>,
    /// The line on the disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Cell>,
    /// The line in the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Cell>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed: Option<Cell>,
}

/// A line in one column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Line number in that column's text, from 1; 0 if the text does not contain it
    /// (a rejected line).
    pub line: u32,
    /// Text without the line ending, truncated after 3,000 characters.
    pub text: String,
    pub kind: CellKind,
    /// Byte ranges of the words that differ from the line beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<(u32, u32)>,
    /// The line ending, if it differs from the file's usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<LineEnding>,
}

/// Role of a line in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// The same in every column.
    Same,
    /// Added by a hunk of an agent or a command.
    Added,
    /// Removed by such a hunk.
    Removed,
    User,
    /// In conflict with another hunk.
    Conflict,
    /// Line of a rejected hunk: not in the text, and shown so that the user can accept it again.
    Refused,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnding {
    Lf,
    CrLf,
    /// The last line of a text without a final newline.
    None,
}

/// A hunk in the view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkRow {
    pub id: HunkId,
    pub entry: EntryId,
    pub origin: Origin,
    pub state: HunkState,
    /// Whether it is on the disk.
    pub written: bool,
    /// The conflict, if this hunk has to yield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<HunkConflict>,
    /// Index of its first row in this layout.
    pub first_row: u32,
    /// Number of rows from the first to the last one.
    pub rows: u32,
    /// Lines that it inserts.
    pub added: u32,
    /// Lines that it deletes.
    pub removed: u32,
    /// Whether it exceeds the size limits of a hunk.
    pub oversized: bool,
    /// Whether the user has changed its proposed text.
    pub amended: bool,
    /// Number of its comments that have not been reported to the agent.
    pub comments: u32,
    /// Pending hunks that it builds on, directly or indirectly.
    pub builds_on: Vec<HunkId>,
    /// Live hunks of agents that build on the hunk, directly or indirectly.
    pub carries: Vec<HunkId>,
    /// The agent's reason for the change, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// The change to the file as a whole, in words; empty for changes to lines.
    #[serde(default, skip_serializing_if = "Notice::is_empty")]
    pub operation: Notice,
}

/// A conflict because of which a hunk has to yield.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkConflict {
    /// The other hunk.
    pub with: HunkId,
    /// Whether the other hunk is the user's.
    pub with_user: bool,
    /// The reason in words: `the same line was changed by you`.
    pub why: Notice,
}
