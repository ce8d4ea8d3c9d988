//! Work on texts that the engine orders for the review, and what comes of it.

use serde::{Deserialize, Serialize};

use crate::protocol::change::{Entry, Hunk};
use crate::protocol::ids::{CallId, CommentId, ContentHash, EntryId, FileId, HunkId, OperationId};
use crate::protocol::plan::PlannedBase;
use crate::protocol::review::rollback::RollbackRequest;
use crate::protocol::review::{
    AppliedFile, ConflictChoice, DecisionChange, HunkSplit, ReviewReport, SplitAt, WrittenChange,
};

/// What a worker finds out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "job", rename_all = "snake_case")]
pub enum ReviewJob {
    /// What others did to the session's files.
    LookAtDisk,
    /// What a save would write.
    Save {
        /// Which files; empty is all with changes.
        files: Vec<FileId>,
        /// Hash of the summary that the human was shown; `None` where none was.
        shown: Option<ContentHash>,
        /// What is saved, and why.
        what: ApplySelection,
    },
    /// What a rollback would decide and write.
    RollBack {
        /// What is wanted.
        request: RollbackRequest,
        /// Hash of the preview that the human was shown.
        shown: ContentHash,
    },
    /// What taking a rollback back, or doing it again, would write.
    MoveRollback {
        operation: OperationId,
        /// The decisions as they shall be.
        changes: Vec<DecisionChange>,
        /// What shall be on the disk and what not; the rest of a file stays as it is there.
        saved: Vec<WrittenChange>,
        /// Whether it is taken back.
        undone: bool,
    },
    /// How a hunk is taken apart.
    Split { hunk: HunkId, at: SplitAt },
    /// How a hunk that was put together again is taken apart once more.
    SplitAgain {
        /// By which operation.
        operation: OperationId,
        /// What it did.
        division: HunkSplit,
    },
    /// What the parts of a hunk are as one.
    Join {
        /// The operation that is undone.
        operation: OperationId,
        /// What it did.
        division: HunkSplit,
    },
    /// The human's change of what a hunk proposes.
    Amend {
        hunk: HunkId,
        /// The new text.
        text: String,
    },
    /// The human's change of a file.
    EditFile {
        file: FileId,
        /// Hash of the text that was edited.
        on: ContentHash,
        /// The new text.
        text: String,
    },
    /// What settles a conflict.
    Settle {
        /// The hunk with the mark.
        hunk: HunkId,
        choice: ConflictChoice,
    },
    /// What the agent is told.
    Tell {
        /// Hunks whose verdict it is.
        hunks: Vec<HunkId>,
        comments: Vec<CommentId>,
        then: AfterReport,
    },
    /// The present state of every file that the session has changed.
    Checkpoint { name: String },
}

impl ReviewJob {
    /// Whether it ends in files being written because the human said so.
    pub(super) fn ends_in_writing(&self) -> bool {
        match self {
            Self::Save { what, .. } => *what == ApplySelection::Decided,
            Self::RollBack { .. } | Self::MoveRollback { .. } => true,
            _ => false,
        }
    }
}

/// Which of the decided and staged changes a save writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ApplySelection {
    /// What is decided.
    Decided,
    /// The staged ones too, for a command that is to see them; they stay undecided.
    Staged {
        /// The call that waits for it.
        call: CallId,
    },
}

/// What happens when the text for the agent is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterReport {
    /// The model is asked.
    AskModel,
    /// A message with it begins a run.
    BeginRun,
}

/// What a worker found. What does not belong to the job is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewWork {
    /// What others did on the disk, to be logged first, each with the state of its file before it.
    pub observed: Vec<Entry>,
    /// The human's own entries.
    pub entries: Vec<Entry>,
    /// Decisions that follow.
    pub changes: Vec<DecisionChange>,
    /// Conflicts that are settled: these two may stand together.
    pub settled: Vec<(HunkId, HunkId)>,
    /// A hunk that was taken apart.
    pub split: Option<(EntryId, HunkId, Vec<Hunk>)>,
    /// Parts of a hunk that are one again.
    pub joined: Option<(EntryId, Vec<HunkId>, Hunk)>,
    /// The files that will be written, each with its state before.
    pub files: Vec<(PlannedBase, AppliedFile)>,
    /// States to keep for a checkpoint without a save.
    pub kept: Vec<PlannedBase>,
    /// Files that are skipped, each with why.
    pub skipped: Vec<(String, String)>,
    /// What the agent is told.
    pub told: Option<ReviewReport>,
    /// What it was, in words.
    pub title: String,
}
