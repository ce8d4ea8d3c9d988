//! The actor's loop: commands before outcomes, one engine step for each, one commit per turn, then
//! fan-out, then effects.

mod catch_up;
mod commit;
mod disk_changes;
mod live_text;
mod presence;
mod unsaved_text;

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::dependencies::JournalPatience;
use super::dispatch::Dispatch;
use super::event_log::EventLog;
use super::subscribers::{Subscribers, coalesce};
use super::worker_message::WorkerMessage;
use super::workspace_scans::RunEnd;
use engine::{Effect, Engine, Input, Outcome, RandomIds, Step, StepContext};
use index::Word;
pub(super) use live_text::LiveText;
use notice::Notice;
use protocol::call::ToolClass;
use protocol::command::{CancelMode, Command};
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::{Seq, SessionId, TerminalId};
use session::SessionState;
use session::handle::Request;
use store::Store;
use tools::class_of;
pub(super) use unsaved_text::UnsavedText;

/// Outcomes that one turn takes at most, so that a burst cannot hold up a command.
const OUTCOMES_A_TURN: usize = 256;

/// Time that streamed text may wait for the disk.
const STREAM_FLUSH: Duration = Duration::from_millis(100);

/// Time that the shutdown waits for running commands.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(4);

/// Time that the shutdown waits for running commands once their results can no longer be saved.
const LOST_SHUTDOWN_LIMIT: Duration = Duration::from_secs(2);

pub(super) struct Actor {
    pub(super) engine: Engine,
    pub(super) ids: RandomIds,
    pub(super) store: Store,
    pub(super) requests: mpsc::Receiver<Request>,
    pub(super) arrivals: mpsc::Receiver<WorkerMessage>,
    pub(super) dispatch: Dispatch,
    pub(super) last_seq: Seq,
    pub(super) sessions: BTreeMap<SessionId, SessionState>,
    /// Steps of this turn that are not concluded.
    pub(super) turn: Vec<Step>,
    pub(super) subscribers: Subscribers,
    pub(super) event_log: EventLog,
    /// Whether files or git's facts have changed since the front ends were last notified.
    pub(super) workspace_changed: bool,
    pub(super) unsaved: UnsavedText,
    pub(super) flush_at: Option<Instant>,
    /// Requests that come before new ones: those received while the disk was full, and those made
    /// before the actor existed.
    pub(super) waiting: VecDeque<Request>,
    pub(super) idle_waiters: Vec<oneshot::Sender<()>>,
    /// The sessions that each screen shows.
    pub(super) presences: BTreeMap<TerminalId, Vec<SessionId>>,
    /// Sessions that could not be read and have not been reported yet.
    pub(super) unread: Vec<SessionId>,
    /// Time that the actor waits for a journal fault to pass.
    pub(super) patience: JournalPatience,
    /// Whether events can be saved. Once they cannot, the actor only ends what runs, and stops.
    pub(super) journal: Journal,
}

/// Whether events can be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Journal {
    /// The last commit succeeded.
    Working,
    /// A commit failed for good; the actor tries no further one.
    Lost,
}

impl Actor {
    /// Runs until a shutdown, or until every handle is dropped and nothing is in flight.
    pub(super) async fn run(mut self) {
        let returned = self.dispatch.tickets.returned();
        while self.journal == Journal::Working {
            self.answer_idle();
            // A stream that never pauses must not prevent its own text from reaching the disk.
            if self.flush_at.is_some_and(|at| at <= Instant::now()) {
                self.flush_streams().await;
            }
            let flush_at = self.flush_at;
            let turn = if let Some(request) = self.waiting.pop_front() {
                LoopTurn::Request(request)
            } else {
                tokio::select! {
                    // An interrupt never waits behind a stream.
                    biased;
                    request = self.requests.recv() => match request {
                        Some(request) => LoopTurn::Request(request),
                        None => break,
                    },
                    Some(arrival) = self.arrivals.recv() => LoopTurn::Arrival(arrival),
                    // A permit may remain from a ticket that came back during a turn. The idle
                    // check above then runs once more, which is harmless.
                    () = returned.notified() => continue,
                    () = sleep_until(flush_at) => LoopTurn::Flush,
                }
            };
            match turn {
                LoopTurn::Request(Request::Shutdown { reply }) => {
                    self.shut_down().await;
                    // The requester may have stopped waiting.
                    reply.send(()).ok();
                    return;
                }
                LoopTurn::Request(request) => self.take_request(request).await,
                LoopTurn::Arrival(arrival) => self.take_arrivals(arrival).await,
                LoopTurn::Flush => self.flush_streams().await,
            }
        }
        self.shut_down().await;
    }

