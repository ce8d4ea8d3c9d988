//! Summarises the changes of calls and runs: how much of them is valid, refused, or rolled back.

use std::collections::{BTreeMap, BTreeSet};

use protocol::change::{Entry, Hunk, HunkState, Origin};
use protocol::ids::{CallId, EntryId, HunkId, RunId};
use protocol::review::{CallChanges, RunChanges};
use review::woven::Woven;

/// Totals per call and per run; either may have changed several files.
#[derive(Debug, Default)]
pub(super) struct ChangeSummary {
    pub(super) calls: BTreeMap<CallId, CallChanges>,
    pub(super) runs: BTreeMap<RunId, RunChanges>,
}

impl ChangeSummary {
    /// Adds the log of one file.
    pub(super) fn add(&mut self, log: &Woven) {
        let entries = &log.entries;
        let mut standing = BTreeSet::new();
        for entry in entries {
            let (Origin::Agent { run, call, .. } | Origin::Shell { run, call }) = &entry.origin
            else {
                continue;
            };
            for hunk in entry.hunks.iter().filter(|hunk| hunk.amends.is_none()) {
                let edits = edits_of(hunk, entries);
                let fate = self.calls.entry(*call).or_insert(no_call(*call));
                add_to_call(fate, hunk, &edits);
                let fate = self.runs.entry(*run).or_insert(no_run(*run));
                add_to_run(fate, hunk, &edits);
                if hunk.state.is_live() {
                    standing.insert(*run);
                }
            }
        }
        for run in standing {
            if let Some(fate) = self.runs.get_mut(&run) {
                let (added, removed) = lines_of_run(log, run);
                fate.files = fate.files.saturating_add(1);
                fate.added = fate.added.saturating_add(added);
                fate.removed = fate.removed.saturating_add(removed);
            }
        }
    }
}

/// Counts the lines in which the file differs by a run, with the user's edits of its hunks: as the
/// review counts them, and not once for each call.
fn lines_of_run(log: &Woven, run: RunId) -> (u32, u32) {
    let is_made = |entry: &Entry| match entry.origin {
        Origin::Agent { run: by, .. } | Origin::Shell { run: by, .. } => by == run,
        _ => false,
    };
    let made = log.entries.iter().filter(|entry| is_made(entry));
    let hunks: BTreeSet<HunkId> = made
        .flat_map(|entry| &entry.hunks)
        .map(|hunk| hunk.id)
        .collect();
    let is_edit = |hunk: &Hunk| hunk.amends.is_some_and(|amended| hunks.contains(&amended));
    let is_its_own = |entry: &Entry| is_made(entry) || entry.hunks.iter().any(is_edit);
    let last = log.entries.iter().rposition(is_made);
    let until = log.entries.iter().take(last.map_or(0, |last| last + 1));
    let others: BTreeSet<EntryId> = until
        .filter(|entry| !is_its_own(entry))
        .map(|entry| entry.id)
        .collect();
    let before = |entry: &Entry| others.contains(&entry.id);
    log.lines_between(&before, &|entry| before(entry) || is_its_own(entry))
}

/// Returns the user's edits of a hunk that are not refused.
fn edits_of<'a>(hunk: &Hunk, entries: &'a [Entry]) -> Vec<&'a Hunk> {
    let all = entries.iter().flat_map(|entry| &entry.hunks);
    all.filter(|edit| edit.amends == Some(hunk.id) && edit.state.is_live())
        .collect()
}

fn no_call(call: CallId) -> CallChanges {
    CallChanges {
        call,
        all: 0,
        refused: 0,
        taken_back: 0,
        on_disk: 0,
        written: 0,
        edited: 0,
    }
}

fn no_run(run: RunId) -> RunChanges {
    RunChanges {
        run,
        files: 0,
        added: 0,
        removed: 0,
        all: 0,
        undecided: 0,
        edited: 0,
        proposed: 0,
        refused: 0,
        taken_back: 0,
    }
}

fn add_to_call(fate: &mut CallChanges, hunk: &Hunk, edits: &[&Hunk]) {
    fate.all = fate.all.saturating_add(1);
    let written = u32::from(hunk.written);
    let (count, on_disk) = match hunk.state {
        HunkState::Rejected => (&mut fate.refused, &mut fate.on_disk),
        HunkState::RolledBack => (&mut fate.taken_back, &mut fate.on_disk),
        HunkState::Pending | HunkState::Accepted => {
            fate.written = fate.written.saturating_add(written);
            fate.edited += u32::from(!edits.is_empty());
            return;
        }
    };
    *count = count.saturating_add(1);
    *on_disk = on_disk.saturating_add(written);
}

fn add_to_run(fate: &mut RunChanges, hunk: &Hunk, edits: &[&Hunk]) {
    fate.all = fate.all.saturating_add(1);
    fate.undecided += u32::from(hunk.state == HunkState::Pending);
    match hunk.state {
        HunkState::Rejected => fate.refused = fate.refused.saturating_add(1),
        HunkState::RolledBack => fate.taken_back = fate.taken_back.saturating_add(1),
        HunkState::Pending | HunkState::Accepted => {
            fate.proposed += u32::from(!hunk.written);
            fate.edited += u32::from(!edits.is_empty());
        }
    }
}
