//! Hunks that calls made, as far as events told of them: which calls are staged, what waits for
//! the human at the end of a run, and what the agent was told of verdicts.

use std::collections::{HashMap, HashSet};

use super::Chat;
use super::cell::{Body, Key};
use super::lines::LineCell;
use crate::l10n::counted;
use crate::l10n::say;
use crate::protocol::change::{Entry, Hunk, HunkState, Origin};
use crate::protocol::event::NoticeLevel;
use crate::protocol::ids::{CallId, HunkId};
use crate::protocol::review::{CallChanges, ReviewReport, RunChanges};

#[derive(Debug, Clone, Copy)]
struct KnownHunk {
    call: Option<CallId>,
    state: HunkState,
    written: bool,
}

/// What the agent is told of so many hunks.
type ReportWords = fn(usize) -> String;

/// What the agent was told, by what is decided; nothing is known of what was decided before a start.
const TOLD: [(Option<HunkState>, ReportWords); 5] = [
    (Some(HunkState::Accepted), |count| {
        say!("chat-hunks-accepted", count, hunks = counted(count, "hunk"))
    }),
    (Some(HunkState::Rejected), |count| {
        say!("chat-hunks-refused", count, hunks = counted(count, "hunk"))
    }),
    (Some(HunkState::RolledBack), |count| {
        say!(
            "chat-hunks-taken-back",
            count,
            hunks = counted(count, "hunk")
        )
    }),
    (Some(HunkState::Pending), |count| {
        say!("chat-hunks-open", count, hunks = counted(count, "hunk"))
    }),
    (None, |count| counted(count, "other decision")),
];

#[derive(Debug, Default)]
pub(super) struct Hunks(HashMap<HunkId, KnownHunk>);

impl Hunks {
    /// Hunks of agents and commands that nobody has decided about.
    pub(super) fn waiting(&self) -> usize {
        let waits = |known: &&KnownHunk| known.state == HunkState::Pending;
        self.0.values().filter(waits).count()
    }

    /// Whether a call's change waits and is not on the disk.
    fn is_staged(&self, call: CallId) -> bool {
        self.0
            .values()
            .any(|known| known.call == Some(call) && known.state.is_live() && !known.written)
    }
}

impl Chat {
    /// A change was logged.
    pub(super) fn log_hunks(&mut self, entry: &Entry) {
        let call = match &entry.origin {
            Origin::Agent { call, .. } | Origin::Shell { call, .. } => Some(*call),
            Origin::Unclear => None,
            // The human's own, and other sessions', wait for nobody.
            Origin::User | Origin::Session { .. } => return,
        };
        for hunk in &entry.hunks {
            let known = KnownHunk {
                call,
                state: hunk.state,
                written: hunk.written,
            };
            self.hunks.0.insert(hunk.id, known);
        }
        self.show_staged(call);
    }

    /// Decisions about hunks changed, or whether they are written.
    pub(super) fn update_hunks(&mut self, hunks: &[HunkId], state: HunkState, written: bool) {
        let mut calls = Vec::new();
        for hunk in hunks {
            if let Some(known) = self.hunks.0.get_mut(hunk) {
                known.state = state;
                known.written = written;
                calls.push(known.call);
            }
        }
        calls.dedup();
        calls.into_iter().for_each(|call| self.show_staged(call));
    }

    /// A hunk was taken apart.
    pub(super) fn split_hunk(&mut self, hunk: HunkId, parts: &[Hunk]) {
        let Some(whole) = self.hunks.0.remove(&hunk) else {
            return;
        };
        let parts = parts.iter().map(|part| (part.id, whole));
        self.hunks.0.extend(parts);
    }

    /// Parts of a hunk are one again.
    pub(super) fn join_hunks(&mut self, parts: &[HunkId], whole: HunkId) {
        let mut known = None;
        for part in parts {
            known = self.hunks.0.remove(part).or(known);
        }
        self.hunks.0.extend(known.map(|part| (whole, part)));
    }

    /// Says which calls have changes that are staged: after a start no event tells of them.
    pub fn mark_staged(&mut self, calls: &[CallId]) {
        let staged: HashSet<&CallId> = calls.iter().collect();
        for cell in &mut self.cells {
            let Body::Call(shown) = &mut cell.body else {
                continue;
            };
            let is_staged = staged.contains(&shown.call.id);
            if shown.staged != is_staged {
                shown.staged = is_staged;
                cell.touch();
            }
        }
    }

    /// What became of what calls and runs changed, as the change log has it.
    pub fn mark_fates(&mut self, calls: &[CallChanges], runs: &[RunChanges]) {
        let calls: HashMap<CallId, &CallChanges> =
            calls.iter().map(|fate| (fate.call, fate)).collect();
        self.run_fates = runs.iter().map(|fate| (fate.run, *fate)).collect();
        for cell in &mut self.cells {
            let changed = match (&mut cell.body, cell.key) {
                (Body::Call(shown), _) => {
                    let fate = calls.get(&shown.call.id).copied();
                    let differs = shown.fate.as_ref() != fate;
                    shown.fate = fate.copied();
                    differs
                }
                (Body::Line(LineCell::End { fate, .. }), Key::Run(run)) => {
                    let now = self.run_fates.get(&run).copied();
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

    /// The agent was told verdicts and comments.
    pub(super) fn told(&mut self, told: &ReviewReport) {
        let states: Vec<Option<HunkState>> = told
            .hunks
            .iter()
            .map(|hunk| self.hunks.0.get(hunk).map(|known| known.state))
            .collect();
        let mut words = Vec::new();
        for (state, words_for) in TOLD {
            let count = states.iter().filter(|known| **known == state).count();
            if count > 0 {
                words.push(words_for(count));
            }
        }
        if !told.comments.is_empty() {
            words.push(counted(told.comments.len(), "comment"));
        }
        if !words.is_empty() {
            let text = say!("chat-told-verdicts", what = words.join(", "));
            self.notice(NoticeLevel::Info, text);
        }
    }

    fn show_staged(&mut self, call: Option<CallId>) {
        let Some(call) = call else { return };
        let staged = self.hunks.is_staged(call);
        self.with_call(call, |shown| shown.staged = staged);
    }
}
