//! One of the two sides goes away.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::io::AsyncWriteExt;

use super::{IpcHarness, LONG, asked, event, heard, hello, said, session, snapshot};
use crate::ipc::client::{ConversationEnd, Relay, Unconfirmed};
use crate::ipc::frame::encode;
use crate::ipc::message::ToOwner;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::{Delivery, EventKind};
use protocol::ids::{Seq, TerminalId};
use protocol::presence::Presence;
use protocol::query::Query;
use protocol::session::QueuedMessage;
use session::Handle;
use session::handle::Request;

fn message(text: &str) -> Command {
    Command::send_message(session(1), text.into())
}

#[tokio::test]
async fn a_screen_that_is_left_has_given_all_its_orders_before() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, talking) = harness.attached().await;
    let draft = Command::SaveDraft {
        session: session(1),
        text: "half a thought".into(),
    };
    handle.send(draft.clone()).unwrap();
    let leaving = tokio::spawn(async move { handle.shutdown().await });
    let Request::Command(order) = asked(&mut inbox).await else {
        panic!("an order");
    };
    assert_eq!(order, draft);
    for _ in 0..2 {
        let Request::Taken { reply } = asked(&mut inbox).await else {
            panic!("when it is taken");
        };
        reply.send(()).unwrap();
    }
    tokio::time::timeout(LONG, leaving).await.unwrap().unwrap();
    let (parting, mut relay) = talking.await.unwrap();
    assert_eq!(parting, ConversationEnd::Left);
    assert_eq!(relay.take_unconfirmed(), (Vec::new(), 0));
}

#[tokio::test]
async fn a_terminal_that_is_killed_leaves_nothing_behind_at_the_owner() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let mut stream = harness.raw().await;
    let words = [
        ToOwner::Hello(hello()),
        ToOwner::Subscribe(Seq(0)),
        ToOwner::Job(Box::new(protocol::catalogue::BackgroundJob::Offers)),
    ];
    for (id, word) in words.iter().enumerate() {
        let bytes = encode(id as u64, word, 10_000).unwrap();
        stream.write_all(&bytes).await.unwrap();
    }
    let Request::Subscribe { to, .. } = asked(&mut inbox).await else {
        panic!("a subscription");
    };
    let Request::Job { report, .. } = asked(&mut inbox).await else {
        panic!("an errand");
    };
    drop(stream);
    tokio::time::timeout(LONG, to.closed()).await.unwrap();
    tokio::time::timeout(LONG, report.closed()).await.unwrap();
}

#[tokio::test]
async fn an_owner_that_stops_takes_its_socket_away_before_it_lets_go_of_the_workspace() {
    let harness = IpcHarness::new();
    let held = Arc::new(());
    let (inbox, serving) = harness.owner_with(Arc::clone(&held));
    let (_handle, talking) = harness.attached().await;
    assert_eq!(Arc::strong_count(&held), 2);
    drop(inbox);
    tokio::time::timeout(LONG, serving).await.unwrap().unwrap();
    assert!(!harness.socket().exists());
    assert_eq!(Arc::strong_count(&held), 1);
    let (parting, _) = tokio::time::timeout(LONG, talking).await.unwrap().unwrap();
    assert_eq!(parting, ConversationEnd::Gone);
}

