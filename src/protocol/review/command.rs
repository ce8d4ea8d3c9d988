//! Commands of the user about the review.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::query::{ApplyScope, ReviewBase};
use super::rollback::RollbackRequest;
use crate::change::HunkState;
use crate::ids::{CheckpointId, CommentId, ContentHash, FileId, HunkId};

/// A command of the user about the review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum ReviewCommand {
    /// Decide about hunks, or withdraw the decision.
    Decide {
        /// The hunks, in any order. Hunks that build on them must be listed too if they
        /// are to follow.
        hunks: Vec<HunkId>,
        /// The decision; `Pending` withdraws an earlier one.
        state: HunkState,
    },
    Split {
        hunk: HunkId,
        at: SplitAt,
    },
    /// Replace the text that a hunk proposes. The original proposal is kept for the verdict.
    Amend {
        hunk: HunkId,
        /// The whole new text of the hunk's lines, with line endings.
        text: String,
    },
    /// Edit a file as the user: the text becomes the new buffer.
    EditFile {
        file: FileId,
        /// Hash of the text that was edited; the edit is refused if the buffer has changed since.
        on: ContentHash,
        text: String,
    },
    /// Resolve a conflict.
    Settle {
        /// The hunk that is marked as conflicting.
        hunk: HunkId,
        choice: ConflictChoice,
    },
    /// Comment on a hunk or on lines; reported to the agent with the next verdicts.
    Comment {
        on: CommentTarget,
        text: String,
    },
    /// Change the text of a comment that has not been reported yet.
    Reword {
        comment: CommentId,
        text: String,
    },
    /// Remove a comment that has not been reported yet.
    RemoveComment {
        comment: CommentId,
    },
    /// Undo the last operation.
    Undo,
    /// Redo the operation that was undone last.
    Redo,
    /// Apply the decisions: the disk becomes TARGET for these files, all or none.
    #[serde(rename = "save")]
    Apply {
        /// The files; those with unresolved conflicts are skipped and named.
        files: Vec<FileId>,
        /// Hash of the summary that was shown; nothing is written if the summary would
        /// differ by now.
        shown: ContentHash,
        #[serde(default, skip_serializing_if = "ApplyScope::is_decided")]
        of: ApplyScope,
    },
    /// Take changes back, and apply that.
    RollBack {
        /// The changes to take back, and how.
        request: RollbackRequest,
        /// Hash of the preview that was shown.
        shown: ContentHash,
    },
    /// Create a named checkpoint of every file that the session has changed.
    NameCheckpoint {
        name: String,
    },
    RenameCheckpoint {
        checkpoint: CheckpointId,
        name: String,
    },
    /// Scan the disk: changes that others made to the session's files are logged.
    LookAtDisk,
    /// Report verdicts and comments to the agent now, as a separate message.
    TellAgent,
    /// Send the comments on changes that git knows to the agent, all as one message of the user.
    SendComments,
}

/// Position at which a hunk is split.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SplitAt {
    /// At blank lines, or between sentences, or in the middle.
    Natural,
    /// These lines of the hunk become a part of their own: offsets from its first line, end
    /// exclusive.
    Lines {
        /// Range within the deleted lines.
        old: (u32, u32),
        /// Range within the inserted lines.
        new: (u32, u32),
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConflictChoice {
    /// Keep the text on the disk.
    Mine,
    /// Take the agent's proposal.
    Agent,
    /// Keep both, one after the other.
    Both,
    /// Keep neither: restore the text from before.
    Base,
    /// Another text for the place, with line endings.
    Edited(String),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommentTarget {
    Hunk(HunkId),
    /// Lines of a file as the agent sees it, from 1, both included.
    Lines {
        file: FileId,
        first: u32,
        last: u32,
    },
    /// A change that git knows.
    Git(Box<GitPlace>),
}

/// A place in a review of changes that git knows. Has all that a message about it says, since the
/// change may be another one by then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitPlace {
    /// The review.
    pub since: ReviewBase,
    pub file: FileId,
    /// The file, relative to the root.
    pub path: String,
    /// The hunk, if the comment is on all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunk: Option<HunkId>,
    /// Lines of PROPOSED, from 1, both included; where lines were only removed, the line above.
    pub first: u32,
    pub last: u32,
    /// The changed lines as in a unified diff.
    pub excerpt: String,
}

impl CommentTarget {
    /// Returns the place, if the comment is on a change that git knows.
    pub fn git(&self) -> Option<&GitPlace> {
        match self {
            Self::Git(place) => Some(place),
            Self::Hunk(_) | Self::Lines { .. } => None,
        }
    }
}

/// A comment of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    pub id: CommentId,
    pub on: CommentTarget,
    /// The file, relative to the root.
    pub path: String,
    pub text: String,
    pub at: Timestamp,
    /// Whether it has been reported to the agent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "told")]
    pub told: bool,
}
