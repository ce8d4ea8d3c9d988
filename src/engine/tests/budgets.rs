//! Budgets: a request that would exceed one is not made, and reaching 80 % is reported once.

use crate::budget::{self, Planned, Sums};
use crate::testing::harness::{Harness, SESSION};
use crate::{EngineConfig, Outcome, StepAnswer};
use protocol::approval::Mode;
use protocol::catalogue::{Budget, Budgets, Price, Spent};
use protocol::stream::ProviderErrorKind;
use protocol::usage::Usage;

const PRICE: Price = Price {
    input: Some(2.0),
    output: Some(10.0),
    cached: None,
};

fn session(tokens: Option<u64>, usd: Option<f64>) -> Budgets {
    Budgets {
        session: Budget { tokens, usd },
        ..Budgets::default()
    }
}

fn day(tokens: Option<u64>, usd: Option<f64>) -> Budgets {
    Budgets {
        day: Budget { tokens, usd },
        ..Budgets::default()
    }
}

fn harness(budgets: Budgets) -> Harness {
    let config = EngineConfig {
        budgets,
        ..EngineConfig::default()
    };
    Harness::with(config, Mode::Review)
}

impl Harness {
    /// Finishes the answer with this usage.
    fn says_at(&mut self, tokens: u64, usd: f64, today: Option<Spent>) {
        let (run, step) = self.request();
        let answer = StepAnswer {
            text: "ok".into(),
            usage: Usage {
                input_tokens: tokens,
                cost_usd: Some(usd),
                ..Usage::default()
            },
            today,
            ..StepAnswer::default()
        };
        self.outcome(Outcome::StepFinished {
            session: SESSION,
            run,
            step,
            answer,
        });
    }
}

fn spent(tokens: u64, usd: f64) -> Spent {
    Spent {
        tokens,
        usd,
        unpriced_tokens: 0,
    }
}

#[test]
fn a_session_whose_tokens_are_used_asks_no_more_and_says_what_to_do() {
    let mut harness = harness(session(Some(1_000), None));
    harness.send("go");
    harness.says_at(1_000, 0.0, None);
    harness.skip();
    let requests = harness.effects.len();
    harness.send("more");
    let trace = harness.trace();
    assert!(
        trace.contains("run failed E014: the session's budget is 1000 tokens: 1000 are used"),
        "{trace}"
    );
    assert!(!trace.contains("ask the model"), "{trace}");
    assert_eq!(harness.effects.len(), requests, "nothing was ordered");
}

#[test]
fn at_four_fifths_the_user_is_warned_once() {
    let mut harness = harness(session(Some(1_000), None));
    harness.send("one");
    harness.says_at(799, 0.0, None);
    assert!(!harness.trace().contains("nearly used"));
    harness.send("two");
    harness.says_at(1, 0.0, None);
    let trace = harness.trace();
    assert!(
        trace.contains("the session's budget is nearly used: 800 of 1000 tokens"),
        "{trace}"
    );
    harness.send("three");
    harness.says_at(1, 0.0, None);
    assert!(!harness.trace().contains("nearly used"), "once is enough");
}

#[test]
fn money_of_the_day_is_warned_of_by_what_the_shell_counted() {
    let mut harness = harness(day(None, Some(1.0)));
    harness.send("one");
    harness.says_at(10, 0.1, Some(spent(10, 0.79)));
    assert!(!harness.trace().contains("nearly used"));
    harness.send("two");
    harness.says_at(10, 0.1, Some(spent(20, 0.8)));
    let trace = harness.trace();
    assert!(
        trace.contains("today's budget is nearly used: $0.8000 of $1.00"),
        "{trace}"
    );
}

