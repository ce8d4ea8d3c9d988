//! Queries about the review, and their answers.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::command::Comment;
use super::rollback::{RollbackPreview, RollbackRequest};
use super::view::{HunkRow, ViewOptions, ViewRow};
use crate::change::{Checkpoint, FileDiff, FileStat};
use crate::ids::{CallId, CheckpointId, ContentHash, FileId, HunkId, QuestionId, RunId, StepId};
use notice::Notice;

/// The changes that an application writes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApplyScope {
    /// The decided changes.
    #[default]
    Decided,
    /// Also the proposed changes. The user accepts them by applying them; before a command they
    /// stay undecided.
    #[serde(rename = "staged")]
    Proposed,
}

impl ApplyScope {
    /// Whether only the decided changes are applied, which is not stored.
    pub fn is_decided(&self) -> bool {
        *self == Self::Decided
    }
}

/// A query about the review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum ReviewQuery {
    /// The files with changes. Answered by `Files`.
    Files { since: ReviewBase },
    /// A file: its hunks, and the dimensions of its view. Answered by `File`.
    File {
        of: ReviewSubject,
        options: ViewOptions,
    },
    /// A window of a file's rows. Answered by `Rows`.
    Rows {
        of: ReviewSubject,
        options: ViewOptions,
        first: u32,
        /// Maximum number of rows.
        rows: u32,
    },
    /// Rows of a file that contain a text, ignoring case. Answered by `SearchResults`.
    Find {
        of: ReviewSubject,
        /// Layout of the view; folded lines are not searched.
        options: ViewOptions,
        text: String,
    },
    /// The proposed text of a hunk or of the whole buffer, for editing. Answered by `Text`.
    ProposedText {
        file: FileId,
        /// The hunk; `None` is the whole buffer.
        hunk: Option<HunkId>,
    },
    /// The text that applying would produce near a hunk. For an undecided hunk that is not on the
    /// disk, the text as if it were accepted. Answered by `Result`.
    Result {
        of: ReviewSubject,
        hunk: HunkId,
        /// Maximum number of lines.
        lines: u32,
    },
    /// A file's changes as patches for other programs. Answered by `Patches`.
    Patches { file: FileId, since: ReviewBase },
    /// Computes what applying would write. Answered by `Summary`.
    Summary {
        /// The files; empty for all.
        files: Vec<FileId>,
        #[serde(default)]
        of: ApplyScope,
    },
    /// The difference that applying would make on the disk. Answered by `Compared`.
    #[serde(rename = "save_diff")]
    ApplyDiff {
        /// The files; empty for all.
        files: Vec<FileId>,
        of: ApplyScope,
    },
    /// Computes the effect of a rollback. Answered by `Rollback`.
    Rollback { request: RollbackRequest },
    /// The difference that a rollback would make on the disk. Answered by `Compared`.
    RollbackDiff { request: RollbackRequest },
    /// The difference that undoing the last rollback would make on the disk.
    /// Answered by `Compared`.
    UndoDiff,
    /// The checkpoints of the workspace, latest first. Answered by `Checkpoints`.
    Checkpoints {
        /// Maximum number of checkpoints.
        limit: u32,
    },
    /// Differences between two checkpoints, or between a checkpoint and the disk.
    /// Answered by `Compared`.
    Compare {
        from: CheckpointId,
        /// The newer checkpoint; `None` for the disk.
        to: Option<CheckpointId>,
    },
    /// The changes that calls made, each against the text that its author had. Answered by
    /// `CallDiffs`.
    CallDiffs { calls: Vec<CallId> },
    /// Comments that have not been reported to the agent, oldest first. Answered by `Comments`.
    Comments,
    /// The amount of old contents that is kept. Answered by `Retention`.
    Kept,
}

/// The proposal that a review query is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum ReviewSubject {
    /// The logged changes of a file, or those that git knows: see [`ReviewBase::is_of_git`].
    File { file: FileId, since: ReviewBase },
    /// The proposal of an open question, not logged yet.
    #[serde(rename = "prompt")]
    Question {
        #[serde(rename = "prompt")]
        question: QuestionId,
    },
    /// The received part of a streaming call's change. Each `File` query reads it again; `Rows`
    /// returns the rows of the last such query.
    Stream {
        /// The step whose stream contains the call.
        step: StepId,
    },
}

/// Base of the comparison: the content of the middle column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "since", rename_all = "snake_case")]
pub enum ReviewBase {
    /// The checkpoint of the oldest run whose review is still open.
    #[default]
    Open,
    /// The checkpoint of a run.
    Run {
        run: RunId,
    },
    Checkpoint {
        checkpoint: CheckpointId,
    },
    /// The state before the session's first change.
    Session,
    /// Git's HEAD: the review shows the changes of the working tree, untracked files included,
    /// whoever made them.
    WorkingTree,
    /// The merge base of a branch with HEAD: the review shows the commits of HEAD since then, like
    /// `git diff BRANCH...`.
    Branch {
        /// A branch, or another name of a commit, as the user typed it.
        branch: String,
    },
}

