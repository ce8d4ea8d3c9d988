//! Calls that the agent program carries out itself. They are approved and logged like other calls,
//! but the program waits for every answer, may withdraw a question, and may request more calls
//! while one runs.

use super::calls::CallStage;
use super::outcome::RequestedCall;
use super::session::Session;
use super::{Effect, StepBuilder};
use notice::{Notice, notice};
use policy::state as policy_state;
use protocol::approval::Mode;
use protocol::call::{ErrorCode, ToolClass, ToolError};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{CallId, StepId};
use protocol::permission::AfterDenial;
use protocol::plan::{CallPlan, Executor};

/// Refuses a call whose plan arrived after its run had ended.
pub(super) fn refusal_at_the_end(call: CallId) -> Effect {
    Effect::RefuseCall {
        call,
        why: "the run is over".to_owned(),
        then: AfterDenial::Stop,
    }
}

impl Session {
    /// Ends a call that will not be carried out, by the engine or by the agent program.
    pub(super) fn refuse_call(
        &mut self,
        call: CallId,
        error: ToolError,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        turn.effect(Effect::RefuseCall {
            call,
            why: error.message.to_string(),
            then: AfterDenial::GoOn,
        });
        self.finish_with_error(call, error, turn);
        self.advance(turn);
    }

    /// Adds a call that the agent program requests while another one runs. The running call waits
    /// for the new one.
    pub(super) fn call_added(
        &mut self,
        parent: CallId,
        requested: RequestedCall,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let message = self.thread.run.as_ref().and_then(|run| run.answered_by);
        let (Some(message), true) = (
            message,
            self.call_state(parent)
                .is_some_and(|state| matches!(state.stage, CallStage::Running(_))),
        ) else {
            return;
        };
        let mut states = self.take_calls(vec![requested], turn);
        for state in &mut states {
            state.is_beside = true;
            let call = state.call.clone();
            self.fact(turn, EventKind::CallRequested { message, call });
        }
        if let Some(run) = &mut self.thread.run {
            run.calls.extend(states);
        }
        self.advance(turn);
    }

    /// Closes the question of a call because the agent program no longer waits for the answer.
    pub(super) fn call_withdrawn(
        &mut self,
        call: CallId,
        why: &Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self
            .call_state(call)
            .is_some_and(|state| matches!(state.stage, CallStage::Asking(_) | CallStage::Hooked(_)))
        {
            return;
        }
        let place = self
            .questions
            .iter()
            .position(|open| open.question.call == Some(call));
        if let Some(open) = place.and_then(|place| self.questions.remove(place)) {
            self.cancel_question(&open, turn);
        }
        self.resume_running(turn);
        let message = notice!("told-not-done", why);
        self.refuse_call(call, ToolError::new(ErrorCode::Cancelled, message), turn);
    }

    /// Leaves plan mode when the user approves a plan that the agent program will carry out.
    pub(super) fn leave_plan_mode(&mut self, plan: &CallPlan, turn: &mut StepBuilder<'_, '_>) {
        let is_plan = plan.class == ToolClass::Plan && plan.carried_out == Executor::ByProgram;
        if is_plan && self.policy.mode == Mode::Plan {
            policy_state::set_mode(&mut self.policy, Mode::default());
            self.policy_changed(turn);
        }
    }

    /// Emits a notice for the user while an answer comes in.
    pub(super) fn step_noted(
        &mut self,
        step: StepId,
        text: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.is_current(step) {
            turn.notice(self.id, NoticeLevel::Info, text);
        }
    }

    /// Stores the name under which the provider keeps the conversation.
    pub(super) fn conversation_named(
        &mut self,
        provider: String,
        name: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.thread.settings.known_as.get(&provider) != Some(&name) {
            self.thread.settings.known_as.insert(provider, name);
            self.settings_changed(turn);
        }
    }
}
