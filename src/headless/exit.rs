//! How a run without a screen ended, and the exit status that says so.

use crate::protocol::event::{Event, EventKind};
use crate::protocol::session::RunResult;

/// What the exit status is made from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ending {
    cancelled: bool,
    usage: bool,
    failed: bool,
    denied: bool,
    awaiting_review: bool,
}

impl Ending {
    /// The engine has gone away.
    pub fn stopped() -> Self {
        Self {
            failed: true,
            ..Self::default()
        }
    }

    /// It was to stop before it had begun.
    pub fn cancelled() -> Self {
        Self {
            cancelled: true,
            ..Self::default()
        }
    }

    /// What was asked for makes no sense.
    pub fn bad_usage() -> Self {
        Self {
            usage: true,
            ..Self::default()
        }
    }

    /// The same, failed if nothing had been said of the end.
    #[must_use]
    pub fn or_stopped(mut self) -> Self {
        self.failed = true;
        self
    }

    /// Takes note of what an event says about the end.
    pub fn observe(&mut self, event: &Event) {
        match &event.fact {
            EventKind::RunCompleted { result } => self.result(result),
            EventKind::RunFailed { result, .. } => {
                self.failed = true;
                self.result(result);
            }
            EventKind::RunCancelled { result } => {
                self.cancelled = true;
                self.result(result);
            }
            EventKind::CommandRejected { .. } => self.failed = true,
            _ => {}
        }
    }

    fn result(&mut self, result: &RunResult) {
        self.denied |= result.denied_unasked > 0;
        self.awaiting_review |= result.staged > 0;
    }

    /// The exit status: 130 cancelled, 2 bad usage, 1 failed, 4 denied for want of someone to
    /// ask, 3 hunks await review, 0 done; the first that applies.
    pub fn status(&self) -> u8 {
        match self {
            Self {
                cancelled: true, ..
            } => 130,
            Self { usage: true, .. } => 2,
            Self { failed: true, .. } => 1,
            Self { denied: true, .. } => 4,
            Self {
                awaiting_review: true,
                ..
            } => 3,
            _ => 0,
        }
    }
}
