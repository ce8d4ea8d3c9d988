//! What only the screen keeps of a session, beside its facts: the notice, the changed files, the
//! calls of passthrough, and how far the model's answer has come.
//!
//! A projection of events; the chat pane keeps the conversation itself.

use std::time::Duration;

use jiff::Timestamp;

use super::auto_approved::AutoApprovedCalls;
use super::layout::HINTS;
use super::model_step::ModelStep;
use client::text::sentence;
use l10n::{said, say};
use notice::Notice;
use protocol::approval::{Mode, PolicyState};
use protocol::event::{Event, EventKind, NoticeLevel, UnqueueReason};
use protocol::ids::QuestionId;
use protocol::message::Role;
use protocol::session::{QueuedMessage, SessionSnapshot, SessionStatus};
use session::SessionFacts;

#[derive(Debug, Clone, PartialEq)]
pub struct Activity {
    /// Time of the last request to the model, and its label: `step 2, ollama/qwen3`.
    pub asked: Option<(Timestamp, String)>,
    /// The current notice: a retry, an error.
    pub notice: Option<(NoticeLevel, String)>,
    /// Files that the agent changed, latest last.
    pub changed: Vec<String>,
    /// Whether passthrough was on before, so that the user knows what it means.
    pub knows_passthrough: bool,
    /// Calls that passthrough allowed while it is on.
    pub auto_approved: AutoApprovedCalls,
    /// Whether the user or the agent has said anything in the session.
    pub spoken: bool,
    /// The request to the model that is being answered.
    pub step: Option<ModelStep>,
    /// When a request that failed is sent again.
    pub again_at: Option<Timestamp>,
    /// Whether the run has given no answer yet, and the sent message exists only in the
    /// conversation and the history.
    pub unanswered: bool,
    /// Whether the last run applied a change without asking, so that no decision of the user has
    /// shown it.
    pub applied_unasked: bool,
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

impl Activity {
    /// Creates the activity of a new session.
    pub fn new(policy: &PolicyState) -> Self {
        Self {
            asked: None,
            notice: None,
            changed: Vec::new(),
            knows_passthrough: false,
            auto_approved: AutoApprovedCalls::of(policy),
            spoken: false,
            step: None,
            again_at: None,
            unanswered: false,
            applied_unasked: false,
        }
    }

    /// Creates the activity of an existing session from its snapshot.
    pub fn of(snapshot: &SessionSnapshot) -> Self {
        let summary = &snapshot.summary;
        let error = summary.last_error.as_ref();
        let error = error.filter(|_| !summary.status.is_frozen());
        Self {
            notice: error.map(|error| (NoticeLevel::Error, said(error))),
            knows_passthrough: snapshot.policy.mode == Mode::Passthrough,
            spoken: snapshot.messages.iter().any(|one| one.role != Role::System),
            ..Self::new(&snapshot.policy)
        }
    }

    /// Whether the run that works has applied a change without asking.
    pub fn applies_unasked(&self, facts: &SessionFacts) -> bool {
        self.applied_unasked && facts.is_running()
    }

    /// Returns the rows of the passthrough strip; on a low screen one is enough.
    pub fn strip_rows(&self, height: u16) -> u16 {
        match self.auto_approved.passed() {
            None => 0,
            Some(_) if height < HINTS => 1,
            Some(_) => 2,
        }
    }

