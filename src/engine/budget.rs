//! Budgets of tokens and money, for a session and for a day: what is left, when a call is refused,
//! and when the user is warned. Pure; the engine asks before a request, and the shell asks again
//! once it knows how large the request is.

use notice::{Notice, ToValue, money, notice};
use protocol::catalogue::{Budget, Budgets, Price, Spent, as_number};
use protocol::stream::{ProviderError, ProviderErrorKind};

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
    let limit = notice!("told-budget-tokens", number = limit);
    let word = spent.tokens;
    let why = match planned {
        None => notice!("told-budget-used", word),
        Some(planned) => notice!("told-budget-used-asks", word, number = planned.question),
    };
    Err(over(scope, "tokens", &limit, &why))
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
        // The cost of the next request is unknown; the costs of earlier requests are known.
        if planned.tells_cost && spent.usd >= limit {
            let why = notice!("told-budget-spent", word = money(spent.usd, 4));
            return Err(over(scope, "usd", &money(limit, 2), &why));
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
    let why = notice!(
        "told-budget-spent-asks",
        word = money(spent.usd, 4),
        number = money(asks, 4),
    );
    Err(over(scope, "usd", &money(limit, 2), &why))
}

/// Rounds down to a whole number of tokens; negative values become 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounded on both sides first"
)]
fn whole(tokens: f64) -> u64 {
    tokens.clamp(0.0, 1e15) as u64
}

fn over(scope: Scope, unit: &str, limit: &impl ToValue, why: &Notice) -> ProviderError {
    let key = format!("budgets.{}_{unit}", scope.key());
    let (message, hint) = match scope {
        Scope::Session => (
            notice!("told-budget-session", limit, why),
            notice!("told-budget-raise-session", word = key),
        ),
        Scope::Day => (
            notice!("told-budget-day", limit, why),
            notice!("told-budget-raise-day", word = key),
        ),
    };
    ProviderError::new(ProviderErrorKind::OverBudget, message).with_hint(hint)
}

/// Returns the warnings that are new now, and updates in `warned` whether each budget is
/// near its end.
pub fn warnings(budgets: &Budgets, sums: &Sums, warned: &mut [bool; 2]) -> Vec<Notice> {
    let scopes = [
        (Scope::Session, &budgets.session, &sums.session),
        (Scope::Day, &budgets.day, &sums.day),
    ];
    let mut out = Vec::new();
    for ((scope, budget, spent), warned) in scopes.into_iter().zip(warned) {
        let used = near_end(budget, spent);
        if let (Some(why), false) = (&used, *warned) {
            out.push(match scope {
                Scope::Session => notice!("told-budget-session-near", why),
                Scope::Day => notice!("told-budget-day-near", why),
            });
        }
        *warned = used.is_some();
    }
    out
}

/// Describes how much of a budget is used, if it is near its end.
fn near_end(budget: &Budget, spent: &Spent) -> Option<Notice> {
    if let Some(limit) = budget.tokens
        && spent.tokens.saturating_mul(100) >= limit.saturating_mul(WARN_AT)
    {
        return Some(notice!("told-budget-of-tokens", word = spent.tokens, limit));
    }
    let limit = budget.usd?;
    let is_near = spent.usd > 0.0 && spent.usd * 100.0 >= limit * as_number(WARN_AT);
    is_near.then(|| {
        let (word, dollars) = (money(spent.usd, 4), money(limit, 2));
        notice!("told-budget-of-money", word, dollars)
    })
}

/// Warns that a money budget cannot count a model without a price.
pub fn unpriced(budgets: &Budgets, price: &Price, model: &str) -> Option<Notice> {
    let has_money = budgets.session.usd.is_some() || budgets.day.usd.is_some();
    let is_known = price.input.is_some() && price.output.is_some();
    (has_money && !is_known).then(|| notice!("told-unpriced", word = model))
}
