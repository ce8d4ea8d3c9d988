//! Review: commands about hunks, the stored state of the review (operations, comments,
//! applications), and queries.
//!
//! A decision belongs to a hunk and changes no file: applying brings the disk to the state that the
//! decisions imply. Rows of the three-way view are in `view`, rollback is in `rollback`.

mod command;
mod operation;
mod query;
pub mod rollback;
pub mod view;

use serde::{Deserialize, Serialize};

use super::change::Entry;
use super::ids::{CommentId, HunkId};

pub use command::{Comment, CommentTarget, ConflictChoice, GitPlace, ReviewCommand, SplitAt};
pub use operation::{
    AppliedFile, ApplyPurpose, ApplyRecord, ApplyResult, CommentChange, DecisionChange, HunkSplit,
    Operation, OperationKind, WrittenChange,
};
pub use query::{
    ApplyScope, ApplySummary, CallChanges, CheckpointRow, FileReview, HunkCounts, HunkPatch,
    LineOwner, Retention, ReviewBase, ReviewQuery, ReviewReply, ReviewSubject, RunChanges,
};

/// State of the review for a session that is loaded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewSnapshot {
    /// The entries, without the texts of their hunks' lines.
    pub entries: Vec<Entry>,
    /// Operations that can be undone or redone, oldest first.
    pub operations: Vec<Operation>,
    /// Comments that have not been reported to the agent yet.
    pub comments: Vec<Comment>,
    /// Hunks whose verdict has not been reported to the agent yet.
    #[serde(rename = "untold")]
    pub unreported: Vec<HunkId>,
}

/// Verdicts and comments as reported to the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewReport {
    /// Hunks whose verdict the report contains.
    pub hunks: Vec<HunkId>,
    /// Comments that the report contains.
    pub comments: Vec<CommentId>,
    pub text: String,
}
