//! Outcomes of effects. An outcome whose run has ended or whose call was cancelled changes nothing.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use hooks::{HookEvent, HookVerdict};
use notice::Notice;
use protocol::approval::Answer;
use protocol::call::{CallResult, ToolClass, ToolError};
use protocol::catalogue::Spent;
use protocol::change::{Entry, FileStat};
use protocol::compaction::Compaction;
use protocol::event::TextChannel;
use protocol::ids::{ApplyId, CallId, RunId, SessionId, StepId, TimerId};
use protocol::index::Consent;
use protocol::interrupted::InterruptedRun;
use protocol::memory::{Recall, Remembered};
use protocol::mention::ResolvedPart;
use protocol::picture::ResolvedPicture;
use protocol::plan::{CallPlan, ObservedChange};
use protocol::review::{ApplyRecord, ApplyResult, ReviewSnapshot};
use protocol::route::EgressTarget;
use protocol::sandbox::SandboxOffer;
use protocol::server_question::ServerQuestion;
use protocol::session::{ContextWindow, Fork, QueuedMessage, SessionSnapshot, SettingsChange};
use protocol::stream::{IgnoredCall, ProviderError, StopReason};
use protocol::usage::Usage;

use super::hooks::HookSubject;
use super::review::job::ReviewWork;

/// Work that a dead process had begun in a session, finished as far as possible.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RecoveredChanges {
    /// Apply operations that were finished, with their results.
    pub applies: Vec<(ApplyRecord, ApplyResult)>,
    /// Changes of a command that was cut off, with its call; the bytes are stored.
    pub changes: Option<(CallId, Vec<ObservedChange>)>,
    #[serde(default)]
    pub left: Option<InterruptedRun>,
}

/// A session that was stored from a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    pub name: String,
    pub messages: u64,
    /// Number of changes; they are read-only.
    #[serde(default)]
    pub changes: u64,
    /// Descriptions of the parts of the document that were left out.
    pub left_out: Vec<Notice>,
}

/// Why a request did not leave the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EgressRefusal {
    /// The user has not been asked yet.
    NotAsked,
    Refused,
    /// `allow_fallback` is false.
    Never,
}

