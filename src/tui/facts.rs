//! The state of one session that the tab, the status line and the ladder need.
//!
//! A projection of events; the chat pane keeps the conversation itself. Only
//! [`SessionFacts::apply`] writes it.

use jiff::Timestamp;

use super::auto_approved::AutoApprovedCalls;
use super::layout::HINTS;
use client::text::sentence;
use l10n::{said, say};
use notice::Notice;
use protocol::approval::{Mode, PolicyState};
use protocol::context::ContextRow;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::{QuestionId, RunId, SessionId};
use protocol::message::Role;
use protocol::session::{
    ContextWindow, QueuedMessage, RunResult, RunStatus, SessionSettings, SessionSnapshot,
    SessionStatus,
};
use protocol::usage::Usage;

#[derive(Debug, Clone, PartialEq)]
pub struct SessionFacts {
    pub id: SessionId,
    pub settings: SessionSettings,
    pub policy: PolicyState,
    pub status: SessionStatus,
    /// The current run.
    pub run: Option<RunId>,
    /// Start of the current run.
    pub run_since: Option<Timestamp>,
    /// Time of the last request to the model, and its label: `step 2, ollama/qwen3`.
    pub asked: Option<(Timestamp, String)>,
    /// Tokens and cost of all steps.
    pub usage: Usage,
    /// Total duration of the runs, in milliseconds.
    pub duration_ms: u64,
    /// Last known fill of the context window.
    pub window: Option<ContextWindow>,
    /// Messages that wait for the end of the step.
    pub queued: Vec<QueuedMessage>,
    pub questions: Vec<QuestionId>,
    /// Number of the last checkpoint.
    pub checkpoint: Option<u64>,
    /// The current notice: a retry, an error.
    pub notice: Option<(NoticeLevel, String)>,
    /// Files that the agent changed, latest last.
    pub changed: Vec<String>,
    /// Whether passthrough was on before, so that the user knows what it means.
    pub knows_passthrough: bool,
    /// Calls that passthrough allowed while it is on.
    pub auto_approved: AutoApprovedCalls,
    pub context: Vec<ContextRow>,
    /// Number of messages.
    pub messages: u64,
    /// Whether the user or the agent has said anything in the session.
    pub spoken: bool,
    /// The error of the last run.
    pub last_error: Option<Notice>,
    /// Whether the model was asked and has sent nothing yet.
    pub awaits_model: bool,
    /// Whether the run has given no answer yet, and the sent message exists only in the
    /// conversation and the history.
    pub unanswered: bool,
}

/// A consequence of an event for the rest of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Consequence {
    /// A question was opened: the bell is rung once.
    QuestionOpened,
    /// A text returns to the editor.
    DraftReturned(String),
    /// A file was written: everything that shows it must be queried again.
    FileWritten(String),
    /// A command ran: it may have changed any file.
    CommandRan,
    /// The conversation was cleared.
    Cleared,
}

impl SessionFacts {
    /// Creates the state of a new session.
    pub fn new(id: SessionId, settings: SessionSettings, policy: PolicyState) -> Self {
        let auto_approved = AutoApprovedCalls::of(&policy);
        Self {
            id,
            settings,
            policy,
            status: SessionStatus::Idle,
            run: None,
            run_since: None,
            asked: None,
            usage: Usage::default(),
            duration_ms: 0,
            window: None,
            queued: Vec::new(),
            questions: Vec::new(),
            checkpoint: None,
            notice: None,
            changed: Vec::new(),
            knows_passthrough: false,
            auto_approved,
            context: Vec::new(),
            messages: 0,
            spoken: false,
            last_error: None,
            awaits_model: false,
            unanswered: false,
        }
    }

    /// Creates the state of an existing session from its snapshot.
    pub fn of(snapshot: &SessionSnapshot) -> Self {
        let summary = &snapshot.summary;
        let going = |status| {
            matches!(
                status,
                RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser
            )
        };
        let run = snapshot.run.as_ref().filter(|run| going(run.status));
        Self {
            status: summary.status,
            run: run.map(|run| run.id),
            run_since: run.map(|run| run.started_at),
            usage: summary.usage.clone(),
            duration_ms: summary.duration_ms,
            window: snapshot.window,
            queued: snapshot.queued.clone(),
            context: snapshot.context.clone(),
            checkpoint: snapshot.checkpoint,
            messages: summary.messages,
            spoken: snapshot.messages.iter().any(|one| one.role != Role::System),
            last_error: summary.last_error.clone(),
            awaits_model: false,
            unanswered: false,
            knows_passthrough: snapshot.policy.mode == Mode::Passthrough,
            questions: snapshot
                .questions
                .iter()
                .map(|question| question.id)
                .collect(),
            notice: summary
                .last_error
                .clone()
                .filter(|_| !summary.status.is_frozen())
                .map(|error| (NoticeLevel::Error, said(&error))),
            ..Self::new(
                summary.id,
                summary.settings.clone(),
                snapshot.policy.clone(),
            )
        }
    }

