//! Tests of conversations as they are read out: the user's input, and the agent's
//! words and actions.

use serde_json::json;
use uuid::Uuid;

use super::help::{Talk, call, command, done, message, result, said};
use crate::protocol::approval::{Decision, RiskReport};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::ids::CallId;
use crate::protocol::message::Role;

#[test]
fn a_run_from_the_message_over_a_call_and_a_yes_to_its_end() {
    let mut talk = Talk::begin();
    talk.run_begins("Run the tests");
    talk.hear(said(20, 0, "I look at the file first, then I run "));
    talk.hear(said(20, 37, "them. It takes a moment"));
    talk.hear(call(30, "read_file", json!({ "path": "src/a.rs" })));
    talk.hear(EventKind::MessageCompleted {
        message: message(
            20,
            Role::Assistant,
            "I look at the file first, then I run them. It takes a moment.",
        ),
    });
    talk.hear(result(30, "read_file", true, "src/a.rs  212 lines"));
    talk.hear(call(31, "shell_exec", json!({ "command": "cargo test" })));
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("it runs code of the workspace"),
    ));
    talk.types("1");
    talk.answer_is_taken("$ cargo test");
    talk.hear(EventKind::CallStarted {
        call: CallId(Uuid::from_u128(31)),
        allowed_by: "your answer".into(),
    });
    talk.hear(result(31, "shell_exec", true, "exit 0, 12 lines"));
    talk.hear(done());
    assert_eq!(talk.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_line_goes_on_behind_a_backslash_and_an_exclamation_mark_runs_a_command() {
    let mut talk = Talk::begin();
    talk.types("Two lines,\\");
    talk.types("one message");
    assert_eq!(talk.messages(), ["Two lines,\none message"]);
    talk.types("!git status");
    assert!(
        matches!(talk.sent.last(), Some(Command::RunShell { command, .. }) if command == "git status")
    );
}
