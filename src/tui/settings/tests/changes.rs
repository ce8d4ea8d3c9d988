//! Tests that changes are collected, undone and saved together, and that no single key loses them.

use super::*;
use crate::protocol::catalogue::{CatalogueError, KeyChange, KeyPlace, SaveError, Setting};
use crate::tui::overlay::Overlay;

fn saved(result: Result<Vec<String>, SaveError>, view: SettingsView) -> JobProgress {
    JobProgress::Saved {
        result,
        view: Box::new(view),
    }
}

#[test]
fn every_page_is_named_for_who_offers_them() {
    let words: Vec<&str> = page::pages().iter().map(|page| page.word()).collect();
    assert_eq!(words, PAGES);
}

#[test]
fn a_change_that_is_taken_back_leaves_nothing_to_save() {
    let mut desk = Desk::new(120, 40);
    desk.press("Space");
    desk.shows("1 unsaved");
    desk.press("Space");
    desk.hides("unsaved");
    desk.press("Space Down Space");
    desk.shows("2 unsaved");
    desk.press("u");
    desk.shows("1 unsaved");
    desk.press("u u u u");
    desk.hides("unsaved");
    desk.press("Ctrl+S");
    desk.shows("there is nothing to save");
    assert!(desk.errands().0.is_empty());
}

#[test]
fn an_address_is_checked_where_it_is_typed_and_saved_with_what_was_seen() {
    let mut desk = Desk::new(120, 40);
    // openai is the fourth provider; its second field is the address.
    desk.press("Down Down Down Enter Down Down Enter");
    desk.press("Ctrl+U");
    desk.text("example.org");
    desk.press("Enter");
    desk.shows("the address must be an address like https://host/v1");
    desk.press("Ctrl+U").paste("http://127.0.0.1:9/v1\nmore");
    desk.press("Enter");
    desk.shows("http://127.0.0.1:9/v1");
    desk.shows("1 unsaved");
    let (id, save) = desk.save();
    let [one] = save.providers.as_slice() else {
        panic!("{save:?}");
    };
    assert_eq!((one.provider.as_str(), one.seen), ("openai", None));
    let to = Setting::To("http://127.0.0.1:9/v1".into());
    assert_eq!(one.change.base_url, Some(to));
    assert_eq!(one.change.enabled, None, "only what was changed");
    desk.shows("saving…");
    // Nothing can be changed during a save.
    desk.press("Space");
    desk.shows("it is being saved");
    desk.step(id, saved(Ok(Vec::new()), view()));
    desk.shows("saved 1 change");
    desk.hides("unsaved");
}

#[test]
fn what_somebody_else_changed_is_read_anew_and_the_own_changes_stay() {
    let mut desk = Desk::new(120, 40);
    desk.press("Down Down Down Space");
    let (id, _) = desk.save();
    let mut newer = view();
    newer.providers[3].view.base_url = Some("https://other.example".into());
    newer.providers[3].view.updated_at = Some(at(99));
    let stale = SaveError::Stale {
        what: vec!["openai".into()],
    };
    desk.step(id, saved(Err(stale), newer));
    desk.shows("nothing saved: somebody else changed openai meanwhile");
    desk.shows("https://other.example");
    desk.shows("1 unsaved");
    let (_, save) = desk.save();
    assert_eq!(save.providers[0].seen, Some(at(99)), "now it was seen");
}

#[test]
fn what_is_refused_is_said_with_its_name_and_shown() {
    let mut desk = Desk::new(120, 40);
    desk.press("Down Down Down Space g");
    let (id, _) = desk.save();
    let error = CatalogueError::UnknownDefaultModel {
        provider: "openai".into(),
        model: "gone".into(),
    };
    let what = "openai".into();
    desk.step(id, saved(Err(SaveError::Refused { what, error }), view()));
    desk.shows("nothing saved: openai: unknown_default_model: openai has no model gone");
    desk.shows(">*openai");
    desk.shows("1 unsaved");
}

