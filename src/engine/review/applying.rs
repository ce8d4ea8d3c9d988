//! Applying and rollbacks: recorded as an intent with a checkpoint of the state before, then
//! carried out by a worker. The result on the disk is marked afterwards.

use super::commands::{OperationMove, count};
use super::job::{ApplySelection, ReviewJob, ReviewWork};
use crate::engine::calls::CallStage;
use crate::engine::session::Session;
use crate::engine::{Effect, StepBuilder};
use crate::notice::Notice;
use crate::protocol::change::{Checkpoint, CheckpointFile, CheckpointKind};
use crate::protocol::event::{EventKind, NoticeLevel};
use crate::protocol::ids::{CheckpointId, MessageId, OperationId, SaveId};
use crate::protocol::message::Role;
use crate::protocol::plan::PlannedBase;
use crate::protocol::review::{
    AppliedFile, ApplyPurpose, ApplyRecord, ApplyResult, DecisionChange, Operation, OperationKind,
};

impl Session {
    /// Starts a job that ends in writing; refused while a call runs.
    pub(super) fn begin_writing(&mut self, job: ReviewJob, turn: &mut StepBuilder<'_, '_>) {
        if self.is_calling() {
            let why = "a call of the agent is running; save when it has ended, or stop it (Ctrl+C)";
            self.reject_review(why, turn);
            return;
        }
        self.begin_job(job, turn);
    }

    /// Whether a call is running.
    pub(super) fn is_calling(&self) -> bool {
        let mut calls = self.run.iter().flat_map(|run| &run.calls);
        calls.any(|call| matches!(call.stage, CallStage::Running(_)))
    }

