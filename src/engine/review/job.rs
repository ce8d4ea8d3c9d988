//! Jobs on texts that the engine orders for the review, and their results.

use serde::{Deserialize, Serialize};

use notice::Notice;
use protocol::change::{Entry, Hunk};
use protocol::ids::{CallId, CommentId, ContentHash, EntryId, FileId, HunkId, OperationId};
use protocol::plan::PlannedBase;
use protocol::review::rollback::RollbackRequest;
use protocol::review::{
    AppliedFile, ConflictChoice, DecisionChange, HunkSplit, ReviewReport, SplitAt, WrittenChange,
};

/// A job for a worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "job", rename_all = "snake_case")]
pub enum ReviewJob {
    /// Finds the changes that others made to the session's files.
    LookAtDisk,
    /// Computes what applying would write.
    Apply {
        /// The files; empty means all with changes.
        files: Vec<FileId>,
        /// Hash of the summary that the user was shown; `None` if none was shown.
        shown: Option<ContentHash>,
        /// The changes to apply, and the reason.
        what: ApplySelection,
    },
    /// Computes the decisions and the writes of a rollback.
    RollBack {
        request: RollbackRequest,
        /// Hash of the preview that the user was shown.
        shown: ContentHash,
    },
    /// Computes what undoing or redoing a rollback would write.
    MoveRollback {
        operation: OperationId,
        /// The resulting decisions.
        changes: Vec<DecisionChange>,
        /// The changes that must be on the disk or off it; the rest of each file stays as it is.
        applied: Vec<WrittenChange>,
        /// Whether the rollback is undone.
        undone: bool,
    },
    Split {
        hunk: HunkId,
        at: SplitAt,
    },
    /// Splits a joined hunk again.
    SplitAgain {
        /// The operation that split it.
        operation: OperationId,
        /// The split that the operation made.
        division: HunkSplit,
    },
    /// Joins the parts of a hunk.
    Join {
        /// The operation that is undone.
        operation: OperationId,
        /// The split that the operation made.
        division: HunkSplit,
    },
    /// Applies the user's edit to the text that a hunk proposes.
    Amend {
        hunk: HunkId,
        text: String,
    },
    /// Applies the user's edit of a file.
    EditFile {
        file: FileId,
        /// Hash of the text that the user edited.
        on: ContentHash,
        text: String,
    },
    Settle {
        /// The hunk that carries the conflict mark.
        hunk: HunkId,
        choice: ConflictChoice,
    },
    /// Builds the report to the model.
    Tell {
        /// Hunks whose decision is reported.
        hunks: Vec<HunkId>,
        comments: Vec<CommentId>,
        then: AfterReport,
    },
    /// Reads the current state of every file that the session has changed.
    Checkpoint {
        name: String,
    },
}

impl ReviewJob {
    /// Whether the user started the job to write files.
    pub(super) fn ends_in_writing(&self) -> bool {
        match self {
            Self::Apply { what, .. } => !matches!(what, ApplySelection::Proposed { .. }),
            Self::RollBack { .. } | Self::MoveRollback { .. } => true,
            _ => false,
        }
    }
}

/// The selection of decided and proposed changes that are applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ApplySelection {
    /// The decided changes.
    Decided,
    /// Also the proposed changes, which the user accepts by applying them.
    Accepting,
    /// Also the proposed changes, which stay undecided, for a command that must see them.
    Proposed { call: CallId },
}

/// The step that follows once the report is ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterReport {
    AskModel,
    /// A message with the report starts a run.
    BeginRun,
}

/// Result of a job. Fields that do not belong to the job are empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewWork {
    /// Changes on the disk by others, to be logged first, each with the state of its
    /// file before it.
    pub observed: Vec<Entry>,
    /// The user's own entries.
    pub entries: Vec<Entry>,
    /// The resulting decisions.
    pub changes: Vec<DecisionChange>,
    /// Resolved conflicts: these two hunks may coexist.
    pub settled: Vec<(HunkId, HunkId)>,
    /// A hunk that was split.
    pub split: Option<(EntryId, HunkId, Vec<Hunk>)>,
    /// Parts of a hunk that were joined.
    pub joined: Option<(EntryId, Vec<HunkId>, Hunk)>,
    /// The files that will be written, each with its state before.
    pub files: Vec<(PlannedBase, AppliedFile)>,
    /// States to record for a checkpoint that writes nothing.
    pub kept: Vec<PlannedBase>,
    /// Files that are skipped, each with the reason.
    pub skipped: Vec<(String, Notice)>,
    /// The report to the model.
    pub told: Option<ReviewReport>,
    /// A title that describes the work.
    pub title: Notice,
}