#[test]
fn leaving_with_unsaved_changes_asks_and_only_a_lone_key_decides() {
    for keys in ["q", "Esc", "Ctrl+G", "Ctrl+C", "Ctrl+X Ctrl+C"] {
        let mut desk = Desk::new(120, 40);
        desk.press("Space").press(keys);
        desk.shows("1 change not saved.");
        // Not alone: the key was part of a burst.
        desk.stage.key_now("d");
        desk.stage.key_now("d");
        desk.stage.app.input(&crate::tui::input::Input {
            at: desk.stage.now,
            alone: false,
            kind: InputKind::Key(crossterm::event::KeyCode::Char('d').into()),
        });
        desk.stage.input(InputKind::Settled);
        assert!(is_open(&desk), "{keys}");
        desk.press("n");
        desk.shows("1 unsaved");
        desk.press(keys).press("d");
        assert!(!is_open(&desk), "{keys}");
        assert!(desk.errands().0.is_empty(), "nothing was saved");
    }
}

fn is_open(desk: &Desk) -> bool {
    matches!(desk.stage.app.model().overlay, Some(Overlay::Settings(_)))
}

#[test]
fn leaving_can_save_first_and_stays_where_that_fails() {
    let mut desk = Desk::new(120, 40);
    desk.press("Space q s");
    let (id, _) = desk.saving();
    let refused = SaveError::NotKept("the disk is full".into());
    desk.step(id, saved(Err(refused), view()));
    desk.shows("nothing saved: the disk is full");
    desk.press("q s");
    let (id, _) = desk.saving();
    desk.step(id, saved(Ok(Vec::new()), view()));
    assert!(!is_open(&desk));
}

#[test]
fn a_key_is_kept_where_it_is_said_and_removed_after_a_question() {
    let mut desk = Desk::new(120, 40);
    desk.press("Down Down Down Enter G Up Up");
    desk.press("Down Enter");
    desk.shows("key of openai (not shown): ");
    desk.shows("kept in the keyring");
    desk.text("sk-q").press("Tab").press("Enter");
    desk.shows("new key, for the file");
    desk.hides("sk-q");
    let (_, save) = desk.save();
    let [one] = save.keys.as_slice() else {
        panic!("{save:?}");
    };
    assert_eq!(one.seen, Some(KeySource::Keyring));
    let KeyChange::Keep { key, place } = &one.change else {
        panic!("{one:?}");
    };
    assert_eq!((key.expose(), *place), ("sk-q", KeyPlace::File));

    let mut desk = Desk::new(120, 40);
    desk.press("Down Down Down x");
    desk.shows("Remove the key of openai?");
    desk.press("n");
    desk.hides("unsaved");
    desk.press("x y");
    desk.shows("key goes when saved");
    assert_eq!(desk.save().1.keys[0].change, KeyChange::Remove);
    // A key from the environment is not stored by the program.
    let mut desk = Desk::new(120, 40);
    desk.press("x");
    desk.shows("that key is in the variable ANTHROPIC_API_KEY");
}

#[test]
fn the_first_model_is_chosen_from_those_of_the_provider() {
    let mut desk = Desk::new(120, 40);
    desk.press("Down Down Down Enter Down Down Down Enter");
    desk.shows("first model of openai:");
    desk.shows("my-tune");
    desk.hides("opus-5");
    desk.text("tun").press("Enter");
    let (_, save) = desk.save();
    let to = Setting::To("id of my-tune".into());
    assert_eq!(save.providers[0].change.default_model, Some(to));
}

#[test]
fn a_test_is_in_the_background_is_made_with_the_draft_and_can_be_given_up() {
    let mut desk = Desk::new(120, 40);
    desk.press("Down Down Down Enter Down Down Enter Ctrl+U");
    desk.paste("http://127.0.0.1:9").press("Enter t");
    let (begun, _) = desk.errands();
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
    desk.shows("testing…");
    desk.press("Ctrl+C");
    assert_eq!(desk.errands().1, [*id]);
    desk.shows("the test was given up");
    desk.press("t");
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
    desk.step(*id, JobProgress::Tested(late));
    desk.hides("7 ms");
    desk.answer(JobProgress::Tested(test));
    desk.shows("ok  0.4 s");
    // The result does not apply to the saved address, and is gone when the settings
    // are opened again.
    desk.press("u");
    desk.hides("ok  0.4 s");
    desk.press("q");
    desk.press("Ctrl+X ,");
    desk.answer(JobProgress::Looked(Box::new(view())));
    desk.hides("ok  0.4 s");
}

