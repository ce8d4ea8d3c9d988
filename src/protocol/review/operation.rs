//! What was done in the review: operations that can be taken back, and saves.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::command::{Comment, SplitAt};
use crate::protocol::change::HunkState;
use crate::protocol::ids::{
    CheckpointId, ContentHash, EntryId, FileId, HunkId, OperationId, SaveId,
};

/// A change of one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionChange {
    pub entry: EntryId,
    pub hunk: HunkId,
    /// What was decided before.
    pub before: HunkState,
    /// What is decided after.
    pub after: HunkState,
}

/// What an operation was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationKind {
    /// Decisions were made.
    Decide,
    /// A conflict was settled.
    Settle,
    /// The human changed a text: its entry is accepted, undone it is rejected.
    Edit,
    /// Changes were taken back and saved; undone they are there again and saved.
    RollBack,
    /// A hunk was taken apart: undone its parts are one again.
    Split,
    /// A comment was made, put in other words or taken away. Over as soon as the agent is told.
    Comment,
}

/// Something that was done in the review and can be taken back: a list of decisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    pub id: OperationId,
    /// What it was.
    pub kind: OperationKind,
    /// In words, for the list.
    pub label: String,
    /// The decisions that it changed.
    pub changes: Vec<DecisionChange>,
    /// Conflicts that it settled: these two may stand together. In force while it is not undone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<(HunkId, HunkId)>,
    /// What it brought onto the disk and took off it, where it was saved at once: taken back, all of it
    /// is turned round, and nothing else is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub saved: Vec<WrittenChange>,
    /// The hunk that it took apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<HunkSplit>,
    /// The comment that it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<Box<CommentChange>>,
    pub at: Timestamp,
    /// Whether it is taken back at present.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
}

/// A hunk that was taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkSplit {
    pub entry: EntryId,
    pub hunk: HunkId,
    pub at: SplitAt,
    /// Its parts, top to bottom.
    pub parts: Vec<HunkId>,
}

/// A comment before and after it was changed; `None` where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommentChange {
    pub before: Option<Comment>,
    pub after: Option<Comment>,
}

impl Operation {
    /// Whether it is the one that took this hunk apart.
    pub fn divided(&self, hunk: HunkId) -> bool {
        let division = self.division.as_ref();
        division.is_some_and(|division| division.hunk == hunk)
    }

    /// The parts of a hunk are one again: what was done before it was taken apart was done with the whole.
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
        for change in std::mem::take(&mut self.saved) {
            let of = whole_of(change.hunk, parts, hunk);
            if !saved.iter().any(|known| known.hunk == of) {
                saved.push(WrittenChange { hunk: of, ..change });
            }
        }
        self.saved = saved;
    }

    /// A hunk was taken apart: what was done with the whole was done with its parts.
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
        let saved = std::mem::take(&mut self.saved).into_iter();
        let with_parts = saved.flat_map(|change| {
            let parts = of(change.hunk).into_iter();
            parts.map(move |hunk| WrittenChange { hunk, ..change })
        });
        self.saved = with_parts.collect();
    }
}

/// What stands for a hunk once its parts are one again.
fn whole_of(known: HunkId, parts: &[HunkId], whole: HunkId) -> HunkId {
    if parts.contains(&known) { whole } else { known }
}

/// One file of a save: what is on the disk before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedFile {
    pub file: FileId,
    /// Its path now, relative to the root.
    pub path: String,
    /// Its path afterwards, where a rename is saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_to: Option<String>,
    /// What is there: the blob with its bytes; `None` where there is no file.
    pub before: Option<ContentHash>,
    /// What will be there.
    pub after: Option<ContentHash>,
    /// Permission bits before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode_before: Option<u32>,
    /// Permission bits afterwards; `None` leaves them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode_after: Option<u32>,
    /// Hunks whose `written` changes by it.
    pub hunks: Vec<WrittenChange>,
    /// Lines added and removed on the disk.
    pub added: u32,
    /// Lines removed from the disk.
    pub removed: u32,
}

/// A hunk that comes onto the disk, or leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenChange {
    pub entry: EntryId,
    pub hunk: HunkId,
    /// Whether it is on the disk afterwards.
    pub written: bool,
}

/// A save that was begun: kept before the first file is touched, so that a start after a crash can
/// carry it to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplyRecord {
    pub id: SaveId,
    pub purpose: ApplyPurpose,
    /// The checkpoint that holds the state before.
    pub checkpoint: CheckpointId,
    pub files: Vec<AppliedFile>,
}

/// What a save is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum ApplyPurpose {
    /// The human writes what is decided.
    Apply,
    /// Staged changes are written before a command runs; they stay undecided.
    Command,
    /// Changes are taken back.
    RollBack { operation: OperationId },
    /// A rollback is taken back, or done again.
    Undo { operation: OperationId },
}

/// How a save ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum ApplyResult {
    /// Every file is as it was to be.
    Done,
    /// Nothing was changed on the disk.
    Nothing {
        /// Why, and what to do next.
        reason: String,
    },
    /// Some files could not be brought to either state: they hold something else, and were left alone.
    Partly {
        /// Their paths, each with why.
        left: Vec<(String, String)>,
    },
}
