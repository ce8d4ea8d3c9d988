//! Effects: orders from the engine to its shell. Each carries the ids that match its outcome.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use hooks::Occasion;
use protocol::approval::{Answer, GrantScope, Mode, ProposedNote, RuleEffect};
use protocol::cache::CacheScope;
use protocol::call::ToolCall;
use protocol::catalogue::CatalogueCommand;
use protocol::change::HunkState;
use protocol::command::CancelMode;
use protocol::ids::{CallId, HunkId, MemoryId, RunId, SessionId, StepId, TimerId};
use protocol::index::Consent;
use protocol::mcp::ServerOrder;
use protocol::memory::{MemoryOrder, RememberRequest};
use protocol::mention::MentionedPart;
use protocol::permission::AfterDenial;
use protocol::picture::MentionedPicture;
use protocol::plan::{Executor, Grant};
use protocol::review::ApplyRecord;
use protocol::route::{EgressTarget, Target};
use protocol::server_question::AnswerToServer;
use protocol::session::{ForkAt, SettingsChange};
use protocol::stream::Freshness;
use protocol::taint::Taint;

use super::context::CompactionExtent;
use super::hooks::HookSubject;
use super::review::job::ReviewJob;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Effect {
    /// Ask the model. Answered by `StreamAppended`, then `StepFinished` or `StepFailed`; or by
    /// `ContextOverflow`, `ImagesUnsupported` or `EgressBlocked`.
    RequestStep {
        session: SessionId,
        run: RunId,
        step: StepId,
        /// Number of the step in the session, from 1: the key of recordings.
        number: u32,
        target: Target,
        /// Treatment of a conversation that does not fit.
        overflow: Overflow,
        /// The proposed changes, if a summary replaced the messages that explain them.
        proposed: Option<ProposedNote>,
        /// Whether an answer from the cache may be used.
        #[serde(default)]
        freshness: Freshness,
    },
    /// Have the model summarise the older part of the conversation. Answered by
    /// `Compacted` or `NotCompacted`.
    Compact {
        session: SessionId,
        run: RunId,
        /// The step as which the summary counts; it is cancelled like one.
        step: StepId,
        /// Number of the summary in the session, from 1: the key of recordings.
        number: u32,
        target: Target,
        /// The part of the conversation to cover.
        reach: CompactionExtent,
        /// The user's instructions for the summary; may be empty.
        words: String,
    },
    /// Check whether the lines that messages name exist, and which of the named files are pictures.
    /// Answered by `MentionsResolved`.
    ResolveMentions {
        session: SessionId,
        run: RunId,
        named: Vec<MentionedPart>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pictures: Vec<MentionedPicture>,
    },
    /// Find the folder that a change of settings names, inside the workspace.
    /// Answered by `FolderResolved`.
    ResolveFolder {
        /// The session, open or not.
        session: SessionId,
        change: SettingsChange,
    },
    /// Cancel the request. Not answered.
    CancelStep { step: StepId },
    /// Check a call and plan it. Answered by `CallPrepared` or `CallRefused`.
    PrepareCall {
        session: SessionId,
        run: RunId,
        call: ToolCall,
        /// Whether a command runs on the disk, also in a session that proposes its changes.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        on_disk: bool,
    },
    /// Carry out a planned call. Answered by `CallOutput`, then `CallFinished`.
    RunCall {
        session: SessionId,
        run: RunId,
        call: CallId,
        grant: Grant,
    },
    /// Return the result of a planned change that becomes proposed; the disk stays unchanged.
    /// Answered by `CallFinished`.
    ProposeCall {
        session: SessionId,
        run: RunId,
        call: CallId,
    },
    /// Compute texts for the review. Answered by `ReviewWorked`.
    Review {
        session: SessionId,
        /// The answer carries the same version.
        version: u64,
        job: ReviewJob,
    },
    /// Apply decided files. Answered by `Applied`.
    Apply {
        session: SessionId,
        apply: ApplyRecord,
    },
    /// Keep decisions on these hunks from the agent until `PublishDecisions`. Not answered.
    FreezeDecisions {
        session: SessionId,
        /// The hunks, each with the state that the agent knows.
        before: Vec<(HunkId, HunkState)>,
    },
    /// Let the agent know every decision from now on. Not answered.
    PublishDecisions { session: SessionId },
    /// Forget a planned call. Not answered.
    DropCall { call: CallId },
    /// Forget a call that is not carried out, and refuse it to an agent program that waits for
    /// permission. Not answered.
    RefuseCall {
        call: CallId,
        /// The reason, for the model.
        why: String,
        /// The agent program's next step.
        then: AfterDenial,
    },
    /// Cancel a running call. It still reports.
    CancelCall { call: CallId, how: CancelMode },
    /// Wake the engine later. Answered by `TimerFired`.
    StartTimer {
        timer: TimerId,
        /// Delay in milliseconds; the shell may add a tenth of jitter to a retry.
        after_ms: u64,
        purpose: TimerPurpose,
    },
    /// Cancel a timer. Not answered.
    StopTimer { timer: TimerId },
    /// Check whether the path of an answer is in the workspace. Answered by `PathChecked`.
    CheckPath {
        session: SessionId,
        path: String,
        answer: Answer,
    },
    /// Choose a working model of a provider. Answered by `ModelChosen`.
    ChooseModel {
        session: SessionId,
        provider: String,
    },
    /// Try which sandbox this machine offers for commands. Answered by `SandboxFound`.
    TrySandbox,
    /// Store a rule in a config file. Answered by `RuleSaved`.
    SaveRule {
        /// The session in which the user made the rule.
        session: SessionId,
        /// The config file: the workspace's or the user's.
        scope: GrantScope,
        effect: RuleEffect,
        pattern: String,
    },
    /// Store whether content of the workspace's files may go to the provider of the index's
    /// vectors. Answered by `IndexConsentStored`.
    StoreIndexConsent {
        /// The session in which the user answered.
        session: SessionId,
        consent: Consent,
    },
    /// Store the workspace's note. Answered by `NoteSaved`.
    SaveNote {
        /// The session in which the user typed the note.
        session: SessionId,
        /// The text that the edit started from.
        base: String,
        text: String,
    },
    /// Empty the cache of answers and vectors. Answered by `CacheCleaned`.
    CleanCache {
        /// The session in which the user gave the command.
        session: SessionId,
        scope: CacheScope,
    },
    /// Change the stored models and providers. Answered by `CatalogueChanged`.
    ChangeCatalogue {
        /// The session in which the user gave the command.
        session: SessionId,
        order: CatalogueCommand,
    },
    /// Store whether content of the workspace may go to a provider that is not on this machine.
    /// Answered by `EgressConsentStored`.
    StoreEgressConsent {
        /// The session in which the user answered.
        session: SessionId,
        /// The run that waits for the answer.
        run: RunId,
        to: EgressTarget,
        consent: Consent,
    },
    /// Read the definitions of hooks again, if their files have changed. Answered by `HooksRead`.
    ReadHooks { session: SessionId, run: RunId },
    /// Run the hooks of an occasion. Answered by `HooksRan`.
    RunHooks {
        session: SessionId,
        /// The run that waits, if one does.
        run: Option<RunId>,
        subject: HookSubject,
        occasion: Box<Occasion>,
        mode: Mode,
        /// Whether we or an agent program carry out the call that it is about.
        carried_out: Executor,
    },
    /// End the hooks that run for a session. Not answered, and neither are they.
    CancelHooks { session: SessionId },
    /// Store the user's trust in hooks, by their names; all if there are none. Answered by
    /// `HooksTrusted`.
    TrustHooks {
        session: SessionId,
        names: Vec<String>,
    },
    /// Carry out an order of the user about an MCP server. Answered by `ServerOrdered`.
    OrderServer {
        session: SessionId,
        order: ServerOrder,
    },
    /// Give an MCP server the user's answer to its question. Not answered.
    AnswerServer {
        /// Number of the question.
        number: u64,
        answer: AnswerToServer,
    },
    /// Store what a call remembers. Answered by `Remembered`.
    Remember {
        session: SessionId,
        run: RunId,
        call: CallId,
        request: RememberRequest,
        /// Whether the model that asks has read text from outside.
        taint: Taint,
    },
    /// Find what fits a message of the user, within a short time. Answered by `Recalled`.
    Recall {
        session: SessionId,
        run: RunId,
        /// The message.
        text: String,
        /// Items that are not to be recalled.
        without: Vec<MemoryId>,
    },
    /// Carry out an order of the user about the memory. Answered by `MemoryOrdered`.
    OrderMemory {
        session: SessionId,
        order: MemoryOrder,
    },
    /// Read a conversation that is to be forked. Answered by `ForkRead`.
    ReadFork {
        session: SessionId,
        /// The id of the fork.
        new: SessionId,
        /// The place up to which the fork takes the conversation.
        at: ForkAt,
    },
    /// Write a session to a file. Answered by `SessionExported`.
    ExportSession {
        session: SessionId,
        /// The file; named after the session if absent.
        path: Option<PathBuf>,
    },
    /// Check a document and store it as a session. Answered by `SessionImported`.
    ImportSession {
        /// The session in which the user gave the command.
        session: SessionId,
        /// The id of the new session.
        new: SessionId,
        path: PathBuf,
    },
    /// Release the lock of a session that is no longer open. Not answered.
    ReleaseSession { session: SessionId },
    /// Read a session from the store. Answered by `SessionLoaded` or `SessionNotLoaded`.
    LoadSession { session: SessionId },
}

impl Effect {
    /// Whether the effect only ends running work, so that it can be carried out without a record.
    pub fn only_ends(&self) -> bool {
        matches!(
            self,
            Effect::CancelStep { .. }
                | Effect::CancelCall { .. }
                | Effect::StopTimer { .. }
                | Effect::DropCall { .. }
                | Effect::CancelHooks { .. }
        )
    }
}

/// Treatment of a request whose conversation does not fit into the model's window even
/// with shortened results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overflow {
    /// The request is not sent; the engine decides.
    Tell,
    /// The request is sent without the oldest answers.
    LeaveOut,
}

/// Purpose of a timer. A retry counts as work in flight, the others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimerPurpose {
    Retry,
    QuestionTimeout,
    /// The time limit of a step.
    StepTime,
}
