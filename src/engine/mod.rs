//! The rules: sessions, runs, steps, calls, confirmations, limits, retries and the loop guard,
//! as a pure state machine.
//!
//! `step` takes one message and gives events and effects. No async, no clock, no files, no
//! randomness; time and ids come with the call. The actor owns the engine, journals the events,
//! then carries out the effects and brings their outcomes back. `step` is total: a senseless
//! command gives `CommandRejected` with why, a late outcome gives nothing.

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
mod egress;
mod faults;
mod guard;
mod ids;
mod ignored_calls;
mod lifecycle;
mod load;
mod model_choice;
mod next_model;
mod outcome;
mod pictures;
mod pins;
mod questions;
mod replan;
mod results;
mod resume;
mod retry;
mod review;
mod route;
pub mod routing;
mod run;
mod session;
mod step;
#[cfg(test)]
pub(crate) mod tests;
mod wizard;

use std::collections::BTreeMap;

use jiff::Timestamp;

use serde::{Deserialize, Serialize};

use crate::protocol::approval::Rule;
use crate::protocol::catalogue::Budgets;
use crate::protocol::command::Command;
use crate::protocol::event::{Event, EventKind, NoticeLevel};
use crate::protocol::ids::{RunId, SessionId};

pub use effect::{Effect, Overflow, TimerPurpose};
pub use ids::{IdSource, RandomIds};
pub use outcome::{
    CallCompletion, EgressRefusal, Imported, Outcome, RecoveredChanges, RequestedCall, StepAnswer,
};
pub use review::commands::OperationMove;
pub use review::job::{ApplySelection, ReviewJob, ReviewWork};

use lifecycle::Loading;
use routing::RoutingConfig;
use session::Session;

/// What the engine is told at its making.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineConfig {
    /// Calls that a run may make before it is asked about, or ends.
    pub max_tool_calls: u32,
    /// The key of the configuration with which that is raised.
    pub tool_calls_key: &'static str,
    /// Times that a run may send bad arguments before it ends.
    pub max_schema_retries: u32,
    /// Times that a write may meet a changed file before the run ends.
    pub max_conflict_retries: u32,
    /// Attempts at a request, the first among them.
    pub max_attempts: u32,
    /// Whether someone can be asked.
    pub attendance: Attendance,
    /// Seconds after which a confirmation answers no; `None` waits for ever.
    pub prompt_timeout_s: Option<u32>,
    /// Rules from the command line and the config files, given to every session.
    pub rules: Vec<Rule>,
    /// Number of the last checkpoint in this workspace.
    pub last_checkpoint: u64,
    /// What may be spent.
    #[serde(default)]
    pub budgets: Budgets,
    /// Which model answers.
    pub routing: RoutingConfig,
    /// The providers that there are; where none is named, every name is taken.
    #[serde(default)]
    pub providers: Vec<String>,
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
        }
    }
}

/// Whether someone can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attendance {
    Attended,
    /// No: what would be asked is denied, questions are answered with `no_user_answer`.
    Unattended,
}

/// What goes into the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "msg", rename_all = "snake_case")]
pub enum Input {
    /// An order from a front end.
    Command(Command),
    /// A fact about an effect.
    Outcome(Outcome),
}

/// What a step is given from outside: the time and new ids.
pub struct StepContext<'a> {
    pub now: Timestamp,
    /// Where ids come from.
    pub ids: &'a mut dyn IdSource,
}

/// What came of a step: facts to journal and fan out, then orders to carry out.
#[derive(Debug, Default)]
pub struct Step {
    /// Facts, without a place in the log yet.
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
}

impl Engine {
    /// An engine without sessions.
    pub fn new(config: EngineConfig) -> Self {
        Self {
            config,
            sessions: BTreeMap::new(),
            loading: BTreeMap::new(),
        }
    }

    /// Whether a session waits for an answer and nothing else goes on in its run, so that another process can go on
    /// with it.
    pub fn only_waits(&self, session: SessionId) -> bool {
        self.sessions.get(&session).is_some_and(Session::only_waits)
    }

