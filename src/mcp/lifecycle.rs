//! When a server that ended is started again. Pure: time comes in.

use std::collections::VecDeque;
use std::time::Duration;

/// The first wait, and the longest.
const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(60);

/// Failures in [`WINDOW`] after which a server is not started again by itself.
const MOST_FAILURES: usize = 5;
const WINDOW: Duration = Duration::from_secs(600);

/// The failures of a server that count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failures {
    /// Their times since the program's start, oldest first.
    times: VecDeque<Duration>,
}

/// The step that follows a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    StartAfter(Duration),
    /// Only the user starts it again.
    GiveUp,
}

impl Failures {
    /// Adds a failure at this time since the program's start; returns what follows it.
    pub fn add(&mut self, now: Duration) -> AfterFailure {
        self.times.push_back(now);
        let is_old = |time: &Duration| now.saturating_sub(*time) > WINDOW;
        while self.times.front().is_some_and(is_old) {
            self.times.pop_front();
        }
        match self.times.len() {
            number if number >= MOST_FAILURES => AfterFailure::GiveUp,
            number => {
                let doublings = u32::try_from(number.saturating_sub(1)).unwrap_or(u32::MAX);
                let factor = 2_u32.saturating_pow(doublings);
                AfterFailure::StartAfter(FIRST.saturating_mul(factor).min(LONGEST))
            }
        }
    }

    /// Forgets them: the user starts the server.
    pub fn forget(&mut self) {
        self.times.clear();
    }
}
