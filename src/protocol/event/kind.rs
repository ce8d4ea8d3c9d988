//! The kinds of events, with their names on the wire.

use serde::{Deserialize, Serialize};

use super::{NoticeLevel, TextChannel, UnqueueReason};
use crate::approval::{Answer, PolicyState, Question};
use crate::call::{CallResult, ErrorCode, ToolCall};
use crate::change::{Checkpoint, CheckpointFile, Entry, FileDiff, Hunk, HunkState};
use crate::command::CommandKind;
use crate::compaction::Compaction;
use crate::context::ContextRow;
use crate::ids::{
    ApplyId, CallId, CheckpointId, CommentId, CompactionId, ContentHash, ContextId, EntryId,
    FileId, HunkId, MessageId, OperationId, QuestionId, SessionId, StepId,
};
use crate::index::IndexState;
use crate::message::Message;
use crate::picture::Picture;
use crate::presence::Presence;
use crate::review::{ApplyRecord, ApplyResult, Comment, Operation, ReviewReport};
use crate::route::{AgentMode, Route};
use crate::sandbox::SandboxState;
use crate::session::{
    ContextWindow, Fork, QueuedMessage, RunResult, SessionSettings, SessionSnapshot, SessionStatus,
};
use crate::stream::ProviderError;
use crate::sub_agent::{AgentState, AgentTally, SubAgent};
use crate::task::{Task, TaskId};
use crate::usage::Usage;
use notice::Notice;

