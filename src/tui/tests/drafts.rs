//! Tests that typed and sent texts come back, and that nothing overwrites them.

use uuid::Uuid;

use super::{TuiHarness, session};
use protocol::command::Command;
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::MessageId;
use protocol::query::{Query, Reply};
use protocol::session::{DeliveryPoint, QueuedMessage};

fn waiting(text: &str) -> QueuedMessage {
    QueuedMessage::after_step(MessageId(Uuid::from_u128(7)), text.into())
}

fn restored_visibility(harness: &mut TuiHarness, text: &str, reason: UnqueueReason) {
    let message = waiting(text);
    harness.fact(EventKind::MessageUnqueued { message, reason });
}

fn draft_is(harness: &mut TuiHarness, kept: &str) {
    let query = Query::Draft { session: session() };
    let text = kept.to_owned();
    harness.app.reply(
        &query,
        Reply::Text {
            text,
            total_lines: 1,
        },
    );
}

fn typed(harness: &TuiHarness) -> String {
    harness.app.model().sessions.tab().unwrap().editor.text()
}

fn takes_back(harness: &mut TuiHarness) -> usize {
    let orders = harness.orders();
    let is_it = |order: &&Command| matches!(order, Command::UnqueueMessage { .. });
    orders.iter().filter(is_it).count()
}

#[test]
fn up_in_an_empty_draft_takes_back_what_waits_and_else_walks_through_the_history() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("l a t e r Enter");
    let message = waiting("later");
    harness.fact(EventKind::MessageQueued { message });
    assert!(harness.text().contains("1 queued, Up edits"));
    harness.press("x");
    assert!(!harness.text().contains("Up takes back"));
    harness.press("Up");
    assert_eq!(typed(&harness), "later");
    assert_eq!(takes_back(&mut harness), 0);
    harness.press("Down Backspace Up");
    assert_eq!(typed(&harness), "");
    assert_eq!(takes_back(&mut harness), 1);
    restored_visibility(&mut harness, "later", UnqueueReason::TakenBack);
    assert_eq!(typed(&harness), "later");
    assert!(!harness.text().contains("queued"));
    // No message waits any more, so Up walks the history as usual.
    harness.press("Ctrl+U Up");
    assert_eq!(typed(&harness), "later");
    assert_eq!(takes_back(&mut harness), 0);
}

/// Returns the messages that were sent, with when they reach the agent.
fn sends(harness: &mut TuiHarness) -> Vec<(String, DeliveryPoint)> {
    let orders = harness.orders().into_iter();
    let sent = orders.filter_map(|order| match order {
        Command::SendMessage { text, deliver, .. } => Some((text, deliver)),
        _ => None,
    });
    sent.collect()
}

fn for_the_end(text: &str) -> QueuedMessage {
    QueuedMessage {
        deliver: DeliveryPoint::AfterRun,
        ..waiting(text)
    }
}

#[test]
fn in_a_run_enter_sends_after_the_step_and_tab_for_the_end_and_the_rows_say_so() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.shows("Ctrl+C stops");
    harness.press("n o w");
    harness.shows("Enter send after this step  Tab queue for the end");
    harness.input(client::input::InputKind::Resize(66, 24));
    harness.press("y");
    harness.shows("Tab queue for the end");
    harness.hides("Enter send after this step");
    harness.input(client::input::InputKind::Resize(120, 40));
    harness.press("Backspace Enter l a t e r Tab");
    assert_eq!(typed(&harness), "");
    assert_eq!(
        sends(&mut harness),
        [
            ("now".to_owned(), DeliveryPoint::AfterStep),
            ("later".to_owned(), DeliveryPoint::AfterRun)
        ]
    );
    let message = waiting("now");
    harness.fact(EventKind::MessageQueued { message });
    let message = QueuedMessage {
        id: MessageId(Uuid::from_u128(8)),
        ..for_the_end("later")
    };
    harness.fact(EventKind::MessageQueued { message });
    harness.shows("delivered after this step: now");
    harness.shows("queued for the end: later");
    harness.shows("2 queued, Up edits");
    harness.press("Up");
    assert_eq!(takes_back(&mut harness), 1);
}

#[test]
fn tab_completes_where_there_is_something_to_complete_and_queues_nothing_where_nothing_runs() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i Tab");
    assert_eq!(typed(&harness), "hi");
    harness.begin_run();
    for keys in ["Ctrl+U / m o d Tab", "Ctrl+U ! l s Tab", "Ctrl+U @ s e Tab"] {
        harness.press(keys);
        assert!(!typed(&harness).is_empty(), "{keys}");
    }
    assert_eq!(sends(&mut harness), []);
}

