//! Tests that changes are collected, undone and saved together, and that no single key loses them.

use super::*;
use client::input::InputKind;
use notice::{Notice, notice};
use protocol::catalogue::{CatalogueError, KeyChange, KeyPlace, SaveError, Setting};

fn saved(result: Result<Vec<Notice>, SaveError>, view: SettingsView) -> JobProgress {
    JobProgress::Saved {
        result,
        view: Box::new(view),
    }
}

#[test]
fn every_page_is_named_for_who_offers_them() {
    let words: Vec<&str> = page::pages().iter().map(|page| page.word()).collect();
    assert_eq!(words, client::settings::PAGES);
}

#[test]
fn a_change_that_is_taken_back_leaves_nothing_to_save() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Space");
    harness.shows("1 unsaved");
    harness.press("Space");
    harness.hides("unsaved");
    harness.press("Space Down Space");
    harness.shows("2 unsaved");
    harness.press("u");
    harness.shows("1 unsaved");
    harness.press("u u u u");
    harness.hides("unsaved");
    harness.press("Ctrl+S");
    harness.shows("nothing to save");
    assert!(harness.jobs().0.is_empty());
}

#[test]
fn an_address_is_checked_where_it_is_typed_and_saved_with_what_was_seen() {
    let mut harness = TuiHarness::settings(120, 40);
    // openai is the fourth provider; its second field is the address.
    harness.press("Down Down Down Enter Down Down Enter");
    harness.press("Ctrl+U");
    harness.type_text("example.org");
    harness.press("Enter");
    harness.shows("the address must be an address like https://host/v1");
    harness.press("Ctrl+U").paste("http://127.0.0.1:9/v1\nmore");
    harness.press("Enter");
    harness.shows("http://127.0.0.1:9/v1");
    harness.shows("1 unsaved");
    let (id, save) = harness.save();
    let [one] = save.providers.as_slice() else {
        panic!("{save:?}");
    };
    assert_eq!((one.provider.as_str(), one.seen), ("openai", None));
    let to = Setting::To("http://127.0.0.1:9/v1".into());
    assert_eq!(one.change.base_url, Some(to));
    assert_eq!(one.change.enabled, None, "only what was changed");
    harness.shows("saving…");
    // Nothing can be changed during a save.
    harness.press("Space");
    harness.shows("saving; try again");
    harness.step(id, &saved(Ok(Vec::new()), view()));
    harness.shows("saved 1 change");
    harness.hides("unsaved");
}

#[test]
fn what_somebody_else_changed_is_read_anew_and_the_own_changes_stay() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Space");
    let (id, _) = harness.save();
    let mut newer = view();
    newer.providers[3].view.base_url = Some("https://other.example".into());
    newer.providers[3].view.updated_at = Some(at(99));
    let stale = SaveError::Stale {
        what: vec!["openai".into()],
    };
    harness.step(id, &saved(Err(stale), newer));
    harness.shows("nothing saved: openai changed meanwhile");
    harness.shows("https://other.example");
    harness.shows("1 unsaved");
    let (_, save) = harness.save();
    assert_eq!(save.providers[0].seen, Some(at(99)), "now it was seen");
}

#[test]
fn what_is_refused_is_said_with_its_name_and_shown() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Space g");
    let (id, _) = harness.save();
    let error = CatalogueError::UnknownDefaultModel {
        provider: "openai".into(),
        model: "gone".into(),
    };
    let what = "openai".into();
    harness.step(id, &saved(Err(SaveError::Refused { what, error }), view()));
    harness.shows("nothing saved: openai: unknown_default_model: openai has no chat model gone");
    harness.shows(">*openai");
    harness.shows("1 unsaved");
}

