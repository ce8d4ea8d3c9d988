//! Rollback: the request, and the preview that the user sees before it happens.

use serde::{Deserialize, Serialize};

use crate::ids::{CallId, CheckpointId, ContentHash, FileId, HunkId, RunId};
use notice::Notice;

use super::ConflictChoice;

/// A request to take changes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollbackRequest {
    /// Whether single hunks or whole files are rolled back.
    pub how: RollbackMode,
    pub scope: RollbackScope,
    /// Files that the rollback leaves unchanged.
    #[serde(default)]
    pub without: Vec<FileId>,
    /// Resolutions of conflicts, by the hunk that is marked.
    #[serde(default)]
    pub settle: Vec<(HunkId, ConflictChoice)>,
    /// Hunks of origin `unclear` to be taken back too: a scope never includes them by itself.
    #[serde(default)]
    pub unclear: Vec<HunkId>,
    /// The word that the user typed; a hard rollback requires [`HARD_WORD`].
    #[serde(default)]
    pub word: String,
}

/// The word that the user must type for a hard rollback.
pub const HARD_WORD: &str = "HARD";

/// Whether single hunks or whole files are rolled back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RollbackMode {
    /// Reverts the chosen hunks, except those that later work builds on.
    #[serde(rename = "scoped_selected")]
    Scoped,
    /// Restores every file of the checkpoint to its base, including later work of the user.
    #[serde(rename = "hard_all")]
    Hard,
}

/// The changes to take back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "scope", rename_all = "snake_case")]
pub enum RollbackScope {
    Hunks {
        hunks: Vec<HunkId>,
    },
    /// All changes of agents and commands to a file in this session.
    File {
        file: FileId,
    },
    /// All changes of a call.
    Call {
        call: CallId,
    },
    /// All changes of a run.
    Run {
        run: RunId,
    },
    /// All changes of an agent in this session.
    Agent {
        agent: String,
    },
    /// All changes of agents and commands in this session.
    Session,
    /// All changes of agents and commands since a checkpoint.
    Checkpoint {
        checkpoint: CheckpointId,
    },
}

/// The effects that a rollback would have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollbackPreview {
    /// The changes to be taken back, in words.
    pub title: Notice,
    /// The files, by path, including those that are left out.
    pub files: Vec<RollbackFile>,
    /// Files with decisions that are not applied yet; applying the rollback would write these too.
    #[serde(rename = "unsaved")]
    pub unapplied: Vec<String>,
    /// Changes that cannot be taken back, each with the reason.
    pub not_covered: Vec<(String, Notice)>,
    /// Files of the rollback whose state in git's index differs from the last commit: a command ran
    /// `git add` on them. The rollback leaves the index unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_index: Vec<String>,
    /// Hunks of the user that would be lost. The user's edits to the agent's hunks are counted in
    /// each file's `edited`.
    pub user_hunks_lost: u32,
    /// Number that the safety checkpoint will have.
    pub safety_number: u64,
    /// Hash of the preview; the rollback command carries it.
    pub shown: ContentHash,
}

impl RollbackPreview {
    /// Returns the number of hunks, over all files, that would be taken back and that
    /// the user edited.
    pub fn edited(&self) -> u32 {
        self.files.iter().map(|file| file.edited).sum()
    }
}

/// A file in a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollbackFile {
    pub file: FileId,
    /// Relative to the root.
    pub path: String,
    /// Effect on the file: `2 hunks back, 1 of yours kept`, `will be removed`, `comes back`, `stays
    /// as it is`.
    pub becomes: Notice,
    /// Lines that the rollback adds on the disk.
    pub added: u32,
    pub removed: u32,
    /// Hunks that are taken back.
    pub hunks: u32,
    /// Hunks of the user that stay.
    pub kept: u32,
    /// Hunks of the user that are lost.
    #[serde(default)]
    pub lost: u32,
    /// Hunks to be taken back that the user edited: the edits are lost with them.
    #[serde(default)]
    pub edited: u32,
    /// Hunks that may be the user's (origin unclear): the user chooses them one by one.
    pub unclear: Vec<HunkId>,
    /// Conflicts that must be resolved.
    pub conflicts: Vec<RollbackConflict>,
}

/// A conflict in a preview: later work of the user builds on a hunk to be taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollbackConflict {
    /// The hunk to be taken back.
    pub hunk: HunkId,
    /// The hunk that builds on this one.
    pub with: HunkId,
    /// First line on the disk, from 1.
    pub line: u32,
    pub why: Notice,
    /// `None` until the user chooses.
    pub choice: Option<ConflictChoice>,
}
