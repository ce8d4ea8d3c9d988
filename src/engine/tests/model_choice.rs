//! Choice of a model after a change that names only a provider; messages sent before it wait for
//! it.

use crate::testing::harness::{Harness, SESSION, settings};
use crate::{Effect, EngineConfig, Outcome};
use notice::Notice;
use protocol::approval::Mode;
use protocol::command::{CancelMode, Command};
use protocol::event::EventKind;
use protocol::ids::SessionId;
use protocol::session::SettingsChange;

const USE: fn(&str) -> Command = |provider| Command::SetModel {
    session: SESSION,
    provider: Some(provider.to_owned()),
    model: String::new(),
};

fn chosen(provider: &str, result: Result<&str, &str>) -> Outcome {
    Outcome::ModelChosen {
        session: SESSION,
        provider: provider.to_owned(),
        result: result.map(str::to_owned).map_err(Notice::text),
    }
}

fn answers(harness: &Harness) -> String {
    let mut settings = harness.events.iter().filter_map(|event| match &event.fact {
        EventKind::SessionCreated { settings, .. } | EventKind::SessionChanged { settings } => {
            Some(settings)
        }
        _ => None,
    });
    let last = settings.next_back().unwrap();
    format!("{}/{}", last.provider, last.model)
}

#[test]
fn a_provider_that_is_named_alone_has_a_model_chosen_and_never_leaves_none() {
    let mut harness = Harness::new(Mode::Review);
    harness.command(USE("openai"));
    harness.saw("-> choose a model of openai");
    assert_eq!(answers(&harness), "ollama/qwen", "until one is chosen");
    harness.outcome(chosen("openai", Ok("gpt")));
    harness.saw("settings demo openai/gpt");
    // Switch back.
    harness.command(USE("ollama"));
    harness.outcome(chosen("ollama", Ok("qwen")));
    harness.saw(
        "-> choose a model of ollama
        settings demo ollama/qwen",
    );
    harness.send("go");
    assert!(!harness.trace().contains("rejected"));
}

#[test]
fn a_session_without_a_model_gets_one_by_naming_a_provider() {
    let mut harness = Harness::empty(EngineConfig::default());
    let settings = protocol::session::SessionSettings {
        model: String::new(),
        ..settings(Mode::Review)
    };
    let session = SESSION;
    harness.command(Command::CreateSession { session, settings });
    harness.command(USE("openai"));
    harness.skip();
    harness.send("go");
    assert!(
        !harness.trace().contains("rejected"),
        "it waits for the model"
    );
    harness.outcome(chosen("openai", Ok("gpt")));
    assert!(harness.trace().contains("-> ask "));
}

#[test]
fn what_is_sent_while_a_model_is_chosen_goes_to_that_model_and_to_no_other() {
    let mut harness = Harness::new(Mode::Review);
    harness.command(USE("openai"));
    harness.skip();
    harness.send("first");
    harness.send("second");
    harness.saw("queued: first\nqueued: second");
    let asks = |harness: &Harness| {
        let asked = harness.effects.iter().filter_map(|effect| match effect {
            Effect::RequestStep { target, .. } => Some(target.to_string()),
            _ => None,
        });
        asked.collect::<Vec<_>>()
    };
    for refused in [
        Command::RunShell {
            session: SESSION,
            command: "ls".to_owned(),
        },
        Command::Compact {
            session: SESSION,
            words: String::new(),
        },
    ] {
        harness.command(refused);
        assert!(
            harness
                .trace()
                .contains("for a model; try again when it has answered")
        );
    }
    assert!(asks(&harness).is_empty());
    harness.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(asks(&harness), ["openai/gpt"]);
    assert!(harness.trace().contains("delivered: first"));
    harness.says("done");
    assert_eq!(asks(&harness), ["openai/gpt", "openai/gpt"]);
    assert!(harness.trace().contains("delivered: second"));
}

#[test]
fn where_no_model_can_be_chosen_the_old_one_stays_and_what_was_sent_comes_back() {
    let mut harness = Harness::new(Mode::Review);
    harness.command(USE("openai"));
    harness.send("private words");
    harness.skip();
    harness.outcome(chosen(
        "openai",
        Err("there is no key; `/use openai gpt-5`"),
    ));
    harness.saw(
        "rejected set_model: there is no key; `/use openai gpt-5`
        returned: private words",
    );
    assert_eq!(answers(&harness), "ollama/qwen");
    assert!(
        !harness
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::RequestStep { .. })),
        "it was not meant for the model that stays"
    );
}

#[test]
fn a_later_order_overtakes_the_choice() {
    let mut harness = Harness::new(Mode::Review);
    harness.command(USE("openai"));
    harness.command(Command::SetModel {
        session: SESSION,
        provider: Some("mistral".to_owned()),
        model: "small".to_owned(),
    });
    harness.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(answers(&harness), "mistral/small");
    harness.command(USE("openai"));
    harness.send("go");
    harness.skip();
    harness.command(Command::CancelRun {
        session: SESSION,
        how: CancelMode::Gracefully,
    });
    harness.saw("rejected set_model: stopped: the model is unchanged\nreturned: go");
    harness.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(answers(&harness), "mistral/small");
}

#[test]
fn another_provider_in_the_settings_of_a_session_takes_no_foreign_model_along() {
    let mut harness = Harness::new(Mode::Review);
    let configure = |change| Command::ConfigureSession {
        session: SESSION,
        change,
    };
    let provider = |name: &str| SettingsChange {
        provider: Some(name.to_owned()),
        name: Some("other".to_owned()),
        ..SettingsChange::default()
    };
    harness.command(configure(provider("openai")));
    harness.saw("settings other ollama/qwen\n-> choose a model of openai");
    harness.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(answers(&harness), "openai/gpt");
}

#[test]
fn a_choice_for_a_session_that_is_gone_changes_nothing() {
    let mut harness = Harness::new(Mode::Review);
    let before = harness.events.len();
    harness.outcome(Outcome::ModelChosen {
        session: SessionId(uuid::Uuid::from_u128(99)),
        provider: "openai".to_owned(),
        result: Ok("gpt".to_owned()),
    });
    harness.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(harness.events.len(), before);
}
