//! A session outside the store: all its data as one document, with a version.
//!
//! `assets/session.schema.json` describes the document; `transfer` reads and checks it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::approval::{Answer, PolicyState, Question};
use super::call::{CallResult, ToolCall};
use super::change::{Checkpoint, CheckpointFile, Entry, Hunk, HunkState};
use super::compaction::Compaction;
use super::context::ContextRow;
use super::ids::{CallId, ContentHash, MessageId, RunId, SessionId, StepId};
use super::message::Message;
use super::review::{Comment, Operation};
use super::session::{ContextWindow, Run, SessionSettings};
use super::task::Task;
use super::usage::Usage;
use notice::Notice;

/// Value of the `format` field.
pub const FORMAT: &str = "agentichat.session";

/// The version that is written, and the highest that can be read.
pub const VERSION: u32 = 3;

/// Text about the review in a document.
pub const REVIEW_NOTE: &str = "What was changed and decided is in `changes`, for reading. The contents of files and \
    checkpoints belong to the workspace and are not part of this document.";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionBundle {
    pub format: String,
    pub version: u32,
    pub exported_at: Timestamp,
    /// Version of the program that wrote it.
    pub program: String,
    pub session: BundledSession,
    /// Messages in view, oldest first.
    pub messages: Vec<Message>,
    /// Runs, oldest first; a run that was in progress is marked as interrupted.
    pub runs: Vec<Run>,
    /// Requests to models, in the order of the runs.
    pub steps: Vec<BundledStep>,
    /// The calls that models made, oldest first.
    pub calls: Vec<BundledCall>,
    /// Questions that were answered or closed, oldest first.
    #[serde(rename = "prompts")]
    pub questions: Vec<BundledQuestion>,
    pub context: Vec<ContextRow>,
    /// Compactions in effect, oldest first.
    pub compactions: Vec<Compaction>,
    /// By their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<Task>,
    /// Text that was typed and not sent.
    pub draft: String,
    pub pictures: Vec<BundledPicture>,
    /// Summary of the review.
    pub review: BundledReview,
    /// The changes and the decisions about them. Since version 2.
    #[serde(default)]
    pub changes: BundledChanges,
}

/// The session's own data, without its messages and runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundledSession {
    /// Id of the exported session. An imported session gets a new one.
    pub id: SessionId,
    /// An imported session works in its own workspace, and no provider knows it.
    pub settings: SessionSettings,
    pub policy: PolicyState,
    pub archived: bool,
    /// The error of the last run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<Notice>,
    pub usage: Usage,
    /// Total duration of its runs, in milliseconds.
    pub duration_ms: u64,
    /// Use of the context window at that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<ContextWindow>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A request to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundledStep {
    pub id: StepId,
    pub run: RunId,
    /// Number of the step in the run.
    pub number: u32,
    pub model: String,
    pub started_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// A call with the source of its permission and its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundledCall {
    pub id: CallId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    /// The message that contains the call.
    pub message: MessageId,
    pub call: ToolCall,
    pub requested_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
    /// Source of the permission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_by: Option<Notice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
    /// Result of the call; its content is in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<CallResult>,
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundledQuestion {
    #[serde(rename = "prompt")]
    pub question: Question,
    /// The answer; `None` if its run ended without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// The question in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Notice>,
    /// The time of the answer, or of the close without one.
    pub closed_at: Timestamp,
}

/// A picture as the store keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledPicture {
    pub hash: ContentHash,
    /// The picture in Base64.
    pub base64: String,
}

/// Summary of the review in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledReview {
    /// Whether `changes` contains it; false in version 1.
    pub included: bool,
    /// Number of changes that were undecided or not applied.
    pub pending: u64,
    pub note: String,
}

/// The change log, as a record: its files belong to the workspace that it was exported from, so no
/// other workspace writes or reverts files from it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledChanges {
    /// The changes with their hunks and decisions, oldest first.
    pub entries: Vec<Entry>,
    /// Checkpoints, oldest first, without their contents.
    pub checkpoints: Vec<BundledCheckpoint>,
    /// Operations of the review, oldest first.
    pub operations: Vec<Operation>,
    /// The user's comments on hunks and lines, oldest first.
    pub comments: Vec<Comment>,
}

/// A checkpoint with its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledCheckpoint {
    pub checkpoint: Checkpoint,
    /// The files, by their hashes.
    pub files: Vec<CheckpointFile>,
}

impl BundledChanges {
    /// Whether there are no changes, checkpoints or comments.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.checkpoints.is_empty() && self.comments.is_empty()
    }

    /// Counts the hunks that are undecided or not applied.
    pub fn pending(&self) -> u64 {
        let hunks = self.entries.iter().flat_map(|entry| &entry.hunks);
        let waits = |hunk: &&Hunk| {
            hunk.state == HunkState::Pending || (hunk.state == HunkState::Accepted) != hunk.written
        };
        hunks.filter(waits).count() as u64
    }

    /// Appends another log to this one.
    #[must_use]
    pub fn with(mut self, later: Self) -> Self {
        self.entries.extend(later.entries);
        self.checkpoints.extend(later.checkpoints);
        self.operations.extend(later.operations);
        self.comments.extend(later.comments);
        self
    }
}
