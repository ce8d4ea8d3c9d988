//! What can happen: the facts themselves, with their names on the wire.

use serde::{Deserialize, Serialize};

use super::{NoticeLevel, TextChannel, UnqueueReason};
use crate::protocol::approval::{Answer, PolicyState, Question};
use crate::protocol::call::{CallResult, ErrorCode, ToolCall};
use crate::protocol::change::{Checkpoint, CheckpointFile, Entry, FileDiff, Hunk, HunkState};
use crate::protocol::compaction::Compaction;
use crate::protocol::context::ContextRow;
use crate::protocol::ids::{
    CallId, CheckpointId, CommentId, CompactionId, ContentHash, ContextId, EntryId, FileId, HunkId,
    MessageId, OperationId, QuestionId, SaveId, StepId,
};
use crate::protocol::index::IndexState;
use crate::protocol::message::Message;
use crate::protocol::picture::Picture;
use crate::protocol::presence::Presence;
use crate::protocol::review::{ApplyRecord, ApplyResult, Comment, Operation, ReviewReport};
use crate::protocol::route::{AgentMode, Route};
use crate::protocol::session::{
    ContextWindow, Fork, QueuedMessage, RunResult, SessionSettings, SessionSnapshot, SessionStatus,
};
use crate::protocol::stream::ProviderError;
use crate::protocol::usage::Usage;

