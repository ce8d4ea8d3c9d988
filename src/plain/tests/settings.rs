//! Tests of the settings by numbered choices, and of the hidden entry of a key.

use std::time::Duration;

use super::help::{PlainHarness, manner};
use crate::{Input, Interaction, Lines};
use notice::{Notice, notice};
use protocol::catalogue::{
    BackgroundJob, CatalogueCommand, ConfigSetting, ConfiguredValue, JobProgress, KeyChange,
    KeyPlace, ModelChange, ModelRecord, Price, ProviderNeeds, ProviderView, SettingsProvider,
    SettingsView,
};
use protocol::command::Command;
use protocol::stream::PullProgress;
use redact::Secret;

fn provider(name: &str, fetches_models: bool) -> SettingsProvider {
    SettingsProvider {
        view: ProviderView {
            provider: name.to_owned(),
            enabled: true,
            default_model_id: None,
            default_model_from: notice!("origin-default"),
            base_url: None,
            base_url_from: notice!("origin-default"),
            api_key_configured: false,
            api_key_from: None,
            api_key_variable: "OPENAI_API_KEY".to_owned(),
            api_key_needed: !fetches_models,
            api_key_problem: None,
            updated_at: None,
        },
        is_made_from_settings: true,
        fetches_models,
        needs: ProviderNeeds {
            no_key: fetches_models,
            ..ProviderNeeds::default()
        },
    }
}

fn view() -> SettingsView {
    let at = jiff::Timestamp::from_second(1_800_000_000).unwrap();
    let said = ConfiguredValue {
        key: "motion".to_owned(),
        value: Some("full".to_owned()),
        from: notice!("origin-default"),
        doc: "How much moves.".to_owned(),
        change_in: Notice::text("config.yaml"),
    };
    SettingsView {
        providers: vec![provider("openai", false), provider("ollama", true)],
        models: vec![ModelRecord {
            id: "openai/gpt".to_owned(),
            provider: "openai".to_owned(),
            name: "gpt".to_owned(),
            api_name: "gpt".to_owned(),
            is_builtin: false,
            context_window: 128_000,
            max_output_tokens: 8_192,
            temperature_default: 0.7,
            price: Price::FREE,
            vision: None,
            created_at: at,
            updated_at: at,
        }],
        configured: vec![ConfigSetting {
            said: ConfiguredValue {
                key: "budgets.day_usd".to_owned(),
                value: Some("off".to_owned()),
                ..said.clone()
            },
            choices: Vec::new(),
            typed: Some(notice!("wanted-number", min = 0, max = 1_000_000)),
            over: None,
        }],
        no_keyring: Some(Notice::text("there is none")),
        look: vec![ConfigSetting {
            said,
            choices: vec!["full".to_owned(), "off".to_owned()],
            typed: None,
            over: None,
        }],
        ..SettingsView::default()
    }
}

/// Completes the last background job with this result.
fn gives(harness: &mut PlainHarness, step: JobProgress) {
    let (number, _) = harness.jobs.pop().expect("an errand");
    harness.give(Input::Job(number, Some(Box::new(step))));
    harness.give(Input::Job(number, None));
    harness.mark();
}

fn looked(line: &str) -> PlainHarness {
    let mut harness = PlainHarness::begin();
    opens(&mut harness, line);
    harness
}

fn opens(harness: &mut PlainHarness, line: &str) {
    harness.types(line);
    assert!(matches!(
        harness.jobs.last(),
        Some((_, BackgroundJob::Look))
    ));
    gives(harness, JobProgress::Looked(Box::new(view())));
    harness.now += Duration::from_secs(2);
}

fn chooses(harness: &mut PlainHarness, line: &str) {
    harness.types(line);
    harness.now += Duration::from_secs(2);
}

