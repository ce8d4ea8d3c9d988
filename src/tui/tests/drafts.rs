//! Tests that typed and sent texts come back, and that nothing overwrites them.

use uuid::Uuid;

use super::{Stage, session};
use crate::protocol::command::Command;
use crate::protocol::event::{EventKind, UnqueueReason};
use crate::protocol::ids::MessageId;
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::QueuedMessage;

fn waiting(text: &str) -> QueuedMessage {
    QueuedMessage {
        id: MessageId(Uuid::from_u128(7)),
        text: text.into(),
    }
}

fn comes_back(stage: &mut Stage, text: &str, reason: UnqueueReason) {
    let message = waiting(text);
    stage.fact(EventKind::MessageUnqueued { message, reason });
}

fn draft_is(stage: &mut Stage, kept: &str) {
    let query = Query::Draft { session: session() };
    let text = kept.to_owned();
    stage.app.reply(
        &query,
        Reply::Text {
            text,
            total_lines: 1,
        },
    );
}

fn typed(stage: &Stage) -> String {
    stage.app.model().tab().unwrap().editor.text()
}

fn takes_back(stage: &mut Stage) -> usize {
    let orders = stage.orders();
    let is_it = |order: &&Command| matches!(order, Command::UnqueueMessage { .. });
    orders.iter().filter(is_it).count()
}

#[test]
fn up_in_an_empty_draft_takes_back_what_waits_and_else_walks_through_the_history() {
    let mut stage = Stage::furnished(120, 40);
    stage.press("l a t e r Enter");
    let message = waiting("later");
    stage.fact(EventKind::MessageQueued { message });
    assert!(stage.text().contains("1 queued, Up takes back"));
    stage.press("x");
    assert!(!stage.text().contains("Up takes back"));
    stage.press("Up");
    assert_eq!(typed(&stage), "later");
    assert_eq!(takes_back(&mut stage), 0);
    stage.press("Down Backspace Up");
    assert_eq!(typed(&stage), "");
    assert_eq!(takes_back(&mut stage), 1);
    comes_back(&mut stage, "later", UnqueueReason::TakenBack);
    assert_eq!(typed(&stage), "later");
    assert!(!stage.text().contains("queued"));
    // No message waits any more, so Up walks the history as usual.
    stage.press("Ctrl+U Up");
    assert_eq!(typed(&stage), "later");
    assert_eq!(takes_back(&mut stage), 0);
}

#[test]
fn what_was_kept_of_a_draft_is_there_whatever_came_before_it() {
    // After a crash, the waiting message comes back and precedes the stored draft.
    let mut stage = Stage::new(120, 40);
    comes_back(&mut stage, "waited", UnqueueReason::RunEnded);
    draft_is(&mut stage, "waited\nand begun");
    assert_eq!(typed(&stage), "waited\nand begun");
    // The draft was loaded before the message came back.
    let mut stage = Stage::new(120, 40);
    comes_back(&mut stage, "waited", UnqueueReason::RunEnded);
    draft_is(&mut stage, "begun");
    assert_eq!(typed(&stage), "begun\nwaited");
    // The user types before the draft is loaded.
    let mut stage = Stage::new(120, 40);
    stage.press("n e w");
    draft_is(&mut stage, "begun");
    assert_eq!(typed(&stage), "begun\nnew");
    // Only the first answer counts.
    stage.press("!");
    draft_is(&mut stage, "begun");
    assert_eq!(typed(&stage), "begun\nnew!");
}

#[test]
fn what_was_sent_in_the_workspace_is_the_history_of_every_session() {
    let history = |stage: &mut Stage| {
        let lines = vec!["first".to_owned(), "second".to_owned()];
        let query = Query::History { limit: 1_000 };
        stage.app.reply(&query, Reply::History { lines });
    };
    // The history is loaded before there is a session, as at every start.
    let mut stage = Stage::awaiting(120, 40);
    history(&mut stage);
    stage.created();
    stage.press("Up");
    assert_eq!(typed(&stage), "second");
    stage.press("Ctrl+U t h i r d Enter Ctrl+X n Up");
    assert_eq!(typed(&stage), "third", "in another session too");
    stage.press("Up");
    assert_eq!(typed(&stage), "second");
}

#[test]
fn a_key_that_is_pasted_is_told_of_and_stays_where_it_was_put() {
    let mut stage = Stage::furnished(160, 48);
    let key = "sk-ant-api03-abcdefghijklmnopqrst";
    stage.input(crate::tui::input::InputKind::Paste(key.to_owned()));
    let text = stage.text();
    assert!(text.contains("there is a key in what was pasted"), "{text}");
    assert_eq!(typed(&stage), key);
}
