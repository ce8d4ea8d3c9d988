//! Tests of the start screen over the whole screen: keys, job progress and events in, effects
//! and frames out.

use std::time::Duration;

use super::*;
use crate::l10n::Language;
use crate::l10n::tests::speaking;
use crate::protocol::catalogue::{
    BackgroundJob, ConnectionTest, FoundModel, JobProgress, MissingKey,
};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::message::Role as Speaker;
use crate::protocol::session::SessionSettings;
use crate::tui::effect::{Effect, ExitReason};
use crate::tui::input::InputKind;
use crate::tui::overlay::Overlay;
use crate::tui::settings::JobCommand;
use crate::tui::settings::tests::view;
use crate::tui::tests::prompts::prompt;
use crate::tui::tests::{Stage, message, session, settings, styles_of};

const SIZES: [(u16, u16); 4] = [(160, 48), (120, 40), (80, 24), (60, 16)];

pub(in crate::tui) fn search() -> ModelSearch {
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
        said: vec!["Ollama at http://localhost:11434 does not answer".into()],
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

pub(in crate::tui) fn without_model() -> SessionSettings {
    SessionSettings {
        model: String::new(),
        ..settings()
    }
}

/// Opens a session without a model.
fn modelless(width: u16, height: u16) -> Stage {
    let mut stage = Stage::new(width, height);
    stage.fact(EventKind::SessionChanged {
        settings: without_model(),
    });
    stage.effects.clear();
    stage
}

/// Opens a session without a model, after the search for one.
fn started(width: u16, height: u16) -> Stage {
    let mut stage = modelless(width, height);
    no_model(&mut stage);
    assert!(is_open(&stage));
    stage.wait(Duration::ZERO);
    stage.frame();
    stage
}

fn no_model(stage: &mut Stage) {
    stage.app.no_model(search());
    taken(stage);
}

fn taken(stage: &mut Stage) {
    let effects = stage.app.take_effects();
    stage.effects.extend(effects);
}

fn is_open(stage: &Stage) -> bool {
    matches!(stage.app.model().overlay, Some(Overlay::Start(_)))
}

fn draft(stage: &Stage) -> String {
    stage.app.model().tab().unwrap().editor.text()
}

/// Returns the background job started last.
#[track_caller]
fn errand(stage: &mut Stage) -> (JobId, BackgroundJob) {
    let begun = std::mem::take(&mut stage.effects).into_iter();
    let mut begun = begun.filter_map(|effect| match effect {
        Effect::Job(JobCommand::Begin(id, job)) => Some((id, *job)),
        _ => None,
    });
    begun.next_back().expect("an errand")
}

fn step(stage: &mut Stage, id: JobId, step: JobProgress) {
    stage.app.job_progress(id, Some(step));
    taken(stage);
}

/// Returns the model that the session was set to.
fn given(stage: &mut Stage) -> Option<(Option<String>, String)> {
    let mut orders = stage.orders().into_iter();
    orders.find_map(|order| match order {
        Command::SetModel {
            session: of,
            provider,
            model,
        } if of == session() => Some((provider, model)),
        _ => None,
    })
}

fn has_model(stage: &mut Stage, provider: &str, model: &str) {
    stage.fact(EventKind::SessionChanged {
        settings: SessionSettings {
            provider: provider.into(),
            model: model.into(),
            ..settings()
        },
    });
}

#[test]
fn it_looks_as_drawn() {
    for (width, height) in SIZES {
        let mut stage = started(width, height);
        insta::assert_snapshot!(format!("start_{width}_text"), stage.text());
        insta::assert_snapshot!(
            format!("start_{width}_styles"),
            styles_of(stage.screen.shown())
        );
    }
}

#[test]
fn it_looks_as_drawn_in_the_other_languages() {
    for language in [Language::French, Language::Portuguese] {
        for (width, height) in SIZES {
            let text = speaking(language, || started(width, height).text());
            insta::assert_snapshot!(format!("start_{}_{width}", language.code()), text);
        }
    }
}

#[test]
fn the_providers_of_a_way_and_what_came_of_looking_again_look_as_drawn() {
    for (width, height) in SIZES {
        let mut stage = started(width, height);
        stage.press("Enter Down");
        insta::assert_snapshot!(format!("start_keys_{width}"), stage.text());
        stage.press("Esc r");
        let (id, _) = errand(&mut stage);
        step(&mut stage, id, JobProgress::Searched(search()));
        insta::assert_snapshot!(format!("start_again_{width}"), stage.text());
    }
}

#[test]
fn every_way_and_every_key_is_shown_at_each_size() {
    for (width, height) in SIZES {
        for language in Language::ALL {
            speaking(language, || {
                let mut stage = started(width, height);
                stage.press("r");
                let (id, _) = errand(&mut stage);
                step(&mut stage, id, JobProgress::Searched(search()));
                let text = stage.text();
                for way in ["1 ", "2 ", "3 ", "4 ", "Enter", "Esc", "/start"] {
                    assert!(text.contains(way), "{way:?} {width}: {text}");
                }
            });
        }
    }
}

#[test]
fn it_comes_up_only_where_nothing_was_said_and_nothing_else_is_in_the_way() {
    // The session has a model.
    let mut stage = Stage::new(120, 40);
    no_model(&mut stage);
    assert!(!is_open(&stage));
    // The conversation has a message.
    let mut stage = modelless(120, 40);
    stage.fact(EventKind::MessageAdded {
        message: message(1, Speaker::User, "hello"),
    });
    no_model(&mut stage);
    assert!(!is_open(&stage));
    // The program's own messages do not count.
    let mut stage = modelless(120, 40);
    stage.fact(EventKind::MessageAdded {
        message: message(1, Speaker::System, "No model can be used yet"),
    });
    no_model(&mut stage);
    assert!(is_open(&stage));
    // A user who types has begun.
    let mut stage = modelless(120, 40);
    stage.press("h i");
    no_model(&mut stage);
    assert!(!is_open(&stage));
    stage.press("Backspace Backspace");
    assert!(!is_open(&stage), "nor later");
}

#[test]
fn it_waits_for_its_session_and_for_what_lies_over_it() {
    let mut stage = Stage::awaiting(120, 40);
    no_model(&mut stage);
    assert!(!is_open(&stage));
    stage.fact(EventKind::SessionCreated {
        settings: without_model(),
        policy: crate::tui::tests::policy(crate::protocol::approval::Mode::Review),
    });
    assert!(is_open(&stage));
    let mut stage = modelless(120, 40);
    stage.press("Alt+X");
    no_model(&mut stage);
    assert!(matches!(
        stage.app.model().overlay,
        Some(Overlay::Palette(_))
    ));
    stage.press("Esc");
    assert!(is_open(&stage));
}

#[test]
fn a_question_of_a_run_takes_its_place() {
    let mut stage = started(120, 40);
    stage.begin_run();
    stage.fact(EventKind::QuestionOpened { question: prompt() });
    assert!(!is_open(&stage));
    let mut stage = modelless(120, 40);
    stage.begin_run();
    stage.fact(EventKind::QuestionOpened { question: prompt() });
    no_model(&mut stage);
    assert!(!is_open(&stage));
}

#[test]
fn whoever_begins_to_write_loses_no_letter_and_starts_nothing() {
    for text in [
        "hello", "refactor", "r2d2", "3 bugs", "5", "really", "jk", "quit", "1r4x",
    ] {
        let mut stage = started(120, 40);
        for letter in text.chars() {
            stage.now += Duration::from_millis(120);
            match letter {
                ' ' => stage.key_now("Space"),
                letter => stage.key_now(&letter.to_string()),
            }
        }
        assert_eq!(draft(&stage), text, "{text}");
        assert!(!is_open(&stage), "{text}");
        let started = stage.effects.iter().any(|effect| {
            matches!(
                effect,
                Effect::Exit(_) | Effect::Send(Command::SetModel { .. })
            )
        });
        assert!(!started, "{text}: {:?}", stage.effects);
    }
}

#[test]
fn a_paste_goes_into_the_draft() {
    let mut stage = started(120, 40);
    stage.input(InputKind::Paste("fix this\nand that".into()));
    assert_eq!(draft(&stage), "fix this\nand that");
    assert!(!is_open(&stage));
}

const KEY: &str = "sk-ant-api03-quietHeron51quietHeron51";

/// Asserts that no part of the API key is on the screen, in the draft or in a command.
#[track_caller]
fn is_nowhere(stage: &mut Stage, key: &str) {
    assert_eq!(draft(stage), "");
    let text = stage.text();
    assert!(!text.contains(key), "{text}");
    let told = format!("{:?} {:?}", stage.effects, stage.app.model().starting);
    assert!(!told.contains(key), "{told}");
}

#[test]
fn a_key_that_is_pasted_is_masked_and_never_drafted() {
    for (width, height) in SIZES {
        for keys in ["", "Enter", "3 Enter"] {
            let mut stage = started(width, height);
            if !keys.is_empty() {
                stage.press(keys);
            }
            stage.input(InputKind::Paste(format!(
                "export ANTHROPIC_API_KEY={KEY}\n"
            )));
            assert!(is_open(&stage));
            let text = stage.text();
            assert!(text.contains("Whose key is it?"), "{text}");
            assert!(text.contains("> 1 anthropic"), "{text}");
            assert!(text.contains("37 letters"), "{text}");
            is_nowhere(&mut stage, "Heron");
        }
    }
}

#[test]
fn the_key_that_is_held_goes_to_where_keys_are_entered() {
    let mut stage = started(120, 40);
    stage.input(InputKind::Paste(KEY.into()));
    stage.press("Enter");
    let (id, begun) = errand(&mut stage);
    assert_eq!(begun, BackgroundJob::Look);
    step(&mut stage, id, JobProgress::Looked(Box::new(view())));
    let text = stage.text();
    assert!(
        text.contains("SET UP anthropic") && text.contains("•••"),
        "{text}"
    );
    is_nowhere(&mut stage, "Heron");
    stage.press("Enter");
    let (_, begun) = errand(&mut stage);
    assert!(begun.carries_a_key(), "{begun:?}");
}

#[test]
fn what_is_typed_where_the_key_is_asked_for_is_the_key() {
    let mut stage = started(120, 40);
    stage.press("Enter Down");
    for letter in "1r2quiet".chars() {
        stage.key_now(&letter.to_string());
    }
    let text = stage.text();
    assert!(text.contains("8 letters"), "{text}");
    assert!(
        text.contains("> 2 mistral"),
        "the mark is where it was: {text}"
    );
    is_nowhere(&mut stage, "quiet");
    stage.press("Backspace");
    assert!(stage.text().contains("7 letters"));
    stage.press("Esc");
    assert!(is_open(&stage) && !stage.text().contains("letters, not shown"));
    is_nowhere(&mut stage, "quiet");
}

#[test]
fn a_text_with_a_key_in_it_is_no_draft_and_no_key() {
    let mut stage = started(120, 40);
    stage.input(InputKind::Paste(format!("use {KEY} for it")));
    let text = stage.text();
    assert!(text.contains("There is a key in what"), "{text}");
    is_nowhere(&mut stage, "Heron");
    stage.press("Enter");
    stage.input(InputKind::Paste("two words".into()));
    let text = stage.text();
    assert!(text.contains("blanks"), "{text}");
    is_nowhere(&mut stage, "two words");
}

#[test]
fn a_key_is_not_shown_where_an_address_is_typed() {
    let mut stage = in_settings("Down Down Enter Down Down Enter");
    stage.input(InputKind::Paste(KEY.into()));
    let text = stage.text();
    assert!(text.contains("looks like a key"), "{text}");
    is_nowhere(&mut stage, "Heron");
}

#[test]
fn whoever_comes_back_after_a_save_is_told_why_there_is_no_model_and_where_the_key_is() {
    let mut stage = wizard("Enter 2 Enter");
    stage.input(InputKind::Paste("quiet.Heron-51".into()));
    stage.press("Enter");
    stage.press("Enter Enter");
    let mut after = view();
    after.providers[1].view.enabled = true;
    after.providers[1].view.api_key_configured = true;
    saved(&mut stage, after);
    let (id, _) = errand(&mut stage);
    let mut search = search();
    search.said = vec!["mistral: it refused the key".into()];
    search.keys[2].is_set = true;
    search.keys[2].from = Some(crate::protocol::catalogue::KeySource::File {
        path: "/home/me/keys".into(),
    });
    step(&mut stage, id, JobProgress::Searched(search));
    stage.press("Esc");
    assert!(is_open(&stage));
    let text = stage.text();
    for part in [
        "it refused the key",
        "mistral is saved",
        "mistral (kept in the file)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("MISTRAL_API_KEY"), "{text}");
}

#[test]
fn letters_that_chose_something_long_ago_are_no_text() {
    let mut stage = started(120, 40);
    stage.press("2 3");
    stage.now += Duration::from_secs(5);
    stage.key_now("h");
    assert_eq!(draft(&stage), "h");
}

#[test]
fn a_digit_only_chooses_and_an_enter_that_comes_with_it_goes_nowhere() {
    let mut stage = started(120, 40);
    stage.key_now("4");
    stage.key_now("Enter");
    stage.now += Duration::from_millis(300);
    stage.key_now("Enter");
    assert!(is_open(&stage));
    assert_eq!(stage.effects, []);
    stage.press("Enter");
    assert!(stage.effects.contains(&Effect::Exit(ExitReason::Demo)));
}

#[test]
fn escape_closes_it_and_its_command_and_the_palette_bring_it_back() {
    let mut stage = started(120, 40);
    stage.press("Esc");
    assert!(!is_open(&stage));
    stage.fact(EventKind::DraftSaved {
        text: String::new(),
    });
    assert!(!is_open(&stage), "not by itself");
    stage.input(InputKind::Paste("/start".into()));
    stage.press("Enter");
    assert!(is_open(&stage));
    assert!(stage.text().contains("does not answer"), "as it was known");
    stage.press("Esc Alt+X");
    stage.input(InputKind::Paste(">/start".into()));
    stage.press("Enter");
    assert!(is_open(&stage), "{}", stage.text());
}

#[test]
fn where_there_is_a_model_its_command_says_so() {
    let mut stage = Stage::new(120, 40);
    stage.input(InputKind::Paste("/start".into()));
    stage.press("Enter");
    assert!(!is_open(&stage));
    let text = stage.text();
    assert!(
        text.contains("this session has qwen3-coder of ollama"),
        "{text}"
    );
}

#[test]
fn keys_that_do_something_elsewhere_do_it_and_close_it() {
    let mut stage = started(120, 40);
    stage.press("Ctrl+X ,");
    assert!(matches!(
        stage.app.model().overlay,
        Some(Overlay::Settings(_))
    ));
    let mut stage = started(120, 40);
    stage.press("?");
    assert!(matches!(stage.app.model().overlay, Some(Overlay::Help(_))));
    let mut stage = started(120, 40);
    stage.press("Ctrl+C");
    assert!(!is_open(&stage));
}

#[test]
fn looking_again_says_what_came_of_it_and_a_model_that_is_found_is_used() {
    for keys in ["r", "2 Enter"] {
        let mut stage = started(120, 40);
        stage.press(keys);
        let (id, begun) = errand(&mut stage);
        let provider = "ollama".to_owned();
        assert_eq!(begun, BackgroundJob::FindModel { provider });
        assert!(stage.text().contains("looking for a model"));
        stage.press("Up Enter r");
        let twice = stage.effects.iter();
        let twice = twice.filter(|effect| matches!(effect, Effect::Job(_)));
        assert_eq!(twice.count(), 0, "one at a time");
        stage.press("Esc");
        let mut stage = started(120, 40);
        stage.press(keys);
        let (again, _) = errand(&mut stage);
        assert_eq!(id, again);
        step(&mut stage, again, JobProgress::Searched(search()));
        assert!(is_open(&stage));
        assert!(stage.text().contains("looked again: Ollama at"));
        stage.press("r");
        let (id, _) = errand(&mut stage);
        step(&mut stage, id, JobProgress::Searched(found()));
        assert_eq!(
            given(&mut stage),
            Some((Some("ollama".into()), "qwen3:8b".into()))
        );
        has_model(&mut stage, "ollama", "qwen3:8b");
        assert!(!is_open(&stage));
        let text = stage.text();
        assert!(text.contains("begins with qwen3:8b of ollama"), "{text}");
    }
}

#[test]
fn a_look_that_comes_to_nothing_can_be_made_again() {
    let mut stage = started(120, 40);
    stage.press("r");
    let (id, _) = errand(&mut stage);
    stage.app.job_progress(id, None);
    assert!(stage.text().contains("no answer") || is_open(&stage));
    stage.press("r");
    let (id, _) = errand(&mut stage);
    step(
        &mut stage,
        id,
        JobProgress::Failed("nothing is kept".into()),
    );
    assert!(stage.text().contains("nothing is kept"));
}

#[test]
fn a_model_that_is_found_is_used_also_by_whoever_writes_by_then() {
    let mut stage = started(120, 40);
    stage.now += Duration::from_secs(1);
    stage.key_now("r");
    let (id, _) = errand(&mut stage);
    stage.key_now("e");
    assert_eq!(draft(&stage), "re");
    step(&mut stage, id, JobProgress::Searched(found()));
    let expected = (Some("ollama".into()), "qwen3:8b".into());
    assert_eq!(given(&mut stage), Some(expected));
    assert_eq!(draft(&stage), "re");
}

/// Opens a provider's wizard through these keys.
fn wizard(keys: &str) -> Stage {
    let mut stage = started(120, 40);
    stage.press(keys);
    let (id, begun) = errand(&mut stage);
    assert_eq!(begun, BackgroundJob::Look);
    step(&mut stage, id, JobProgress::Looked(Box::new(view())));
    stage
}

#[test]
fn the_first_way_leads_to_the_key_of_a_provider_and_the_third_to_its_wizard() {
    let mut stage = wizard("Enter 2 Enter");
    let text = stage.text();
    assert!(text.contains("SET UP mistral"), "{text}");
    // A provider that may have a server of one's own also begins with its key.
    let mut stage = wizard("Enter 3 Enter");
    let text = stage.text();
    assert!(text.contains("SET UP openai"), "{text}");
    let mut stage = wizard("3 Enter 3 Enter");
    let text = stage.text();
    assert!(text.contains("SET UP ollama"), "{text}");
}

#[test]
fn whoever_leaves_the_settings_without_a_model_is_back() {
    let mut stage = wizard("Enter 2 Enter");
    stage.press("Esc");
    assert!(!is_open(&stage), "the settings are there");
    stage.press("Esc");
    assert!(is_open(&stage));
    stage.press("Esc Esc");
    assert!(!is_open(&stage));
}

#[test]
fn what_lies_over_the_settings_for_a_while_does_not_bring_it_back() {
    let mut stage = wizard("Enter 2 Enter");
    let interrupted = EventKind::SessionStatusChanged {
        status: crate::protocol::session::SessionStatus::Interrupted,
        error: None,
    };
    stage.fact(interrupted);
    stage.press("Enter");
    let text = stage.text();
    assert!(text.contains("SET UP mistral"), "{text}");
    stage.press("Esc Esc");
    assert!(is_open(&stage));
}

/// Saves, as if the save had succeeded.
#[track_caller]
fn saved(stage: &mut Stage, view: crate::protocol::catalogue::SettingsView) {
    stage.press("Ctrl+S");
    let (id, begun) = errand(stage);
    assert!(matches!(begun, BackgroundJob::Save(_)), "{begun:?}");
    let result = Ok(Vec::new());
    let view = Box::new(view);
    step(stage, id, JobProgress::Saved { result, view });
}

#[test]
fn a_key_that_is_pasted_and_saved_there_gives_the_session_its_model() {
    let mut stage = wizard("Enter 2 Enter");
    stage.input(InputKind::Paste("quiet.Heron-51".into()));
    stage.press("Enter");
    let (id, _) = errand(&mut stage);
    step(
        &mut stage,
        id,
        JobProgress::Tested(ConnectionTest {
            provider: "mistral".into(),
            success: true,
            latency_ms: Some(80),
            error_message: None,
            model_tested: None,
        }),
    );
    stage.press("Enter Enter");
    stage.effects.clear();
    let mut after = view();
    after.providers[1].view.enabled = true;
    after.providers[1].view.api_key_configured = true;
    saved(&mut stage, after);
    let (id, begun) = errand(&mut stage);
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
    step(&mut stage, id, JobProgress::Searched(search));
    assert_eq!(
        given(&mut stage),
        Some((Some("mistral".into()), "devstral".into()))
    );
    has_model(&mut stage, "mistral", "devstral");
    assert!(stage.app.model().overlay.is_none());
    let text = stage.text();
    assert!(text.contains("begins with devstral of mistral"), "{text}");
    assert!(!text.contains("Heron"));
}

#[test]
fn where_what_was_looked_at_has_no_room_it_is_said_that_there_is_more() {
    for language in Language::ALL {
        speaking(language, || {
            for ((width, height), is_cut) in [((60, 16), true), ((160, 48), false)] {
                let mut stage = started(width, height);
                stage.press("r");
                let (id, _) = errand(&mut stage);
                step(&mut stage, id, JobProgress::Searched(search()));
                let text = stage.text();
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
        let mut stage = modelless(width, height);
        stage.app.no_model(ModelSearch {
            faults: vec![fault.to_owned()],
            ..search()
        });
        taken(&mut stage);
        stage.wait(Duration::ZERO);
        let text = stage.text();
        let place = text
            .find("/home/me/.config/agentichat/config.yaml:3:1")
            .expect("whole");
        let asked = text.find("Ollama at").unwrap_or(usize::MAX);
        assert!(place < asked, "{text}");
        assert!(
            width < 80 || text.contains("Mend it and start again"),
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
fn in_settings(keys: &str) -> Stage {
    let mut stage = modelless(120, 40);
    stage.press("Ctrl+X ,");
    let (id, _) = errand(&mut stage);
    step(&mut stage, id, JobProgress::Looked(Box::new(view())));
    stage.press(keys);
    stage.effects.clear();
    stage
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
        let mut stage = in_settings(keys);
        if !text.is_empty() {
            stage.input(InputKind::Paste(text.into()));
            stage.press("Enter");
        }
        let mut after = view();
        for one in &mut after.providers {
            one.view.enabled = true;
            one.view.api_key_configured = true;
        }
        saved(&mut stage, after);
        let (id, begun) = errand(&mut stage);
        let provider = provider.to_owned();
        assert_eq!(begun, BackgroundJob::FindModel { provider }, "{keys}");
        step(&mut stage, id, JobProgress::Searched(search()));
        assert_eq!(given(&mut stage), None);
        let text = stage.app.model().notice.clone().expect("a word").1;
        assert!(text.contains("no model of it can be used"), "{text}");
    }
}

#[test]
fn a_first_model_that_is_saved_is_the_session_s_and_one_that_has_a_model_keeps_it() {
    for has_one in [false, true] {
        let mut stage = in_settings("Down Down Down Space Space");
        if has_one {
            has_model(&mut stage, "ollama", "mine");
        }
        stage.press("Enter Down Down Down Enter");
        stage.input(InputKind::Paste("gpt-5".into()));
        stage.press("Enter");
        stage.effects.clear();
        let mut after = view();
        after.providers[3].view.default_model_id = Some("gpt-5".into());
        after.providers[3].view.api_key_configured = true;
        saved(&mut stage, after);
        let expected = (Some("openai".into()), "gpt-5".into());
        assert_eq!(given(&mut stage), (!has_one).then_some(expected));
    }
}

#[test]
fn a_provider_whose_key_goes_gives_nobody_a_model() {
    let mut stage = in_settings("Down Down Down x y");
    saved(&mut stage, view());
    assert_eq!(stage.effects, []);
}

#[test]
fn a_click_chooses_and_does_nothing() {
    use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    for (width, height) in SIZES {
        let mut stage = started(width, height);
        stage.app.set_mouse(crate::tui::terminal::MouseCapture::On);
        let text = stage.text();
        let (row, line) = (0..)
            .zip(text.lines())
            .find(|(_, line)| line.contains("3 set up a provider"))
            .expect("the third way");
        let before = line.split("3 set up").next().unwrap_or_default();
        let column = u16::try_from(before.chars().count() + 4).unwrap();
        stage.input(InputKind::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
        assert!(stage.text().contains("> 3 set up"), "{width}");
        assert!(
            !stage
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Job(_)))
        );
        stage.press("Enter");
        assert!(stage.text().contains("Which provider?"));
    }
}

#[test]
fn a_model_that_comes_from_elsewhere_closes_it() {
    let mut stage = started(120, 40);
    has_model(&mut stage, "ollama", "other");
    assert!(!is_open(&stage));
    // The notice about the due start screen is gone as well.
    stage.fact(EventKind::SessionChanged {
        settings: without_model(),
    });
    assert!(!is_open(&stage));
}

#[test]
fn a_home_that_cannot_be_written_is_told_where_it_is_seen() {
    let why = "Nothing of yours can be kept: /home/me/.config/agentichat cannot be written.";
    for (width, height) in SIZES {
        let mut stage = modelless(width, height);
        stage.app.no_model(ModelSearch {
            not_kept: Some(why.to_owned()),
            ..search()
        });
        taken(&mut stage);
        stage.wait(Duration::ZERO);
        let text = stage.text();
        let said = text.find("Nothing of yours can be kept").expect("told");
        assert!(
            said < text.find("Ollama at").unwrap_or(usize::MAX),
            "{text}"
        );
    }
}
