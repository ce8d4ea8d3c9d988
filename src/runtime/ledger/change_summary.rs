//! Summarises the changes of calls and runs: how much of them is valid, refused, or rolled back.

use std::collections::{BTreeMap, BTreeSet};

use protocol::change::{Entry, Hunk, HunkState, Origin};
use protocol::ids::{CallId, RunId};
use protocol::review::{CallChanges, RunChanges};

/// Totals per call and per run; either may have changed several files.
#[derive(Debug, Default)]
pub(super) struct ChangeSummary {
    pub(super) calls: BTreeMap<CallId, CallChanges>,
    pub(super) runs: BTreeMap<RunId, RunChanges>,
}

impl ChangeSummary {
    /// Adds the entries of one file.
    pub(super) fn add(&mut self, entries: &[Entry]) {
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
                fate.files = fate.files.saturating_add(1);
            }
        }
    }
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
            // An edit removes lines that the hunk adds, and inserts its own.
            let taken: u32 = edits.iter().map(|edit| edit.old_count).sum();
            let put = edits.iter().map(|edit| inserted(edit)).sum::<u32>();
            let added = inserted(hunk).saturating_add(put).saturating_sub(taken);
            fate.added = fate.added.saturating_add(added);
            fate.removed = fate.removed.saturating_add(hunk.old_count);
            fate.proposed += u32::from(!hunk.written);
            fate.edited += u32::from(!edits.is_empty());
        }
    }
}

/// Counts the lines that a hunk inserts.
fn inserted(hunk: &Hunk) -> u32 {
    u32::try_from(hunk.inserted.len()).unwrap_or(u32::MAX)
}
