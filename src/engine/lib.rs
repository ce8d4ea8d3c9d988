//! The rules: sessions, runs, steps, calls, confirmations, limits, retries and the loop guard, as a
//! pure state machine.
//!
//! `step` takes one message and returns events and effects. No async, no clock, no files, no
//! randomness; time, ids and the text of answers that break off come with the call. The actor owns the engine, journals the events,
//! then carries out the effects and brings their outcomes back. `step` is total: a senseless
//! command yields `CommandRejected` with the reason, a late outcome yields nothing.

mod agent_calls;
mod answers;
pub mod budget;
mod calls;
mod cancel;
mod changes;
mod commands;
mod compaction;
pub mod context;
mod effect;
mod effort;
mod egress;
mod faults;
mod guard;
mod hooks;
mod ids;
mod ignored_calls;
mod instructions;
mod lifecycle;
mod load;
mod memory;
mod model_choice;
mod network;
mod next_model;
mod on_disk;
mod outcome;
mod pictures;
mod pins;
mod questions;
mod received;
mod replan;
mod results;
mod resume;
mod retry;
mod review;
mod route;
pub mod routing;
mod run;
mod sandbox;
mod server_questions;
mod session;
mod step;
mod sub_agents;
mod taint;
mod task_calls;
pub mod tasks;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod thread;
mod title;
mod wizard;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use serde::{Deserialize, Serialize};

use ::hooks::HookEvent;
use notice::Notice;
use protocol::approval::Rule;
use protocol::catalogue::Budgets;
use protocol::command::{Command, CommandKind};
use protocol::effort::{Effort, ReasoningTable};
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::{RunId, SessionId};
use protocol::sandbox::Rung;

pub use self::hooks::HookSubject;
pub use effect::{Effect, Overflow, TimerPurpose};
pub use ids::{IdSource, RandomIds};
pub use outcome::{
    CallCompletion, EgressRefusal, Imported, Outcome, RecoveredChanges, RequestedCall, StepAnswer,
};
pub use received::{NoStreams, ReceivedText};
pub use review::commands::OperationMove;
pub use review::job::{ApplySelection, ReviewJob, ReviewWork};

use lifecycle::Loading;
use routing::RoutingConfig;
use sandbox::SandboxTrial;
use session::Session;

/// The engine's settings, fixed at construction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineConfig {
    /// Number of calls after which the user is asked about the run, or the run ends.
    pub max_tool_calls: u32,
    /// The config key that raises `max_tool_calls`.
    pub tool_calls_key: &'static str,
    /// Number of times that a run may send bad arguments before it ends.
    pub max_schema_retries: u32,
    /// Number of times that a write may meet a changed file before the run ends.
    pub max_conflict_retries: u32,
    /// Attempts at a request, including the first.
    pub max_attempts: u32,
    /// Whether a user is there to be asked.
    pub attendance: Attendance,
    /// Seconds after which a confirmation counts as no; `None` waits forever.
    pub prompt_timeout_s: Option<u32>,
    /// Rules from the command line and the config files, added to every session.
    pub rules: Vec<Rule>,
    /// Number of the last checkpoint in this workspace.
    pub last_checkpoint: u64,
    /// Limits on spending.
    #[serde(default)]
    pub budgets: Budgets,
    /// The choice of the model that answers.
    pub routing: RoutingConfig,
    /// The existing providers; if the list is empty, every name is accepted.
    #[serde(default)]
    pub providers: Vec<String>,
    /// Efforts that models accept.
    #[serde(default)]
    pub reasoning: ReasoningTable,
    /// The effort for models that are known to reason, until the user chooses another one.
    #[serde(default)]
    pub effort: Effort,
    /// The highest rung that the configuration asks for.
    #[serde(default)]
    pub sandbox: Rung,
    /// The events that hooks are defined for.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub hooks: BTreeSet<HookEvent>,
    /// Whether each run begins with a look whether the definitions of hooks have changed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rereads_hooks: bool,
    /// Whether a run that begins with a message of the user begins with a recall.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recalls: bool,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            max_tool_calls: 50,
            tool_calls_key: "max_tool_calls_workbench",
            max_schema_retries: 5,
            max_conflict_retries: 5,
            max_attempts: 3,
            attendance: Attendance::Attended,
            prompt_timeout_s: None,
            rules: Vec::new(),
            last_checkpoint: 0,
            budgets: Budgets::default(),
            routing: RoutingConfig::default(),
            providers: Vec::new(),
            reasoning: ReasoningTable::default(),
            effort: Effort::Auto,
            sandbox: Rung::Off,
            hooks: BTreeSet::new(),
            rereads_hooks: false,
            recalls: false,
        }
    }
}