#[test]
fn the_call_that_would_go_over_is_not_made_and_the_answer_ends_where_the_budget_does() {
    type Case = (Budgets, Spent, u64, Option<Option<u64>>);
    // Budgets, spending, tokens of the prompt, and the result: refused, unbounded, or a
    // number of tokens.
    let cases: [Case; 9] = [
        (
            Budgets::default(),
            spent(9_999_999, 99.0),
            9_999_999,
            Some(None),
        ),
        (
            session(Some(1_000), None),
            spent(0, 0.0),
            900,
            Some(Some(100)),
        ),
        (
            session(Some(1_000), None),
            spent(500, 0.0),
            484,
            Some(Some(16)),
        ),
        (session(Some(1_000), None), spent(500, 0.0), 485, None),
        (session(Some(1_000), None), spent(2_000, 0.0), 0, None),
        // One dollar: 100,000 tokens of prompt cost 0.2, the rest pays for 80,000 tokens
        // of the answer.
        (
            session(None, Some(1.0)),
            spent(0, 0.0),
            100_000,
            Some(Some(80_000)),
        ),
        (session(None, Some(1.0)), spent(0, 0.9), 100_000, None),
        (session(None, Some(1.0)), spent(0, 1.0), 0, None),
        (
            session(Some(1_000), Some(1.0)),
            spent(0, 0.0),
            100,
            Some(Some(900)),
        ),
    ];
    for (budgets, gone, question, wanted) in cases {
        let planned = Planned {
            question,
            price: PRICE,
            tells_cost: false,
        };
        let of_session = Sums {
            session: gone,
            day: Spent::default(),
        };
        let of_day = Sums {
            session: Spent::default(),
            day: gone,
        };
        let for_the_day = Budgets {
            session: Budget::default(),
            day: budgets.session,
        };
        for (budgets, sums) in [(budgets, of_session), (for_the_day, of_day)] {
            match (budget::allow(&budgets, &sums, Some(planned)), wanted) {
                (Ok(most), Some(wanted)) => assert_eq!(most, wanted, "{budgets:?}"),
                (Err(error), None) => {
                    assert_eq!(error.kind, ProviderErrorKind::OverBudget);
                    assert!(error.hint.is_some());
                }
                (found, wanted) => panic!("{budgets:?} {sums:?}: {found:?}, not {wanted:?}"),
            }
        }
    }
}

#[test]
fn a_model_that_costs_nothing_goes_on_without_money_and_one_without_a_price_is_told() {
    let broke = Sums {
        session: spent(10, 5.0),
        day: Spent::default(),
    };
    let budgets = session(None, Some(1.0));
    let asks = |price| {
        let planned = Planned {
            question: 1_000,
            price,
            tells_cost: false,
        };
        budget::allow(&budgets, &broke, Some(planned))
    };
    assert_eq!(asks(Price::FREE), Ok(None));
    assert_eq!(asks(Price::default()), Ok(None));
    assert!(asks(PRICE).is_err());
    let told = budget::unpriced(&budgets, &Price::default(), "openai/x").unwrap();
    let told = told.to_string();
    assert!(told.contains("openai/x is not known"), "{told}");
    assert_eq!(budget::unpriced(&budgets, &PRICE, "openai/x"), None);
    assert_eq!(
        budget::unpriced(&Budgets::default(), &Price::default(), "x"),
        None
    );
}

#[test]
fn a_provider_that_says_what_it_has_cost_is_asked_until_the_money_is_gone() {
    let budgets = session(None, Some(1.0));
    let planned = Planned {
        question: 1_000,
        price: Price::default(),
        tells_cost: true,
    };
    let asks = |usd| {
        let sums = Sums {
            session: spent(10, usd),
            day: Spent::default(),
        };
        budget::allow(&budgets, &sums, Some(planned))
    };
    assert_eq!(asks(0.99), Ok(None));
    let error = asks(1.0).expect_err("the money is gone");
    assert_eq!(error.kind, ProviderErrorKind::OverBudget);
    assert!(
        error
            .message
            .to_string()
            .contains("$1.00: $1.0000 is spent"),
        "{error}"
    );
}

#[test]
fn what_has_no_price_costs_nothing_that_could_be_shown() {
    let nothing = Usage::default();
    assert_eq!(Price::default().of(&nothing), None, "not even $0.00");
    assert_eq!(Price::FREE.of(&nothing), Some(0.0));
    let mut several = Usage::default();
    let unpriced = Usage {
        input_tokens: 300,
        unpriced_tokens: 300,
        ..Usage::default()
    };
    for step in [&nothing, &unpriced] {
        let cost_usd = Price::default().of(step);
        several.add(&Usage {
            cost_usd,
            ..step.clone()
        });
    }
    assert_eq!(several.cost_words(), "unknown");
    several.add(&Usage {
        cost_usd: Some(0.0),
        ..Usage::default()
    });
    assert_eq!(several.cost_words(), "unknown", "beside what is free");
}

#[test]
fn a_refused_call_is_not_tried_again() {
    let mut harness = harness(Budgets::default());
    harness.send("go");
    harness.skip();
    harness.fails_with(ProviderErrorKind::OverBudget);
    harness.saw("run failed E014: OverBudget\nstatus idle: OverBudget");
}