    async fn take_request(&mut self, request: Request) {
        match request {
            Request::Command(command) => {
                self.step(Input::Command(command));
                self.conclude().await;
            }
            Request::Subscribe { from, to } => {
                let mut first = self.first_deliveries(from).await;
                first.extend(self.presences_for_one());
                first.extend(self.sandbox_of_sessions());
                self.subscribers.add(to, first);
            }
            Request::Show(presence) => self.show(presence),
            Request::Query { query, reply } => {
                self.dispatch.answer(query, &self.sessions, reply);
            }
            Request::Job {
                job: errand,
                report,
            } => self.dispatch.run_job(errand, report),
            // Earlier requests have been concluded by now: requests are taken one after the other.
            Request::Taken { reply } => drop(reply.send(())),
            Request::Idle { reply } => self.idle_waiters.push(reply),
            // The loop handles it before it gets here.
            Request::Shutdown { reply } => drop(reply),
        }
    }

    async fn take_arrivals(&mut self, first: WorkerMessage) {
        let mut next = Some(first);
        let mut taken = 0;
        while let Some(arrival) = next.take() {
            if let WorkerMessage::FilesChanged(changes) = &arrival {
                self.files_changed(changes);
            }
            if let WorkerMessage::LookedAfter { session } = &arrival {
                self.look_at_disk(*session);
            }
            if let Some(outcome) = self.absorb(arrival) {
                self.step(Input::Outcome(outcome));
            }
            taken += 1;
            if taken < OUTCOMES_A_TURN && self.requests.is_empty() {
                next = self.arrivals.try_recv().ok();
            }
        }
        self.conclude().await;
    }

    /// Handles the messages that only concern the shell; passes the others to the engine.
    fn absorb(&mut self, arrival: WorkerMessage) -> Option<Outcome> {
        match arrival {
            WorkerMessage::Outcome(outcome) => {
                if let Outcome::SessionNotLoaded { session, .. } = &outcome {
                    self.unread.push(*session);
                }
                if let Outcome::CallFinished { done, .. } = &outcome
                    && may_change_files(class_of(&done.result.tool))
                {
                    self.dispatch.refresh_git();
                    self.workspace_changed = true;
                }
                Some(outcome)
            }
            WorkerMessage::Prepared {
                session,
                run,
                prepared,
            } => {
                let plan = Box::new(prepared.plan.clone());
                if plan.class != ToolClass::Unknown {
                    self.dispatch.keep_prepared(*prepared);
                }
                Some(Outcome::CallPrepared { session, run, plan })
            }
            WorkerMessage::Loaded {
                lock,
                snapshot,
                review,
                recovered,
            } => {
                let id = snapshot.summary.id;
                self.dispatch.keep_lock(id, lock);
                self.sessions
                    .entry(id)
                    .or_insert_with(|| SessionState::of(&snapshot));
                Some(Outcome::SessionLoaded {
                    snapshot,
                    review,
                    recovered,
                })
            }
            WorkerMessage::CallGone { call } => {
                self.dispatch.forget_call(call);
                None
            }
            WorkerMessage::Git(facts) => {
                self.workspace_changed |= self.dispatch.git_answered(facts);
                None
            }
            // Handled before it gets here, because it triggers work that no request asked for.
            WorkerMessage::FilesChanged(_) | WorkerMessage::LookedAfter { .. } => None,
            WorkerMessage::Index(word) => {
                match word {
                    Word::State(state) => self.tell_everyone(&EventKind::IndexChanged { state }),
                    Word::Notice(text) => self.notice_everyone(NoticeLevel::Info, text),
                }
                None
            }
            WorkerMessage::Programs(programs) => {
                self.dispatch.programs = Some(Arc::from(programs));
                None
            }
        }
    }