    fn run_took(&mut self, result: &RunResult) {
        self.duration_ms = self.duration_ms.saturating_add(result.duration_ms);
    }

    /// Returns the rows of the passthrough strip; on a low screen one is enough.
    pub fn strip_rows(&self, height: u16) -> u16 {
        match self.auto_approved.passed() {
            None => 0,
            Some(_) if height < HINTS => 1,
            Some(_) => 2,
        }
    }

    /// Returns how full the context window is, in percent.
    pub fn percent(&self) -> Option<u64> {
        let window = self.window.filter(|window| window.limit > 0)?;
        Some(window.used.saturating_mul(100) / window.limit)
    }

    /// Whether the session takes no input any more, because its answering program or
    /// provider is gone.
    pub fn is_frozen(&self) -> bool {
        self.status.is_frozen()
    }

    /// Whether a run is in progress. The working indicator depends on this alone.
    pub fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// Whether the run only waits for an answer, and no agent program with its own tools
    /// waits with it.
    pub fn only_waits(&self) -> bool {
        let has_program = self.settings.known_as.contains_key(&self.settings.provider);
        self.status == SessionStatus::Waiting && !has_program
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &Event) -> Option<Consequence> {
        self.auto_approved.apply(event);
        self.track_model_wait(&event.fact);
        match &event.fact {
            EventKind::SessionCreated { settings, policy } => {
                self.settings = settings.clone();
                self.policy = policy.clone();
            }
            EventKind::SessionChanged { settings } => {
                // A refusal for want of a model no longer applies.
                if self.settings.model.is_empty() && !settings.model.is_empty() {
                    self.notice
                        .take_if(|(level, _)| *level == NoticeLevel::Warning);
                }
                self.settings = settings.clone();
            }
            EventKind::PolicyChanged { policy } => {
                self.knows_passthrough |= policy.mode == Mode::Passthrough;
                self.policy = policy.clone();
            }
            EventKind::SessionStatusChanged { status, error } => self.apply_status(*status, error),
            EventKind::SessionCleared => {
                self.messages = 0;
                self.spoken = false;
                return Some(Consequence::Cleared);
            }
            EventKind::MessageAdded { message } => {
                self.messages += 1;
                self.spoken |= message.role != Role::System;
                self.unanswered &= message.role != Role::Assistant;
            }
            EventKind::ContextIncluded { row } => self.context.push(row.clone()),
            EventKind::ContextExcluded { row } => self.context.retain(|known| known.id != *row),
            EventKind::RunStarted { .. } => {
                self.run = event.run;
                self.run_since = Some(event.at);
                self.notice = None;
                self.unanswered = true;
            }
            EventKind::RunCompleted { result } | EventKind::RunCancelled { result } => {
                self.run_took(result);
                self.run_ended();
            }
            EventKind::RunInterrupted { .. } => self.run_ended(),
            EventKind::RunFailed {
                error,
                hint,
                result,
                ..
            } => {
                self.run_took(result);
                self.run_ended();
                self.last_error = Some(error.clone());
                let mut text = match hint {
                    Some(hint) => format!("{}; {}", said(error), said(hint)),
                    None => said(error),
                };
                if std::mem::take(&mut self.unanswered) {
                    text.push_str(say!("facts-up-brings-back"));
                }
                self.notice = Some((NoticeLevel::Error, text));
            }
            EventKind::StepStarted { number, model, .. } => {
                self.asked = Some((event.at, say!("facts-step", number, model)));
            }
            EventKind::StepCompleted { usage, window, .. } => {
                self.usage.add(usage);
                self.window = Some(*window);
                self.notice = None;
            }
            EventKind::ConversationCompacted { compaction } => {
                self.usage.add(&compaction.usage);
                self.notice = None;
            }
            EventKind::CompactionFailed { usage, .. } => self.usage.add(usage),
            EventKind::RetryScheduled {
                attempt, of, error, ..
            } => {
                let text = say!(
                    "facts-trying-again",
                    error = said(&error.message),
                    attempt,
                    of
                );
                self.notice = Some((NoticeLevel::Warning, text));
            }
            EventKind::MessageQueued { message } => self.queued.push(message.clone()),
            EventKind::MessageUnqueued { message, reason } => {
                return self.unqueued(message, *reason);
            }
            EventKind::QuestionOpened { question: prompt }
            | EventKind::ClarificationOpened { question: prompt } => {
                return self.question_opened(prompt.id);
            }
            EventKind::QuestionAnswered { answer, .. }
            | EventKind::ClarificationAnswered { answer, .. } => {
                self.questions.retain(|open| *open != answer.question);
            }
            EventKind::CheckpointCreated { checkpoint } => {
                self.checkpoint = Some(checkpoint.number);
            }
            EventKind::CallCompleted { result, .. } => {
                self.messages += 1;
                let ran = result.tool == "shell_exec";
                return ran.then_some(Consequence::CommandRan);
            }
            EventKind::ApplyCompleted { path, .. } => return Some(self.file_written(path)),
            // A notice about an earlier step is outdated after a later one.
            EventKind::OperationDone { .. } | EventKind::OperationMoved { .. } => {
                self.notice
                    .take_if(|(level, _)| *level == NoticeLevel::Info);
            }
            EventKind::Notice { level, text } => self.notice = Some((*level, said(text))),
            EventKind::CommandRejected { reason, .. } => {
                self.notice = Some((NoticeLevel::Warning, sentence(&said(reason))));
            }
            _ => {}
        }
        None
    }

