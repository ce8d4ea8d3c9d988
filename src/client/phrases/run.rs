//! The end of a run in words.

use l10n::{counted, say};
use protocol::session::RunResult;

/// Counts a run's calls: all, those that the user rejected and those that failed; empty without
/// calls.
pub fn calls(result: &RunResult) -> Vec<String> {
    let mut words = Vec::new();
    if result.tool_calls > 0 {
        words.push(counted(result.tool_calls, "call"));
    }
    let rejected = result.refused_calls.saturating_sub(result.denied_unasked);
    if rejected > 0 {
        words.push(say!("chat-calls-refused", count = rejected));
    }
    if result.failed_calls > 0 {
        words.push(say!("chat-calls-failed", count = result.failed_calls));
    }
    words
}

/// Counts the calls that were refused without a question.
pub fn refused_unasked(result: &RunResult) -> Option<String> {
    let count = Some(result.denied_unasked).filter(|count| *count > 0)?;
    Some(say!("chat-refused-unasked", count))
}