/// The outcome of an effect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Outcome {
    SessionLoaded {
        snapshot: Box<SessionSnapshot>,
        /// The stored state of the session's review.
        review: Box<ReviewSnapshot>,
        /// Work that a dead process had started in the session.
        recovered: RecoveredChanges,
    },
    /// A session could not be read.
    SessionNotLoaded {
        session: SessionId,
        /// The reason, and what to do next.
        reason: Notice,
    },
    /// The lines that a message names were checked.
    MentionsResolved {
        session: SessionId,
        run: RunId,
        /// The lines that exist.
        found: Vec<ResolvedPart>,
        /// The pictures among the named files; other files are ignored.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pictures: Vec<ResolvedPicture>,
    },
    /// The folder that a change of settings names was checked.
    FolderResolved {
        /// The session, open or not.
        session: SessionId,
        /// The change with the whole path of the folder, or why it is impossible.
        result: Result<SettingsChange, Notice>,
    },
    /// The model wrote more.
    StreamAppended {
        session: SessionId,
        run: RunId,
        step: StepId,
        channel: TextChannel,
        text: String,
    },
    /// The model wrote more of a call that writes a file.
    ProposalGrew {
        session: SessionId,
        run: RunId,
        step: StepId,
        /// The file, as the model wrote it.
        path: String,
    },
    /// The request was sent, or more of its answer arrived; both in estimated tokens.
    StepProgress {
        session: SessionId,
        run: RunId,
        step: StepId,
        prompt: u64,
        answer: u64,
    },
    /// A notice that the user should see at once.
    StepNoted {
        session: SessionId,
        run: RunId,
        step: StepId,
        text: Notice,
    },
    /// The provider keeps the conversation itself.
    ConversationNamed {
        session: SessionId,
        provider: String,
        /// Name of the conversation at the provider.
        name: String,
    },
    StepFinished {
        session: SessionId,
        run: RunId,
        step: StepId,
        answer: StepAnswer,
    },
    StepFailed {
        session: SessionId,
        run: RunId,
        step: StepId,
        error: ProviderError,
    },
    /// The request was not sent: the conversation does not fit.
    ContextOverflow {
        session: SessionId,
        run: RunId,
        step: StepId,
    },
    /// The request was not sent: it has pictures that no model has answered yet, and this
    /// model cannot see.
    ImagesUnsupported {
        session: SessionId,
        run: RunId,
        step: StepId,
        /// The messages from the first one with such a picture on, as the user typed them.
        returned: Vec<QueuedMessage>,
        /// Models that can see, as `provider/model`.
        seeing: Vec<String>,
    },
    /// The request was not sent: it would leave the machine without consent.
    EgressBlocked {
        session: SessionId,
        run: RunId,
        step: StepId,
        /// The provider that would have received it.
        to: EgressTarget,
        why: EgressRefusal,
    },
    /// The user's answer to sending content of the workspace was stored.
    EgressConsentStored {
        /// The session in which the user answered.
        session: SessionId,
        /// The run that waits for the answer.
        run: RunId,
        to: EgressTarget,
        consent: Consent,
        /// The meaning of the answer, or why it holds for this process only.
        result: Result<Notice, Notice>,
    },
    /// The older part of the conversation was summarised.
    Compacted {
        session: SessionId,
        run: RunId,
        /// The step as which the summary counts.
        step: StepId,
        compaction: Box<Compaction>,
    },
    /// The conversation was not summarised.
    NotCompacted {
        session: SessionId,
        run: RunId,
        /// The step as which the summary counts.
        step: StepId,
        reason: Notice,
        /// Usage of the failed attempt.
        usage: Usage,
    },
    /// A call was checked and planned.
    CallPrepared {
        session: SessionId,
        run: RunId,
        plan: Box<CallPlan>,
    },
    /// A call cannot be carried out.
    CallRefused {
        session: SessionId,
        run: RunId,
        call: CallId,
        error: ToolError,
    },
    /// While a call runs, its agent program requests permission for another one.
    CallAdded {
        session: SessionId,
        run: RunId,
        parent: CallId,
        /// The additional call.
        requested: RequestedCall,
    },
    /// The agent program no longer needs a call that waits for an answer.
    CallWithdrawn {
        session: SessionId,
        run: RunId,
        call: CallId,
        why: Notice,
    },
    /// A running call produced output.
    CallOutput {
        session: SessionId,
        run: RunId,
        call: CallId,
        /// Byte offset in the call's output.
        offset: u64,
        text: String,
    },
    CallFinished {
        session: SessionId,
        run: RunId,
        done: Box<CallCompletion>,
    },
    /// Files changed while the agent program worked, through no call that could be named. The
    /// bytes are stored.
    ExternalChangesFound {
        session: SessionId,
        /// The run; it may have ended.
        run: RunId,
        /// The changes, in the order in which they can be replayed.
        observed: Vec<ObservedChange>,
        /// Describes what cannot be restored, or could not be if it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_covered: Option<Notice>,
    },
    /// Work on texts for the review is done, or failed with the reason.
    ReviewWorked {
        session: SessionId,
        /// The version that the effect carried.
        version: u64,
        result: Result<Box<ReviewWork>, Notice>,
    },
    /// Decided files were applied, or not.
    Applied {
        session: SessionId,
        apply: ApplyId,
        result: ApplyResult,
    },
    TimerFired {
        timer: TimerId,
    },
    /// The user's answer to sending content of files was stored, or not.
    IndexConsentStored {
        /// The session in which the user answered.
        session: SessionId,
        /// The meaning of the answer, or why it does not hold.
        result: Result<Notice, Notice>,
    },
    /// The workspace's note was stored, or not.
    NoteSaved {
        /// The session in which the user typed the note.
        session: SessionId,
        /// The note, merged with concurrent changes; or why it was not stored.
        result: Result<String, Notice>,
    },
    /// A conversation was read in order to fork it.
    ForkRead {
        session: SessionId,
        /// The id of the fork.
        new: SessionId,
        /// The beginning of the fork, under the ids of the original; or why it cannot be forked.
        result: Result<Box<Fork>, Notice>,
    },
    /// A session was written to a file, or not.
    SessionExported {
        session: SessionId,
        /// The path of the file, or why the export failed.
        result: Result<Notice, Notice>,
    },
    /// A document was stored as a session, or refused.
    SessionImported {
        /// The session in which the user gave the command.
        session: SessionId,
        /// The id of the new session.
        new: SessionId,
        /// The imported session, or why the document was refused.
        result: Result<Imported, Notice>,
    },
    /// A cache was emptied, or not.
    CacheCleaned {
        /// The session in which the user gave the command.
        session: SessionId,
        /// A text about the change, or why it failed.
        result: Result<Notice, Notice>,
    },
    /// The catalogue was changed, or not.
    CatalogueChanged {
        /// The session in which the user gave the command.
        session: SessionId,
        /// A text about the change, or why it failed.
        result: Result<Notice, Notice>,
    },
    /// The path of an answer was checked.
    PathChecked {
        session: SessionId,
        answer: Answer,
        /// Fails with the reason why the path leads to no place in the workspace.
        result: Result<(), Notice>,
    },
    /// A model of a provider was chosen, or none can be chosen.
    ModelChosen {
        session: SessionId,
        provider: String,
        /// The model, or why there is none and what to do.
        result: Result<String, Notice>,
    },
    /// The sandbox of commands was tried on this machine.
    SandboxFound {
        offer: SandboxOffer,
    },
    /// The definitions of hooks were read again.
    HooksRead {
        session: SessionId,
        run: RunId,
        /// The events that hooks are defined for.
        events: BTreeSet<HookEvent>,
        /// Faults that the definitions did not have before.
        told: Vec<Notice>,
    },
    /// Hooks of an occasion ran.
    HooksRan {
        session: SessionId,
        run: Option<RunId>,
        subject: HookSubject,
        verdict: Box<HookVerdict>,
    },
    /// The user's trust in hooks was stored, or not.
    HooksTrusted {
        /// The session in which the user gave the command.
        session: SessionId,
        /// The meaning, or why it was not stored.
        result: Result<Notice, Notice>,
    },
    /// An order about an MCP server was carried out, or not.
    ServerOrdered {
        /// The session in which the user gave it.
        session: SessionId,
        /// The meaning, or why not.
        result: Result<Notice, Notice>,
    },
    /// An MCP server asks the user something. Answered by `AnswerServer`.
    ServerAsked {
        question: Box<ServerQuestion>,
    },
    /// An MCP server does not wait for an answer any more.
    ServerQuestionWithdrawn {
        /// Number of the question.
        number: u64,
    },
    /// The memory stored an item for a call, or could not.
    Remembered {
        session: SessionId,
        run: RunId,
        call: CallId,
        result: Result<Remembered, Notice>,
        /// Number of items that wait for the user, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waiting: Option<u64>,
    },
    /// The memory searched for items that fit a message.
    Recalled {
        session: SessionId,
        run: RunId,
        recall: Recall,
    },
    /// An order about the memory was carried out, or not.
    MemoryOrdered {
        /// The session in which the user gave it.
        session: SessionId,
        /// The meaning, or why not.
        result: Result<Notice, Notice>,
        /// Number of items that wait for the user, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waiting: Option<u64>,
    },
    /// A rule was stored in a config file, or not.
    RuleSaved {
        /// The session in which the user made the rule.
        session: SessionId,
        /// The file that holds the rule now, or why it was not stored.
        result: Result<Notice, Notice>,
    },
}

