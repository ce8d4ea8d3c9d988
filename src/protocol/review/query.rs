//! Questions about the review, and their answers.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::command::Comment;
use super::rollback::{RollbackPreview, RollbackRequest};
use super::view::{HunkRow, ViewOptions, ViewRow};
use crate::protocol::change::{Checkpoint, FileDiff, FileStat};
use crate::protocol::ids::{
    CallId, CheckpointId, ContentHash, FileId, HunkId, QuestionId, RunId, StepId,
};

/// Which changes a save writes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApplyScope {
    /// Those that are decided.
    #[default]
    Decided,
    /// All that are staged, as before a command.
    Staged,
}

/// A question about the review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum ReviewQuery {
    /// The files with changes. Answered by `Files`.
    Files { since: ReviewBase },
    /// One file: its hunks, and the shape of its view. Answered by `File`.
    File {
        /// What is looked at.
        of: ReviewSubject,
        /// How it is laid out.
        options: ViewOptions,
    },
    /// A window of a file's rows. Answered by `Rows`.
    Rows {
        /// What is looked at.
        of: ReviewSubject,
        /// How it is laid out.
        options: ViewOptions,
        /// The first row.
        first: u32,
        /// At most so many.
        rows: u32,
    },
    /// Where a text stands in the rows of a file, without regard to case. Answered by `SearchResults`.
    Find {
        /// What is looked at.
        of: ReviewSubject,
        /// How it is laid out; folded lines are not looked at.
        options: ViewOptions,
        text: String,
    },
    /// The text of a hunk as it is proposed, to be edited; or of a whole buffer. Answered by `Text`.
    ProposedText {
        file: FileId,
        /// The hunk; `None` is the whole buffer.
        hunk: Option<HunkId>,
    },
    /// What saving would give near a hunk; near one that nobody has decided about and that is not on the disk, what it
    /// would give were that taken. Answered by `Result`.
    Result {
        /// What is looked at.
        of: ReviewSubject,
        hunk: HunkId,
        /// At most so many lines.
        lines: u32,
    },
    /// A file's changes as patches for other programs. Answered by `Patches`.
    Patches { file: FileId, since: ReviewBase },
    /// What a save would write. Answered by `Summary`.
    Summary {
        /// Which files; empty is all.
        files: Vec<FileId>,
    },
    /// The difference that a save would make on the disk. Answered by `Compared`.
    SaveDiff {
        /// Which files; empty is all.
        files: Vec<FileId>,
        of: ApplyScope,
    },
    /// What a rollback would do. Answered by `Rollback`.
    Rollback {
        /// What is wanted.
        request: RollbackRequest,
    },
    /// The difference that a rollback would make on the disk. Answered by `Compared`.
    RollbackDiff {
        /// What is wanted.
        request: RollbackRequest,
    },
    /// The difference that taking the last rollback back would make on the disk. Answered by `Compared`.
    UndoDiff,
    /// The checkpoints of the workspace, latest first. Answered by `Checkpoints`.
    Checkpoints {
        /// At most so many.
        limit: u32,
    },
    /// What is different between two checkpoints, or a checkpoint and now. Answered by `Compared`.
    Compare {
        from: CheckpointId,
        /// The newer; `None` is the disk.
        to: Option<CheckpointId>,
    },
    /// Comments that the agent was not told, oldest first. Answered by `Comments`.
    Comments,
    /// How much of old contents is kept. Answered by `Retention`.
    Kept,
}

/// Which proposal is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum ReviewSubject {
    /// What is logged of a file.
    File { file: FileId, since: ReviewBase },
    /// What an open prompt proposes, not logged yet.
    Prompt { prompt: QuestionId },
    /// What a call would write that streams in, as far as it has come. Each question about the
    /// file looks at it anew; the rows are those of the last look.
    Stream {
        /// The step that it comes in with.
        step: StepId,
    },
}

