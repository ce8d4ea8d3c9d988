//! Applying and rollbacks: recorded as an intent with a checkpoint of the state before, then
//! carried out by a worker. The result on the disk is marked afterwards.

use super::commands::{OperationMove, decision_title};
use super::job::{ApplySelection, ReviewJob, ReviewWork};
use crate::calls::{CallStage, CallState};
use crate::session::Session;
use crate::{Effect, StepBuilder};
use notice::{Notice, count, notice};
use protocol::call::ToolClass;
use protocol::change::{Checkpoint, CheckpointFile, CheckpointKind, HunkState};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{ApplyId, CheckpointId, OperationId};
use protocol::plan::{Executor, PlannedBase};
use protocol::review::{
    AppliedFile, ApplyPurpose, ApplyRecord, ApplyResult, DecisionChange, Operation, OperationKind,
};

impl Session {
    /// Starts a job that ends in writing; refused while a call runs.
    pub(super) fn begin_writing(&mut self, job: ReviewJob, turn: &mut StepBuilder<'_, '_>) {
        if self.is_calling() {
            self.reject_review(notice!("told-call-runs"), turn);
            return;
        }
        self.begin_job(job, turn);
    }

    /// Whether a call is running. The work of agents is in their own calls.
    pub(super) fn is_calling(&self) -> bool {
        let mut running = self.running_states();
        running.any(|state| state.class != ToolClass::Agent || state.carried_out != Executor::ByUs)
    }

    /// Whether a call is running that may change files.
    pub(super) fn is_changing_files(&self) -> bool {
        let mut running = self.running_states();
        running.any(|state| !state.runs_beside_others())
    }

    /// Returns the running calls of all threads.
    pub(crate) fn running_states(&self) -> impl Iterator<Item = &CallState> {
        let runs = self.threads().filter_map(|thread| thread.run.as_ref());
        let calls = runs.flat_map(|run| &run.calls);
        calls.filter(|state| matches!(state.stage, CallStage::Running(_)))
    }

    pub(super) fn begin_apply(
        &mut self,
        what: &ApplySelection,
        work: ReviewWork,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if let (ApplySelection::Proposed { call }, Some((first, more))) =
            (what, work.skipped.split_first())
        {
            // The user allowed the command with the shown changes, so it must not run with others.
            // The refusal gives the reason.
            self.say_skipped(more, turn);
            self.proposed_not_applied(*call, not_written(first), turn);
            return;
        }
        self.say_skipped(&work.skipped, turn);
        let (purpose, call) = match what {
            ApplySelection::Decided | ApplySelection::Accepting => (ApplyPurpose::Apply, None),
            ApplySelection::Proposed { call } => (ApplyPurpose::Command, Some(*call)),
        };
        let accepted = work.changes.len();
        let label = decision_title(HunkState::Accepted, accepted);
        self.do_operation(OperationKind::Decide, label, work.changes, Vec::new(), turn);
        if work.files.is_empty() {
            match call {
                Some(call) => self.proposed_applied(call, turn),
                None => {
                    let text = match accepted {
                        0 => notice!("told-nothing-to-write"),
                        many => notice!("told-accepted-on-disk", counted = count(many, "hunk")),
                    };
                    turn.notice(self.id, NoticeLevel::Info, text);
                }
            }
            return;
        }
        self.review.waiting_call = call;
        let label = match work.files.len() {
            1 => notice!("title-before-saving-one"),
            many => notice!("title-before-saving", word = many),
        };
        let checkpoint = self.checkpoint(CheckpointKind::User, label, turn);
        self.start_apply(purpose, checkpoint, work.files, turn);
    }

    fn say_skipped(&self, skipped: &[(String, Notice)], turn: &mut StepBuilder<'_, '_>) {
        for skipped in skipped {
            turn.notice(self.id, NoticeLevel::Warning, not_written(skipped));
        }
    }

    pub(super) fn begin_rollback(&mut self, work: ReviewWork, turn: &mut StepBuilder<'_, '_>) {
        if work.changes.is_empty() {
            self.reject_review(notice!("told-nothing-to-take-back"), turn);
            return;
        }
        self.say_skipped(&work.skipped, turn);
        let label = notice!("title-before", title = work.title);
        let checkpoint = self.checkpoint(CheckpointKind::Safety, label, turn);
        self.keep(checkpoint, work.files.iter().map(|(base, _)| base), turn);
        for entry in work.entries {
            self.review_fact(turn, EventKind::EditsProposed { entry });
        }
        let operation = OperationId(turn.new_id());
        let fact = EventKind::RollbackStarted {
            operation,
            checkpoint,
            title: work.title.clone(),
        };
        self.review_fact(turn, fact);
        self.set_decisions(&work.changes, turn);
        let written = work.files.iter().flat_map(|(_, file)| &file.hunks);
        let done = Operation {
            id: operation,
            kind: OperationKind::RollBack,
            label: work.title,
            changes: work.changes,
            settled: work.settled,
            applied: written.copied().collect(),
            division: None,
            comment: None,
            at: turn.cx.now,
            undone: false,
        };
        self.review_fact(turn, EventKind::OperationDone { operation: done });
        let purpose = ApplyPurpose::RollBack { operation };
        self.start_apply(purpose, checkpoint, work.files, turn);
    }

