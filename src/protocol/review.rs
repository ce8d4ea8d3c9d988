//! Review: orders about hunks, what is kept of them (operations, comments, saves), and questions.
//!
//! A decision belongs to a hunk. What is written is apart from it: a save moves the disk to what the
//! decisions give. Rows of the three-way view are in `view`, rollback in `rollback`.

pub mod rollback;
pub mod view;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::change::{Checkpoint, Entry, FileStat, HunkState};
use super::ids::{
    CallId, CheckpointId, CommentId, ContentHash, EntryId, FileId, HunkId, OperationId, PromptId,
    RunId, SaveId, StepId,
};
use rollback::RollbackRequest;

/// What the human wants of the review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum ReviewOrder {
    /// Decide about hunks, or take the decision back.
    Decide {
        /// Which, in any order. What builds on them is named here too where it shall follow.
        hunks: Vec<HunkId>,
        /// What is decided: `Pending` takes the decision back.
        state: HunkState,
    },
    /// Take a hunk apart.
    Split {
        /// Which.
        hunk: HunkId,
        /// Where.
        at: SplitAt,
    },
    /// Put another text in the place of what a hunk proposes. What was proposed first is kept for the
    /// verdict.
    Amend {
        /// Which.
        hunk: HunkId,
        /// The whole new text of the hunk's lines, with line endings.
        text: String,
    },
    /// Change a file oneself: the text is what the buffer shall be.
    EditFile {
        /// Which file.
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
        /// How.
        choice: ConflictChoice,
    },
    /// Say something about a hunk or about lines; the agent is told with the next verdicts.
    Comment {
        /// On what.
        on: CommentTarget,
        /// The words.
        text: String,
    },
    /// Take a comment back that was not told yet.
    RemoveComment {
        /// Which.
        comment: CommentId,
    },
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
    NameCheckpoint {
        /// The name.
        name: String,
    },
    /// Give a checkpoint another name.
    RenameCheckpoint {
        /// Which.
        checkpoint: CheckpointId,
        /// The name.
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
    /// A hunk.
    Hunk(HunkId),
    /// Lines of a file as the agent sees it, from 1, both included.
    Lines {
        /// The file.
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
    /// Its id.
    pub id: CommentId,
    /// What it is about.
    pub on: CommentTarget,
    /// The file, relative to the root.
    pub path: String,
    /// The words.
    pub text: String,
    /// When.
    pub at: Timestamp,
    /// Whether the agent was told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told: bool,
}

/// A change of one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionChange {
    /// The entry.
    pub entry: EntryId,
    /// The hunk.
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
}

/// Something that was done in the review and can be taken back: a list of decisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// Its id.
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
    /// When.
    pub at: Timestamp,
    /// Whether it is taken back at present.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
}

impl Operation {
    /// A hunk was taken apart: what was done with the whole was done with its parts.
    pub fn split(&mut self, hunk: HunkId, parts: &[HunkId]) {
        let changes = std::mem::take(&mut self.changes).into_iter();
        let of = |whole: HunkId| match whole == hunk {
            true => parts.to_vec(),
            false => vec![whole],
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

/// One file of a save: what is on the disk before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveFile {
    /// The file.
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
    /// The entry.
    pub entry: EntryId,
    /// The hunk.
    pub hunk: HunkId,
    /// Whether it is on the disk afterwards.
    pub written: bool,
}

/// A save that was begun: kept before the first file is touched, so that a start after a crash can
/// carry it to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    /// Its id.
    pub id: SaveId,
    /// What for.
    pub purpose: SavePurpose,
    /// The checkpoint that holds the state before.
    pub checkpoint: CheckpointId,
    /// The files.
    pub files: Vec<SaveFile>,
}

/// What a save is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "for")]
pub enum SavePurpose {
    /// The human writes what is decided.
    Apply,
    /// Staged changes are written before a command runs; they stay undecided.
    Command,
    /// Changes are taken back.
    RollBack {
        /// The operation.
        operation: OperationId,
    },
    /// A rollback is taken back, or done again.
    Undo {
        /// The operation.
        operation: OperationId,
    },
}

/// How a save ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "result")]
pub enum SaveResult {
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

/// A question about the review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum ReviewQuestion {
    /// The files with changes. Answered by `Files`.
    Files {
        /// Since when.
        since: ReviewBase,
    },
    /// One file: its hunks, and the shape of its view. Answered by `File`.
    File {
        /// What is looked at.
        of: ReviewOf,
        /// How it is laid out.
        options: view::ViewOptions,
    },
    /// A window of a file's rows. Answered by `Rows`.
    Rows {
        /// What is looked at.
        of: ReviewOf,
        /// How it is laid out.
        options: view::ViewOptions,
        /// The first row.
        first: u32,
        /// At most so many.
        rows: u32,
    },
    /// Where a text stands in the rows of a file, without regard to case. Answered by `Found`.
    Find {
        /// What is looked at.
        of: ReviewOf,
        /// How it is laid out; folded lines are not looked at.
        options: view::ViewOptions,
        /// The text.
        text: String,
    },
    /// The text of a hunk as it is proposed, to be edited; or of a whole buffer. Answered by `Text`.
    ProposedText {
        /// The file.
        file: FileId,
        /// The hunk; `None` is the whole buffer.
        hunk: Option<HunkId>,
    },
    /// What saving would give near a hunk. Answered by `Result`.
    Result {
        /// What is looked at.
        of: ReviewOf,
        /// Which hunk.
        hunk: HunkId,
        /// At most so many lines.
        lines: u32,
    },
    /// What a save would write. Answered by `Summary`.
    Summary {
        /// Which files; empty is all.
        files: Vec<FileId>,
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
    /// The checkpoints of the workspace, latest first. Answered by `Checkpoints`.
    Checkpoints {
        /// At most so many.
        limit: u32,
    },
    /// What is different between two checkpoints, or a checkpoint and now. Answered by `Compared`.
    Compare {
        /// The older.
        from: CheckpointId,
        /// The newer; `None` is the disk.
        to: Option<CheckpointId>,
    },
    /// Comments that the agent was not told, oldest first. Answered by `Comments`.
    Comments,
    /// How much of old contents is kept. Answered by `Kept`.
    Kept,
}

/// Which proposal is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum ReviewOf {
    /// What is logged of a file.
    File {
        /// The file.
        file: FileId,
        /// Since when.
        since: ReviewBase,
    },
    /// What an open prompt proposes, not logged yet.
    Prompt {
        /// The prompt.
        prompt: PromptId,
    },
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
        /// Which.
        run: RunId,
    },
    /// A checkpoint.
    Checkpoint {
        /// Which.
        checkpoint: CheckpointId,
    },
    /// Before the session's first change.
    Session,
}

