//! The figures of a Messages answer: its first and its last event have them, each as a running
//! total, and `input_tokens` excludes tokens read from or written to a cache.

use serde_json::Value;

use protocol::usage::Usage;

/// Running totals; a repeated figure replaces the earlier one.
#[derive(Debug, Default)]
pub(super) struct Counted {
    input: Option<u64>,
    output: Option<u64>,
    cache_written: Option<u64>,
    cache_read: Option<u64>,
    thinking: Option<u64>,
}

impl Counted {
    /// Merges a `usage` object.
    pub(super) fn take(&mut self, usage: &Value) {
        let set = |slot: &mut Option<u64>, pointer: &str| {
            if let Some(count) = usage.pointer(pointer).and_then(Value::as_u64) {
                *slot = Some(count);
            }
        };
        set(&mut self.input, "/input_tokens");
        set(&mut self.output, "/output_tokens");
        set(&mut self.cache_written, "/cache_creation_input_tokens");
        set(&mut self.cache_read, "/cache_read_input_tokens");
        set(&mut self.thinking, "/output_tokens_details/thinking_tokens");
    }

    /// Returns the figures as [`Usage`]; `None` if none arrived.
    pub(super) fn usage(&self) -> Option<Usage> {
        if self.input.is_none() && self.output.is_none() {
            return None;
        }
        let cached_tokens = self.cache_read.unwrap_or(0);
        let cache_written_tokens = self.cache_written.unwrap_or(0);
        let input = self.input.unwrap_or(0);
        Some(Usage {
            input_tokens: input
                .saturating_add(cached_tokens)
                .saturating_add(cache_written_tokens),
            output_tokens: self.output.unwrap_or(0),
            cached_tokens,
            cache_written_tokens,
            reasoning_tokens: self.thinking.unwrap_or(0),
            ..Usage::default()
        })
    }
}
