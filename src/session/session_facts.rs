//! What front ends and the actor know of a session beside the texts of its messages: one fold over
//! its events. A front end begins with a snapshot or with a new session.

use std::collections::BTreeSet;

use notice::Notice;
use protocol::approval::{Answer, AutoMode, PolicyState, Question};
use protocol::compaction::Compaction;
use protocol::context::ContextRow;
use protocol::event::{Event, EventKind};
use protocol::ids::{MessageId, RunId, SessionId};
use protocol::message::{Message, Role};
use protocol::sandbox::SandboxState;
use protocol::session::{
    AnsweredQuestion, ContextWindow, QueuedMessage, Run, RunOutline, RunResult, RunStatus,
    SessionSettings, SessionSnapshot, SessionStatus,
};
use protocol::sub_agent::AgentList;
use protocol::task::TaskList;
use protocol::usage::Usage;

use crate::conversation::withdraw;

/// The facts of a session. Only [`SessionFacts::apply`] changes them.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionFacts {
    pub id: SessionId,
    pub settings: SessionSettings,
    pub policy: PolicyState,
    pub status: SessionStatus,
    /// The error of the last run.
    pub last_error: Option<Notice>,
    /// The messages, oldest first; [`Conversation`](crate::Conversation) holds them whole.
    pub messages: Vec<MessageId>,
    /// Those of them that are rows of the workbench and not said by anyone.
    notices: BTreeSet<MessageId>,
    /// Tokens and cost of all steps.
    pub usage: Usage,
    /// Total duration of the runs, in milliseconds.
    pub duration_ms: u64,
    /// Context window use of the last step; `None` once the conversation was shortened after it.
    pub window: Option<ContextWindow>,
    /// The current run, or the last one.
    pub run: Option<Run>,
    /// The runs, oldest first, in outline.
    pub runs: Vec<RunOutline>,
    /// Open questions, oldest first.
    pub questions: Vec<Question>,
    /// Messages that wait for the end of the step.
    pub queued: Vec<QueuedMessage>,
    pub context: Vec<ContextRow>,
    /// Compactions in effect, oldest first.
    pub compactions: Vec<Compaction>,
    pub tasks: TaskList,
    pub agents: AgentList,
    /// Number of the last checkpoint.
    pub checkpoint: Option<u64>,
    /// The sandbox of commands; `None` until it was tried, and if the configuration wants none.
    pub sandbox: Option<SandboxState>,
}

impl SessionFacts {
    /// Creates the facts of a new session.
    pub fn new(id: SessionId, settings: SessionSettings, policy: PolicyState) -> Self {
        Self {
            id,
            settings,
            policy,
            status: SessionStatus::Idle,
            last_error: None,
            messages: Vec::new(),
            notices: BTreeSet::new(),
            usage: Usage::default(),
            duration_ms: 0,
            window: None,
            run: None,
            runs: Vec::new(),
            questions: Vec::new(),
            queued: Vec::new(),
            context: Vec::new(),
            compactions: Vec::new(),
            tasks: TaskList::default(),
            agents: AgentList::default(),
            checkpoint: None,
            sandbox: None,
        }
    }

    /// Creates the facts of an existing session from its snapshot.
    pub fn of(snapshot: &SessionSnapshot) -> Self {
        let summary = &snapshot.summary;
        Self {
            id: summary.id,
            settings: summary.settings.clone(),
            policy: snapshot.policy.clone(),
            status: summary.status,
            last_error: summary.last_error.clone(),
            messages: snapshot.messages.iter().map(|message| message.id).collect(),
            notices: notices_of(&snapshot.messages),
            usage: summary.usage.clone(),
            duration_ms: summary.duration_ms,
            window: snapshot.window,
            run: snapshot.run.clone(),
            runs: snapshot.runs.clone(),
            questions: snapshot.questions.clone(),
            queued: snapshot.queued.clone(),
            context: snapshot.context.clone(),
            compactions: snapshot.compactions.clone(),
            tasks: snapshot.tasks.clone(),
            agents: snapshot.agents.clone(),
            checkpoint: snapshot.checkpoint,
            sandbox: None,
        }
    }

    /// Returns the number of messages, without the rows of the workbench.
    pub fn message_count(&self) -> u64 {
        (self.messages.len() - self.notices.len()) as u64
    }

