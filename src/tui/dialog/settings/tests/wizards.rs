//! Tests of the wizards: step by step, each value checked in its step, nothing stored
//! before the end.

use super::*;
use notice::{Notice, notice};
use protocol::catalogue::{KeyChange, ModelListing, ProviderNeeds, Setting};

fn models() -> TuiHarness {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Tab");
    harness.answer(&JobProgress::Offered {
        found: vec![ModelInfo::named("ollama", "qwen3:8b")],
        errors: Vec::new(),
    });
    harness
}

#[test]
fn a_model_of_ones_own_is_added_step_by_step() {
    let mut harness = models();
    harness.press("f a");
    harness.shows("Your own model   1 of 11");
    // From anthropic to the previous provider, which wraps around, and back to openai.
    harness.press("Left Left Enter");
    harness.shows("2 of 11");
    harness.type_text("gpt-5").press("Enter");
    harness.shows("openai already has a model gpt-5");
    harness.type_text("-mine").press("Enter");
    harness.press("Enter");
    harness.shows("4 of 11");
    harness.type_text("12").press("Enter");
    harness.shows("window must be a whole number from 1024 to 2000000, not 12");
    harness.press("Ctrl+U").type_text("128,000").press("Enter");
    harness.type_text("many").press("Enter");
    harness.shows("max output must be a whole number of tokens, as 32768");
    harness.press("Ctrl+U").type_text("128001").press("Enter");
    harness.shows("max output must be a whole number from 256 to 128000, not 128001");
    harness.press("Ctrl+U").type_text("16000").press("Enter");
    harness.press("Ctrl+U").type_text("3").press("Enter");
    harness.shows("the temperature must be a number from 0 to 2");
    harness.press("Ctrl+U").type_text("0.2").press("Enter");
    harness.type_text("cheap").press("Enter");
    harness.shows("$ in must be dollars per million tokens");
    harness.press("Ctrl+U").type_text("1.5").press("Enter");
    harness.press("Shift+Tab");
    harness.shows("7 of 11");
    harness.press("Enter Enter Enter");
    harness.type_text("maybe").press("Enter");
    harness.shows("type yes, no or nothing");
    harness.press("Ctrl+U").type_text("yes").press("Enter");
    harness.shows("no more");
    harness.hides("unsaved");
    harness.press("Enter");
    harness.shows("1 unsaved");
    harness.shows(">*openai/gpt-5-mine");
    let (_, save) = harness.save();
    let [model] = save.added.as_slice() else {
        panic!("{save:?}");
    };
    assert_eq!(model.provider, "openai");
    assert_eq!(
        (model.api_name.as_str(), model.name.as_str()),
        ("gpt-5-mine", "gpt-5-mine")
    );
    assert_eq!(
        (model.context_window, model.max_output_tokens),
        (128_000, 16_000)
    );
    assert_eq!(model.price.input, Some(1.5));
    assert_eq!(model.price.output, None, "unknown, and not 0");
    assert_eq!(model.vision, Some(true));
}

#[test]
fn what_was_typed_in_a_wizard_is_not_given_up_by_one_key() {
    let mut harness = models();
    harness.press("a Enter").type_text("some").press("Esc");
    harness.shows("Esc again discards your input");
    harness.type_text("e");
    harness.shows("somee");
    harness.press("Esc Esc");
    harness.hides("YOUR OWN");
    harness.hides("unsaved");
    // If nothing was typed, a single Esc is enough.
    harness.press("a Esc");
    harness.hides("YOUR OWN");
}

#[test]
fn a_wizard_that_is_finished_early_goes_to_what_is_missing() {
    let mut harness = models();
    harness.press("a Enter").type_text("some").press("Ctrl+S");
    harness.shows("window must be a whole number of tokens");
    harness.shows("4 of 11");
    assert!(harness.jobs().0.is_empty());
}

#[test]
fn a_model_of_a_server_is_kept_with_figures_of_ones_own() {
    let mut harness = models();
    harness.press("f f f Enter");
    harness.shows("3 of 11");
    harness.shows("qwen3:8b");
    harness
        .press("Enter")
        .type_text("32768")
        .press("Enter")
        .type_text("4096")
        .press("Ctrl+S");
    let (_, save) = harness.saving();
    assert_eq!(save.added[0].provider, "ollama");
    assert_eq!(save.added[0].api_name, "qwen3:8b");
}

