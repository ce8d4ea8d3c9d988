//! Budgets of tokens and money, for a session and for a day: what is left, when a call is refused,
//! and when the user is warned. Pure; the engine asks before a request, and the shell asks again
//! once it knows how large the request is.

use crate::protocol::catalogue::{Budget, Budgets, Price, Spent, as_number};
use crate::protocol::stream::{ProviderError, ProviderErrorKind};

/// The user is warned once this share of a budget is used, in percent.
const WARN_AT: u64 = 80;

/// Minimum tokens for an answer; with fewer left a request is not worth making.
const LEAST_ANSWER: u64 = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Session,
    /// The budget of a day, over all workspaces.
    Day,
}

impl Scope {
    fn words(self) -> &'static str {
        match self {
            Scope::Session => "this session",
            Scope::Day => "today",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Scope::Session => "session",
            Scope::Day => "day",
        }
    }
}

/// The amounts spent so far when a budget is checked.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sums {
    /// Spent in the session.
    pub session: Spent,
    pub day: Spent,
}

/// A request that has not been made yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planned {
    /// Estimated tokens of the prompt.
    pub question: u64,
    /// Price of the model's tokens.
    pub price: Price,
    /// Whether the provider reports the cost afterwards, so that no price is needed.
    pub tells_cost: bool,
}

/// Returns the maximum number of tokens that the answer may have, `None` if nothing bounds it.
///
/// # Errors
/// Fails if the prompt alone exceeds a budget, or a budget is used up.
pub fn allow(
    budgets: &Budgets,
    sums: &Sums,
    planned: Option<Planned>,
) -> Result<Option<u64>, ProviderError> {
    let mut most: Option<u64> = None;
    let scopes = [
        (Scope::Session, &budgets.session, &sums.session),
        (Scope::Day, &budgets.day, &sums.day),
    ];
    for (scope, budget, spent) in scopes {
        let of_tokens = tokens_left(scope, budget, spent, planned)?;
        let of_money = money_left(scope, budget, spent, planned)?;
        for bound in [of_tokens, of_money].into_iter().flatten() {
            most = Some(most.map_or(bound, |most| most.min(bound)));
        }
    }
    Ok(most)
}

fn tokens_left(
    scope: Scope,
    budget: &Budget,
    spent: &Spent,
    planned: Option<Planned>,
) -> Result<Option<u64>, ProviderError> {
    let Some(limit) = budget.tokens else {
        return Ok(None);
    };
    let question = planned.map_or(0, |planned| planned.question);
    let left = limit.saturating_sub(spent.tokens).saturating_sub(question);
    let least = if planned.is_some() { LEAST_ANSWER } else { 1 };
    if left >= least {
        return Ok(Some(left));
    }
    Err(over(
        scope,
        "tokens",
        &format!("{limit} tokens"),
        &format!("{} are used", spent.tokens),
        &planned.map_or_else(String::new, |planned| {
            format!(", and this call would take about {}", planned.question)
        }),
    ))
}

fn money_left(
    scope: Scope,
    budget: &Budget,
    spent: &Spent,
    planned: Option<Planned>,
) -> Result<Option<u64>, ProviderError> {
    // Without a request its price is unknown, and a model that costs nothing may go on
    // when the money is spent. A model without a price cannot be counted; the user is
    // notified, see `unpriced`.
    let (Some(limit), Some(planned)) = (budget.usd, planned) else {
        return Ok(None);
    };
    let (Some(input), Some(output)) = (planned.price.input, planned.price.output) else {
        // The cost of the next request is unknown, but the cost of the previous ones is known.
        if planned.tells_cost && spent.usd >= limit {
            return Err(over(
                scope,
                "usd",
                &format!("${limit:.2}"),
                &format!("${:.4} is spent", spent.usd),
                "",
            ));
        }
        return Ok(None);
    };
    if input <= 0.0 && output <= 0.0 {
        return Ok(None);
    }
    let asks = input * as_number(planned.question) / 1e6;
    let left = limit - spent.usd - asks;
    let answer = (output > 0.0).then(|| whole(left / output * 1e6));
    if left > 0.0 && answer.is_none_or(|tokens| tokens >= LEAST_ANSWER) {
        return Ok(answer);
    }
    Err(over(
        scope,
        "usd",
        &format!("${limit:.2}"),
        &format!("${:.4} is spent", spent.usd),
        &format!(", and this call would take at least ${asks:.4}"),
    ))
}

/// Truncates to a whole number of tokens; negative values become 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded on both sides first"
)]
fn whole(tokens: f64) -> u64 {
    tokens.clamp(0.0, 1e15) as u64
}

fn over(scope: Scope, unit: &str, limit: &str, spent: &str, asked: &str) -> ProviderError {
    let (words, key) = (scope.words(), scope.key());
    ProviderError::new(
        ProviderErrorKind::OverBudget,
        format!(
            "the budget of {words} is {limit}: {spent}{asked}. The call was not made"
        ),
    )
    .with_hint(format!(
        "raise budgets.{key}_{unit} in the config (or with --set) and start again, {}; /cost shows what was spent",
        match scope {
            Scope::Session => "or begin a new session with /session new",
            Scope::Day => "or go on tomorrow",
        }
    ))
}

/// Returns the warnings that are new now, and updates in `warned` whether each budget is
/// near its end.
pub fn warnings(budgets: &Budgets, sums: &Sums, warned: &mut [bool; 2]) -> Vec<String> {
    let scopes = [
        (Scope::Session, &budgets.session, &sums.session),
        (Scope::Day, &budgets.day, &sums.day),
    ];
    let mut out = Vec::new();
    for ((scope, budget, spent), warned) in scopes.into_iter().zip(warned) {
        let words = near_end(budget, spent);
        if let (Some(words), false) = (&words, *warned) {
            out.push(format!(
                "the budget of {} is nearly used: {words}",
                scope.words()
            ));
        }
        *warned = words.is_some();
    }
    out
}

/// Describes how much of a budget is used, if it is near its end.
fn near_end(budget: &Budget, spent: &Spent) -> Option<String> {
    if let Some(limit) = budget.tokens
        && spent.tokens.saturating_mul(100) >= limit.saturating_mul(WARN_AT)
    {
        return Some(format!("{} of {limit} tokens", spent.tokens));
    }
    let limit = budget.usd?;
    let is_near = spent.usd > 0.0 && spent.usd * 100.0 >= limit * as_number(WARN_AT);
    is_near.then(|| format!("${:.4} of ${limit:.2}", spent.usd))
}

/// Warns that a money budget cannot count a model without a price.
pub fn unpriced(budgets: &Budgets, price: &Price, model: &str) -> Option<String> {
    let has_money = budgets.session.usd.is_some() || budgets.day.usd.is_some();
    let is_known = price.input.is_some() && price.output.is_some();
    (has_money && !is_known).then(|| {
        format!(
            "the price of {model} is not known, so no budget of money counts it; `agentichat models add` or \
             `edit` sets the price"
        )
    })
}
