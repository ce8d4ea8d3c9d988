//! The change of a call in the log: its checkpoint, its entry before it is written, its hunks after.

use super::Turn;
use super::outcome::CallDone;
use super::session::Session;
use crate::protocol::change::{Checkpoint, CheckpointFile, CheckpointKind, HunkState};
use crate::protocol::event::Fact;
use crate::protocol::ids::{CheckpointId, HunkId};
use crate::protocol::plan::{CallPlan, Grant};

impl Session {
    pub(super) fn log_change(&mut self, plan: &CallPlan, grant: &Grant, turn: &mut Turn<'_, '_>) {
        let Some(change) = &plan.change else { return };
        let checkpoint = self.ensure_checkpoint(turn);
        let Some(run) = &mut self.run else { return };
        if run.kept.insert(change.base.file) {
            let file = CheckpointFile {
                checkpoint,
                file: change.base.file,
                path: change.base.path.clone(),
                base: change.base.blob.clone(),
                sha256: change.base.sha256.clone(),
                mode: change.base.mode,
            };
            self.fact(turn, Fact::CheckpointFileKept { file });
        }
        if let Some(entry) = &change.observed {
            self.fact(
                turn,
                Fact::EditsProposed {
                    entry: entry.clone(),
                },
            );
        }
        // What the human edited first is logged as it was written, when it is.
        if !matches!(grant, Grant::Edited { .. }) {
            let entry = change.entry.clone();
            self.fact(turn, Fact::EditsProposed { entry });
        }
        let diff = change.diff.clone();
        self.fact(
            turn,
            Fact::DiffGenerated {
                call: plan.call,
                diff,
            },
        );
        let path = change.base.path.clone();
        self.fact(
            turn,
            Fact::ApplyStarted {
                call: plan.call,
                path,
            },
        );
    }

    /// The checkpoint before this run's first change.
    fn ensure_checkpoint(&mut self, turn: &mut Turn<'_, '_>) -> CheckpointId {
        if let Some(id) = self.run.as_ref().and_then(|run| run.checkpoint) {
            return id;
        }
        let id = CheckpointId(turn.new_id());
        turn.config.last_checkpoint = turn.config.last_checkpoint.saturating_add(1);
        let title = self
            .run
            .as_ref()
            .map(|run| run.title.clone())
            .unwrap_or_default();
        let checkpoint = Checkpoint {
            id,
            number: turn.config.last_checkpoint,
            kind: CheckpointKind::Auto,
            session: self.id,
            run: self.run.as_ref().map(|run| run.id),
            at: turn.cx.now,
            label: format!("before: {title}"),
        };
        self.fact(turn, Fact::CheckpointCreated { checkpoint });
        if let Some(run) = &mut self.run {
            run.checkpoint = Some(id);
        }
        id
    }

    pub(super) fn mark_written(
        &mut self,
        plan: &CallPlan,
        done: &CallDone,
        turn: &mut Turn<'_, '_>,
    ) {
        let Some(change) = &plan.change else { return };
        let logged_before = change
            .entry
            .hunks
            .iter()
            .any(|hunk| hunk.state != HunkState::Pending);
        if let (false, Some(entry)) = (logged_before, &done.applied) {
            let entry = entry.clone();
            self.fact(turn, Fact::EditsProposed { entry });
        } else if logged_before {
            let taken = change
                .entry
                .hunks
                .iter()
                .filter(|hunk| hunk.state == HunkState::Accepted);
            let hunks: Vec<HunkId> = taken.map(|hunk| hunk.id).collect();
            let state = if done.result.ok {
                HunkState::Accepted
            } else {
                HunkState::Rejected
            };
            let (entry, written) = (change.entry.id, done.result.ok);
            self.fact(
                turn,
                Fact::ReviewUpdated {
                    entry,
                    hunks,
                    state,
                    written,
                },
            );
        }
        if done.result.ok {
            let stat = done.stat.as_ref();
            let fact = Fact::ApplyCompleted {
                call: plan.call,
                path: change.base.path.clone(),
                added: stat.map_or(0, |stat| stat.added),
                removed: stat.map_or(0, |stat| stat.removed),
            };
            self.fact(turn, fact);
        }
    }
}

/// Marks the hunks of a planned change as the grant decides them. An edited change stays pending:
/// it is another one by then.
pub(super) fn decide_hunks(plan: &mut CallPlan, grant: &Grant) {
    let hunks = plan
        .change
        .iter_mut()
        .flat_map(|change| change.entry.hunks.iter_mut());
    for hunk in hunks {
        hunk.state = match grant {
            Grant::Edited { .. } => HunkState::Pending,
            Grant::Hunks { accepted } if !accepted.contains(&hunk.id) => HunkState::Rejected,
            _ => HunkState::Accepted,
        };
    }
}
