//! Orders from the engine to its shell. Each carries the ids by which its outcome is matched.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::protocol::approval::{Answer, GrantScope, ProposedNote, RuleEffect};
use crate::protocol::cache::CacheScope;
use crate::protocol::call::ToolCall;
use crate::protocol::catalogue::CatalogueCommand;
use crate::protocol::change::HunkState;
use crate::protocol::command::CancelMode;
use crate::protocol::ids::{CallId, HunkId, RunId, SessionId, StepId, TimerId};
use crate::protocol::index::Consent;
use crate::protocol::mention::MentionedLines;
use crate::protocol::permission::AfterDenial;
use crate::protocol::picture::MentionedPicture;
use crate::protocol::plan::Grant;
use crate::protocol::review::ApplyRecord;
use crate::protocol::route::{EgressTarget, Target};
use crate::protocol::session::{ForkAt, SettingsChange};
use crate::protocol::stream::Freshness;

use super::context::CompactionExtent;
use super::review::job::ReviewJob;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Effect {
    /// Ask the model. Answered by `StreamAppended`, then `StepFinished` or `StepFailed`; or by `StepTooLong` or
    /// `StepWithheld`.
    RequestStep {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        step: StepId,
        /// Which step of the session this is, from 1: the key of recordings.
        number: u32,
        target: Target,
        /// What is done where the conversation does not fit.
        overflow: Overflow,
        /// What is staged, where a summary stands for how that came about.
        staged: Option<ProposedNote>,
        /// Whether an answer that was kept from before will do.
        #[serde(default)]
        freshness: Freshness,
    },
    /// Have the model summarise the older part of the conversation. Answered by `Compacted` or `NotCompacted`.
    Compact {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// As which step: it is dropped as one.
        step: StepId,
        /// Which summary of the session this is, from 1: the key of recordings.
        number: u32,
        target: Target,
        /// How much of the conversation.
        reach: CompactionExtent,
        /// What the human wants it to pay attention to; may be empty.
        words: String,
    },
    /// Look whether lines that messages name are there, and which files that they name are pictures. Answered by
    /// `LinesLookedAt`.
    LookAtLines {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        named: Vec<MentionedLines>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pictures: Vec<MentionedPicture>,
    },
    /// Find the folder that a change of settings names, inside of the workspace. Answered by `FolderLookedAt`.
    LookAtFolder {
        /// Of which session, open or not.
        session: SessionId,
        /// What is to change.
        change: SettingsChange,
    },
    /// Drop the request. Not answered.
    CancelStep { step: StepId },
    /// Check a call and plan it. Answered by `CallPrepared` or `CallRefused`.
    PrepareCall {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        call: ToolCall,
    },
    /// Carry out a planned call. Answered by `CallOutput`, then `CallFinished`.
    RunCall {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        call: CallId,
        grant: Grant,
    },
    /// A planned change is staged: give its result, the disk stays as it is. Answered by
    /// `CallFinished`.
    StageCall {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        call: CallId,
    },
    /// Work on texts for the review. Answered by `ReviewWorked`.
    Review {
        /// In which session.
        session: SessionId,
        /// Comes back with the answer.
        version: u64,
        job: ReviewJob,
    },
    /// Write decided files. Answered by `SaveCarriedOut`.
    CarryOutSave {
        /// In which session.
        session: SessionId,
        save: ApplyRecord,
    },
    /// The agent goes on with what it knew of these hunks until `ShareDecisions`. Not answered.
    HoldDecisions {
        /// In which session.
        session: SessionId,
        /// The hunks, each as the agent knows it.
        before: Vec<(HunkId, HunkState)>,
    },
    /// The agent knows every decision from now on. Not answered.
    ShareDecisions {
        /// In which session.
        session: SessionId,
    },
    /// Forget a planned call. Not answered.
    DropCall { call: CallId },
    /// Forget a call that is not carried out, and tell a program that waits for leave for it. Not answered.
    RefuseCall {
        call: CallId,
        /// Why, for the model.
        why: String,
        /// What the program does next.
        then: AfterDenial,
    },
    /// End a running call. It still reports.
    CancelCall { call: CallId, how: CancelMode },
    /// Wake the engine later. Answered by `TimerFired`.
    StartTimer {
        timer: TimerId,
        /// After how long, in milliseconds; the shell may add a tenth of jitter to a retry.
        after_ms: u64,
        purpose: TimerPurpose,
    },
    /// Forget a timer. Not answered.
    StopTimer { timer: TimerId },
    /// Look whether the path of an answer lies in the workspace. Answered by `PathLookedAt`.
    LookAtPath {
        /// In which session.
        session: SessionId,
        path: String,
        answer: Answer,
    },
    /// Choose a model of a provider that works. Answered by `ModelChosen`.
    ChooseModel {
        /// In which session.
        session: SessionId,
        /// Of which provider.
        provider: String,
    },
    /// Keep a rule in a config file. Answered by `RuleSaved`.
    SaveRule {
        /// In which session it was made.
        session: SessionId,
        /// In whose config: the workspace's or the user's.
        scope: GrantScope,
        /// What it does.
        effect: RuleEffect,
        /// What it matches.
        pattern: String,
    },
    /// Keep whether content of the workspace's files may go to the provider of the index's vectors. Answered by
    /// `ConsentKept`.
    KeepConsent {
        /// In which session it was said.
        session: SessionId,
        consent: Consent,
    },
    /// Keep the workspace's note. Answered by `NoteSaved`.
    SaveNote {
        /// In which session it was typed.
        session: SessionId,
        /// What it was made of.
        base: String,
        text: String,
    },
    /// Empty the cache of answers and vectors. Answered by `CacheCleaned`.
    CleanCache {
        /// In which session it was said.
        session: SessionId,
        scope: CacheScope,
    },
    /// Change what is kept of models and providers. Answered by `CatalogueChanged`.
    ChangeCatalogue {
        /// In which session it was said.
        session: SessionId,
        order: CatalogueCommand,
    },
    /// Keep whether content of the workspace may go to a provider that is not on this machine. Answered by
    /// `SendConsentKept`.
    KeepSendConsent {
        /// In which session it was said.
        session: SessionId,
        /// Which run waits for it.
        run: RunId,
        to: EgressTarget,
        /// What was said.
        consent: Consent,
    },
    /// Look at a conversation that is to be forked. Answered by `ForkLookedAt`.
    LookAtFork {
        session: SessionId,
        /// The id that the fork shall have.
        new: SessionId,
        /// Up to where.
        at: ForkAt,
    },
    /// Write a session to a file. Answered by `SessionExported`.
    ExportSession {
        session: SessionId,
        /// The file; one named after the session if left out.
        path: Option<PathBuf>,
    },
    /// Check a document and store it as a session. Answered by `SessionImported`.
    ImportSession {
        /// Where it was said.
        session: SessionId,
        /// The id that the new one shall have.
        new: SessionId,
        path: PathBuf,
    },
    /// The session is open no longer: its lock is free. Not answered.
    ReleaseSession { session: SessionId },
    /// Read a session from the store. Answered by `SessionLoaded` or `SessionNotLoaded`.
    LoadSession { session: SessionId },
}

impl Effect {
    /// Whether it only ends what runs, so that it needs no record to be carried out.
    pub fn only_ends(&self) -> bool {
        matches!(
            self,
            Effect::CancelStep { .. }
                | Effect::CancelCall { .. }
                | Effect::StopTimer { .. }
                | Effect::DropCall { .. }
        )
    }
}

/// What is done with a request whose conversation does not fit into the model's window with its results shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overflow {
    /// It is not sent; the engine decides.
    Tell,
    /// It is sent without the oldest answers.
    LeaveOut,
}

/// What a timer is for. A retry counts as work in flight, the others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimerPurpose {
    /// Ask the model again.
    Retry,
    PromptTimeout,
    /// A step has taken as long as it may.
    StepTime,
}
