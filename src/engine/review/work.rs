//! Jobs of the review on texts: one at a time, repeated if their input has changed.
//!
//! A job reads the disk, and a call that changes files writes there before the log records it: a
//! job would attribute such changes to another author. So no such call starts while a job runs, and
//! a job that ran beside one is repeated after the call has ended.

use super::job::{ApplySelection, ReviewJob, ReviewWork};
use crate::session::Session;
use crate::{Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::change::{Entry, HunkState};
use protocol::event::{EventKind, NoticeLevel};
use protocol::review::{DecisionChange, HunkSplit, Operation, OperationKind, SplitAt};
use protocol::session::SessionStatus;

/// Maximum number of attempts at a job.
const TRIES: u32 = 5;

/// Maximum number of jobs that may wait.
const WAITING: usize = 16;

impl Session {
    /// Starts a job, or queues it behind earlier ones; returns `false` if too many wait.
    pub(super) fn begin_job(&mut self, job: ReviewJob, turn: &mut StepBuilder<'_, '_>) -> bool {
        if !self.review.is_at_work() {
            self.order_job(job, 1, turn);
            return true;
        }
        let has_room = self.review.waiting.len() < WAITING;
        if has_room {
            self.review.waiting.push_back(job);
        } else {
            self.reject_review(notice!("told-review-at-work"), turn);
        }
        has_room
    }

    /// Requests a disk scan because files changed; it runs as soon as nothing else is in progress.
    /// Changes by a running call belong to the call.
    pub(crate) fn scan_disk(&mut self, turn: &mut StepBuilder<'_, '_>) {
        self.review.look_wanted = !self.review.files.is_empty();
        self.review_goes_on(turn);
    }

    /// Starts what waited for the job, apply operation or call that has ended.
    pub(crate) fn review_goes_on(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if std::mem::take(&mut self.review.is_parked) {
            if self.is_changing_files() {
                self.review.is_parked = true;
            } else {
                let parked = self.review.job.take();
                if let Some((job, tries)) = parked {
                    self.order_job(job, tries, turn);
                }
            }
        }
        while !self.review.is_at_work() {
            if let Some(job) = self.review.waiting.pop_front() {
                self.begin_waiting(job, turn);
            } else if let Some(call) = self.ready_call() {
                self.in_thread_of_call(call, |session| {
                    if let Some(ready) = session.take_ready() {
                        let (plan, grant, by) = *ready;
                        session.run_call(plan, grant, by, turn);
                    }
                });
            } else if self.review.look_wanted && !self.is_calling() {
                self.review.look_wanted = false;
                self.order_job(ReviewJob::LookAtDisk, 1, turn);
            } else {
                return;
            }
        }
    }

    fn begin_waiting(&mut self, job: ReviewJob, turn: &mut StepBuilder<'_, '_>) {
        if job.ends_in_writing() {
            self.begin_writing(job, turn);
        } else {
            self.begin_job(job, turn);
        }
    }

    fn order_job(&mut self, job: ReviewJob, tries: u32, turn: &mut StepBuilder<'_, '_>) {
        self.review.job = Some((job.clone(), tries));
        turn.effect(Effect::Review {
            session: self.id,
            version: self.review.version,
            job,
        });
    }

    /// Handles a worker's result.
    pub(crate) fn review_worked(
        &mut self,
        version: u64,
        result: Result<ReviewWork, Notice>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some((job, tries)) = self.review.job.take() else {
            return;
        };
        if self.is_changing_files() && result.as_ref().is_ok_and(|work| !work.observed.is_empty()) {
            match job {
                ReviewJob::LookAtDisk => self.review.look_wanted = true,
                _ => {
                    self.review.job = Some((job, tries));
                    self.review.is_parked = true;
                }
            }
        } else if version == self.review.version {
            match result {
                Ok(work) => self.take_work(job, work, turn),
                Err(why) => self.job_failed(&job, why, turn),
            }
        } else if tries < TRIES {
            // Other decisions or entries arrived during the job, so the result may be outdated.
            self.order_job(job, tries.saturating_add(1), turn);
        } else if job == ReviewJob::LookAtDisk {
            self.review.look_wanted = true;
        } else {
            self.job_failed(&job, notice!("told-review-too-fast"), turn);
        }
        self.review_goes_on(turn);
    }

    fn job_failed(&mut self, job: &ReviewJob, why: Notice, turn: &mut StepBuilder<'_, '_>) {
        match job {
            ReviewJob::Tell { then, .. } => {
                turn.notice(self.id, NoticeLevel::Warning, why);
                self.after_reporting(*then, turn);
            }
            ReviewJob::Apply {
                what: ApplySelection::Proposed { call },
                ..
            } => self.proposed_not_applied(*call, why, turn),
            ReviewJob::Join { operation, .. } => {
                // Operations before this one can still be undone.
                self.review.fixed.insert(*operation);
                self.reject_review(why, turn);
            }
            // The user did not request the scan, so there is nothing to reject.
            ReviewJob::LookAtDisk => turn.notice(self.id, NoticeLevel::Warning, why),
            _ => self.reject_review(why, turn),
        }
    }

    fn take_work(&mut self, job: ReviewJob, work: ReviewWork, turn: &mut StepBuilder<'_, '_>) {
        self.log_observed(&work, turn);
        match job {
            ReviewJob::LookAtDisk => {}
            ReviewJob::Apply { what, .. } => self.begin_apply(&what, work, turn),
            ReviewJob::RollBack { .. } => self.begin_rollback(work, turn),
            ReviewJob::MoveRollback {
                operation,
                changes,
                undone,
                ..
            } => self.move_rollback(operation, &changes, undone, work, turn),
            ReviewJob::Split { at, .. } => self.take_split(at, work, turn),
            ReviewJob::SplitAgain { operation, .. } => {
                if let Some((entry, hunk, parts)) = work.split {
                    self.review_fact(turn, EventKind::HunkSplit { entry, hunk, parts });
                    self.say_moved(operation, false, turn);
                }
            }
            ReviewJob::Join { operation, .. } => {
                if let Some((entry, parts, hunk)) = work.joined {
                    self.review_fact(turn, EventKind::HunksJoined { entry, parts, hunk });
                    self.say_moved(operation, true, turn);
                }
            }
            ReviewJob::Amend { .. } | ReviewJob::EditFile { .. } => self.log_edits(work, turn),
            ReviewJob::Settle { .. } => {
                let edits: Vec<DecisionChange> = work.entries.iter().flat_map(made).collect();
                for entry in work.entries {
                    self.review_fact(turn, EventKind::EditsProposed { entry });
                }
                let changes = work.changes.into_iter().chain(edits).collect();
                let settled = work.settled;
                self.do_operation(OperationKind::Settle, work.title, changes, settled, turn);
            }
            ReviewJob::Tell { then, .. } => self.reported(work.told, then, turn),
            ReviewJob::Checkpoint { name } => self.keep_checkpoint(name, &work.kept, turn),
        }
    }

    fn log_observed(&mut self, work: &ReviewWork, turn: &mut StepBuilder<'_, '_>) {
        for entry in &work.observed {
            let entry = entry.clone();
            self.review_fact(turn, EventKind::EditsProposed { entry });
        }
    }

    /// Records the split of a hunk as an operation that can be undone.
    fn take_split(&mut self, at: SplitAt, work: ReviewWork, turn: &mut StepBuilder<'_, '_>) {
        let Some((entry, hunk, parts)) = work.split else {
            return;
        };
        let division = HunkSplit {
            entry,
            hunk,
            at,
            parts: parts.iter().map(|part| part.id).collect(),
        };
        self.review_fact(turn, EventKind::HunkSplit { entry, hunk, parts });
        let operation = Operation {
            division: Some(division),
            ..self.new_operation(OperationKind::Split, notice!("title-split"), turn)
        };
        self.review_fact(turn, EventKind::OperationDone { operation });
    }

    /// Logs the user's own edits as an operation that can be undone.
    fn log_edits(&mut self, work: ReviewWork, turn: &mut StepBuilder<'_, '_>) {
        let mut changes = work.changes;
        changes.extend(work.entries.iter().flat_map(made));
        for entry in work.entries {
            self.review_fact(turn, EventKind::EditsProposed { entry });
        }
        let kind = OperationKind::Edit;
        self.do_operation(kind, work.title, changes, Vec::new(), turn);
    }

    /// Updates the status after a decision: the session waits for the review as long as there
    /// are proposed changes.
    pub(crate) fn review_settled(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.thread.run.is_some() {
            return;
        }
        let proposed = self.review.has_proposed();
        match self.thread.status {
            SessionStatus::Idle if proposed => {
                self.set_status(SessionStatus::AwaitingReview, None, turn);
            }
            SessionStatus::AwaitingReview if !proposed => {
                self.set_status(SessionStatus::Idle, None, turn);
            }
            _ => {}
        }
    }
}

/// Returns the decisions that an entry of the user makes; undoing them refuses the entry.
fn made(entry: &Entry) -> impl Iterator<Item = DecisionChange> + '_ {
    entry.hunks.iter().map(|hunk| DecisionChange {
        entry: entry.id,
        hunk: hunk.id,
        before: HunkState::Rejected,
        after: hunk.state,
    })
}
