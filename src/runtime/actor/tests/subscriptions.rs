//! Tests that a listener gets everything once, however slow it is.

use super::harness::{ActorHarness, HarnessSetup, says, text};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::{Delivery, EventKind};
use protocol::ids::Seq;
use protocol::message::Message;
use protocol::session::{DeletePolicy, SessionStatus};
use session::handle::SUBSCRIPTION_CAPACITY;

impl ActorHarness {
    async fn remember(&self, lines: usize) {
        for number in 0..lines {
            self.command(Command::RememberInput {
                session: self.session,
                text: format!("line {number}"),
            });
            if number % 512 == 511 {
                self.idle().await;
            }
        }
        self.idle().await;
    }
}

fn numbers(deliveries: &[Delivery]) -> Vec<u64> {
    deliveries
        .iter()
        .filter_map(|delivery| match delivery {
            Delivery::Event { event } => event.seq.map(|seq| seq.0),
            Delivery::Snapshot { .. } => None,
        })
        .collect()
}

async fn everything(from: &mut tokio::sync::mpsc::Receiver<Delivery>) -> Vec<Delivery> {
    let mut out = Vec::new();
    while let Ok(delivery) = from.try_recv() {
        out.push(delivery);
    }
    out
}

#[tokio::test]
async fn a_cursor_gets_exactly_the_tail_and_nothing_gets_a_snapshot() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.completed_run("hi", says("hello")).await;
    harness.idle().await;
    let last = harness.store.last_seq().await.unwrap();
    assert!(last.0 > 5);
    let mut tail = harness.handle.subscribe(Seq(3)).unwrap();
    let mut whole = harness.handle.subscribe(Seq(0)).unwrap();
    let mut none = harness.handle.subscribe(last).unwrap();
    harness.idle().await;
    assert_eq!(
        numbers(&everything(&mut tail).await),
        (4..=last.0).collect::<Vec<_>>()
    );
    assert!(everything(&mut none).await.is_empty());
    let whole = everything(&mut whole).await;
    let [Delivery::Snapshot { seq, sessions }] = whole.as_slice() else {
        panic!("{whole:?}");
    };
    assert_eq!(*seq, last);
    assert_eq!(sessions[0].summary.status, SessionStatus::Idle);
    let stored = harness.stored().await;
    assert_eq!(sessions[0].messages, stored.messages);
    assert_eq!(sessions[0].summary.settings, stored.summary.settings);
    assert_eq!(sessions[0].policy, stored.policy);
    assert_eq!(
        sessions[0].run.as_ref().map(|run| (run.id, run.status)),
        stored.run.as_ref().map(|run| (run.id, run.status))
    );
}

#[tokio::test]
async fn who_comes_in_mid_stream_gets_the_text_so_far() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let live = harness.provider.live();
    harness.send("go");
    live.send(text("half")).await.unwrap();
    let event = harness.event("text.appended").await;
    let last = harness.store.last_seq().await.unwrap();
    let mut late = harness.handle.subscribe(last).unwrap();
    let Some(Delivery::Event { event: heard }) = late.recv().await else {
        panic!("the text so far");
    };
    assert_eq!(heard.fact, event.fact);
    let mut new = harness.handle.subscribe(Seq(0)).unwrap();
    let Some(Delivery::Snapshot { sessions, .. }) = new.recv().await else {
        panic!("the whole state");
    };
    let said = sessions[0].messages.last().map(Message::plain_text);
    assert_eq!(said.as_deref(), Some("half"));
    live.send(text(" more")).await.unwrap();
    let Some(Delivery::Event { event }) = late.recv().await else {
        panic!("the rest");
    };
    assert!(
        matches!(&event.fact, EventKind::TextAppended { offset: 4, text, .. } if text == " more")
    );
}

#[tokio::test]
async fn a_slow_listener_is_dropped_and_comes_back_without_loss_or_repetition() {
    let mut harness = HarnessSetup::new().in_memory().start();
    harness.create(Mode::Review);
    let slow = harness.handle.subscribe(Seq(0)).unwrap();
    // The subscriber receives the very first delivery, so that it has a cursor.
    let count = SUBSCRIPTION_CAPACITY + 200;
    let mut slow = slow;
    assert!(matches!(slow.recv().await, Some(Delivery::Snapshot { .. })));
    harness.events.close();
    harness.remember(count).await;
    let mut heard = numbers(&everything(&mut slow).await);
    assert!(slow.is_closed(), "it was dropped");
    assert!(heard.len() <= SUBSCRIPTION_CAPACITY);
    let last = Seq(*heard.last().unwrap());
    let mut again = harness.handle.subscribe(last).unwrap();
    harness.idle().await;
    heard.extend(numbers(&everything(&mut again).await));
    let first = heard[0];
    let all = harness.store.last_seq().await.unwrap();
    assert_eq!(heard, (first..=all.0).collect::<Vec<_>>());
    // A cursor too far behind for a tail gets the whole state.
    let mut far = harness.handle.subscribe(Seq(1)).unwrap();
    harness.idle().await;
    let far = everything(&mut far).await;
    assert!(matches!(far.as_slice(), [Delivery::Snapshot { seq, .. }] if *seq == all));
}

#[tokio::test]
async fn what_is_told_only_once_waits_for_who_listens_first() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.idle().await;
    harness.events.close();
    // Each is refused, because the session is open.
    for _ in 0..70 {
        let session = harness.session;
        harness.command(Command::OpenSession { session });
    }
    harness.idle().await;
    let told = |deliveries: &[Delivery]| {
        let is_it = |delivery: &&Delivery| matches!(delivery, Delivery::Event { event } if matches!(event.fact, EventKind::CommandRejected { .. }));
        deliveries.iter().filter(is_it).count()
    };
    let mut first = harness.handle.subscribe(Seq(0)).unwrap();
    let mut second = harness.handle.subscribe(Seq(0)).unwrap();
    harness.idle().await;
    let heard = everything(&mut first).await;
    assert!(matches!(heard[0], Delivery::Snapshot { .. }), "{heard:?}");
    assert_eq!(told(&heard), 64, "the last ones");
    assert_eq!(
        told(&everything(&mut second).await),
        0,
        "nobody hears it twice"
    );
}

#[tokio::test]
async fn a_tail_tells_nothing_of_sessions_that_another_process_has_open() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let cursor = harness.store.last_seq().await.unwrap();
    let neighbour = harness.neighbour(Mode::Review).await;
    harness.remember(2).await;
    let mut tail = harness.handle.subscribe(cursor).unwrap();
    harness.idle().await;
    let sessions: Vec<_> = everything(&mut tail)
        .await
        .iter()
        .filter_map(|delivery| match delivery {
            Delivery::Event { event } => Some(event.session),
            Delivery::Snapshot { .. } => None,
        })
        .collect();
    // Facts that are found out about the workspace may be reported besides the two.
    assert!(sessions.len() >= 2, "{sessions:?}");
    assert!(sessions.iter().all(|session| *session == harness.session));
    // A deleted session no longer exists, but its deletion is reported.
    let cursor = harness.store.last_seq().await.unwrap();
    let (session, how) = (harness.session, DeletePolicy::Forced);
    harness.command(Command::DeleteSession { session, how });
    harness.event("session.deleted").await;
    let mut tail = harness.handle.subscribe(cursor).unwrap();
    harness.idle().await;
    let told = everything(&mut tail).await;
    let is_it = |delivery: &Delivery| matches!(delivery, Delivery::Event { event } if event.fact == EventKind::SessionDeleted);
    assert!(told.iter().any(is_it), "{told:?}");
    drop(neighbour);
}
