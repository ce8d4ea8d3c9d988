//! The middle column: what a file was before the changes that are looked at.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::logs::Logged;
use super::{Ledger, LedgerError};
use crate::protocol::change::{Checkpoint, CheckpointFile, Entry, Hunk, HunkState};
use crate::protocol::ids::HunkId;
use crate::protocol::review::ReviewBase;

/// What a file was, as a choice over its log.
#[derive(Debug, Clone)]
pub(super) struct Base {
    /// How many entries of the log were there.
    pub(super) entries: usize,
    /// Which of their hunks were not on the disk.
    pub(super) without: BTreeSet<HunkId>,
    /// The text.
    pub(super) text: Option<String>,
    /// The checkpoint: its number and time.
    pub(super) checkpoint: Option<(u64, Timestamp)>,
}

impl Ledger {
    /// The base of a file.
    pub(super) fn base(
        &self,
        logged: &Arc<Logged>,
        since: &ReviewBase,
    ) -> Result<Base, LedgerError> {
        let log = &logged.log;
        let kept: Vec<(Checkpoint, CheckpointFile)> = self
            .store
            .checkpoints_blocking(logged.session)?
            .into_iter()
            .filter_map(|(checkpoint, files)| {
                let file = files.into_iter().find(|kept| kept.file == log.file)?;
                Some((checkpoint, file))
            })
            .collect();
        let found = match since {
            ReviewBase::Session => kept.first(),
            ReviewBase::Run { run } => kept.iter().find(|(known, _)| known.run == Some(*run)),
            ReviewBase::Checkpoint { checkpoint } => {
                kept.iter().find(|(known, _)| known.id == *checkpoint)
            }
            // The last one before the first hunk that waits, or before the last run's where none does.
            ReviewBase::Open => {
                let waits = |hunk: &Hunk| hunk.state == HunkState::Pending;
                let waiting = |entry: &Entry| entry.hunks.iter().any(waits);
                let first = log.entries.iter().position(waiting);
                let last_run = kept.iter().rev().find(|(known, _)| known.run.is_some());
                match first {
                    None => last_run,
                    Some(first) => kept
                        .iter()
                        .rev()
                        .find(|(known, file)| known.run.is_some() && place(logged, file) <= first),
                }
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
        let before: BTreeSet<HunkId> = log
            .entries
            .iter()
            .take(entries)
            .flat_map(|entry| &entry.hunks)
            .map(|hunk| hunk.id)
            .filter(|hunk| !without.contains(hunk))
            .collect();
        let text = log.replay(&|_, hunk| before.contains(&hunk.id)).text;
        Ok(Base {
            entries,
            without,
            text,
            checkpoint,
        })
    }
}

/// How many entries of the log a kept state has in it.
fn place(logged: &Logged, file: &CheckpointFile) -> usize {
    let entries = &logged.log.entries;
    let last = entries
        .iter()
        .position(|entry| Some(entry.id) == file.after_entry);
    last.map_or(0, |last| last.saturating_add(1))
}
