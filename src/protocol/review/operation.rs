//! History of the review: operations that can be undone, and applications.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::command::{Comment, SplitAt};
use crate::change::HunkState;
use crate::ids::{ApplyId, CheckpointId, ContentHash, EntryId, FileId, HunkId, OperationId};
use notice::Notice;

/// A change of one hunk's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionChange {
    pub entry: EntryId,
    pub hunk: HunkId,
    pub before: HunkState,
    pub after: HunkState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationKind {
    /// The user made decisions.
    Decide,
    /// The user resolved a conflict.
    Settle,
    /// The user edited a text: its entry is accepted, undo rejects it.
    Edit,
    /// Changes were rolled back and applied; undo restores and applies them.
    RollBack,
    /// A hunk was split; undo joins its parts.
    Split,
    /// A comment was added, reworded or removed. Can no longer be undone once the comment is
    /// reported to the agent.
    Comment,
}

/// An undoable operation of the review: a list of decisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    pub id: OperationId,
    pub kind: OperationKind,
    /// Description for the list.
    pub label: Notice,
    pub changes: Vec<DecisionChange>,
    /// Conflicts that it resolved: the two hunks of a pair may both be in effect. Valid while the
    /// operation is not undone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<(HunkId, HunkId)>,
    /// Hunks that it wrote to or removed from the disk, if it was applied at once. Undo reverses
    /// all of these, and writes nothing else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "saved")]
    pub applied: Vec<WrittenChange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<HunkSplit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "remark")]
    pub comment: Option<Box<CommentChange>>,
    pub at: Timestamp,
    /// Whether it is currently undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkSplit {
    pub entry: EntryId,
    pub hunk: HunkId,
    pub at: SplitAt,
    /// Parts of the hunk, top to bottom.
    pub parts: Vec<HunkId>,
}

/// A comment before and after a change; `None` if it did not exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommentChange {
    pub before: Option<Comment>,
    pub after: Option<Comment>,
}

impl Operation {
    /// Whether this operation split the hunk.
    pub fn divided(&self, hunk: HunkId) -> bool {
        let division = self.division.as_ref();
        division.is_some_and(|division| division.hunk == hunk)
    }

    /// Replaces the parts of a split hunk by the whole: operations on a part become operations
    /// on the hunk.
    pub fn join(&mut self, parts: &[HunkId], hunk: HunkId) {
        let mut changes: Vec<DecisionChange> = Vec::new();
        for change in std::mem::take(&mut self.changes) {
            let of = whole_of(change.hunk, parts, hunk);
            if !changes.iter().any(|known| known.hunk == of) {
                changes.push(DecisionChange { hunk: of, ..change });
            }
        }
        self.changes = changes;
        let mut saved: Vec<WrittenChange> = Vec::new();
        for change in std::mem::take(&mut self.applied) {
            let of = whole_of(change.hunk, parts, hunk);
            if !saved.iter().any(|known| known.hunk == of) {
                saved.push(WrittenChange { hunk: of, ..change });
            }
        }
        self.applied = saved;
    }

    /// Replaces a split hunk by its parts: operations on the hunk become operations on each part.
    pub fn split(&mut self, hunk: HunkId, parts: &[HunkId]) {
        let changes = std::mem::take(&mut self.changes).into_iter();
        let of = |whole: HunkId| {
            if whole == hunk {
                parts.to_vec()
            } else {
                vec![whole]
            }
        };
        let with_parts = changes.flat_map(|change| {
            let parts = of(change.hunk).into_iter();
            parts.map(move |hunk| DecisionChange { hunk, ..change })
        });
        self.changes = with_parts.collect();
        let saved = std::mem::take(&mut self.applied).into_iter();
        let with_parts = saved.flat_map(|change| {
            let parts = of(change.hunk).into_iter();
            parts.map(move |hunk| WrittenChange { hunk, ..change })
        });
        self.applied = with_parts.collect();
    }
}

/// Returns the whole hunk for one of its parts, and any other hunk unchanged.
fn whole_of(known: HunkId, parts: &[HunkId], whole: HunkId) -> HunkId {
    if parts.contains(&known) { whole } else { known }
}

/// A file of an application: its state on the disk before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedFile {
    pub file: FileId,
    /// Current path, relative to the root.
    pub path: String,
    /// Path afterwards, if a rename is applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_to: Option<String>,
    /// Blob with the current bytes; `None` if there is no file.
    pub before: Option<ContentHash>,
    /// Blob with the bytes to be written; `None` if there will be no file.
    pub after: Option<ContentHash>,
    /// Permission bits before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode_before: Option<u32>,
    /// Permission bits afterwards; `None` leaves them unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode_after: Option<u32>,
    /// Hunks whose `written` flag changes.
    pub hunks: Vec<WrittenChange>,
    /// Lines added on the disk.
    pub added: u32,
    /// Lines removed from the disk.
    pub removed: u32,
}

/// A hunk that is written to the disk or removed from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenChange {
    pub entry: EntryId,
    pub hunk: HunkId,
    /// Whether it is on the disk afterwards.
    pub written: bool,
}

/// An application that has started: stored before the first file is touched, so that a start after
/// a crash can complete it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplyRecord {
    pub id: ApplyId,
    pub purpose: ApplyPurpose,
    /// Checkpoint with the state before.
    pub checkpoint: CheckpointId,
    pub files: Vec<AppliedFile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum ApplyPurpose {
    /// The user applies the decisions.
    Apply,
    /// Proposed changes are written before a command runs; they stay undecided.
    Command,
    /// Changes are rolled back.
    RollBack { operation: OperationId },
    /// A rollback is undone or redone.
    Undo { operation: OperationId },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum ApplyResult {
    /// Every file has the intended state.
    Done,
    /// The disk is unchanged.
    Nothing {
        /// The reason, and what the user can do next.
        reason: Notice,
    },
    /// Some files have other content than before or after the application, and were left alone.
    Partly {
        /// The paths, each with the reason.
        left: Vec<(String, Notice)>,
    },
}
