//! Output and results of calls, and a result for every call that did not run.

use serde_json::json;

use super::calls::CallStage;
use super::on_disk;
use super::outcome::CallCompletion;
use super::run::Phase;
use super::session::Session;
use super::{Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::call::{CallResult, ErrorCode, ToolError};
use protocol::event::EventKind;
use protocol::ids::{CallId, MessageId};
use protocol::permission::AfterDenial;
use protocol::session::SessionStatus;

/// Maximum length of a text in one line, in characters.
const LINE_LETTERS: usize = 200;

impl Session {
    /// Handles output of a running call.
    pub(super) fn call_output(
        &mut self,
        call: CallId,
        offset: u64,
        text: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let is_running = self
            .call_state(call)
            .is_some_and(|state| matches!(state.stage, CallStage::Running(_)));
        if let (true, Some(network)) = (is_running, self.network_of(call)) {
            let offset = network.place(offset, &text);
            self.fact(turn, EventKind::CallOutput { call, offset, text });
        }
    }

    /// Handles the end of a call: marks its changes and starts the next one.
    pub(super) fn call_finished(
        &mut self,
        mut done: CallCompletion,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let call = done.result.call;
        let Some(state) = self.call_state_mut(call) else {
            return;
        };
        if !matches!(state.stage, CallStage::Running(_)) {
            return;
        }
        let CallStage::Running(change) = std::mem::replace(&mut state.stage, CallStage::Done)
        else {
            return;
        };
        self.close_questions_of_call(call, turn);
        let Some(state) = self.call_state_mut(call) else {
            return;
        };
        // The server knows the call by its own id, which a worker that crashed cannot supply.
        done.result.provider_id.clone_from(&state.call.provider_id);
        done.result.tool.clone_from(&state.call.tool);
        if let (Some(proposed), Some(content)) =
            (state.proposed, done.result.content.as_object_mut())
        {
            content.insert("staged".to_owned(), proposed.words().into());
        }
        if let Some(change) = change {
            self.mark_written(change, &done, turn);
        }
        self.log_changed_by_command(std::mem::take(&mut done.observed), turn);
        if self.ask_for_network_again(&done, turn) || self.offer_the_disk(&done, turn) {
            return self.review_goes_on(turn);
        }
        self.join_runs(&mut done.result);
        if let (true, Some(stat), Some(run)) = (done.result.ok, done.stat, &mut self.thread.run) {
            run.count_change(stat);
        }
        if let Some(result) = self.ask_result_hooks(done.result, turn) {
            self.conclude_call(result, turn);
        }
    }

    /// Adds the result of a call that is over, and starts the next one.
    pub(super) fn conclude_call(&mut self, result: CallResult, turn: &mut StepBuilder<'_, '_>) {
        let trigger = self.note_result(result.call, &result);
        self.add_hooked_result(result, turn);
        if let Some(trigger) = trigger {
            self.go_remote(trigger, turn);
        }
        if self
            .thread
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Ending)
        {
            self.end_when_quiet(turn);
        } else {
            self.advance(turn);
        }
        self.review_goes_on(turn);
    }

    /// Ends a call that did not run. One that ran, and does not run again, with the network or on the
    /// disk, keeps the result of its first run.
    pub(super) fn finish_with_error(
        &mut self,
        call: CallId,
        error: ToolError,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if let Some(mut first) = self.take_first_run(call) {
            if self.call_state(call).is_some_and(|state| state.on_disk) {
                on_disk::add_refusal(&mut first, &error);
            }
            self.set_stage(call, CallStage::Done);
            return self.add_result(*first, turn);
        }
        let Some(state) = self.call_state(call) else {
            return;
        };
        let result = CallResult {
            call,
            provider_id: state.call.provider_id.clone(),
            tool: state.call.tool.clone(),
            ok: false,
            content: error.to_model(),
            summary: one_line(&error.message),
            error: Some(error),
            duration_ms: 0,
        };
        self.set_stage(call, CallStage::Done);
        self.close_asked_before(call, turn);
        self.add_result(result, turn);
    }

    /// Emits a result and adds it to the conversation.
    pub(super) fn add_result(&mut self, result: CallResult, turn: &mut StepBuilder<'_, '_>) {
        let message = MessageId(turn.new_id());
        self.thread.last_reported_message = Some(message);
        if let Some(run) = &mut self.thread.run {
            run.result.count_end(&result);
        }
        self.fact(turn, EventKind::CallCompleted { message, result });
    }

    /// Adds a result to every call that has not run, so that the conversation stays complete.
    pub(super) fn abandon_open_calls(
        &mut self,
        code: ErrorCode,
        why: &Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.conclude_waiting(turn);
        let open: Vec<CallId> = self
            .thread
            .run
            .iter()
            .flat_map(|run| run.calls.iter())
            .filter(|state| !matches!(state.stage, CallStage::Done | CallStage::Running(_)))
            .map(|state| state.call.id)
            .collect();
        for call in open {
            turn.effect(Effect::RefuseCall {
                call,
                why: why.to_string(),
                then: AfterDenial::Stop,
            });
            let error = ToolError::new(code, notice!("told-not-run", why))
                .with_details(json!({ "ran": false }));
            self.finish_with_error(call, error, turn);
        }
    }

    /// Restores the running status after the last question was answered.
    pub(super) fn resume_running(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let own = self.thread.run_id();
        let is_main = self.is_main();
        let mut open = self.questions.iter();
        // The session waits with each of its agents.
        let waits = open.any(|open| is_main || Some(open.question.run) == own);
        if !waits && own.is_some() {
            self.set_status(SessionStatus::Running, None, turn);
        }
        self.tell_session(|session| session.resume_running(turn));
    }
}

/// Returns a notice of one line: the message itself, or its first line.
pub(super) fn one_line(notice: &Notice) -> Notice {
    let said = notice.to_string();
    let mut lines = said.lines();
    let first = lines.next().unwrap_or_default();
    match lines.next() {
        None if notice.id().is_some() => notice.clone(),
        _ => Notice::text(first.chars().take(LINE_LETTERS).collect::<String>()),
    }
}
