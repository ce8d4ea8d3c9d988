//! A session's current state, folded from its events: a new subscriber receives it, and a request
//! to the model is built from it. A fold over events, nothing else.

use notice::Notice;
use std::sync::Arc;

use protocol::approval::Answer;
use protocol::event::{Event, EventKind, TextChannel};
use protocol::ids::{MessageId, RunId};
use protocol::message::{Message, MessageState};
use protocol::picture::Picture;
use protocol::route::{AgentMode, Route};
use protocol::session::{
    AnsweredQuestion, Run, RunOutline, RunResult, RunStatus, SessionSnapshot, SessionStatus,
    SessionSummary,
};

/// The state of a live session.
#[derive(Debug, Clone)]
pub struct SessionState {
    pub state: SessionSnapshot,
    /// The messages, oldest first; `state.messages` stays empty.
    pub messages: Vec<Arc<Message>>,
    /// The last announced choice of a model, and the answering agent mode if it was set
    /// in this process.
    pub route: Option<Route>,
    pub agent_mode: Option<AgentMode>,
}

impl SessionState {
    /// Creates the state of a session that was read from the store.
    pub fn of(mut snapshot: SessionSnapshot) -> Self {
        let messages = std::mem::take(&mut snapshot.messages)
            .into_iter()
            .map(Arc::new)
            .collect();
        Self {
            state: snapshot,
            messages,
            route: None,
            agent_mode: None,
        }
    }

    /// Creates the state of a session that was just created.
    pub fn created(event: &Event, workspace: &protocol::ids::WorkspaceId) -> Option<Self> {
        let EventKind::SessionCreated { settings, policy } = &event.fact else {
            return None;
        };
        Some(Self::of(SessionSnapshot {
            summary: SessionSummary {
                id: event.session,
                workspace: workspace.clone(),
                settings: settings.clone(),
                status: SessionStatus::Idle,
                created_at: event.at,
                updated_at: event.at,
                messages: 0,
                usage: protocol::usage::Usage::default(),
                duration_ms: 0,
                pid: None,
                last_error: None,
                about: String::new(),
            },
            policy: policy.clone(),
            messages: Vec::new(),
            run: None,
            runs: Vec::new(),
            questions: Vec::new(),
            queued: Vec::new(),
            context: Vec::new(),
            compactions: Vec::new(),
            window: None,
            checkpoint: None,
        }))
    }

    /// Returns everything that a front end needs to show the session from scratch.
    pub fn snapshot(&self) -> SessionSnapshot {
        let mut snapshot = self.state.clone();
        snapshot.messages = self
            .messages
            .iter()
            .map(|message| Message::clone(message))
            .collect();
        snapshot
    }

    /// Returns the message with this id while it streams.
    pub fn streaming(&self, id: MessageId) -> Option<&Arc<Message>> {
        let mut latest = self.messages.iter().rev();
        latest.find(|message| message.id == id && message.state == MessageState::Streaming)
    }

