//! Work of the review on texts: one piece at a time, done anew where what it was made on has changed.

use super::job::{ReviewJob, ReviewWork, SaveWhat};
use crate::engine::session::Session;
use crate::engine::{Effect, Turn};
use crate::protocol::change::{Entry, HunkState};
use crate::protocol::event::{Fact, NoticeLevel};
use crate::protocol::review::{DecisionChange, OperationKind};
use crate::protocol::session::SessionStatus;

/// How often work is begun anew before it is given up.
const TRIES: u32 = 5;

impl Session {
    /// Begins a piece of work, unless one is under way.
    pub(super) fn begin_job(&mut self, job: ReviewJob, turn: &mut Turn<'_, '_>) -> bool {
        if self.review.job.is_some() || self.review.is_saving() {
            self.reject_review("the review is at work; try again in a moment", turn);
            return false;
        }
        self.order_job(job, 1, turn);
        true
    }

    fn order_job(&mut self, job: ReviewJob, tries: u32, turn: &mut Turn<'_, '_>) {
        self.review.job = Some((job.clone(), tries));
        turn.effect(Effect::Review {
            session: self.id,
            version: self.review.version,
            job,
        });
    }

    /// A worker is done.
    pub(in crate::engine) fn review_worked(
        &mut self,
        version: u64,
        result: Result<ReviewWork, String>,
        turn: &mut Turn<'_, '_>,
    ) {
        let Some((job, tries)) = self.review.job.take() else {
            return;
        };
        // Something was decided or logged meanwhile: what was found may not hold any more.
        if version != self.review.version && tries < TRIES {
            self.order_job(job, tries.saturating_add(1), turn);
            return;
        }
        match result {
            Ok(work) => self.take_work(job, work, turn),
            Err(why) => self.job_failed(&job, why, turn),
        }
    }

    fn job_failed(&mut self, job: &ReviewJob, why: String, turn: &mut Turn<'_, '_>) {
        match job {
            ReviewJob::Tell { then, .. } => {
                turn.notice(self.id, NoticeLevel::Warning, why);
                self.after_telling(*then, turn);
            }
            ReviewJob::Save {
                what: SaveWhat::Staged { call },
                ..
            } => self.staged_not_written(*call, &why, turn),
            // Nobody asked for it.
            ReviewJob::LookAtDisk => turn.notice(self.id, NoticeLevel::Warning, why),
            _ => self.reject_review(why, turn),
        }
    }

    fn take_work(&mut self, job: ReviewJob, work: ReviewWork, turn: &mut Turn<'_, '_>) {
        self.log_observed(&work, turn);
        match job {
            ReviewJob::LookAtDisk => {}
            ReviewJob::Save { what, .. } => self.begin_save(&what, work, turn),
            ReviewJob::RollBack { .. } => self.begin_rollback(work, turn),
            ReviewJob::MoveRollback {
                operation,
                changes,
                undone,
            } => self.move_rollback(operation, &changes, undone, work, turn),
            ReviewJob::Split { .. } => {
                if let Some((entry, hunk, parts)) = work.split {
                    self.review_fact(turn, Fact::HunkSplit { entry, hunk, parts });
                }
            }
            ReviewJob::Amend { .. } | ReviewJob::EditFile { .. } => self.log_edits(work, turn),
            ReviewJob::Settle { .. } => {
                let edits: Vec<DecisionChange> = work.entries.iter().flat_map(made).collect();
                for entry in work.entries {
                    self.review_fact(turn, Fact::EditsProposed { entry });
                }
                let changes = work.changes.into_iter().chain(edits).collect();
                let settled = work.settled;
                self.do_operation(OperationKind::Settle, work.title, changes, settled, turn);
            }
            ReviewJob::Tell { then, .. } => self.told(work.told, then, turn),
            ReviewJob::Checkpoint { name } => self.keep_checkpoint(name, &work.kept, turn),
        }
    }

    fn log_observed(&mut self, work: &ReviewWork, turn: &mut Turn<'_, '_>) {
        for entry in &work.observed {
            let entry = entry.clone();
            self.review_fact(turn, Fact::EditsProposed { entry });
        }
    }

    /// The human's own edits: logged, and an operation that can be taken back.
    fn log_edits(&mut self, work: ReviewWork, turn: &mut Turn<'_, '_>) {
        let changes: Vec<DecisionChange> = work.entries.iter().flat_map(made).collect();
        for entry in work.entries {
            self.review_fact(turn, Fact::EditsProposed { entry });
        }
        let kind = OperationKind::Edit;
        self.do_operation(kind, work.title, changes, Vec::new(), turn);
    }

    /// After a decision: the session waits for the review as long as something is staged.
    pub(in crate::engine) fn review_settled(&mut self, turn: &mut Turn<'_, '_>) {
        if self.run.is_some() {
            return;
        }
        let staged = self.review.has_staged();
        match self.status {
            SessionStatus::Idle if staged => {
                self.set_status(SessionStatus::AwaitingReview, None, turn);
            }
            SessionStatus::AwaitingReview if !staged => {
                self.set_status(SessionStatus::Idle, None, turn);
            }
            _ => {}
        }
    }
}

/// The decisions that an entry of the human's brings: undone, it is refused.
fn made(entry: &Entry) -> impl Iterator<Item = DecisionChange> + '_ {
    entry.hunks.iter().map(|hunk| DecisionChange {
        entry: entry.id,
        hunk: hunk.id,
        before: HunkState::Rejected,
        after: hunk.state,
        written: hunk.written,
    })
}
