//! Claims about the commands on models, providers and costs.

use super::{commands, context, error};
use crate::protocol::catalogue::{
    Budget, Budgets, CatalogueAnswer, CatalogueOrder, CatalogueQuestion, ConnectionTest, CostRow,
    ModelRecord, Price, ProviderChange, Setting,
};
use crate::protocol::command::Command;
use crate::protocol::query::{Query, Reply};
use crate::protocol::usage::Usage;
use crate::slash::{SlashOutcome, run};

fn asked(line: &str) -> CatalogueQuestion {
    match run(line, &context()) {
        SlashOutcome::Ask(Query::Catalogue { question }, _) => question,
        other => panic!("{line}: {other:?}"),
    }
}

fn rendered(line: &str, answer: CatalogueAnswer) -> String {
    let reply = Reply::Catalogue {
        answer: Box::new(answer),
    };
    match run(line, &context()) {
        SlashOutcome::Ask(_, formatter) => formatter.render(&reply),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn questions_about_the_catalogue_are_asked_of_it() {
    assert_eq!(
        asked("/models"),
        CatalogueQuestion::Models { provider: None }
    );
    let provider = Some("openai".to_owned());
    assert_eq!(
        asked("/models openai"),
        CatalogueQuestion::Models { provider }
    );
    assert_eq!(asked("/providers"), CatalogueQuestion::Providers);
    assert_eq!(asked("/cost"), CatalogueQuestion::Cost);
    for (line, name) in [
        ("/provider test", "ollama"),
        ("/provider test openai", "openai"),
    ] {
        let provider = name.to_owned();
        assert_eq!(asked(line), CatalogueQuestion::Test { provider });
    }
}

#[test]
fn a_provider_is_set_by_name_and_a_key_is_never_an_argument() {
    let cases = [
        (
            "/provider disable openai",
            ProviderChange {
                enabled: Some(false),
                ..ProviderChange::default()
            },
        ),
        (
            "/provider url openai http://h:1/v1",
            ProviderChange {
                base_url: Some(Setting::To("http://h:1/v1".into())),
                ..ProviderChange::default()
            },
        ),
        (
            "/provider model openai none",
            ProviderChange {
                default_model: Some(Setting::Default),
                ..ProviderChange::default()
            },
        ),
    ];
    for (line, wanted) in cases {
        let Some(Command::ChangeCatalogue { order, .. }) = commands(line).pop() else {
            panic!("{line}");
        };
        let provider = "openai".to_owned();
        let change = wanted;
        assert_eq!(order, CatalogueOrder::SetProvider { provider, change });
    }
    let refused = error("/provider key set openai sk-123456789012345");
    assert!(!refused.contains("sk-1234"), "{refused}");
    assert!(
        refused.contains("agentichat providers key set"),
        "{refused}"
    );
    assert!(error("/provider enable").contains("Usage: /provider"));
}

#[test]
fn a_cost_that_is_not_known_is_said_to_be_unknown() {
    let row = |model: &str, cost_usd, unpriced_tokens| CostRow {
        provider: "openai".into(),
        model: model.into(),
        steps: 2,
        usage: Usage {
            input_tokens: 1_200,
            output_tokens: 30,
            cost_usd,
            unpriced_tokens,
            estimated: unpriced_tokens > 0,
            ..Usage::default()
        },
    };
    let text = rendered(
        "/cost",
        CatalogueAnswer::Cost {
            today: vec![row("a", Some(0.5), 0), row("b", None, 1_230)],
            budgets: Budgets {
                day: Budget {
                    tokens: None,
                    usd: Some(5.0),
                },
                ..Budgets::default()
            },
        },
    );
    assert!(
        text.contains("| `openai/a` | 2 | 1,200 | 30 | $0.5000 |"),
        "{text}"
    );
    assert!(
        text.contains("| `openai/b` | 2 | ~1,200 | ~30 | unknown |"),
        "{text}"
    );
    assert!(text.contains("Budgets: day $5.00."), "{text}");
    assert!(!text.contains("$0.0000"), "{text}");
}

#[test]
fn a_failed_test_says_why() {
    let test = ConnectionTest {
        provider: "ollama".into(),
        success: false,
        latency_ms: None,
        error_message: Some("nobody listens; start it".into()),
        model_tested: None,
    };
    let text = rendered("/provider test", CatalogueAnswer::Tested { test });
    assert!(text.contains("nobody listens; start it"), "{text}");
}

#[test]
fn a_model_on_this_machine_is_free_and_an_unknown_price_is_unknown() {
    let kept = |provider: &str, price| ModelRecord {
        id: "m".into(),
        provider: provider.into(),
        name: "M".into(),
        api_name: "m".into(),
        is_builtin: true,
        context_window: 1_000,
        max_output_tokens: 100,
        temperature_default: 1.0,
        price,
        vision: None,
        created_at: jiff::Timestamp::UNIX_EPOCH,
        updated_at: jiff::Timestamp::UNIX_EPOCH,
    };
    let half = Price {
        input: Some(2.0),
        ..Price::default()
    };
    let text = rendered(
        "/models",
        CatalogueAnswer::Models {
            kept: vec![
                kept("ollama", Price::default()),
                kept("openai", Price::default()),
                kept("ollama", half),
            ],
            found: Vec::new(),
            errors: Vec::new(),
        },
    );
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("/m`")).collect();
    assert!(
        rows[0].contains("free on this machine") && !rows[0].contains("unknown"),
        "{text}"
    );
    assert!(
        rows[1].contains("| unknown |") && !rows[1].contains('$'),
        "{text}"
    );
    assert!(rows[2].contains("| $ 2 in, unknown out |"), "{text}");
}
