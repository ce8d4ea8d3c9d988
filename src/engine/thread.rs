//! A thread: a line of work with a conversation of its own. A session has one, and one more for each
//! sub-agent that is at work in it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::StepBuilder;
use super::hooks::HookSubject;
use super::memory::SessionMemory;
use super::run::ActiveRun;
use super::session::{Session, TimerUse};
use super::task_calls::TasksKnown;
use notice::Notice;
use policy::decide::Taint;
use protocol::event::EventKind;
use protocol::ids::{
    CallId, CompactionId, ContextId, MessageId, QuestionId, RunId, SessionId, TimerId,
};
use protocol::route::AgentMode;
use protocol::session::{QueuedMessage, RunResult, SessionSettings, SessionStatus};
use protocol::sub_agent::AgentState;

/// The state of a line of work that other threads do not share.
#[derive(Debug)]
pub(super) struct Thread {
    /// The session that has the conversation: the thread's own, also for an agent.
    pub(super) conversation: SessionId,
    pub(super) settings: SessionSettings,
    /// The rule for choosing between the two models, if the user set it in this process.
    pub(super) agent_mode: Option<AgentMode>,
    pub(super) status: SessionStatus,
    /// Messages that wait for the end of the step or of the run, oldest first.
    pub(super) queue: VecDeque<QueuedMessage>,
    pub(super) run: Option<ActiveRun>,
    /// The user's last message, which can be edited and sent again.
    pub(super) last_user_message: Option<MessageId>,
    /// The items included in the context, each with its place.
    pub(super) context: Vec<(ContextId, String)>,
    /// Compactions in force, oldest first, each with the last message of the user that it covers.
    pub(super) compactions: Vec<(CompactionId, Option<MessageId>)>,
    /// Number of summaries requested so far, the key of recordings.
    pub(super) summaries: u32,
    /// The last message with the user's words or a call's result that goes to the model.
    pub(super) last_reported_message: Option<MessageId>,
    /// Number of requests made so far, the key of recordings.
    pub(super) steps: u32,
    /// Whether content from outside the workspace came in during this run.
    pub(super) taint: Taint,
    /// The things that hooks are asked about at present.
    pub(super) hooks_asked: BTreeSet<HookSubject>,
    pub(super) tasks_known: TasksKnown,
    pub(super) memory: SessionMemory,
    /// Text of hooks at the beginning of the session, for the next request.
    pub(super) hook_context: Option<String>,
    pub(super) timers: BTreeMap<TimerId, TimerUse>,
    /// The end of the run of an agent, until it is reported.
    pub(super) ended: Option<AgentEnd>,
}

/// The end of an agent's run.
#[derive(Debug)]
pub(super) struct AgentEnd {
    pub(super) state: AgentState,
    pub(super) error: Option<Notice>,
    pub(super) result: RunResult,
    pub(super) steps: u32,
}

impl AgentEnd {
    /// Reads the fact of the end of a run.
    pub(super) fn of(fact: &EventKind, steps: u32) -> Option<Self> {
        let (state, error, result) = match fact {
            EventKind::RunCompleted { result } => (AgentState::Completed, None, result),
            EventKind::RunCancelled { result } => (AgentState::Stopped, None, result),
            EventKind::RunFailed { error, result, .. } => {
                (AgentState::Failed, Some(error.clone()), result)
            }
            _ => return None,
        };
        Some(Self {
            state,
            error,
            result: result.clone(),
            steps,
        })
    }
}

impl Thread {
    pub(super) fn new(conversation: SessionId, settings: SessionSettings) -> Self {
        Self {
            conversation,
            settings,
            agent_mode: None,
            status: SessionStatus::Idle,
            queue: VecDeque::new(),
            run: None,
            last_user_message: None,
            context: Vec::new(),
            compactions: Vec::new(),
            summaries: 0,
            last_reported_message: None,
            steps: 0,
            taint: Taint::None,
            hooks_asked: BTreeSet::new(),
            tasks_known: TasksKnown::Now,
            memory: SessionMemory::default(),
            hook_context: None,
            timers: BTreeMap::new(),
            ended: None,
        }
    }

    /// Returns the id of the active run.
    pub(super) fn run_id(&self) -> Option<RunId> {
        self.run.as_ref().map(|run| run.id)
    }

    fn has_call(&self, call: CallId) -> bool {
        let mut calls = self.run.iter().flat_map(|run| &run.calls);
        calls.any(|state| state.call.id == call)
    }
}

impl Session {
    /// Returns all threads.
    pub(super) fn threads(&self) -> impl Iterator<Item = &Thread> {
        std::iter::once(&self.thread).chain(&self.parked)
    }