    /// Applies an event; `before` is the session without it.
    pub fn apply(&mut self, event: &Event, before: &SessionFacts) -> Option<Consequence> {
        self.auto_approved.apply(event);
        self.track_step(event);
        match &event.fact {
            // A refusal for want of a model no longer applies.
            EventKind::SessionChanged { settings }
                if before.settings.model.is_empty() && !settings.model.is_empty() =>
            {
                self.notice
                    .take_if(|(level, _)| *level == NoticeLevel::Warning);
            }
            EventKind::PolicyChanged { policy } => {
                self.knows_passthrough |= policy.mode == Mode::Passthrough;
            }
            EventKind::SessionStatusChanged { status, error } => {
                self.status_changed(*status, error.as_ref());
            }
            EventKind::SessionCleared => {
                self.spoken = false;
                return Some(Consequence::Cleared);
            }
            EventKind::MessageAdded { message } => {
                self.spoken |= message.role != Role::System;
                self.unanswered &= message.role != Role::Assistant;
            }
            EventKind::RunStarted { .. } => {
                self.notice = None;
                self.unanswered = true;
                self.applied_unasked = false;
            }
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunInterrupted { .. }
            | EventKind::StepCompleted { .. }
            | EventKind::ConversationCompacted { .. } => self.notice = None,
            EventKind::RunFailed { error, hint, .. } => self.run_failed(error, hint.as_ref()),
            EventKind::StepStarted { number, model, .. } => {
                self.asked = Some((event.at, say!("facts-step", number, model)));
            }
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
            EventKind::MessageUnqueued { message, reason } => {
                return self.unqueued(message, *reason);
            }
            EventKind::QuestionOpened { question }
            | EventKind::ClarificationOpened { question } => {
                return is_new(question.id, before).then_some(Consequence::QuestionOpened);
            }
            EventKind::CallCompleted { result, .. } => {
                let ran = result.tool == "shell_exec";
                return ran.then_some(Consequence::CommandRan);
            }
            EventKind::ApplyCompleted { path, .. } => {
                let is_unasked =
                    matches!(before.policy.mode, Mode::AcceptEdits | Mode::Passthrough);
                self.applied_unasked |= is_unasked && before.is_running();
                return Some(self.file_written(path));
            }
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

    /// Tracks how far the answer of the model has come, or when it is asked again.
    fn track_step(&mut self, event: &Event) {
        let at = event.at;
        match &event.fact {
            EventKind::RetryScheduled { after_ms, .. } => {
                let pause = Duration::from_millis(*after_ms);
                self.again_at = at.checked_add(pause).ok();
            }
            EventKind::StepStarted { .. }
            | EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunInterrupted { .. }
            | EventKind::RunFailed { .. } => self.again_at = None,
            _ => {}
        }
        match (&event.fact, &mut self.step) {
            (EventKind::StepStarted { .. }, step) => *step = Some(ModelStep::new(at)),
            (EventKind::StepProgress { prompt, answer, .. }, Some(step)) => {
                step.progress(*prompt, *answer, at);
            }
            (EventKind::TextAppended { .. } | EventKind::ProposalGrew { .. }, Some(step)) => {
                step.answered(at);
            }
            (
                EventKind::StepCompleted { .. }
                | EventKind::RetryScheduled { .. }
                | EventKind::RunCompleted { .. }
                | EventKind::RunCancelled { .. }
                | EventKind::RunInterrupted { .. }
                | EventKind::RunFailed { .. },
                step,
            ) => *step = None,
            _ => {}
        }
    }

    fn status_changed(&mut self, status: SessionStatus, error: Option<&Notice>) {
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
    }

    fn run_failed(&mut self, error: &Notice, hint: Option<&Notice>) {
        let mut text = match hint {
            Some(hint) => format!("{}; {}", said(error), said(hint)),
            None => said(error),
        };
        if std::mem::take(&mut self.unanswered) {
            text.push_str(say!("facts-up-brings-back"));
        }
        self.notice = Some((NoticeLevel::Error, text));
    }

    fn unqueued(&mut self, message: &QueuedMessage, reason: UnqueueReason) -> Option<Consequence> {
        match reason {
            UnqueueReason::Delivered => None,
            UnqueueReason::TakenBack | UnqueueReason::RunEnded => {
                // The message is in the editor again.
                self.unanswered = false;
                Some(Consequence::DraftReturned(message.text.clone()))
            }
        }
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

/// Whether a question is asked for the first time: the bell was rung already for one whose proposal
/// changed.
fn is_new(question: QuestionId, before: &SessionFacts) -> bool {
    !before.questions.iter().any(|open| open.id == question)
}
