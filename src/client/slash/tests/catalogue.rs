//! Tests of the commands for models, providers and costs.

use super::{commands, context, error};
use crate::slash::{SlashOutcome, probe_words, run};
use notice::Notice;
use protocol::catalogue::{
    Budget, Budgets, CallForm, CatalogueCommand, CatalogueQuery, CatalogueReply, ConnectionTest,
    CostRow, ModelProbe, ModelRecord, Price, ProbedModel, ProviderChange, Setting,
};
use protocol::command::Command;
use protocol::query::{Query, Reply};
use protocol::usage::Usage;

fn asked(line: &str) -> CatalogueQuery {
    match run(line, &context()) {
        SlashOutcome::Ask(Query::Catalogue { question }, _) => question,
        other => panic!("{line}: {other:?}"),
    }
}

fn rendered(line: &str, answer: CatalogueReply) -> String {
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
    assert_eq!(asked("/models"), CatalogueQuery::Models { provider: None });
    let provider = Some("openai".to_owned());
    assert_eq!(asked("/models openai"), CatalogueQuery::Models { provider });
    assert_eq!(asked("/providers"), CatalogueQuery::Providers);
    assert_eq!(asked("/cost"), CatalogueQuery::Cost);
    for (line, name) in [
        ("/provider test", "ollama"),
        ("/provider test openai", "openai"),
    ] {
        let provider = name.to_owned();
        assert_eq!(asked(line), CatalogueQuery::Test { provider });
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
        assert_eq!(order, CatalogueCommand::SetProvider { provider, change });
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
        CatalogueReply::Cost {
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
        error_message: Some(Notice::text("nobody listens; start it")),
        model_tested: None,
    };
    let text = rendered("/provider test", CatalogueReply::Tested { test });
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
        CatalogueReply::Models {
            kept: vec![
                kept("ollama", Price::default()),
                kept("openai", Price::default()),
                kept("ollama", half),
            ],
            found: Vec::new(),
            errors: Vec::new(),
            probed: Vec::new(),
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

fn probed(probe: ModelProbe) -> ProbedModel {
    ProbedModel {
        provider: "ollama".into(),
        model: "tiny:1b".into(),
        probe,
    }
}

fn probe(calls: CallForm, twice: Option<bool>, again: Option<bool>) -> ModelProbe {
    ModelProbe {
        calls,
        calls_twice: twice,
        repeats_itself: again,
        problem: None,
        probed_at: jiff::Timestamp::UNIX_EPOCH,
        elapsed_ms: 12_345,
    }
}

#[test]
fn a_probe_is_asked_of_the_front_end_for_the_named_model_or_the_sessions() {
    let asked = |line: &str| match run(line, &context()) {
        SlashOutcome::ProbeModel { provider, model } => (provider, model),
        other => panic!("{line}: {other:?}"),
    };
    let own = context().settings;
    let of_session = (Some(own.provider.clone()), own.model.clone());
    assert_eq!(asked("/models probe"), of_session);
    assert_eq!(asked(&format!("/models probe {}", own.model)), of_session);
    let other = (None, "openai/gpt-5".to_owned());
    assert_eq!(asked("/models probe openai/gpt-5"), other);
    assert!(error("/models probe a b").contains("one model is enough"));
    let mut without = context();
    without.settings.model.clear();
    let SlashOutcome::Error(why) = run("/models probe", &without) else {
        panic!("nothing to probe");
    };
    assert!(why.contains("has no model"), "{why}");
}

#[test]
fn what_a_probe_found_is_told_in_words_and_what_is_open_is_not_made_up() {
    let cases = [
        (
            probe(CallForm::Native, Some(true), Some(false)),
            "calls tools natively, two at once; answers from a result",
        ),
        (
            probe(CallForm::Text, Some(false), Some(true)),
            "writes its calls as text, one at a time; repeats a call after its result",
        ),
        (
            probe(CallForm::None, Some(false), Some(false)),
            "calls no tool; answers from a result",
        ),
        (probe(CallForm::Native, None, None), "calls tools natively"),
    ];
    for (found, words) in cases {
        assert_eq!(probe_words(&found), words);
    }
    let mut open = probe(CallForm::Native, Some(true), None);
    open.problem = Some(Notice::text("the connection was lost"));
    assert_eq!(
        probe_words(&open),
        "calls tools natively, two at once (incomplete: the connection was lost)"
    );
    let told = crate::slash::format::probed(&probed(open));
    assert!(
        told.starts_with("**`ollama/tiny:1b`** calls tools natively") && told.ends_with("12 s."),
        "{told}"
    );
}

#[test]
fn the_list_of_models_tells_what_probes_found_of_them() {
    let found = probe(CallForm::Native, Some(true), Some(false));
    let text = rendered(
        "/models",
        CatalogueReply::Models {
            kept: Vec::new(),
            found: Vec::new(),
            errors: Vec::new(),
            probed: vec![probed(found)],
        },
    );
    assert!(
        text.contains("Probed:\n\n- `ollama/tiny:1b` calls tools natively, two at once"),
        "{text}"
    );
    // A reply from an earlier build has no data about probes.
    let old = serde_json::json!({ "answer": "models", "kept": [], "found": [], "errors": [] });
    let old: CatalogueReply = support::json::from_value(old).unwrap();
    assert!(!rendered("/models", old).contains("Probed"));
}