#[test]
fn a_test_of_what_is_kept_is_known_when_they_are_opened_again() {
    let mut desk = Desk::new(120, 40);
    desk.press("t");
    desk.answer(JobProgress::Tested(ConnectionTest {
        provider: "anthropic".into(),
        success: true,
        latency_ms: Some(412),
        error_message: None,
        model_tested: None,
    }));
    desk.press("q");
    desk.press("Ctrl+X ,");
    desk.answer(JobProgress::Looked(Box::new(view())));
    desk.shows("ok  0.4 s");
}

#[test]
fn a_failed_test_of_a_wizard_that_was_left_is_forgotten() {
    let mut desk = Desk::new(120, 40);
    desk.press("Down a");
    desk.paste("quiet.Heron-51").press("Enter");
    desk.answer(JobProgress::Tested(ConnectionTest {
        provider: "mistral".into(),
        success: false,
        latency_ms: None,
        error_message: Some("it refused the key".into()),
        model_tested: None,
    }));
    desk.shows("it refused the key");
    desk.press("Esc q");
    desk.press("Ctrl+X ,");
    desk.answer(JobProgress::Looked(Box::new(view())));
    desk.hides("it refused");
}

#[test]
fn a_built_in_model_takes_only_another_temperature_and_stays() {
    let mut desk = Desk::new(120, 40);
    desk.press("Tab");
    desk.answer(JobProgress::Offered {
        found: Vec::new(),
        errors: Vec::new(),
    });
    desk.press("x");
    desk.shows("it is built in and stays");
    desk.press("Enter Ctrl+U").text("2,5").press("Enter");
    desk.shows("the temperature must be a number from 0 to 2");
    desk.press("Ctrl+U").text("0,3").press("Enter");
    let (_, save) = desk.save();
    let [one] = save.changed.as_slice() else {
        panic!("{save:?}");
    };
    assert_eq!((one.of.id.as_str(), one.of.seen), ("haiku-5", at(2)));
    assert_eq!(one.change.temperature_default, Some(0.3));
    assert_eq!(one.change.name, None);
}

#[test]
fn a_model_of_ones_own_goes_with_what_began_with_it() {
    let mut desk = Desk::new(120, 40);
    let mut with_default = view();
    with_default.providers[3].view.default_model_id = Some("id of my-tune".into());
    with_default.providers[3].view.default_model_from = "settings".into();
    desk.press("q Ctrl+X ,");
    desk.answer(JobProgress::Looked(Box::new(with_default)));
    desk.press("Tab / m y - t Enter x");
    desk.shows("Remove openai/my-tune?");
    desk.press("y");
    let (_, save) = desk.save();
    assert_eq!(save.removed[0].id, "id of my-tune");
    assert_eq!(
        save.providers[0].change.default_model,
        Some(Setting::Default)
    );
    desk.press("Tab");
}

#[test]
fn what_servers_offer_is_listed_once_and_fetching_shows_how_far_it_is() {
    let mut desk = Desk::new(120, 40);
    desk.press("Tab");
    let found = |name: &str| ModelInfo {
        provider: "ollama".into(),
        name: name.into(),
        bytes: Some(4_700_000_000),
        embeds_only: false,
        unusable: None,
    };
    desk.answer(JobProgress::Offered {
        found: vec![found("qwen3:8b")],
        errors: Vec::new(),
    });
    desk.shows("ollama/qwen3:8b");
    desk.shows("on server");
    desk.press("p").text("tiny:1b").press("Enter");
    let (begun, _) = desk.errands();
    let [(id, BackgroundJob::Pull { provider, model })] = begun.as_slice() else {
        panic!("{begun:?}");
    };
    assert_eq!((provider.as_str(), model.as_str()), ("ollama", "tiny:1b"));
    let progress = |done, over| crate::protocol::stream::PullProgress {
        status: "pulling \u{1b}[2Jabc".into(),
        done,
        total: Some(1_000_000_000),
        over,
    };
    desk.step(*id, JobProgress::Pulled(progress(400_000_000, false)));
    desk.shows("40 %  400 of 1000 MB");
    desk.press("q");
    desk.shows("Leaving stops the fetching of tiny:1b");
    desk.press("n");
    desk.step(*id, JobProgress::Pulled(progress(1_000_000_000, true)));
    desk.shows("tiny:1b is there");
    assert!(matches!(
        desk.errands().0.as_slice(),
        [(_, BackgroundJob::Offers)]
    ));
}

