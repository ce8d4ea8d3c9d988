//! Which failed requests are made again, how often, and after how long.

use crate::protocol::stream::{ProviderError, ProviderErrorKind};

/// The longest pause that a server may ask for before the run is given up, in seconds.
const LONGEST_PAUSE_S: u64 = 300;

/// How long and how often a kind of failure is waited for.
struct Patience {
    /// Attempts in all.
    attempts: u32,
    /// The longest pause that nobody asked for, in seconds. Pauses begin with one and double.
    longest_s: u64,
}

impl Patience {
    /// A limit of requests that names no time mostly passes within a minute: pauses of 1 to 60 s, two minutes in all.
    const RATE_LIMIT: Self = Self {
        attempts: 8,
        longest_s: 60,
    };

    /// A model that is loading: looked at every 5 s, two minutes in all.
    const LOADING: Self = Self {
        attempts: 26,
        longest_s: 5,
    };

    fn of(error: &ProviderError, max_attempts: u32) -> Self {
        let usual = |attempts| Self {
            attempts,
            longest_s: LONGEST_PAUSE_S,
        };
        match error.kind {
            _ if max_attempts <= 1 => usual(1),
            ProviderErrorKind::Unavailable if error.is_loading => Self::LOADING,
            ProviderErrorKind::RateLimited if error.retry_after_s.is_none() => Self::RATE_LIMIT,
            ProviderErrorKind::Timeout
            | ProviderErrorKind::Connection
            | ProviderErrorKind::RateLimited
            | ProviderErrorKind::Unavailable => usual(max_attempts),
            // A 500 is tried once more only.
            ProviderErrorKind::Server => usual(max_attempts.min(2)),
            _ => usual(1),
        }
    }
}

/// How many attempts are made in all where one failed so; `max_attempts` for what needs no other patience.
pub(super) fn attempts_after(error: &ProviderError, max_attempts: u32) -> u32 {
    Patience::of(error, max_attempts).attempts
}

/// Milliseconds until the next attempt, or `None` if there is none.
///
/// `attempt` is the one that failed, from 1. The pause is 1 s, doubling, or what the server asked
/// for if that is longer.
pub(super) fn pause_before_next(
    error: &ProviderError,
    attempt: u32,
    max_attempts: u32,
) -> Option<u64> {
    let patience = Patience::of(error, max_attempts);
    let asked_s = error.retry_after_s.unwrap_or(0);
    if attempt >= patience.attempts || asked_s > LONGEST_PAUSE_S {
        return None;
    }
    let doubled_s = 1_u64 << (attempt.saturating_sub(1)).min(10);
    Some(doubled_s.min(patience.longest_s).max(asked_s) * 1_000)
}