#[test]
fn a_message_that_was_queued_for_the_end_is_refused_into_the_draft_like_any_other() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.press("l a t e r Tab");
    let said = Command::SendMessage {
        session: session(),
        text: "later".into(),
        deliver: DeliveryPoint::AfterRun,
    }
    .said();
    harness.fact(EventKind::CommandRejected {
        command: protocol::command::CommandKind::SendMessage,
        said,
        reason: notice::Notice::text("no model is chosen"),
    });
    assert_eq!(typed(&harness), "later");
}

#[test]
fn refused_messages_return_in_the_order_in_which_they_were_sent() {
    let mut harness = TuiHarness::furnished(120, 40);
    for message in ["o n e", "t w o", "t h r e e"] {
        harness.press(message).press("Enter");
    }
    harness.press("n o w");
    let sends = harness.orders().into_iter();
    for send in sends.filter(|order| matches!(order, Command::SendMessage { .. })) {
        harness.fact(EventKind::CommandRejected {
            command: protocol::command::CommandKind::SendMessage,
            said: send.said(),
            reason: notice::Notice::text("no model is chosen"),
        });
    }
    let lines = typed(&harness);
    let lines: Vec<&str> = lines.split_whitespace().collect();
    assert_eq!(lines, ["one", "two", "three", "now"]);
}

#[test]
fn no_key_on_the_rule_is_cut_in_the_middle() {
    for width in 40..=100 {
        let mut harness = TuiHarness::furnished(width, 24);
        harness.begin_run();
        let message = waiting("now");
        harness.fact(EventKind::MessageQueued { message });
        for notice in [
            "",
            "press Ctrl+C again to quit; everything is saved in its place",
        ] {
            if !notice.is_empty() {
                harness
                    .app
                    .model
                    .chrome
                    .say(protocol::event::NoticeLevel::Info, notice);
                harness.app.model.chrome.notice_was_read = true;
            }
            let text = harness.text();
            let rule = text.lines().find(|row| row.contains("working")).unwrap();
            let cut = rule.split_once('…').map_or(rule, |(before, _)| before);
            let words = "── draft working queued, press Ctrl+C again to quit; everything is saved in its place Up edits stops ─";
            for word in cut
                .split_whitespace()
                .filter(|word| !word.starts_with(char::is_numeric))
            {
                let is_whole = words
                    .split(' ')
                    .any(|whole| whole == word.trim_end_matches('─'))
                    || word.chars().all(|letter| letter == '─');
                assert!(is_whole, "{width}: {word:?} in {rule}");
            }
        }
    }
}

#[test]
fn what_was_kept_of_a_draft_is_there_whatever_came_before_it() {
    // After a crash, the waiting message comes back and precedes the stored draft.
    let mut harness = TuiHarness::new(120, 40);
    restored_visibility(&mut harness, "waited", UnqueueReason::RunEnded);
    draft_is(&mut harness, "waited\nand begun");
    assert_eq!(typed(&harness), "waited\nand begun");
    // The draft was loaded before the message came back.
    let mut harness = TuiHarness::new(120, 40);
    restored_visibility(&mut harness, "waited", UnqueueReason::RunEnded);
    draft_is(&mut harness, "begun");
    assert_eq!(typed(&harness), "begun\nwaited");
    // The user types before the draft is loaded.
    let mut harness = TuiHarness::new(120, 40);
    harness.press("n e w");
    draft_is(&mut harness, "begun");
    assert_eq!(typed(&harness), "begun\nnew");
    // Only the first answer counts.
    harness.press("!");
    draft_is(&mut harness, "begun");
    assert_eq!(typed(&harness), "begun\nnew!");
}

#[test]
fn what_was_sent_in_the_workspace_is_the_history_of_every_session() {
    let history = |harness: &mut TuiHarness| {
        let lines = vec!["first".to_owned(), "second".to_owned()];
        let query = Query::History { limit: 1_000 };
        harness.app.reply(&query, Reply::History { lines });
    };
    // The history is loaded before there is a session, as at every start.
    let mut harness = TuiHarness::awaiting(120, 40);
    history(&mut harness);
    harness.created();
    harness.press("Up");
    assert_eq!(typed(&harness), "second");
    harness.press("Ctrl+U t h i r d Enter Ctrl+X n Up");
    assert_eq!(typed(&harness), "third", "in another session too");
    harness.press("Up");
    assert_eq!(typed(&harness), "second");
}

#[test]
fn a_key_that_is_pasted_is_told_of_and_stays_where_it_was_put() {
    let mut harness = TuiHarness::furnished(160, 48);
    let key = "sk-ant-api03-abcdefghijklmnopqrst";
    harness.input(client::input::InputKind::Paste(key.to_owned()));
    let text = harness.text();
    assert!(text.contains("the paste contains an API key"), "{text}");
    assert_eq!(typed(&harness), key);
}
