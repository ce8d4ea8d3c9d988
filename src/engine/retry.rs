//! Which failed requests are made again, and after how long.

use crate::protocol::stream::{ProviderError, ProviderErrorKind};

/// The longest pause that a server may ask for before the run is given up, in seconds.
const LONGEST_PAUSE_S: u64 = 300;

/// Milliseconds until the next attempt, or `None` if there is none.
///
/// `attempt` is the one that failed, from 1. The pause is 1 s, doubling, or what the server asked
/// for if that is longer. A 500 is tried once more only.
pub(super) fn pause_before_next(
    error: &ProviderError,
    attempt: u32,
    max_attempts: u32,
) -> Option<u64> {
    let attempts = match error.kind {
        ProviderErrorKind::Timeout
        | ProviderErrorKind::Connection
        | ProviderErrorKind::RateLimited
        | ProviderErrorKind::Unavailable => max_attempts,
        ProviderErrorKind::Server => max_attempts.min(2),
        _ => 1,
    };
    let asked_s = error.retry_after_s.unwrap_or(0);
    if attempt >= attempts || asked_s > LONGEST_PAUSE_S {
        return None;
    }
    let doubled = 1_000_u64 << (attempt.saturating_sub(1)).min(10);
    Some(doubled.max(asked_s * 1_000))
}
