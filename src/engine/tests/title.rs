//! The name of a session that has none: from its first message.

use crate::EngineConfig;
use crate::testing::harness::{Harness, SESSION, settings};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::session::SessionSettings;

fn unnamed() -> Harness {
    let mut harness = Harness::empty(EngineConfig::default());
    let settings = SessionSettings {
        name: String::new(),
        ..settings(Mode::Review)
    };
    let session = SESSION;
    harness.command(Command::CreateSession { session, settings });
    harness
}

fn names(harness: &Harness) -> Vec<&str> {
    let changed = harness.events.iter().filter_map(|event| match &event.fact {
        EventKind::SessionChanged { settings } => Some(settings.name.as_str()),
        _ => None,
    });
    changed.collect()
}

#[test]
fn a_session_is_named_after_its_first_message_and_after_no_later_one() {
    let mut harness = unnamed();
    harness.send("Fix the tests\nand run them");
    assert_eq!(names(&harness), ["Fix the tests"]);
    harness.says("done");
    harness.send("Now something else");
    assert_eq!(names(&harness), ["Fix the tests"]);
}

#[test]
fn a_name_that_the_user_gave_stays() {
    let mut harness = unnamed();
    harness.command(Command::RenameSession {
        session: SESSION,
        name: "mine".to_owned(),
    });
    harness.send("Fix the tests");
    assert_eq!(names(&harness), ["mine"]);
}

#[test]
fn a_key_in_the_message_does_not_get_into_the_name() {
    let mut harness = unnamed();
    harness.send("use sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA please");
    assert!(
        !names(&harness)[0].contains("AAAAAAAA"),
        "{:?}",
        names(&harness)
    );
}
