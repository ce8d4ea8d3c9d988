//! The change of a call in the log: its checkpoint, its entry before the write, its hunks after it.

use std::collections::BTreeSet;

use super::StepBuilder;
use super::outcome::CallCompletion;
use super::review::kept_file;
use super::session::Session;
use notice::{Notice, count, notice};
use protocol::change::{CheckpointKind, Entry, FileStat, Hunk, HunkState, Origin};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{CallId, CheckpointId, EntryId, HunkId, RunId};
use protocol::plan::{CallPlan, Grant, ObservedChange, PlannedChange};

/// Maximum number of file names in a message.
const NAMES: usize = 3;

/// A change that a running call makes: the data to mark it when the call ends, without its texts.
#[derive(Debug)]
pub(super) struct LoggedChange {
    entry: EntryId,
    path: String,
    /// The accepted hunks; `None` for a change that the user edited: it is logged once
    /// it is written.
    taken: Option<Vec<HunkId>>,
}

impl LoggedChange {
    /// Builds the record for the change of a plan whose hunks are decided.
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
    /// Logs a change that is about to be written.
    pub(super) fn log_change(
        &mut self,
        plan: &CallPlan,
        grant: &Grant,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(change) = &plan.change else { return };
        self.log_base(change, turn);
        // A change that the user edited is logged after the write, as it was written.
        if !matches!(grant, Grant::Edited { .. }) {
            let entry = change.entry.clone();
            self.review_fact(turn, EventKind::EditsProposed { entry });
        }
        let call = plan.call;
        let diff = change.diff.clone();
        self.fact(turn, EventKind::DiffGenerated { call, diff });
        let path = change.base.path.clone();
        self.fact(turn, EventKind::WriteStarted { call, path });
    }

    /// Logs a change that waits for the review: pending, and not on the disk.
    pub(super) fn log_proposed(&mut self, plan: &CallPlan, turn: &mut StepBuilder<'_, '_>) {
        let Some(change) = &plan.change else { return };
        self.log_base(change, turn);
        let entry = change.entry.clone();
        self.review_fact(turn, EventKind::EditsProposed { entry });
        let call = plan.call;
        let diff = change.diff.clone();
        self.fact(turn, EventKind::DiffGenerated { call, diff });
        if let Some(run) = &mut self.thread.run {
            run.count_change(FileStat {
                path: change.base.path.clone(),
                added: change.diff.added,
                removed: change.diff.removed,
            });
        }
    }

    /// Records the state of the file before the run's first change to it, and changes to
    /// it from outside.
    fn log_base(&mut self, change: &PlannedChange, turn: &mut StepBuilder<'_, '_>) {
        let checkpoint = self.ensure_checkpoint(CheckpointKind::Auto, turn);
        let Some(run) = &mut self.thread.run else {
            return;
        };
        if run.kept.insert(change.base.file) {
            let mut file = kept_file(checkpoint, &change.base);
            // The recorded state already contains the observed changes.
            let observed = change.observed.last().map(|entry| entry.id);
            file.after_entry = observed.or(file.after_entry);
            self.fact(turn, EventKind::CheckpointFileKept { file });
        }
        for entry in &change.observed {
            let entry = entry.clone();
            self.review_fact(turn, EventKind::EditsProposed { entry });
        }
    }

    /// Logs the files that changed on the disk while a command ran, even if the command failed.
    pub(super) fn log_changed_by_command(
        &mut self,
        observed: Vec<ObservedChange>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        for ObservedChange { base, entry } in observed {
            let checkpoint = self.ensure_checkpoint(CheckpointKind::Shell, turn);
            let Some(run) = &mut self.thread.run else {
                return;
            };
            if entry.origin != Origin::User {
                run.count_change(stat_of(&entry));
            }
            if run.kept.insert(base.file) {
                let file = kept_file(checkpoint, &base);
                self.fact(turn, EventKind::CheckpointFileKept { file });
            }
            self.review_fact(turn, EventKind::EditsProposed { entry });
        }
    }

    /// Logs changes made while the agent program worked that belong to no known call. Emits a
    /// notice, because no row of a call shows them.
    pub(super) fn changed_besides(
        &mut self,
        run: RunId,
        observed: Vec<ObservedChange>,
        not_covered: Option<Notice>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if let Some(text) = not_covered {
            turn.notice(self.id, NoticeLevel::Warning, text);
        }
        let agents = observed.iter().map(|change| &change.entry);
        let agents = agents.filter(|entry| entry.origin != Origin::User);
        let paths: BTreeSet<&str> = agents.map(|entry| entry.path.as_str()).collect();
        let (files, rest) = (count(paths.len(), "file"), names_of(&paths));
        let has_names = !paths.is_empty();
        if observed.is_empty() {
            return;
        }
        if self.thread.run.as_ref().map(|run| run.id) == Some(run) {
            self.log_changed_by_command(observed, turn);
            if has_names {
                let text = notice!("told-changed-besides", files, rest);
                turn.notice(self.id, NoticeLevel::Warning, text);
            }
        } else {
            self.log_outside_run(notice!("title-before-after-run"), &observed, turn);
            let number = turn.config.last_checkpoint;
            let text = notice!("told-changed-after-run", files, rest, number);
            turn.notice(self.id, NoticeLevel::Warning, text);
        }
        self.review_goes_on(turn);
    }