#[test]
fn settings_are_pages_of_numbered_choices() {
    let mut harness = looked("/settings");
    chooses(&mut harness, "1");
    chooses(&mut harness, "openai");
    chooses(&mut harness, "address");
    harness.types("https://models.example/v1");
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_key_is_entered_unseen_and_is_in_no_line_and_no_order() {
    let mut harness = looked("/settings providers");
    chooses(&mut harness, "openai");
    chooses(&mut harness, "key");
    assert!(harness.plain.wants_secret());
    harness.give(Input::Secret(Some(Secret::new("sk-123456"))));
    assert!(!harness.plain.wants_secret());
    let Some((_, BackgroundJob::Save(save))) = harness.jobs.last() else {
        panic!("it is saved: {:?}", harness.jobs);
    };
    let keep = KeyChange::Keep {
        key: Secret::new("sk-123456"),
        place: KeyPlace::File,
    };
    assert_eq!(save.keys.first().map(|key| &key.change), Some(&keep));
    assert!(!format!("{:?}", harness.jobs).contains("sk-123456"));
    assert!(!harness.text().contains("sk-123456"));
    let result = Ok(Vec::new());
    let view = Box::new(view());
    gives(&mut harness, JobProgress::Saved { result, view });
    assert!(harness.text().contains("Saved."), "{}", harness.text());
}

#[test]
fn a_key_that_is_left_or_cannot_be_one_changes_nothing_and_a_pipe_is_asked_for_none() {
    let mut harness = looked("/provider key openai");
    harness.give(Input::Secret(None));
    opens(&mut harness, "/provider key openai");
    harness.give(Input::Secret(Some(Secret::new("no key at all"))));
    assert!(harness.jobs.is_empty(), "{:?}", harness.jobs);
    assert!(harness.text().contains("Not a key"), "{}", harness.text());
    let mut harness = PlainHarness::unopened(Interaction {
        lines: Lines::Pipe,
        ..manner()
    });
    harness.created();
    opens(&mut harness, "/provider key openai");
    assert!(!harness.plain.wants_secret());
    assert!(
        harness
            .text()
            .contains("agentichat providers key set openai"),
        "{}",
        harness.text()
    );
}

#[test]
fn a_model_is_changed_and_added_value_by_value() {
    let mut harness = looked("/settings models");
    chooses(&mut harness, "openai/gpt");
    chooses(&mut harness, "1");
    harness.types("200,000");
    let orders = |harness: &PlainHarness| -> Vec<CatalogueCommand> {
        let orders = harness.sent.iter().filter_map(|command| match command {
            Command::ChangeCatalogue { order, .. } => Some(order.clone()),
            _ => None,
        });
        orders.collect()
    };
    assert_eq!(
        orders(&harness),
        [CatalogueCommand::ChangeModel {
            id: "openai/gpt".to_owned(),
            change: ModelChange {
                context_window: Some(200_000),
                ..ModelChange::default()
            }
        }]
    );
    harness.sent.clear();
    opens(&mut harness, "/settings models");
    chooses(&mut harness, "add");
    chooses(&mut harness, "openai");
    harness.types("gpt-next");
    harness.types("many");
    assert!(
        harness.text().contains("does not fit"),
        "{}",
        harness.text()
    );
    harness.types("64000");
    harness.types("4096");
    assert!(
        matches!(orders(&harness).as_slice(), [CatalogueCommand::AddModel { model }] if model.api_name == "gpt-next" && model.context_window == 64_000),
        "{:?}",
        harness.sent
    );
}

#[test]
fn a_model_is_fetched_told_by_quarters_and_given_up_with_ctrl_c() {
    let mut harness = looked("/settings models");
    chooses(&mut harness, "2");
    harness.types("qwen3:4b");
    let (number, job) = harness.jobs.last().cloned().unwrap();
    assert!(matches!(job, BackgroundJob::Pull { .. }));
    for done in [1, 26, 27, 60, 99] {
        let progress = PullProgress {
            status: "pulling".to_owned(),
            done,
            total: Some(100),
            over: false,
        };
        let step = Box::new(JobProgress::Pulled(progress));
        harness.give(Input::Job(number, Some(step)));
    }
    let text = harness.text();
    let told = text.lines().filter(|line| line.contains("% received"));
    assert_eq!(told.count(), 3, "{text}");
    // Messages can be sent meanwhile.
    harness.types("Hello");
    assert_eq!(harness.messages(), ["Hello"]);
    harness.presses_ctrl_c();
    assert!(harness.jobs.is_empty(), "{:?}", harness.jobs);
}

#[test]
fn a_setting_of_the_look_is_chosen_from_what_it_can_be() {
    let mut harness = looked("/settings theme");
    chooses(&mut harness, "motion");
    chooses(&mut harness, "off");
    let Some((_, BackgroundJob::Save(save))) = harness.jobs.last() else {
        panic!("it is saved: {:?}", harness.jobs);
    };
    let look = save.config.first().unwrap();
    assert_eq!((look.value.as_str(), look.seen.as_str()), ("off", "full"));
}

#[test]
fn a_setting_of_the_policy_is_typed_where_it_is_no_word_of_a_list() {
    let mut harness = looked("/settings policy");
    chooses(&mut harness, "budgets.day_usd");
    let text = harness.text();
    assert!(
        text.contains("a number from 0 to 1000000, or off"),
        "{text}"
    );
    harness.types("2.5");
    let Some((_, BackgroundJob::Save(save))) = harness.jobs.last() else {
        panic!("it is saved: {:?} {}", harness.jobs, harness.text());
    };
    let one = save.config.first().unwrap();
    assert_eq!((one.value.as_str(), one.seen.as_str()), ("2.5", "off"));
}
