//! Generations of searches: only a session's latest search needs an answer.
//!
//! Knows nothing about the search. The loop takes generations in the order of the queries; the
//! workers check them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use protocol::ids::SessionId;

/// The latest generation of each session.
#[derive(Debug, Default)]
pub(super) struct LatestOnly(Mutex<HashMap<SessionId, Arc<AtomicU64>>>);

#[derive(Debug, Clone)]
pub(super) struct Generation {
    latest: Arc<AtomicU64>,
    own: u64,
}

impl LatestOnly {
    /// Takes a session's next generation; it supersedes the one before.
    pub(super) fn take(&self, session: SessionId) -> Generation {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let latest = Arc::clone(all.entry(session).or_default());
        let own = latest.fetch_add(1, Ordering::Relaxed) + 1;
        Generation { latest, own }
    }
}

impl Generation {
    /// Whether no later generation has been taken.
    pub(super) fn is_latest(&self) -> bool {
        self.latest.load(Ordering::Relaxed) == self.own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_ends_with_the_next_one_of_its_own_session() {
        let turns = LatestOnly::default();
        let session = |number| SessionId(uuid::Uuid::from_u128(number));
        let (first, other) = (turns.take(session(1)), turns.take(session(2)));
        assert!(first.is_latest());
        let second = turns.take(session(1));
        assert!(!first.is_latest());
        assert!(second.is_latest() && other.is_latest());
    }
}
