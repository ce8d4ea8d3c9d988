//! The reasoning effort: chosen, refused, and carried over to another model.

use crate::EngineConfig;
use crate::testing::harness::{Harness, SESSION, settings};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::effort::{Effort, ReasoningRow, ReasoningTable};
use protocol::event::EventKind;
use protocol::session::{SessionSettings, SettingsChange};

fn row(models: &[&str], efforts: &[Effort]) -> ReasoningRow {
    ReasoningRow {
        provider: None,
        models: models.iter().map(|name| (*name).to_owned()).collect(),
        efforts: efforts.to_vec(),
        reasons: !efforts.is_empty(),
    }
}

fn config() -> EngineConfig {
    EngineConfig {
        reasoning: ReasoningTable(vec![
            row(&["qwen"], &[Effort::Low, Effort::High]),
            row(&["deep"], &[Effort::Off, Effort::Low, Effort::Medium]),
            row(&["plain"], &[]),
        ]),
        ..EngineConfig::default()
    }
}

fn set(effort: Effort) -> Command {
    let change = SettingsChange {
        effort: Some(effort),
        ..SettingsChange::default()
    };
    Command::ConfigureSession {
        session: SESSION,
        change,
    }
}

fn model(name: &str) -> Command {
    Command::SetModel {
        session: SESSION,
        provider: None,
        model: name.to_owned(),
    }
}

/// The session's effort, by its last recorded settings.
fn effort(harness: &Harness) -> Effort {
    let mut settings = harness.events.iter().filter_map(|event| match &event.fact {
        EventKind::SessionCreated { settings, .. } | EventKind::SessionChanged { settings } => {
            Some(settings.effort)
        }
        _ => None,
    });
    settings.next_back().expect("a session")
}

#[test]
fn an_effort_is_recorded_with_the_settings_and_one_that_the_model_lacks_is_refused() {
    let mut harness = Harness::with(config(), Mode::Review);
    harness.command(set(Effort::High));
    assert_eq!(effort(&harness), Effort::High);
    harness.skip();
    harness.command(set(Effort::Max));
    let trace = harness.trace();
    assert!(trace.contains("qwen has no effort max"), "{trace}");
    assert!(trace.contains("low, high"), "{trace}");
    assert_eq!(effort(&harness), Effort::High);
    harness.command(set(Effort::Auto));
    assert_eq!(effort(&harness), Effort::Auto);
}

#[test]
fn another_model_keeps_the_effort_as_far_as_it_has_it_and_the_user_is_told() {
    let mut harness = Harness::with(config(), Mode::Review);
    harness.command(set(Effort::High));
    harness.skip();
    harness.command(model("deep-2"));
    assert_eq!(effort(&harness), Effort::Medium);
    let trace = harness.trace();
    assert!(trace.contains("effort high is now medium"), "{trace}");
    harness.command(model("plain-7b"));
    assert_eq!(effort(&harness), Effort::Auto);
    harness.command(model("qwen"));
    assert_eq!(effort(&harness), Effort::Auto, "nothing is left to keep");
}

#[test]
fn a_configured_effort_is_for_models_that_are_known_to_reason() {
    let config = EngineConfig {
        effort: Effort::Low,
        ..config()
    };
    let mut harness = Harness::with(config, Mode::Review);
    harness.command(model("deep-2"));
    assert_eq!(effort(&harness), Effort::Low);
    harness.command(model("nobody-knows"));
    assert_eq!(effort(&harness), Effort::Auto);
}

#[test]
fn an_effort_that_was_chosen_for_an_unknown_model_is_kept() {
    let mut harness = Harness::with(config(), Mode::Review);
    harness.command(model("nobody-knows"));
    harness.command(set(Effort::XHigh));
    assert_eq!(effort(&harness), Effort::XHigh);
}

#[test]
fn a_new_session_with_an_effort_that_its_model_lacks_begins_with_the_nearest() {
    let mut harness = Harness::empty(config());
    let settings = SessionSettings {
        effort: Effort::Medium,
        ..settings(Mode::Review)
    };
    let session = SESSION;
    harness.command(Command::CreateSession { session, settings });
    assert_eq!(effort(&harness), Effort::Low);
    let trace = harness.trace();
    assert!(trace.contains("qwen has no effort medium"), "{trace}");
}

#[test]
fn model_and_effort_are_set_together() {
    let mut harness = Harness::with(config(), Mode::Review);
    let change = SettingsChange {
        model: Some("deep-2".to_owned()),
        effort: Some(Effort::Medium),
        ..SettingsChange::default()
    };
    let session = SESSION;
    harness.command(Command::ConfigureSession { session, change });
    assert_eq!(effort(&harness), Effort::Medium);
}