#[test]
fn leaving_with_unsaved_changes_asks_and_only_a_lone_key_decides() {
    for keys in ["q", "Esc", "Ctrl+G", "Ctrl+C", "Ctrl+X Ctrl+C"] {
        let mut harness = TuiHarness::settings(120, 40);
        harness.press("Space").press(keys);
        harness.shows("1 change not saved.");
        // Not alone: the key was part of a burst.
        harness.key_now("d");
        harness.key_now("d");
        harness.app.input(&client::input::Input {
            at: harness.now,
            alone: false,
            kind: InputKind::Key(crossterm::event::KeyCode::Char('d').into()),
        });
        harness.input(InputKind::Settled);
        assert!(is_open(&harness), "{keys}");
        harness.press("n");
        harness.shows("1 unsaved");
        harness.press(keys).press("d");
        assert!(!is_open(&harness), "{keys}");
        assert!(harness.jobs().0.is_empty(), "nothing was saved");
    }
}

fn is_open(harness: &TuiHarness) -> bool {
    harness.app.model().dialogs.shows::<Settings>()
}

#[test]
fn leaving_can_save_first_and_stays_where_that_fails() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Space q s");
    let (id, _) = harness.saving();
    let refused = SaveError::NotKept(Notice::text("the disk is full"));
    harness.step(id, &saved(Err(refused), view()));
    harness.shows("nothing saved: the disk is full");
    harness.press("q s");
    let (id, _) = harness.saving();
    harness.step(id, &saved(Ok(Vec::new()), view()));
    assert!(!is_open(&harness));
}

#[test]
fn a_key_is_kept_where_it_is_said_and_removed_after_a_question() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Enter G Up Up");
    harness.press("Down Enter");
    harness.shows("key of openai (hidden): ");
    harness.shows("in the keyring");
    harness.type_text("sk-q").press("Tab").press("Enter");
    harness.shows("new key, for the file");
    harness.hides("sk-q");
    let (_, save) = harness.save();
    let [one] = save.keys.as_slice() else {
        panic!("{save:?}");
    };
    assert_eq!(one.seen, Some(KeySource::Keyring));
    let KeyChange::Keep { key, place } = &one.change else {
        panic!("{one:?}");
    };
    assert_eq!((key.expose(), *place), ("sk-q", KeyPlace::File));

    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down x");
    harness.shows("Remove the key of openai from keyring");
    harness.press("n");
    harness.hides("unsaved");
    harness.press("x y");
    harness.shows("saving removes key");
    assert_eq!(harness.save().1.keys[0].change, KeyChange::Remove);
    // A key from the environment is not stored by the program.
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("x");
    harness.shows("that key comes from ANTHROPIC_API_KEY");
}

#[test]
fn the_first_model_is_chosen_from_those_of_the_provider() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Enter Down Down Down Enter");
    harness.shows("default model of openai:");
    harness.shows("my-tune");
    harness.hides("opus-5");
    harness.type_text("tun").press("Enter");
    let (_, save) = harness.save();
    let to = Setting::To("id of my-tune".into());
    assert_eq!(save.providers[0].change.default_model, Some(to));
}

#[test]
fn a_test_is_in_the_background_is_made_with_the_draft_and_can_be_given_up() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Enter Down Down Enter Ctrl+U");
    harness.paste("http://127.0.0.1:9").press("Enter t");
    let (begun, _) = harness.jobs();
    let [
        (
            id,
            BackgroundJob::Test {
                provider, change, ..
            },
        ),
    ] = begun.as_slice()
    else {
        panic!("{begun:?}");
    };
    assert_eq!(provider, "openai");
    assert_eq!(
        change.base_url,
        Some(Setting::To("http://127.0.0.1:9".into()))
    );
    harness.shows("testing…");
    harness.press("Ctrl+C");
    assert_eq!(harness.jobs().1, [*id]);
    harness.shows("test cancelled");
    harness.press("t");
    let test = ConnectionTest {
        provider: "openai".into(),
        success: true,
        latency_ms: Some(412),
        error_message: None,
        model_tested: Some("gpt-5".into()),
    };
    // The result of the cancelled test is ignored.
    let late = ConnectionTest {
        latency_ms: Some(7),
        ..test.clone()
    };
    harness.step(*id, &JobProgress::Tested(late));
    harness.hides("7 ms");
    harness.answer(&JobProgress::Tested(test));
    harness.shows("ok  0.4 s");
    // The result does not apply to the saved address, and is gone when the settings
    // are opened again.
    harness.press("u");
    harness.hides("ok  0.4 s");
    harness.press("q");
    harness.press("Ctrl+X ,");
    harness.answer(&JobProgress::Looked(Box::new(view())));
    harness.hides("ok  0.4 s");
}

