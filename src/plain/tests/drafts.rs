//! Tests of unsent text: it is kept while it is typed, and returned if it could not be sent. Also
//! tests the user's own commands and their output.

use serde_json::json;
use uuid::Uuid;

use super::help::{PlainHarness, SESSION, done, message};
use crate::{Input, LineState};
use notice::Notice;
use protocol::call::CallResult;
use protocol::command::Command;
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::{CallId, MessageId};
use protocol::message::Role;
use protocol::session::QueuedMessage;

fn begun() -> PlainHarness {
    let mut harness = PlainHarness::begin();
    harness.begins();
    harness.sent.clear();
    harness
}

/// Returns the stored drafts in order.
fn kept(harness: &PlainHarness) -> Vec<&str> {
    let mut kept = Vec::new();
    for command in &harness.sent {
        if let Command::SaveDraft { text, .. } = command {
            kept.push(text.as_str());
        }
    }
    kept
}

#[test]
fn each_line_of_a_message_that_goes_on_is_kept_before_the_next_one() {
    let mut harness = begun();
    harness.types("first\\");
    assert_eq!(kept(&harness), ["first"]);
    harness.types("second\\");
    harness.give(Input::Typing("thi".into()));
    assert_eq!(
        kept(&harness),
        ["first", "first\nsecond", "first\nsecond\nthi"]
    );
    harness.types("third");
    assert_eq!(harness.messages(), ["first\nsecond\nthird"]);
    assert_eq!(
        kept(&harness).last(),
        Some(&""),
        "what was sent is no draft"
    );
}

#[test]
fn what_stands_in_the_line_is_kept_where_it_is_a_message() {
    let mut harness = begun();
    for line in ["/mode pl", "  "] {
        harness.give(Input::Typing(line.into()));
    }
    assert!(kept(&harness).is_empty(), "{:?}", kept(&harness));
    harness.give(Input::Typing("What is".into()));
    harness.give(Input::Typing(String::new()));
    assert_eq!(kept(&harness), ["What is", ""]);
}

#[test]
fn ctrl_c_drops_what_was_begun_and_its_draft() {
    let mut harness = begun();
    harness.types("first\\");
    harness.give(Input::Interrupt(LineState::Yes("sec".into())));
    assert_eq!(kept(&harness), ["first"], "the line alone is gone");
    harness.give(Input::Interrupt(LineState::No));
    assert_eq!(kept(&harness), ["first", ""]);
    assert!(harness.text().contains("Input dropped; Up restores it."));
}

#[test]
fn a_draft_that_is_kept_for_later_is_not_lost_by_what_is_begun_next() {
    let mut harness = PlainHarness::begin();
    harness.begins_with_draft("old");
    harness.mark();
    harness.types("keep");
    harness.types("new\\");
    assert_eq!(kept(&harness), ["old\nnew"]);
    harness.types("line");
    assert_eq!(kept(&harness), ["old\nnew", "old"]);
}

#[test]
fn a_message_that_waited_in_vain_comes_back_to_who_wrote_it_alone() {
    for (said, is_ours) in [("wait for me", true), ("of another terminal", false)] {
        let mut harness = begun();
        harness.run_begins("Go");
        harness.types("wait for me");
        let message = QueuedMessage::after_step(MessageId(Uuid::from_u128(12)), said.into());
        harness.hear(EventKind::MessageQueued {
            message: message.clone(),
        });
        harness.hear(EventKind::MessageUnqueued {
            message,
            reason: UnqueueReason::RunEnded,
        });
        let back = harness.text().contains("/resend sends it");
        assert_eq!(back, is_ours, "{}", harness.text());
        harness.hear(done());
        assert_eq!(
            kept(&harness).contains(&said),
            is_ours,
            "{:?}",
            kept(&harness)
        );
    }
}

#[test]
fn messages_that_waited_in_vain_come_back_in_the_order_in_which_the_user_wrote_them() {
    let mut harness = begun();
    harness.run_begins("Go");
    let waiting = [(12, "one"), (13, "two"), (14, "three")];
    let waiting = waiting
        .map(|(id, said)| QueuedMessage::after_step(MessageId(Uuid::from_u128(id)), said.into()));
    for message in waiting.clone() {
        harness.types(&message.text);
        harness.hear(EventKind::MessageQueued { message });
    }
    harness.types("begun\\");
    for message in waiting.into_iter().rev() {
        harness.hear(EventKind::MessageUnqueued {
            message,
            reason: UnqueueReason::RunEnded,
        });
    }
    harness.hear(done());
    assert_eq!(kept(&harness).last(), Some(&"one\ntwo\nthree\nbegun"));
}

#[test]
fn a_command_of_the_users_own_is_no_work_of_the_agents() {
    let mut harness = begun();
    harness.types("!ls");
    harness.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "!ls"),
    });
    harness.hear(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    assert!(
        !harness.text().contains("The agent works"),
        "{}",
        harness.text()
    );
    assert_eq!(harness.plain.session(), Some(SESSION));
    let call = CallId(Uuid::from_u128(5));
    harness.hear(EventKind::CallCompleted {
        message: MessageId(Uuid::from_u128(11)),
        result: CallResult {
            call,
            provider_id: call.to_string(),
            tool: "shell_exec".into(),
            ok: true,
            content: json!({
                "exit_code": 0, "output": "one\ntwo\n", "truncated": true, "lines": 2, "duration_ms": 3,
                "whole_output": "/outputs/1.log", "ran_in": "disk"
            }),
            summary: Notice::text("exit 0, 2 lines"),
            error: None,
            duration_ms: 3,
        },
    });
    let said = "one\ntwo\nThe whole output is in /outputs/1.log.\nran in: sandbox on the disk";
    assert!(
        harness.text().ends_with(said),
        "its output alone: {}",
        harness.text()
    );
}
