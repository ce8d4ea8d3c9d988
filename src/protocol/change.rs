//! Changes: entries and hunks of the change log, checkpoints, and diffs for people.
//!
//! Every write is logged as an entry, see `review` for the rules. Lines are kept with their
//! ending, so that joining them gives the text back byte for byte.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ids::{CallId, CheckpointId, ContentHash, EntryId, FileId, HunkId, RunId, SessionId};

/// Who made a change.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Origin {
    Agent {
        agent: String,
        /// In which run.
        run: RunId,
        /// By which call.
        call: CallId,
    },
    User,
    Shell {
        /// In which run.
        run: RunId,
        /// By which call.
        call: CallId,
    },
    /// Another session on the same workspace.
    Session {
        name: String,
    },
    /// It changed while a command ran and nobody named it: it may be the human's.
    Unclear,
}

/// What an entry does to a file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "operation", rename_all = "snake_case")]
pub enum FileOperation {
    /// Changes the text of an existing file.
    Edit,
    /// Makes the file.
    Create,
    /// Takes the file away.
    Delete,
    /// Gives it another path.
    Rename {
        /// The path before.
        from: String,
    },
    /// Gives it other permission bits.
    Mode {
        /// The bits before.
        from: u32,
        /// The bits after.
        to: u32,
    },
}

/// What was decided about a hunk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HunkState {
    #[default]
    Pending,
    Accepted,
    Rejected,
    /// Taken back later.
    RolledBack,
}

impl HunkState {
    /// Whether its lines are in the text that the agent reads.
    pub fn is_live(self) -> bool {
        matches!(self, HunkState::Pending | HunkState::Accepted)
    }
}

/// A part of an entry: `old_count` lines from `old_start` on give way to `inserted`.
///
/// Line numbers count from 1 on the text that the entry was made on. With `old_count` 0 the
/// lines are inserted before line `old_start`, which is one past the last line at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    pub id: HunkId,
    /// First line that is deleted, or before which is inserted.
    pub old_start: u32,
    /// How many lines are deleted.
    pub old_count: u32,
    /// First line of the inserted ones in the text after the entry.
    pub new_start: u32,
    /// The lines that are inserted, each with its ending.
    pub inserted: Vec<String>,
    /// What was decided.
    #[serde(default)]
    pub state: HunkState,
    /// Whether it is on the disk.
    #[serde(default)]
    pub written: bool,
    /// True where it is over the limits of a hunk and was not split.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub oversized: bool,
    /// The hunk that it is a change of: the human's edit of what an agent proposes. It shares that
    /// hunk's fate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amends: Option<HunkId>,
}

/// The effect of one call, or of one observed outside change, on one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its id, the `edit_id` of the wire.
    pub id: EntryId,
    /// The file it belongs to.
    pub file: FileId,
    /// The file's path at that time, relative to the root, with `/`.
    pub path: String,
    /// The session that logged it.
    pub session: SessionId,
    /// Who made it.
    pub origin: Origin,
    /// What it does to the file as a whole.
    pub operation: FileOperation,
    /// Hash of the text it was made on; `None` where there was no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<ContentHash>,
    /// Hash of the text it makes; `None` where the file is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<ContentHash>,
    /// Its parts, top to bottom, never overlapping.
    pub hunks: Vec<Hunk>,
    /// Hunks of the file's earlier entries that were not live in the text it was made on. Empty
    /// where every earlier hunk was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_without: Vec<HunkId>,
    /// Why, in the agent's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<String>,
    pub at: Timestamp,
}

/// What a checkpoint was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointKind {
    /// Before a run's first change.
    Auto,
    /// Before an edit of the human's.
    User,
    /// Before a command.
    Shell,
    /// Made and named by the human.
    Named,
    /// Before a rollback.
    Safety,
}

/// The state before something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    pub id: CheckpointId,
    /// Its number in the workspace, from 1.
    pub number: u64,
    /// What it was made for.
    pub kind: CheckpointKind,
    pub session: SessionId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    pub at: Timestamp,
    /// What it is before, in words.
    pub label: String,
}

/// The base of one file in a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointFile {
    pub checkpoint: CheckpointId,
    pub file: FileId,
    /// Its path, relative to the root.
    pub path: String,
    /// The blob with its bytes; `None` where the file was absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<ContentHash>,
    /// SHA-256 of the bytes, hexadecimal, as the edit protocol speaks of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<ContentHash>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// The last entry that the session had logged of the file by then; `None` where it was the first.
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
    /// Whether the file is `modified`, `created` or `deleted` by it.
    pub change: DiffChange,
    /// The hunks, top to bottom.
    pub hunks: Vec<DiffHunk>,
    pub added: u32,
    pub removed: u32,
    /// True where the diff was cut because it is too long to show whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
}

/// What a diff does to its file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiffChange {
    /// It was there and stays.
    #[default]
    Modified,
    /// It is made.
    Created,
    Deleted,
}

/// One hunk of a unified diff, with its lines of context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffHunk {
    /// First line in the old text, from 1.
    pub old_start: u32,
    /// Lines of the old text.
    pub old_count: u32,
    /// First line in the new text, from 1.
    pub new_start: u32,
    /// Lines of the new text.
    pub new_count: u32,
    pub lines: Vec<DiffLine>,
}

/// One line of a unified diff, without its ending.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffLine {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: DiffLineKind,
    pub content: String,
}

/// What a line of a diff is.
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
