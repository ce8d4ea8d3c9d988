//! Ending a run: streams are dropped, running calls are ended and still report, prompts close,
//! and nothing that was asked for is left without a result.

use super::calls::CallStage;
use super::run::Phase;
use super::session::Session;
use super::{Effect, Turn};
use crate::protocol::call::ErrorCode;
use crate::protocol::command::CancelHow;
use crate::protocol::event::Fact;
use crate::protocol::ids::CallId;
use crate::protocol::session::SessionStatus;

impl Session {
    /// Ends the run. Said again with [`CancelHow::KillTree`], it kills what still runs.
    pub(super) fn cancel_run(&mut self, how: CancelHow, turn: &mut Turn<'_, '_>) {
        let Some(run) = &mut self.run else {
            turn.reject(self.id, "cancel_run", "nothing is running");
            return;
        };
        let phase = std::mem::replace(&mut run.phase, Phase::Cancelling);
        if let Phase::Streaming(step) = phase {
            turn.effect(Effect::CancelStep { step });
        }
        self.stop_retry_timers(turn);
        self.interrupt_message(turn);
        self.cancel_prompts(turn);
        self.abandon_open_calls(ErrorCode::Cancelled, "the user cancelled the run", turn);
        for call in self.running_calls() {
            turn.effect(Effect::CancelCall { call, how });
        }
        self.finish_cancel_when_quiet(turn);
    }

    fn running_calls(&self) -> Vec<CallId> {
        self.run
            .iter()
            .flat_map(|run| run.calls.iter())
            .filter(|state| matches!(state.stage, CallStage::Running(_)))
            .map(|state| state.call.id)
            .collect()
    }

    /// Ends a cancelled run once its last running call has reported.
    pub(super) fn finish_cancel_when_quiet(&mut self, turn: &mut Turn<'_, '_>) {
        if !self.running_calls().is_empty() {
            return;
        }
        let Some(result) = self.take_result(turn) else {
            return;
        };
        self.fact(turn, Fact::RunCancelled { result });
        self.return_queue(turn);
        self.run = None;
        self.set_status(SessionStatus::Idle, None, turn);
    }
}
