//! A run: from the human's message through steps and calls to its result.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::calls::CallState;
use super::guard::LoopGuard;
use super::outcome::StepAnswer;
use super::retry::pause_before_next;
use super::session::Session;
use super::{Effect, Turn};
use crate::policy::decide::Taint;
use crate::protocol::call::{ErrorCode, ToolCall};
use crate::protocol::change::FileStat;
use crate::protocol::command::CancelHow;
use crate::protocol::event::{Fact, NoticeLevel, TextChannel, UnqueueReason};
use crate::protocol::ids::{CallId, CheckpointId, FileId, MessageId, RunId, StepId};
use crate::protocol::message::{Block, Message, MessageState, Role};
use crate::protocol::session::{RunResult, SessionStatus};
use crate::protocol::stream::{ProviderError, ProviderErrorKind};

/// Letters of the human's message that name a run.
const TITLE_LETTERS: usize = 60;

/// The run that is going on.
#[derive(Debug)]
pub(super) struct ActiveRun {
    pub(super) id: RunId,
    /// First words of the message, for the name of its checkpoint.
    pub(super) title: String,
    pub(super) kind: RunKind,
    pub(super) started_at: Timestamp,
    pub(super) phase: Phase,
    /// Which attempt at the present request this is, from 1.
    attempt: u32,
    /// Requests of this run.
    step_number: u32,
    stream: Option<Streaming>,
    /// The calls of the last answer, in order.
    pub(super) calls: Vec<CallState>,
    /// Calls that may still be made before the human is asked.
    pub(super) budget: u32,
    pub(super) guard: LoopGuard,
    /// Loops that were met and not allowed.
    pub(super) loops_refused: u32,
    pub(super) schema_errors: u32,
    pub(super) conflicts: u32,
    pub(super) checkpoint: Option<CheckpointId>,
    /// Files whose base was kept in this run.
    pub(super) kept: BTreeSet<FileId>,
    /// Why it ends, if by an error.
    pub(super) failure: Option<Failure>,
    pub(super) result: RunResult,
}

/// The error that ends a run.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) error: String,
    pub(super) hint: Option<String>,
    pub(super) code: Option<ErrorCode>,
}

/// Who drives a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunKind {
    /// The model.
    Agent,
    /// The human, with one command.
    UserShell,
}

/// What a run does at present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// An answer comes in.
    Streaming(StepId),
    /// The next attempt waits for its time.
    RetryPending,
    /// Calls are checked, asked about and run.
    Calls,
    /// It ends; running calls still report.
    Ending,
}

/// The answer in flight: the one text that the engine holds.
#[derive(Debug)]
struct Streaming {
    message: MessageId,
    added: bool,
    text: String,
    reasoning: String,
}

impl ActiveRun {
    fn new(id: RunId, kind: RunKind, text: &str, turn: &Turn<'_, '_>) -> Self {
        Self {
            id,
            title: text
                .lines()
                .next()
                .unwrap_or("")
                .chars()
                .take(TITLE_LETTERS)
                .collect(),
            kind,
            started_at: turn.cx.now,
            phase: Phase::Calls,
            attempt: 0,
            step_number: 0,
            stream: None,
            calls: Vec::new(),
            budget: turn.config.max_tool_calls,
            guard: LoopGuard::default(),
            loops_refused: 0,
            schema_errors: 0,
            conflicts: 0,
            checkpoint: None,
            kept: BTreeSet::new(),
            failure: None,
            result: RunResult::default(),
        }
    }

    /// Adds a file's figures to those of its earlier changes in this run.
    pub(super) fn count_change(&mut self, stat: FileStat) {
        let known = self
            .result
            .files_modified
            .iter_mut()
            .find(|file| file.path == stat.path);
        if let Some(file) = known {
            file.added = file.added.saturating_add(stat.added);
            file.removed = file.removed.saturating_add(stat.removed);
        } else {
            self.result.files_modified.push(stat);
        }
    }
}

impl Session {
    /// Begins a run with a message of the human's.
    pub(super) fn start_run(
        &mut self,
        message: MessageId,
        text: String,
        kind: RunKind,
        turn: &mut Turn<'_, '_>,
    ) {
        let run = RunId(turn.new_id());
        self.run = Some(ActiveRun::new(run, kind, &text, turn));
        self.taint = Taint::None;
        self.last_user_message = Some(message);
        self.add_text_message(message, Role::User, text, turn);
        self.fact(turn, Fact::RunStarted { message });
        self.set_status(SessionStatus::Running, None, turn);
        self.end_grants(turn);
        if kind == RunKind::Agent {
            self.request_step(turn);
        }
    }

    /// Asks the model for its next answer.
    pub(super) fn request_step(&mut self, turn: &mut Turn<'_, '_>) {
        self.steps = self.steps.saturating_add(1);
        if let Some(run) = &mut self.run {
            run.attempt = 0;
            run.step_number = run.step_number.saturating_add(1);
            run.calls.clear();
        }
        self.send_request(turn);
    }