/// What happened. On the wire its name and its fields are `type` and `data` of the event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "data")]
pub enum EventKind {
    /// A session was made.
    #[serde(rename = "session.created")]
    SessionCreated {
        /// What it is set to.
        settings: SessionSettings,
        /// Who decides in it.
        policy: PolicyState,
    },
    /// A session was read from the store and is live now. Not durable.
    #[serde(rename = "session.opened")]
    SessionOpened { session: Box<SessionSnapshot> },
    /// A session was made of another one's conversation. Its messages up to one are told by what is stored: the
    /// session is opened next.
    #[serde(rename = "session.forked")]
    SessionForked {
        /// What it begins with.
        fork: Box<Fork>,
    },
    /// A session was made of an exported one. It is stored already, and opened next.
    #[serde(rename = "session.imported")]
    SessionImported {
        name: String,
        /// How many messages it has.
        messages: u64,
    },
    /// A session that was open for a moment is open no longer. Not durable.
    #[serde(rename = "session.closed")]
    SessionClosed,
    /// A session was deleted, with all that was kept of it.
    #[serde(rename = "session.deleted")]
    SessionDeleted,
    /// Its settings changed.
    #[serde(rename = "session.changed")]
    SessionChanged {
        /// What it is set to now.
        settings: SessionSettings,
    },
    /// It does something else now.
    #[serde(rename = "session.status")]
    SessionStatusChanged {
        status: SessionStatus,
        /// The error, where there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// Mode, switches or rules changed.
    #[serde(rename = "policy.changed")]
    PolicyChanged {
        /// How they are now.
        policy: PolicyState,
    },
    /// The conversation was emptied.
    #[serde(rename = "session.cleared")]
    SessionCleared,
    /// A message and what followed it were taken back.
    #[serde(rename = "message.withdrawn")]
    MessagesWithdrawn {
        /// The first of them.
        from: MessageId,
        /// Whether it alone was, and what followed it stays.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    /// A message was added, whole or as the beginning of a stream.
    #[serde(rename = "message.added")]
    MessageAdded { message: Message },
    /// A streamed message ended.
    #[serde(rename = "message.completed")]
    MessageCompleted { message: Message },
    /// Files that a message names are pictures: they are part of it now.
    #[serde(rename = "message.pictures")]
    PicturesAttached {
        message: MessageId,
        /// They, in the order in which they are named.
        pictures: Vec<Picture>,
    },
    /// A message waits for the end of the step.
    #[serde(rename = "message.queued")]
    MessageQueued { message: QueuedMessage },
    /// A queued message left the queue: taken back, or given to the agent.
    #[serde(rename = "message.unqueued")]
    MessageUnqueued {
        message: QueuedMessage,
        reason: UnqueueReason,
    },
    /// Text came in. Not durable.
    #[serde(rename = "text.appended")]
    TextAppended {
        /// To which message.
        message: MessageId,
        /// Whether it is the answer or the reasoning.
        channel: TextChannel,
        /// Byte offset in that channel's text at which it belongs.
        offset: u64,
        text: String,
    },
    /// The workspace's note was kept. Not durable: the note itself is.
    #[serde(rename = "note.changed")]
    NoteChanged { text: String },
    /// More of a call came in that writes a file; the review can show how far it is, with
    /// `ReviewSubject::Stream`. At most 10 times a second. Not durable.
    #[serde(rename = "proposal.grew")]
    ProposalGrew {
        /// The step that it comes in with.
        step: StepId,
        /// The file, as the model wrote it.
        path: String,
    },
    /// A run was begun.
    #[serde(rename = "job.started")]
    RunStarted {
        /// The message that it answers.
        message: MessageId,
    },
    /// A run is done.
    #[serde(rename = "job.completed")]
    RunCompleted {
        /// What it came to.
        result: RunResult,
    },
    /// A run was ended by the human.
    #[serde(rename = "job.cancelled")]
    RunCancelled {
        /// What it had come to.
        result: RunResult,
    },
    /// A run was ended by an error.
    #[serde(rename = "job.failed")]
    RunFailed {
        /// The error, in words.
        error: String,
        /// What to do next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
        /// The code, where a tool error ended it (E010).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<ErrorCode>,
        /// What it had come to.
        result: RunResult,
    },
    /// A run was found whose process had died.
    #[serde(rename = "job.interrupted")]
    RunInterrupted {
        /// Calls that had been begun and whose outcome nobody knows.
        unknown_calls: Vec<CallId>,
    },
    /// A model was chosen for a run, or another one in its course, with the reason.
    #[serde(rename = "route.chosen")]
    RouteChosen { route: Route },
    /// Who answers in the session was set.
    #[serde(rename = "route.mode")]
    AgentModeChanged { mode: AgentMode },
    /// A request went to the model.
    #[serde(rename = "step.started")]
    StepStarted {
        step: StepId,
        /// Which one in the run, from 1.
        number: u32,
        model: String,
    },
    /// An answer is whole.
    #[serde(rename = "step.completed")]
    StepCompleted {
        step: StepId,
        /// What it cost.
        usage: Usage,
        /// How full the context window was.
        window: ContextWindow,
    },
    /// A request failed and is made again.
    #[serde(rename = "retry.scheduled")]
    RetryScheduled {
        /// Which attempt comes next, from 2.
        attempt: u32,
        /// Of how many.
        of: u32,
        /// After how long, in milliseconds.
        after_ms: u64,
        error: ProviderError,
    },
    /// The model asked for a tool.
    #[serde(rename = "tool.call.requested")]
    CallRequested {
        /// The message that holds it.
        message: MessageId,
        call: ToolCall,
    },
    /// A call is running.
    #[serde(rename = "tool.call.started")]
    CallStarted {
        call: CallId,
        /// By whose leave: `mode`, `rule shell_exec(git status*)`, `key`, and so on.
        allowed_by: String,
    },
    /// A call is over. Its result joins the conversation with this, as a message of the tool's: it is
    /// not said again.
    #[serde(rename = "tool.call.completed")]
    CallCompleted {
        /// The message that the result is in the conversation.
        message: MessageId,
        /// What came of it.
        result: CallResult,
    },
    /// Output of a running command came in. Not durable; the whole lies in a file.
    #[serde(rename = "tool.call.output")]
    CallOutput {
        call: CallId,
        /// Byte offset in the output.
        offset: u64,
        text: String,
    },
    /// A question was put, or put again because its proposal changed.
    #[serde(rename = "confirmation.requested")]
    PromptOpened { prompt: Question },
    /// A question was answered.
    #[serde(rename = "confirmation.answered")]
    PromptAnswered {
        answer: Answer,
        /// The question in one line, for the row that stays.
        summary: String,
    },
    /// The agent asked something of its own.
    #[serde(rename = "clarification.requested")]
    ClarificationOpened { prompt: Question },
    /// What the agent asked was answered.
    #[serde(rename = "clarification.received")]
    ClarificationAnswered {
        answer: Answer,
        /// The question in one line.
        summary: String,
    },
    /// A prompt's time-out was held or goes on.
    #[serde(rename = "confirmation.timer")]
    PromptTimerChanged {
        prompt: QuestionId,
        /// Whether it is held.
        paused: bool,
    },
    /// A checkpoint was made.
    #[serde(rename = "checkpoint.created")]
    CheckpointCreated { checkpoint: Checkpoint },
    /// A file's base was kept for a checkpoint.
    #[serde(rename = "checkpoint.file")]
    CheckpointFileKept { file: CheckpointFile },
    /// A change was logged, before it is written.
    #[serde(rename = "edits.proposed")]
    EditsProposed { entry: Entry },
    /// The diff of a change, for people.
    #[serde(rename = "diff.generated")]
    DiffGenerated {
        /// Of which call.
        call: CallId,
        diff: FileDiff,
    },
    /// Decisions about hunks, or whether they are written, changed.
    #[serde(rename = "review.updated")]
    ReviewUpdated {
        /// Of which entry.
        entry: EntryId,
        hunks: Vec<HunkId>,
        /// What was decided.
        state: HunkState,
        /// Whether they are on the disk.
        written: bool,
    },
    /// A hunk was taken apart: these take its place, with its decision.
    #[serde(rename = "review.split")]
    HunkSplit {
        /// Of which entry.
        entry: EntryId,
        /// Which hunk it was.
        hunk: HunkId,
        /// What it is now, top to bottom.
        parts: Vec<Hunk>,
    },
    /// The parts of a hunk that was taken apart are one again.
    #[serde(rename = "review.joined")]
    HunksJoined {
        /// Of which entry.
        entry: EntryId,
        /// What they were, top to bottom.
        parts: Vec<HunkId>,
        /// What they are now.
        hunk: Hunk,
    },
    /// Something was done in the review that can be taken back. Its decisions are told by themselves.
    #[serde(rename = "review.operation")]
    OperationDone { operation: Operation },
    /// An operation was taken back, or done again.
    #[serde(rename = "review.undone")]
    OperationMoved {
        operation: OperationId,
        /// Whether it is taken back now.
        undone: bool,
        /// What it was, in words.
        #[serde(default)]
        label: String,
        /// The first hunk that it is about, with its file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<(FileId, HunkId)>,
    },
    /// The human commented on a hunk or on lines.
    #[serde(rename = "review.comment")]
    CommentAdded { comment: Comment },
    /// A comment was taken back.
    #[serde(rename = "review.comment.removed")]
    CommentRemoved { comment: CommentId },
    /// The agent was told verdicts and comments: the text joins this message as its last block.
    #[serde(rename = "review.told")]
    ReviewTold {
        message: MessageId,
        told: ReviewReport,
    },
    /// Decided files are about to be written.
    #[serde(rename = "save.started")]
    SaveStarted {
        /// What will be written.
        save: ApplyRecord,
    },
    /// A save is over.
    #[serde(rename = "save.completed")]
    SaveEnded {
        save: SaveId,
        /// How it ended.
        result: ApplyResult,
    },
    /// Changes are being taken back.
    #[serde(rename = "checkpoint.rollback.started")]
    RollbackStarted {
        /// As which operation.
        operation: OperationId,
        /// The safety checkpoint.
        checkpoint: CheckpointId,
        title: String,
    },
    /// Changes were taken back, and the disk is as it was to be.
    #[serde(rename = "checkpoint.rollback.completed")]
    RollbackCompleted {
        /// As which operation.
        operation: OperationId,
    },
    /// Changes could not be taken back; the decisions are as before.
    #[serde(rename = "checkpoint.rollback.failed")]
    RollbackFailed {
        /// As which operation.
        operation: OperationId,
        /// Why, and what to do next.
        reason: String,
    },
    /// A checkpoint was given a name.
    #[serde(rename = "checkpoint.renamed")]
    CheckpointRenamed {
        checkpoint: CheckpointId,
        name: String,
    },
    /// A write to the disk begins.
    #[serde(rename = "apply.started")]
    ApplyStarted {
        /// For which call.
        call: CallId,
        path: String,
    },
    /// A write to the disk is done.
    #[serde(rename = "apply.completed")]
    ApplyCompleted {
        /// For which call.
        call: CallId,
        path: String,
        added: u32,
        removed: u32,
    },
    /// Context was included.
    #[serde(rename = "context.included")]
    ContextIncluded { row: ContextRow },
    /// Context is included no longer.
    #[serde(rename = "context.excluded")]
    ContextExcluded { row: ContextId },
    /// The older part of the conversation was compacted: a summary stands for it in what the model is told.
    #[serde(rename = "context.compacted")]
    ConversationCompacted { compaction: Compaction },
    /// A compaction did not come about; the conversation is as it was.
    #[serde(rename = "context.compaction.failed")]
    CompactionFailed {
        /// Why, and what to do next.
        reason: String,
        /// What was spent on it.
        usage: Usage,
    },
    /// A compaction was taken back: the model is told the messages themselves again.
    #[serde(rename = "context.compaction.undone")]
    CompactionUndone { compaction: CompactionId },
    /// A line was kept in the input history.
    #[serde(rename = "history.added")]
    InputRemembered { text: String },
    /// A draft was kept.
    #[serde(rename = "draft.saved")]
    DraftSaved { text: String },
    /// Files of the workspace, or what git says of them, are not as they were: whoever shows
    /// branch, marks or folders asks anew. Told in every live session. Not durable.
    #[serde(rename = "workspace.changed")]
    WorkspaceChanged,
    /// The index of the workspace is further, or done. Told in every live session. Not durable.
    #[serde(rename = "index.changed")]
    IndexChanged {
        /// How far it is.
        state: IndexState,
    },
    /// Which screens show which sessions. Told in every live session. Not durable.
    #[serde(rename = "terminals.changed")]
    TerminalsChanged {
        /// The screens that show any, in no order.
        terminals: Vec<Presence>,
    },
    /// Something the human should know, in one line. Not durable.
    #[serde(rename = "notice")]
    Notice { level: NoticeLevel, text: String },
    /// A command made no sense. Not durable.
    #[serde(rename = "command.rejected")]
    CommandRejected {
        /// Which, in one word.
        command: String,
        /// Why, and what to do next.
        reason: String,
        /// Of a text that was sent: its hash. Whoever sent it knows it by that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<ContentHash>,
    },
}

impl EventKind {
    /// Whether the fact is kept in the log. The others are shown and forgotten.
    pub fn is_durable(&self) -> bool {
        !matches!(
            self,
            EventKind::SessionOpened { .. }
                | EventKind::SessionClosed
                | EventKind::TextAppended { .. }
                | EventKind::ProposalGrew { .. }
                | EventKind::CallOutput { .. }
                | EventKind::WorkspaceChanged
                | EventKind::IndexChanged { .. }
                | EventKind::NoteChanged { .. }
                | EventKind::TerminalsChanged { .. }
                | EventKind::Notice { .. }
                | EventKind::CommandRejected { .. }
        )
    }
}
