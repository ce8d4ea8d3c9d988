//! The time on the screen: the time of day, and when something changes by itself.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::Chrome;

/// Delay after which a sequence that has begun shows its continuations.
pub const WHICH_KEY: Duration = Duration::from_millis(400);

impl Chrome {
    /// Returns the time of day, if it is known.
    pub(crate) fn time_of_day(&self) -> Option<Timestamp> {
        let passed = SignedDuration::try_from(self.now).ok()?;
        self.began?.checked_add(passed).ok()
    }

    /// Returns when the time of day has its next whole second.
    pub(crate) fn next_second(&self) -> Option<Duration> {
        let now = self.time_of_day()?;
        let left = 1_000_000_000 - u64::try_from(now.subsec_nanosecond()).unwrap_or(0);
        Some(self.now + Duration::from_nanos(left))
    }

    /// Returns when the continuations of a sequence are due.
    pub(crate) fn which_key_at(&self) -> Option<Duration> {
        let (_, since) = self.pending.as_ref()?;
        Some(*since + WHICH_KEY)
    }
}