    pub(super) fn move_rollback(
        &mut self,
        operation: OperationId,
        changes: &[DecisionChange],
        undone: bool,
        work: ReviewWork,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.say_skipped(&work.skipped, turn);
        let label = if undone {
            notice!("title-before-undo")
        } else {
            notice!("title-before-redo")
        };
        let checkpoint = self.checkpoint(CheckpointKind::Safety, label, turn);
        self.set_decisions(changes, turn);
        self.say_moved(operation, undone, turn);
        let purpose = ApplyPurpose::Undo { operation };
        self.start_apply(purpose, checkpoint, work.files, turn);
    }

    /// Creates a checkpoint of the states that were read.
    pub(super) fn keep_checkpoint(
        &mut self,
        name: String,
        kept: &[PlannedBase],
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let checkpoint = self.checkpoint(CheckpointKind::Named, Notice::text(name), turn);
        self.keep(checkpoint, kept.iter(), turn);
    }

    pub(crate) fn checkpoint(
        &mut self,
        kind: CheckpointKind,
        label: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) -> CheckpointId {
        turn.config.last_checkpoint = turn.config.last_checkpoint.saturating_add(1);
        let checkpoint = Checkpoint {
            id: CheckpointId(turn.new_id()),
            number: turn.config.last_checkpoint,
            kind,
            session: self.id,
            run: self.thread.run.as_ref().map(|run| run.id),
            at: turn.cx.now,
            label,
        };
        let id = checkpoint.id;
        self.fact(turn, EventKind::CheckpointCreated { checkpoint });
        id
    }

    fn keep<'a>(
        &self,
        checkpoint: CheckpointId,
        bases: impl Iterator<Item = &'a PlannedBase>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        for base in bases {
            let file = kept_file(checkpoint, base);
            self.fact(turn, EventKind::CheckpointFileKept { file });
        }
    }

    fn start_apply(
        &mut self,
        purpose: ApplyPurpose,
        checkpoint: CheckpointId,
        files: Vec<(PlannedBase, AppliedFile)>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !matches!(purpose, ApplyPurpose::RollBack { .. }) {
            self.keep(checkpoint, files.iter().map(|(base, _)| base), turn);
        }
        let record = ApplyRecord {
            id: ApplyId(turn.new_id()),
            purpose,
            checkpoint,
            files: files.into_iter().map(|(_, file)| file).collect(),
        };
        self.review.applying = Some(record.clone());
        self.review_fact(
            turn,
            EventKind::ApplyStarted {
                apply: record.clone(),
            },
        );
        turn.effect(Effect::Apply {
            session: self.id,
            apply: record,
        });
    }

    /// Handles a worker's result of writing the files.
    pub(crate) fn applied(
        &mut self,
        id: ApplyId,
        result: &ApplyResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(record) = self.review.applying.take_if(|record| record.id == id) else {
            return;
        };
        self.mark_applied(&record, result, turn);
        let fact = EventKind::ApplyEnded {
            apply: id,
            result: result.clone(),
        };
        self.review_fact(turn, fact);
        self.announce_applied(&record, result, turn);
        self.review_settled(turn);
        match (self.review.waiting_call.take(), result) {
            (Some(call), ApplyResult::Done) => self.proposed_applied(call, turn),
            (Some(call), ApplyResult::Nothing { reason }) => {
                self.proposed_not_applied(call, reason.clone(), turn);
            }
            (Some(call), ApplyResult::Partly { left }) => {
                self.proposed_not_applied(call, left_as_they_are(left), turn);
            }
            (None, _) => self.in_each_thread(|session| session.advance(turn)),
        }
        self.review_goes_on(turn);
    }

    /// Handles an apply operation that an earlier process started and that was finished
    /// at this start.
    pub(crate) fn apply_recovered(
        &mut self,
        record: &ApplyRecord,
        result: &ApplyResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.mark_applied(record, result, turn);
        let fact = EventKind::ApplyEnded {
            apply: record.id,
            result: result.clone(),
        };
        self.review_fact(turn, fact);
        self.add_row(of_recovered(record, result), turn);
    }

    /// Marks the hunks that are on the disk now.
    fn mark_applied(
        &mut self,
        record: &ApplyRecord,
        result: &ApplyResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let left: &[(String, Notice)] = match result {
            ApplyResult::Done => &[],
            ApplyResult::Nothing { reason } => {
                self.take_decisions_back(record, reason.clone(), turn);
                return;
            }
            ApplyResult::Partly { left } => left,
        };
        let saved = record
            .files
            .iter()
            .filter(|file| left.iter().all(|(path, _)| *path != file.path));
        let marks = saved.flat_map(|file| &file.hunks).filter_map(|change| {
            let note = self.review.hunks.get(&change.hunk)?;
            Some((change.entry, change.hunk, note.state, change.written))
        });
        let marks: Vec<_> = marks.collect();
        self.mark_hunks(&marks, turn);
        if let ApplyPurpose::RollBack { operation } = record.purpose {
            self.review_fact(turn, EventKind::RollbackCompleted { operation });
        }
    }

    /// Restores the decisions from before a rollback, because nothing was written.
    fn take_decisions_back(
        &mut self,
        record: &ApplyRecord,
        reason: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let (ApplyPurpose::RollBack { operation } | ApplyPurpose::Undo { operation }) =
            record.purpose
        else {
            return;
        };
        let mut known = self.review.operations.iter();
        let Some(found) = known.find(|known| known.id == operation).cloned() else {
            return;
        };
        let undone = !found.undone;
        let moved = if undone {
            OperationMove::Back
        } else {
            OperationMove::Again
        };
        let changes = moved.changes(&found);
        self.set_decisions(&changes, turn);
        self.say_moved(operation, undone, turn);
        self.review_fact(turn, EventKind::RollbackFailed { operation, reason });
    }

    fn announce_applied(
        &self,
        record: &ApplyRecord,
        result: &ApplyResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if record.purpose == ApplyPurpose::Command && *result != ApplyResult::Done {
            // The refusal of the command reports it.
            return;
        }
        let (level, text) = match result {
            ApplyResult::Done => {
                let added: u32 = record.files.iter().map(|file| file.added).sum();
                let removed: u32 = record.files.iter().map(|file| file.removed).sum();
                let counted = count(record.files.len(), "file");
                let text = match record.purpose {
                    ApplyPurpose::Apply => notice!("told-written", counted, added, removed),
                    ApplyPurpose::Command => {
                        notice!("told-written-for-command", counted, added, removed)
                    }
                    ApplyPurpose::RollBack { .. } => {
                        notice!("told-rolled-back", counted, added, removed)
                    }
                    ApplyPurpose::Undo { operation } => {
                        let mut done = self.review.operations.iter();
                        if done.any(|done| done.id == operation && done.undone) {
                            notice!("told-taken-back-written", counted, added, removed)
                        } else {
                            notice!("told-done-again-written", counted, added, removed)
                        }
                    }
                };
                (NoticeLevel::Info, text)
            }
            ApplyResult::Nothing { reason } => (
                NoticeLevel::Error,
                notice!("told-nothing-written", why = reason),
            ),
            ApplyResult::Partly { left } => (NoticeLevel::Error, left_as_they_are(left)),
        };
        turn.notice(self.id, level, text);
    }
}