#[tokio::test]
async fn when_the_owner_is_gone_the_screen_is_told_and_goes_on_with_the_next_one() {
    let harness = IpcHarness::new();
    let (mut inbox, serving) = harness.owner();
    let (handle, talking) = harness.attached().await;
    let mut listener = handle.subscribe(Seq(9)).unwrap();
    let Request::Subscribe { to, .. } = asked(&mut inbox).await else {
        panic!("a subscription");
    };
    let unanswered = handle.query(Query::Index).unwrap();
    let question = asked(&mut inbox).await;
    // Like a stopping actor: first nothing can be requested from it.
    drop(inbox);
    drop((question, to));
    serving.await.unwrap();
    let (parting, mut relay) = talking.await.unwrap();
    assert_eq!(parting, ConversationEnd::Gone);
    assert!(unanswered.await.is_err());
    let mut facts = Vec::new();
    while let Some(Delivery::Event { event }) = heard(&mut listener).await {
        facts.push(event.fact.clone());
    }
    assert!(
        matches!(&facts[0], EventKind::Notice { text, .. } if text.to_string().contains("lost the terminal")),
        "{facts:?}"
    );
    assert_eq!(
        facts[1],
        EventKind::WorkspaceChanged,
        "what is shown of the owner is asked for anew"
    );

    // Between two owners the screen continues and notices nothing.
    let _listener = handle.subscribe(Seq(9)).unwrap();
    handle.send(message("meanwhile")).unwrap();
    let (mut inbox, _serving) = harness.owner();
    let attachment = relay.meanwhile(harness.attachment()).await.unwrap();
    let _talking = tokio::spawn(async move { relay.relay_to_owner(attachment).await });
    let first = asked(&mut inbox).await;
    assert!(
        matches!(first, Request::Subscribe { from: Seq(9), .. }),
        "{first:?}"
    );
    let Request::Command(order) = asked(&mut inbox).await else {
        panic!("an order");
    };
    assert_eq!(order, message("meanwhile"));
}

#[tokio::test]
async fn a_screen_can_be_left_while_there_is_no_owner() {
    let (handle, requests) = Handle::channel();
    let mut relay = Relay::new(requests, crate::ipc::Patience::default());
    let leaving = tokio::spawn(async move { handle.shutdown().await });
    let never = std::future::pending::<()>();
    assert_eq!(relay.meanwhile(never).await, None);
    tokio::time::timeout(LONG, leaving).await.unwrap().unwrap();
}

#[tokio::test]
async fn of_orders_that_the_owner_did_not_confirm_only_harmless_ones_are_given_again() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, talking) = harness.attached().await;
    handle.send(message("committed")).unwrap();
    let mode = Mode::Passthrough;
    let session = session(1);
    handle.send(Command::SetMode { session, mode }).unwrap();
    handle.send(message("on its way")).unwrap();
    let mut first = None;
    let mut orders = 0;
    while orders < 3 || first.is_none() {
        match asked(&mut inbox).await {
            Request::Command(_) => orders += 1,
            Request::Taken { reply } => {
                first.get_or_insert(reply);
            }
            other => panic!("{other:?}"),
        }
    }
    // The first command was committed, and the screen hears that before the owner dies.
    first.unwrap().send(()).unwrap();
    let answer = handle.query(Query::Index).unwrap();
    loop {
        if let Request::Query { reply, .. } = asked(&mut inbox).await {
            drop(reply);
            break;
        }
    }
    answer.await.unwrap_err();
    drop(inbox);
    let (_, mut relay) = talking.await.unwrap();
    let (again, others) = relay.take_unconfirmed();
    let again: Vec<Command> = again.into_iter().map(|one| one.command).collect();
    assert_eq!(again, [message("on its way")]);
    assert_eq!(others, 1, "who decides is not set again by itself");
}

#[tokio::test]
async fn the_sessions_that_were_open_are_known_to_who_takes_over() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, talking) = harness.attached().await;
    let mut listener = handle.subscribe(Seq(0)).unwrap();
    let Request::Subscribe { to, .. } = asked(&mut inbox).await else {
        panic!("a subscription");
    };
    let sessions = vec![snapshot(1, 1, vec![]), snapshot(2, 1, vec![])];
    to.try_send(Delivery::Snapshot {
        seq: Seq(1),
        sessions,
    })
    .unwrap();
    let opened = EventKind::SessionOpened {
        session: Box::new(snapshot(3, 1, vec![])),
    };
    to.try_send(event(session(3), 2, opened)).unwrap();
    for _ in 0..2 {
        heard(&mut listener).await.unwrap();
    }
    drop((to, inbox));
    let (_, relay) = talking.await.unwrap();
    let (sessions, _, _) = relay.into_parts();
    assert_eq!(sessions, [session(1), session(2), session(3)]);
}