    /// Whether a call is running that may change files.
    pub(super) fn is_changing_files(&self) -> bool {
        let mut calls = self.run.iter().flat_map(|run| &run.calls);
        calls.any(|call| matches!(call.stage, CallStage::Running(_)) && !call.runs_beside_others())
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
            // The user's yes was for the command with the changes as shown, so it must not run with
            // other ones. The refusal says why.
            self.say_skipped(more, turn);
            self.proposed_not_applied(*call, not_written(first), turn);
            return;
        }
        self.say_skipped(&work.skipped, turn);
        let purpose = match what {
            ApplySelection::Decided => ApplyPurpose::Apply,
            ApplySelection::Proposed { .. } => ApplyPurpose::Command,
        };
        if work.files.is_empty() {
            match what {
                ApplySelection::Proposed { call } => self.proposed_applied(*call, turn),
                ApplySelection::Decided => {
                    let text = "there is nothing to write: the disk is as it was decided";
                    turn.notice(self.id, NoticeLevel::Info, text);
                }
            }
            return;
        }
        self.review.waiting_call = match what {
            ApplySelection::Proposed { call } => Some(*call),
            ApplySelection::Decided => None,
        };
        let label = format!("before saving {}", count(work.files.len(), "file"));
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
            self.reject_review("there is nothing to roll back", turn);
            return;
        }
        self.say_skipped(&work.skipped, turn);
        let label = format!("before: {}", work.title);
        let checkpoint = self.checkpoint(CheckpointKind::Safety, label, turn);
        self.keep(checkpoint, work.files.iter().map(|(base, _)| base), turn);
        for entry in work.entries {
            self.review_fact(turn, EventKind::EditsProposed { entry });
        }
        let operation = OperationId(turn.new_id());
        let title = work.title.clone();
        let fact = EventKind::RollbackStarted {
            operation,
            checkpoint,
            title: title.into(),
        };
        self.review_fact(turn, fact);
        self.set_decisions(&work.changes, turn);
        let saved = work.files.iter().flat_map(|(_, file)| &file.hunks);
        let done = Operation {
            id: operation,
            kind: OperationKind::RollBack,
            label: work.title.into(),
            changes: work.changes,
            settled: work.settled,
            applied: saved.copied().collect(),
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
            "before a rollback is undone"
        } else {
            "before a rollback is done again"
        };
        let checkpoint = self.checkpoint(CheckpointKind::Safety, label.to_owned(), turn);
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
        let checkpoint = self.checkpoint(CheckpointKind::Named, name, turn);
        self.keep(checkpoint, kept.iter(), turn);
    }

    pub(in crate::engine) fn checkpoint(
        &mut self,
        kind: CheckpointKind,
        label: String,
        turn: &mut StepBuilder<'_, '_>,
    ) -> CheckpointId {
        turn.config.last_checkpoint = turn.config.last_checkpoint.saturating_add(1);
        let checkpoint = Checkpoint {
            id: CheckpointId(turn.new_id()),
            number: turn.config.last_checkpoint,
            kind,
            session: self.id,
            run: self.run.as_ref().map(|run| run.id),
            at: turn.cx.now,
            label: label.into(),
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
        let save = ApplyRecord {
            id: SaveId(turn.new_id()),
            purpose,
            checkpoint,
            files: files.into_iter().map(|(_, file)| file).collect(),
        };
        self.review.applying = Some(save.clone());
        self.review_fact(
            turn,
            EventKind::ApplyStarted {
                apply: save.clone(),
            },
        );
        turn.effect(Effect::Apply {
            session: self.id,
            apply: save,
        });
    }

    /// Handles a worker's result of writing the files.
    pub(in crate::engine) fn applied(
        &mut self,
        id: SaveId,
        result: &ApplyResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(save) = self.review.applying.take_if(|save| save.id == id) else {
            return;
        };
        self.mark_applied(&save, result, turn);
        let fact = EventKind::ApplyEnded {
            apply: id,
            result: result.clone(),
        };
        self.review_fact(turn, fact);
        self.announce_applied(&save, result, turn);
        self.review_settled(turn);
        match (self.review.waiting_call.take(), result) {
            (Some(call), ApplyResult::Done) => self.proposed_applied(call, turn),
            (Some(call), ApplyResult::Nothing { reason }) => {
                self.proposed_not_applied(call, reason.clone().to_string(), turn);
            }
            (Some(call), ApplyResult::Partly { left }) => {
                self.proposed_not_applied(call, left_as_they_are(left), turn);
            }
            (None, _) => self.advance(turn),
        }
        self.review_goes_on(turn);
    }

    /// Handles an apply operation that an earlier process started and that was finished
    /// at this start.
    pub(in crate::engine) fn apply_recovered(
        &mut self,
        save: &ApplyRecord,
        result: &ApplyResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.mark_applied(save, result, turn);
        let fact = EventKind::ApplyEnded {
            apply: save.id,
            result: result.clone(),
        };
        self.review_fact(turn, fact);
        let id = MessageId(turn.new_id());
        self.add_text_message(id, Role::System, of_recovered(save, result), turn);
    }

    /// Marks what is on the disk now.
    fn mark_applied(
        &mut self,
        save: &ApplyRecord,
        result: &ApplyResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let left: &[(String, Notice)] = match result {
            ApplyResult::Done => &[],
            ApplyResult::Nothing { reason } => {
                self.take_decisions_back(save, &reason.to_string(), turn);
                return;
            }
            ApplyResult::Partly { left } => left,
        };
        let is_left = |file: &&AppliedFile| left.iter().any(|(path, _)| *path == file.path);
        let saved = save.files.iter().filter(|file| !is_left(file));
        let marks = saved.flat_map(|file| &file.hunks).filter_map(|change| {
            let note = self.review.hunks.get(&change.hunk)?;
            Some((change.entry, change.hunk, note.state, change.written))
        });
        let marks: Vec<_> = marks.collect();
        self.mark_hunks(&marks, turn);
        if let ApplyPurpose::RollBack { operation } = save.purpose {
            self.review_fact(turn, EventKind::RollbackCompleted { operation });
        }
    }

    /// Restores the decisions from before a rollback, because nothing was written.
    fn take_decisions_back(
        &mut self,
        save: &ApplyRecord,
        reason: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let (ApplyPurpose::RollBack { operation } | ApplyPurpose::Undo { operation }) =
            save.purpose
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
        let reason = reason.to_owned();
        self.review_fact(
            turn,
            EventKind::RollbackFailed {
                operation,
                reason: reason.into(),
            },
        );
    }

    fn announce_applied(
        &self,
        save: &ApplyRecord,
        result: &ApplyResult,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if save.purpose == ApplyPurpose::Command && *result != ApplyResult::Done {
            // The refusal of the command reports it.
            return;
        }
        let (level, text) = match result {
            ApplyResult::Done => {
                let added: u32 = save.files.iter().map(|file| file.added).sum();
                let removed: u32 = save.files.iter().map(|file| file.removed).sum();
                let files = count(save.files.len(), "file");
                let files = format!("{files} +{added} -{removed}");
                let text = match save.purpose {
                    ApplyPurpose::Apply => format!("written: {files}"),
                    ApplyPurpose::Command => format!("written for the command: {files}"),
                    ApplyPurpose::RollBack { .. } => {
                        format!("rolled back and written: {files}; /rollback undo undoes it")
                    }
                    ApplyPurpose::Undo { operation } => {
                        let mut done = self.review.operations.iter();
                        let what = if done.any(|done| done.id == operation && done.undone) {
                            "undone"
                        } else {
                            "done again"
                        };
                        format!("{what} and written: {files}")
                    }
                };
                (NoticeLevel::Info, text)
            }
            ApplyResult::Nothing { reason } => {
                (NoticeLevel::Error, format!("nothing was written: {reason}"))
            }
            ApplyResult::Partly { left } => (NoticeLevel::Error, left_as_they_are(left)),
        };
        turn.notice(self.id, level, text);
    }
}

fn not_written((path, why): &(String, Notice)) -> String {
    format!("{path} is not written: {why}")
}

fn left_as_they_are(left: &[(String, Notice)]) -> String {
    let named = left.iter().map(|(path, why)| format!("{path} ({why})"));
    let named: Vec<String> = named.collect();
    format!("not written, left as they are: {}", named.join(", "))
}

/// Describes to the user an apply operation that a dead process had started.
fn of_recovered(save: &ApplyRecord, result: &ApplyResult) -> String {
    let (what, then) = match save.purpose {
        ApplyPurpose::Apply => ("A save", ""),
        ApplyPurpose::Command => ("A save for a command", "; the command was not run"),
        ApplyPurpose::RollBack { .. } => ("A rollback", "; undo it with /rollback undo"),
        ApplyPurpose::Undo { .. } => ("The undoing of a rollback", ""),
    };
    let files = count(save.files.len(), "file");
    match result {
        ApplyResult::Done => {
            format!("{what} that was cut off when its process ended was finished: {files}{then}.")
        }
        ApplyResult::Partly { left } => format!(
            "{what} of {files} that was cut off when its process ended was finished but for files \
             that are neither as they were nor as they were to be: {}.",
            left_as_they_are(left)
        ),
        ApplyResult::Nothing { reason } => {
            format!("{what} of {files} was cut off when its process ended, and undone: {reason}.")
        }
    }
}

/// Converts the state of a file into its form in a checkpoint.
pub(in crate::engine) fn kept_file(checkpoint: CheckpointId, base: &PlannedBase) -> CheckpointFile {
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
