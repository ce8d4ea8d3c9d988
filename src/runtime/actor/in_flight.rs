//! Counts work in flight: the actor is idle when no ticket is out and its inbox is empty.
//! Uses no timing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

/// The counter. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct InFlightCounter {
    out: Arc<AtomicUsize>,
    returned: Arc<Notify>,
}

/// Counts work as in flight until it is dropped: when its task ends or is aborted.
#[derive(Debug)]
pub(super) struct InFlightGuard(InFlightCounter);

impl InFlightCounter {
    pub(super) fn hand_out(&self) -> InFlightGuard {
        self.out.fetch_add(1, Ordering::SeqCst);
        InFlightGuard(self.clone())
    }

    /// Returns whether all tickets are back.
    pub(super) fn all_back(&self) -> bool {
        self.out.load(Ordering::SeqCst) == 0
    }

    /// Notifies of each ticket that comes back.
    pub(super) fn returned(&self) -> Arc<Notify> {
        Arc::clone(&self.returned)
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        // Counted first: a task that is notified must not see the ticket as still out.
        self.0.out.fetch_sub(1, Ordering::SeqCst);
        self.0.returned.notify_one();
    }
}