/// An answer about the review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum ReviewAnswer {
    /// To `Files`.
    Files {
        /// One row each, in order of path.
        files: Vec<FileReview>,
    },
    /// To `File`.
    File {
        /// The file.
        file: Box<FileReview>,
        /// Its hunks, top to bottom.
        hunks: Vec<view::HunkRow>,
        /// How many rows the view has.
        rows: u32,
        /// Another number where the rows are others: what was fetched before is out of date.
        version: u64,
        /// Whether the rows are a first, coarse answer and a better one is being made.
        refining: bool,
    },
    /// To `Rows`.
    Rows {
        /// The first of them.
        first: u32,
        /// They.
        rows: Vec<view::ViewRow>,
        /// As in `File`.
        version: u64,
    },
    /// To `Find`.
    Found {
        /// The rows, top to bottom.
        rows: Vec<u32>,
        /// Whether there are more.
        more: bool,
        /// As in `File`.
        version: u64,
    },
    /// To `ProposedText`.
    Text {
        /// It.
        text: String,
        /// Its hash, for `ReviewOrder::EditFile`.
        hash: ContentHash,
    },
    /// To `Result`.
    Result {
        /// Number of the first line, from 1.
        first_line: u32,
        /// The lines, without endings, each with whether the hunk made it.
        lines: Vec<(String, bool)>,
        /// A word where the conflict has to be settled first.
        note: Option<String>,
    },
    /// To `Summary`.
    Summary {
        /// What would be written.
        summary: SaveSummary,
    },
    /// To `Rollback`.
    Rollback {
        /// What would be done.
        preview: Box<rollback::RollbackPreview>,
    },
    /// To `Checkpoints`.
    Checkpoints {
        /// They.
        checkpoints: Vec<CheckpointRow>,
    },
    /// To `Compare` and `RollbackDiff`.
    Compared {
        /// The diffs, by path.
        diffs: Vec<super::change::FileDiff>,
        /// Files that cannot be compared, each with why.
        left_out: Vec<(String, String)>,
    },
    /// To `Comments`.
    Comments {
        /// They.
        comments: Vec<Comment>,
    },
    /// To `Kept`.
    Kept {
        /// It.
        kept: Kept,
    },
}

/// How much of old contents is kept, so that changes can be taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
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
    /// The file.
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

/// How many hunks are in which state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkCounts {
    /// Undecided ones of agents and commands.
    pub pending: u32,
    /// Taken ones.
    pub accepted: u32,
    /// Refused ones.
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
pub struct SaveSummary {
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
    /// It.
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

/// What is kept of the review for a session that is loaded.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewSnapshot {
    /// Every entry, without the texts of its hunks' lines.
    pub entries: Vec<Entry>,
    /// What can be taken back or done again, oldest first.
    pub operations: Vec<Operation>,
    /// Comments that were not told yet.
    pub comments: Vec<Comment>,
    /// Hunks whose verdict the agent was not told.
    pub untold: Vec<HunkId>,
}

/// Verdicts and comments as the model is told them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Hunks whose verdict it holds.
    pub hunks: Vec<HunkId>,
    /// Comments that it holds.
    pub comments: Vec<CommentId>,
    /// The text.
    pub text: String,
}
