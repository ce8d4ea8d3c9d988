//! Tests of conversations as they are read out: the user's input, and the agent's
//! words and actions.

use serde_json::json;
use uuid::Uuid;

use super::help::{PlainHarness, call, command, done, message, result, said};
use notice::Notice;
use protocol::approval::{Decision, RiskReport};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::CallId;
use protocol::message::Role;

#[test]
fn a_run_from_the_message_over_a_call_and_a_yes_to_its_end() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Run the tests");
    harness.hear(said(20, 0, "I look at the file first, then I run "));
    harness.hear(said(20, 37, "them. It takes a moment"));
    harness.hear(call(30, "read_file", json!({ "path": "src/a.rs" })));
    harness.hear(EventKind::MessageCompleted {
        message: message(
            20,
            Role::Assistant,
            "I look at the file first, then I run them. It takes a moment.",
        ),
    });
    harness.hear(result(30, "read_file", true, "src/a.rs  212 lines"));
    harness.hear(call(31, "shell_exec", json!({ "command": "cargo test" })));
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code of the workspace")),
    ));
    harness.types("1");
    harness.answer_is_taken("$ cargo test");
    harness.hear(EventKind::CallStarted {
        call: CallId(Uuid::from_u128(31)),
        allowed_by: Notice::text("your answer"),
    });
    harness.hear(result(31, "shell_exec", true, "exit 0, 12 lines"));
    harness.hear(done());
    assert_eq!(harness.decisions(), [Decision::Yes]);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_line_goes_on_behind_a_backslash_and_an_exclamation_mark_runs_a_command() {
    let mut harness = PlainHarness::begin();
    harness.types("Two lines,\\");
    harness.types("one message");
    assert_eq!(harness.messages(), ["Two lines,\none message"]);
    harness.types("!git status");
    assert!(
        matches!(harness.sent.last(), Some(Command::RunShell { command, .. }) if command == "git status")
    );
}
