//! Review: orders about hunks, what is kept of them (operations, comments, saves), and questions.
//!
//! A decision belongs to a hunk. What is written is apart from it: a save moves the disk to what the
//! decisions give. Rows of the three-way view are in `view`, rollback in `rollback`.

mod order;
mod question;
pub mod rollback;
mod saved;
pub mod view;

use serde::{Deserialize, Serialize};

use super::change::Entry;
use super::ids::{CommentId, HunkId};

pub use order::{Comment, CommentTarget, ConflictChoice, ReviewOrder, SplitAt};
pub use question::{
    CallFate, CheckpointRow, FileReview, HunkCounts, HunkPatch, Kept, LineOf, ReviewAnswer,
    ReviewBase, ReviewOf, ReviewQuestion, RunFate, SaveOf, SaveSummary,
};
pub use saved::{
    DecisionChange, Division, Operation, OperationKind, Remark, Save, SaveFile, SavePurpose,
    SaveResult, WrittenChange,
};

/// What is kept of the review for a session that is loaded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewSnapshot {
    /// Every entry, without the texts of its hunks' lines.
    pub entries: Vec<Entry>,
    /// What can be taken back or done again, oldest first.
    pub operations: Vec<Operation>,
    /// Comments that were not told yet.
    pub comments: Vec<Comment>,
    /// Hunks whose verdict the agent was not told.
    pub untold: Vec<HunkId>,
}

/// Verdicts and comments as the model is told them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Hunks whose verdict it holds.
    pub hunks: Vec<HunkId>,
    /// Comments that it holds.
    pub comments: Vec<CommentId>,
    /// The text.
    pub text: String,
}
