//! The change of a call in the log: its checkpoint, its entry before it is written, its hunks after.

use super::Turn;
use super::outcome::CallDone;
use super::session::Session;
use crate::protocol::change::{Checkpoint, CheckpointFile, CheckpointKind, HunkState};
use crate::protocol::event::Fact;
use crate::protocol::ids::{CheckpointId, EntryId, HunkId};
use crate::protocol::plan::{CallPlan, Grant};

/// A change that a running call makes: what is needed to mark it when the call is over, without
/// its texts.
#[derive(Debug)]
pub(super) struct LoggedChange {
    entry: EntryId,
    path: String,
    /// The hunks that were taken; `None` for what the human edited: it is logged when it is written.
    taken: Option<Vec<HunkId>>,
}

impl LoggedChange {
    /// The change of a plan whose hunks are decided on.
    pub(super) fn of(plan: &CallPlan, grant: &Grant) -> Option<Self> {
        let change = plan.change.as_ref()?;
        let hunks = change.entry.hunks.iter();
        let taken = hunks.filter(|hunk| hunk.state == HunkState::Accepted);
        let taken = taken.map(|hunk| hunk.id).collect();
        Some(Self {
            entry: change.entry.id,
            path: change.base.path.clone(),
            taken: (!matches!(grant, Grant::Edited { .. })).then_some(taken),
        })
    }
}

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
                after_entry: change.base.after_entry,
                without: change.base.without.clone(),
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

    /// Says of a change whose call is over whether it is on the disk.
    pub(super) fn mark_written(
        &self,
        change: LoggedChange,
        done: &CallDone,
        turn: &mut Turn<'_, '_>,
    ) {
        let written = done.result.ok;
        match (change.taken, &done.applied) {
            (Some(hunks), _) => {
                let state = if written {
                    HunkState::Accepted
                } else {
                    HunkState::Rejected
                };
                let fact = Fact::ReviewUpdated {
                    entry: change.entry,
                    hunks,
                    state,
                    written,
                };
                self.fact(turn, fact);
            }
            (None, Some(entry)) => {
                let entry = entry.clone();
                self.fact(turn, Fact::EditsProposed { entry });
            }
            (None, None) => {}
        }
        if written {
            let stat = done.stat.as_ref();
            let fact = Fact::ApplyCompleted {
                call: done.result.call,
                path: change.path,
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
