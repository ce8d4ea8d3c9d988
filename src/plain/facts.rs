//! The known state of one live session: a projection of its events, including the messages, because
//! they can be printed again.

use l10n::say;
use notice::Notice;
use protocol::approval::{PolicyState, Question};
use protocol::call::{CallResult, ToolCall};
use protocol::context::ContextRow;
use protocol::event::{Event, EventKind};
use protocol::ids::{CallId, RunId, SessionId};
use protocol::message::{Block, Message, Role};
use protocol::session::{
    ContextWindow, RunResult, RunStatus, SessionSettings, SessionSnapshot, SessionStatus,
};
use protocol::usage::Usage;

#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) id: SessionId,
    pub(super) settings: SessionSettings,
    pub(super) policy: PolicyState,
    pub(super) status: SessionStatus,
    /// The run in progress.
    pub(super) run: Option<RunId>,
    /// The run that began last.
    pub(super) last_run: Option<RunId>,
    pub(super) usage: Usage,
    /// Total duration of its runs, in milliseconds.
    pub(super) duration_ms: u64,
    pub(super) window: Option<ContextWindow>,
    pub(super) context: Vec<ContextRow>,
    pub(super) last_error: Option<Notice>,
    /// Open questions, oldest first.
    pub(super) questions: Vec<Question>,
    pub(super) messages: Vec<Message>,
    /// Calls in the order of their requests: each is referred to by its number.
    pub(super) calls: Vec<(ToolCall, Option<CallResult>)>,
}

impl Facts {
    /// Creates the facts of a new session.
    pub(super) fn new(id: SessionId, settings: SessionSettings, policy: PolicyState) -> Self {
        Self {
            id,
            settings,
            policy,
            status: SessionStatus::Idle,
            run: None,
            last_run: None,
            usage: Usage::default(),
            duration_ms: 0,
            window: None,
            context: Vec::new(),
            last_error: None,
            questions: Vec::new(),
            messages: Vec::new(),
            calls: Vec::new(),
        }
    }

    /// Creates the facts from a snapshot.
    pub(super) fn of(snapshot: &SessionSnapshot) -> Self {
        let summary = &snapshot.summary;
        let going = |status| {
            matches!(
                status,
                RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser
            )
        };
        let run = snapshot.run.as_ref();
        let mut facts = Self {
            status: summary.status,
            run: run.filter(|run| going(run.status)).map(|run| run.id),
            last_run: run.map(|run| run.id),
            usage: summary.usage.clone(),
            duration_ms: summary.duration_ms,
            window: snapshot.window,
            context: snapshot.context.clone(),
            last_error: summary.last_error.clone(),
            questions: snapshot.questions.clone(),
            ..Self::new(
                summary.id,
                summary.settings.clone(),
                snapshot.policy.clone(),
            )
        };
        for message in &snapshot.messages {
            facts.add(message.clone());
        }
        facts
    }

    fn run_took(&mut self, result: &RunResult) {
        self.duration_ms = self.duration_ms.saturating_add(result.duration_ms);
    }

    pub(super) fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// Returns the session's name in quotes, or the words for an unnamed session.
    pub(super) fn name(&self) -> String {
        match self.settings.name.as_str() {
            "" => say!("plain-no-name").to_owned(),
            name => say!("plain-name", name = super::text::line(name)),
        }
    }

    /// Returns `provider/model`, or the words for no model.
    pub(super) fn model(&self) -> String {
        let SessionSettings {
            provider, model, ..
        } = &self.settings;
        match model.as_str() {
            "" => say!("plain-no-model").to_owned(),
            model => super::text::line(&format!("{provider}/{model}")),
        }
    }

    /// Returns a call with its number.
    pub(super) fn call(&self, id: CallId) -> Option<(usize, &ToolCall)> {
        let mut calls = self.calls.iter().enumerate();
        let (at, (call, _)) = calls.find(|(_, (call, _))| call.id == id)?;
        Some((at + 1, call))
    }

    /// Returns the user's messages to the agent, latest first, without the user's commands.
    pub(super) fn user_messages(&self) -> impl Iterator<Item = &Message> {
        let is_own = |message: &&Message| {
            let said = message.said().trim();
            message.role == Role::User && !said.is_empty() && !said.starts_with('!')
        };
        self.messages.iter().rev().filter(is_own)
    }

