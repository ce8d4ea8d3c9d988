//! Reports decisions to the model: at the end of its step, or with the next message, once.

use super::job::{AfterReport, ReviewJob};
use crate::run::{Phase, RunKind};
use crate::session::Session;
use crate::{Effect, StepBuilder};
use notice::words::counted;
use protocol::event::EventKind;
use protocol::ids::MessageId;
use protocol::review::ReviewReport;

impl Session {
    /// Pins the lines that the user's message names, reports to the model, then asks it.
    pub(crate) fn report_then_ask(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.ask_prompt_hooks(turn) || self.check_mentions(turn) || self.ask_recall(turn) {
            return;
        }
        // An agent sees the files as they are; only the session's own is told what became of changes.
        if !self.is_main() {
            self.request_step(turn);
            return;
        }
        self.publish_decisions(turn);
        if self.review.has_unreported() && self.begin_reporting(AfterReport::AskModel, turn) {
            if let Some(run) = &mut self.thread.run {
                run.phase = Phase::Reporting;
            }
        } else {
            self.request_step(turn);
        }
    }

    /// Makes the decisions that the user took while the agent worked known to the agent.
    pub(crate) fn publish_decisions(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if std::mem::take(&mut self.review.is_held) {
            turn.effect(Effect::PublishDecisions { session: self.id });
        }
    }

    pub(super) fn begin_reporting(
        &mut self,
        then: AfterReport,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let job = ReviewJob::Tell {
            hunks: self.review.unreported.iter().copied().collect(),
            comments: self.review.unreported_comments().collect(),
            then,
        };
        self.begin_job(job, turn)
    }

    pub(super) fn reported(
        &mut self,
        told: Option<ReviewReport>,
        then: AfterReport,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(told) = told else {
            self.after_reporting(then, turn);
            return;
        };
        match then {
            AfterReport::AskModel => {
                if let Some(message) = self.thread.last_reported_message {
                    self.review_fact(turn, EventKind::ReviewReported { message, told });
                }
                self.after_reporting(then, turn);
            }
            AfterReport::BeginRun => {
                if self.thread.run.is_some() {
                    return;
                }
                let id = MessageId(turn.new_id());
                let words = counted(told.hunks.len() + told.comments.len(), "remark");
                let text = format!("I have reviewed your changes ({words}).");
                self.start_run_quietly(id, text, RunKind::Agent, turn);
                self.review_fact(turn, EventKind::ReviewReported { message: id, told });
                self.request_step(turn);
            }
        }
    }

    /// Asks the model, if the run still waits for it.
    pub(super) fn after_reporting(&mut self, then: AfterReport, turn: &mut StepBuilder<'_, '_>) {
        let waits = self
            .thread
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Reporting);
        if then == AfterReport::AskModel && waits {
            self.request_step(turn);
        }
    }
}