/// The content of an event. On the wire its name and its fields are `type` and `data` of the event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "data")]
pub enum EventKind {
    #[serde(rename = "session.created")]
    SessionCreated {
        settings: SessionSettings,
        policy: PolicyState,
    },
    /// A session was loaded from the store and is live now. Not durable.
    #[serde(rename = "session.opened")]
    SessionOpened { session: Box<SessionSnapshot> },
    /// A session was created from another one's conversation. The copied messages are only in the
    /// store: the session is opened next.
    #[serde(rename = "session.forked")]
    SessionForked {
        /// The content that the session starts with.
        fork: Box<Fork>,
    },
    /// A session was created from an exported one. It is already stored, and opened next.
    #[serde(rename = "session.imported")]
    SessionImported { name: String, messages: u64 },
    /// A session that was open briefly is closed again. Not durable.
    #[serde(rename = "session.closed")]
    SessionClosed,
    /// A session was deleted with all of its stored data.
    #[serde(rename = "session.deleted")]
    SessionDeleted,
    /// A session's settings changed.
    #[serde(rename = "session.changed")]
    SessionChanged { settings: SessionSettings },
    #[serde(rename = "session.status")]
    SessionStatusChanged {
        status: SessionStatus,
        /// The error, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<Notice>,
    },
    /// Mode, switches or rules changed.
    #[serde(rename = "policy.changed")]
    PolicyChanged { policy: PolicyState },
    #[serde(rename = "session.cleared")]
    SessionCleared,
    /// A message and what followed it were taken back.
    #[serde(rename = "message.withdrawn")]
    MessagesWithdrawn {
        /// The first message taken back.
        from: MessageId,
        /// Whether only this message was withdrawn, and later ones stay.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    /// A message was added, complete or as the beginning of a stream.
    #[serde(rename = "message.added")]
    MessageAdded { message: Message },
    /// A streamed message ended.
    #[serde(rename = "message.completed")]
    MessageCompleted { message: Message },
    /// Files that a message names are pictures: they are now attached to it.
    #[serde(rename = "message.pictures")]
    PicturesAttached {
        message: MessageId,
        /// The pictures, in the order in which the message names them.
        pictures: Vec<Picture>,
    },
    /// A message waits for the end of the step.
    #[serde(rename = "message.queued")]
    MessageQueued { message: QueuedMessage },
    /// A message left the queue: taken back, or delivered to the agent.
    #[serde(rename = "message.unqueued")]
    MessageUnqueued {
        message: QueuedMessage,
        reason: UnqueueReason,
    },
    /// Text of a message arrived. Not durable.
    #[serde(rename = "text.appended")]
    TextAppended {
        message: MessageId,
        /// Whether the text belongs to the answer or the reasoning.
        channel: TextChannel,
        /// Byte offset in that channel's text at which it belongs.
        offset: u64,
        text: String,
    },
    /// The workspace's note was stored. Not durable: the note itself is.
    #[serde(rename = "note.changed")]
    NoteChanged { text: String },
    /// More of a streaming call that writes a file arrived; the review can show its progress with
    /// `ReviewSubject::Stream`. At most 10 times a second. Not durable.
    #[serde(rename = "proposal.grew")]
    ProposalGrew {
        /// The step that the call belongs to.
        step: StepId,
        /// The path as the model wrote it.
        path: String,
    },
    #[serde(rename = "job.started")]
    RunStarted {
        /// The message that the run answers.
        message: MessageId,
    },
    #[serde(rename = "job.completed")]
    RunCompleted { result: RunResult },
    /// The user cancelled a run.
    #[serde(rename = "job.cancelled")]
    RunCancelled {
        /// The result up to then.
        result: RunResult,
    },
    /// A run failed with an error.
    #[serde(rename = "job.failed")]
    RunFailed {
        error: Notice,
        /// The next step for the user.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<Notice>,
        /// The code, if a tool error ended the run (E010).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<ErrorCode>,
        /// The result up to then.
        result: RunResult,
    },
    /// The program found a run whose process had died.
    #[serde(rename = "job.interrupted")]
    RunInterrupted {
        /// Calls that had started, with unknown outcome.
        unknown_calls: Vec<CallId>,
    },
    /// A model was chosen for a run, or another one during it, with the reason.
    #[serde(rename = "route.chosen")]
    RouteChosen { route: Route },
    /// The session's agent mode, which determines the answering model, changed.
    #[serde(rename = "route.mode")]
    AgentModeChanged { mode: AgentMode },
    /// A request was sent to the model.
    #[serde(rename = "step.started")]
    StepStarted {
        step: StepId,
        /// Number of the step in the run, from 1.
        number: u32,
        model: String,
    },
    /// Estimated tokens of a step's request when it is sent, and then of its answer as far as it has
    /// come: text, reasoning and calls. At most twice a second. Not durable.
    #[serde(rename = "step.progress")]
    StepProgress {
        step: StepId,
        prompt: u64,
        answer: u64,
    },
    /// A model's answer is complete.
    #[serde(rename = "step.completed")]
    StepCompleted {
        step: StepId,
        /// The usage of the step.
        usage: Usage,
        /// The fill level of the context window.
        window: ContextWindow,
    },
    /// A request failed and will be repeated.
    #[serde(rename = "retry.scheduled")]
    RetryScheduled {
        /// Number of the next attempt, from 2.
        attempt: u32,
        /// Maximum number of attempts.
        of: u32,
        /// Delay until the next attempt, in milliseconds.
        after_ms: u64,
        error: ProviderError,
    },
    /// The model requested a tool call.
    #[serde(rename = "tool.call.requested")]
    CallRequested {
        /// The message that contains the call.
        message: MessageId,
        call: ToolCall,
    },
    #[serde(rename = "tool.call.started")]
    CallStarted {
        call: CallId,
        /// The permission that allowed it: `mode`, `rule shell_exec(git status*)`, `key`,
        /// and so on.
        allowed_by: Notice,
    },
    /// A call completed. This event also adds the result to the conversation as a tool message; no
    /// separate event follows.
    #[serde(rename = "tool.call.completed")]
    CallCompleted {
        /// The message of the result in the conversation.
        message: MessageId,
        result: CallResult,
    },
    /// A running command wrote output. Not durable; a file holds all of it.
    #[serde(rename = "tool.call.output")]
    CallOutput {
        call: CallId,
        /// Byte offset in the output.
        offset: u64,
        text: String,
    },
    /// A question was asked, or asked again because its proposal changed.
    #[serde(rename = "confirmation.requested")]
    QuestionOpened {
        #[serde(rename = "prompt")]
        question: Question,
    },
    #[serde(rename = "confirmation.answered")]
    QuestionAnswered {
        answer: Answer,
        /// The question in one line, for the row that stays.
        summary: Notice,
    },
    /// The agent asked a question of its own.
    #[serde(rename = "clarification.requested")]
    ClarificationOpened {
        #[serde(rename = "prompt")]
        question: Question,
    },
    /// The agent's own question was answered.
    #[serde(rename = "clarification.received")]
    ClarificationAnswered {
        answer: Answer,
        /// The question in one line.
        summary: Notice,
    },
    /// The timeout of a question was paused or resumed.
    #[serde(rename = "confirmation.timer")]
    QuestionTimerChanged {
        #[serde(rename = "prompt")]
        question: QuestionId,
        /// Whether the timeout is paused.
        paused: bool,
    },
    #[serde(rename = "checkpoint.created")]
    CheckpointCreated { checkpoint: Checkpoint },
    /// A file's base was stored for a checkpoint.
    #[serde(rename = "checkpoint.file")]
    CheckpointFileKept { file: CheckpointFile },
    /// A change was logged, before it is written.
    #[serde(rename = "edits.proposed")]
    EditsProposed { entry: Entry },
    /// The diff of a change, for the user.
    #[serde(rename = "diff.generated")]
    DiffGenerated {
        /// The call that made the change.
        call: CallId,
        diff: FileDiff,
    },
    /// Hunks changed: the decision about them, or whether they are written.
    #[serde(rename = "review.updated")]
    ReviewUpdated {
        /// The entry that contains the hunks.
        entry: EntryId,
        hunks: Vec<HunkId>,
        state: HunkState,
        /// Whether the hunks are on the disk.
        written: bool,
    },
    /// A hunk was split: these parts replace it, with its decision.
    #[serde(rename = "review.split")]
    HunkSplit {
        /// The entry that contains the hunk.
        entry: EntryId,
        /// The hunk that was split.
        hunk: HunkId,
        /// The parts, top to bottom.
        parts: Vec<Hunk>,
    },
    /// The parts of a split hunk were joined again.
    #[serde(rename = "review.joined")]
    HunksJoined {
        /// The entry that contains the parts.
        entry: EntryId,
        /// The former parts, top to bottom.
        parts: Vec<HunkId>,
        /// The joined hunk.
        hunk: Hunk,
    },
    /// An undoable review operation was done. Its decisions are separate events.
    #[serde(rename = "review.operation")]
    OperationDone { operation: Operation },
    /// An operation was undone or redone.
    #[serde(rename = "review.undone")]
    OperationMoved {
        operation: OperationId,
        /// Whether the operation is undone now.
        undone: bool,
        /// Description of the operation.
        #[serde(default)]
        label: Notice,
        /// The first affected hunk, with its file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<(FileId, HunkId)>,
    },
    /// The user commented on a hunk or on lines.
    #[serde(rename = "review.comment")]
    CommentAdded { comment: Comment },
    #[serde(rename = "review.comment.removed")]
    CommentRemoved { comment: CommentId },
    /// Verdicts and comments were reported to the agent: the text becomes the last block
    /// of this message.
    #[serde(rename = "review.told")]
    ReviewReported {
        message: MessageId,
        #[serde(rename = "told")]
        told: ReviewReport,
    },
    /// The comments on changes that git knows went to the agent, as this message of the user.
    #[serde(rename = "review.comments.sent")]
    CommentsSent {
        message: MessageId,
        comments: Vec<CommentId>,
    },
    /// Applying of decided files is about to start.
    #[serde(rename = "save.started")]
    ApplyStarted {
        /// The planned writes.
        #[serde(rename = "save")]
        apply: ApplyRecord,
    },
    #[serde(rename = "save.completed")]
    ApplyEnded {
        #[serde(rename = "save")]
        apply: ApplyId,
        result: ApplyResult,
    },
    #[serde(rename = "checkpoint.rollback.started")]
    RollbackStarted {
        /// The rollback's operation.
        operation: OperationId,
        /// The safety checkpoint.
        checkpoint: CheckpointId,
        title: Notice,
    },
    /// A rollback completed, and the disk has the intended state.
    #[serde(rename = "checkpoint.rollback.completed")]
    RollbackCompleted {
        /// The rollback's operation.
        operation: OperationId,
    },
    /// A rollback failed; the decisions are as before.
    #[serde(rename = "checkpoint.rollback.failed")]
    RollbackFailed {
        /// The rollback's operation.
        operation: OperationId,
        /// The reason, and the next step.
        reason: Notice,
    },
    #[serde(rename = "checkpoint.renamed")]
    CheckpointRenamed {
        checkpoint: CheckpointId,
        name: String,
    },
    /// A write to the disk started.
    #[serde(rename = "apply.started")]
    WriteStarted {
        /// The call that it belongs to.
        call: CallId,
        path: String,
    },
    /// A write to the disk completed.
    #[serde(rename = "apply.completed")]
    ApplyCompleted {
        /// The call that it belongs to.
        call: CallId,
        path: String,
        added: u32,
        removed: u32,
    },
    #[serde(rename = "context.included")]
    ContextIncluded { row: ContextRow },
    /// Context is no longer included.
    #[serde(rename = "context.excluded")]
    ContextExcluded { row: ContextId },
    /// A summary replaced the older part of the conversation in what the model reads.
    #[serde(rename = "context.compacted")]
    ConversationCompacted { compaction: Compaction },
    /// A compaction failed; the conversation is unchanged.
    #[serde(rename = "context.compaction.failed")]
    CompactionFailed {
        /// The reason, and the next step.
        reason: Notice,
        usage: Usage,
    },
    /// A compaction was undone: the model sees the messages themselves again.
    #[serde(rename = "context.compaction.undone")]
    CompactionUndone { compaction: CompactionId },
    #[serde(rename = "task.created")]
    TaskCreated { task: Task },
    /// A task changed; this is its new state.
    #[serde(rename = "task.changed")]
    TaskChanged { task: Task },
    #[serde(rename = "task.deleted")]
    TaskDeleted { task: TaskId },
    /// A sub-agent began its work. Its conversation is in a session of its own.
    #[serde(rename = "agent.started")]
    AgentStarted { agent: SubAgent },
    /// A sub-agent made a call or a step, or waits for the user. Not durable.
    #[serde(rename = "agent.progressed")]
    AgentProgressed {
        agent: SessionId,
        state: AgentState,
        /// The call that it makes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        activity: Option<Notice>,
        tally: AgentTally,
    },
    /// The work of a sub-agent ended, as this state says.
    #[serde(rename = "agent.ended")]
    AgentEnded {
        agent: SessionId,
        state: AgentState,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<Notice>,
        tally: AgentTally,
    },
    /// A line was added to the input history.
    #[serde(rename = "history.added")]
    InputRemembered { text: String },
    #[serde(rename = "draft.saved")]
    DraftSaved { text: String },
    /// Files of the workspace, or their git status, changed: front ends that show branch, marks or
    /// folders must query them again. Sent in every live session. Not durable.
    #[serde(rename = "workspace.changed")]
    WorkspaceChanged,
    /// The index of the workspace has progressed or is complete. Sent in every live
    /// session. Not durable.
    #[serde(rename = "index.changed")]
    IndexChanged { state: IndexState },
    /// The number of items of the memory that wait for the user changed. Not durable.
    #[serde(rename = "memory.waiting")]
    MemoryWaiting { waiting: u64 },
    /// The sandbox of the agent's commands was tried on this machine. Sent once in every live
    /// session. Not durable.
    #[serde(rename = "sandbox.found")]
    SandboxFound { sandbox: SandboxState },
    /// The assignment of screens to shown sessions changed. Sent in every live
    /// session. Not durable.
    #[serde(rename = "terminals.changed")]
    TerminalsChanged {
        /// The screens that show any session, in no particular order.
        terminals: Vec<Presence>,
    },
    /// A one-line notice for the user. Not durable.
    #[serde(rename = "notice")]
    Notice { level: NoticeLevel, text: Notice },
    /// A command was invalid. Not durable.
    #[serde(rename = "command.rejected")]
    CommandRejected {
        command: CommandKind,
        /// The reason, and the next step.
        reason: Notice,
        /// For a sent text: the hash by which the sender recognizes it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<ContentHash>,
    },
}

impl EventKind {
    /// Whether the event is stored in the log. The others are shown and discarded.
    pub fn is_durable(&self) -> bool {
        !matches!(
            self,
            EventKind::SessionOpened { .. }
                | EventKind::SessionClosed
                | EventKind::TextAppended { .. }
                | EventKind::ProposalGrew { .. }
                | EventKind::StepProgress { .. }
                | EventKind::AgentProgressed { .. }
                | EventKind::CallOutput { .. }
                | EventKind::WorkspaceChanged
                | EventKind::IndexChanged { .. }
                | EventKind::MemoryWaiting { .. }
                | EventKind::NoteChanged { .. }
                | EventKind::SandboxFound { .. }
                | EventKind::TerminalsChanged { .. }
                | EventKind::Notice { .. }
                | EventKind::CommandRejected { .. }
        )
    }
}