fn not_written((path, why): &(String, Notice)) -> Notice {
    notice!("told-not-written", path, why)
}

fn left_as_they_are(left: &[(String, Notice)]) -> Notice {
    let left = left.iter();
    let left = left.map(|(path, why)| notice!("told-left-file", path, why));
    notice!(
        "told-left-as-they-are",
        whys = left.collect::<Vec<Notice>>()
    )
}

/// Describes to the user an apply operation of a dead process.
fn of_recovered(record: &ApplyRecord, result: &ApplyResult) -> Notice {
    use ApplyPurpose::{Apply, Command, RollBack, Undo};
    let counted = count(record.files.len(), "file");
    match (result, record.purpose) {
        (ApplyResult::Done, Apply) => notice!("told-save-finished", counted),
        (ApplyResult::Done, Command) => notice!("told-save-command-finished", counted),
        (ApplyResult::Done, RollBack { .. }) => notice!("told-rollback-finished", counted),
        (ApplyResult::Done, Undo { .. }) => notice!("told-undo-finished", counted),
        (ApplyResult::Partly { left }, purpose) => {
            let why = left_as_they_are(left);
            match purpose {
                Apply => notice!("told-save-partly", counted, why),
                Command => notice!("told-save-command-partly", counted, why),
                RollBack { .. } => notice!("told-rollback-partly", counted, why),
                Undo { .. } => notice!("told-undo-partly", counted, why),
            }
        }
        (ApplyResult::Nothing { reason: why }, purpose) => match purpose {
            Apply => notice!("told-save-undone", counted, why),
            Command => notice!("told-save-command-undone", counted, why),
            RollBack { .. } => notice!("told-rollback-undone", counted, why),
            Undo { .. } => notice!("told-undo-undone", counted, why),
        },
    }
}

/// Converts the state of a file into its form in a checkpoint.
pub(crate) fn kept_file(checkpoint: CheckpointId, base: &PlannedBase) -> CheckpointFile {
    CheckpointFile {
        checkpoint,
        file: base.file,
        path: base.path.clone(),
        base: base.blob,
        sha256: base.sha256,
        mode: base.mode,
        after_entry: base.after_entry,
        without: base.without.clone(),
    }
}
