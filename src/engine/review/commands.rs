//! The user's commands for the review. Commands that need no text are handled at once; a worker
//! handles the rest.

use std::collections::BTreeMap;

use super::job::{AfterReport, ApplySelection, ReviewJob};
use crate::session::Session;
use crate::{Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::change::HunkState;
use protocol::command::CommandKind;
use protocol::event::EventKind;
use protocol::ids::{CheckpointId, EntryId, HunkId, OperationId};
use protocol::review::rollback::{HARD_WORD, RollbackMode, RollbackRequest};
use protocol::review::{
    ApplyScope, CommentChange, DecisionChange, Operation, OperationKind, ReviewCommand,
    WrittenChange,
};

/// Maximum length of a checkpoint's name, in characters.
const NAME_LETTERS: usize = 80;

impl Session {
    /// Handles a review command.
    pub(crate) fn take_review_order(
        &mut self,
        order: ReviewCommand,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        match order {
            ReviewCommand::Decide { hunks, state } => self.decide_on_hunks(&hunks, state, turn),
            ReviewCommand::Split { hunk, at } => {
                self.begin_on_hunk(hunk, ReviewJob::Split { hunk, at }, turn);
            }
            ReviewCommand::Amend { hunk, text } => {
                self.begin_on_hunk(hunk, ReviewJob::Amend { hunk, text }, turn);
            }
            ReviewCommand::Settle { hunk, choice } => {
                self.begin_on_hunk(hunk, ReviewJob::Settle { hunk, choice }, turn);
            }
            ReviewCommand::EditFile { file, on, text } => {
                self.begin_job(ReviewJob::EditFile { file, on, text }, turn);
            }
            ReviewCommand::Comment { on, text } => self.comment(on, &text, turn),
            ReviewCommand::Reword { comment, text } => self.reword(comment, &text, turn),
            ReviewCommand::RemoveComment { comment } => self.remove_comment(comment, turn),
            ReviewCommand::Undo => self.undo(turn),
            ReviewCommand::Redo => self.redo(turn),
            ReviewCommand::Apply { files, shown, of } => {
                let job = ReviewJob::Apply {
                    files,
                    shown: Some(shown),
                    what: match of {
                        ApplyScope::Decided => ApplySelection::Decided,
                        ApplyScope::Proposed => ApplySelection::Accepting,
                    },
                };
                self.begin_writing(job, turn);
            }
            ReviewCommand::RollBack { request, shown } => self.roll_back(request, shown, turn),
            ReviewCommand::NameCheckpoint { name } => {
                if let Some(name) = self.checkpoint_name(&name, turn) {
                    self.begin_job(ReviewJob::Checkpoint { name }, turn);
                }
            }
            ReviewCommand::RenameCheckpoint { checkpoint, name } => {
                self.rename_checkpoint(checkpoint, &name, turn);
            }
            ReviewCommand::LookAtDisk => self.scan_disk(turn),
            ReviewCommand::TellAgent => self.tell_agent(turn),
            ReviewCommand::SendComments => self.send_comments(turn),
        }
    }

    pub(super) fn reject_review(&self, why: Notice, turn: &mut StepBuilder<'_, '_>) {
        turn.reject(self.id, CommandKind::Review, why);
    }

    /// Emits a review event and applies it to the review state.
    pub(crate) fn review_fact(&mut self, turn: &mut StepBuilder<'_, '_>, fact: EventKind) {
        self.review.apply(&fact);
        self.fact(turn, fact);
    }

    fn decide_on_hunks(
        &mut self,
        hunks: &[HunkId],
        state: HunkState,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if state == HunkState::RolledBack {
            self.reject_review(notice!("told-hunks-by-rollback"), turn);
            return;
        }
        if self.knows_all(hunks, turn) {
            let changes = self.review.changes_to(hunks, state);
            let label = decision_title(state, hunks.len());
            self.do_operation(OperationKind::Decide, label, changes, Vec::new(), turn);
        }
    }

    fn knows_all(&self, hunks: &[HunkId], turn: &mut StepBuilder<'_, '_>) -> bool {
        let all = hunks
            .iter()
            .all(|hunk| self.review.hunks.contains_key(hunk));
        if !all {
            self.reject_review(notice!("told-no-such-hunk"), turn);
        }
        all
    }

    /// Changes decisions as one operation that can be undone.
    pub(super) fn do_operation(
        &mut self,
        kind: OperationKind,
        label: Notice,
        changes: Vec<DecisionChange>,
        settled: Vec<(HunkId, HunkId)>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if changes.is_empty() && settled.is_empty() {
            return;
        }
        self.set_decisions(&changes, turn);
        let operation = Operation {
            changes,
            settled,
            ..self.new_operation(kind, label, turn)
        };
        self.review_fact(turn, EventKind::OperationDone { operation });
        self.review_settled(turn);
    }

    /// Creates an empty operation with the current time.
    pub(super) fn new_operation(
        &self,
        kind: OperationKind,
        label: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) -> Operation {
        Operation {
            id: OperationId(turn.new_id()),
            kind,
            label,
            changes: Vec::new(),
            settled: Vec::new(),
            applied: Vec::new(),
            division: None,
            comment: None,
            at: turn.cx.now,
            undone: false,
        }
    }

    /// Emits decisions, entry by entry. While the agent works, it keeps its earlier knowledge.
    pub(super) fn set_decisions(
        &mut self,
        changes: &[DecisionChange],
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.thread.run.is_some() && !changes.is_empty() {
            self.review.is_held = true;
            let before = changes.iter().map(|change| (change.hunk, change.before));
            turn.effect(Effect::FreezeDecisions {
                session: self.id,
                before: before.collect(),
            });
        }
        let marks = changes.iter().map(|change| {
            let note = self.review.hunks.get(&change.hunk);
            let written = note.is_some_and(|note| note.written);
            (change.entry, change.hunk, change.after, written)
        });
        let marks: Vec<_> = marks.collect();
        self.mark_hunks(&marks, turn);
        self.count_decisions(changes);
    }

    /// Emits the state of hunks, entry by entry: the decision, and whether they are on the disk.
    pub(super) fn mark_hunks(
        &mut self,
        marks: &[(EntryId, HunkId, HunkState, bool)],
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let mut groups: BTreeMap<(EntryId, u8, bool), (HunkState, Vec<HunkId>)> = BTreeMap::new();
        for (entry, hunk, state, written) in marks {
            let key = (*entry, *state as u8, *written);
            let group = groups.entry(key).or_insert((*state, Vec::new()));
            group.1.push(*hunk);
        }
        for ((entry, _, written), (state, hunks)) in groups {
            let fact = EventKind::ReviewUpdated {
                entry,
                hunks,
                state,
                written,
            };
            self.review_fact(turn, fact);
        }
    }

    fn undo(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let mut done = self.review.operations.iter().rev();
        match done
            .find(|known| !known.undone && !self.review.fixed.contains(&known.id))
            .cloned()
        {
            Some(operation) => self.move_operation(&operation, OperationMove::Back, turn),
            None => self.reject_review(notice!("told-nothing-to-undo"), turn),
        }
    }

    fn redo(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let mut done = self.review.operations.iter();
        match done.find(|operation| operation.undone).cloned() {
            Some(operation) => self.move_operation(&operation, OperationMove::Again, turn),
            None => self.reject_review(notice!("told-nothing-to-redo"), turn),
        }
    }

    fn move_operation(
        &mut self,
        operation: &Operation,
        moved: OperationMove,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if operation.kind == OperationKind::RollBack {
            return self.begin_writing(moved.rollback(operation), turn);
        }
        if let Some(division) = operation.division.clone() {
            let operation = operation.id;
            let job = match moved {
                OperationMove::Back => ReviewJob::Join {
                    operation,
                    division,
                },
                OperationMove::Again => ReviewJob::SplitAgain {
                    operation,
                    division,
                },
            };
            self.begin_job(job, turn);
            return;
        }
        if let Some(remark) = &operation.comment {
            self.set_comment(&moved.comment(remark), turn);
        }
        self.set_decisions(&moved.changes(operation), turn);
        self.say_moved(operation.id, moved == OperationMove::Back, turn);
        self.review_settled(turn);
    }

    /// Emits that an operation was undone or redone, its kind, and its place.
    pub(super) fn say_moved(
        &mut self,
        id: OperationId,
        undone: bool,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let mut known = self.review.operations.iter();
        let Some(operation) = known.find(|known| known.id == id) else {
            return;
        };
        let fact = EventKind::OperationMoved {
            operation: id,
            undone,
            label: operation.label.clone(),
            at: self.review.place_of_operation(operation),
        };
        self.review_fact(turn, fact);
    }

    fn roll_back(
        &mut self,
        request: RollbackRequest,
        shown: protocol::ids::ContentHash,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.thread.run.is_some() {
            self.reject_review(notice!("told-rollback-waits"), turn);
            return;
        }
        if request.how == RollbackMode::Hard && request.word != HARD_WORD {
            self.reject_review(notice!("told-hard-word", word = HARD_WORD), turn);
            return;
        }
        self.begin_writing(ReviewJob::RollBack { request, shown }, turn);
    }

    fn checkpoint_name(&self, name: &str, turn: &mut StepBuilder<'_, '_>) -> Option<String> {
        let name = name.trim();
        let fits = !name.is_empty() && name.chars().count() <= NAME_LETTERS;
        if !fits {
            self.reject_review(notice!("told-checkpoint-name"), turn);
        }
        fits.then(|| name.to_owned())
    }

    fn rename_checkpoint(
        &mut self,
        checkpoint: CheckpointId,
        name: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if let Some(name) = self.checkpoint_name(name, turn) {
            self.review_fact(turn, EventKind::CheckpointRenamed { checkpoint, name });
        }
    }

    fn tell_agent(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if !self.review.has_unreported() {
            self.reject_review(notice!("told-all-told"), turn);
        } else if self.thread.run.is_some() {
            self.reject_review(notice!("told-told-at-end"), turn);
        } else if !self.refuse_without_model(CommandKind::Review, turn) {
            self.begin_reporting(AfterReport::BeginRun, turn);
        }
    }

    fn begin_on_hunk(&mut self, hunk: HunkId, job: ReviewJob, turn: &mut StepBuilder<'_, '_>) {
        if self.knows_all(&[hunk], turn) {
            self.begin_job(job, turn);
        }
    }
}

/// Returns the title of a decision about this many hunks.
pub(super) fn decision_title(state: HunkState, hunks: usize) -> Notice {
    match (state, hunks) {
        (HunkState::Pending, 1) => notice!("title-taken-back-one"),
        (HunkState::Pending, many) => notice!("title-taken-back", word = many),
        (HunkState::Accepted, 1) => notice!("title-accepted-one"),
        (HunkState::Accepted, many) => notice!("title-accepted", word = many),
        (HunkState::Rejected | HunkState::RolledBack, 1) => notice!("title-rejected-one"),
        (HunkState::Rejected | HunkState::RolledBack, many) => {
            notice!("title-rejected", word = many)
        }
    }
}

/// The direction in which an operation moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationMove {
    Back,
    Again,
}

impl OperationMove {
    /// Returns the decisions that the move makes.
    pub(super) fn changes(self, operation: &Operation) -> Vec<DecisionChange> {
        let turned = operation.changes.iter().map(|change| match self {
            Self::Back => DecisionChange {
                before: change.after,
                after: change.before,
                ..*change
            },
            Self::Again => *change,
        });
        turned.collect()
    }

    /// Returns the change of a comment that the move makes.
    fn comment(self, remark: &CommentChange) -> CommentChange {
        match self {
            Self::Again => remark.clone(),
            Self::Back => CommentChange {
                before: remark.after.clone(),
                after: remark.before.clone(),
            },
        }
    }

    /// Returns the job that undoes or redoes a rollback.
    pub fn rollback(self, operation: &Operation) -> ReviewJob {
        ReviewJob::MoveRollback {
            operation: operation.id,
            changes: self.changes(operation),
            applied: self.applied(operation),
            undone: self == Self::Back,
        }
    }

    /// Returns the changes that the move writes to the disk or removes from it.
    fn applied(self, operation: &Operation) -> Vec<WrittenChange> {
        let turned = operation.applied.iter().map(|change| WrittenChange {
            written: change.written == (self == Self::Again),
            ..*change
        });
        turned.collect()
    }
}