/// What the middle column is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "since", rename_all = "snake_case")]
pub enum ReviewBase {
    /// The checkpoint of the oldest run whose review is not closed.
    #[default]
    Open,
    /// The checkpoint of a run.
    Run {
        run: RunId,
    },
    Checkpoint {
        checkpoint: CheckpointId,
    },
    /// Before the session's first change.
    Session,
}

/// An answer about the review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum ReviewReply {
    Files {
        /// One row each, in order of path.
        files: Vec<FileReview>,
        /// What was done last in the review, where that was a rollback: taken back it writes files.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last_rollback: Option<String>,
        /// What became of the changes of each call that made some.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fates: Vec<CallChanges>,
        /// The same of each run.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        runs: Vec<RunChanges>,
    },
    File {
        file: Box<FileReview>,
        /// Its hunks, top to bottom.
        hunks: Vec<HunkRow>,
        /// How many rows the view has.
        rows: u32,
        /// Another number where the rows are others: what was fetched before is out of date.
        version: u64,
        /// Whether the rows are a first, coarse answer and a better one is being made.
        refining: bool,
    },
    Rows {
        /// The first of them.
        first: u32,
        rows: Vec<ViewRow>,
        /// As in `File`.
        version: u64,
    },
    Found {
        /// The rows, top to bottom.
        rows: Vec<u32>,
        /// Whether there are more.
        more: bool,
        /// As in `File`.
        version: u64,
    },
    Text {
        text: String,
        /// Its hash, for `ReviewCommand::EditFile`.
        hash: ContentHash,
    },
    Result {
        /// Number of the first line, from 1.
        first_line: u32,
        /// The lines, without endings, each with whether the hunk made it.
        lines: Vec<(String, LineOwner)>,
        /// A word where the conflict has to be settled first.
        note: Option<String>,
    },
    Patches {
        /// SHA-256 of the file's base; `None` where there was no file.
        base: Option<ContentHash>,
        /// A patch for each hunk.
        hunks: Vec<HunkPatch>,
    },
    Summary {
        /// What would be written.
        summary: ApplySummary,
    },
    Rollback {
        /// What would be done.
        preview: Box<RollbackPreview>,
    },
    Checkpoints {
        checkpoints: Vec<CheckpointRow>,
        /// The label of the rollback that an undo would take back, where the session's last operation is one.
        last_rollback: Option<String>,
    },
    /// To `Compare`, `SaveDiff`, `RollbackDiff` and `UndoDiff`.
    Compared {
        /// The diffs, by path.
        diffs: Vec<FileDiff>,
        /// Files that cannot be compared, each with why.
        left_out: Vec<(String, String)>,
    },
    Comments {
        comments: Vec<Comment>,
    },
    Kept {
        kept: Retention,
    },
}

/// Who made a line near a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineOwner {
    /// It is none of the hunk's.
    Others,
    /// Who made the hunk.
    Hunk,
    /// The human, who edited the hunk.
    Edit,
}

impl LineOwner {
    /// Whether it is one of the hunk's lines.
    pub fn is_its(self) -> bool {
        self != Self::Others
    }
}

/// How much of old contents is kept, so that changes can be taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retention {
    /// How many different contents.
    pub contents: u64,
    /// Their bytes as they are kept, compressed.
    pub bytes: u64,
    /// So many bytes may be kept; `None` where checkpoints are switched off, and what there is is in
    /// memory.
    pub cap: Option<u64>,
}

/// A file with changes, in one row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReview {
    pub file: FileId,
    /// Its path as the agent sees it, relative to the root.
    pub path: String,
    /// What happens to the file as a whole, in words (`created`, `deleted`, `renamed from a.rs`, `mode
    /// 644 to 755`); empty for an edit.
    pub change: String,
    /// Lines that the proposal adds to the base.
    pub added: u32,
    /// Lines that it takes from it.
    pub removed: u32,
    /// How many hunks are in which state.
    pub counts: HunkCounts,
    /// Whether the disk is not what the decisions give.
    pub dirty: bool,
    /// Whether a pending hunk is not on the disk.
    pub staged: bool,
    /// The checkpoint that is the base.
    pub base: Option<(u64, Timestamp)>,
    /// Who proposes, in words: `build, turn 14`.
    pub by: String,
    /// The calls whose changes are not on the disk.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub staged_by: Vec<CallId>,
}