#[test]
fn a_test_of_what_is_kept_is_known_when_they_are_opened_again() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("t");
    harness.answer(&JobProgress::Tested(ConnectionTest {
        provider: "anthropic".into(),
        success: true,
        latency_ms: Some(412),
        error_message: None,
        model_tested: None,
    }));
    harness.press("q");
    harness.press("Ctrl+X ,");
    harness.answer(&JobProgress::Looked(Box::new(view())));
    harness.shows("ok  0.4 s");
}

#[test]
fn a_failed_test_of_a_wizard_that_was_left_is_forgotten() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down a");
    harness.paste("quiet.Heron-51").press("Enter");
    harness.answer(&JobProgress::Tested(ConnectionTest {
        provider: "mistral".into(),
        success: false,
        latency_ms: None,
        error_message: Some(Notice::text("it refused the key")),
        model_tested: None,
    }));
    harness.shows("it refused the key");
    harness.press("Esc Esc Esc q");
    harness.press("Ctrl+X ,");
    harness.answer(&JobProgress::Looked(Box::new(view())));
    harness.hides("it refused");
}

#[test]
fn a_built_in_model_takes_only_another_temperature_and_stays() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Tab");
    harness.answer(&JobProgress::Offered {
        found: Vec::new(),
        errors: Vec::new(),
    });
    harness.press("x");
    harness.shows("built in, it stays");
    harness
        .press("Enter Ctrl+U")
        .type_text("2,5")
        .press("Enter");
    harness.shows("the temperature must be a number from 0 to 2");
    harness.press("Ctrl+U").type_text("0,3").press("Enter");
    let (_, save) = harness.save();
    let [one] = save.changed.as_slice() else {
        panic!("{save:?}");
    };
    assert_eq!((one.of.id.as_str(), one.of.seen), ("haiku-5", at(2)));
    assert_eq!(one.change.temperature_default, Some(0.3));
    assert_eq!(one.change.name, None);
}

#[test]
fn a_model_of_ones_own_goes_with_what_began_with_it() {
    let mut harness = TuiHarness::settings(120, 40);
    let mut with_default = view();
    with_default.providers[3].view.default_model_id = Some("id of my-tune".into());
    with_default.providers[3].view.default_model_from = notice!("origin-settings");
    harness.press("q Ctrl+X ,");
    harness.answer(&JobProgress::Looked(Box::new(with_default)));
    harness.press("Tab / m y - t Enter x");
    harness.shows("Remove openai/my-tune?");
    harness.press("y");
    let (_, save) = harness.save();
    assert_eq!(save.removed[0].id, "id of my-tune");
    assert_eq!(
        save.providers[0].change.default_model,
        Some(Setting::Default)
    );
    harness.press("Tab");
}

#[test]
fn what_servers_offer_is_listed_once_and_fetching_shows_how_far_it_is() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Tab");
    let found = |name: &str| ModelInfo {
        provider: "ollama".into(),
        name: name.into(),
        bytes: Some(4_700_000_000),
        embeds_only: false,
        unusable: None,
        details: Default::default(),
    };
    harness.answer(&JobProgress::Offered {
        found: vec![found("qwen3:8b")],
        errors: Vec::new(),
    });
    harness.shows("ollama/qwen3:8b");
    harness.shows("on server");
    harness.press("p").type_text("tiny:1b").press("Enter");
    let (begun, _) = harness.jobs();
    let [(id, BackgroundJob::Pull { provider, model })] = begun.as_slice() else {
        panic!("{begun:?}");
    };
    assert_eq!((provider.as_str(), model.as_str()), ("ollama", "tiny:1b"));
    let progress = |done, over| protocol::stream::PullProgress {
        status: "pulling \u{1b}[2Jabc".into(),
        done,
        total: Some(1_000_000_000),
        over,
    };
    harness.step(*id, &JobProgress::Pulled(progress(400_000_000, false)));
    harness.shows("40 %  400 of 1000 MB");
    harness.press("q");
    harness.shows("Leaving stops fetching tiny:1b");
    harness.press("n");
    harness.step(*id, &JobProgress::Pulled(progress(1_000_000_000, true)));
    harness.shows("tiny:1b is ready");
    assert!(matches!(
        harness.jobs().0.as_slice(),
        [(_, BackgroundJob::Offers)]
    ));
}