    /// Makes a step of this turn; [`Self::conclude`] follows.
    fn step(&mut self, msg: Input) {
        let received = LiveText {
            sessions: &self.sessions,
            turn: &self.turn,
        };
        let mut cx = StepContext {
            now: Timestamp::now(),
            ids: &mut self.ids,
            received: &received,
        };
        let step = self.engine.step(msg, &mut cx);
        self.turn.push(step);
    }

    /// Commits the events of this turn's steps, publishes them, then carries out the effects: in
    /// this order, so that nothing is done that a restart would not know of.
    async fn conclude(&mut self) {
        let mut events = Vec::new();
        let mut effects: Vec<Effect> = Vec::new();
        for step in std::mem::take(&mut self.turn) {
            events.extend(step.events);
            effects.extend(step.effects);
        }
        let events = coalesce(events).into_iter();
        let mut events: Vec<Arc<Event>> = events.map(Arc::new).collect();
        if self.commit_events(&mut events).await == Journal::Lost {
            // Publish and start nothing that is not on the disk; only end running work.
            effects.retain(Effect::only_ends);
            events.clear();
        }
        for event in &events {
            self.apply(event);
            if touches_review(&event.fact) {
                self.dispatch.ledger.changed(event.session);
            }
            self.publish(event);
            if let Some((run, end)) = event.run.zip(end_of(&event.fact)) {
                self.dispatch
                    .run_over((event.session, run), end, &self.sessions);
            }
        }
        self.report_unread();
        let opens = |event: &Arc<Event>| {
            matches!(
                event.fact,
                EventKind::SessionCreated { .. } | EventKind::SessionOpened { .. }
            )
        };
        if events.iter().any(opens) {
            self.publish_presences();
        }
        let is_told =
            |event: &Arc<Event>| matches!(event.fact, EventKind::SessionStatusChanged { .. });
        if events.iter().any(is_told) {
            self.dispatch.pause_embedding(&self.sessions);
        }
        // Without a live session, no client would receive the event.
        if !self.sessions.is_empty() && std::mem::take(&mut self.workspace_changed) {
            self.tell_everyone(&EventKind::WorkspaceChanged);
        }
        for effect in effects {
            self.dispatch.execute(effect, &self.sessions);
        }
    }

    /// Logs an event and publishes it: the only way out.
    fn publish(&mut self, event: &Arc<Event>) {
        self.event_log.event(event);
        self.subscribers.fan_out(event);
    }

    fn notice_everyone(&mut self, level: NoticeLevel, text: Notice) {
        self.tell_everyone(&EventKind::Notice { level, text });
    }

    /// Publishes a non-durable fact in every live session.
    fn tell_everyone(&mut self, fact: &EventKind) {
        let sessions: Vec<SessionId> = self.sessions.keys().copied().collect();
        self.tell(&sessions, fact);
    }

    /// Publishes a non-durable fact in these sessions.
    fn tell(&mut self, sessions: &[SessionId], fact: &EventKind) {
        for session in sessions {
            self.publish(&Arc::new(Event {
                seq: None,
                at: Timestamp::now(),
                session: *session,
                run: None,
                fact: fact.clone(),
            }));
        }
    }

    /// Notifies the front ends of each session that the previous owner had open and this actor
    /// cannot read.
    fn report_unread(&mut self) {
        for session in std::mem::take(&mut self.unread) {
            if !self.sessions.contains_key(&session) {
                self.publish(&Arc::new(Event {
                    seq: None,
                    at: Timestamp::now(),
                    session,
                    run: None,
                    fact: EventKind::SessionClosed,
                }));
            }
        }
    }