    /// Returns the run in progress.
    pub fn running(&self) -> Option<&Run> {
        self.run.as_ref().filter(|run| {
            matches!(
                run.status,
                RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser
            )
        })
    }

    /// Returns the run that began last.
    pub fn last_run(&self) -> Option<RunId> {
        self.run.as_ref().map(|run| run.id)
    }

    /// Returns the session that the sub-agent works for, and its run, if this is the conversation of one.
    pub fn agent_of_run(&self) -> Option<(SessionId, RunId)> {
        let of = self.settings.agent_of.as_ref()?;
        Some((of.session, self.last_run()?))
    }

    /// Whether a run is in progress.
    pub fn is_running(&self) -> bool {
        self.running().is_some()
    }

    /// Whether the session takes no input any more, because its answering program or provider is
    /// gone.
    pub fn is_frozen(&self) -> bool {
        self.status.is_frozen()
    }

    /// Whether the run only waits for an answer, and no agent program with its own tools waits with
    /// it.
    pub fn only_waits(&self) -> bool {
        let has_program = self.settings.known_as.contains_key(&self.settings.provider);
        self.status == SessionStatus::Waiting && !has_program
    }

    /// Whether commands can run in the box that mode auto needs.
    pub fn auto_mode(&self) -> AutoMode {
        match &self.sandbox {
            Some(sandbox) if sandbox.auto_obstacle().is_none() => AutoMode::Available,
            _ => AutoMode::Unavailable,
        }
    }

    /// Returns how full the context window is, in percent.
    pub fn percent(&self) -> Option<u64> {
        let window = self.window.filter(|window| window.limit > 0)?;
        Some(window.used.saturating_mul(100) / window.limit)
    }

    /// Applies one event.
    pub fn apply(&mut self, event: &Event) {
        match &event.fact {
            EventKind::SessionCreated { settings, policy } => {
                self.settings = settings.clone();
                self.policy = policy.clone();
            }
            EventKind::SessionChanged { settings } => self.settings = settings.clone(),
            EventKind::SessionStatusChanged { status, error } => {
                self.status = *status;
                self.last_error.clone_from(error);
                self.run_follows(*status);
            }
            EventKind::PolicyChanged { policy } => self.policy = policy.clone(),
            EventKind::MessageQueued { message } => self.queued.push(message.clone()),
            EventKind::MessageUnqueued { message, .. } => {
                self.queued.retain(|waiting| waiting.id != message.id);
            }
            EventKind::QuestionOpened { question }
            | EventKind::ClarificationOpened { question } => self.ask(question),
            EventKind::QuestionAnswered { answer, summary }
            | EventKind::ClarificationAnswered { answer, summary } => {
                self.answered(answer, summary, event);
            }
            EventKind::CheckpointCreated { checkpoint } => {
                self.checkpoint = self.checkpoint.max(Some(checkpoint.number));
            }
            EventKind::AgentEnded { tally, .. } => {
                self.usage.add(&tally.usage);
                self.agents.apply(&event.fact, event.at);
            }
            EventKind::SandboxFound { sandbox } => self.sandbox = Some(sandbox.clone()),
            EventKind::ContextIncluded { row } => self.context.push(row.clone()),
            EventKind::ContextExcluded { row } => self.context.retain(|kept| kept.id != *row),
            EventKind::StepCompleted { usage, window, .. } => {
                self.usage.add(usage);
                self.window = Some(*window);
            }
            _ => {
                self.tasks.apply(event);
                self.agents.apply(&event.fact, event.at);
                self.apply_conversation(event);
                self.apply_run(event);
            }
        }
    }

