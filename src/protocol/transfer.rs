//! A session outside the store: everything that belongs to it as one document, with a version.
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
use super::usage::Usage;

/// What stands in `format`.
pub const FORMAT: &str = "agentichat.session";

/// The version that is written, and the highest that is read.
pub const VERSION: u32 = 2;

/// What a document says of the review.
pub const REVIEW_NOTE: &str = "What was changed and decided is in `changes`, for reading. The contents of files and \
    checkpoints belong to the workspace and are not part of this document.";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionBundle {
    pub format: String,
    pub version: u32,
    /// When it was written.
    pub exported_at: Timestamp,
    /// The version of the program that wrote it.
    pub program: String,
    /// The session itself.
    pub session: BundledSession,
    /// The messages in view, oldest first.
    pub messages: Vec<Message>,
    /// The runs, oldest first; one that went on is interrupted here.
    pub runs: Vec<Run>,
    /// What was asked of models, in the order of the runs.
    pub steps: Vec<BundledStep>,
    /// The calls that models made, oldest first.
    pub calls: Vec<BundledCall>,
    /// Questions that were answered or closed, oldest first.
    pub prompts: Vec<BundledQuestion>,
    pub context: Vec<ContextRow>,
    /// Compactions that hold, oldest first.
    pub compactions: Vec<Compaction>,
    /// What was typed and not sent.
    pub draft: String,
    /// The pictures of the messages.
    pub pictures: Vec<BundledPicture>,
    /// What is said of the review.
    pub review: BundledReview,
    /// What was changed and what was decided about it. Since version 2.
    #[serde(default)]
    pub changes: BundledChanges,
}

/// The session without what it holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundledSession {
    /// Its id where it was exported. An imported one has another.
    pub id: SessionId,
    /// What it is set to. An imported one works in its own workspace, and is known to no provider.
    pub settings: SessionSettings,
    /// Who decides in it.
    pub policy: PolicyState,
    /// Whether it lay in the archive.
    pub archived: bool,
    /// The error of the last run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    /// What it has cost.
    pub usage: Usage,
    /// How long its runs took, in milliseconds.
    pub duration_ms: u64,
    /// How full the context window was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<ContextWindow>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// A request to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundledStep {
    pub id: StepId,
    pub run: RunId,
    /// Which one in the run.
    pub number: u32,
    pub model: String,
    /// When it was sent.
    pub started_at: Timestamp,
    /// When the answer was whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
    /// What it cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// A call, by whose leave it ran and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundledCall {
    pub id: CallId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    /// The message that holds it.
    pub message: MessageId,
    pub call: ToolCall,
    /// When the model asked for it.
    pub requested_at: Timestamp,
    /// When it ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
    /// By whose leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_by: Option<String>,
    /// When it was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
    /// What came of it; its content is in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<CallResult>,
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundledQuestion {
    pub prompt: Question,
    /// The answer; `None` where its run ended without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// The question in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// When it was answered or closed.
    pub closed_at: Timestamp,
}

/// A picture as the store keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledPicture {
    pub hash: ContentHash,
    /// Its bytes in Base64.
    pub base64: String,
}

/// What is said of the review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledReview {
    /// Whether `changes` tells of it; false in version 1.
    pub included: bool,
    /// How many changes waited for a decision, or to be written.
    pub pending: u64,
    pub note: String,
}

/// The log of changes, as a record: what it is about are the files of the workspace that it was exported from, so nothing
/// is written or taken back by it anywhere else.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledChanges {
    /// Every change with its hunks and what was decided about each, oldest first.
    pub entries: Vec<Entry>,
    /// The states before something, oldest first, without their contents.
    pub checkpoints: Vec<BundledCheckpoint>,
    /// What was done in the review, oldest first.
    pub operations: Vec<Operation>,
    /// What the human said to hunks and lines, oldest first.
    pub comments: Vec<Comment>,
}

/// A checkpoint with the files that it kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledCheckpoint {
    pub checkpoint: Checkpoint,
    /// They, by their hashes.
    pub files: Vec<CheckpointFile>,
}

impl BundledChanges {
    /// Whether nothing was changed.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.checkpoints.is_empty() && self.comments.is_empty()
    }

    /// Hunks that wait for a decision, or to be written.
    pub fn pending(&self) -> u64 {
        let hunks = self.entries.iter().flat_map(|entry| &entry.hunks);
        let waits = |hunk: &&Hunk| {
            hunk.state == HunkState::Pending || (hunk.state == HunkState::Accepted) != hunk.written
        };
        hunks.filter(waits).count() as u64
    }

    /// This log, and behind it another one.
    #[must_use]
    pub fn with(mut self, later: Self) -> Self {
        self.entries.extend(later.entries);
        self.checkpoints.extend(later.checkpoints);
        self.operations.extend(later.operations);
        self.comments.extend(later.comments);
        self
    }
}