#[tokio::test]
async fn a_session_that_was_closed_or_deleted_is_not_taken_over() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, talking) = harness.attached().await;
    let mut listener = handle.subscribe(Seq(0)).unwrap();
    let Request::Subscribe { to, .. } = asked(&mut inbox).await else {
        panic!("a subscription");
    };
    let numbers = [1, 2, 3, 4];
    let sessions = numbers.map(|number| snapshot(number, 1, vec![])).to_vec();
    let seq = Seq(1);
    to.try_send(Delivery::Snapshot { seq, sessions }).unwrap();
    to.try_send(event(session(2), 2, EventKind::SessionClosed))
        .unwrap();
    to.try_send(event(session(3), 3, EventKind::SessionDeleted))
        .unwrap();
    for _ in 0..3 {
        heard(&mut listener).await.unwrap();
    }
    drop((to, inbox));
    let (_, relay) = talking.await.unwrap();
    let (sessions, _, _) = relay.into_parts();
    assert_eq!(sessions, [session(1), session(4)]);
}

#[test]
fn a_message_is_done_where_it_was_said_since_or_waits_in_the_queue() {
    let given = Timestamp::from_second(100).unwrap();
    let earlier = Timestamp::from_second(99).unwrap();
    let unconfirmed = Unconfirmed {
        command: message("again"),
        at: given,
    };
    let has_taken_effect = |messages| unconfirmed.has_taken_effect(&snapshot(1, 1, messages));
    assert!(has_taken_effect(vec![said(1, "again", given)]));
    assert!(
        !has_taken_effect(vec![said(1, "again", earlier)]),
        "the same was said before"
    );
    assert!(!has_taken_effect(vec![said(1, "something else", given)]));
    let mut waiting = snapshot(1, 1, vec![]);
    waiting.queued.push(QueuedMessage::after_step(
        said(7, "", given).id,
        "again".into(),
    ));
    assert!(unconfirmed.has_taken_effect(&waiting));
}

fn shows(request: Request) -> Presence {
    match request {
        Request::Show(presence) => presence,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_a_screen_shows_is_told_to_each_owner_and_forgotten_when_it_is_gone() {
    let harness = IpcHarness::new();
    let (mut inbox, serving) = harness.owner();
    let (handle, talking) = harness.attached().await;
    let terminal = TerminalId(uuid::Uuid::from_u128(5));
    let presence = Presence {
        terminal,
        sessions: vec![session(1), session(2)],
    };
    handle.show(presence.clone()).unwrap();
    assert_eq!(shows(asked(&mut inbox).await), presence);
    drop(inbox);
    serving.await.unwrap();
    let (_, mut relay) = talking.await.unwrap();
    // The next owner does not know the command.
    let (mut inbox, _serving) = harness.owner();
    let attachment = relay.meanwhile(harness.attachment()).await.unwrap();
    let talking = tokio::spawn(async move {
        relay.relay_to_owner(attachment).await;
        relay
    });
    assert_eq!(shows(asked(&mut inbox).await), presence);
    // However a screen ends, it shows nothing afterwards.
    talking.abort();
    assert!(talking.await.is_err());
    let nothing = Presence {
        terminal,
        sessions: Vec::new(),
    };
    assert_eq!(shows(asked(&mut inbox).await), nothing);
}

#[tokio::test]
async fn who_takes_over_knows_what_its_own_screen_shows() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, talking) = harness.attached().await;
    let presence = Presence {
        terminal: TerminalId(uuid::Uuid::from_u128(5)),
        sessions: vec![session(1)],
    };
    handle.show(presence.clone()).unwrap();
    asked(&mut inbox).await;
    drop(inbox);
    let (_, relay) = talking.await.unwrap();
    let (_, mut pending, _) = relay.into_parts();
    assert_eq!(pending.pop_front().map(shows), Some(presence));
}