    /// Logs the changes of a command whose process died. The state before it becomes a checkpoint
    /// of its own, so that the user can roll back to it.
    pub(super) fn log_cut_off(
        &mut self,
        call: CallId,
        observed: &[ObservedChange],
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if observed.is_empty() {
            return;
        }
        let kept = self.log_outside_run(notice!("title-before-cut-off"), observed, turn);
        let row = notice!(
            "told-process-ended-command",
            word = call.to_string(),
            files = count(kept, "file"),
            number = turn.config.last_checkpoint,
        );
        self.add_row(row, turn);
    }

    /// Logs changes that belong to no run. The state before them becomes a checkpoint of its own.
    /// Returns the number of changed files.
    fn log_outside_run(
        &mut self,
        label: Notice,
        observed: &[ObservedChange],
        turn: &mut StepBuilder<'_, '_>,
    ) -> usize {
        let checkpoint = self.checkpoint(CheckpointKind::Shell, label, turn);
        let mut kept = BTreeSet::new();
        for ObservedChange { base, entry } in observed {
            if kept.insert(base.file) {
                let file = kept_file(checkpoint, base);
                self.fact(turn, EventKind::CheckpointFileKept { file });
            }
            let entry = entry.clone();
            self.review_fact(turn, EventKind::EditsProposed { entry });
        }
        kept.len()
    }

    /// Returns the checkpoint before this run's first change; creates one of this kind if
    /// there is none.
    fn ensure_checkpoint(
        &mut self,
        kind: CheckpointKind,
        turn: &mut StepBuilder<'_, '_>,
    ) -> CheckpointId {
        if let Some(id) = self.thread.run.as_ref().and_then(|run| run.checkpoint) {
            return id;
        }
        let title = self.thread.run.as_ref().map(|run| run.title.as_str());
        let label = notice!("title-before", title = title.unwrap_or_default());
        let id = self.checkpoint(kind, label, turn);
        if let Some(run) = &mut self.thread.run {
            run.checkpoint = Some(id);
        }
        id
    }

    /// Records whether the change of a finished call is on the disk.
    pub(super) fn mark_written(
        &mut self,
        change: LoggedChange,
        done: &CallCompletion,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let written = done.result.ok;
        match (change.taken, &done.applied) {
            (Some(hunks), _) => {
                let state = if written {
                    HunkState::Accepted
                } else {
                    HunkState::Rejected
                };
                let fact = EventKind::ReviewUpdated {
                    entry: change.entry,
                    hunks,
                    state,
                    written,
                };
                self.review_fact(turn, fact);
            }
            (None, Some(entry)) => {
                let entry = entry.clone();
                self.review_fact(turn, EventKind::EditsProposed { entry });
            }
            (None, None) => {}
        }
        if written {
            let stat = done.stat.as_ref();
            let fact = EventKind::ApplyCompleted {
                call: done.result.call,
                path: change.path,
                added: stat.map_or(0, |stat| stat.added),
                removed: stat.map_or(0, |stat| stat.removed),
            };
            self.fact(turn, fact);
        }
    }
}

/// Lists the first few of these paths.
fn names_of(paths: &BTreeSet<&str>) -> Notice {
    let first: Vec<&str> = paths.iter().take(NAMES).copied().collect();
    let first = first.join(", ");
    match paths.len().saturating_sub(NAMES) {
        0 => Notice::text(first),
        more => notice!("told-files-and-more", files = first, number = more),
    }
}

/// Counts the lines that an entry adds and removes.
fn stat_of(entry: &Entry) -> FileStat {
    let count = |lines: &dyn Fn(&Hunk) -> u32| entry.hunks.iter().map(lines).sum();
    FileStat {
        path: entry.path.clone(),
        added: count(&|hunk| u32::try_from(hunk.inserted.len()).unwrap_or(u32::MAX)),
        removed: count(&|hunk| hunk.old_count),
    }
}

/// Marks the hunks of a planned change as the grant decides. An edited change stays pending,
/// because the edit makes it a different change.
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
