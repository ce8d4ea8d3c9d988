//! A simple fold to compare the tables with: builds a session's snapshot from the facts
//! alone, in memory.

use notice::Notice;
use std::collections::BTreeMap;

use uuid::Uuid;

use super::{time, workspace};
use crate::StreamPiece;
use notice::words::before;
use protocol::approval::{
    Answer, AnsweredBy, Decision, PolicyState, Question, QuestionBody, RiskReport,
};
use protocol::call::ToolCall;
use protocol::compaction::Compaction;
use protocol::context::ContextRow;
use protocol::event::{Event, EventKind, UnqueueReason};
use protocol::ids::{CallId, ContentHash, QuestionId, RunId, SessionId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::{
    AnsweredQuestion, ContextWindow, QueuedMessage, Run, RunOutline, RunResult, RunStatus,
    SessionSnapshot, SessionStatus, SessionSummary,
};
use protocol::sub_agent::AgentList;
use protocol::task::{Task, TaskId, TaskList};
use protocol::usage::Usage;

pub(super) fn usage(number: u64) -> Usage {
    Usage {
        input_tokens: number,
        output_tokens: 2 * number,
        cached_tokens: number % 2,
        saved_tokens: number % 5,
        cache_written_tokens: number % 3,
        reasoning_tokens: number % 4,
        latency_ms: 10,
        cost_usd: (!number.is_multiple_of(3)).then_some(0.25),
        unpriced_tokens: if number.is_multiple_of(3) { number } else { 0 },
        estimated: number.is_multiple_of(5),
    }
}

pub(super) fn call(number: u128) -> ToolCall {
    ToolCall {
        id: CallId(Uuid::from_u128(4_000 + number)),
        provider_id: "p".into(),
        tool: "read_file".into(),
        arguments: serde_json::json!({"path": "a"}),
    }
}

pub(super) fn run_id(session: SessionId, number: u128) -> RunId {
    RunId(Uuid::from_u128(session.0.as_u128() * 1_000 + 100 + number))
}

pub(super) fn prompt(session: SessionId, number: u128) -> Question {
    Question {
        id: QuestionId(Uuid::from_u128(session.0.as_u128() * 1_000 + 200 + number)),
        session,
        run: run_id(session, number),
        call: None,
        tool: "shell_exec".into(),
        origin: "coder".into(),
        body: QuestionBody::Confirm {
            question: Notice::text("Go on?"),
        },
        risk: RiskReport::low(Notice::text("looks only")),
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: time(number),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

pub(super) fn answer(session: SessionId, number: u128) -> Answer {
    Answer {
        question: prompt(session, number).id,
        shown: ContentHash::of(b"shown"),
        decision: Decision::Yes,
        by: AnsweredBy::Key,
    }
}

/// A session, folded from the facts.
#[derive(Debug, Default)]
pub(super) struct Folded {
    row: Option<(SessionSummary, PolicyState)>,
    window: Option<ContextWindow>,
    checkpoint: Option<u64>,
    messages: Vec<(Message, bool)>,
    runs: Vec<Run>,
    questions: Vec<(Question, bool)>,
    answered: Vec<(RunId, AnsweredQuestion)>,
    queued: Vec<QueuedMessage>,
    context: Vec<ContextRow>,
    compactions: Vec<Compaction>,
    tasks: BTreeMap<TaskId, Option<Task>>,
    tasks_changed: Option<jiff::Timestamp>,
    agents: AgentList,
    pub(super) draft: String,
    pub(super) duration: u64,
}

/// All sessions, and their common state.
#[derive(Debug, Default)]
pub(super) struct Fold {
    pub(super) sessions: BTreeMap<SessionId, Folded>,
    pub(super) history: Vec<String>,
}

impl Fold {
    pub(super) fn apply(&mut self, event: &Event) {
        if let EventKind::InputRemembered { text } = &event.fact
            && self.history.last() != Some(text)
        {
            self.history.push(text.clone());
        }
        self.sessions.entry(event.session).or_default().apply(event);
    }

    pub(super) fn stream(&mut self, piece: &StreamPiece) {
        for session in self.sessions.values_mut() {
            for (message, _) in &mut session.messages {
                if message.id == piece.message && message.state == MessageState::Streaming {
                    message.append(piece.channel, &piece.text);
                }
            }
        }
    }
}

impl Folded {
    fn apply(&mut self, event: &Event) {
        match &event.fact {
            EventKind::SessionCreated { settings, policy } if self.row.is_none() => {
                let summary = SessionSummary {
                    id: event.session,
                    workspace: workspace(),
                    settings: settings.clone(),
                    status: SessionStatus::Idle,
                    created_at: event.at,
                    updated_at: event.at,
                    messages: 0,
                    usage: Usage::default(),
                    duration_ms: 0,
                    pid: None,
                    last_error: None,
                    about: String::new(),
                };
                self.row = Some((summary, policy.clone()));
            }
            EventKind::MessageAdded { message } | EventKind::MessageCompleted { message } => {
                match self
                    .messages
                    .iter_mut()
                    .find(|(old, _)| old.id == message.id)
                {
                    Some((old, _)) => *old = message.clone(),
                    None => self.messages.push((message.clone(), true)),
                }
            }
            EventKind::PicturesAttached { message, pictures } => {
                let found = self.messages.iter_mut().find(|(old, _)| old.id == *message);
                if let Some((old, _)) = found {
                    for picture in pictures {
                        let block = Block::Image {
                            picture: picture.clone(),
                        };
                        if !old.blocks.contains(&block) {
                            old.blocks.push(block);
                        }
                    }
                }
            }
            EventKind::SessionCleared => {
                self.window = None;
                self.messages.iter_mut().for_each(|pair| pair.1 = false);
            }
            EventKind::MessagesWithdrawn { from, alone: true } => {
                let mut messages = self.messages.iter_mut();
                if let Some(pair) = messages.find(|(old, _)| old.id == *from) {
                    pair.1 = false;
                }
            }
            EventKind::MessagesWithdrawn { from, alone: false } => {
                let at = self.messages.iter().position(|(old, _)| old.id == *from);
                let from = at.unwrap_or(self.messages.len());
                self.messages[from..]
                    .iter_mut()
                    .for_each(|pair| pair.1 = false);
            }
            EventKind::MessageQueued { message } => {
                match self.queued.iter_mut().find(|old| old.id == message.id) {
                    Some(old) => old.clone_from(message),
                    None => self.queued.push(message.clone()),
                }
            }
            EventKind::MessageUnqueued { message, reason } => {
                self.queued.retain(|old| old.id != message.id);
                if *reason == UnqueueReason::RunEnded {
                    self.draft = before(&message.text, &self.draft);
                }
            }
            EventKind::ConversationCompacted { compaction } => {
                self.window = None;
                self.compactions.push(compaction.clone());
            }
            EventKind::CompactionUndone { compaction } => {
                self.window = None;
                self.compactions.retain(|old| old.id != *compaction);
            }
            EventKind::ContextIncluded { row } => {
                match self.context.iter_mut().find(|old| old.id == row.id) {
                    Some(old) => old.clone_from(row),
                    None => self.context.push(row.clone()),
                }
            }
            EventKind::ContextExcluded { row } => self.context.retain(|old| old.id != *row),
            EventKind::DraftSaved { text } => self.draft.clone_from(text),
            _ => {
                self.task(event);
                self.work(event);
            }
        }
        self.row(event);
    }

    fn task(&mut self, event: &Event) {
        let (id, now) = match &event.fact {
            EventKind::TaskCreated { task } => (task.id, Some(task)),
            EventKind::TaskChanged { task } => (task.id, Some(task)),
            EventKind::TaskDeleted { task } => (*task, None),
            _ => return,
        };
        let is_there = self.tasks.get(&id).is_some_and(Option::is_some);
        if is_there != matches!(event.fact, EventKind::TaskCreated { .. }) {
            self.tasks.insert(id, now.cloned());
            self.tasks_changed = self.tasks_changed.max(Some(event.at));
        }
    }

    fn work(&mut self, event: &Event) {
        match &event.fact {
            EventKind::RunStarted { message } => {
                let id = event.run.unwrap();
                if self.runs.iter().all(|run| run.id != id) {
                    self.runs.push(Run {
                        id,
                        session: event.session,
                        message: *message,
                        status: RunStatus::Running,
                        started_at: event.at,
                        finished_at: None,
                        error: None,
                        result: None,
                    });
                }
            }
            EventKind::RunCompleted { result } => {
                self.end(event, RunStatus::Completed, Some(result), None);
            }
            EventKind::RunCancelled { result } => {
                self.end(event, RunStatus::Cancelled, Some(result), None);
            }
            EventKind::RunFailed { result, error, .. } => {
                self.end(event, RunStatus::Failed, Some(result), Some(error));
            }
            EventKind::RunInterrupted { .. } => self.end(event, RunStatus::Interrupted, None, None),
            EventKind::QuestionOpened { question: prompt }
            | EventKind::ClarificationOpened { question: prompt } => {
                match self
                    .questions
                    .iter_mut()
                    .find(|(old, _)| old.id == prompt.id)
                {
                    Some(old) => {
                        *old = (prompt.clone(), true);
                        self.answered
                            .retain(|(_, known)| known.answer.question != prompt.id);
                    }
                    None => self.questions.push((prompt.clone(), true)),
                }
            }
            EventKind::QuestionAnswered { answer, summary }
            | EventKind::ClarificationAnswered { answer, summary } => {
                for (prompt, open) in &mut self.questions {
                    *open &= prompt.id != answer.question;
                }
                let mut questions = self.questions.iter();
                if let Some((prompt, _)) = questions.find(|(known, _)| known.id == answer.question)
                {
                    self.answered
                        .retain(|(_, known)| known.answer.question != answer.question);
                    let answered = AnsweredQuestion {
                        call: prompt.call,
                        tool: prompt.tool.clone(),
                        summary: summary.clone(),
                        answer: answer.clone(),
                        at: event.at,
                    };
                    self.answered.push((prompt.run, answered));
                }
            }
            _ => {}
        }
    }

    fn end(
        &mut self,
        event: &Event,
        status: RunStatus,
        result: Option<&RunResult>,
        error: Option<&Notice>,
    ) {
        for run in self.runs.iter_mut().filter(|run| Some(run.id) == event.run) {
            run.status = status;
            run.finished_at = Some(event.at);
            run.error = error.cloned();
            run.result = result.cloned();
        }
        for (question, open) in &mut self.questions {
            *open &= Some(question.run) != event.run;
        }
        if self.row.is_some() {
            self.duration += result.map_or(0, |result| result.duration_ms);
        }
    }

    fn row(&mut self, event: &Event) {
        self.agents.apply(&event.fact, event.at);
        if let EventKind::CheckpointCreated { checkpoint } = &event.fact {
            self.checkpoint = self.checkpoint.max(Some(checkpoint.number));
        }
        if let EventKind::SessionStatusChanged { status, .. } = &event.fact
            && let Some(run) = self.runs.last_mut()
        {
            run.status = match (status, run.status) {
                (SessionStatus::Waiting, RunStatus::Running) => RunStatus::WaitingForUser,
                (SessionStatus::Running, RunStatus::WaitingForUser) => RunStatus::Running,
                (SessionStatus::AwaitingReview, RunStatus::Completed) => RunStatus::AwaitingReview,
                (SessionStatus::Idle, RunStatus::AwaitingReview) => RunStatus::Completed,
                (_, same) => same,
            };
        }
        let Some((summary, policy)) = &mut self.row else {
            return;
        };
        match &event.fact {
            EventKind::SessionChanged { settings } => summary.settings = settings.clone(),
            EventKind::SessionStatusChanged { status, error } => {
                summary.status = *status;
                summary.last_error.clone_from(error);
            }
            EventKind::PolicyChanged { policy: now } => *policy = now.clone(),
            EventKind::ConversationCompacted { compaction } => summary.usage.add(&compaction.usage),
            EventKind::CompactionFailed { usage, .. } => summary.usage.add(usage),
            EventKind::AgentEnded { tally, .. } => summary.usage.add(&tally.usage),
            EventKind::StepCompleted { usage, window, .. } => {
                summary.usage.add(usage);
                self.window = Some(*window);
            }
            EventKind::InputRemembered { .. } | EventKind::DraftSaved { .. } => return,
            _ => {}
        }
        summary.updated_at = event.at;
    }

    fn outlines(&self) -> Vec<RunOutline> {
        let runs = self.runs.iter();
        let outline = |run: &Run| {
            let answered = self.answered.iter().filter(|(of, _)| *of == run.id);
            RunOutline::of(
                run,
                answered.map(|(_, answered)| answered.clone()).collect(),
            )
        };
        runs.map(outline).collect()
    }

    pub(super) fn snapshot(&self) -> Option<SessionSnapshot> {
        let (mut summary, policy) = self.row.clone()?;
        let messages: Vec<Message> = self
            .messages
            .iter()
            .filter(|(_, in_view)| *in_view)
            .map(|(message, _)| message.clone())
            .collect();
        let said = messages.iter().filter(|one| one.role != Role::System);
        summary.messages = said.count() as u64;
        summary.duration_ms = self.duration;
        let open = self.questions.iter().filter(|(_, open)| *open);
        Some(SessionSnapshot {
            summary,
            policy,
            messages,
            run: self.runs.last().cloned(),
            runs: self.outlines(),
            questions: open.map(|(question, _)| question.clone()).collect(),
            queued: self.queued.clone(),
            context: self.context.clone(),
            tasks: TaskList::of(
                self.tasks.values().flatten().cloned().collect(),
                self.tasks.keys().copied().max().unwrap_or_default(),
                self.tasks_changed,
            ),
            agents: self.agents.clone(),
            compactions: {
                let in_view = |kept: &&Compaction| {
                    let mut view = self.messages.iter().filter(|(_, in_view)| *in_view);
                    view.any(|(message, _)| message.id == kept.through)
                };
                self.compactions.iter().filter(in_view).cloned().collect()
            },
            window: self.window,
            checkpoint: self.checkpoint,
        })
    }
}