    /// Returns the runs, oldest first, each with its prompt.
    pub(super) fn runs(&self) -> Vec<(RunId, String)> {
        let mut runs: Vec<(RunId, String)> = Vec::new();
        for message in &self.messages {
            let Some(run) = message.run else { continue };
            match runs.iter_mut().find(|(known, _)| *known == run) {
                Some((_, asked)) if asked.is_empty() && message.role == Role::User => {
                    asked.push_str(message.said());
                }
                Some(_) => {}
                None if message.role == Role::User => runs.push((run, message.said().to_owned())),
                None => runs.push((run, String::new())),
            }
        }
        runs
    }

    /// Applies an event.
    pub(super) fn apply(&mut self, event: &Event) {
        match &event.fact {
            EventKind::SessionCreated { settings, policy } => {
                self.settings = settings.clone();
                self.policy = policy.clone();
            }
            EventKind::SessionChanged { settings } => self.settings = settings.clone(),
            EventKind::PolicyChanged { policy } => self.policy = policy.clone(),
            EventKind::SessionStatusChanged { status, error } => {
                self.status = *status;
                self.last_error.clone_from(error);
                if !matches!(status, SessionStatus::Running | SessionStatus::Waiting) {
                    self.run = None;
                }
            }
            EventKind::SessionCleared => {
                self.messages.clear();
                self.calls.clear();
            }
            EventKind::MessageAdded { message } => self.add(message.clone()),
            EventKind::MessageCompleted { message } => self.complete(message),
            EventKind::MessagesWithdrawn { from, alone } => self.withdraw(*from, *alone),
            EventKind::ContextIncluded { row } => self.context.push(row.clone()),
            EventKind::ContextExcluded { row } => self.context.retain(|known| known.id != *row),
            EventKind::RunStarted { .. } => {
                self.run = event.run;
                self.last_run = event.run;
            }
            EventKind::RunCompleted { result } | EventKind::RunCancelled { result } => {
                self.run_took(result);
                self.run_ended();
            }
            EventKind::RunInterrupted { .. } => self.run_ended(),
            EventKind::RunFailed { error, result, .. } => {
                self.run_took(result);
                self.run_ended();
                self.last_error = Some(error.clone());
            }
            EventKind::StepCompleted { usage, window, .. } => {
                self.usage.add(usage);
                self.window = Some(*window);
            }
            EventKind::ConversationCompacted { compaction } => self.usage.add(&compaction.usage),
            EventKind::CompactionFailed { usage, .. } => self.usage.add(usage),
            EventKind::QuestionOpened { question: prompt }
            | EventKind::ClarificationOpened { question: prompt } => {
                match self.questions.iter_mut().find(|open| open.id == prompt.id) {
                    Some(open) => *open = prompt.clone(),
                    None => self.questions.push(prompt.clone()),
                }
            }
            EventKind::QuestionAnswered { answer, .. }
            | EventKind::ClarificationAnswered { answer, .. } => {
                self.questions.retain(|open| open.id != answer.question);
            }
            EventKind::CallRequested { call, .. } => self.add_call(call),
            EventKind::CallCompleted { message, result } => {
                self.add(Message::of_result(*message, result, event));
            }
            _ => {}
        }
    }

    fn run_ended(&mut self) {
        self.run = None;
        self.questions.clear();
    }

    fn add(&mut self, message: Message) {
        self.take_calls(&message);
        self.messages.push(message);
    }

    fn complete(&mut self, message: &Message) {
        self.take_calls(message);
        let mut known = self.messages.iter_mut().rev();
        match known.find(|known| known.id == message.id) {
            Some(known) => *known = message.clone(),
            None => self.messages.push(message.clone()),
        }
    }

    fn take_calls(&mut self, message: &Message) {
        for block in &message.blocks {
            match block {
                Block::ToolUse { call } => self.add_call(call),
                Block::ToolResult { result } => {
                    let mut calls = self.calls.iter_mut();
                    if let Some((_, of)) = calls.find(|(call, _)| call.id == result.call) {
                        *of = Some(result.clone());
                    }
                }
                _ => {}
            }
        }
    }

    fn add_call(&mut self, call: &ToolCall) {
        if !self.calls.iter().any(|(known, _)| known.id == call.id) {
            self.calls.push((call.clone(), None));
        }
    }

    fn withdraw(&mut self, from: protocol::ids::MessageId, alone: bool) {
        let place = self.messages.iter().position(|known| known.id == from);
        match place {
            Some(place) if alone => drop(self.messages.remove(place)),
            Some(place) => self.messages.truncate(place),
            None => {}
        }
    }
}
