//! Tests of the start screen over the whole screen: keys, job progress and events in, effects
//! and frames out.

use std::time::Duration;

use super::*;
use crate::dialog::help::Help;
use crate::dialog::palette::Palette;
use crate::dialog::settings::Settings;
use crate::dialog::settings::tests::view;
use crate::effect::{Effect, ExitReason};
use crate::tests::prompts::prompt;
use crate::tests::{TuiHarness, message, session, settings};
use client::input::InputKind;
use client::job::JobCommand;
use l10n::testing::speaking;
use l10n::{Language, say};
use notice::Notice;
use protocol::catalogue::{BackgroundJob, ConnectionTest, FoundModel, JobProgress, MissingKey};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::message::Role as Speaker;
use protocol::session::SessionSettings;

const SIZES: [(u16, u16); 4] = [(160, 48), (120, 40), (80, 24), (60, 16)];

pub(crate) fn search() -> ModelSearch {
    let key = |provider: &str, is_set| MissingKey {
        provider: provider.into(),
        variable: format!("{}_API_KEY", provider.to_uppercase()),
        is_set,
        from: None,
    };
    let providers = ["anthropic", "mistral", "ollama", "openai", "claude-cli"];
    ModelSearch {
        found: None,
        not_kept: None,
        faults: Vec::new(),
        said: vec![Notice::text(
            "Ollama at http://localhost:11434 does not answer",
        )],
        keys: vec![
            key("openai", false),
            key("anthropic", true),
            key("mistral", false),
        ],
        providers: providers.map(str::to_owned).to_vec(),
    }
}

fn found() -> ModelSearch {
    ModelSearch {
        found: Some(FoundModel {
            provider: "ollama".into(),
            model: "qwen3:8b".into(),
        }),
        ..search()
    }
}

pub(crate) fn without_model() -> SessionSettings {
    SessionSettings {
        model: String::new(),
        ..settings()
    }
}

/// Opens a session without a model.
fn modelless(width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::new(width, height);
    harness.fact(EventKind::SessionChanged {
        settings: without_model(),
    });
    harness.effects.clear();
    harness
}

/// Opens a session without a model, after the search for one.
fn started(width: u16, height: u16) -> TuiHarness {
    let mut harness = modelless(width, height);
    no_model(&mut harness);
    assert!(is_open(&harness));
    harness.wait(Duration::ZERO);
    harness.frame();
    harness
}

fn no_model(harness: &mut TuiHarness) {
    harness.app.no_model(search());
    taken(harness);
}

fn taken(harness: &mut TuiHarness) {
    let effects = harness.app.take_effects();
    harness.effects.extend(effects);
}

fn is_open(harness: &TuiHarness) -> bool {
    harness.app.model().dialogs.shows::<StartScreen>()
}

fn draft(harness: &TuiHarness) -> String {
    harness.app.model().sessions.tab().unwrap().editor.text()
}

/// Returns the background job started last.
#[track_caller]
fn errand(harness: &mut TuiHarness) -> (JobId, BackgroundJob) {
    let begun = std::mem::take(&mut harness.effects).into_iter();
    let mut begun = begun.filter_map(|effect| match effect {
        Effect::Job(JobCommand::Begin(id, job)) => Some((id, *job)),
        _ => None,
    });
    begun.next_back().expect("an errand")
}

fn step(harness: &mut TuiHarness, id: JobId, step: &JobProgress) {
    harness.app.job_progress(id, Some(step));
    taken(harness);
}

/// Returns the model that the session was set to.
fn given(harness: &mut TuiHarness) -> Option<(Option<String>, String)> {
    let mut orders = harness.orders().into_iter();
    orders.find_map(|order| match order {
        Command::SetModel {
            session: of,
            provider,
            model,
        } if of == session() => Some((provider, model)),
        _ => None,
    })
}

