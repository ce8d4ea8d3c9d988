//! Tests of the connection with a test that plays the actor.

use std::sync::Arc;

use tokio::sync::mpsc::{Receiver, Sender, UnboundedReceiver};
use uuid::Uuid;

use super::*;
use protocol::event::{Event, EventKind};
use protocol::ids::{Seq, SessionId};
use session::handle::Request;

const ONE: RequestNumber = RequestNumber(1);

fn event(seq: u64) -> Delivery {
    let event = Event {
        seq: Some(Seq(seq)),
        at: jiff::Timestamp::UNIX_EPOCH,
        session: SessionId(Uuid::from_u128(7)),
        run: None,
        fact: EventKind::SessionCleared,
    };
    Delivery::Event {
        event: Arc::new(event),
    }
}

/// Returns the next subscription that reaches the actor, with its cursor.
async fn subscribed(inbox: &mut Receiver<Request>) -> (Seq, Sender<Delivery>) {
    match inbox.recv().await {
        Some(Request::Subscribe { from, to }) => (from, to),
        other => panic!("{other:?}"),
    }
}

/// Returns what the front end learns next, in a few words.
async fn heard(events: &mut UnboundedReceiver<ConnectionEvent>) -> String {
    match events.recv().await.expect("an event") {
        ConnectionEvent::Delivery(delivery, _) => match *delivery {
            Delivery::Event { event } => format!("event {}", event.seq.unwrap().0),
            Delivery::Snapshot { .. } => "snapshot".to_owned(),
        },
        ConnectionEvent::Reply(number, reply) => {
            let reply = reply.map_or("none", |_| "one");
            format!("reply {}: {reply}", number.0)
        }
        ConnectionEvent::Job(number, step) => {
            let step = step.map_or("end", |_| "step");
            format!("job {}: {step}", number.0)
        }
        ConnectionEvent::Settled(number) => format!("settled {}", number.0),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn one_who_was_too_slow_continues_after_the_last_event_and_is_told() {
    let (handle, mut inbox) = Handle::channel();
    let (_connection, mut events) = Connection::with_events(handle);
    let (from, to) = subscribed(&mut inbox).await;
    assert_eq!(from, Seq(0));
    to.send(event(4)).await.unwrap();
    drop(to);
    let (from, to) = subscribed(&mut inbox).await;
    assert_eq!(from, Seq(4));
    to.send(event(5)).await.unwrap();
    assert_eq!(heard(&mut events).await, "event 4");
    assert_eq!(heard(&mut events).await, "Resubscribed");
    assert_eq!(heard(&mut events).await, "event 5");
    drop((to, inbox));
    assert_eq!(heard(&mut events).await, "EngineStopped");
}

#[tokio::test]
async fn deliveries_without_credit_wait_in_the_subscription() {
    let (handle, mut inbox) = Handle::channel();
    let (_connection, mut events) = Connection::with_events(handle);
    let (_, to) = subscribed(&mut inbox).await;
    let most = 2_048 + session::handle::SUBSCRIPTION_CAPACITY as u64;
    // One more is between the subscription and the front end.
    for seq in 1..=most + 1 {
        to.send(event(seq)).await.unwrap();
    }
    to.try_send(event(0)).expect_err("the actor would drop it");
    let first = events.recv().await.unwrap();
    drop(first);
    to.send(event(most + 2)).await.unwrap();
}

#[tokio::test]
async fn a_command_is_settled_after_its_events() {
    let (handle, mut inbox) = Handle::channel();
    let (connection, mut events) = Connection::with_events(handle);
    let (_, to) = subscribed(&mut inbox).await;
    connection.settle(ONE, CommandProgress::Idle);
    let Some(Request::Idle { reply }) = inbox.recv().await else {
        panic!("it waits for the idle actor");
    };
    for seq in 1..=3 {
        to.send(event(seq)).await.unwrap();
    }
    reply.send(()).unwrap();
    for seq in 1..=3 {
        assert_eq!(heard(&mut events).await, format!("event {seq}"));
    }
    assert_eq!(heard(&mut events).await, "settled 1");
    connection.settle(ONE, CommandProgress::Accepted);
    drop((to, inbox));
    assert_eq!(
        heard(&mut events).await,
        "EngineStopped",
        "and never settled"
    );
}

#[tokio::test]
async fn replies_and_steps_carry_the_number_of_their_request() {
    let (handle, mut inbox) = Handle::channel();
    let (mut connection, mut events) = Connection::with_events(handle);
    let (_, _to) = subscribed(&mut inbox).await;
    for number in [1, 2] {
        connection.ask(RequestNumber(number), Query::Note).unwrap();
        let Some(Request::Query { reply, .. }) = inbox.recv().await else {
            panic!("it asks");
        };
        if number == 1 {
            let notes = Vec::new();
            reply.send(Reply::History { lines: notes }).unwrap();
        }
    }
    assert_eq!(heard(&mut events).await, "reply 1: one");
    assert_eq!(heard(&mut events).await, "reply 2: none");
    let job = || BackgroundJob::FindModel {
        provider: String::new(),
    };
    connection.begin(JobId(3), job()).unwrap();
    let Some(Request::Job { report, .. }) = inbox.recv().await else {
        panic!("it begins");
    };
    let step = JobProgress::Failed(notice::Notice::text("no"));
    report.send(step).await.unwrap();
    drop(report);
    assert_eq!(heard(&mut events).await, "job 3: step");
    assert_eq!(heard(&mut events).await, "job 3: end");
    connection.begin(JobId(4), job()).unwrap();
    let Some(Request::Job { report, .. }) = inbox.recv().await else {
        panic!("it begins");
    };
    connection.cancel(JobId(4));
    report.closed().await;
}

#[tokio::test]
async fn a_connection_that_is_dropped_lets_the_actor_end() {
    let (handle, mut inbox) = Handle::channel();
    let (connection, events) = Connection::with_events(handle);
    let (_, to) = subscribed(&mut inbox).await;
    drop(connection);
    to.closed().await;
    assert!(inbox.recv().await.is_none(), "no handle is left");
    drop(events);
}