#[test]
fn errands_that_fail_or_find_no_engine_are_said_and_block_nothing() {
    let mut harness = TuiHarness::settings_asked(120, 40);
    let (begun, _) = harness.jobs();
    harness.app.job_progress(begun[0].0, None);
    harness.shows("no answer from the engine");
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("t");
    harness.answer(&JobProgress::Failed(Notice::text("no way there")));
    harness.shows("FAILED no way there");
    harness.press("Space");
    harness.shows("1 unsaved");
}

#[test]
fn models_can_be_shown_of_one_provider_and_as_one_types() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Tab f");
    harness.shows("anthropic: 2 models");
    harness.hides("my-tune");
    harness.press("/").type_text("haiku");
    harness.shows("anthropic, with \"haiku\": 1 model");
    harness.press("Esc");
    harness.shows("anthropic: 2 models");
    harness.press("f f f");
    harness.shows("openai: 2 models");
    harness.press("f f");
    harness.shows("all providers: 4 models");
}

#[test]
fn the_policy_is_typed_or_chosen_undone_and_saved_and_its_rules_are_in_their_file() {
    let mut harness = TuiHarness::settings_on("policy", 120, 40);
    harness.press("Enter");
    harness.shows("a number from 0 to 1000000, or off");
    harness.press("Ctrl+U").type_text("much");
    harness.press("Enter");
    harness.shows("budgets.day_usd must be a number");
    harness.press("Ctrl+U").type_text("7,5");
    harness.press("Enter Down Space");
    harness.shows("2 unsaved");
    harness.press("u");
    harness.shows("1 unsaved");
    harness.press("Down Enter");
    harness.shows("set `rules.deny` in");
    let (_, save) = harness.save();
    let saved: Vec<_> = save
        .config
        .iter()
        .map(|one| (&*one.key, &*one.value, &*one.seen))
        .collect();
    assert_eq!(saved, [("budgets.day_usd", "7.5", "5")]);
}

#[test]
fn a_key_probes_the_model_that_is_chosen_and_its_row_tells_what_was_found() {
    let mut harness = TuiHarness::settings_on("models", 120, 40);
    let (id, job) = {
        harness.jobs();
        harness.press("c");
        harness.jobs().0.pop().expect("an errand")
    };
    let (provider, model) = (Some("anthropic".to_owned()), "haiku-5".to_owned());
    assert_eq!(job, BackgroundJob::Probe { provider, model });
    harness.shows("Sending three short requests to haiku-5");
    harness.press("c");
    assert_eq!(harness.jobs().0, [], "one at a time");
    let probed = ProbedModel {
        provider: "anthropic".into(),
        model: "haiku-5".into(),
        probe: ModelProbe {
            calls: CallForm::Native,
            calls_twice: Some(true),
            repeats_itself: Some(false),
            problem: None,
            probed_at: at(1),
            elapsed_ms: 900,
        },
    };
    harness.step(id, &JobProgress::Probed(probed));
    harness.shows("anthropic/haiku-5 calls tools natively, two at once; answers from a result");
    harness.press("Down");
    harness.hides("calls tools natively");
    harness.press("Up");
    harness.shows("tools        calls tools natively, two at once");
}

#[test]
fn ctrl_c_gives_a_probe_up_and_the_screen_stays() {
    let mut harness = TuiHarness::settings_on("models", 120, 40);
    harness.jobs();
    harness.press("c");
    let (id, _) = harness.jobs().0.pop().expect("an errand");
    harness.press("Ctrl+C");
    assert_eq!(harness.jobs().1, [id]);
    harness.shows("Probe of haiku-5 cancelled");
}
