//! Tests of unsent text: it is kept while it is typed, and returned if it could not be sent. Also
//! tests the user's own commands and their output.

use serde_json::json;
use uuid::Uuid;

use super::help::{SESSION, Talk, done, message};
use crate::plain::{Input, LineState};
use crate::protocol::call::CallResult;
use crate::protocol::command::Command;
use crate::protocol::event::{EventKind, UnqueueReason};
use crate::protocol::ids::{CallId, MessageId};
use crate::protocol::message::Role;
use crate::protocol::session::QueuedMessage;

fn begun() -> Talk {
    let mut talk = Talk::begin();
    talk.begins();
    talk.sent.clear();
    talk
}

/// Returns the stored drafts in order.
fn kept(talk: &Talk) -> Vec<&str> {
    let mut kept = Vec::new();
    for command in &talk.sent {
        if let Command::SaveDraft { text, .. } = command {
            kept.push(text.as_str());
        }
    }
    kept
}

#[test]
fn each_line_of_a_message_that_goes_on_is_kept_before_the_next_one() {
    let mut talk = begun();
    talk.types("first\\");
    assert_eq!(kept(&talk), ["first"]);
    talk.types("second\\");
    talk.give(Input::Typing("thi".into()));
    assert_eq!(
        kept(&talk),
        ["first", "first\nsecond", "first\nsecond\nthi"]
    );
    talk.types("third");
    assert_eq!(talk.messages(), ["first\nsecond\nthird"]);
    assert_eq!(kept(&talk).last(), Some(&""), "what was sent is no draft");
}

#[test]
fn what_stands_in_the_line_is_kept_where_it_is_a_message() {
    let mut talk = begun();
    for line in ["/mode pl", "  "] {
        talk.give(Input::Typing(line.into()));
    }
    assert!(kept(&talk).is_empty(), "{:?}", kept(&talk));
    talk.give(Input::Typing("What is".into()));
    talk.give(Input::Typing(String::new()));
    assert_eq!(kept(&talk), ["What is", ""]);
}

#[test]
fn ctrl_c_drops_what_was_begun_and_its_draft() {
    let mut talk = begun();
    talk.types("first\\");
    talk.give(Input::Interrupt(LineState::Yes("sec".into())));
    assert_eq!(kept(&talk), ["first"], "the line alone is gone");
    talk.give(Input::Interrupt(LineState::No));
    assert_eq!(kept(&talk), ["first", ""]);
    assert!(
        talk.text()
            .contains("What was begun is dropped; Up brings it back.")
    );
}

#[test]
fn a_draft_that_is_kept_for_later_is_not_lost_by_what_is_begun_next() {
    let mut talk = Talk::begin();
    talk.begins_with_draft("old");
    talk.mark();
    talk.types("keep");
    talk.types("new\\");
    assert_eq!(kept(&talk), ["old\nnew"]);
    talk.types("line");
    assert_eq!(kept(&talk), ["old\nnew", "old"]);
}

#[test]
fn a_message_that_waited_in_vain_comes_back_to_who_wrote_it_alone() {
    for (said, is_ours) in [("wait for me", true), ("of another terminal", false)] {
        let mut talk = begun();
        talk.run_begins("Go");
        talk.types("wait for me");
        let message = QueuedMessage {
            id: MessageId(Uuid::from_u128(12)),
            text: said.into(),
        };
        talk.hear(EventKind::MessageQueued {
            message: message.clone(),
        });
        talk.hear(EventKind::MessageUnqueued {
            message,
            reason: UnqueueReason::RunEnded,
        });
        let back = talk.text().contains("/resend sends it");
        assert_eq!(back, is_ours, "{}", talk.text());
        talk.hear(done());
        assert_eq!(kept(&talk).contains(&said), is_ours, "{:?}", kept(&talk));
    }
}

#[test]
fn a_command_of_the_humans_own_is_no_work_of_the_agents() {
    let mut talk = begun();
    talk.types("!ls");
    talk.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "!ls"),
    });
    talk.hear(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    assert!(!talk.text().contains("The agent works"), "{}", talk.text());
    assert_eq!(talk.plain.session(), Some(SESSION));
    let call = CallId(Uuid::from_u128(5));
    talk.hear(EventKind::CallCompleted {
        message: MessageId(Uuid::from_u128(11)),
        result: CallResult {
            call,
            provider_id: call.to_string(),
            tool: "shell_exec".into(),
            ok: true,
            content: json!({
                "exit_code": 0, "output": "one\ntwo\n", "truncated": true, "lines": 2, "duration_ms": 3,
                "whole_output": "/outputs/1.log"
            }),
            summary: "exit 0, 2 lines".into(),
            error: None,
            duration_ms: 3,
        },
    });
    let said = "one\ntwo\nThe whole output is in /outputs/1.log.";
    assert!(
        talk.text().ends_with(said),
        "its output alone: {}",
        talk.text()
    );
}