fn has_model(harness: &mut TuiHarness, provider: &str, model: &str) {
    harness.fact(EventKind::SessionChanged {
        settings: SessionSettings {
            provider: provider.into(),
            model: model.into(),
            ..settings()
        },
    });
}

/// Returns the page of the providers, and the first page after another search.
pub(crate) fn states(width: u16, height: u16) -> [(&'static str, TuiHarness); 2] {
    let mut keys = started(width, height);
    keys.press("Enter Down");
    let mut again = started(width, height);
    again.press("r");
    let (id, _) = errand(&mut again);
    step(&mut again, id, &JobProgress::Searched(search()));
    [("start_keys", keys), ("start_again", again)]
}

#[test]
fn the_providers_of_a_way_and_what_came_of_looking_again_look_as_drawn() {
    for (name, mut harness) in states(120, 40) {
        insta::assert_snapshot!(format!("{name}_120"), harness.text());
    }
}

#[test]
fn every_way_and_every_key_is_shown_at_each_size() {
    for (width, height) in SIZES {
        for language in Language::ALL {
            speaking(language, || {
                let mut harness = started(width, height);
                harness.press("r");
                let (id, _) = errand(&mut harness);
                step(&mut harness, id, &JobProgress::Searched(search()));
                let text = harness.text();
                for way in [
                    "1 ",
                    "2 ",
                    "3 ",
                    "4 ",
                    say!("keyname-enter"),
                    "Esc",
                    "/start",
                ] {
                    assert!(text.contains(way), "{way:?} {width}: {text}");
                }
            });
        }
    }
}

#[test]
fn it_comes_up_only_where_nothing_was_said_and_nothing_else_is_in_the_way() {
    // The session has a model.
    let mut harness = TuiHarness::new(120, 40);
    no_model(&mut harness);
    assert!(!is_open(&harness));
    // The conversation has a message.
    let mut harness = modelless(120, 40);
    harness.fact(EventKind::MessageAdded {
        message: message(1, Speaker::User, "hello"),
    });
    no_model(&mut harness);
    assert!(!is_open(&harness));
    // The program's own messages do not count.
    let mut harness = modelless(120, 40);
    harness.fact(EventKind::MessageAdded {
        message: message(1, Speaker::System, "No model connected yet"),
    });
    no_model(&mut harness);
    assert!(is_open(&harness));
    // A user who types has begun.
    let mut harness = modelless(120, 40);
    harness.press("h i");
    no_model(&mut harness);
    assert!(!is_open(&harness));
    harness.press("Backspace Backspace");
    assert!(!is_open(&harness), "nor later");
}

#[test]
fn the_first_screen_says_why_there_is_no_model_until_there_is_one() {
    let why = "Ollama at http://localhost:11434 does not answer";
    let mut harness = started(120, 40);
    harness.press("Esc");
    harness.shows("No model connected: /start sets one up");
    harness.shows(why);
    harness.fact(EventKind::SessionChanged {
        settings: settings(),
    });
    let text = harness.text();
    assert!(
        !text.contains("No model connected") && !text.contains(why),
        "{text}"
    );
}

#[test]
fn a_conversation_without_a_model_is_told_by_a_notice_alone() {
    let mut harness = modelless(120, 40);
    harness.fact(EventKind::MessageAdded {
        message: message(1, Speaker::User, "hello"),
    });
    no_model(&mut harness);
    harness.shows("No model connected: Ollama at http://localhost:11434 does not answer. /start");
    assert!(harness.sent.is_empty(), "nothing is stored");
}

#[test]
fn it_leaves_no_half_of_a_line_of_the_first_screen() {
    for (width, height) in [(160, 48), (120, 40), (120, 30), (80, 24)] {
        let mut harness = started(width, height);
        let text = harness.text();
        for (begin, end) in [
            ("agentichat 0", ".1.0"),
            ("New session.", "for example:"),
            ("Find what", "in the texts"),
            ("Write a README", "sums it up"),
            ("/ commands", "? all keys"),
        ] {
            assert_eq!(text.contains(begin), text.contains(end), "{width}: {text}");
        }
    }
}

#[test]
fn it_waits_for_its_session_and_for_what_lies_over_it() {
    let mut harness = TuiHarness::awaiting(120, 40);
    no_model(&mut harness);
    assert!(!is_open(&harness));
    harness.fact(EventKind::SessionCreated {
        settings: without_model(),
        policy: crate::tests::policy(protocol::approval::Mode::Review),
    });
    assert!(is_open(&harness));
    let mut harness = modelless(120, 40);
    harness.press("Alt+X");
    no_model(&mut harness);
    assert!(harness.app.model().dialogs.shows::<Palette>());
    harness.press("Esc");
    assert!(is_open(&harness));
}

#[test]
fn a_question_of_a_run_takes_its_place() {
    let mut harness = started(120, 40);
    harness.begin_run();
    harness.fact(EventKind::QuestionOpened { question: prompt() });
    assert!(!is_open(&harness));
    let mut harness = modelless(120, 40);
    harness.begin_run();
    harness.fact(EventKind::QuestionOpened { question: prompt() });
    no_model(&mut harness);
    assert!(!is_open(&harness));
}

#[test]
fn whoever_begins_to_write_loses_no_letter_and_starts_nothing() {
    for text in [
        "hello", "refactor", "r2d2", "3 bugs", "5", "really", "jk", "quit", "1r4x",
    ] {
        let mut harness = started(120, 40);
        for letter in text.chars() {
            harness.now += Duration::from_millis(120);
            match letter {
                ' ' => harness.key_now("Space"),
                letter => harness.key_now(&letter.to_string()),
            }
        }
        assert_eq!(draft(&harness), text, "{text}");
        assert!(!is_open(&harness), "{text}");
        let started = harness.effects.iter().any(|effect| {
            matches!(
                effect,
                Effect::Exit(_) | Effect::Send(Command::SetModel { .. })
            )
        });
        assert!(!started, "{text}: {:?}", harness.effects);
    }
}

#[test]
fn a_paste_goes_into_the_draft() {
    let mut harness = started(120, 40);
    harness.input(InputKind::Paste("fix this\nand that".into()));
    assert_eq!(draft(&harness), "fix this\nand that");
    assert!(!is_open(&harness));
}

const KEY: &str = "sk-ant-api03-quietHeron51quietHeron51";

/// Asserts that no part of the API key is on the screen, in the draft or in a command.
#[track_caller]
fn is_nowhere(harness: &mut TuiHarness, key: &str) {
    assert_eq!(draft(harness), "");
    let text = harness.text();
    assert!(!text.contains(key), "{text}");
    let told = format!(
        "{:?} {:?}",
        harness.effects,
        harness.app.model().dialogs.memory.starting
    );
    assert!(!told.contains(key), "{told}");
}

#[test]
fn a_key_that_is_pasted_is_masked_and_never_drafted() {
    for (width, height) in SIZES {
        for keys in ["", "Enter", "3 Enter"] {
            let mut harness = started(width, height);
            if !keys.is_empty() {
                harness.press(keys);
            }
            harness.input(InputKind::Paste(format!(
                "export ANTHROPIC_API_KEY={KEY}\n"
            )));
            assert!(is_open(&harness));
            let text = harness.text();
            assert!(text.contains("Whose key is it?"), "{text}");
            assert!(text.contains("> 1 anthropic"), "{text}");
            assert!(text.contains("37 letters"), "{text}");
            is_nowhere(&mut harness, "Heron");
        }
    }
}

#[test]
fn the_key_that_is_held_goes_to_where_keys_are_entered() {
    let mut harness = started(120, 40);
    harness.input(InputKind::Paste(KEY.into()));
    harness.press("Enter");
    let (id, begun) = errand(&mut harness);
    assert_eq!(begun, BackgroundJob::Look);
    step(&mut harness, id, &JobProgress::Looked(Box::new(view())));
    let text = harness.text();
    assert!(
        text.contains("Set up anthropic") && text.contains("•••"),
        "{text}"
    );
    is_nowhere(&mut harness, "Heron");
    harness.press("Enter");
    let (_, begun) = errand(&mut harness);
    assert!(begun.carries_a_key(), "{begun:?}");
}

#[test]
fn what_is_typed_where_the_key_is_asked_for_is_the_key() {
    let mut harness = started(120, 40);
    harness.press("Enter Down");
    for letter in "1r2quiet".chars() {
        harness.key_now(&letter.to_string());
    }
    let text = harness.text();
    assert!(text.contains("8 letters"), "{text}");
    assert!(
        text.contains("> 2 mistral"),
        "the mark is where it was: {text}"
    );
    is_nowhere(&mut harness, "quiet");
    harness.press("Backspace");
    assert!(harness.text().contains("7 letters"));
    harness.press("Esc");
    assert!(is_open(&harness) && !harness.text().contains("letters, hidden"));
    is_nowhere(&mut harness, "quiet");
}

#[test]
fn a_text_with_a_key_in_it_is_no_draft_and_no_key() {
    let mut harness = started(120, 40);
    harness.input(InputKind::Paste(format!("use {KEY} for it")));
    let text = harness.text();
    assert!(text.contains("The paste contains a key"), "{text}");
    is_nowhere(&mut harness, "Heron");
    harness.press("Enter");
    harness.input(InputKind::Paste("two words".into()));
    let text = harness.text();
    assert!(text.contains("blanks"), "{text}");
    is_nowhere(&mut harness, "two words");
}

#[test]
fn a_key_is_not_shown_where_an_address_is_typed() {
    let mut harness = in_settings("Down Down Enter Down Down Enter");
    harness.input(InputKind::Paste(KEY.into()));
    let text = harness.text();
    assert!(text.contains("looks like a key"), "{text}");
    is_nowhere(&mut harness, "Heron");
}

#[test]
fn whoever_comes_back_after_a_save_is_told_why_there_is_no_model_and_where_the_key_is() {
    let mut harness = wizard("Enter 2 Enter");
    harness.input(InputKind::Paste("quiet.Heron-51".into()));
    harness.press("Enter");
    harness.press("Enter Enter");
    let mut after = view();
    after.providers[1].view.enabled = true;
    after.providers[1].view.api_key_configured = true;
    saved(&mut harness, after);
    let (id, _) = errand(&mut harness);
    let mut search = search();
    search.said = vec![Notice::text("mistral: it refused the key")];
    search.keys[2].is_set = true;
    search.keys[2].from = Some(protocol::catalogue::KeySource::File {
        path: "/home/me/keys".into(),
    });
    step(&mut harness, id, &JobProgress::Searched(search));
    harness.press("Esc");
    assert!(is_open(&harness));
    let text = harness.text();
    for part in [
        "it refused the key",
        "mistral is saved",
        "mistral (in the file)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("MISTRAL_API_KEY"), "{text}");
}

#[test]
fn letters_that_chose_something_long_ago_are_no_text() {
    let mut harness = started(120, 40);
    harness.press("2 3");
    harness.now += Duration::from_secs(5);
    harness.key_now("h");
    assert_eq!(draft(&harness), "h");
}

#[test]
fn a_digit_that_stays_alone_takes_its_option_and_one_with_a_letter_behind_it_is_text() {
    let mut harness = started(120, 40);
    harness.wait(Duration::from_secs(1));
    harness.key_now("3");
    harness.wait(Duration::from_millis(400));
    assert!(!harness.text().contains("Which provider?"));
    harness.wait(Duration::from_millis(100));
    harness.shows("Which provider?");
    harness.press("Esc");
    harness.wait(Duration::from_secs(1));
    harness.key_now("4");
    harness.wait(Duration::from_millis(300));
    harness.key_now("x");
    harness.wait(Duration::from_secs(1));
    assert_eq!(draft(&harness), "4x");
    assert!(!harness.effects.contains(&Effect::Exit(ExitReason::Demo)));
}

#[test]
fn a_digit_only_marks_at_first_and_an_enter_that_comes_with_it_goes_nowhere() {
    let mut harness = started(120, 40);
    harness.key_now("4");
    harness.key_now("Enter");
    harness.now += Duration::from_millis(300);
    harness.key_now("Enter");
    assert!(is_open(&harness));
    assert_eq!(harness.effects, []);
    harness.press("Enter");
    assert!(harness.effects.contains(&Effect::Exit(ExitReason::Demo)));
}

#[test]
fn escape_closes_it_and_its_command_and_the_palette_bring_it_back() {
    let mut harness = started(120, 40);
    harness.press("Esc");
    assert!(!is_open(&harness));
    harness.fact(EventKind::DraftSaved {
        text: String::new(),
    });
    assert!(!is_open(&harness), "not by itself");
    harness.input(InputKind::Paste("/start".into()));
    harness.press("Enter");
    assert!(is_open(&harness));
    assert!(
        harness.text().contains("does not answer"),
        "as it was known"
    );
    harness.press("Esc Alt+X");
    harness.input(InputKind::Paste(">/start".into()));
    harness.press("Enter");
    assert!(is_open(&harness), "{}", harness.text());
}

#[test]
fn where_there_is_a_model_its_command_says_so() {
    let mut harness = TuiHarness::new(120, 40);
    harness.input(InputKind::Paste("/start".into()));
    harness.press("Enter");
    assert!(!is_open(&harness));
    let text = harness.text();
    assert!(
        text.contains("this session uses qwen3-coder from ollama"),
        "{text}"
    );
}

#[test]
fn keys_that_do_something_elsewhere_do_it_and_close_it() {
    let mut harness = started(120, 40);
    harness.press("Ctrl+X ,");
    assert!(harness.app.model().dialogs.shows::<Settings>());
    let mut harness = started(120, 40);
    harness.press("?");
    assert!(harness.app.model().dialogs.shows::<Help>());
    let mut harness = started(120, 40);
    harness.press("Ctrl+C");
    assert!(!is_open(&harness));
}

#[test]
fn looking_again_says_what_came_of_it_and_a_model_that_is_found_is_used() {
    for keys in ["r", "2 Enter"] {
        let mut harness = started(120, 40);
        harness.press(keys);
        let (id, begun) = errand(&mut harness);
        let provider = "ollama".to_owned();
        assert_eq!(begun, BackgroundJob::FindModel { provider });
        assert!(harness.text().contains("looking for a model"));
        harness.press("Up Enter r");
        let twice = harness.effects.iter();
        let twice = twice.filter(|effect| matches!(effect, Effect::Job(_)));
        assert_eq!(twice.count(), 0, "one at a time");
        harness.press("Esc");
        let mut harness = started(120, 40);
        harness.press(keys);
        let (again, _) = errand(&mut harness);
        assert_eq!(id, again);
        step(&mut harness, again, &JobProgress::Searched(search()));
        assert!(is_open(&harness));
        assert!(harness.text().contains("rechecked: Ollama at"));
        harness.press("r");
        let (id, _) = errand(&mut harness);
        step(&mut harness, id, &JobProgress::Searched(found()));
        assert_eq!(
            given(&mut harness),
            Some((Some("ollama".into()), "qwen3:8b".into()))
        );
        has_model(&mut harness, "ollama", "qwen3:8b");
        assert!(!is_open(&harness));
        let text = harness.text();
        assert!(text.contains("uses qwen3:8b from ollama"), "{text}");
    }
}

#[test]
fn a_look_that_comes_to_nothing_can_be_made_again() {
    let mut harness = started(120, 40);
    harness.press("r");
    let (id, _) = errand(&mut harness);
    harness.app.job_progress(id, None);
    assert!(harness.text().contains("no answer") || is_open(&harness));
    harness.press("r");
    let (id, _) = errand(&mut harness);
    step(
        &mut harness,
        id,
        &JobProgress::Failed(Notice::text("nothing is kept")),
    );
    assert!(harness.text().contains("nothing is kept"));
}

#[test]
fn a_model_that_is_found_is_used_also_by_whoever_writes_by_then() {
    let mut harness = started(120, 40);
    harness.now += Duration::from_secs(1);
    harness.key_now("r");
    let (id, _) = errand(&mut harness);
    harness.key_now("e");
    assert_eq!(draft(&harness), "re");
    step(&mut harness, id, &JobProgress::Searched(found()));
    let expected = (Some("ollama".into()), "qwen3:8b".into());
    assert_eq!(given(&mut harness), Some(expected));
    assert_eq!(draft(&harness), "re");
}

/// Opens a provider's wizard through these keys.
fn wizard(keys: &str) -> TuiHarness {
    let mut harness = started(120, 40);
    harness.press(keys);
    let (id, begun) = errand(&mut harness);
    assert_eq!(begun, BackgroundJob::Look);
    step(&mut harness, id, &JobProgress::Looked(Box::new(view())));
    harness
}

#[test]
fn the_first_way_leads_to_the_key_of_a_provider_and_the_third_to_its_wizard() {
    let mut harness = wizard("Enter 2 Enter");
    let text = harness.text();
    assert!(text.contains("Set up mistral"), "{text}");
    // A provider that may have a server of one's own also begins with its key.
    let mut harness = wizard("Enter 3 Enter");
    let text = harness.text();
    assert!(text.contains("Set up openai"), "{text}");
    let mut harness = wizard("3 Enter 3 Enter");
    let text = harness.text();
    assert!(text.contains("Set up ollama"), "{text}");
}

#[test]
fn whoever_leaves_the_settings_without_a_model_is_back() {
    let mut harness = wizard("Enter 2 Enter");
    harness.press("Esc");
    assert!(!is_open(&harness), "the settings are there");
    harness.press("Esc");
    assert!(is_open(&harness));
    harness.press("Esc Esc");
    assert!(!is_open(&harness));
}

#[test]
fn what_lies_over_the_settings_for_a_while_does_not_bring_it_back() {
    let mut harness = wizard("Enter 2 Enter");
    let interrupted = EventKind::SessionStatusChanged {
        status: protocol::session::SessionStatus::Interrupted,
        error: None,
    };
    harness.fact(interrupted);
    harness.press("Enter");
    let text = harness.text();
    assert!(text.contains("Set up mistral"), "{text}");
    harness.press("Esc Esc");
    assert!(is_open(&harness));
}

/// Saves, as if the save had succeeded.
#[track_caller]
fn saved(harness: &mut TuiHarness, view: protocol::catalogue::SettingsView) {
    harness.press("Ctrl+S");
    let (id, begun) = errand(harness);
    assert!(matches!(begun, BackgroundJob::Save(_)), "{begun:?}");
    let result = Ok(Vec::new());
    let view = Box::new(view);
    step(harness, id, &JobProgress::Saved { result, view });
}

#[test]
fn a_key_that_is_pasted_and_saved_there_gives_the_session_its_model() {
    let mut harness = wizard("Enter 2 Enter");
    harness.input(InputKind::Paste("quiet.Heron-51".into()));
    harness.press("Enter");
    let (id, _) = errand(&mut harness);
    step(
        &mut harness,
        id,
        &JobProgress::Tested(ConnectionTest {
            provider: "mistral".into(),
            success: true,
            latency_ms: Some(80),
            error_message: None,
            model_tested: None,
        }),
    );
    harness.press("Enter Enter");
    harness.effects.clear();
    let mut after = view();
    after.providers[1].view.enabled = true;
    after.providers[1].view.api_key_configured = true;
    saved(&mut harness, after);
    let (id, begun) = errand(&mut harness);
    let provider = "mistral".to_owned();
    assert_eq!(begun, BackgroundJob::FindModel { provider });
    let model = FoundModel {
        provider: "mistral".into(),
        model: "devstral".into(),
    };
    let search = ModelSearch {
        found: Some(model),
        ..search()
    };
    step(&mut harness, id, &JobProgress::Searched(search));
    assert_eq!(
        given(&mut harness),
        Some((Some("mistral".into()), "devstral".into()))
    );
    has_model(&mut harness, "mistral", "devstral");
    assert!(!harness.app.model().dialogs.is_open());
    let text = harness.text();
    assert!(text.contains("uses devstral from mistral"), "{text}");
    assert!(!text.contains("Heron"));
}

#[test]
fn where_what_was_looked_at_has_no_room_it_is_said_that_there_is_more() {
    for language in Language::ALL {
        speaking(language, || {
            for ((width, height), is_cut) in [((60, 16), true), ((160, 48), false)] {
                let mut harness = started(width, height);
                harness.press("r");
                let (id, _) = errand(&mut harness);
                step(&mut harness, id, &JobProgress::Searched(search()));
                let text = harness.text();
                let sign = text.lines().any(|line| line.contains("│ … "));
                assert_eq!(sign, is_cut, "{width}: {text}");
                let last = text.lines().any(|line| line.contains("/start"));
                assert!(last, "what is said of it pushes nothing out: {text}");
            }
        });
    }
}

#[test]
fn what_is_wrong_with_the_configuration_stands_first_in_what_was_looked_at() {
    let fault = "/home/me/.config/agentichat/config.yaml:3:1: modle: there is no such key; did you mean model?";
    for (width, height) in SIZES {
        let mut harness = modelless(width, height);
        harness.app.no_model(ModelSearch {
            faults: vec![Notice::text(fault)],
            ..search()
        });
        taken(&mut harness);
        harness.wait(Duration::ZERO);
        let text = harness.text();
        let (_, checked) = text.split_once("Checked").expect("the window");
        let place = checked
            .find("/home/me/.config/agentichat/config.yaml:3:1")
            .expect("whole");
        let asked = checked.find("Ollama at").unwrap_or(usize::MAX);
        assert!(place < asked, "{text}");
        assert!(
            width < 80 || text.contains("Fix it and start again"),
            "{text}"
        );
    }
}

#[test]
fn the_ways_are_told_whole_in_every_language() {
    for language in Language::ALL {
        let text = speaking(language, || started(80, 24).text());
        let ways: Vec<&str> = text
            .lines()
            .filter(|line| {
                ["> 1 ", "  2 ", "  3 ", "  4 "]
                    .iter()
                    .any(|way| line.contains(way))
            })
            .collect();
        assert_eq!(ways.len(), 4, "{text}");
        for way in ways {
            assert!(!way.contains('…'), "{}: {way}", language.code());
        }
    }
}

/// Opens the settings of a session without a model, not from the start screen.
fn in_settings(keys: &str) -> TuiHarness {
    let mut harness = modelless(120, 40);
    harness.press("Ctrl+X ,");
    let (id, _) = errand(&mut harness);
    step(&mut harness, id, &JobProgress::Looked(Box::new(view())));
    harness.press(keys);
    harness.effects.clear();
    harness
}

#[test]
fn every_change_of_a_provider_that_is_saved_gives_a_session_without_a_model_its_model() {
    // The address of a server, enabling a provider, and a key.
    for (keys, text, provider) in [
        (
            "Down Down Enter Down Down Enter Ctrl+U",
            "http://box:1",
            "ollama",
        ),
        ("Down Space", "", "mistral"),
        (
            "Enter Down Down Down Down Enter",
            "quiet.Heron-51",
            "anthropic",
        ),
    ] {
        let mut harness = in_settings(keys);
        if !text.is_empty() {
            harness.input(InputKind::Paste(text.into()));
            harness.press("Enter");
        }
        let mut after = view();
        for one in &mut after.providers {
            one.view.enabled = true;
            one.view.api_key_configured = true;
        }
        saved(&mut harness, after);
        let (id, begun) = errand(&mut harness);
        let provider = provider.to_owned();
        assert_eq!(begun, BackgroundJob::FindModel { provider }, "{keys}");
        step(&mut harness, id, &JobProgress::Searched(search()));
        assert_eq!(given(&mut harness), None);
        let text = harness.app.model().chrome.notice.clone().expect("a word").1;
        assert!(text.contains("none of its models work"), "{text}");
    }
}

#[test]
fn a_first_model_that_is_saved_is_the_session_s_and_one_that_has_a_model_keeps_it() {
    for has_one in [false, true] {
        let mut harness = in_settings("Down Down Down Space Space");
        if has_one {
            has_model(&mut harness, "ollama", "mine");
        }
        harness.press("Enter Down Down Down Enter");
        harness.input(InputKind::Paste("gpt-5".into()));
        harness.press("Enter");
        harness.effects.clear();
        let mut after = view();
        after.providers[3].view.default_model_id = Some("gpt-5".into());
        after.providers[3].view.api_key_configured = true;
        saved(&mut harness, after);
        let expected = (Some("openai".into()), "gpt-5".into());
        assert_eq!(given(&mut harness), (!has_one).then_some(expected));
    }
}

#[test]
fn a_provider_whose_key_goes_gives_nobody_a_model() {
    let mut harness = in_settings("Down Down Down x y");
    saved(&mut harness, view());
    assert_eq!(harness.effects, []);
}

#[test]
fn a_click_chooses_and_does_nothing() {
    use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    for (width, height) in SIZES {
        let mut harness = started(width, height);
        harness.app.set_mouse(crate::terminal::MouseCapture::On);
        let text = harness.text();
        let (row, line) = (0..)
            .zip(text.lines())
            .find(|(_, line)| line.contains("3 set up a provider"))
            .expect("the third way");
        let before = line.split("3 set up").next().unwrap_or_default();
        let column = u16::try_from(before.chars().count() + 4).unwrap();
        harness.input(InputKind::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
        assert!(harness.text().contains("> 3 set up"), "{width}");
        assert!(
            !harness
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Job(_)))
        );
        harness.press("Enter");
        assert!(harness.text().contains("Which provider?"));
    }
}

#[test]
fn a_model_that_comes_from_elsewhere_closes_it() {
    let mut harness = started(120, 40);
    has_model(&mut harness, "ollama", "other");
    assert!(!is_open(&harness));
    // The notice about the due start screen is gone as well.
    harness.fact(EventKind::SessionChanged {
        settings: without_model(),
    });
    assert!(!is_open(&harness));
}

#[test]
fn a_home_that_cannot_be_written_is_told_where_it_is_seen() {
    let why = "Nothing can be saved: /home/me/.config/agentichat cannot be written.";
    for (width, height) in SIZES {
        let mut harness = modelless(width, height);
        harness.app.no_model(ModelSearch {
            not_kept: Some(Notice::text(why)),
            ..search()
        });
        taken(&mut harness);
        harness.wait(Duration::ZERO);
        let text = harness.text();
        let (_, checked) = text.split_once("Checked").expect("the window");
        let said = checked.find("Nothing can be saved").expect("told");
        assert!(
            said < checked.find("Ollama at").unwrap_or(usize::MAX),
            "{text}"
        );
    }
}

#[test]
fn the_list_of_providers_says_which_one_is_for_a_server_of_ones_own() {
    let mut harness = started(80, 24);
    harness.press("Down Down Enter");
    harness.shows("also for your own server");
}
