//! Remembers for which runs and models the user was notified that the server cuts prompts:
//! once is enough.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use protocol::ids::RunId;

/// The notified runs and models. Clones share one set.
#[derive(Debug, Clone, Default)]
pub(in crate::actor) struct ReportedCuts(Arc<Mutex<HashSet<(RunId, String)>>>);

impl ReportedCuts {
    /// Records the notice for this run and model; returns false if it was recorded before.
    pub(super) fn is_first(&self, run: RunId, model: &str) -> bool {
        // A set of names stays valid even if a thread panicked while it held the lock.
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.insert((run, model.to_owned()))
    }
}
