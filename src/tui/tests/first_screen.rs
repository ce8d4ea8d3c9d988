//! The first screen of a session: what it says at several sizes, and that it goes.

use super::{TuiHarness, message, policy, session, settings, workspace};
use l10n::Language;
use l10n::testing::speaking;
use protocol::approval::Mode;
use protocol::effort::Effort;
use protocol::event::EventKind;
use protocol::message::Role;
use protocol::query::{FolderKind, InstructionFile, Query, Reply, WorkspaceFacts};
use protocol::session::SessionSettings;

/// A new session without a name, with these settings.
fn begun(width: u16, height: u16, settings: SessionSettings, kind: FolderKind) -> TuiHarness {
    let mut harness = TuiHarness::bare(width, height);
    harness.app.update(|model| model.show_session(session()));
    harness.fact(EventKind::SessionCreated {
        settings,
        policy: policy(Mode::Review),
    });
    let facts = WorkspaceFacts {
        instructions: vec![InstructionFile {
            name: "AGENTS.md".into(),
            tokens: 60,
        }],
        kind,
        ..workspace()
    };
    harness
        .app
        .reply(&Query::Workspace, Reply::Workspace { facts });
    harness.collect();
    harness
}

fn reasoning() -> SessionSettings {
    SessionSettings {
        name: String::new(),
        provider: "openai".into(),
        model: "gpt-5".into(),
        effort: Effort::High,
        ..settings()
    }
}

#[test]
fn it_says_where_what_answers_what_is_read_and_what_one_could_ask() {
    for (width, height) in [(160, 48), (80, 24), (40, 10)] {
        let mut harness = begun(width, height, reasoning(), FolderKind::Changed);
        let name = format!("first_screen_{width}_text");
        insta::assert_snapshot!(name, harness.text());
    }
}

#[test]
fn without_a_model_it_says_how_to_connect_one() {
    let without = SessionSettings {
        model: String::new(),
        effort: Effort::Auto,
        ..reasoning()
    };
    let mut harness = begun(80, 24, without, FolderKind::Empty);
    insta::assert_snapshot!("first_screen_no_model_text", harness.text());
}

#[test]
fn it_speaks_the_users_language() {
    for (language, words) in [
        (Language::French, "Relire mes changements"),
        (Language::Portuguese, "Revise minhas alterações"),
    ] {
        speaking(language, || {
            let mut harness = begun(80, 24, reasoning(), FolderKind::Changed);
            harness.shows(words);
            harness.shows("AGENTS.md 60 tokens");
        });
    }
}

#[test]
fn it_is_gone_with_the_first_message_and_stands_below_what_the_program_says() {
    let mut harness = begun(80, 24, reasoning(), FolderKind::Code);
    harness.fact(EventKind::MessageAdded {
        message: message(1, Role::System, "a notice"),
    });
    harness.shows("a notice");
    harness.shows("Run the tests and fix what fails");
    harness.fact(EventKind::MessageAdded {
        message: message(2, Role::User, "hello"),
    });
    assert!(!harness.text().contains("Run the tests and fix"));
}
