//! The BASE column: the file before the changes under review.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::logs::Logged;
use super::{Ledger, LedgerError};
use protocol::change::{Checkpoint, CheckpointFile, CheckpointKind, Entry, HunkState};
use protocol::ids::HunkId;
use protocol::review::ReviewBase;
use review::log::{FileLog, is_agent_owned};
use review::view::BaseChoice;

/// An earlier state of a file, as a selection from its log.
#[derive(Debug, Clone)]
pub(super) struct Base {
    /// The entries of the log that existed, and their hunks that were not on the disk.
    pub(super) choice: BaseChoice,
    pub(super) exists: bool,
    /// Number and time of the checkpoint.
    pub(super) checkpoint: Option<(u64, Timestamp)>,
}

impl Ledger {
    /// Determines the base of a file.
    pub(super) fn base(
        &self,
        logged: &Arc<Logged>,
        since: &ReviewBase,
    ) -> Result<Base, LedgerError> {
        let log = &logged.log;
        let all = self.store.checkpoints_blocking(logged.session)?;
        // A run whose first change was made by a command has a checkpoint of that kind.
        let before_run = |checkpoint: &Checkpoint| match checkpoint.kind {
            CheckpointKind::Auto => true,
            CheckpointKind::Shell => checkpoint.run.is_some(),
            CheckpointKind::User | CheckpointKind::Named | CheckpointKind::Safety => false,
        };
        let last_run = all.iter().rev().find(|(known, _)| before_run(known));
        let last_run = last_run.map(|(known, _)| known.id);
        let kept: Vec<(Checkpoint, CheckpointFile)> = all
            .into_iter()
            .filter_map(|(checkpoint, files)| {
                let file = files.into_iter().find(|kept| kept.file == log.file)?;
                Some((checkpoint, file))
            })
            .collect();
        let found = match since {
            ReviewBase::Session => kept.first(),
            ReviewBase::Run { run } => kept
                .iter()
                .find(|(known, _)| known.run == Some(*run) && before_run(known)),
            ReviewBase::Checkpoint { checkpoint } => {
                kept.iter().find(|(known, _)| known.id == *checkpoint)
            }
            // Before the oldest run with a pending or unapplied change; otherwise before the last
            // run, so that decided changes stay visible until the next one.
            // A review of git has no base in the log.
            ReviewBase::WorkingTree | ReviewBase::Branch { .. } => kept.first(),
            ReviewBase::Open => {
                let first = open_entry(logged);
                let mut runs = kept.iter().rev().filter(|(known, _)| before_run(known));
                let found = runs.find(|(known, file)| match first {
                    Some(first) => place(logged, file) <= first,
                    None => Some(known.id) == last_run,
                });
                if found.is_none() && first.is_none() {
                    return Ok(Base::closed(logged));
                }
                found
            }
        };
        let (entries, without, checkpoint) = match found {
            None => (0, BTreeSet::new(), None),
            Some((checkpoint, file)) => (
                place(logged, file),
                file.without.iter().copied().collect(),
                Some((checkpoint.number, checkpoint.at)),
            ),
        };
        let before = taken(log, entries, &without);
        Ok(Base {
            choice: BaseChoice { entries, without },
            exists: log.exists(&|_, hunk| before.contains(&hunk.id)),
            checkpoint,
        })
    }
}

impl Base {
    /// Uses the file on the disk, because its review is closed.
    fn closed(logged: &Logged) -> Self {
        Self {
            choice: BaseChoice {
                entries: logged.log.entries.len(),
                without: logged.unwritten().into_iter().collect(),
            },
            exists: logged.is_there(),
            checkpoint: None,
        }
    }
}

/// Returns the index of the first entry with a hunk that waits for a decision, or whose decision is
/// not on the disk.
fn open_entry(logged: &Logged) -> Option<usize> {
    let target = logged.log.in_target();
    let is_open = |entry: &Entry| {
        let mut hunks = entry.hunks.iter();
        hunks.any(|hunk| {
            let waits = hunk.state == HunkState::Pending && is_agent_owned(entry, hunk);
            waits || hunk.written != target.contains(&hunk.id)
        })
    };
    logged.log.entries.iter().position(is_open)
}

/// Returns the hunks in a checkpoint's state of a file.
pub(super) fn choice_of(logged: &Logged, file: &CheckpointFile) -> BTreeSet<HunkId> {
    let without = file.without.iter().copied().collect();
    taken(&logged.log, place(logged, file), &without)
}

/// Returns the hunks of the first `entries` entries, except `without`.
pub(super) fn taken(log: &FileLog, entries: usize, without: &BTreeSet<HunkId>) -> BTreeSet<HunkId> {
    let first = log.entries.iter().take(entries);
    let hunks = first.flat_map(|entry| &entry.hunks).map(|hunk| hunk.id);
    hunks.filter(|hunk| !without.contains(hunk)).collect()
}

/// Returns how many entries of the log a checkpoint's state contains.
fn place(logged: &Logged, file: &CheckpointFile) -> usize {
    let entries = &logged.log.entries;
    let last = entries
        .iter()
        .position(|entry| Some(entry.id) == file.after_entry);
    last.map_or(0, |last| last.saturating_add(1))
}
