//! Tests of resending a message, of writing messages in the user's own editor, and of rolling back
//! a single run or call.

use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use super::help::{RUN, SESSION, Talk, call, done, manner, message, result};
use super::places::reply;
use crate::plain::{Editor, Input, Interaction};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::ids::{CallId, MessageId, SessionId};
use crate::protocol::message::{Block, Role};
use crate::protocol::review::rollback::{RollbackRequest, RollbackScope};
use crate::protocol::review::{CallChanges, ReviewQuery, ReviewReply, RunChanges};
use crate::protocol::session::ForkAt;

fn id(number: u128) -> MessageId {
    MessageId(Uuid::from_u128(number))
}

/// Adds two messages of the user with their answers.
fn said_twice(talk: &mut Talk) {
    for (number, said, answer) in [(10, "First", "One."), (12, "Second", "Two.")] {
        talk.hear(EventKind::MessageAdded {
            message: message(number, Role::User, said),
        });
        talk.hear(EventKind::RunStarted {
            message: id(number),
        });
        talk.hear(EventKind::MessageCompleted {
            message: message(number + 1, Role::Assistant, answer),
        });
        talk.hear(done());
    }
}

fn in_conversation() -> Talk {
    let mut talk = Talk::begin();
    said_twice(&mut talk);
    talk.record.clear();
    talk
}

/// Lets enough time pass for the question to be answerable.
fn later(talk: &mut Talk) {
    talk.now += Duration::from_secs(2);
}

#[test]
fn the_last_message_is_taken_back_and_sent_anew_after_it_was_told_what_that_takes_back() {
    let mut talk = in_conversation();
    talk.types("/resend 1");
    assert!(talk.sent.is_empty(), "it is asked first");
    assert!(
        talk.text().contains("1 message after it are taken back"),
        "{}",
        talk.text()
    );
    later(&mut talk);
    talk.types("edit");
    talk.types("Second, better");
    talk.types(".");
    assert_eq!(
        talk.sent,
        [Command::ResendMessage {
            session: SESSION,
            message: id(12),
            text: "Second, better".to_owned()
        }]
    );
}

#[test]
fn an_earlier_message_is_sent_in_a_copy_of_what_was_before_it() {
    let mut talk = in_conversation();
    talk.types("/resend");
    assert!(talk.text().contains("1. Second"), "{}", talk.text());
    assert!(talk.text().contains("2. First"), "{}", talk.text());
    later(&mut talk);
    talk.types("2");
    assert!(
        talk.text()
            .contains("nothing is taken back here, with 3 messages after it"),
        "{}",
        talk.text()
    );
    later(&mut talk);
    talk.types("no");
    assert!(talk.sent.is_empty(), "{:?}", talk.sent);
    // The first message has none before it: resending it starts a new session.
    talk.types("/resend 2");
    later(&mut talk);
    talk.types("send");
    let new = SessionId(Uuid::from_u128(77));
    assert!(
        matches!(talk.sent.as_slice(), [Command::CreateSession { session, .. }] if *session == new),
        "{:?}",
        talk.sent
    );
    let settings = super::help::settings();
    let policy = crate::policy::state::initial(settings.mode, Vec::new());
    talk.hear_in(new, EventKind::SessionCreated { settings, policy });
    assert!(
        matches!(talk.sent.last(), Some(Command::SendMessage { session, text }) if *session == new && text == "First"),
        "{:?}",
        talk.sent
    );
}

#[test]
fn a_note_has_no_word_of_what_the_model_is_told_with_it() {
    let mut talk = in_conversation();
    let mut note = message(14, Role::System, "What looks like a call was not run.");
    note.blocks.push(Block::Text {
        text: "Note from the workbench: write it again.".to_owned(),
    });
    talk.hear(EventKind::MessageAdded { message: note });
    let said = talk.text();
    assert!(
        said.contains("What looks like a call was not run."),
        "{said}"
    );
    assert!(!said.contains("Note from the workbench"), "{said}");
}

#[test]
fn a_message_with_something_before_it_is_sent_in_a_fork() {
    let mut talk = in_conversation();
    talk.hear(EventKind::MessageAdded {
        message: message(14, Role::User, "Third"),
    });
    talk.types("/resend 2");
    later(&mut talk);
    talk.types("1");
    assert!(
        matches!(
            talk.sent.as_slice(),
            [Command::ForkSession { at: ForkAt::Message { message }, .. }] if *message == id(11)
        ),
        "{:?}",
        talk.sent
    );
}

#[test]
fn nothing_is_taken_back_while_a_run_goes_on() {
    let mut talk = in_conversation();
    talk.hear(EventKind::RunStarted { message: id(12) });
    talk.types("/resend");
    assert!(talk.text().contains("/stop ends it"), "{}", talk.text());
    assert!(talk.sent.is_empty());
}

