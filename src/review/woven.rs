//! A log with cached results, for repeated queries: each result is computed once, on first use. The
//! entries do not change. A log with other decisions has the same lines in the same order.
//!
//! Called by the ledger, which keeps logs while they are valid.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::choice::Choice;
use super::conflicts::Conflict;
use super::log::FileLog;
use super::replay::ReplayedText;
use super::weave::Weave;
use protocol::change::{Entry, Hunk, HunkState};
use protocol::ids::HunkId;

#[derive(Debug, Clone)]
pub struct Woven {
    log: FileLog,
    weave: OnceLock<Arc<Weave>>,
    live: OnceLock<Choice>,
    target: OnceLock<Choice>,
    buffer: OnceLock<ReplayedText>,
    conflicts: OnceLock<Vec<Conflict>>,
}

impl Deref for Woven {
    type Target = FileLog;

    fn deref(&self) -> &FileLog {
        &self.log
    }
}

impl From<FileLog> for Woven {
    fn from(log: FileLog) -> Self {
        Self {
            log,
            weave: OnceLock::new(),
            live: OnceLock::new(),
            target: OnceLock::new(),
            buffer: OnceLock::new(),
            conflicts: OnceLock::new(),
        }
    }
}

impl Woven {
    /// Returns the cached form of a log that was read again. If only decisions or written states
    /// changed, the weave is reused.
    pub fn read_again(&self, log: FileLog) -> Self {
        let is_same = self.log.base == log.base && same_lines(&self.log.entries, &log.entries);
        let again = Self::from(log);
        if let Some(weave) = self.weave.get().filter(|_| is_same) {
            again.weave.get_or_init(|| Arc::clone(weave));
        }
        again
    }

    /// Returns the log with other hunk states. `state` gives each hunk's state and whether
    /// it is written.
    pub fn as_if(&self, state: &dyn Fn(&Hunk) -> (HunkState, bool)) -> Self {
        let mut log = self.log.clone();
        for hunk in log.entries.iter_mut().flat_map(|entry| &mut entry.hunks) {
            (hunk.state, hunk.written) = state(hunk);
        }
        let other = Self::from(log);
        other.weave.get_or_init(|| Arc::clone(self.weave()));
        other
    }

    /// Returns the log with more entries.
    pub fn and_then(&self, entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut log = self.log.clone();
        log.entries.extend(entries);
        Self::from(log)
    }

    /// Returns the plain log without cached results.
    pub fn log(&self) -> &FileLog {
        &self.log
    }

    pub(super) fn weave(&self) -> &Arc<Weave> {
        self.weave.get_or_init(|| Arc::new(Weave::of(&self.log)))
    }

    pub(super) fn live(&self) -> &Choice {
        self.live.get_or_init(|| self.log.live_of(self.weave()))
    }

    pub(super) fn targeted(&self) -> &Choice {
        self.target.get_or_init(|| self.log.target_of(self.weave()))
    }

    pub fn replay(&self, keep: &dyn Fn(&Entry, &Hunk) -> bool) -> ReplayedText {
        self.weave().give(&self.log, &Choice::of(&self.log, keep))
    }

    pub fn target(&self) -> ReplayedText {
        self.weave().give(&self.log, self.targeted())
    }

    pub fn buffer(&self) -> &ReplayedText {
        self.buffer
            .get_or_init(|| self.weave().give(&self.log, self.live()))
    }

    pub fn written(&self) -> ReplayedText {
        self.replay(&|_, hunk| hunk.written)
    }

    /// Returns the path of the file on the disk; `None` if no entry names one.
    pub fn path_written(&self) -> Option<String> {
        Choice::of(&self.log, &|_, hunk| hunk.written).path(&self.log)
    }

    /// Returns whether the file exists with the hunks for which `keep` returns true.
    pub fn exists(&self, keep: &dyn Fn(&Entry, &Hunk) -> bool) -> bool {
        Choice::of(&self.log, keep).exists(&self.log)
    }

    pub fn not_live(&self) -> Vec<HunkId> {
        self.log.not_in(self.live())
    }

    pub fn in_target(&self) -> BTreeSet<HunkId> {
        self.log.ids(self.targeted().places()).into_iter().collect()
    }

    pub fn in_buffer(&self) -> BTreeSet<HunkId> {
        self.log.ids(self.live().places()).into_iter().collect()
    }

    pub fn conflicts(&self) -> &[Conflict] {
        self.conflicts
            .get_or_init(|| self.log.conflicts_in(self.weave(), self.live()))
    }

    pub fn dependents_of(&self, hunks: &BTreeSet<HunkId>) -> Vec<HunkId> {
        self.log.dependents_in(self.weave(), hunks)
    }

    pub fn requisites_of(&self, hunks: &BTreeSet<HunkId>) -> Vec<HunkId> {
        self.log.requisites_in(self.weave(), hunks)
    }
}

/// Returns whether both lists have the same hunks at the same places, regardless of their states.
fn same_lines(these: &[Entry], those: &[Entry]) -> bool {
    let hunk = |(this, that): (&Hunk, &Hunk)| {
        (this.id, this.old_start, this.old_count, this.amends)
            == (that.id, that.old_start, that.old_count, that.amends)
            && this.inserted == that.inserted
    };
    let entry = |(this, that): (&Entry, &Entry)| {
        this.operation == that.operation
            && this.made_without == that.made_without
            && this.hunks.len() == that.hunks.len()
            && this.hunks.iter().zip(&that.hunks).all(hunk)
    };
    these.len() == those.len() && these.iter().zip(those).all(entry)
}