#[test]
fn a_model_of_ones_own_is_edited_and_only_the_difference_is_saved() {
    let mut harness = models();
    harness.press("/").type_text("tune").press("Enter Enter");
    harness.shows("Edit a model   1 of 10");
    harness
        .press("Enter Ctrl+U")
        .type_text("Mine")
        .press("Ctrl+S");
    let (_, save) = harness.saving();
    let [one] = save.changed.as_slice() else {
        panic!("{save:?}");
    };
    assert_eq!(one.change.name.as_deref(), Some("Mine"));
    assert_eq!(one.change.api_name, None);
    assert_eq!(one.of.seen, at(2));
}

#[test]
fn a_new_model_can_be_changed_be_the_first_one_and_go_before_it_is_saved() {
    let mut harness = models();
    harness
        .press("f f f f a Enter")
        .type_text("mine")
        .press("Enter Enter");
    harness
        .type_text("8192")
        .press("Enter")
        .type_text("1024")
        .press("Enter");
    harness.press("Enter Enter Enter Enter Enter Enter");
    harness.shows("openai/mine");
    harness.press("Shift+Tab Down Down Down Enter Down Down Down Enter");
    harness.type_text("mine").press("Enter");
    harness.shows("2 unsaved");
    let (id, save) = harness.save();
    assert_eq!(
        save.providers[0].change.default_model,
        Some(Setting::To("mine".into()))
    );
    harness.step(id, &JobProgress::Failed(Notice::text("no")));
    // After a rename, the provider keeps the model as its default.
    harness
        .press("Tab /")
        .type_text("mine")
        .press("Enter Enter");
    harness.type_text("2").press("Ctrl+S");
    let (id, save) = harness.saving();
    assert_eq!(save.added[0].api_name, "mine2");
    assert_eq!(
        save.providers[0].change.default_model,
        Some(Setting::To("mine2".into()))
    );
    harness.step(id, &JobProgress::Failed(Notice::text("no")));
    harness.press("x y");
    harness.hides("unsaved");
}

#[test]
fn a_provider_is_set_up_with_key_test_and_first_model() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down a");
    harness.shows("Set up mistral");
    harness.paste("quiet.Heron-51").press("Enter");
    let (begun, _) = harness.jobs();
    let [(id, BackgroundJob::Test { provider, key, .. })] = begun.as_slice() else {
        panic!("{begun:?}");
    };
    assert_eq!(provider, "mistral");
    let Some(KeyChange::Keep { key, .. }) = key else {
        panic!("the test is made with the key that was entered");
    };
    assert_eq!(key.expose(), "quiet.Heron-51");
    harness.shows("asking, 10 s at most");
    harness.step(
        *id,
        &JobProgress::Tested(ConnectionTest {
            provider: "mistral".into(),
            success: false,
            latency_ms: None,
            error_message: Some(Notice::text("401: the key is wrong")),
            model_tested: None,
        }),
    );
    harness.shows("FAILED 401: the key is wrong");
    harness.press("t");
    assert_eq!(harness.jobs().0.len(), 1, "again, with the same key");
    harness.press("Enter");
    harness.shows("None of its models is saved");
    harness.press("Enter");
    harness.shows("yours, in a file only you can read");
    harness.hides("unsaved");
    harness.press("Enter");
    // The key, and the change that enables the provider.
    harness.shows("2 unsaved");
    harness.hides("Heron");
    let (_, save) = harness.save();
    assert_eq!(save.providers[0].change.enabled, Some(true));
    assert_eq!(save.keys[0].provider, "mistral");
}

#[test]
fn a_key_in_the_environment_is_told_to_go_before_one_that_is_entered() {
    let mut harness = TuiHarness::settings(80, 24);
    harness.press("a");
    harness.shows("Set up anthropic");
    harness.shows("Its key is in ANTHROPIC_API_KEY, which goes before one that you enter");
    harness.paste("quiet.Heron-51").press("Enter");
    let (begun, _) = harness.jobs();
    let test = ConnectionTest {
        provider: "anthropic".into(),
        success: true,
        latency_ms: Some(5),
        error_message: None,
        model_tested: None,
    };
    harness.step(begun[0].0, &JobProgress::Tested(test));
    harness.press("Enter Enter");
    harness.shows("ANTHROPIC_API_KEY in the environment goes before this key");
}