    /// Whether the thread at hand is the session's own, and not that of a sub-agent.
    pub(super) fn is_main(&self) -> bool {
        self.thread.conversation == self.id
    }

    /// Does work in the thread with this conversation; nothing if there is none.
    pub(super) fn in_thread(&mut self, conversation: SessionId, work: impl FnOnce(&mut Self)) {
        let before = self.thread.conversation;
        if self.take_up(conversation) {
            work(self);
            // A thread ends only between two inputs, so the one before is still there.
            self.take_up(before);
        }
    }

    /// Does work in the thread whose step has this call; nothing if none has.
    pub(super) fn in_thread_of_call(&mut self, call: CallId, work: impl FnOnce(&mut Self)) {
        let found = self.threads().find(|thread| thread.has_call(call));
        if let Some(conversation) = found.map(|thread| thread.conversation) {
            self.in_thread(conversation, work);
        }
    }

    /// Does work in the thread that asked a question. One of an earlier process is of the thread at hand.
    pub(super) fn in_thread_of_question(
        &mut self,
        question: QuestionId,
        work: impl FnOnce(&mut Self),
    ) {
        let mut open = self.questions.iter();
        let run = open.find(|open| open.question.id == question);
        let run = run.map(|open| open.question.run);
        let asked = run.and_then(|run| self.conversation_of(run));
        self.in_thread(asked.unwrap_or(self.thread.conversation), work);
    }

    /// Returns the conversation of the thread with this run.
    pub(super) fn conversation_of(&self, run: RunId) -> Option<SessionId> {
        let mut threads = self.threads();
        let thread = threads.find(|thread| thread.run_id() == Some(run))?;
        Some(thread.conversation)
    }

    /// Returns the budget of calls of the session's run, which its agents share.
    pub(super) fn call_budget(&mut self) -> Option<&mut u32> {
        let own = self.id;
        let mut threads = std::iter::once(&mut self.thread).chain(&mut self.parked);
        let main = threads.find(|thread| thread.conversation == own)?;
        Some(&mut main.run.as_mut()?.budget)
    }

    /// Does work in each thread, the session's own first.
    pub(super) fn in_each_thread(&mut self, mut work: impl FnMut(&mut Self)) {
        let mut all: Vec<SessionId> = self.threads().map(|thread| thread.conversation).collect();
        all.sort_by_key(|conversation| *conversation != self.id);
        for conversation in all {
            self.in_thread(conversation, &mut work);
        }
    }

    fn take_up(&mut self, conversation: SessionId) -> bool {
        if self.thread.conversation == conversation {
            return true;
        }
        let mut parked = self.parked.iter_mut();
        match parked.find(|thread| thread.conversation == conversation) {
            Some(parked) => {
                std::mem::swap(&mut self.thread, parked);
                true
            }
            None => false,
        }
    }

    /// Carries out the purpose of a timer of this session; another session's timer changes nothing.
    pub(super) fn timer_fired(&mut self, timer: TimerId, turn: &mut StepBuilder<'_, '_>) {
        let mut threads = self.threads();
        let found = threads.find(|thread| thread.timers.contains_key(&timer));
        let found = found.map(|thread| thread.conversation);
        drop(threads);
        if let Some(conversation) = found {
            self.in_thread(conversation, |session| session.on_timer(timer, turn));
        }
    }
}

/// Whether a fact belongs to the conversation of a thread; all others are of the session.
pub(super) fn is_of_conversation(fact: &EventKind) -> bool {
    use EventKind as E;
    matches!(
        fact,
        E::SessionChanged { .. }
            | E::SessionStatusChanged { .. }
            | E::MessagesWithdrawn { .. }
            | E::MessageAdded { .. }
            | E::MessageCompleted { .. }
            | E::PicturesAttached { .. }
            | E::MessageQueued { .. }
            | E::MessageUnqueued { .. }
            | E::TextAppended { .. }
            | E::ProposalGrew { .. }
            | E::RunStarted { .. }
            | E::RunCompleted { .. }
            | E::RunCancelled { .. }
            | E::RunFailed { .. }
            | E::RunInterrupted { .. }
            | E::RouteChosen { .. }
            | E::AgentModeChanged { .. }
            | E::StepStarted { .. }
            | E::StepProgress { .. }
            | E::StepCompleted { .. }
            | E::RetryScheduled { .. }
            | E::CallRequested { .. }
            | E::CallStarted { .. }
            | E::CallCompleted { .. }
            | E::CallOutput { .. }
            | E::DiffGenerated { .. }
            | E::ReviewReported { .. }
            | E::ContextIncluded { .. }
            | E::ContextExcluded { .. }
            | E::ConversationCompacted { .. }
            | E::CompactionFailed { .. }
            | E::CompactionUndone { .. }
    )
}
