//! Retry policy: which failed requests are sent again, how often, and after how long.

use protocol::stream::{ProviderError, ProviderErrorKind};

/// Longest pause that a server may ask for before the run gives up, in seconds.
const LONGEST_PAUSE_S: u64 = 300;

/// Limits of the retries after a kind of failure.
struct Patience {
    attempts: u32,
    /// Longest pause that the server did not ask for, in seconds. Pauses start at one
    /// second and double.
    longest_s: u64,
}

impl Patience {
    /// A rate limit without a time mostly passes within a minute: pauses of 1 to 60 s, two
    /// minutes in total.
    const RATE_LIMIT: Self = Self {
        attempts: 8,
        longest_s: 60,
    };

    /// A model that is loading: retried every 5 s, two minutes in total.
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
            // A 500 is retried only once.
            ProviderErrorKind::Server => usual(max_attempts.min(2)),
            _ => usual(1),
        }
    }
}

/// Returns the total number of attempts after this error; `max_attempts` for errors without a
/// policy of their own.
pub(super) fn attempts_after(error: &ProviderError, max_attempts: u32) -> u32 {
    Patience::of(error, max_attempts).attempts
}

/// Returns the milliseconds until the next attempt, or `None` if there is none.
///
/// `attempt` is the failed attempt, from 1. The pause is 1 s, doubling, or what the server asked
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
