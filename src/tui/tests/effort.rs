//! The reasoning effort on the screen: the list of models, the list of efforts, the status line.

use super::{TuiHarness, session, settings};
use crate::effect::Effect;
use l10n::say;
use notice::{Notice, notice};
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

/// Answers the query for what is known about the session's model.
fn known(harness: &mut TuiHarness, model: ModelInfo) {
    let query = Query::KnownModel {
        provider: model.provider.clone(),
        model: model.name.clone(),
    };
    let asked = Effect::Ask(query.clone());
    assert!(harness.effects.contains(&asked), "{:?}", harness.effects);
    let reply = Reply::Models {
        models: vec![model],
        errors: Vec::new(),
        told_at: None,
    };
    harness.app.reply(&query, reply);
}

#[test]
fn the_list_of_efforts_has_those_of_the_model() {
    let mut harness = TuiHarness::furnished(80, 24);
    use_model(&mut harness, Effort::Low);
    harness.press("Ctrl+X E");
    harness.shows("xhigh");
    harness.shows(&say!("choose-effort-reading", model = "gpt-5"));
    known(&mut harness, models().remove(1));
    harness.shows("> low");
    assert!(!harness.text().contains("xhigh"));
    insta::assert_snapshot!("efforts_80_text", harness.text());
    harness.effects.clear();
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
fn the_answer_of_the_provider_narrows_the_efforts_that_were_not_known() {
    let mut harness = TuiHarness::furnished(80, 24);
    use_model(&mut harness, Effort::Auto);
    harness.press("Ctrl+X E");
    let now = Query::Models {
        provider: Some("openai".into()),
        lists: ModelLists::Now,
    };
    assert!(harness.effects.contains(&Effect::Ask(now.clone())));
    let mut unknown = ModelInfo::named("openai", "gpt-5");
    unknown.details.reasoning.efforts = vec![Effort::Low, Effort::Max];
    known(&mut harness, unknown);
    harness.shows("max");
    let kept = say!("choose-effort-unknown", model = "gpt-5");
    harness.shows(&kept);
    // A provider that fails leaves what is known.
    let reason = Notice::text("no answer");
    harness.app.reply(&now, Reply::Failed { reason });
    harness.shows("max");
    let models = models();
    let reply = Reply::Models {
        models,
        errors: Vec::new(),
        told_at: None,
    };
    harness.app.reply(&now, reply);
    assert!(!harness.text().contains("max"));
    assert!(!harness.text().contains(&kept));
}

#[test]
fn the_list_of_efforts_says_why_a_model_has_none() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.fact(EventKind::SessionChanged {
        settings: SessionSettings {
            provider: "ollama".into(),
            model: "qwen3-coder".into(),
            ..settings()
        },
    });
    harness.press("Ctrl+X E");
    known(&mut harness, models().remove(0));
    harness.shows(&notice!("told-effort-no-reasoning", model = "qwen3-coder").to_string());
    harness.shows("auto");
    assert!(!harness.text().contains("medium"));
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

#[test]
fn a_model_that_cannot_be_used_is_not_taken_and_the_list_says_why() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("Ctrl+X m");
    let mut model = ModelInfo::named("claude-cli", "default");
    model.unusable = Some(Notice::text("not installed"));
    let query = Query::Models {
        provider: None,
        lists: ModelLists::Now,
    };
    let reply = Reply::Models {
        models: vec![model],
        errors: Vec::new(),
        told_at: None,
    };
    harness.app.reply(&query, reply);
    harness.effects.clear();
    harness.press("Down Enter");
    harness.shows("claude-cli/default cannot be used: not installed");
    assert_eq!(harness.orders(), []);
}

#[test]
fn a_text_that_fits_no_model_is_not_told_as_a_lack_of_models() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("Ctrl+X m");
    answer(&mut harness);
    harness.press("z z z");
    harness.shows("no match");
    harness.hides("no provider offers a model");
}
