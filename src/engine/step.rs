//! A step: the request to the model, its stream, its end, and the retry after a failure.

use serde_json::Value;

use super::budget::{self, Sums};
use super::calls::CallState;
use super::context::CompactionExtent;
use super::ignored_calls::EmptyAnswer;
use super::outcome::StepAnswer;
use super::retry::{attempts_after, pause_before_next};
use super::routing::Trigger;
use super::run::{ActiveRun, Failure, Phase};
use super::session::Session;
use super::{Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::call::{ErrorCode, ToolCall};
use protocol::catalogue::Spent;
use protocol::event::{EventKind, NoticeLevel, TextChannel};
use protocol::ids::{CallId, MessageId, RunId, StepId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::stream::{ProviderError, ProviderErrorKind};

/// Text appended to an answer that was ended for its length.
pub(super) const TOO_LONG: &str =
    "\n\n[too_long: this answer was ended for its length. Say less at once.]";

/// The answer that is coming in. The shell has its text.
#[derive(Debug)]
pub(super) struct Streaming {
    message: MessageId,
    added: bool,
    /// Bytes of the text that have come.
    answer: u64,
    /// Bytes of the reasoning that have come.
    reasoning: u64,
}

impl Session {
    pub(super) fn send_request(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if let Err(error) = budget::allow(&turn.config.budgets, &self.sums(None), None) {
            let code = Some(ErrorCode::ProviderFailed);
            self.fail_run(error.message, error.hint, code, turn);
            return;
        }
        let step = StepId(turn.new_id());
        let message = MessageId(turn.new_id());
        self.say_route(turn);
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.attempt = run.attempt.saturating_add(1);
        run.phase = Phase::Streaming(step);
        run.stream = Some(Streaming {
            message,
            added: false,
            answer: 0,
            reasoning: 0,
        });
        let (id, number, overflow) = (run.id, run.step_number, run.overflow);
        let freshness = run.freshness;
        let target = run.route.target.clone();
        let model = target.to_string();
        self.fact(
            turn,
            EventKind::StepStarted {
                step,
                number,
                model,
            },
        );
        turn.effect(Effect::RequestStep {
            session: self.thread.conversation,
            run: id,
            step,
            number: self.thread.steps,
            target,
            overflow,
            proposed: self.proposed_and_summarised(),
            freshness,
        });
        self.limit_step(step, turn);
    }

    /// Combines the session's spending with the known spending of the day.
    fn sums(&self, today: Option<Spent>) -> Sums {
        Sums {
            session: self.spent,
            day: today.unwrap_or_default(),
        }
    }

    /// Counts an answer's usage, and warns if a budget is nearly used.
    fn count(&mut self, answer: &StepAnswer, turn: &mut StepBuilder<'_, '_>) {
        self.spent.add(&Spent::of(&answer.usage));
        let sums = self.sums(answer.today);
        for text in budget::warnings(&turn.config.budgets, &sums, &mut self.warned) {
            turn.notice(self.id, NoticeLevel::Warning, text);
        }
    }

    pub(super) fn is_current(&self, step: StepId) -> bool {
        self.thread
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Streaming(step))
    }

    /// Appends a further piece of the answer.
    pub(super) fn stream_appended(
        &mut self,
        step: StepId,
        channel: TextChannel,
        text: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_current(step) || text.is_empty() {
            return;
        }
        self.begin_message(turn);
        let Some(stream) = self.thread.run.as_mut().and_then(|run| run.stream.as_mut()) else {
            return;
        };
        let length = match channel {
            TextChannel::Answer => &mut stream.answer,
            TextChannel::Reasoning => &mut stream.reasoning,
        };
        let offset = *length;
        *length = offset.saturating_add(text.len() as u64);
        let fact = EventKind::TextAppended {
            message: stream.message,
            channel,
            offset,
            text,
        };
        self.fact(turn, fact);
    }

    /// Reports progress of a call that writes a file, so that a front end that shows the
    /// review updates it.
    pub(super) fn proposal_grew(&self, step: StepId, path: String, turn: &mut StepBuilder<'_, '_>) {
        if self.is_current(step) {
            self.fact(turn, EventKind::ProposalGrew { step, path });
        }
    }

    /// Reports how much was asked and answered, so that the user sees what a step waits for.
    pub(super) fn step_progress(
        &self,
        step: StepId,
        prompt: u64,
        answer: u64,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.is_current(step) {
            let fact = EventKind::StepProgress {
                step,
                prompt,
                answer,
            };
            self.fact(turn, fact);
        }
    }

    /// Adds the assistant's message when its first piece arrives.
    fn begin_message(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(stream) = self.thread.run.as_mut().and_then(|run| run.stream.as_mut()) else {
            return;
        };
        if stream.added {
            return;
        }
        stream.added = true;
        let id = stream.message;
        let message = self.assistant_message(id, Vec::new(), MessageState::Streaming, turn);
        self.fact(turn, EventKind::MessageAdded { message });
    }

    fn assistant_message(
        &self,
        id: MessageId,
        blocks: Vec<Block>,
        state: MessageState,
        turn: &StepBuilder<'_, '_>,
    ) -> Message {
        Message {
            id,
            session: self.thread.conversation,
            run: self.thread.run.as_ref().map(|run| run.id),
            at: turn.cx.now,
            role: Role::Assistant,
            blocks,
            state,
            model: self
                .thread
                .run
                .as_ref()
                .map(|run| run.route.target.to_string()),
            usage: None,
        }
    }

    /// Ends a message whose stream broke off; the received part is kept.
    pub(super) fn interrupt_message(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if let Some(message) = self.take_interrupted(turn) {
            self.fact(turn, EventKind::MessageCompleted { message });
        }
    }

    /// Ends a message that was ended for its length, and says so to the model.
    fn interrupt_too_long(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if let Some(mut message) = self.take_interrupted(turn) {
            message.append(TextChannel::Answer, TOO_LONG);
            self.fact(turn, EventKind::MessageCompleted { message });
        }
    }

    /// Returns the message whose stream broke off, with what it received.
    fn take_interrupted(&mut self, turn: &StepBuilder<'_, '_>) -> Option<Message> {
        let stream = self.thread.run.as_mut().and_then(|run| run.stream.take())?;
        let id = stream.message;
        stream.added.then(|| {
            let blocks = turn.cx.received.blocks(self.thread.conversation, id);
            self.assistant_message(id, blocks, MessageState::Interrupted, turn)
        })
    }

    /// Handles a complete answer: its calls come next, or the run is done.
    pub(super) fn step_finished(
        &mut self,
        step: StepId,
        mut answer: StepAnswer,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_current(step) {
            return;
        }
        self.stop_step_timer(turn);
        self.begin_message(turn);
        let Some(stream) = self.thread.run.as_mut().and_then(|run| run.stream.take()) else {
            return;
        };
        let nothing = EmptyAnswer::of(&answer);
        let calls = self.take_calls(std::mem::take(&mut answer.calls), turn);
        let reasoning = std::mem::take(&mut answer.reasoning);
        let sealed = std::mem::take(&mut answer.sealed);
        let mut blocks = blocks_of(reasoning, sealed, answer.text.clone());
        blocks.extend(calls.iter().map(|state| Block::ToolUse {
            call: state.call.clone(),
        }));
        let mut message =
            self.assistant_message(stream.message, blocks, MessageState::Complete, turn);
        message.usage = Some(answer.usage.clone());
        self.fact(turn, EventKind::MessageCompleted { message });
        let fact = EventKind::StepCompleted {
            step,
            usage: answer.usage.clone(),
            window: answer.window,
        };
        self.fact(turn, fact);
        self.count(&answer, turn);
        if let Some(notice) = answer.notice.take() {
            turn.notice(self.id, NoticeLevel::Warning, notice);
        }
        self.say_ignored(&answer.ignored, turn);
        for state in &calls {
            let (message, call) = (stream.message, state.call.clone());
            self.fact(turn, EventKind::CallRequested { message, call });
        }
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.result.usage.add(&answer.usage);
        if !answer.text.trim().is_empty() {
            run.result.report = answer.text;
        }
        run.answered_by = Some(stream.message);
        run.answered_nothing = nothing;
        if nothing.is_none() {
            run.empty_answers = 0;
        }
        run.calls = calls;
        run.phase = Phase::Calls;
        self.advance(turn);
    }

    pub(super) fn take_calls(
        &self,
        requested: Vec<super::RequestedCall>,
        turn: &mut StepBuilder<'_, '_>,
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

    /// Handles a failed request: it is sent again, or the run ends with the error.
    pub(super) fn step_failed(
        &mut self,
        step: StepId,
        error: ProviderError,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_current(step) {
            return;
        }
        self.stop_step_timer(turn);
        if error.kind == ProviderErrorKind::TooLong {
            self.interrupt_too_long(turn);
        }
        if error.kind == ProviderErrorKind::ContextOverflow {
            if self.ask_remote_instead(Trigger::ContextOverflow, turn) {
                return;
            }
            if self.can_compact() {
                self.compact_in_run(CompactionExtent::ToHalf, turn);
                return;
            }
        }
        let attempt = self.thread.run.as_ref().map_or(1, |run| run.attempt);
        let Some(pause) = pause_before_next(&error, attempt, turn.config.max_attempts) else {
            let hint = error.hint.clone().or_else(|| hint_for(error.kind));
            let failure = Failure {
                error: error.message.clone(),
                hint,
                code: Some(ErrorCode::ProviderFailed),
                freezes: error.kind == ProviderErrorKind::ProcessGone,
            };
            self.fail_run_with(failure, turn);
            return;
        };
        self.interrupt_message(turn);
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.phase = Phase::RetryPending;
        let id = run.id;
        let fact = EventKind::RetryScheduled {
            attempt: attempt.saturating_add(1),
            of: attempts_after(&error, turn.config.max_attempts),
            after_ms: pause,
            error,
        };
        self.fact(turn, fact);
        self.start_retry_timer(id, pause, turn);
    }

    /// Sends the request again.
    pub(super) fn retry_step(&mut self, run: RunId, turn: &mut StepBuilder<'_, '_>) {
        let waits = |active: &ActiveRun| active.id == run && active.phase == Phase::RetryPending;
        if self.thread.run.as_ref().is_some_and(waits) {
            self.send_request(turn);
        }
    }
}

fn blocks_of(reasoning: String, sealed: Vec<Value>, text: String) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !reasoning.is_empty() || !sealed.is_empty() {
        let text = reasoning;
        blocks.push(Block::Reasoning { text, sealed });
    }
    if !text.is_empty() {
        blocks.push(Block::Text { text });
    }
    blocks
}

fn hint_for(kind: ProviderErrorKind) -> Option<Notice> {
    match kind {
        ProviderErrorKind::ContextOverflow => Some(notice!("told-hint-overflow")),
        ProviderErrorKind::ModelNotFound => Some(notice!("told-hint-model")),
        ProviderErrorKind::Timeout
        | ProviderErrorKind::Connection
        | ProviderErrorKind::Unavailable
        | ProviderErrorKind::Server => Some(notice!("told-hint-doctor")),
        _ => None,
    }
}
