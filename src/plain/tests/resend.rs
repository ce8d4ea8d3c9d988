//! Tests of resending a message, of writing messages in the user's own editor, and of rolling back
//! a single run or call.

use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use super::help::{PlainHarness, RUN, SESSION, call, done, manner, message, result};
use super::places::reply;
use crate::{Editor, Input, Interaction};
use notice::notice;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::{CallId, MessageId, SessionId};
use protocol::message::{Block, Role};
use protocol::review::rollback::{RollbackRequest, RollbackScope};
use protocol::review::{CallChanges, ReviewQuery, ReviewReply, RunChanges};
use protocol::session::ForkAt;

fn id(number: u128) -> MessageId {
    MessageId(Uuid::from_u128(number))
}

/// Adds two messages of the user with their answers.
fn said_twice(harness: &mut PlainHarness) {
    for (number, said, answer) in [(10, "First", "One."), (12, "Second", "Two.")] {
        harness.hear(EventKind::MessageAdded {
            message: message(number, Role::User, said),
        });
        harness.hear(EventKind::RunStarted {
            message: id(number),
        });
        harness.hear(EventKind::MessageCompleted {
            message: message(number + 1, Role::Assistant, answer),
        });
        harness.hear(done());
    }
}

fn in_conversation() -> PlainHarness {
    let mut harness = PlainHarness::begin();
    said_twice(&mut harness);
    harness.record.clear();
    harness
}

#[test]
fn an_answer_is_printed_as_it_was_written_by_its_number() {
    let mut harness = in_conversation();
    harness.hear(EventKind::MessageAdded {
        message: message(14, Role::Assistant, "- **Three** `x`"),
    });
    harness.record.clear();
    harness.types("/copy");
    assert_eq!(harness.record.last().unwrap(), "- **Three** `x`");
    harness.types("/copy 3");
    assert_eq!(harness.record.last().unwrap(), "One.");
    harness.types("/copy 4");
    assert!(harness.text().contains("no such answer"));
    assert!(harness.sent.is_empty());
}

/// Lets enough time pass for the question to be answerable.
fn later(harness: &mut PlainHarness) {
    harness.now += Duration::from_secs(2);
}

#[test]
fn the_last_message_is_taken_back_and_sent_anew_after_it_was_told_what_that_takes_back() {
    let mut harness = in_conversation();
    harness.types("/resend 1");
    assert!(harness.sent.is_empty(), "it is asked first");
    assert!(
        harness
            .text()
            .contains("1 message after it leave this conversation"),
        "{}",
        harness.text()
    );
    later(&mut harness);
    harness.types("edit");
    harness.types("Second, better");
    harness.types(".");
    assert_eq!(
        harness.sent,
        [Command::ResendMessage {
            session: SESSION,
            message: id(12),
            text: "Second, better".to_owned()
        }]
    );
}

#[test]
fn an_earlier_message_is_sent_in_a_copy_of_what_was_before_it() {
    let mut harness = in_conversation();
    harness.types("/resend");
    assert!(harness.text().contains("1. Second"), "{}", harness.text());
    assert!(harness.text().contains("2. First"), "{}", harness.text());
    later(&mut harness);
    harness.types("2");
    assert!(
        harness
            .text()
            .contains("this conversation stays, with 3 messages after it"),
        "{}",
        harness.text()
    );
    later(&mut harness);
    harness.types("no");
    assert!(harness.sent.is_empty(), "{:?}", harness.sent);
    // The first message has none before it: resending it starts a new session.
    harness.types("/resend 2");
    later(&mut harness);
    harness.types("send");
    let new = SessionId(Uuid::from_u128(77));
    assert!(
        matches!(harness.sent.as_slice(), [Command::CreateSession { session, .. }] if *session == new),
        "{:?}",
        harness.sent
    );
    let settings = super::help::settings();
    let policy = policy::state::initial(settings.mode, Vec::new());
    harness.hear_in(new, EventKind::SessionCreated { settings, policy });
    assert!(
        matches!(harness.sent.last(), Some(Command::SendMessage { session, text, .. }) if *session == new && text == "First"),
        "{:?}",
        harness.sent
    );
}

#[test]
fn a_note_has_no_word_of_what_the_model_is_told_with_it() {
    let mut harness = in_conversation();
    let mut note = message(14, Role::System, "What looks like a call was not run.");
    note.blocks.push(Block::Text {
        text: "Note from the workbench: write it again.".to_owned(),
    });
    harness.hear(EventKind::MessageAdded { message: note });
    let said = harness.text();
    assert!(
        said.contains("What looks like a call was not run."),
        "{said}"
    );
    assert!(!said.contains("Note from the workbench"), "{said}");
}

#[test]
fn a_message_with_something_before_it_is_sent_in_a_fork() {
    let mut harness = in_conversation();
    harness.hear(EventKind::MessageAdded {
        message: message(14, Role::User, "Third"),
    });
    harness.types("/resend 2");
    later(&mut harness);
    harness.types("1");
    assert!(
        matches!(
            harness.sent.as_slice(),
            [Command::ForkSession { at: ForkAt::Message { message }, .. }] if *message == id(11)
        ),
        "{:?}",
        harness.sent
    );
}

#[test]
fn nothing_is_taken_back_while_a_run_goes_on() {
    let mut harness = in_conversation();
    harness.hear(EventKind::RunStarted { message: id(12) });
    harness.types("/resend");
    assert!(
        harness.text().contains("/stop ends it"),
        "{}",
        harness.text()
    );
    assert!(harness.sent.is_empty());
}

