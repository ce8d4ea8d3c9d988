//! What came of effects. An outcome whose run is over or whose call was cancelled changes
//! nothing.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::protocol::approval::Answer;
use crate::protocol::call::{CallResult, ToolClass, ToolError};
use crate::protocol::catalogue::Spent;
use crate::protocol::change::{Entry, FileStat};
use crate::protocol::compaction::Compaction;
use crate::protocol::event::TextChannel;
use crate::protocol::ids::{CallId, RunId, SaveId, SessionId, StepId, TimerId};
use crate::protocol::index::Consent;
use crate::protocol::interrupted::InterruptedRun;
use crate::protocol::mention::ResolvedLines;
use crate::protocol::picture::ResolvedPicture;
use crate::protocol::plan::{CallPlan, ObservedChange};
use crate::protocol::review::{ApplyRecord, ApplyResult, ReviewSnapshot};
use crate::protocol::route::EgressTarget;
use crate::protocol::session::{
    ContextWindow, Fork, QueuedMessage, SessionSnapshot, SettingsChange,
};
use crate::protocol::stream::{IgnoredCall, ProviderError, StopReason};
use crate::protocol::usage::Usage;

use super::review::job::ReviewWork;

/// What a dead process had begun in a session, as far as it could be brought to an end.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RecoveredChanges {
    /// Saves, as they were brought to their end.
    pub saves: Vec<(ApplyRecord, ApplyResult)>,
    /// What a command had changed that was cut off, with its call; the bytes are stored.
    pub changes: Option<(CallId, Vec<ObservedChange>)>,
    /// The run that it was in.
    #[serde(default)]
    pub left: Option<InterruptedRun>,
}

/// A session that was stored from a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    pub name: String,
    /// How many messages it has.
    pub messages: u64,
    /// How many changes it tells of; they are there for reading.
    #[serde(default)]
    pub changes: u64,
    /// What of the document was left out, in words.
    pub left_out: Vec<String>,
}

/// Why a request did not leave the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EgressRefusal {
    /// The human was not asked yet.
    NotAsked,
    /// The human refused.
    Refused,
    /// Nothing may: `allow_fallback` is false.
    Never,
}