/// Whether a user is there to be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attendance {
    Attended,
    /// No: the engine denies actions that need a confirmation, and answers questions with
    /// `no_user_answer`.
    Unattended,
}

/// Input of the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "msg", rename_all = "snake_case")]
pub enum Input {
    /// A command from a front end.
    Command(Command),
    /// The outcome of an effect.
    Outcome(Outcome),
}

/// Input of a step from outside: the time, new ids, and the text of answers that break off.
pub struct StepContext<'a> {
    pub now: Timestamp,
    pub ids: &'a mut dyn IdSource,
    pub received: &'a dyn ReceivedText,
}

/// The result of a step: events to journal and fan out, then effects to carry out.
#[derive(Debug, Default)]
pub struct Step {
    /// The events, without a place in the log yet.
    pub events: Vec<Event>,
    pub effects: Vec<Effect>,
}

/// The state machine.
#[derive(Debug)]
pub struct Engine {
    config: EngineConfig,
    sessions: BTreeMap<SessionId, Session>,
    /// Sessions that are being read, with the commands that wait for them.
    loading: BTreeMap<SessionId, Loading>,
    sandbox: SandboxTrial,
}

impl Engine {
    /// Creates an engine without sessions.
    pub fn new(config: EngineConfig) -> Self {
        Self {
            sandbox: SandboxTrial::of(config.sandbox),
            config,
            sessions: BTreeMap::new(),
            loading: BTreeMap::new(),
        }
    }

    /// Whether a session only waits for an answer and nothing else happens in its run, so that
    /// another process can continue it.
    pub fn only_waits(&self, session: SessionId) -> bool {
        self.sessions.get(&session).is_some_and(Session::only_waits)
    }

    /// Handles one message. Never blocks, never fails, well under a millisecond.
    pub fn step(&mut self, msg: Input, cx: &mut StepContext<'_>) -> Step {
        let mut turn = StepBuilder {
            cx,
            config: &mut self.config,
            sandbox: &mut self.sandbox,
            step: Step::default(),
        };
        match msg {
            Input::Command(command) => {
                take_command(&mut self.sessions, &mut self.loading, command, &mut turn);
            }
            Input::Outcome(Outcome::ForkRead {
                session,
                new,
                result,
            }) => lifecycle::forked(&mut self.loading, (new, session), result, &mut turn),
            Input::Outcome(Outcome::SessionImported {
                session,
                new,
                result,
            }) => lifecycle::imported(&mut self.loading, (new, session), result, &mut turn),
            Input::Outcome(Outcome::FolderResolved { session, result }) => match result {
                Ok(change) => {
                    let command = Command::ConfigureSession { session, change };
                    take_known(&mut self.sessions, &mut self.loading, command, &mut turn);
                }
                Err(reason) => turn.reject(session, CommandKind::ConfigureSession, reason),
            },
            Input::Outcome(Outcome::SessionLoaded {
                snapshot,
                review,
                recovered,
            }) => {
                let id = snapshot.summary.id;
                let opens = self
                    .loading
                    .get(&id)
                    .is_some_and(|loading| !loading.briefly);
                let stored = (&*snapshot, &*review, &recovered);
                load::take(&mut self.sessions, stored, opens, &mut turn);
                take_waiting(&mut self.sessions, &mut self.loading, id, &mut turn);
            }
            Input::Outcome(outcome) => {
                let loaded = loaded_session(&outcome);
                take_outcome(&mut self.sessions, outcome, &mut turn);
                if let Some(session) = loaded {
                    take_waiting(&mut self.sessions, &mut self.loading, session, &mut turn);
                }
            }
        }
        for session in self.sessions.values_mut() {
            session.follow_agents(&mut turn);
            session.ask_about_proposed_again(&mut turn);
        }
        next_model::set(&mut self.sessions, &mut turn);
        model_choice::send_waiting(&mut self.sessions, &mut turn);
        lifecycle::finish_deletions(&mut self.sessions, &mut turn);
        sandbox::go_on(&mut self.sessions, &mut turn);
        turn.step
    }
}

