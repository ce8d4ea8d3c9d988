//! What the agent is told of decisions: at the end of its step, or with the next message, once.

use super::commands::count;
use super::job::{AfterReport, ReviewJob};
use crate::engine::run::{Phase, RunKind};
use crate::engine::session::Session;
use crate::engine::{Effect, StepBuilder};
use crate::protocol::event::EventKind;
use crate::protocol::ids::MessageId;
use crate::protocol::review::ReviewReport;

impl Session {
    /// Pins what the human's message names, tells the agent what is to be told, then asks the model.
    pub(in crate::engine) fn tell_then_ask(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.look_at_named(turn) {
            return;
        }
        self.share_decisions(turn);
        if self.review.has_untold() && self.begin_telling(AfterReport::AskModel, turn) {
            if let Some(run) = &mut self.run {
                run.phase = Phase::Telling;
            }
        } else {
            self.request_step(turn);
        }
    }

    /// The agent knows from now on what was decided while it worked.
    pub(in crate::engine) fn share_decisions(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if std::mem::take(&mut self.review.is_held) {
            turn.effect(Effect::ShareDecisions { session: self.id });
        }
    }

    pub(super) fn begin_telling(
        &mut self,
        then: AfterReport,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let job = ReviewJob::Tell {
            hunks: self.review.untold.iter().copied().collect(),
            comments: self.review.comments.keys().copied().collect(),
            then,
        };
        self.begin_job(job, turn)
    }

    /// The text is there.
    pub(super) fn told(
        &mut self,
        told: Option<ReviewReport>,
        then: AfterReport,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(told) = told else {
            self.after_telling(then, turn);
            return;
        };
        match then {
            AfterReport::AskModel => {
                if let Some(message) = self.last_told_message {
                    self.review_fact(turn, EventKind::ReviewTold { message, told });
                }
                self.after_telling(then, turn);
            }
            AfterReport::BeginRun => {
                if self.run.is_some() {
                    return;
                }
                let id = MessageId(turn.new_id());
                let words = count(told.hunks.len() + told.comments.len(), "remark");
                let text = format!("I have reviewed your changes ({words}).");
                self.start_run_quietly(id, text, RunKind::Agent, turn);
                self.review_fact(turn, EventKind::ReviewTold { message: id, told });
                self.request_step(turn);
            }
        }
    }

    /// The model is asked, if the run still waits for it.
    pub(super) fn after_telling(&mut self, then: AfterReport, turn: &mut StepBuilder<'_, '_>) {
        let waits = self
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Telling);
        if then == AfterReport::AskModel && waits {
            self.request_step(turn);
        }
    }
}