#[test]
fn errands_that_fail_or_find_no_engine_are_said_and_block_nothing() {
    let mut desk = Desk::asking(120, 40);
    let (begun, _) = desk.errands();
    desk.stage.app.job_progress(begun[0].0, None);
    desk.shows("the engine gave no answer");
    let mut desk = Desk::new(120, 40);
    desk.press("t");
    desk.answer(JobProgress::Failed("no way there".into()));
    desk.shows("FAILED no way there");
    desk.press("Space");
    desk.shows("1 unsaved");
}

#[test]
fn models_can_be_shown_of_one_provider_and_as_one_types() {
    let mut desk = Desk::new(120, 40);
    desk.press("Tab f");
    desk.shows("anthropic: 2 models");
    desk.hides("my-tune");
    desk.press("/").text("haiku");
    desk.shows("anthropic, with \"haiku\": 1 model");
    desk.press("Esc");
    desk.shows("anthropic: 2 models");
    desk.press("f f f");
    desk.shows("openai: 2 models");
    desk.press("f f");
    desk.shows("all providers: 4 models");
}

#[test]
fn the_policy_is_typed_or_chosen_undone_and_saved_and_its_rules_are_in_their_file() {
    let mut desk = Desk::on("policy", 120, 40);
    desk.press("Enter");
    desk.shows("a number from 0 to 1000000, or off");
    desk.press("Ctrl+U").text("much");
    desk.press("Enter");
    desk.shows("budgets.day_usd must be a number");
    desk.press("Ctrl+U").text("7,5");
    desk.press("Enter Down Space");
    desk.shows("2 unsaved");
    desk.press("u");
    desk.shows("1 unsaved");
    desk.press("Down Enter");
    desk.shows("set `rules.deny` in");
    let (_, save) = desk.save();
    let saved: Vec<_> = save
        .config
        .iter()
        .map(|one| (&*one.key, &*one.value, &*one.seen))
        .collect();
    assert_eq!(saved, [("budgets.day_usd", "7.5", "5")]);
}

#[test]
fn a_key_probes_the_model_that_is_chosen_and_its_row_tells_what_was_found() {
    let mut desk = Desk::on("models", 120, 40);
    let (id, job) = {
        desk.errands();
        desk.press("c");
        desk.errands().0.pop().expect("an errand")
    };
    let (provider, model) = (Some("anthropic".to_owned()), "haiku-5".to_owned());
    assert_eq!(job, BackgroundJob::Probe { provider, model });
    desk.shows("Three short requests go to haiku-5");
    desk.press("c");
    assert_eq!(desk.errands().0, [], "one at a time");
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
    desk.step(id, JobProgress::Probed(probed));
    desk.shows("anthropic/haiku-5 calls tools natively, two at once; answers from a result");
    desk.press("Down");
    desk.hides("calls tools natively");
    desk.press("Up");
    desk.shows("tools        calls tools natively, two at once");
}

#[test]
fn ctrl_c_gives_a_probe_up_and_the_screen_stays() {
    let mut desk = Desk::on("models", 120, 40);
    desk.errands();
    desk.press("c");
    let (id, _) = desk.errands().0.pop().expect("an errand");
    desk.press("Ctrl+C");
    assert_eq!(desk.errands().1, [id]);
    desk.shows("The probe of haiku-5 was given up");
}