#[test]
fn a_message_is_written_in_the_own_editor_and_sent_when_it_was_heard_again() {
    let mut harness = PlainHarness::unopened(Interaction {
        editor: Editor::There,
        ..manner()
    });
    harness.created();
    harness.begins();
    harness.sent.clear();
    harness.give(Input::EditLine("Half".to_owned()));
    assert!(
        harness.text().contains("=> editor \"Half\""),
        "{}",
        harness.text()
    );
    harness.give(Input::Edited(Some(
        "Half of it,\nand the rest\n".to_owned(),
    )));
    harness.mark();
    assert!(harness.messages().is_empty(), "it is asked first");
    assert!(
        harness.text().contains("and the rest"),
        "{}",
        harness.text()
    );
    later(&mut harness);
    harness.types("1");
    assert_eq!(harness.messages(), ["Half of it,\nand the rest"]);
    // If the user leaves the editor without saving, nothing is sent.
    harness.types("/edit");
    harness.give(Input::Edited(None));
    assert_eq!(harness.messages().len(), 1);
}

fn is_wish(question: &ReviewQuery, scope: &RollbackScope) -> bool {
    matches!(question, ReviewQuery::Rollback { request: RollbackRequest { scope: asked, .. } } if asked == scope)
}

#[test]
fn one_call_and_an_earlier_run_are_rolled_back_by_their_numbers() {
    let mut harness = PlainHarness::begin();
    harness.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "Write it"),
    });
    harness.hear(EventKind::RunStarted { message: id(10) });
    harness.hear(call(30, "write_file", json!({ "path": "a.rs" })));
    harness.hear(result(30, "write_file", true, "a.rs written"));
    harness.hear(done());
    harness.types("/rollback");
    harness.nothing_is_found();
    let files = |harness: &mut PlainHarness| {
        reply(
            harness,
            |question| matches!(question, ReviewQuery::Files { .. }),
            ReviewReply::Files {
                files: Vec::new(),
                last_rollback: None,
                changes: vec![CallChanges {
                    call: CallId(Uuid::from_u128(30)),
                    all: 2,
                    refused: 0,
                    taken_back: 1,
                    on_disk: 0,
                    written: 1,
                    edited: 0,
                }],
                runs: vec![RunChanges {
                    run: RUN,
                    files: 1,
                    added: 3,
                    removed: 1,
                    all: 2,
                    undecided: 0,
                    edited: 0,
                    proposed: 0,
                    refused: 0,
                    taken_back: 1,
                }],
            },
        );
    };
    harness.types("calls");
    files(&mut harness);
    assert!(
        harness
            .text()
            .contains("2 hunks, 0 rejected, 1 rolled back"),
        "{}",
        harness.text()
    );
    harness.types("call 1");
    let call = CallId(Uuid::from_u128(30));
    let asks = |harness: &PlainHarness, scope: RollbackScope| {
        harness
            .asked
            .iter()
            .any(|(_, query)| super::places::is_review(query, |question| is_wish(question, &scope)))
    };
    assert!(
        asks(&harness, RollbackScope::Call { call }),
        "{:?}",
        harness.asked
    );
    harness.nothing_is_found();
    harness.types("runs");
    files(&mut harness);
    assert!(
        harness.text().contains("Run 1, \"Write it\""),
        "{}",
        harness.text()
    );
    harness.types("run 1");
    assert!(
        asks(&harness, RollbackScope::Run { run: RUN }),
        "{:?}",
        harness.asked
    );
    harness.nothing_is_found();
    harness.types("run 7");
    assert!(
        harness.text().contains("No such run; there are 1"),
        "{}",
        harness.text()
    );
    harness.types("call x");
    assert!(harness.text().contains("from 1 to 1"), "{}", harness.text());
}

#[test]
fn what_undoing_a_rollback_changes_is_told_before_it_is_done() {
    let mut harness = PlainHarness::begin();
    harness.types("/rollback undo");
    reply(
        &mut harness,
        |question| matches!(question, ReviewQuery::Files { .. }),
        ReviewReply::Files {
            files: Vec::new(),
            last_rollback: Some(notice!("title-rollback", scope = "of the run")),
            changes: Vec::new(),
            runs: Vec::new(),
        },
    );
    later(&mut harness);
    harness.types("diff");
    assert!(harness.sent.is_empty(), "nothing is undone by it");
    reply(
        &mut harness,
        |question| matches!(question, ReviewQuery::UndoDiff),
        ReviewReply::Compared {
            diffs: Vec::new(),
            left_out: vec![("a.bin".to_owned(), notice!("told-note-no-text"))],
        },
    );
    let text = harness.text();
    assert!(text.contains("would change this on the disk"), "{text}");
    assert_eq!(
        text.matches("1. yes: undo the rollback").count(),
        2,
        "it is asked again: {text}"
    );
}

/// Replies that the last review operation was not a rollback.
fn no_rollback(harness: &mut PlainHarness) {
    reply(
        harness,
        |question| matches!(question, ReviewQuery::Files { .. }),
        ReviewReply::Files {
            files: Vec::new(),
            last_rollback: None,
            changes: Vec::new(),
            runs: Vec::new(),
        },
    );
}

#[test]
fn undoing_a_rollback_takes_back_nothing_else() {
    for (place, line) in [("", "/rollback undo"), ("/checkpoints", "undo")] {
        let mut harness = PlainHarness::begin();
        if !place.is_empty() {
            harness.types(place);
            reply(
                &mut harness,
                |question| matches!(question, ReviewQuery::Checkpoints { .. }),
                ReviewReply::Checkpoints {
                    checkpoints: Vec::new(),
                    last_rollback: None,
                },
            );
        }
        harness.types(line);
        no_rollback(&mut harness);
        assert!(harness.sent.is_empty(), "{:?}", harness.sent);
        let said = "No rollback to undo";
        assert!(harness.text().contains(said), "{}", harness.text());
    }
}
