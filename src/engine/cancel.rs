//! Ends a run: streams are dropped, running calls are cancelled and still report, questions are
//! closed, and every requested call gets a result.

use super::calls::CallStage;
use super::run::{Failure, Phase};
use super::session::Session;
use super::{Effect, StepBuilder};
use notice::notice;
use protocol::call::ErrorCode;
use protocol::command::{CancelMode, CommandKind};
use protocol::event::EventKind;
use protocol::ids::CallId;
use protocol::session::SessionStatus;

impl Session {
    /// Cancels the run. A second cancel with [`CancelMode::KillTree`] kills the calls
    /// that still run.
    pub(super) fn cancel_run(&mut self, how: CancelMode, turn: &mut StepBuilder<'_, '_>) {
        if self.stop_choosing(turn) {
            return;
        }
        if self.run.is_none() {
            turn.reject(
                self.id,
                CommandKind::CancelRun,
                notice!("told-nothing-runs"),
            );
            return;
        }
        self.drop_request(turn);
        self.interrupt_message(turn);
        self.cancel_hooks(turn);
        self.cancel_questions(turn);
        let why = notice!("told-user-cancelled");
        self.abandon_open_calls(ErrorCode::Cancelled, &why, turn);
        self.cancel_running_calls(how, turn);
        self.end_when_quiet(turn);
    }

    /// Begins the end of the run: drops the request to the model with its timers.
    pub(super) fn drop_request(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(run) = &mut self.run else { return };
        let phase = std::mem::replace(&mut run.phase, Phase::Ending);
        if let Phase::Streaming(step) | Phase::Compacting(step) = phase {
            turn.effect(Effect::CancelStep { step });
        }
        self.stop_step_timer(turn);
        self.stop_retry_timers(turn);
    }

    /// Cancels the running calls; each still reports.
    pub(super) fn cancel_running_calls(&self, how: CancelMode, turn: &mut StepBuilder<'_, '_>) {
        for call in self.running_calls() {
            turn.effect(Effect::CancelCall { call, how });
        }
    }

    pub(super) fn running_calls(&self) -> Vec<CallId> {
        self.run
            .iter()
            .flat_map(|run| run.calls.iter())
            .filter(|state| matches!(state.stage, CallStage::Running(_)))
            .map(|state| state.call.id)
            .collect()
    }

    /// Ends a run that was cancelled or has failed, once its last running call has reported.
    pub(super) fn end_when_quiet(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if !self.running_calls().is_empty() {
            // The run's questions are closed, so no answer is pending.
            self.resume_running(turn);
            return;
        }
        self.say_left_open(turn);
        let failure = self.run.as_mut().and_then(|run| run.failure.take());
        let Some(result) = self.take_result(turn) else {
            return;
        };
        let (fact, status, error) = match failure {
            Some(Failure {
                error,
                hint,
                code,
                freezes,
            }) => {
                let said = Some(error.clone());
                let status = if freezes {
                    SessionStatus::Error
                } else if result.proposed > 0 {
                    SessionStatus::AwaitingReview
                } else {
                    SessionStatus::Idle
                };
                let fact = EventKind::RunFailed {
                    error,
                    hint,
                    code,
                    result,
                };
                (fact, status, said)
            }
            None => (
                EventKind::RunCancelled { result },
                SessionStatus::Idle,
                None,
            ),
        };
        self.return_queue(turn);
        self.fact(turn, fact);
        self.run = None;
        self.set_status(status, error, turn);
        self.publish_decisions(turn);
        self.review_settled(turn);
    }
}
