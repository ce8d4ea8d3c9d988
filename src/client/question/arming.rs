//! Since when a question can be answered: a key or a line that began before the user could know the
//! question is no answer to it.

use std::time::Duration;

/// Time from the moment at which all of a question is shown to the first key that counts, if keys
/// arrive one by one.
const ARMING: Duration = Duration::from_millis(400);

/// The arming of the shown question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Arming {
    /// Time since which the question is shown; `None` until that time is known.
    since: Option<Duration>,
}

impl Arming {
    /// Creates the arming of a question that is shown since this time.
    pub fn since(at: Duration) -> Self {
        Self { since: Some(at) }
    }

    /// Starts again, from the next known time, because the shown content is new.
    pub fn restart(&mut self) {
        self.since = None;
    }

    /// Records the time since which the question is shown, if it was not known.
    pub fn begin(&mut self, at: Duration) {
        self.since.get_or_insert(at);
    }

    /// Whether the time since which the question is shown is known.
    pub fn has_begun(self) -> bool {
        self.since.is_some()
    }

    /// Whether the question was shown before this time.
    pub fn was_shown(self, at: Duration) -> bool {
        self.since.is_some_and(|since| since < at)
    }

    /// Whether a key of this time can count.
    pub fn is_armed(self, at: Duration) -> bool {
        self.left(at).is_zero()
    }

    /// Returns how long until a key counts; zero if it already does.
    pub fn left(self, now: Duration) -> Duration {
        self.since
            .map_or(ARMING, |since| (since + ARMING).saturating_sub(now))
    }
}
