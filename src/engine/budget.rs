//! Budgets of tokens and money, for a session and for a day: what is left, when a call may not be made, and
//! when the human is warned. Pure; asked by the engine before a request, and by the shell once it knows how
//! large the request is.

use crate::protocol::catalogue::{Budget, Budgets, Price, Spent, as_number};
use crate::protocol::stream::{ProviderError, ProviderErrorKind};

/// The human is warned from this part of a budget on, in percent.
const WARN_AT: u64 = 80;

/// Tokens of an answer under which it is not worth asking.
const LEAST_ANSWER: u64 = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Session,
    /// The day's, over all workspaces.
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

/// What was spent when a question about budgets is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sums {
    /// In the session.
    pub session: Spent,
    pub day: Spent,
}

/// A request before it is made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planned {
    /// Tokens of its prompt, estimated.
    pub prompt: u64,
    /// What its tokens cost.
    pub price: Price,
    /// Whether the provider says afterwards what it has cost, so that a price is not needed.
    pub tells_cost: bool,
}

/// Tokens that its answer may have at most, `None` where nothing bounds it; or why it is not made.
///
/// # Errors
/// Where the prompt alone goes over a budget, or one is used up.
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
    let prompt = planned.map_or(0, |planned| planned.prompt);
    let left = limit.saturating_sub(spent.tokens).saturating_sub(prompt);
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
            format!(", and this call would take about {}", planned.prompt)
        }),
    ))
}

fn money_left(
    scope: Scope,
    budget: &Budget,
    spent: &Spent,
    planned: Option<Planned>,
) -> Result<Option<u64>, ProviderError> {
    // Without a request nothing is known of its price, and a model that costs nothing goes on when the money
    // is gone. What has no price cannot be counted: the human is told of it, see `unpriced`.
    let (Some(limit), Some(planned)) = (budget.usd, planned) else {
        return Ok(None);
    };
    let (Some(input), Some(output)) = (planned.price.input, planned.price.output) else {
        // What it will cost is not known, but what it has cost is.
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
    let asks = input * as_number(planned.prompt) / 1e6;
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

/// A whole number of tokens; what is under nothing is none.
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

/// What the human is warned of now: the words, and whether each budget is near its end.
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

/// How much of a budget is gone, where that is much.
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

/// What is said where a budget of money cannot count a model.
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