#[test]
fn esc_goes_one_step_back_and_what_was_entered_stays() {
    let mut harness = TuiHarness::settings(120, 40);
    harness
        .press("Down a")
        .paste("quiet.Heron-51")
        .press("Enter Enter");
    harness.shows("None of its models is saved");
    harness.press("Esc");
    harness.shows("t test again");
    harness.press("Esc");
    harness.shows("key of mistral (hidden)");
    harness.press("Enter Enter Enter");
    harness.shows("yours, in a file only you can read");
    harness.press("Esc");
    harness.shows("None of its models is saved");
}

#[test]
fn a_wizard_that_is_left_keeps_no_key_and_no_test_of_it() {
    let mut harness = TuiHarness::settings(120, 40);
    harness
        .press("Down a")
        .paste("quiet.Heron-51")
        .press("Enter Esc Esc");
    harness.shows("Esc again discards your input");
    harness.press("Esc");
    let (begun, ended) = harness.jobs();
    assert_eq!(ended, [begun[0].0], "nobody waits for the test");
    harness.hides("unsaved");
    harness.hides("testing");
}

#[test]
fn a_session_without_a_model_begins_with_the_one_that_was_set_up() {
    use protocol::command::Command;
    let mut harness = TuiHarness::settings(120, 40);
    harness.fact(protocol::event::EventKind::SessionChanged {
        settings: protocol::session::SessionSettings {
            model: String::new(),
            ..crate::tests::settings()
        },
    });
    harness
        .press("Down Down Down a Enter Enter")
        .type_text("gpt")
        .press("Enter Ctrl+S");
    let (id, save) = harness.saving();
    assert_eq!(
        save.providers[0].change.default_model,
        Some(Setting::To("gpt-5".into()))
    );
    let mut then = view();
    then.providers[3].view.default_model_id = Some("gpt-5".into());
    then.providers[3].view.default_model_from = notice!("origin-settings");
    let result = Ok(Vec::new());
    let view = Box::new(then);
    harness.step(id, &JobProgress::Saved { result, view });
    let orders = harness.orders();
    let is_set = orders
        .iter()
        .any(|order| matches!(order, Command::SetModel { model, .. } if model == "gpt-5"));
    assert!(is_set, "{orders:?}");
}

#[test]
fn an_answer_has_to_fit_into_the_window_of_its_model() {
    let mut harness = models();
    harness
        .press("a Enter")
        .type_text("some")
        .press("Enter Enter");
    harness
        .type_text("4096")
        .press("Enter")
        .type_text("8192")
        .press("Enter");
    harness.shows("max output must be at most the context window of 4096 tokens, not 8192");
    // The window is valid but the output limit is not, so the cursor stays on the output limit.
    harness.shows("5 of 11");
}

fn offered(models: &[&str], is_last: bool, told_at: Option<Timestamp>) -> JobProgress {
    let models = models.iter().map(|name| ModelInfo::named("openai", name));
    JobProgress::Listed {
        provider: "openai".into(),
        result: Ok(ModelListing {
            models: models.collect(),
            told_at,
        }),
        is_last,
    }
}

#[test]
fn a_first_model_is_chosen_from_what_the_server_offers_now_and_before() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Enter Down Down Down Enter");
    harness.shows("default model of openai");
    let (begun, _) = harness.jobs();
    let [(id, BackgroundJob::List { provider, .. })] = begun.as_slice() else {
        panic!("{begun:?}");
    };
    assert_eq!(provider, "openai");
    harness.shows("asking for its models");
    harness.step(*id, &offered(&["old"], false, Some(at(60))));
    harness.shows("as of 1970-01-01 00:01 UTC; asking for its models");
    harness.shows("gpt-5");
    harness.press("Down Down Down");
    let mut vectors = ModelInfo::named("openai", "text-embedding-3");
    vectors.embeds_only = true;
    let mut now = offered(&["fresh", "gpt-5", "old"], true, None);
    if let JobProgress::Listed {
        result: Ok(list), ..
    } = &mut now
    {
        list.models.push(vectors);
    }
    harness.step(*id, &now);
    harness.shows("fresh");
    harness.shows("on the server");
    harness.hides("asking");
    harness.hides("text-embedding-3");
    // The choice stays, although new rows appear before it.
    harness.shows("> old");
    harness.press("Enter");
    let (_, save) = harness.save();
    let change = &save.providers[0].change;
    assert_eq!(change.default_model, Some(Setting::To("old".into())));
    assert!(change.is_vouched_for, "its server offers it");
}

