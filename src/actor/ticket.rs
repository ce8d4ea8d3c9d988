//! Counted work: idle is when no ticket is out and the inbox is empty. Nothing is timed.

use std::sync::Arc;

use tokio::sync::Notify;

/// The counter.
#[derive(Debug, Default)]
pub(super) struct Tickets {
    out: Arc<()>,
    returned: Arc<Notify>,
}

/// Work in flight. Dropping it, by a task's end or its abortion, gives it back.
#[derive(Debug)]
pub(super) struct Ticket {
    held: Option<Arc<()>>,
    returned: Arc<Notify>,
}

impl Tickets {
    /// Hands out a ticket.
    pub(super) fn hand_out(&self) -> Ticket {
        Ticket {
            held: Some(Arc::clone(&self.out)),
            returned: Arc::clone(&self.returned),
        }
    }

    /// Whether all are back.
    pub(super) fn all_back(&self) -> bool {
        Arc::strong_count(&self.out) == 1
    }

    /// Waits for one to come back.
    pub(super) fn returned(&self) -> Arc<Notify> {
        Arc::clone(&self.returned)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        // Back first, then told: who is told must not see it out.
        self.held = None;
        self.returned.notify_one();
    }
}
