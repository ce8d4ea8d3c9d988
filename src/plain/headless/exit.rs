//! The end of a run without a screen, and its exit status.

use protocol::event::{Event, EventKind};
use protocol::session::RunResult;

/// The facts that determine the exit status.
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

    /// The user stopped the program before the run had started.
    pub fn cancelled() -> Self {
        Self {
            cancelled: true,
            ..Self::default()
        }
    }

    /// The arguments make no sense.
    pub fn bad_usage() -> Self {
        Self {
            usage: true,
            ..Self::default()
        }
    }

    /// Marks the ending as failed, for a run whose end was not reported.
    #[must_use]
    pub fn or_stopped(mut self) -> Self {
        self.failed = true;
        self
    }

    /// Records what an event says about the end.
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
        self.awaiting_review |= result.proposed > 0;
    }

    /// Returns the exit status: 130 cancelled, 2 bad usage, 1 failed, 4 denied because nobody could
    /// be asked, 3 hunks await review, 0 done; the first that applies.
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
