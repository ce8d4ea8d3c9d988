//! Prices, what was spent, and what may be.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::protocol::usage::Usage;

/// Dollars for a million tokens each; what is not known is `None` and never 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Of the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<f64>,
    /// Of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<f64>,
    /// Of what of the prompt came from the server's cache; without it that costs as the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<f64>,
}

impl Price {
    /// What is paid for nothing: a model on this machine.
    pub const FREE: Self = Self {
        input: Some(0.0),
        output: Some(0.0),
        cached: Some(0.0),
    };

    /// Returns the price of a model: the one that is kept, nothing for a model on this machine, else unknown.
    pub fn of_model(kept: Option<Self>, is_local: bool) -> Self {
        match kept.filter(|price| *price != Self::default()) {
            Some(price) => price,
            None if is_local => Self::FREE,
            None => Self::default(),
        }
    }

    /// Puts the price on tokens that were used. A cost that the server told stands: it is what will be paid.
    pub fn charge(&self, usage: &mut Usage) {
        usage.cost_usd = usage.cost_usd.or_else(|| self.of(usage));
        usage.unpriced_tokens = match usage.cost_usd {
            Some(_) => 0,
            None => usage.asked_tokens(),
        };
    }

    /// What these tokens cost, in dollars; `None` where a price is not known that they need.
    pub fn of(&self, usage: &Usage) -> Option<f64> {
        // Also for no tokens: where nothing has a price, nothing is $0.00.
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

/// So many tokens at a price; none cost nothing, whatever one would.
fn part(tokens: u64, price: Option<f64>) -> Option<f64> {
    match tokens {
        0 => Some(0.0),
        tokens => Some(as_number(tokens) * price?),
    }
}

/// A count as a number; counts of tokens are far below where that loses anything.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of tokens are under 2^52"
)]
pub fn as_number(count: u64) -> f64 {
    count as f64
}

/// Tokens and money that are gone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Tokens in and out.
    pub tokens: u64,
    /// Dollars, of the tokens whose price is known.
    pub usd: f64,
    /// Tokens whose price is not known.
    pub unpriced_tokens: u64,
}

impl Spent {
    /// What these figures come to.
    pub fn of(usage: &Usage) -> Self {
        Self {
            tokens: usage.asked_tokens(),
            usd: usage.cost_usd.unwrap_or(0.0),
            unpriced_tokens: usage.unpriced_tokens,
        }
    }

    /// Adds what else was spent.
    pub fn add(&mut self, other: &Self) {
        self.tokens = self.tokens.saturating_add(other.tokens);
        self.usd += other.usd;
        self.unpriced_tokens = self.unpriced_tokens.saturating_add(other.unpriced_tokens);
    }
}

/// One step that is paid for.
#[derive(Debug, Clone, PartialEq)]
pub struct Payment {
    /// When: the day where the human is.
    pub day: Date,
    pub provider: String,
    /// For which model.
    pub model: String,
    pub usage: Usage,
}

/// What one model has cost in a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CostRow {
    pub provider: String,
    pub model: String,
    /// Answers of it.
    pub steps: u64,
    /// Tokens and dollars.
    pub usage: Usage,
}

/// What may be spent; `None` is without end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Budgets {
    /// In a session.
    pub session: Budget,
    /// In a day, over all workspaces.
    pub day: Budget,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// Tokens in and out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
}
