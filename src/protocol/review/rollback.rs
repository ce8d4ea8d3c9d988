//! Rollback: what is taken back, how, and what the human is shown before.

use serde::{Deserialize, Serialize};

use crate::protocol::ids::{CallId, CheckpointId, ContentHash, FileId, HunkId, RunId};

use super::ConflictChoice;

/// A wish to take changes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollbackRequest {
    /// Hunk by hunk, or everything.
    pub how: RollbackMode,
    pub scope: RollbackScope,
    /// Files that are left as they are.
    #[serde(default)]
    pub without: Vec<FileId>,
    /// How conflicts are settled, by the hunk that has the mark.
    #[serde(default)]
    pub settle: Vec<(HunkId, ConflictChoice)>,
    /// Hunks of origin `unclear` that shall go too: they are never among the rest by themselves.
    #[serde(default)]
    pub unclear: Vec<HunkId>,
    /// The word that was typed; a hard rollback wants [`HARD_WORD`].
    #[serde(default)]
    pub word: String,
}

/// What has to be typed for a hard rollback.
pub const HARD_WORD: &str = "HARD";

/// Hunk by hunk, or everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RollbackMode {
    /// The chosen hunks; what does not build on them stays.
    #[serde(rename = "scoped_selected")]
    Scoped,
    /// Every file of the checkpoint goes back to its base, the human's later work too.
    #[serde(rename = "hard_all")]
    Hard,
}

/// What is taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "scope", rename_all = "snake_case")]
pub enum RollbackScope {
    Hunks {
        hunks: Vec<HunkId>,
    },
    /// All that agents and commands did to a file in this session.
    File {
        file: FileId,
    },
    /// All that one call did.
    Call {
        call: CallId,
    },
    /// All that a run did.
    Run {
        run: RunId,
    },
    /// All that an agent did in this session.
    Agent {
        agent: String,
    },
    /// All that agents and commands did in this session.
    Session,
    /// All that agents and commands did since a checkpoint.
    Checkpoint {
        checkpoint: CheckpointId,
    },
}

/// What a rollback would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollbackPreview {
    /// What is taken back, in words.
    pub title: String,
    /// The files, by path; those that are left out too.
    pub files: Vec<RollbackFile>,
    /// Files that hold unsaved decisions, which a save would write with it.
    pub unsaved: Vec<String>,
    /// What cannot be taken back, each with why.
    pub not_covered: Vec<(String, String)>,
    /// Files of it of which git's index has another state than its last commit: a command staged it, and it stays there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_index: Vec<String>,
    /// The human's own hunks that go; what the human edited of the agent's is each file's `edited`.
    pub user_hunks_lost: u32,
    /// Number that the safety checkpoint will have.
    pub safety_number: u64,
    /// Hash of all that; the order carries it.
    pub shown: ContentHash,
}

impl RollbackPreview {
    /// Hunks that go and that the human edited, of all files.
    pub fn edited(&self) -> u32 {
        self.files.iter().map(|file| file.edited).sum()
    }
}

/// A file in a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollbackFile {
    pub file: FileId,
    /// Its path, relative to the root.
    pub path: String,
    /// What becomes of it: `2 hunks back, 1 of yours kept`, `will be removed`, `comes back`, `stays as it is`.
    pub becomes: String,
    /// Lines added on the disk by it.
    pub added: u32,
    pub removed: u32,
    /// Hunks that go.
    pub hunks: u32,
    /// The human's hunks that stay.
    pub kept: u32,
    /// The human's hunks that go.
    #[serde(default)]
    pub lost: u32,
    /// Hunks that go and that the human edited: these edits go with them.
    #[serde(default)]
    pub edited: u32,
    /// Hunks that may be the human's (origin unclear): chosen one by one.
    pub unclear: Vec<HunkId>,
    /// What has to be settled.
    pub conflicts: Vec<RollbackConflict>,
}

/// A conflict in a preview: later work of the human builds on what would go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RollbackConflict {
    /// The hunk that would go.
    pub hunk: HunkId,
    /// The one that builds on it.
    pub with: HunkId,
    /// First line on the disk, from 1.
    pub line: u32,
    pub why: String,
    /// How it is settled so far.
    pub choice: Option<ConflictChoice>,
}