#[test]
fn an_own_server_has_the_models_that_it_lists_and_none_that_come_with_the_program() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Enter Down Down Enter Ctrl+U");
    harness
        .paste("http://10.0.0.5:8080/v1")
        .press("Enter Down Enter");
    harness.shows("default model of openai");
    let (begun, _) = harness.jobs();
    let [(id, BackgroundJob::List { .. })] = begun.as_slice() else {
        panic!("{begun:?}");
    };
    harness.hides("gpt-5");
    harness.step(*id, &offered(&["own-model"], true, None));
    harness.shows("own-model");
    harness.hides("gpt-5");
}

#[test]
fn models_that_cannot_be_looked_for_say_why_and_those_that_are_kept_can_be_chosen() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Enter Down Down Down Enter");
    harness.answer(&JobProgress::Listed {
        provider: "openai".into(),
        result: Err(Notice::text("connection refused")),
        is_last: true,
    });
    harness.shows("it cannot list its models: connection refused");
    harness.type_text("gpt").press("Enter");
    let (_, save) = harness.save();
    let change = &save.providers[0].change;
    assert_eq!(change.default_model, Some(Setting::To("gpt-5".into())));
    assert!(!change.is_vouched_for, "it is kept");
}

#[test]
fn an_own_server_is_set_up_with_its_address_which_the_test_and_the_list_are_made_with() {
    let mut harness = TuiHarness::settings_asked(120, 40);
    let mut then = view();
    then.providers[3].needs = ProviderNeeds {
        address: "https://host/v1".to_owned(),
        own_server: true,
        no_key: false,
    };
    harness.answer(&JobProgress::Looked(Box::new(then)));
    harness.press("Down Down Down a");
    harness.shows(">1 address   2 key   3 test");
    harness.press("Ctrl+U").type_text("nowhere").press("Enter");
    harness.shows("the address must be an address like https://host/v1");
    harness
        .press("Ctrl+U")
        .type_text("http://127.0.0.1:9/v1")
        .press("Enter Enter");
    let to = Some(Setting::To("http://127.0.0.1:9/v1".into()));
    let (begun, _) = harness.jobs();
    let [(_, BackgroundJob::Test { change, .. })] = begun.as_slice() else {
        panic!("{begun:?}");
    };
    assert_eq!(change.base_url, to);
    harness.press("Enter");
    let (begun, _) = harness.jobs();
    let [(id, BackgroundJob::List { change, .. })] = begun.as_slice() else {
        panic!("{begun:?}");
    };
    assert_eq!(change.base_url, to);
    harness.step(*id, &offered(&["own"], true, None));
    harness.type_text("own").press("Enter");
    harness.shows("http://127.0.0.1:9/v1");
    harness.press("Enter");
    let (_, save) = harness.save();
    let change = &save.providers[0].change;
    assert_eq!(change.base_url, to);
    assert_eq!(change.default_model, Some(Setting::To("own".into())));
}

#[test]
fn a_test_of_another_address_is_not_shown_for_this_one() {
    let mut harness = TuiHarness::settings(120, 40);
    let tested = || {
        JobProgress::Tested(ConnectionTest {
            provider: "openai".into(),
            success: true,
            latency_ms: Some(7),
            error_message: None,
            model_tested: None,
        })
    };
    harness.press("Down Down Down t");
    harness.answer(&tested());
    harness.shows("ok  7 ms");
    harness
        .press("Enter Down Down Enter Ctrl+U")
        .type_text("http://127.0.0.1:9/v1")
        .press("Enter");
    harness.hides("ok  7 ms");
    harness.press("t");
    harness.answer(&tested());
    harness.shows("ok  7 ms");
    harness.press("u");
    harness.hides("ok  7 ms");
}
