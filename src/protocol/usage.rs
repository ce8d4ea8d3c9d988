//! Cost of a step: tokens, time and money.

use serde::{Deserialize, Serialize};

/// Tokens, time and cost of one step, or of several added up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// All tokens of the prompt, including those read from or written to a cache.
    pub input_tokens: u64,
    /// Tokens of the answer.
    pub output_tokens: u64,
    /// Prompt tokens that the server read from its cache.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cached_tokens: u64,
    /// Prompt tokens that the server wrote to its cache, if it counts them separately: they
    /// may cost more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cache_written_tokens: u64,
    /// Tokens of the answer that were reasoning, if the server counts them separately.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub reasoning_tokens: u64,
    /// From the request to the end of the answer, in milliseconds.
    #[serde(default)]
    pub latency_ms: u64,
    /// Price in US dollars; `None` if unknown, which is never shown as 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Tokens of unknown price, when the figures of several steps are added up.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unpriced_tokens: u64,
    /// Tokens of cached answers, when the figures of several steps are added up: nothing was sent
    /// for them, and nothing is paid.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub saved_tokens: u64,
    /// True if the server gave no figures and these are estimates.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Usage {
    /// Returns input and output tokens together.
    pub fn total_tokens(&self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }

    /// Returns the total tokens without those of cached answers.
    pub fn asked_tokens(&self) -> u64 {
        self.total_tokens().saturating_sub(self.saved_tokens)
    }

    /// Describes the cost in words: `$0.1200`, `unknown` if no priced step was paid for, `$0.1200
    /// and 300 tokens of unknown price`.
    pub fn cost_words(&self) -> String {
        match (self.cost_usd, self.unpriced_tokens) {
            (None, _) => "unknown".to_owned(),
            (Some(cost), 1..) if cost <= 0.0 => "unknown".to_owned(),
            (Some(cost), 0) => format!("${cost:.4}"),
            (Some(cost), tokens) => format!(
                "${cost:.4} and {} of unknown price",
                notice::words::counted(tokens, "token")
            ),
        }
    }

    /// Adds another step's figures. A known price plus an unknown one stays the known one.
    pub fn add(&mut self, other: &Usage) {
        self.input_tokens = self.input_tokens.saturating_add(other.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(other.output_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(other.cached_tokens);
        self.cache_written_tokens = self
            .cache_written_tokens
            .saturating_add(other.cache_written_tokens);
        self.reasoning_tokens = self.reasoning_tokens.saturating_add(other.reasoning_tokens);
        self.latency_ms = self.latency_ms.saturating_add(other.latency_ms);
        self.cost_usd = match (self.cost_usd, other.cost_usd) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
        self.unpriced_tokens = self.unpriced_tokens.saturating_add(other.unpriced_tokens);
        self.saved_tokens = self.saved_tokens.saturating_add(other.saved_tokens);
        self.estimated |= other.estimated;
    }
}