    /// Tracks whether output of the model is awaited.
    fn track_model_wait(&mut self, fact: &EventKind) {
        match fact {
            EventKind::StepStarted { .. } => self.awaits_model = true,
            EventKind::TextAppended { .. }
            | EventKind::StepCompleted { .. }
            | EventKind::RetryScheduled { .. }
            | EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunInterrupted { .. }
            | EventKind::RunFailed { .. } => self.awaits_model = false,
            EventKind::MessageAdded { message } => {
                self.awaits_model &= message.role != Role::Assistant;
            }
            _ => {}
        }
    }

    fn apply_status(&mut self, status: SessionStatus, error: &Option<Notice>) {
        self.status = status;
        self.last_error.clone_from(error);
        let is_shown = |error: &Notice| {
            let shown = self.notice.as_ref();
            shown.is_some_and(|(_, text)| text.starts_with(&said(error)))
        };
        match error {
            // The banner shows it.
            Some(_) if status.is_frozen() => self.notice = None,
            Some(error) if !is_shown(error) => {
                self.notice = Some((NoticeLevel::Error, said(error)));
            }
            _ => {}
        }
        if !matches!(status, SessionStatus::Running | SessionStatus::Waiting) {
            self.run = None;
            self.run_since = None;
        }
    }

    fn run_ended(&mut self) {
        self.run = None;
        self.run_since = None;
        self.questions.clear();
        self.notice = None;
    }

    fn unqueued(
        &mut self,
        message: &QueuedMessage,
        reason: protocol::event::UnqueueReason,
    ) -> Option<Consequence> {
        use protocol::event::UnqueueReason;
        self.queued.retain(|waiting| waiting.id != message.id);
        match reason {
            UnqueueReason::Delivered => None,
            UnqueueReason::TakenBack | UnqueueReason::RunEnded => {
                // The message is in the editor again.
                self.unanswered = false;
                Some(Consequence::DraftReturned(message.text.clone()))
            }
        }
    }

    fn question_opened(&mut self, question: QuestionId) -> Option<Consequence> {
        if self.questions.contains(&question) {
            // Asked again because its proposal changed: the bell was rung already.
            return None;
        }
        self.questions.push(question);
        Some(Consequence::QuestionOpened)
    }

    /// Adds files that were changed before this screen received events: they come before
    /// those from events.
    pub fn know_changed<'a>(&mut self, paths: impl Iterator<Item = &'a str>) {
        let known = |path: &&str| self.changed.iter().any(|one| one == path);
        let mut changed: Vec<String> = paths
            .filter(|path| !known(path))
            .map(str::to_owned)
            .collect();
        changed.append(&mut self.changed);
        self.changed = changed;
    }

    fn file_written(&mut self, path: &str) -> Consequence {
        self.changed.retain(|known| known != path);
        self.changed.push(path.to_owned());
        Consequence::FileWritten(path.to_owned())
    }
}