impl ReviewBase {
    /// Whether the review shows changes that git knows instead of those of the session. They are on
    /// the disk or in a commit already, so nothing can be decided about them: the user comments, and
    /// the comments go to the agent as a message.
    pub fn is_of_git(&self) -> bool {
        matches!(self, Self::WorkingTree | Self::Branch { .. })
    }
}

impl ReviewSubject {
    /// Returns the base if the review shows changes that git knows.
    pub fn git_base(&self) -> Option<&ReviewBase> {
        match self {
            Self::File { since, .. } => Some(since).filter(|since| since.is_of_git()),
            Self::Question { .. } | Self::Stream { .. } => None,
        }
    }
}

impl ReviewQuery {
    /// Returns the base if the query is about changes that git knows.
    pub fn git_base(&self) -> Option<&ReviewBase> {
        match self {
            Self::Files { since } | Self::Patches { since, .. } => {
                Some(since).filter(|since| since.is_of_git())
            }
            Self::File { of, .. }
            | Self::Rows { of, .. }
            | Self::Find { of, .. }
            | Self::Result { of, .. } => of.git_base(),
            _ => None,
        }
    }
}

/// An answer about the review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum ReviewReply {
    Files {
        /// In order of path.
        files: Vec<FileReview>,
        /// Label of the last operation if it was a rollback: undoing it writes files.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last_rollback: Option<Notice>,
        /// State of the changes of each call that made some.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[serde(rename = "fates")]
        changes: Vec<CallChanges>,
        /// State of the changes of each run.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        runs: Vec<RunChanges>,
    },
    File {
        file: Box<FileReview>,
        /// Hunks of the file, top to bottom.
        hunks: Vec<HunkRow>,
        /// Number of rows in the view.
        rows: u32,
        /// Changes whenever the rows change: rows fetched under another version are out of date.
        version: u64,
        /// Whether the rows are a first, coarse result that is still being refined.
        refining: bool,
    },
    Rows {
        /// Index of the first row.
        first: u32,
        rows: Vec<ViewRow>,
        /// As in `File`.
        version: u64,
    },
    Found {
        /// Matching rows, top to bottom.
        rows: Vec<u32>,
        /// Whether there are more matches.
        more: bool,
        /// As in `File`.
        version: u64,
    },
    Text {
        text: String,
        /// Hash of the text, for `ReviewCommand::EditFile`.
        hash: ContentHash,
    },
    Result {
        /// Number of the first line, from 1.
        first_line: u32,
        /// The lines, without endings, each with its origin.
        lines: Vec<(String, LineOwner)>,
        /// A notice if a conflict must be resolved first.
        note: Option<Notice>,
    },
    Patches {
        /// SHA-256 of the file's base; `None` if there was no file.
        base: Option<ContentHash>,
        hunks: Vec<HunkPatch>,
    },
    Summary {
        summary: ApplySummary,
    },
    Rollback {
        preview: Box<RollbackPreview>,
    },
    Checkpoints {
        checkpoints: Vec<CheckpointRow>,
        /// Label of the rollback that an undo would reverse, if the session's last
        /// operation is one.
        last_rollback: Option<Notice>,
    },
    /// Answers `Compare`, `ApplyDiff`, `RollbackDiff` and `UndoDiff`.
    Compared {
        /// The diffs, by path.
        diffs: Vec<FileDiff>,
        /// Files that cannot be compared, each with the reason.
        left_out: Vec<(String, Notice)>,
    },
    CallDiffs {
        /// By path; calls without a readable change are missing.
        diffs: Vec<(CallId, FileDiff)>,
    },
    Comments {
        comments: Vec<Comment>,
    },
    Kept {
        kept: Retention,
    },
}

/// Origin of a line near a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineOwner {
    /// Other lines than the hunk's.
    Others,
    /// The author of the hunk.
    Hunk,
    /// The user, who edited the hunk.
    Edit,
}

impl LineOwner {
    /// Whether it is one of the hunk's lines.
    pub fn is_its(self) -> bool {
        self != Self::Others
    }
}

/// Amount of old contents that is kept for rollbacks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retention {
    /// Number of distinct contents.
    pub contents: u64,
    /// Stored size in bytes, compressed.
    pub bytes: u64,
    /// Maximum size in bytes; `None` if checkpoints are switched off and contents are
    /// only in memory.
    pub cap: Option<u64>,
}

/// A row of the file list: a file with changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReview {
    pub file: FileId,
    /// Path as the agent sees it, relative to the root.
    pub path: String,
    /// The change to the file as a whole, in words (`created`, `deleted`, `renamed from a.rs`,
    /// `mode 644 to 755`); empty for an edit.
    pub change: Notice,
    /// Lines that the proposal adds to the base.
    pub added: u32,
    /// Lines that the proposal removes from the base.
    pub removed: u32,
    /// Number of hunks in each state.
    pub counts: HunkCounts,
    /// Whether the disk differs from the state that the decisions imply.
    pub dirty: bool,
    /// Whether a pending hunk is not on the disk.
    #[serde(rename = "staged")]
    pub proposed: bool,
    /// Number and time of the checkpoint that is the base.
    pub base: Option<(u64, Timestamp)>,
    /// Author of the proposal, in words: `build, turn 14`.
    pub by: Notice,
    /// Calls whose changes are not on the disk.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "staged_by")]
    pub proposed_by: Vec<CallId>,
}

