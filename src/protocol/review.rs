//! Review: orders about hunks, what is kept of them (operations, comments, saves), and questions.
//!
//! A decision belongs to a hunk. What is written is apart from it: a save moves the disk to what the
//! decisions give. Rows of the three-way view are in `view`, rollback in `rollback`.

mod command;
mod operation;
mod query;
pub mod rollback;
pub mod view;

use serde::{Deserialize, Serialize};

use super::change::Entry;
use super::ids::{CommentId, HunkId};

pub use command::{Comment, CommentTarget, ConflictChoice, ReviewCommand, SplitAt};
pub use operation::{
    AppliedFile, ApplyPurpose, ApplyRecord, ApplyResult, CommentChange, DecisionChange, HunkSplit,
    Operation, OperationKind, WrittenChange,
};
pub use query::{
    ApplyScope, ApplySummary, CallChanges, CheckpointRow, FileReview, HunkCounts, HunkPatch,
    LineOwner, Retention, ReviewBase, ReviewQuery, ReviewReply, ReviewSubject, RunChanges,
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
pub struct ReviewReport {
    /// Hunks whose verdict it holds.
    pub hunks: Vec<HunkId>,
    /// Comments that it holds.
    pub comments: Vec<CommentId>,
    pub text: String,
}
