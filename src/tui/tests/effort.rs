//! The reasoning effort on the screen: the list of models, the list of efforts, the status line.

use super::{TuiHarness, session, settings};
use protocol::catalogue::{CallForm, Price};
use protocol::command::Command;
use protocol::effort::{Effort, Reasoning};
use protocol::event::EventKind;
use protocol::query::{ModelLists, Query, Reply};
use protocol::session::{SessionSettings, SettingsChange};
use protocol::stream::{ModelDetails, ModelInfo};

fn model(provider: &str, name: &str, details: ModelDetails) -> ModelInfo {
    ModelInfo {
        details,
        ..ModelInfo::named(provider, name)
    }
}

fn models() -> Vec<ModelInfo> {
    let price = |input, output| Price {
        input: Some(input),
        output: Some(output),
        cached: None,
    };
    vec![
        model(
            "ollama",
            "qwen3-coder",
            ModelDetails {
                context_window: Some(262_144),
                price: Price::FREE,
                tools: Some(CallForm::Native),
                images: Some(false),
                reasoning: Reasoning {
                    reasons: Some(false),
                    efforts: Vec::new(),
                },
            },
        ),
        model(
            "openai",
            "gpt-5",
            ModelDetails {
                context_window: Some(400_000),
                price: price(1.25, 10.0),
                tools: Some(CallForm::Native),
                images: Some(true),
                reasoning: Reasoning {
                    reasons: Some(true),
                    efforts: vec![Effort::Low, Effort::Medium, Effort::High],
                },
            },
        ),
        model(
            "mistral",
            "magistral-medium-latest",
            ModelDetails {
                context_window: Some(131_072),
                price: price(2.0, 5.0),
                tools: Some(CallForm::Text),
                images: None,
                reasoning: Reasoning {
                    reasons: Some(true),
                    efforts: Vec::new(),
                },
            },
        ),
        ModelInfo::named("openai", "nobody-knows"),
    ]
}

fn answer(harness: &mut TuiHarness) {
    let query = Query::Models {
        provider: None,
        lists: ModelLists::Now,
    };
    let reply = Reply::Models {
        models: models(),
        errors: Vec::new(),
        told_at: None,
    };
    harness.app.reply(&query, reply);
    harness.effects.clear();
}

fn use_model(harness: &mut TuiHarness, effort: Effort) {
    harness.fact(EventKind::SessionChanged {
        settings: SessionSettings {
            provider: "openai".into(),
            model: "gpt-5".into(),
            effort,
            ..settings()
        },
    });
}

#[test]
fn the_list_of_models_has_columns_and_drops_the_least_important_where_it_is_narrow() {
    for (width, height) in [(160, 48), (120, 40), (80, 24), (50, 14)] {
        let mut harness = TuiHarness::furnished(width, height);
        harness.press("Ctrl+X m");
        answer(&mut harness);
        harness.press("Down Right");
        let name = format!("models_{width}_text");
        insta::assert_snapshot!(name, harness.text());
    }
}

#[test]
fn the_arrows_choose_the_effort_that_enter_sets_with_the_model() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("Ctrl+X m");
    answer(&mut harness);
    harness.press("Down Right Right");
    harness.shows("< medium >");
    harness.press("Left Left Left Right Enter");
    let orders = harness.orders();
    let [Command::ConfigureSession { change, .. }] = &orders[..] else {
        panic!("{orders:?}");
    };
    let wanted = SettingsChange {
        provider: Some("openai".into()),
        model: Some("gpt-5".into()),
        effort: Some(Effort::Low),
        ..SettingsChange::default()
    };
    assert_eq!(*change, wanted);
}

#[test]
fn a_model_taken_without_an_arrow_keeps_its_effort_to_the_engine() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("Ctrl+X m");
    answer(&mut harness);
    harness.press("Down Enter");
    let orders = harness.orders();
    assert!(
        matches!(&orders[..], [Command::SetModel { model, .. }] if model == "gpt-5"),
        "{orders:?}"
    );
}

#[test]
fn the_list_of_efforts_has_those_of_the_model() {
    let mut harness = TuiHarness::furnished(80, 24);
    use_model(&mut harness, Effort::Low);
    harness.press("Ctrl+X E");
    harness.shows("xhigh");
    answer(&mut harness);
    harness.shows("> low");
    assert!(!harness.text().contains("xhigh"));
    insta::assert_snapshot!("efforts_80_text", harness.text());
    harness.press("Down Down Enter");
    let orders = harness.orders();
    let [
        Command::ConfigureSession {
            session: of,
            change,
        },
    ] = &orders[..]
    else {
        panic!("{orders:?}");
    };
    assert_eq!((*of, change.effort), (session(), Some(Effort::High)));
}

#[test]
fn the_effort_stands_behind_the_model_in_the_status_line() {
    for width in [160, 80] {
        let mut harness = TuiHarness::furnished(width, 24);
        use_model(&mut harness, Effort::High);
        harness.shows("gpt-5 · high");
        use_model(&mut harness, Effort::Auto);
        assert!(!harness.text().contains("gpt-5 · high"));
    }
}