impl Outcome {
    /// Returns the run of an outcome of a thread's work.
    pub(super) fn run(&self) -> Option<RunId> {
        match self {
            Self::MentionsResolved { run, .. }
            | Self::StreamAppended { run, .. }
            | Self::ProposalGrew { run, .. }
            | Self::StepProgress { run, .. }
            | Self::StepNoted { run, .. }
            | Self::StepFinished { run, .. }
            | Self::StepFailed { run, .. }
            | Self::ContextOverflow { run, .. }
            | Self::ImagesUnsupported { run, .. }
            | Self::EgressBlocked { run, .. }
            | Self::EgressConsentStored { run, .. }
            | Self::Compacted { run, .. }
            | Self::NotCompacted { run, .. }
            | Self::CallPrepared { run, .. }
            | Self::CallRefused { run, .. }
            | Self::CallAdded { run, .. }
            | Self::CallWithdrawn { run, .. }
            | Self::CallOutput { run, .. }
            | Self::CallFinished { run, .. }
            | Self::Remembered { run, .. }
            | Self::Recalled { run, .. }
            | Self::ExternalChangesFound { run, .. } => Some(*run),
            _ => None,
        }
    }

    /// Returns the conversation of an outcome that belongs to no run.
    pub(super) fn session(&self) -> Option<SessionId> {
        match self {
            Self::ConversationNamed { session, .. } => Some(*session),
            _ => None,
        }
    }
}

/// A model's complete answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StepAnswer {
    pub text: String,
    pub reasoning: String,
    /// The reasoning in the form that its server requires back.
    pub sealed: Vec<Value>,
    /// The calls, in order.
    pub calls: Vec<RequestedCall>,
    /// Tokens and cost of the answer.
    pub usage: Usage,
    /// Fill level of the context window.
    pub window: ContextWindow,
    /// `None` if the server reported no reason.
    pub stop: Option<StopReason>,
    /// A notice for the user about the answer.
    pub notice: Option<Notice>,
    /// Texts that look like calls and are not carried out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<IgnoredCall>,
    /// Total spent today, including this answer; `None` if no store counts it.
    #[serde(default)]
    pub today: Option<Spent>,
}

/// A call as the model made it, with the class that the registry knows for its tool name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RequestedCall {
    /// The server's id for the call.
    pub provider_id: String,
    pub tool: String,
    pub class: ToolClass,
    pub arguments: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallCompletion {
    /// The result that the model and the user see.
    pub result: CallResult,
    /// The lines that the call changed.
    pub stat: Option<FileStat>,
    /// The entry as it was written, if it differs from the planned one.
    pub applied: Option<Entry>,
    /// The changes on the disk while the call ran, in the order in which they can be replayed.
    pub observed: Vec<ObservedChange>,
}
