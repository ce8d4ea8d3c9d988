//! What the human wants of the review.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::rollback::RollbackRequest;
use crate::protocol::change::HunkState;
use crate::protocol::ids::{CheckpointId, CommentId, ContentHash, FileId, HunkId};

/// What the human wants of the review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum ReviewCommand {
    /// Decide about hunks, or take the decision back.
    Decide {
        /// Which, in any order. What builds on them is named here too where it shall follow.
        hunks: Vec<HunkId>,
        /// What is decided: `Pending` takes the decision back.
        state: HunkState,
    },
    /// Take a hunk apart.
    Split { hunk: HunkId, at: SplitAt },
    /// Put another text in the place of what a hunk proposes. What was proposed first is kept for the
    /// verdict.
    Amend {
        hunk: HunkId,
        /// The whole new text of the hunk's lines, with line endings.
        text: String,
    },
    /// Change a file oneself: the text is what the buffer shall be.
    EditFile {
        file: FileId,
        /// The text that was edited; where the buffer is another by now the edit is refused.
        on: ContentHash,
        /// The new text.
        text: String,
    },
    /// Settle a conflict.
    Settle {
        /// The hunk with the mark.
        hunk: HunkId,
        choice: ConflictChoice,
    },
    /// Say something about a hunk or about lines; the agent is told with the next verdicts.
    Comment { on: CommentTarget, text: String },
    /// Put a comment that was not told yet in other words.
    Reword { comment: CommentId, text: String },
    /// Take a comment back that was not told yet.
    RemoveComment { comment: CommentId },
    /// Take the last operation back.
    Undo,
    /// Do the last one that was taken back again.
    Redo,
    /// Write what is decided: the disk becomes TARGET for these files, all or none.
    Save {
        /// Which files; those with unsettled conflicts are skipped and named.
        files: Vec<FileId>,
        /// Hash of the summary that was shown; where it would be another by now nothing is written.
        shown: ContentHash,
    },
    /// Take changes back, and save.
    RollBack {
        /// What, and how.
        request: RollbackRequest,
        /// Hash of the preview that was shown.
        shown: ContentHash,
    },
    /// Make a checkpoint of every file that the session has changed, with a name.
    NameCheckpoint { name: String },
    /// Give a checkpoint another name.
    RenameCheckpoint {
        checkpoint: CheckpointId,
        name: String,
    },
    /// Look at the disk: what others changed of the session's files is logged.
    LookAtDisk,
    /// Tell the agent verdicts and comments now, as a message of their own.
    TellAgent,
}

/// Where a hunk is taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SplitAt {
    /// At blank lines, or between sentences, or in the middle.
    Natural,
    /// So that these of its lines stand alone: offsets from its first line, ends not included.
    Lines {
        /// Of the lines that it deletes.
        old: (u32, u32),
        /// Of the lines that it inserts.
        new: (u32, u32),
    },
}

/// How a conflict is settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConflictChoice {
    /// What is on the disk stays.
    Mine,
    /// What the agent proposes.
    Agent,
    /// Both, one after the other.
    Both,
    /// Neither: what was there before.
    Base,
    /// Another text for the place, with line endings.
    Edited(String),
}

/// What a comment is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommentTarget {
    Hunk(HunkId),
    /// Lines of a file as the agent sees it, from 1, both included.
    Lines {
        file: FileId,
        /// The first line.
        first: u32,
        /// The last line.
        last: u32,
    },
}

/// A comment of the human's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    pub id: CommentId,
    /// What it is about.
    pub on: CommentTarget,
    /// The file, relative to the root.
    pub path: String,
    pub text: String,
    pub at: Timestamp,
    /// Whether the agent was told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told: bool,
}