/// A fact about an effect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Outcome {
    /// A session was read.
    SessionLoaded {
        snapshot: Box<SessionSnapshot>,
        /// What is kept of its review.
        review: Box<ReviewSnapshot>,
        /// What a dead process had begun in it.
        recovered: RecoveredChanges,
    },
    /// A session could not be read.
    SessionNotLoaded {
        session: SessionId,
        /// Why, and what to do next.
        reason: String,
    },
    /// Lines that a message names were looked at.
    LinesLookedAt {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// What is there.
        found: Vec<ResolvedLines>,
        /// The pictures among the files that were named; what is none is passed over.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pictures: Vec<ResolvedPicture>,
    },
    /// A folder that a change of settings names was looked at.
    FolderLookedAt {
        /// Of which session, open or not.
        session: SessionId,
        /// What is to change, with the whole path of the folder; or why that cannot be.
        result: Result<SettingsChange, String>,
    },
    /// The model wrote more.
    StreamAppended {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// In which step.
        step: StepId,
        channel: TextChannel,
        text: String,
    },
    /// More of a call came in that writes a file.
    ProposalGrew {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// In which step.
        step: StepId,
        /// The file, as the model wrote it.
        path: String,
    },
    /// There is something that the human should know at once.
    StepNoted {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// In which step.
        step: StepId,
        text: String,
    },
    /// The provider keeps the conversation itself.
    ConversationNamed {
        session: SessionId,
        provider: String,
        /// What the conversation is called there.
        name: String,
    },
    /// The answer is whole.
    StepFinished {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        step: StepId,
        answer: StepAnswer,
    },
    /// The answer broke off.
    StepFailed {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        step: StepId,
        error: ProviderError,
    },
    /// The request was not sent: the conversation does not fit.
    StepTooLong {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        step: StepId,
    },
    /// The request was not sent: it has pictures that no model has answered to, and this one cannot see.
    StepBlind {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        step: StepId,
        /// The messages from the first with such a picture on, as they were typed.
        returned: Vec<QueuedMessage>,
        /// Models that can see, as `provider/model`.
        seeing: Vec<String>,
    },
    /// The request was not sent: it would leave the machine without leave.
    StepWithheld {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        step: StepId,
        /// Where it would have gone.
        to: EgressTarget,
        why: EgressRefusal,
    },
    /// The human's word on sending content of the workspace was kept.
    SendConsentKept {
        /// In which session it was said.
        session: SessionId,
        /// Which run waits for it.
        run: RunId,
        to: EgressTarget,
        /// What was said.
        consent: Consent,
        /// What it means, or why it holds for this process only.
        result: Result<String, String>,
    },
    /// The older part of the conversation was summarised.
    Compacted {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// As which step.
        step: StepId,
        /// What came of it.
        compaction: Box<Compaction>,
    },
    /// The conversation was not summarised.
    NotCompacted {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// As which step.
        step: StepId,
        /// Why, in words.
        reason: String,
        /// What was spent on it.
        usage: Usage,
    },
    /// A call was checked and planned.
    CallPrepared {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// What it would do.
        plan: Box<CallPlan>,
    },
    /// A call cannot be done.
    CallRefused {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        call: CallId,
        error: ToolError,
    },
    /// While a call runs, its program asks for leave for another one.
    CallAdded {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// The call that runs.
        parent: CallId,
        /// The other one.
        requested: RequestedCall,
    },
    /// A call that waits for an answer is of no use any more.
    CallWithdrawn {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        call: CallId,
        why: String,
    },
    /// A running call wrote something.
    CallOutput {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        call: CallId,
        /// Byte offset in its output.
        offset: u64,
        text: String,
    },
    /// A call is over.
    CallFinished {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// What came of it.
        done: Box<CallCompletion>,
    },
    /// Files changed while the agent's own program worked, by no call that could be named. The bytes are stored.
    ChangedBesides {
        /// In which session.
        session: SessionId,
        /// In which run; it may be over.
        run: RunId,
        /// What changed, in the order in which it can be made again.
        observed: Vec<ObservedChange>,
        /// What cannot be brought back, or could not be if it changed, in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_covered: Option<String>,
    },
    /// Work on texts for the review is done, or cannot be, with why.
    ReviewWorked {
        /// In which session.
        session: SessionId,
        /// As it was ordered.
        version: u64,
        /// What was found.
        result: Result<Box<ReviewWork>, String>,
    },
    /// Decided files were written, or not.
    SaveCarriedOut {
        /// In which session.
        session: SessionId,
        save: SaveId,
        /// How it ended.
        result: ApplyResult,
    },
    /// Time is up.
    TimerFired { timer: TimerId },
    /// The human's word on sending content of files was kept, or not.
    ConsentKept {
        /// In which session it was said.
        session: SessionId,
        /// What it means, or why it does not hold.
        result: Result<String, String>,
    },
    /// The workspace's note was kept, or not.
    NoteSaved {
        /// In which session it was typed.
        session: SessionId,
        /// It, with what came in meanwhile; or why it is not kept.
        result: Result<String, String>,
    },
    /// A conversation was looked at, to be forked.
    ForkLookedAt {
        session: SessionId,
        /// The id that the fork shall have.
        new: SessionId,
        /// What it begins with, under the ids of the other; or why it cannot be.
        result: Result<Box<Fork>, String>,
    },
    /// A session was written to a file, or not.
    SessionExported {
        session: SessionId,
        /// Where to, or why not.
        result: Result<String, String>,
    },
    /// A document was stored as a session, or refused.
    SessionImported {
        /// Where it was said.
        session: SessionId,
        /// The id of the new session.
        new: SessionId,
        /// What it is, or why it was refused.
        result: Result<Imported, String>,
    },
    /// A cache was emptied, or not.
    CacheCleaned {
        /// In which session it was said.
        session: SessionId,
        /// What was done, or why not.
        result: Result<String, String>,
    },
    /// The catalogue was changed, or not.
    CatalogueChanged {
        /// In which session it was said.
        session: SessionId,
        /// What was done, or why not.
        result: Result<String, String>,
    },
    /// The path of an answer was looked at.
    PathLookedAt {
        /// In which session.
        session: SessionId,
        answer: Answer,
        /// Why it leads to no place in the workspace, if it does not.
        result: Result<(), String>,
    },
    /// A model of a provider was chosen, or none can be.
    ModelChosen {
        /// In which session.
        session: SessionId,
        /// Of which provider.
        provider: String,
        /// The model, or why there is none and what to do.
        result: Result<String, String>,
    },
    /// A rule was kept in a config file, or not.
    RuleSaved {
        /// In which session it was made.
        session: SessionId,
        /// Where it stands now, or why it does not.
        result: Result<String, String>,
    },
}

/// A model's whole answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StepAnswer {
    pub text: String,
    pub reasoning: String,
    /// The reasoning as its server wants it back.
    pub sealed: Vec<Value>,
    /// The calls, in order.
    pub calls: Vec<RequestedCall>,
    /// What it cost.
    pub usage: Usage,
    /// How full the context window was.
    pub window: ContextWindow,
    /// Why it ended; `None` where the server did not say.
    pub stop: Option<StopReason>,
    /// Something the human should know about it.
    pub notice: Option<String>,
    /// What in its text looks like a call and is not carried out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<IgnoredCall>,
    /// What was spent today, this answer among it; `None` where nobody counts.
    #[serde(default)]
    pub today: Option<Spent>,
}

/// A call as the model made it, with the class that the registry knows for its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RequestedCall {
    /// The server's id for it.
    pub provider_id: String,
    /// The tool's name.
    pub tool: String,
    /// What kind of thing it does.
    pub class: ToolClass,
    pub arguments: Value,
}

/// A call that is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallCompletion {
    /// What the model and the human see.
    pub result: CallResult,
    /// Lines that it changed.
    pub stat: Option<FileStat>,
    /// The entry as it was really written, where it is not the planned one.
    pub applied: Option<Entry>,
    /// What changed on the disk while it ran, in the order in which it can be made again.
    pub observed: Vec<ObservedChange>,
}
