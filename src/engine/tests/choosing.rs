//! Choosing a model if only a provider is named; messages sent meanwhile wait for it.

use super::world::{SESSION, World, settings};
use crate::engine::{Effect, EngineConfig, Outcome};
use crate::protocol::approval::Mode;
use crate::protocol::command::{CancelMode, Command};
use crate::protocol::event::EventKind;
use crate::protocol::ids::SessionId;
use crate::protocol::session::SettingsChange;

const USE: fn(&str) -> Command = |provider| Command::SetModel {
    session: SESSION,
    provider: Some(provider.to_owned()),
    model: String::new(),
};

fn chosen(provider: &str, result: Result<&str, &str>) -> Outcome {
    Outcome::ModelChosen {
        session: SESSION,
        provider: provider.to_owned(),
        result: result.map(str::to_owned).map_err(str::to_owned),
    }
}

fn answers(world: &World) -> String {
    let mut settings = world.events.iter().filter_map(|event| match &event.fact {
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
    let mut world = World::new(Mode::Review);
    world.command(USE("openai"));
    world.saw("-> choose a model of openai");
    assert_eq!(answers(&world), "ollama/qwen", "until one is chosen");
    world.outcome(chosen("openai", Ok("gpt")));
    world.saw("settings demo openai/gpt");
    // Switch back.
    world.command(USE("ollama"));
    world.outcome(chosen("ollama", Ok("qwen")));
    world.saw(
        "-> choose a model of ollama
        settings demo ollama/qwen",
    );
    world.send("go");
    assert!(!world.trace().contains("rejected"));
}

#[test]
fn a_session_without_a_model_gets_one_by_naming_a_provider() {
    let mut world = World::empty(EngineConfig::default());
    let settings = crate::protocol::session::SessionSettings {
        model: String::new(),
        ..settings(Mode::Review)
    };
    let session = SESSION;
    world.command(Command::CreateSession { session, settings });
    world.command(USE("openai"));
    world.skip();
    world.send("go");
    assert!(
        !world.trace().contains("rejected"),
        "it waits for the model"
    );
    world.outcome(chosen("openai", Ok("gpt")));
    assert!(world.trace().contains("-> ask "));
}

#[test]
fn what_is_sent_while_a_model_is_chosen_goes_to_that_model_and_to_no_other() {
    let mut world = World::new(Mode::Review);
    world.command(USE("openai"));
    world.skip();
    world.send("first");
    world.send("second");
    world.saw("queued: first\nqueued: second");
    let asks = |world: &World| {
        let asked = world.effects.iter().filter_map(|effect| match effect {
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
        world.command(refused);
        assert!(world.trace().contains("is being asked for a model"));
    }
    assert!(asks(&world).is_empty());
    world.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(asks(&world), ["openai/gpt"]);
    assert!(world.trace().contains("delivered: first"));
    world.says("done");
    assert_eq!(asks(&world), ["openai/gpt", "openai/gpt"]);
    assert!(world.trace().contains("delivered: second"));
}

#[test]
fn where_no_model_can_be_chosen_the_old_one_stays_and_what_was_sent_comes_back() {
    let mut world = World::new(Mode::Review);
    world.command(USE("openai"));
    world.send("private words");
    world.skip();
    world.outcome(chosen(
        "openai",
        Err("there is no key; `/use openai gpt-5`"),
    ));
    world.saw(
        "rejected set_model: there is no key; `/use openai gpt-5`
        returned: private words",
    );
    assert_eq!(answers(&world), "ollama/qwen");
    assert!(
        !world
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::RequestStep { .. })),
        "it was not meant for the model that stays"
    );
}

#[test]
fn a_later_order_overtakes_the_choice() {
    let mut world = World::new(Mode::Review);
    world.command(USE("openai"));
    world.command(Command::SetModel {
        session: SESSION,
        provider: Some("mistral".to_owned()),
        model: "small".to_owned(),
    });
    world.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(answers(&world), "mistral/small");
    world.command(USE("openai"));
    world.send("go");
    world.skip();
    world.command(Command::CancelRun {
        session: SESSION,
        how: CancelMode::Gracefully,
    });
    world.saw("rejected set_model: stopped: the model stays as it was\nreturned: go");
    world.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(answers(&world), "mistral/small");
}

#[test]
fn another_provider_in_the_settings_of_a_session_takes_no_foreign_model_along() {
    let mut world = World::new(Mode::Review);
    let configure = |change| Command::ConfigureSession {
        session: SESSION,
        change,
    };
    let provider = |name: &str| SettingsChange {
        provider: Some(name.to_owned()),
        name: Some("other".to_owned()),
        ..SettingsChange::default()
    };
    world.command(configure(provider("openai")));
    world.saw("settings other ollama/qwen\n-> choose a model of openai");
    world.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(answers(&world), "openai/gpt");
}

#[test]
fn a_choice_for_a_session_that_is_gone_changes_nothing() {
    let mut world = World::new(Mode::Review);
    let before = world.events.len();
    world.outcome(Outcome::ModelChosen {
        session: SessionId(uuid::Uuid::from_u128(99)),
        provider: "openai".to_owned(),
        result: Ok("gpt".to_owned()),
    });
    world.outcome(chosen("openai", Ok("gpt")));
    assert_eq!(world.events.len(), before);
}