    /// Applies one event.
    pub fn apply(&mut self, event: &Event) {
        // As in the tables: streamed text and stored input drafts do not count as a change.
        let changes = event.fact.is_durable()
            && !matches!(
                event.fact,
                EventKind::InputRemembered { .. } | EventKind::DraftSaved { .. }
            );
        if changes {
            self.state.summary.updated_at = event.at;
        }
        match &event.fact {
            EventKind::SessionChanged { settings } => {
                self.state.summary.settings = settings.clone();
            }
            EventKind::SessionStatusChanged { status, error } => {
                self.state.summary.status = *status;
                self.state.summary.last_error.clone_from(error);
                self.run_follows(*status);
            }
            EventKind::PolicyChanged { policy } => self.state.policy = policy.clone(),
            EventKind::SessionCleared => {
                self.messages.clear();
                self.state.compactions.clear();
            }
            EventKind::MessagesWithdrawn { from, alone } => self.withdraw(*from, *alone),
            EventKind::MessageAdded { message } => self.messages.push(Arc::new(message.clone())),
            EventKind::MessageCompleted { message } => self.complete(message),
            EventKind::CallCompleted { message, result } => {
                let told = Message::of_result(*message, result, event);
                self.messages.push(Arc::new(told));
            }
            EventKind::TextAppended {
                message,
                channel,
                offset,
                text,
            } => self.append(*message, *channel, *offset, text),
            EventKind::PicturesAttached { message, pictures } => self.attach(*message, pictures),
            EventKind::ReviewReported { message, told } => self.add_review(*message, &told.text),
            EventKind::MessageQueued { message } => self.state.queued.push(message.clone()),
            EventKind::MessageUnqueued { message, .. } => {
                self.state.queued.retain(|waiting| waiting.id != message.id);
            }
            EventKind::QuestionOpened { question }
            | EventKind::ClarificationOpened { question } => {
                // A question that is asked again keeps its place.
                match self
                    .state
                    .questions
                    .iter_mut()
                    .find(|open| open.id == question.id)
                {
                    Some(open) => open.clone_from(question),
                    None => self.state.questions.push(question.clone()),
                }
            }
            EventKind::QuestionAnswered { answer, summary }
            | EventKind::ClarificationAnswered { answer, summary } => {
                self.answered(answer, summary, event);
            }
            EventKind::RouteChosen { route } => self.route = Some(route.clone()),
            EventKind::AgentModeChanged { mode } => self.agent_mode = Some(*mode),
            EventKind::ConversationCompacted { compaction } => {
                self.state.summary.usage.add(&compaction.usage);
                let mut messages = self.messages.iter();
                if messages.any(|message| message.id == compaction.through) {
                    self.state.compactions.push(compaction.clone());
                }
            }
            EventKind::CompactionFailed { usage, .. } => self.state.summary.usage.add(usage),
            EventKind::CompactionUndone { compaction } => {
                self.state
                    .compactions
                    .retain(|known| known.id != *compaction);
            }
            EventKind::CheckpointCreated { checkpoint } => {
                let number = Some(checkpoint.number);
                self.state.checkpoint = self.state.checkpoint.max(number);
            }
            EventKind::ContextIncluded { row } => self.state.context.push(row.clone()),
            EventKind::ContextExcluded { row } => self.state.context.retain(|kept| kept.id != *row),
            EventKind::StepCompleted { usage, window, .. } => {
                self.state.summary.usage.add(usage);
                self.state.window = Some(*window);
            }
            _ => self.apply_run(event),
        }
        self.state.summary.messages = self.messages.len() as u64;
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
                self.end_run(RunStatus::Failed, Some(result), Some(error), event);
            }
            (EventKind::RunInterrupted { .. }, _) => {
                self.end_run(RunStatus::Interrupted, None, None, event);
            }
            _ => {}
        }
    }

    fn answered(&mut self, answer: &Answer, summary: &Notice, event: &Event) {
        let open = &mut self.state.questions;
        let Some(place) = open.iter().position(|open| open.id == answer.question) else {
            return;
        };
        let prompt = open.remove(place);
        let mut runs = self.state.runs.iter_mut().rev();
        if let Some(outline) = runs.find(|outline| outline.run == prompt.run) {
            outline.add(AnsweredQuestion {
                call: prompt.call,
                tool: prompt.tool,
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
        self.state.runs.push(RunOutline::of(&run, Vec::new()));
        self.state.run = Some(run);
    }

    /// Moves the run's status along: a run waits for the user while its session does.
    fn run_follows(&mut self, status: SessionStatus) {
        if let (Some(run), Some((from, to))) = (&mut self.state.run, status.moves_run())
            && run.status == from
        {
            run.status = to;
        }
    }

    fn end_run(
        &mut self,
        status: RunStatus,
        result: Option<&RunResult>,
        error: Option<&Notice>,
        event: &Event,
    ) {
        if let Some(result) = result {
            // Adds up durations as the table does.
            let took = result.duration_ms.min(u64::from(u32::MAX));
            let sum = &mut self.state.summary.duration_ms;
            *sum = sum.saturating_add(took);
        }
        if let Some(run) = &mut self.state.run {
            run.status = status;
            run.finished_at = Some(event.at);
            run.result = result.cloned();
            run.error = error.cloned();
            let mut runs = self.state.runs.iter_mut().rev();
            if let Some(outline) = runs.find(|outline| outline.run == run.id) {
                let answered = std::mem::take(&mut outline.answered);
                *outline = RunOutline::of(run, answered);
            }
        }
    }

    fn withdraw(&mut self, from: MessageId, alone: bool) {
        if let Some(index) = self.messages.iter().position(|message| message.id == from) {
            if alone {
                self.messages.remove(index);
            } else {
                self.messages.truncate(index);
            }
            let messages = &self.messages;
            let is_there = |id| messages.iter().any(|message| message.id == id);
            self.state.compactions.retain(|kept| is_there(kept.through));
        }
    }

    fn attach(&mut self, id: MessageId, pictures: &[Picture]) {
        let mut latest = self.messages.iter_mut().rev();
        if let Some(message) = latest.find(|message| message.id == id) {
            Arc::make_mut(message).attach(pictures);
        }
    }

    fn add_review(&mut self, id: MessageId, review: &str) {
        let mut latest = self.messages.iter_mut().rev();
        if let Some(message) = latest.find(|message| message.id == id) {
            Arc::make_mut(message).add_review(review);
        }
    }

    fn complete(&mut self, message: &Message) {
        let mut latest = self.messages.iter_mut().rev();
        match latest.find(|known| known.id == message.id) {
            Some(known) => *known = Arc::new(message.clone()),
            None => self.messages.push(Arc::new(message.clone())),
        }
    }

    fn append(&mut self, id: MessageId, channel: TextChannel, offset: u64, piece: &str) {
        let mut latest = self.messages.iter_mut().rev();
        let Some(message) = latest.find(|message| message.id == id) else {
            return;
        };
        // A delta that was already applied, or that left a gap, does not continue this state.
        if message.streamed(channel).len() as u64 == offset {
            Arc::make_mut(message).append(channel, piece);
        }
    }
}
