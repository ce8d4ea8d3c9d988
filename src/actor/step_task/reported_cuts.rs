//! For which runs and models the human was told that the server cuts prompts: once is enough.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use crate::protocol::ids::RunId;

/// They. Clones share one list.
#[derive(Debug, Clone, Default)]
pub(in crate::actor) struct ReportedCuts(Arc<Mutex<HashSet<(RunId, String)>>>);

impl ReportedCuts {
    /// Notes that it is told for this run and model; false where it was before.
    pub(super) fn is_first(&self, run: RunId, model: &str) -> bool {
        // A set of names stays good whatever thread broke off while it held the lock.
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.insert((run, model.to_owned()))
    }
}