#[test]
fn a_message_is_written_in_the_own_editor_and_sent_when_it_was_heard_again() {
    let mut talk = Talk::unopened(Interaction {
        editor: Editor::There,
        ..manner()
    });
    talk.created();
    talk.begins();
    talk.sent.clear();
    talk.give(Input::EditLine("Half".to_owned()));
    assert!(
        talk.text().contains("=> editor \"Half\""),
        "{}",
        talk.text()
    );
    talk.give(Input::Edited(Some(
        "Half of it,\nand the rest\n".to_owned(),
    )));
    talk.mark();
    assert!(talk.messages().is_empty(), "it is asked first");
    assert!(talk.text().contains("and the rest"), "{}", talk.text());
    later(&mut talk);
    talk.types("1");
    assert_eq!(talk.messages(), ["Half of it,\nand the rest"]);
    // If the user leaves the editor without saving, nothing is sent.
    talk.types("/edit");
    talk.give(Input::Edited(None));
    assert_eq!(talk.messages().len(), 1);
}

fn is_wish(question: &ReviewQuery, scope: &RollbackScope) -> bool {
    matches!(question, ReviewQuery::Rollback { request: RollbackRequest { scope: asked, .. } } if asked == scope)
}

#[test]
fn one_call_and_an_earlier_run_are_rolled_back_by_their_numbers() {
    let mut talk = Talk::begin();
    talk.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "Write it"),
    });
    talk.hear(EventKind::RunStarted { message: id(10) });
    talk.hear(call(30, "write_file", json!({ "path": "a.rs" })));
    talk.hear(result(30, "write_file", true, "a.rs written"));
    talk.hear(done());
    talk.types("/rollback");
    talk.nothing_is_found();
    let files = |talk: &mut Talk| {
        reply(
            talk,
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
    talk.types("calls");
    files(&mut talk);
    assert!(
        talk.text().contains("2 hunks, 0 rejected, 1 rolled back"),
        "{}",
        talk.text()
    );
    talk.types("call 1");
    let call = CallId(Uuid::from_u128(30));
    let asks = |talk: &Talk, scope: RollbackScope| {
        talk.asked
            .iter()
            .any(|(_, query)| super::places::is_review(query, |question| is_wish(question, &scope)))
    };
    assert!(
        asks(&talk, RollbackScope::Call { call }),
        "{:?}",
        talk.asked
    );
    talk.nothing_is_found();
    talk.types("runs");
    files(&mut talk);
    assert!(
        talk.text().contains("Run 1, \"Write it\""),
        "{}",
        talk.text()
    );
    talk.types("run 1");
    assert!(
        asks(&talk, RollbackScope::Run { run: RUN }),
        "{:?}",
        talk.asked
    );
    talk.nothing_is_found();
    talk.types("run 7");
    assert!(
        talk.text().contains("There is no such run; there are 1"),
        "{}",
        talk.text()
    );
    talk.types("call x");
    assert!(talk.text().contains("from 1 to 1"), "{}", talk.text());
}

#[test]
fn what_undoing_a_rollback_changes_is_told_before_it_is_done() {
    let mut talk = Talk::begin();
    talk.types("/rollback undo");
    reply(
        &mut talk,
        |question| matches!(question, ReviewQuery::Files { .. }),
        ReviewReply::Files {
            files: Vec::new(),
            last_rollback: Some("rollback of the run".to_owned()),
            changes: Vec::new(),
            runs: Vec::new(),
        },
    );
    later(&mut talk);
    talk.types("diff");
    assert!(talk.sent.is_empty(), "nothing is undone by it");
    reply(
        &mut talk,
        |question| matches!(question, ReviewQuery::UndoDiff),
        ReviewReply::Compared {
            diffs: Vec::new(),
            left_out: vec![("a.bin".to_owned(), "it is no text".to_owned())],
        },
    );
    let text = talk.text();
    assert!(text.contains("would change this on the disk"), "{text}");
    assert_eq!(
        text.matches("1. yes: undo the rollback").count(),
        2,
        "it is asked again: {text}"
    );
}

/// Replies that the last review operation was not a rollback.
fn no_rollback(talk: &mut Talk) {
    reply(
        talk,
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
        let mut talk = Talk::begin();
        if !place.is_empty() {
            talk.types(place);
            reply(
                &mut talk,
                |question| matches!(question, ReviewQuery::Checkpoints { .. }),
                ReviewReply::Checkpoints {
                    checkpoints: Vec::new(),
                    last_rollback: None,
                },
            );
        }
        talk.types(line);
        no_rollback(&mut talk);
        assert!(talk.sent.is_empty(), "{:?}", talk.sent);
        let said = "There is no rollback to undo";
        assert!(talk.text().contains(said), "{}", talk.text());
    }
}