    fn apply_conversation(&mut self, event: &Event) {
        match &event.fact {
            EventKind::SessionCleared => {
                self.messages.clear();
                self.notices.clear();
                self.compactions.clear();
                self.window = None;
            }
            EventKind::MessagesWithdrawn { from, alone } => {
                let place = self.messages.iter().position(|known| known == from);
                withdraw(&mut self.messages, place, *alone);
                let messages = &self.messages;
                self.notices.retain(|id| messages.contains(id));
                self.compactions
                    .retain(|kept| messages.contains(&kept.through));
            }
            EventKind::MessageAdded { message } => {
                self.messages.push(message.id);
                self.notices.extend(notices_of([message]));
            }
            EventKind::MessageCompleted { message } if !self.messages.contains(&message.id) => {
                self.messages.push(message.id);
            }
            EventKind::CallCompleted { message, .. } => self.messages.push(*message),
            EventKind::ConversationCompacted { compaction } => {
                self.usage.add(&compaction.usage);
                if self.messages.contains(&compaction.through) {
                    self.compactions.push(compaction.clone());
                }
                self.window = None;
            }
            EventKind::CompactionFailed { usage, .. } => self.usage.add(usage),
            EventKind::CompactionUndone { compaction } => {
                self.compactions.retain(|known| known.id != *compaction);
                self.window = None;
            }
            _ => {}
        }
    }

    fn apply_run(&mut self, event: &Event) {
        match (&event.fact, event.run) {
            (EventKind::RunStarted { message }, Some(run)) => self.begin_run(run, *message, event),
            (EventKind::RunCompleted { result }, _) => {
                self.end_run(RunStatus::Completed, Some(result), None, event);
            }
            (EventKind::RunCancelled { result }, _) => {
                self.end_run(RunStatus::Cancelled, Some(result), None, event);
            }
            (EventKind::RunFailed { error, result, .. }, _) => {
                self.last_error = Some(error.clone());
                self.end_run(RunStatus::Failed, Some(result), Some(error), event);
            }
            (EventKind::RunInterrupted { .. }, _) => {
                self.end_run(RunStatus::Interrupted, None, None, event);
            }
            _ => {}
        }
    }

    /// Adds a question. One that is asked again keeps its place.
    fn ask(&mut self, question: &Question) {
        let mut open = self.questions.iter_mut();
        match open.find(|open| open.id == question.id) {
            Some(open) => open.clone_from(question),
            None => self.questions.push(question.clone()),
        }
    }

    fn answered(&mut self, answer: &Answer, summary: &Notice, event: &Event) {
        let mut open = self.questions.iter();
        let Some(place) = open.position(|open| open.id == answer.question) else {
            return;
        };
        let question = self.questions.remove(place);
        let mut runs = self.runs.iter_mut().rev();
        if let Some(outline) = runs.find(|outline| outline.run == question.run) {
            outline.add(AnsweredQuestion {
                call: question.call,
                tool: question.tool,
                summary: summary.clone(),
                answer: answer.clone(),
                at: event.at,
            });
        }
    }

    fn begin_run(&mut self, id: RunId, message: MessageId, event: &Event) {
        let run = Run {
            id,
            session: event.session,
            message,
            status: RunStatus::Running,
            started_at: event.at,
            finished_at: None,
            error: None,
            result: None,
        };
        self.runs.push(RunOutline::of(&run, Vec::new()));
        self.run = Some(run);
    }

    /// Moves the run's status along: a run waits for the user while its session does.
    fn run_follows(&mut self, status: SessionStatus) {
        if let (Some(run), Some((from, to))) = (&mut self.run, status.moves_run())
            && run.status == from
        {
            run.status = to;
        }
    }

    /// Ends the run, and with it its open questions.
    fn end_run(
        &mut self,
        status: RunStatus,
        result: Option<&RunResult>,
        error: Option<&Notice>,
        event: &Event,
    ) {
        self.questions.clear();
        if let Some(result) = result {
            // Adds up durations as the table does.
            let took = result.duration_ms.min(u64::from(u32::MAX));
            self.duration_ms = self.duration_ms.saturating_add(took);
        }
        if let Some(run) = &mut self.run {
            run.status = status;
            run.finished_at = Some(event.at);
            run.result = result.cloned();
            run.error = error.cloned();
            let mut runs = self.runs.iter_mut().rev();
            if let Some(outline) = runs.find(|outline| outline.run == run.id) {
                let answered = std::mem::take(&mut outline.answered);
                *outline = RunOutline::of(run, answered);
            }
        }
    }
}

/// Returns the messages that are rows of the workbench.
fn notices_of<'a>(messages: impl IntoIterator<Item = &'a Message>) -> BTreeSet<MessageId> {
    let messages = messages.into_iter();
    let notices = messages.filter(|message| message.role == Role::System);
    notices.map(|message| message.id).collect()
}