/// Handles a command. Only the shell can resolve a folder, so it first checks a command that names
/// one.
fn take_command(
    sessions: &mut BTreeMap<SessionId, Session>,
    loading: &mut BTreeMap<SessionId, Loading>,
    command: Command,
    turn: &mut StepBuilder<'_, '_>,
) {
    match command {
        Command::ConfigureSession { session, change } if change.cwd.is_some() => {
            turn.effect(Effect::ResolveFolder { session, change });
        }
        command => take_known(sessions, loading, command, turn),
    }
}

/// Handles a command, or keeps it until its session is loaded.
fn take_known(
    sessions: &mut BTreeMap<SessionId, Session>,
    loading: &mut BTreeMap<SessionId, Loading>,
    command: Command,
    turn: &mut StepBuilder<'_, '_>,
) {
    let session = command.session();
    if let Some(owner) = owner_of_agent(sessions, session) {
        if let Some(owner) = sessions.get_mut(&owner) {
            owner.take_command_for_agent(command, turn);
        }
        return;
    }
    let opens = matches!(command, Command::OpenSession { .. });
    if let Some(loading) = loading.get_mut(&session) {
        if opens && loading.briefly {
            loading.briefly = false;
        } else {
            loading.waiting.push(command);
        }
        return;
    }
    let briefly = lifecycle::opens_briefly(&command);
    if sessions.contains_key(&session) || !(opens || briefly) {
        return commands::take(sessions, command, turn);
    }
    loading.insert(
        session,
        Loading {
            waiting: if briefly { vec![command] } else { Vec::new() },
            briefly,
        },
    );
    turn.effect(Effect::LoadSession { session });
}

/// Handles the commands that wait for a session once it was read, or could not be read.
fn take_waiting(
    sessions: &mut BTreeMap<SessionId, Session>,
    loading: &mut BTreeMap<SessionId, Loading>,
    session: SessionId,
    turn: &mut StepBuilder<'_, '_>,
) {
    let Some(Loading { waiting, briefly }) = loading.remove(&session) else {
        return;
    };
    let is_there = sessions.contains_key(&session);
    // A command that works in the session keeps it open.
    let closes = briefly && waiting.iter().all(lifecycle::opens_briefly);
    for command in waiting {
        // The reason why the session could not be opened has been reported.
        if is_there || !briefly || !lifecycle::opens_briefly(&command) {
            next_model::take(sessions, command, turn);
        }
    }
    if closes {
        lifecycle::close(sessions, session, turn);
    }
}

/// Returns the session whose loading ends with this outcome, successful or not.
fn loaded_session(outcome: &Outcome) -> Option<SessionId> {
    match outcome {
        Outcome::SessionNotLoaded { session, .. } => Some(*session),
        _ => None,
    }
}

