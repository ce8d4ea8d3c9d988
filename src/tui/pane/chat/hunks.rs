//! Hunks that calls made, as far as events told of them: which calls are staged, what waits for
//! the human at the end of a run, and what the agent was told of verdicts.

use std::collections::HashMap;

use super::Chat;
use super::cell::Body;
use crate::language::counted;
use crate::language::say;
use crate::protocol::change::{Entry, Hunk, HunkState, Origin};
use crate::protocol::event::NoticeLevel;
use crate::protocol::ids::{CallId, HunkId};
use crate::protocol::review::{CallFate, Told};

/// One hunk.
#[derive(Debug, Clone, Copy)]
struct Known {
    call: Option<CallId>,
    state: HunkState,
    written: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Hunks(HashMap<HunkId, Known>);

impl Hunks {
    /// Hunks of agents and commands that nobody has decided about.
    pub(super) fn waiting(&self) -> usize {
        let waits = |known: &&Known| known.state == HunkState::Pending;
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
            let known = Known {
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

    /// Marks calls whose changes are staged: after a start no event tells of them.
    pub fn mark_staged(&mut self, calls: &[CallId]) {
        for call in calls {
            self.with_call(*call, |shown| shown.staged = true);
        }
    }

    /// What became of what calls changed, as the change log has it: those that are not named stand.
    pub fn mark_fates(&mut self, fates: &[CallFate]) {
        for cell in &mut self.cells {
            let Body::Call(shown) = &mut cell.body else {
                continue;
            };
            let fate = fates.iter().find(|fate| fate.call == shown.call.id);
            if shown.fate.as_ref() != fate {
                shown.fate = fate.copied();
                cell.touch();
            }
        }
    }

    /// The agent was told verdicts and comments.
    pub(super) fn told(&mut self, told: &Told) {
        let known = |hunk: &HunkId| self.hunks.0.get(hunk).map(|known| known.state);
        let refused = told
            .hunks
            .iter()
            .filter(|hunk| known(hunk) == Some(HunkState::Rejected))
            .count();
        let others = told.hunks.len().saturating_sub(refused);
        let mut words = Vec::new();
        if refused > 0 {
            words.push(say!("chat-refused", refused));
        }
        if others > 0 {
            words.push(counted(others, "other verdict"));
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
