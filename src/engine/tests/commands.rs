//! Commands that make no sense are rejected with the reason; the others take effect.

use uuid::Uuid;

use crate::EngineConfig;
use crate::testing::harness::{Harness, SESSION, settings};
use protocol::approval::{Mode, RuleEffect, Switch};
use protocol::command::{CancelMode, Command, Toggle};
use protocol::context::{ContextKind, ContextRow};
use protocol::ids::{ContextId, RuleId};

#[test]
fn an_order_for_a_session_that_is_not_open_is_rejected() {
    let mut harness = Harness::empty(EngineConfig::default());
    harness.send("hello");
    harness.saw("rejected send_message: no such session; open it first");
    harness.command(Command::OpenSession { session: SESSION });
    harness.saw("-> load");
}

#[test]
fn a_session_is_made_and_opened_once() {
    let mut harness = Harness::new(Mode::Review);
    harness.command(Command::CreateSession {
        session: SESSION,
        settings: settings(Mode::Plan),
    });
    harness.command(Command::OpenSession { session: SESSION });
    harness.saw(
        "rejected create_session: a session with this id exists
        rejected open_session: already open",
    );
}

#[test]
fn orders_without_sense_are_rejected_with_why() {
    let mut harness = Harness::new(Mode::Review);
    let session = SESSION;
    let id = Uuid::from_u128(9);
    for (command, reason) in [
        (
            Command::send_message(session, "  \n".to_owned()),
            "rejected send_message: the message is empty",
        ),
        (
            Command::RunShell {
                session,
                command: " ".to_owned(),
            },
            "rejected run_shell: the command is empty",
        ),
        (
            Command::CancelRun {
                session,
                how: CancelMode::Gracefully,
            },
            "rejected cancel_run: nothing is running",
        ),
        (
            Command::UnqueueMessage { session },
            "rejected unqueue_message: no message is waiting",
        ),
        (
            Command::RenameSession {
                session,
                name: " ".to_owned(),
            },
            "rejected rename_session: a name has 1 to 64 letters",
        ),
        (
            Command::RevokeRule {
                session,
                rule: RuleId(id),
            },
            "rejected revoke_rule: no such rule; /confirm status lists them",
        ),
        (
            Command::ExcludeContext {
                session,
                row: ContextId(id),
            },
            "rejected exclude_context: not included; see /files",
        ),
        (
            Command::AcknowledgeInterrupted { session },
            "rejected acknowledge_interrupted: the session was not interrupted",
        ),
    ] {
        harness.command(command);
        harness.saw(reason);
    }
    harness.command(Command::AddRule {
        session,
        effect: RuleEffect::Allow,
        pattern: "shell_exec(".to_owned(),
    });
    assert!(harness.trace().starts_with("rejected add_rule: "));
}

#[test]
fn what_a_run_depends_on_is_not_changed_under_it() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.skip();
    let session = SESSION;
    for command in [
        Command::SetModel {
            session,
            provider: None,
            model: "other".to_owned(),
        },
        Command::ClearMessages { session },
        Command::RunShell {
            session,
            command: "ls".to_owned(),
        },
    ] {
        harness.command(command);
        assert!(harness.trace().contains("a run is going on; stop it first"));
    }
}

#[test]
fn without_a_model_nothing_is_sent() {
    let mut harness = Harness::empty(EngineConfig::default());
    let settings = protocol::session::SessionSettings {
        model: String::new(),
        ..settings(Mode::Review)
    };
    let session = SESSION;
    harness.command(Command::CreateSession { session, settings });
    harness.skip();
    harness.send("go");
    harness.saw("rejected send_message: no model: /start sets one up, /demo plays a recorded run");
}

#[test]
fn plan_mode_has_nothing_to_confirm() {
    let mut harness = Harness::new(Mode::Plan);
    harness.command(Command::SetConfirm {
        session: SESSION,
        switch: Switch::All,
        on: Toggle::Off,
    });
    assert!(
        harness
            .trace()
            .starts_with("rejected set_confirm: plan mode")
    );
}

#[test]
fn passthrough_comes_back_to_the_mode_before() {
    let mut harness = Harness::new(Mode::Confirm);
    for _ in 0..2 {
        harness.command(Command::TogglePassthrough { session: SESSION });
    }
    harness.saw(
        "policy passthrough Auto Auto []
        policy confirm Ask Ask []",
    );
}

#[test]
fn settings_context_and_drafts_are_kept_as_facts() {
    let mut harness = Harness::new(Mode::Review);
    let session = SESSION;
    let row = ContextRow {
        id: ContextId(Uuid::from_u128(7)),
        kind: ContextKind::File,
        file_path: "a.rs".to_owned(),
        start_line: None,
        end_line: None,
        content: None,
    };
    for command in [
        Command::RenameSession {
            session,
            name: " work ".to_owned(),
        },
        Command::SetModel {
            session,
            provider: Some("openai".to_owned()),
            model: "gpt".to_owned(),
        },
        Command::IncludeContext {
            session,
            row: row.clone(),
        },
        Command::IncludeContext {
            session,
            row: row.clone(),
        },
        Command::ExcludeContext {
            session,
            row: row.id,
        },
        Command::AddNotice {
            session,
            text: "found".to_owned(),
        },
        Command::RememberInput {
            session,
            text: "ls".to_owned(),
        },
        Command::SaveDraft {
            session,
            text: "half".to_owned(),
        },
        Command::ClearMessages { session },
    ] {
        harness.command(command);
    }
    harness.saw(
        "settings work ollama/qwen
        settings work openai/gpt
        included a.rs
        excluded
        system: found
        remembered ls
        draft half
        cleared",
    );
}

#[test]
fn a_key_in_what_was_typed_is_kept_in_no_draft_and_no_history() {
    let mut harness = Harness::new(Mode::Review);
    let session = SESSION;
    let text = "use sk-ant-api03-abcdefghijklmnopqrst".to_owned();
    for command in [
        Command::RememberInput {
            session,
            text: text.clone(),
        },
        Command::SaveDraft { session, text },
    ] {
        harness.command(command);
    }
    let told = harness.trace();
    assert!(
        told.contains("remembered use ") && told.contains("draft use "),
        "{told}"
    );
    assert!(!told.contains("abcdefghij"), "{told}");
}

#[test]
fn a_provider_that_there_is_not_is_refused_with_the_nearest() {
    let config = EngineConfig {
        providers: vec!["ollama".to_owned(), "openai".to_owned()],
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Review);
    let session = SESSION;
    for provider in ["opnai", "openai"] {
        harness.command(Command::SetModel {
            session,
            provider: Some(provider.to_owned()),
            model: "gpt".to_owned(),
        });
    }
    let told = harness.trace();
    assert!(
        told.contains("no provider opnai; the providers are: ollama, openai; did you mean openai?"),
        "{told}"
    );
    assert!(
        told.contains("settings work openai/gpt") || told.contains("openai/gpt"),
        "{told}"
    );
}