    fn send_request(&mut self, turn: &mut Turn<'_, '_>) {
        let step = StepId(turn.new_id());
        let message = MessageId(turn.new_id());
        let model = format!("{}/{}", self.settings.provider, self.settings.model);
        let Some(run) = &mut self.run else { return };
        run.attempt = run.attempt.saturating_add(1);
        run.phase = Phase::Streaming(step);
        run.stream = Some(Streaming {
            message,
            added: false,
            text: String::new(),
            reasoning: String::new(),
        });
        let (id, number) = (run.id, run.step_number);
        self.fact(
            turn,
            Fact::StepStarted {
                step,
                number,
                model,
            },
        );
        turn.effect(Effect::RequestStep {
            session: self.id,
            run: id,
            step,
            number: self.steps,
        });
    }

    fn is_current(&self, step: StepId) -> bool {
        self.run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Streaming(step))
    }

    /// More of the answer came in.
    pub(super) fn stream_appended(
        &mut self,
        step: StepId,
        channel: TextChannel,
        text: &str,
        turn: &mut Turn<'_, '_>,
    ) {
        if !self.is_current(step) || text.is_empty() {
            return;
        }
        self.begin_message(turn);
        let Some(stream) = self.run.as_mut().and_then(|run| run.stream.as_mut()) else {
            return;
        };
        let target = match channel {
            TextChannel::Answer => &mut stream.text,
            TextChannel::Reasoning => &mut stream.reasoning,
        };
        let offset = target.len() as u64;
        target.push_str(text);
        let fact = Fact::TextAppended {
            message: stream.message,
            channel,
            offset,
            text: text.to_owned(),
        };
        self.fact(turn, fact);
    }

    /// Adds the assistant's message when the first of it arrives.
    fn begin_message(&mut self, turn: &mut Turn<'_, '_>) {
        let Some(stream) = self.run.as_mut().and_then(|run| run.stream.as_mut()) else {
            return;
        };
        if stream.added {
            return;
        }
        stream.added = true;
        let id = stream.message;
        let message = self.assistant_message(id, Vec::new(), MessageState::Streaming, turn);
        self.fact(turn, Fact::MessageAdded { message });
    }

    fn assistant_message(
        &self,
        id: MessageId,
        blocks: Vec<Block>,
        state: MessageState,
        turn: &Turn<'_, '_>,
    ) -> Message {
        Message {
            id,
            session: self.id,
            run: self.run.as_ref().map(|run| run.id),
            at: turn.cx.now,
            role: Role::Assistant,
            blocks,
            state,
            model: Some(format!(
                "{}/{}",
                self.settings.provider, self.settings.model
            )),
            usage: None,
        }
    }

    /// Ends a message whose stream broke off; what had come is kept.
    pub(super) fn interrupt_message(&mut self, turn: &mut Turn<'_, '_>) {
        let Some(stream) = self.run.as_mut().and_then(|run| run.stream.take()) else {
            return;
        };
        if stream.added {
            let blocks = blocks_of(stream.reasoning, stream.text);
            let message =
                self.assistant_message(stream.message, blocks, MessageState::Interrupted, turn);
            self.fact(turn, Fact::MessageCompleted { message });
        }
    }

    /// The answer is whole: its calls come next, or the run is done.
    pub(super) fn step_finished(
        &mut self,
        step: StepId,
        answer: StepAnswer,
        turn: &mut Turn<'_, '_>,
    ) {
        if !self.is_current(step) {
            return;
        }
        self.begin_message(turn);
        let Some(stream) = self.run.as_mut().and_then(|run| run.stream.take()) else {
            return;
        };
        let calls = self.take_calls(answer.calls, turn);
        let mut blocks = blocks_of(answer.reasoning, answer.text.clone());
        blocks.extend(calls.iter().map(|state| Block::ToolUse {
            call: state.call.clone(),
        }));
        let mut message =
            self.assistant_message(stream.message, blocks, MessageState::Complete, turn);
        message.usage = Some(answer.usage.clone());
        self.fact(turn, Fact::MessageCompleted { message });
        let fact = Fact::StepCompleted {
            step,
            usage: answer.usage.clone(),
            window: answer.window,
        };
        self.fact(turn, fact);
        if let Some(notice) = answer.notice {
            turn.notice(self.id, NoticeLevel::Warning, notice);
        }
        for state in &calls {
            let (message, call) = (stream.message, state.call.clone());
            self.fact(turn, Fact::CallRequested { message, call });
        }
        let Some(run) = &mut self.run else { return };
        run.result.usage.add(&answer.usage);
        if !answer.text.trim().is_empty() {
            run.result.report = answer.text;
        }
        run.calls = calls;
        run.phase = Phase::Calls;
        self.advance(turn);
    }

    fn take_calls(
        &self,
        requested: Vec<super::RequestedCall>,
        turn: &mut Turn<'_, '_>,
    ) -> Vec<CallState> {
        requested
            .into_iter()
            .map(|request| {
                let id = CallId(turn.new_id());
                let provider_id = if request.provider_id.is_empty() {
                    id.to_string()
                } else {
                    request.provider_id
                };
                CallState::waiting(
                    ToolCall {
                        id,
                        provider_id,
                        tool: request.tool,
                        arguments: request.arguments,
                    },
                    request.class,
                )
            })
            .collect()
    }

    /// Every call of the step is over: what the human said meanwhile and the results go to the
    /// model, or the run ends.
    pub(super) fn end_of_step(&mut self, turn: &mut Turn<'_, '_>) {
        let Some(run) = &self.run else { return };
        let had_calls = !run.calls.is_empty();
        let by_model = run.kind == RunKind::Agent;
        let said_more = self.deliver_queue(turn);
        if (had_calls && by_model) || said_more {
            if let Some(run) = &mut self.run {
                run.kind = RunKind::Agent;
            }
            self.request_step(turn);
        } else {
            self.complete_run(turn);
        }
    }

    fn complete_run(&mut self, turn: &mut Turn<'_, '_>) {
        let Some(result) = self.take_result(turn) else {
            return;
        };
        self.fact(turn, Fact::RunCompleted { result });
        self.run = None;
        self.set_status(SessionStatus::Idle, None, turn);
    }

    /// Ends the run with an error. Calls that run are ended and still report first, so that
    /// each has its result.
    pub(super) fn fail_run(
        &mut self,
        error: String,
        hint: Option<String>,
        code: Option<ErrorCode>,
        turn: &mut Turn<'_, '_>,
    ) {
        self.interrupt_message(turn);
        self.cancel_prompts(turn);
        self.abandon_open_calls(ErrorCode::Cancelled, &error, turn);
        let Some(run) = &mut self.run else { return };
        run.phase = Phase::Ending;
        run.failure = Some(Failure { error, hint, code });
        self.cancel_running_calls(CancelHow::Gracefully, turn);
        self.end_when_quiet(turn);
    }

    /// Gives waiting messages back as drafts.
    pub(super) fn return_queue(&mut self, turn: &mut Turn<'_, '_>) {
        for message in std::mem::take(&mut self.queue) {
            let reason = UnqueueReason::RunEnded;
            self.fact(turn, Fact::MessageUnqueued { message, reason });
        }
    }

    pub(super) fn take_result(&mut self, turn: &Turn<'_, '_>) -> Option<RunResult> {
        let run = self.run.as_mut()?;
        let mut result = std::mem::take(&mut run.result);
        let millis = turn.cx.now.as_millisecond() - run.started_at.as_millisecond();
        result.duration_ms = u64::try_from(millis).unwrap_or(0);
        Some(result)
    }

    /// The request failed: it is made again, or the run ends with the error.
    pub(super) fn step_failed(
        &mut self,
        step: StepId,
        error: ProviderError,
        turn: &mut Turn<'_, '_>,
    ) {
        if !self.is_current(step) {
            return;
        }
        let attempt = self.run.as_ref().map_or(1, |run| run.attempt);
        let Some(pause) = pause_before_next(&error, attempt, turn.config.max_attempts) else {
            let hint = error.hint.clone().or_else(|| hint_for(error.kind));
            self.fail_run(error.message, hint, Some(ErrorCode::ProviderFailed), turn);
            return;
        };
        self.interrupt_message(turn);
        let Some(run) = &mut self.run else { return };
        run.phase = Phase::RetryPending;
        let id = run.id;
        let fact = Fact::RetryScheduled {
            attempt: attempt.saturating_add(1),
            of: turn.config.max_attempts,
            after_ms: pause,
            error,
        };
        self.fact(turn, fact);
        self.start_retry_timer(id, pause, turn);
    }

    /// Makes the request again.
    pub(super) fn retry_step(&mut self, run: RunId, turn: &mut Turn<'_, '_>) {
        let waits = |active: &ActiveRun| active.id == run && active.phase == Phase::RetryPending;
        if self.run.as_ref().is_some_and(waits) {
            self.send_request(turn);
        }
    }
}

fn blocks_of(reasoning: String, text: String) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !reasoning.is_empty() {
        blocks.push(Block::Reasoning { text: reasoning });
    }
    if !text.is_empty() {
        blocks.push(Block::Text { text });
    }
    blocks
}

fn hint_for(kind: ProviderErrorKind) -> Option<String> {
    match kind {
        ProviderErrorKind::ContextOverflow => Some(
            "empty the conversation with /clear, remove files with /exclude, or choose a model \
             with a larger window with /model"
                .to_owned(),
        ),
        ProviderErrorKind::ModelNotFound => {
            Some("choose another model with /model; /models lists what is there".to_owned())
        }
        ProviderErrorKind::Timeout
        | ProviderErrorKind::Connection
        | ProviderErrorKind::Unavailable
        | ProviderErrorKind::Server => {
            Some("see whether the server runs with `agentichat doctor`, then send again".to_owned())
        }
        _ => None,
    }
}