impl FileReview {
    /// Whether any of the changes is in effect, or still has to be written to or removed
    /// from the disk.
    pub fn stands(&self) -> bool {
        self.dirty || self.counts.pending + self.counts.accepted > 0
    }
}

/// A hunk as a patch that other programs can apply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkPatch {
    pub hunk: HunkId,
    /// The hunks of a unified diff with three lines of context; empty if no line differs, and for
    /// bytes that are not text.
    pub patch: String,
    /// Hunks that it builds on: the patch applies to the base with these.
    pub needs: Vec<HunkId>,
}

/// State of the changes that a call made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallChanges {
    pub call: CallId,
    /// Hunks that the call made.
    pub all: u32,
    pub refused: u32,
    /// Hunks that were taken back later.
    pub taken_back: u32,
    /// Rejected or taken-back hunks that are still on the disk until the review is applied.
    pub on_disk: u32,
    /// Hunks that are in effect and on the disk.
    #[serde(default)]
    pub written: u32,
    /// Hunks that are in effect as the user edited them.
    #[serde(default)]
    pub edited: u32,
}

/// State of the changes that a run made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunChanges {
    pub run: RunId,
    /// Files in which at least one change is in effect.
    pub files: u32,
    /// Lines that the changes in effect add to the files as they were without the run, with the
    /// user's edits of them; a line that two calls change counts once.
    pub added: u32,
    /// Lines that they remove.
    pub removed: u32,
    /// Hunks that the run made.
    pub all: u32,
    #[serde(default)]
    pub undecided: u32,
    /// Hunks that are in effect as the user edited them.
    #[serde(default)]
    pub edited: u32,
    /// Hunks that are in effect but not on the disk.
    #[serde(default)]
    #[serde(rename = "staged")]
    pub proposed: u32,
    pub refused: u32,
    /// Hunks that were taken back later.
    pub taken_back: u32,
}

impl CallChanges {
    /// Whether all changes of the run were rejected or taken back.
    pub fn is_whole(&self) -> bool {
        self.is_part() && self.refused + self.taken_back == self.all
    }

    /// Whether any change of the run was rejected or taken back.
    pub fn is_part(&self) -> bool {
        self.refused + self.taken_back > 0
    }
}

/// Number of hunks in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkCounts {
    /// Undecided hunks of agents and commands.
    pub pending: u32,
    pub accepted: u32,
    pub rejected: u32,
    /// Hunks that were taken back later.
    pub rolled_back: u32,
    /// Hunks of the user and of other sessions.
    pub user: u32,
    /// Live hunks that have a conflict.
    pub conflicts: u32,
    /// Hunks over the size limits.
    pub oversized: u32,
}

/// The changes that an application would write.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplySummary {
    /// Files that would change on the disk, with line counts.
    pub files: Vec<(FileId, FileStat)>,
    /// Changes to files as a whole that are more than an edit, by path.
    pub operations: Vec<(String, Notice)>,
    /// Files that are skipped, each with the reason.
    pub skipped: Vec<(String, Notice)>,
    /// Hunks that applying accepts or brings to the disk, or takes off it.
    #[serde(default)]
    pub hunks: u32,
    /// Number of the files that contain these hunks.
    #[serde(default)]
    pub hunk_files: u32,
    /// Hunks over the size limits that applying accepts: the file, and the hunk's lines.
    #[serde(default)]
    pub oversized: Vec<(String, u32)>,
    /// Hunks that were rejected since the agent was last told of decisions, or that applying takes
    /// off the disk, counted by file.
    #[serde(default)]
    pub rejected: Vec<(String, u32)>,
    /// Files to be written that also contain changes by the user or by another program, which stay.
    #[serde(default)]
    pub edited: Vec<String>,
    /// Hunks that remain undecided.
    pub pending: u32,
    /// Number of verdicts and comments that have not been reported to the agent yet.
    #[serde(rename = "untold")]
    pub unreported: u32,
    /// Hash of the summary; the command to apply carries it.
    pub shown: Option<ContentHash>,
}

/// A checkpoint in the timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointRow {
    pub checkpoint: Checkpoint,
    /// Author of the changes after the checkpoint, in words.
    pub by: Notice,
    /// Files in the checkpoint, relative to the root.
    pub files: Vec<String>,
    /// Lines added after it, up to the next checkpoint.
    pub added: u32,
    /// Lines removed after it.
    pub removed: u32,
    /// Whether some of its contents have been dropped to stay within the cap.
    pub dropped: bool,
    /// Name of the session, if it is another one.
    pub session_name: Option<String>,
}
