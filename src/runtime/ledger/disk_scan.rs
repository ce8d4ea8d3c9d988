//! The disk scan: changes by others to the files of a session become entries.
//!
//! A file is not read again while the system reports no change to it and its log is the one that it
//! was compared with. Only frequent scans use this: applying, deciding and the tools read the files
//! that they depend on.

use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use super::disk::Stamp;
use super::logs::Logged;
use super::{KEPT_LOGS, Ledger, LedgerError};
use engine::ReviewWork;
use protocol::ids::SessionId;
use workspace::manifest::Stat;

/// A file that matched its log.
#[derive(Debug)]
pub(super) struct UnchangedFile {
    logged: Weak<Logged>,
    stat: Stat,
}

impl Ledger {
    /// Returns the changes by others to the files of a session since their logs last knew them.
    pub(super) fn look(
        &self,
        session: SessionId,
        stamp: &Stamp,
    ) -> Result<ReviewWork, LedgerError> {
        let mut work = ReviewWork::default();
        for logged in self.logs(session)?.0 {
            let now = SystemTime::now();
            let before = self.workspace.stat(&logged.path);
            if before.is_some_and(|stat| self.is_as_seen(&logged, &stat)) {
                continue;
            }
            // Skip a file that cannot be read; other work reads it when it depends on it.
            let Ok(present) = self.present(&logged, stamp) else {
                continue;
            };
            if let Some(stat) = before.filter(|_| present.observed.is_empty() && logged.is_there())
                // Within a tick of the clock, a further change would not show in the file's status.
                && stat.unsettled(now) == Duration::ZERO
                && self.workspace.stat(&logged.path) == Some(stat)
            {
                self.note_seen(&logged, stat);
            }
            work.observed.extend(present.observed);
        }
        Ok(work)
    }

    /// Whether a file matched this log, and nothing about it has changed since.
    pub(super) fn is_as_seen(&self, logged: &Arc<Logged>, stat: &Stat) -> bool {
        let state = self.state();
        let known = state.looked.iter().find(|looked| looked.is_of(logged));
        known.is_some_and(|looked| looked.stat == *stat)
    }

    fn note_seen(&self, logged: &Arc<Logged>, stat: Stat) {
        let mut state = self.state();
        let others =
            |looked: &UnchangedFile| looked.logged.strong_count() > 0 && !looked.is_of(logged);
        state.looked.retain(others);
        if state.looked.len() >= KEPT_LOGS {
            state.looked.remove(0);
        }
        let logged = Arc::downgrade(logged);
        state.looked.push(UnchangedFile { logged, stat });
    }
}

impl UnchangedFile {
    fn is_of(&self, logged: &Arc<Logged>) -> bool {
        std::ptr::eq(self.logged.as_ptr(), Arc::as_ptr(logged))
    }
}