/// Routes an outcome to its session; an outcome for a session that is gone changes nothing.
fn take_outcome(
    sessions: &mut BTreeMap<SessionId, Session>,
    outcome: Outcome,
    turn: &mut StepBuilder<'_, '_>,
) {
    match outcome {
        Outcome::SessionNotLoaded { session, reason } => {
            turn.reject(session, CommandKind::OpenSession, reason);
        }
        Outcome::TimerFired { timer } => {
            for session in sessions.values_mut() {
                session.timer_fired(timer, turn);
            }
        }
        Outcome::RuleSaved { session, result }
        | Outcome::HooksTrusted { session, result }
        | Outcome::ServerOrdered { session, result }
        | Outcome::IndexConsentStored { session, result }
        | Outcome::CacheCleaned { session, result }
        | Outcome::SessionExported { session, result }
        | Outcome::CatalogueChanged { session, result } => match result {
            Ok(place) => turn.notice(session, NoticeLevel::Info, place),
            Err(reason) => turn.notice(session, NoticeLevel::Error, reason),
        },
        Outcome::ModelChosen {
            session,
            provider,
            result,
        } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.model_chosen(provider, result, turn);
            }
        }
        Outcome::PathChecked {
            session,
            answer,
            result,
        } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.path_checked(answer, result, turn);
            }
        }
        Outcome::MemoryOrdered {
            session,
            result,
            waiting,
        } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.memory_ordered(result, waiting, turn);
            }
        }
        Outcome::HooksRead {
            session,
            run,
            events,
            told,
        } => {
            turn.config.hooks = events;
            in_conversation(sessions, session, |session| {
                session.hooks_read(run, told, turn);
            });
        }
        Outcome::HooksRan {
            session,
            run,
            subject,
            verdict,
        } => {
            in_conversation(sessions, session, |session| {
                session.hooks_ran(run, subject, *verdict, turn);
            });
        }
        Outcome::NoteSaved { session, result } => match result {
            Ok(text) => turn.fact(session, None, EventKind::NoteChanged { text }),
            Err(reason) => turn.reject(session, CommandKind::SaveNote, reason),
        },
        Outcome::ServerAsked { question } => server_questions::asked(sessions, *question, turn),
        Outcome::ServerQuestionWithdrawn { number } => {
            server_questions::withdrawn(sessions, number, turn);
        }
        Outcome::SandboxFound { offer } => sandbox::found(sessions, &offer, turn),
        Outcome::ReviewWorked {
            session,
            version,
            result,
        } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.review_worked(version, result.map(|work| *work), turn);
            }
        }
        Outcome::Applied {
            session,
            apply,
            result,
        } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.applied(apply, &result, turn);
            }
        }
        // Handled earlier, because they open a session.
        Outcome::SessionLoaded { .. }
        | Outcome::ForkRead { .. }
        | Outcome::SessionImported { .. }
        | Outcome::FolderResolved { .. } => {}
        Outcome::MentionsResolved { session, .. }
        | Outcome::StreamAppended { session, .. }
        | Outcome::ProposalGrew { session, .. }
        | Outcome::StepProgress { session, .. }
        | Outcome::StepNoted { session, .. }
        | Outcome::ConversationNamed { session, .. }
        | Outcome::CallAdded { session, .. }
        | Outcome::CallWithdrawn { session, .. }
        | Outcome::ContextOverflow { session, .. }
        | Outcome::ImagesUnsupported { session, .. }
        | Outcome::EgressBlocked { session, .. }
        | Outcome::EgressConsentStored { session, .. }
        | Outcome::Compacted { session, .. }
        | Outcome::NotCompacted { session, .. }
        | Outcome::StepFinished { session, .. }
        | Outcome::StepFailed { session, .. }
        | Outcome::CallPrepared { session, .. }
        | Outcome::CallRefused { session, .. }
        | Outcome::CallOutput { session, .. }
        | Outcome::ExternalChangesFound { session, .. }
        | Outcome::Remembered { session, .. }
        | Outcome::Recalled { session, .. }
        | Outcome::CallFinished { session, .. } => {
            in_conversation(sessions, session, |session| {
                session.take_run_outcome(outcome, turn);
            });
        }
    }
}

/// Does work in the thread with this conversation: that of a session, or of an agent at work in one.
fn in_conversation(
    sessions: &mut BTreeMap<SessionId, Session>,
    id: SessionId,
    work: impl FnOnce(&mut Session),
) {
    let session = if sessions.contains_key(&id) {
        Some(id)
    } else {
        owner_of_agent(sessions, id)
    };
    if let Some(session) = session.and_then(|session| sessions.get_mut(&session)) {
        session.in_thread(id, work);
    }
}

/// Returns the session in which an agent is at work.
fn owner_of_agent(sessions: &BTreeMap<SessionId, Session>, agent: SessionId) -> Option<SessionId> {
    let mut all = sessions.values();
    let owner = all.find(|session| session.parked.iter().any(|it| it.conversation == agent))?;
    Some(owner.id)
}

/// A step under construction.
struct StepBuilder<'a, 'b> {
    cx: &'a mut StepContext<'b>,
    config: &'a mut EngineConfig,
    sandbox: &'a mut SandboxTrial,
    step: Step,
}

impl StepBuilder<'_, '_> {
    fn fact(&mut self, session: SessionId, run: Option<RunId>, fact: EventKind) {
        self.step.events.push(Event {
            seq: None,
            at: self.cx.now,
            session,
            run,
            fact,
        });
    }

    fn effect(&mut self, effect: Effect) {
        self.step.effects.push(effect);
    }

    fn notice(&mut self, session: SessionId, level: NoticeLevel, text: Notice) {
        self.fact(session, None, EventKind::Notice { level, text });
    }

    fn reject(&mut self, session: SessionId, command: CommandKind, reason: Notice) {
        let fact = EventKind::CommandRejected {
            command,
            reason,
            said: None,
        };
        self.fact(session, None, fact);
    }

    fn new_id(&mut self) -> uuid::Uuid {
        self.cx.ids.next()
    }
}