    fn apply(&mut self, event: &Event) {
        if let Some(live) = SessionState::created(event, &self.dispatch.workspace_id) {
            self.sessions.insert(event.session, live);
            // A new id belongs to no other process, but without a lock file another process could
            // open the session too.
            if let Err(error) = self.dispatch.lock(event.session) {
                tracing::warn!(%error, "a new session is not locked");
            }
            return;
        }
        if matches!(
            event.fact,
            EventKind::SessionDeleted | EventKind::SessionClosed
        ) {
            self.sessions.remove(&event.session);
            self.dispatch.forget_caches(event.session);
        }
        if let Some(live) = self.sessions.get_mut(&event.session) {
            live.apply(event);
        }
        if self.unsaved.apply(event) {
            self.flush_at
                .get_or_insert_with(|| Instant::now() + STREAM_FLUSH);
        }
        // In the background: this run's request uses the facts that are known already.
        if let EventKind::RunStarted { .. } = event.fact {
            self.dispatch.refresh_git();
        }
    }

    fn answer_idle(&mut self) {
        let idle = self.requests.is_empty()
            && self.waiting.is_empty()
            && self.arrivals.is_empty()
            && self.dispatch.tickets.all_back();
        if idle {
            for waiter in self.idle_waiters.drain(..) {
                // The requester may have stopped waiting.
                waiter.send(()).ok();
            }
        }
    }

    /// Whether the session only waits for an answer, so that the question is asked again at
    /// the next start.
    fn goes_on_later(&self, session: SessionId) -> bool {
        self.engine.only_waits(session) && self.dispatch.agent_calls.program_of(session).is_none()
    }

    /// Cancels running work, waits for it within a limit, and stores the results.
    async fn shut_down(&mut self) {
        let running: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(_, live)| live.facts.is_running())
            .map(|(id, _)| *id)
            .filter(|id| !self.goes_on_later(*id))
            .collect();
        for session in running {
            let how = CancelMode::KillTree;
            self.step(Input::Command(Command::CancelRun { session, how }));
            self.conclude().await;
        }
        let returned = self.dispatch.tickets.returned();
        let limit = match self.journal {
            Journal::Working => SHUTDOWN_LIMIT,
            Journal::Lost => LOST_SHUTDOWN_LIMIT,
        };
        let deadline = Instant::now() + limit;
        while !(self.dispatch.tickets.all_back() && self.arrivals.is_empty()) {
            tokio::select! {
                Some(arrival) = self.arrivals.recv() => self.take_arrivals(arrival).await,
                () = returned.notified() => {}
                () = tokio::time::sleep_until(deadline) => break,
            }
        }
        self.flush_streams().await;
        self.dispatch.abort_all();
        self.dispatch.agent_calls.end_all().await;
        for looking in self.dispatch.still_looking(&self.sessions) {
            if let Some(outcome) = looking.at_the_end().await {
                self.step(Input::Outcome(outcome));
                self.conclude().await;
            }
        }
        // The caller that waits for the shutdown may delete the folder afterwards.
        if let Some(index) = self.dispatch.tools.index() {
            self.arrivals.close();
            index.stop();
        }
        for session in self.sessions.keys() {
            tracing::info!(%session, "session closed");
        }
    }
}

enum LoopTurn {
    Request(Request),
    Arrival(WorkerMessage),
    Flush,
}

/// Returns how this fact ends a run, if it does.
fn end_of(fact: &EventKind) -> Option<RunEnd> {
    match fact {
        EventKind::RunCompleted { .. } => Some(RunEnd::Whole),
        EventKind::RunFailed { .. } | EventKind::RunCancelled { .. } => Some(RunEnd::CutOff),
        _ => None,
    }
}

/// Whether an event changes a file's log or the decisions on it.
fn touches_review(fact: &EventKind) -> bool {
    matches!(
        fact,
        EventKind::EditsProposed { .. }
            | EventKind::ReviewUpdated { .. }
            | EventKind::HunkSplit { .. }
            | EventKind::HunksJoined { .. }
            | EventKind::CheckpointFileKept { .. }
            | EventKind::OperationDone { .. }
            | EventKind::OperationMoved { .. }
            | EventKind::CommentAdded { .. }
            | EventKind::CommentRemoved { .. }
            | EventKind::CommentsSent { .. }
            | EventKind::SessionDeleted
    )
}

/// Whether a call of this class may change files.
fn may_change_files(class: ToolClass) -> bool {
    matches!(
        class,
        ToolClass::Text | ToolClass::Command | ToolClass::Mcp | ToolClass::Agent
    )
}

async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
