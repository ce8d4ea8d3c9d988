//! Prices, costs and budgets.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::usage::Usage;

/// Dollars per million tokens; an unknown price is `None` and never 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Price of prompt tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<f64>,
    /// Price of answer tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<f64>,
    /// Price of prompt tokens from the server's cache; if `None`, they cost as much as the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<f64>,
}

impl Price {
    /// The price of a free model: one on this machine.
    pub const FREE: Self = Self {
        input: Some(0.0),
        output: Some(0.0),
        cached: Some(0.0),
    };

    /// Returns the price of a model: the stored one, nothing for a model on this
    /// machine, else unknown.
    pub fn of_model(kept: Option<Self>, is_local: bool) -> Self {
        match kept.filter(|price| *price != Self::default()) {
            Some(price) => price,
            None if is_local => Self::FREE,
            None => Self::default(),
        }
    }

    /// Sets the cost of used tokens. A cost reported by the server stays: it is what
    /// will be charged.
    pub fn charge(&self, usage: &mut Usage) {
        usage.cost_usd = usage.cost_usd.or_else(|| self.of(usage));
        usage.unpriced_tokens = match usage.cost_usd {
            Some(_) => 0,
            None => usage.asked_tokens(),
        };
    }

    /// Returns the cost of these tokens in dollars; `None` if a required price is unknown.
    pub fn of(&self, usage: &Usage) -> Option<f64> {
        // Zero tokens too: without any known price, the cost is unknown and not $0.00.
        if *self == Self::default() {
            return None;
        }
        let million = 1_000_000.0;
        let cached = usage.cached_tokens.min(usage.input_tokens);
        let fresh = usage.input_tokens - cached;
        let input = part(fresh, self.input)?;
        let kept = part(cached, self.cached.or(self.input))?;
        let output = part(usage.output_tokens, self.output)?;
        Some((input + kept + output) / million)
    }
}

/// Returns the cost of `tokens` at a price; zero tokens cost nothing, even if the price is unknown.
fn part(tokens: u64, price: Option<f64>) -> Option<f64> {
    match tokens {
        0 => Some(0.0),
        tokens => Some(as_number(tokens) * price?),
    }
}

/// Converts a token count to a number; counts are far too small to lose precision.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of tokens are under 2^52"
)]
pub fn as_number(count: u64) -> f64 {
    count as f64
}

/// Spent tokens and money.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Input and output tokens.
    pub tokens: u64,
    /// Dollars for the tokens with a known price.
    pub usd: f64,
    /// Tokens without a known price.
    pub unpriced_tokens: u64,
}

impl Spent {
    /// Sums up these usage figures.
    pub fn of(usage: &Usage) -> Self {
        Self {
            tokens: usage.asked_tokens(),
            usd: usage.cost_usd.unwrap_or(0.0),
            unpriced_tokens: usage.unpriced_tokens,
        }
    }

    /// Adds further spending.
    pub fn add(&mut self, other: &Self) {
        self.tokens = self.tokens.saturating_add(other.tokens);
        self.usd += other.usd;
        self.unpriced_tokens = self.unpriced_tokens.saturating_add(other.unpriced_tokens);
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Payment {
    /// The day in the user's time zone.
    pub day: Date,
    pub provider: String,
    pub model: String,
    pub usage: Usage,
}

/// The cost of one model over a period.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CostRow {
    pub provider: String,
    pub model: String,
    /// Number of its answers.
    pub steps: u64,
    /// Tokens and dollars.
    pub usage: Usage,
}

/// The budgets; `None` means unlimited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Budgets {
    pub session: Budget,
    /// Per day, over all workspaces.
    pub day: Budget,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// Input and output tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
}