    /// Takes one message. Never blocks, never fails, well under a millisecond.
    pub fn step(&mut self, msg: Input, cx: &mut StepContext<'_>) -> Step {
        let mut turn = StepBuilder {
            cx,
            config: &mut self.config,
            step: Step::default(),
        };
        match msg {
            Input::Command(command) => {
                take_command(&mut self.sessions, &mut self.loading, command, &mut turn);
            }
            Input::Outcome(Outcome::ForkLookedAt {
                session,
                new,
                result,
            }) => lifecycle::forked(&mut self.loading, (new, session), result, &mut turn),
            Input::Outcome(Outcome::SessionImported {
                session,
                new,
                result,
            }) => lifecycle::imported(&mut self.loading, (new, session), result, &mut turn),
            Input::Outcome(Outcome::FolderLookedAt { session, result }) => match result {
                Ok(change) => {
                    let command = Command::ConfigureSession { session, change };
                    take_known(&mut self.sessions, &mut self.loading, command, &mut turn);
                }
                Err(reason) => turn.reject(session, "configure_session", reason),
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
            session.put_staged_again(&mut turn);
        }
        next_model::set(&mut self.sessions, &mut turn);
        model_choice::send_waiting(&mut self.sessions, &mut turn);
        lifecycle::finish_deletions(&mut self.sessions, &mut turn);
        turn.step
    }
}

/// Takes a command. Where a folder that it names lies only the shell can tell, so that is looked at first.
fn take_command(
    sessions: &mut BTreeMap<SessionId, Session>,
    loading: &mut BTreeMap<SessionId, Loading>,
    command: Command,
    turn: &mut StepBuilder<'_, '_>,
) {
    match command {
        Command::ConfigureSession { session, change } if change.cwd.is_some() => {
            turn.effect(Effect::LookAtFolder { session, change });
        }
        command => take_known(sessions, loading, command, turn),
    }
}

/// Takes a command, or keeps it until its session is there.
fn take_known(
    sessions: &mut BTreeMap<SessionId, Session>,
    loading: &mut BTreeMap<SessionId, Loading>,
    command: Command,
    turn: &mut StepBuilder<'_, '_>,
) {
    let session = command.session();
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

/// A session was read, or could not be: what waits for it is taken.
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
    // Whoever wants to work in it keeps it open.
    let closes = briefly && waiting.iter().all(lifecycle::opens_briefly);
    for command in waiting {
        // Why it could not be opened was said.
        if is_there || !briefly || !lifecycle::opens_briefly(&command) {
            next_model::take(sessions, command, turn);
        }
    }
    if closes {
        lifecycle::close(sessions, session, turn);
    }
}

/// The session whose reading is over with this outcome, well or not.
fn loaded_session(outcome: &Outcome) -> Option<SessionId> {
    match outcome {
        Outcome::SessionNotLoaded { session, .. } => Some(*session),
        _ => None,
    }
}

/// Routes an outcome to its session; one for a session that is gone changes nothing.
fn take_outcome(
    sessions: &mut BTreeMap<SessionId, Session>,
    outcome: Outcome,
    turn: &mut StepBuilder<'_, '_>,
) {
    match outcome {
        Outcome::SessionNotLoaded { session, reason } => {
            turn.reject(session, "open_session", reason);
        }
        Outcome::TimerFired { timer } => {
            for session in sessions.values_mut() {
                session.timer_fired(timer, turn);
            }
        }
        Outcome::RuleSaved { session, result }
        | Outcome::ConsentKept { session, result }
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
        Outcome::PathLookedAt {
            session,
            answer,
            result,
        } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.path_looked_at(answer, result, turn);
            }
        }
        Outcome::NoteSaved { session, result } => match result {
            Ok(text) => turn.fact(session, None, EventKind::NoteChanged { text }),
            Err(reason) => turn.reject(session, "save_note", reason),
        },
        Outcome::ReviewWorked {
            session,
            version,
            result,
        } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.review_worked(version, result.map(|work| *work), turn);
            }
        }
        Outcome::SaveCarriedOut {
            session,
            save,
            result,
        } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.save_carried_out(save, &result, turn);
            }
        }
        // Taken before it comes here: they open a session.
        Outcome::SessionLoaded { .. }
        | Outcome::ForkLookedAt { .. }
        | Outcome::SessionImported { .. }
        | Outcome::FolderLookedAt { .. } => {}
        Outcome::LinesLookedAt { session, .. }
        | Outcome::StreamAppended { session, .. }
        | Outcome::ProposalGrew { session, .. }
        | Outcome::StepNoted { session, .. }
        | Outcome::ConversationNamed { session, .. }
        | Outcome::CallAdded { session, .. }
        | Outcome::CallWithdrawn { session, .. }
        | Outcome::StepTooLong { session, .. }
        | Outcome::StepBlind { session, .. }
        | Outcome::StepWithheld { session, .. }
        | Outcome::SendConsentKept { session, .. }
        | Outcome::Compacted { session, .. }
        | Outcome::NotCompacted { session, .. }
        | Outcome::StepFinished { session, .. }
        | Outcome::StepFailed { session, .. }
        | Outcome::CallPrepared { session, .. }
        | Outcome::CallRefused { session, .. }
        | Outcome::CallOutput { session, .. }
        | Outcome::ChangedBesides { session, .. }
        | Outcome::CallFinished { session, .. } => {
            if let Some(session) = sessions.get_mut(&session) {
                session.take_run_outcome(outcome, turn);
            }
        }
    }
}

/// One step in the making.
struct StepBuilder<'a, 'b> {
    cx: &'a mut StepContext<'b>,
    config: &'a mut EngineConfig,
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

    fn notice(&mut self, session: SessionId, level: NoticeLevel, text: impl Into<String>) {
        let text = text.into();
        self.fact(session, None, EventKind::Notice { level, text });
    }

    fn reject(&mut self, session: SessionId, command: &str, reason: impl Into<String>) {
        let fact = EventKind::CommandRejected {
            command: command.to_owned(),
            reason: reason.into(),
            said: None,
        };
        self.fact(session, None, fact);
    }

    fn new_id(&mut self) -> uuid::Uuid {
        self.cx.ids.next()
    }
}
