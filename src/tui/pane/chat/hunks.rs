//! Hunks that calls made, as far as events report them: which calls are proposed, which hunks wait
//! for the user at the end of a run, and which decisions were reported to the model.

use std::collections::{HashMap, HashSet};

use super::Chat;
use super::call::Call;
use super::cell::{Body, Key};
use super::lines::LineCell;
use l10n::counted;
use l10n::say;
use protocol::change::{Entry, Hunk, HunkState, Origin};
use protocol::event::NoticeLevel;
use protocol::ids::{CallId, HunkId};
use protocol::review::{CallChanges, ReviewReport, RunChanges};

#[derive(Debug, Clone, Copy)]
struct KnownHunk {
    call: Option<CallId>,
    state: HunkState,
    written: bool,
}

/// Formats the report about this many hunks.
type ReportWords = fn(usize) -> String;

/// The reported decisions and their words; nothing is known of decisions before
/// the program's start.
const REPORT_PHRASES: [(Option<HunkState>, ReportWords); 5] = [
    (Some(HunkState::Accepted), |count| {
        say!("chat-hunks-accepted", count)
    }),
    (Some(HunkState::Rejected), |count| {
        say!("chat-hunks-refused", count)
    }),
    (Some(HunkState::RolledBack), |count| {
        say!("chat-hunks-taken-back", count)
    }),
    (Some(HunkState::Pending), |count| {
        say!("chat-hunks-open", count)
    }),
    (None, |count| counted(count, "other decision")),
];

#[derive(Debug, Default)]
pub(super) struct Hunks {
    known: HashMap<HunkId, KnownHunk>,
    /// The user's edits that are in effect or were, each with the edited hunk.
    edits: HashMap<HunkId, (HunkId, HunkState)>,
}

impl Hunks {
    /// Counts the hunks of agents and commands that nobody has decided about.
    pub(super) fn waiting(&self) -> usize {
        let waits = |known: &&KnownHunk| known.state == HunkState::Pending;
        self.known.values().filter(waits).count()
    }

    /// Whether the user edited this hunk, and the edit is in effect.
    fn is_edited(&self, hunk: HunkId) -> bool {
        let mut edits = self.edits.values();
        edits.any(|(edited, state)| *edited == hunk && state.is_live())
    }

    /// Whether a call's change is proposed and not on the disk.
    fn is_proposed(&self, call: CallId) -> bool {
        self.known
            .values()
            .any(|known| known.call == Some(call) && known.state.is_live() && !known.written)
    }
}

impl Chat {
    /// Records the hunks of a logged change.
    pub(super) fn log_hunks(&mut self, entry: &Entry) {
        for hunk in &entry.hunks {
            if let Some(edited) = hunk.amends {
                self.hunks.edits.insert(hunk.id, (edited, hunk.state));
                self.ask_again(edited);
            }
        }
        // Changes by the user and by other sessions wait for nobody.
        if matches!(entry.origin, Origin::User | Origin::Session { .. }) {
            return;
        }
        let call = entry.origin.call();
        for hunk in &entry.hunks {
            let known = KnownHunk {
                call,
                state: hunk.state,
                written: hunk.written,
            };
            self.hunks.known.insert(hunk.id, known);
        }
        self.show_proposed(call);
    }

    /// Updates hunks whose decision changed, or whether they are written.
    pub(super) fn update_hunks(&mut self, hunks: &[HunkId], state: HunkState, written: bool) {
        let mut calls = Vec::new();
        for hunk in hunks {
            if let Some((edited, was)) = self.hunks.edits.get_mut(hunk) {
                *was = state;
                let edited = *edited;
                self.ask_again(edited);
            }
            if let Some(known) = self.hunks.known.get_mut(hunk) {
                known.state = state;
                known.written = written;
                calls.push(known.call);
            }
        }
        calls.dedup();
        calls.into_iter().for_each(|call| self.show_proposed(call));
    }

    /// Replaces a hunk by its parts.
    pub(super) fn split_hunk(&mut self, hunk: HunkId, parts: &[Hunk]) {
        let Some(whole) = self.hunks.known.remove(&hunk) else {
            return;
        };
        let parts = parts.iter().map(|part| (part.id, whole));
        self.hunks.known.extend(parts);
    }

    /// Joins the parts of a hunk again.
    pub(super) fn join_hunks(&mut self, parts: &[HunkId], whole: HunkId) {
        let mut known = None;
        for part in parts {
            known = self.hunks.known.remove(part).or(known);
        }
        self.hunks.known.extend(known.map(|part| (whole, part)));
    }

    /// Sets which calls have proposed changes: after a start no event reports them.
    pub fn mark_proposed(&mut self, calls: &[CallId]) {
        let proposed: HashSet<&CallId> = calls.iter().collect();
        for cell in &mut self.cells {
            let Body::Call(shown) = &mut cell.body else {
                continue;
            };
            let is_proposed = proposed.contains(&shown.call.id);
            if shown.proposed != is_proposed {
                shown.proposed = is_proposed;
                cell.touch();
            }
        }
    }

    /// Sets the fates of the changes by calls and runs, from the change log.
    pub fn mark_changes(&mut self, calls: &[CallChanges], runs: &[RunChanges]) {
        let calls: HashMap<CallId, &CallChanges> =
            calls.iter().map(|fate| (fate.call, fate)).collect();
        self.run_changes = runs.iter().map(|fate| (fate.run, *fate)).collect();
        for cell in &mut self.cells {
            let changed = match (&mut cell.body, cell.key) {
                (Body::Call(shown), _) => {
                    let fate = calls.get(&shown.call.id).copied();
                    let differs = shown.changes.as_ref() != fate;
                    shown.changes = fate.copied();
                    differs
                }
                (Body::Line(LineCell::End { changes: fate, .. }), Key::Run(run)) => {
                    let now = self.run_changes.get(&run).copied();
                    let differs = *fate != now;
                    *fate = now;
                    differs
                }
                _ => false,
            };
            if changed {
                cell.touch();
            }
        }
    }

    /// Adds a line for decisions and comments that were reported to the model.
    pub(super) fn reported(&mut self, told: &ReviewReport) {
        let states: Vec<Option<HunkState>> = told
            .hunks
            .iter()
            .map(|hunk| self.hunks.known.get(hunk).map(|known| known.state))
            .collect();
        let mut words = Vec::new();
        for (state, words_for) in REPORT_PHRASES {
            let count = states.iter().filter(|known| **known == state).count();
            if count > 0 {
                words.push(words_for(count));
            }
        }
        let edited = told
            .hunks
            .iter()
            .filter(|hunk| self.hunks.is_edited(**hunk));
        match edited.count() {
            0 => {}
            count => words.push(say!("chat-hunks-edited", count)),
        }
        if !told.comments.is_empty() {
            words.push(counted(told.comments.len(), "comment"));
        }
        if !words.is_empty() {
            let text = say!("chat-told-verdicts", what = words.join(", "));
            self.notice(NoticeLevel::Info, text);
        }
    }

    /// Asks again for the diff of the call that made this hunk, since the user edited it.
    fn ask_again(&mut self, hunk: HunkId) {
        let known = self.hunks.known.get(&hunk);
        if let Some(call) = known.and_then(|known| known.call) {
            self.with_call(call, Call::edited);
        }
    }

    fn show_proposed(&mut self, call: Option<CallId>) {
        let Some(call) = call else { return };
        let proposed = self.hunks.is_proposed(call);
        self.with_call(call, |shown| shown.proposed = proposed);
    }
}
