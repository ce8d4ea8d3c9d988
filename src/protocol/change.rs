//! Changes: entries and hunks of the change log, checkpoints, and diffs for the user.
//!
//! Every write is logged as an entry, see `review` for the rules. Lines keep their ending, so that
//! joining them restores the text byte for byte.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ids::{CallId, CheckpointId, ContentHash, EntryId, FileId, HunkId, RunId, SessionId};
use notice::{Notice, notice};

/// The author of a change.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Origin {
    Agent {
        agent: String,
        run: RunId,
        call: CallId,
    },
    User,
    Shell {
        run: RunId,
        call: CallId,
    },
    /// Another session on the same workspace.
    Session {
        name: String,
    },
    /// The file changed while a command ran, and no program claimed the change: it may be the
    /// user's.
    Unclear,
}

impl Origin {
    /// Returns the call that made the change.
    pub fn call(&self) -> Option<CallId> {
        match self {
            Origin::Agent { call, .. } | Origin::Shell { call, .. } => Some(*call),
            Origin::User | Origin::Session { .. } | Origin::Unclear => None,
        }
    }

    /// Returns the author of the change in words.
    pub fn author(&self) -> Notice {
        match self {
            Origin::Agent { agent, .. } => Notice::text(agent),
            Origin::User => notice!("author-you"),
            Origin::Shell { .. } => notice!("author-shell"),
            Origin::Session { name } => Notice::text(name),
            Origin::Unclear => notice!("author-unclear"),
        }
    }
}

/// The effect of an entry on a file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "operation", rename_all = "snake_case")]
pub enum FileOperation {
    /// Changes the text of an existing file.
    Edit,
    Create,
    Delete,
    /// Changes the file's path.
    Rename {
        /// The path before.
        from: String,
    },
    /// Changes the permission bits.
    Mode {
        /// The bits before.
        from: u32,
        /// The bits after.
        to: u32,
    },
}

/// The decision about a hunk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HunkState {
    #[default]
    Pending,
    Accepted,
    Rejected,
    /// Rolled back later.
    RolledBack,
}

impl HunkState {
    /// Whether the hunk's lines are in the text that the agent reads.
    pub fn is_live(self) -> bool {
        matches!(self, HunkState::Pending | HunkState::Accepted)
    }
}

/// A part of an entry: `inserted` replaces `old_count` lines from `old_start` on.
///
/// Line numbers count from 1 in the text that the entry was made on. With `old_count` 0 the lines
/// are inserted before line `old_start`, which is one past the last line at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    pub id: HunkId,
    /// First deleted line, or the line before which lines are inserted.
    pub old_start: u32,
    /// Number of deleted lines.
    pub old_count: u32,
    /// First inserted line in the text after the entry.
    pub new_start: u32,
    /// The inserted lines, each with its ending.
    pub inserted: Vec<String>,
    #[serde(default)]
    pub state: HunkState,
    /// Whether the hunk is on the disk.
    #[serde(default)]
    pub written: bool,
    /// True if the hunk exceeds the limits and was not split.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub oversized: bool,
    /// The hunk that this one amends: the user's edit of an agent's proposal. It shares
    /// that hunk's fate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amends: Option<HunkId>,
}

/// The effect of one call, or of one observed outside change, on one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The entry's id, the `edit_id` of the wire format.
    pub id: EntryId,
    pub file: FileId,
    /// The file's path at that time, relative to the root, with `/`.
    pub path: String,
    /// The session that logged it.
    pub session: SessionId,
    pub origin: Origin,
    /// The effect on the file as a whole.
    pub operation: FileOperation,
    /// Hash of the text that the entry was made on; `None` if there was no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<ContentHash>,
    /// Hash of the resulting text; `None` if the file is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<ContentHash>,
    /// The hunks, top to bottom, never overlapping.
    pub hunks: Vec<Hunk>,
    /// Hunks of the file's earlier entries that were not live in the text that this entry was made
    /// on. Empty if all were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_without: Vec<HunkId>,
    /// The reason in the agent's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    pub at: Timestamp,
}

/// The occasion of a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointKind {
    /// Before a run's first change.
    Auto,
    /// Before an edit by the user.
    User,
    /// Before a command.
    Shell,
    /// Created and named by the user.
    Named,
    /// Before a rollback.
    Safety,
}

/// The state before an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    pub id: CheckpointId,
    /// Number in the workspace, from 1.
    pub number: u64,
    /// The occasion of the checkpoint.
    pub kind: CheckpointKind,
    pub session: SessionId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    pub at: Timestamp,
    /// Description of the operation that follows.
    pub label: Notice,
}

/// The base of one file in a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointFile {
    pub checkpoint: CheckpointId,
    pub file: FileId,
    /// Path of the file, relative to the root.
    pub path: String,
    /// The blob with the file's bytes; `None` if the file was absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<ContentHash>,
    /// SHA-256 of the bytes, hexadecimal, as used by the edit protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<ContentHash>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// The last entry that the session had logged for the file at that time; `None` without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_entry: Option<EntryId>,
    /// Hunks of the entries up to then that were not on the disk.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<HunkId>,
}

/// Lines added and removed in one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStat {
    /// The file, relative to the root.
    pub path: String,
    pub added: u32,
    pub removed: u32,
}

/// A unified diff of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDiff {
    /// The file, relative to the root.
    pub path: String,
    /// Whether the diff modifies, creates or deletes the file.
    pub change: DiffChange,
    /// The hunks, top to bottom.
    pub hunks: Vec<DiffHunk>,
    pub added: u32,
    pub removed: u32,
    /// True if the diff was cut because it is too long.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
}

impl FileDiff {
    /// Returns the lines of the hunks with the sign of each; a last line `…` if the diff was cut.
    pub fn signed_lines(&self) -> Vec<String> {
        let lines = self.hunks.iter().flat_map(|hunk| &hunk.lines);
        let lines = lines.map(|line| {
            let sign = match line.kind {
                DiffLineKind::Add => '+',
                DiffLineKind::Remove => '-',
                DiffLineKind::Context => ' ',
            };
            format!("{sign}{}", line.content)
        });
        let cut = self.truncated.then(|| "…".to_owned());
        lines.chain(cut).collect()
    }
}

/// The effect of a diff on its file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiffChange {
    /// The file existed and still does.
    #[default]
    Modified,
    Created,
    Deleted,
}

/// A hunk of a unified diff, with its context lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffHunk {
    /// First line in the old text, from 1.
    pub old_start: u32,
    /// Number of lines in the old text.
    pub old_count: u32,
    /// First line in the new text, from 1.
    pub new_start: u32,
    /// Number of lines in the new text.
    pub new_count: u32,
    pub lines: Vec<DiffLine>,
}

/// A line of a unified diff, without its ending.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffLine {
    #[serde(rename = "type")]
    pub kind: DiffLineKind,
    pub content: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiffLineKind {
    /// In both texts.
    Context,
    /// In the new text only.
    Add,
    /// In the old text only.
    Remove,
}
