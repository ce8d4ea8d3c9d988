//! The loop guard: detects three identical calls in a row, or two alternating three times.

use std::collections::VecDeque;

use protocol::call::ToolCall;
use protocol::ids::ContentHash;

/// The last calls of a run, as hashes.
#[derive(Debug, Default)]
pub(super) struct LoopGuard {
    recent: VecDeque<ContentHash>,
}

/// The kind of a detected loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Looping {
    /// The last three calls were the same.
    Identical,
    /// Two calls alternating, three times.
    Alternating,
}

impl LoopGuard {
    /// Notes a call; returns the loop that it closes, if any.
    pub(super) fn observe(&mut self, call: &ToolCall) -> Option<Looping> {
        let text = format!("{}\n{}", call.tool, call.arguments);
        self.recent.push_back(ContentHash::of(text.as_bytes()));
        if self.recent.len() > 6 {
            self.recent.pop_front();
        }
        let last: Vec<_> = self.recent.iter().rev().collect();
        match last.as_slice() {
            [a, b, c, ..] if a == b && b == c => Some(Looping::Identical),
            [a, b, c, d, e, f] if a == c && c == e && b == d && d == f => {
                Some(Looping::Alternating)
            }
            _ => None,
        }
    }

    /// Starts over, after the user was asked.
    pub(super) fn reset(&mut self) {
        self.recent.clear();
    }
}