impl FileReview {
    /// Whether anything of the changes is there, or is still to be written or taken off the disk.
    pub fn stands(&self) -> bool {
        self.dirty || self.counts.pending + self.counts.accepted > 0
    }
}

/// A hunk as a patch that other programs can apply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkPatch {
    pub hunk: HunkId,
    /// The hunks of a unified diff with three lines of context; empty where no line differs, and for bytes that are no
    /// text.
    pub patch: String,
    /// The hunks that it builds on: the patch is against the base with these.
    pub needs: Vec<HunkId>,
}

/// What became of the changes that a call made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallChanges {
    pub call: CallId,
    /// Hunks that it made.
    pub all: u32,
    /// Those that were refused.
    pub refused: u32,
    /// Those that were taken back later.
    pub taken_back: u32,
    /// Those of both that are on the disk still, until the review is saved.
    pub on_disk: u32,
    /// Those that stand and are on the disk.
    #[serde(default)]
    pub written: u32,
}

/// What became of the changes that a run made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunChanges {
    pub run: RunId,
    /// Files in which something stands.
    pub files: u32,
    /// Lines that are added by what stands, as the human edited it.
    pub added: u32,
    /// Lines that are removed by it.
    pub removed: u32,
    /// Hunks that the run made.
    pub all: u32,
    /// Those that nobody has decided about.
    #[serde(default)]
    pub undecided: u32,
    /// Those that stand as the human edited them.
    #[serde(default)]
    pub edited: u32,
    /// Those that stand and are not on the disk.
    #[serde(default)]
    pub staged: u32,
    /// Those that were refused.
    pub refused: u32,
    /// Those that were taken back later.
    pub taken_back: u32,
}

impl CallChanges {
    /// Whether nothing that it changed stands.
    pub fn is_whole(&self) -> bool {
        self.is_part() && self.refused + self.taken_back == self.all
    }

    /// Whether something that it changed does not stand.
    pub fn is_part(&self) -> bool {
        self.refused + self.taken_back > 0
    }
}

/// How many hunks are in which state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkCounts {
    /// Undecided ones of agents and commands.
    pub pending: u32,
    pub accepted: u32,
    pub rejected: u32,
    /// Taken back later.
    pub rolled_back: u32,
    /// The human's own, and other sessions'.
    pub user: u32,
    /// Those among the live ones that have a conflict.
    pub conflicts: u32,
    /// Those over the limits of a hunk.
    pub oversized: u32,
}

/// What a save would write.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplySummary {
    /// The files that would change on the disk, with lines.
    pub files: Vec<(FileId, FileStat)>,
    /// What becomes of the file as a whole where it is more than an edit, by path.
    pub operations: Vec<(String, String)>,
    /// Files that are skipped, each with why.
    pub skipped: Vec<(String, String)>,
    /// Hunks that stay undecided.
    pub pending: u32,
    /// Verdicts and comments that the agent was not told yet.
    pub untold: u32,
    /// Hash of all that; the order to save carries it.
    pub shown: Option<ContentHash>,
}

/// A checkpoint in the timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckpointRow {
    pub checkpoint: Checkpoint,
    /// Who made what came after it, in words.
    pub by: String,
    /// The files that it holds, relative to the root.
    pub files: Vec<String>,
    /// Lines that were added after it, up to the next.
    pub added: u32,
    /// Lines that were removed.
    pub removed: u32,
    /// Whether bytes of it were dropped since, to keep within the cap.
    pub dropped: bool,
    /// The session's name, where it is another.
    pub session_name: Option<String>,
}
