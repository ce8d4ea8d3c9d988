//! Rows of the three-way view as data: made by workers, fetched by window, drawn by front ends.
//!
//! CURRENT is the disk, BASE a checkpoint, PROPOSED what the agent sees with refused lines drawn
//! beside it. Control characters stay in the texts; drawing takes them out.

use serde::{Deserialize, Serialize};

use crate::protocol::change::{HunkState, Origin};
use crate::protocol::ids::{EntryId, HunkId};

/// How a view is laid out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ViewOptions {
    /// How many columns.
    pub layout: ViewLayout,
    /// Lines of context around each change; what lies further away is folded. `u32::MAX` folds
    /// nothing.
    pub context: u32,
    /// Folds that are open, with the number of lines that each shows; see [`ViewRow::Fold`].
    pub opened: Vec<(u32, u32)>,
    /// Whether lines that differ in white space only are drawn as the same. Changes drawing only.
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

/// How many columns, and what stands in a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewLayout {
    /// CURRENT, BASE, PROPOSED side by side, aligned.
    #[default]
    Three,
    /// CURRENT and PROPOSED; lines of BASE only where neither has them (a conflict, a deletion that
    /// is on the disk already), as rows of their own.
    Two,
    /// One: what goes above what comes, each line in a row of its own.
    Unified,
}

/// Whether changes of white space count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whitespace {
    /// They are drawn as changes.
    #[default]
    Shown,
    /// They are drawn as unchanged lines.
    Ignored,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "snake_case")]
pub enum ViewRow {
    /// Unchanged lines that are not shown.
    Fold {
        /// Which fold: the number of its first line in BASE, or in PROPOSED where there is no BASE.
        fold: u32,
        /// How many lines it hides.
        lines: u32,
    },
    Lines(LineRow),
}

/// A row with a line in one column or in several. Where a column has none, a filler is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRow {
    /// The hunk that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunk: Option<HunkId>,
    /// The line on the disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<Cell>,
    /// The line in the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Cell>,
    /// The line as it is proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposed: Option<Cell>,
}

/// A line in one column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Its number in that column's text, from 1; 0 where it is not in it (a refused line).
    pub line: u32,
    /// Its text without the ending, cut after 3,000 characters.
    pub text: String,
    /// What it is.
    pub kind: CellKind,
    /// Byte ranges of the words that differ from the line beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<(u32, u32)>,
    /// How it ends, where that is not as the rest of the file ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<LineEnding>,
}

/// What a line in a column is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// In every column.
    Same,
    /// Comes with an agent's hunk, or a command's.
    Added,
    /// Goes with one.
    Removed,
    User,
    /// At odds with another hunk.
    Conflict,
    /// Of a refused hunk: it is not in the text, and shown so that it can be taken again.
    Refused,
}

/// How a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnding {
    Lf,
    /// With CR LF.
    CrLf,
    /// With nothing: the last line of a text without a final newline.
    None,
}

/// A hunk in the view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkRow {
    pub id: HunkId,
    pub entry: EntryId,
    /// Who made it.
    pub origin: Origin,
    /// What was decided.
    pub state: HunkState,
    /// Whether it is on the disk.
    pub written: bool,
    /// What it is at odds with, if it has to yield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<HunkConflict>,
    /// The first row that it has in this layout.
    pub first_row: u32,
    /// How many rows from there to its last one.
    pub rows: u32,
    /// Lines that it inserts.
    pub added: u32,
    /// Lines that it deletes.
    pub removed: u32,
    /// Over the limits of a hunk.
    pub oversized: bool,
    /// The human has changed what it proposes.
    pub amended: bool,
    /// How many comments it has that the agent was not told.
    pub comments: u32,
    /// Pending hunks that it builds on, also through others.
    pub builds_on: Vec<HunkId>,
    /// Live hunks of agents that build on it, also through others.
    pub carries: Vec<HunkId>,
    /// Why, in the agent's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    /// What it does to the file as a whole, in words; empty for lines.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub operation: String,
}

/// Why a hunk has to yield.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkConflict {
    /// The other one.
    pub with: HunkId,
    /// Whether the other is the human's.
    pub with_user: bool,
    /// In words: `the same line was changed by you`.
    pub why: String,
}
