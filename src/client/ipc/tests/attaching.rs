//! Attaching: who may attach, and which session a screen starts with.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;

use super::{IpcHarness, LONG, asked, event, hello, policy, session, settings, snapshot};
use crate::ipc::client::{AttachError, Opening, OpeningError, attach};
use crate::ipc::frame::encode;
use crate::ipc::message::Hello;
use notice::{Notice, notice};
use protocol::VERSION;
use protocol::command::{Command, CommandKind};
use protocol::event::{Delivery, EventKind};
use protocol::ids::{Seq, WorkspaceId};
use protocol::query::{Query, Reply};
use protocol::session::SessionStatus;
use session::handle::Request;

#[tokio::test]
async fn another_version_is_refused_with_both_versions_and_what_to_do() {
    let harness = IpcHarness::new();
    let (_inbox, _serving) = harness.owner();
    let other = Hello {
        protocol: VERSION + 1,
        build: "9.9.9".into(),
        ..hello()
    };
    let refused = attach(&harness.places(), &other, harness.patience).await;
    let why = refused.unwrap_err().to_string();
    for part in [
        "9.9.9",
        env!("CARGO_PKG_VERSION"),
        "sessions.second_terminal=own",
    ] {
        assert!(why.contains(part), "{why}");
    }
    let other = Hello {
        workspace: WorkspaceId("another".into()),
        ..hello()
    };
    let refused = attach(&harness.places(), &other, harness.patience).await;
    assert!(
        matches!(refused, Err(AttachError::Refused(_))),
        "{refused:?}"
    );
}

#[tokio::test]
async fn an_owner_that_says_nothing_is_told_as_such() {
    let mut harness = IpcHarness::new();
    harness.patience.hello = Duration::from_millis(50);
    let bound = harness.places().bind().unwrap();
    let silent = attach(&harness.places(), &hello(), harness.patience).await;
    let why = silent.unwrap_err().to_string();
    assert!(
        why.contains("does not answer") && why.contains("fg"),
        "{why}"
    );
    drop(bound);
}

#[tokio::test]
async fn what_is_not_agentichat_is_told_as_such() {
    let harness = IpcHarness::new();
    let listener = UnixListener::bind(harness.socket()).unwrap();
    std::fs::set_permissions(
        harness.socket(),
        std::os::unix::fs::PermissionsExt::from_mode(0o600),
    )
    .unwrap();
    let other = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream
            .write_all(b"220 mail.example.org ESMTP ready\r\n")
            .await
            .unwrap();
        stream.read_to_end(&mut Vec::new()).await.ok();
    });
    let refused = attach(&harness.places(), &hello(), harness.patience).await;
    assert!(matches!(refused, Err(AttachError::Other(_))), "{refused:?}");
    tokio::time::timeout(LONG, other).await.unwrap().unwrap();
}

#[tokio::test]
async fn who_sends_junk_is_put_out_and_nobody_else_notices() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let (handle, _talking) = harness.attached().await;
    let greeting = encode(0, &crate::ipc::message::ToOwner::Hello(hello()), 10_000).unwrap();
    let junk: [&[u8]; 4] = [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        &[0xff; 64],
        &[0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, b'{', b'"', b'}'],
        b"",
    ];
    for (number, bytes) in junk.into_iter().enumerate() {
        for greets in [false, true] {
            let mut stream = harness.raw().await;
            if greets {
                stream.write_all(&greeting).await.unwrap();
            }
            stream.write_all(bytes).await.unwrap();
            stream.shutdown().await.unwrap();
            let mut rest = Vec::new();
            let ended = stream.read_to_end(&mut rest);
            let ended = tokio::time::timeout(LONG, ended).await;
            assert!(ended.is_ok(), "junk {number} is put out");
        }
    }
    let answer = handle.query(Query::Index).unwrap();
    let Request::Query { query, reply } = asked(&mut inbox).await else {
        panic!("a question");
    };
    assert_eq!(query, Query::Index);
    let failed = Reply::Failed {
        reason: Notice::text("no"),
    };
    reply.send(failed.clone()).unwrap();
    assert_eq!(answer.await.unwrap(), failed);
}

/// Answers the first subscription with these sessions.
async fn show(
    inbox: &mut tokio::sync::mpsc::Receiver<Request>,
    sessions: Vec<protocol::session::SessionSnapshot>,
) -> tokio::sync::mpsc::Sender<Delivery> {
    let Request::Subscribe { from, to } = asked(inbox).await else {
        panic!("a subscription");
    };
    assert_eq!(from, Seq(0));
    let seq = Seq(7);
    to.try_send(Delivery::Snapshot { seq, sessions }).unwrap();
    to
}

#[tokio::test]
async fn without_a_wish_the_screen_begins_with_the_owners_session_that_changed_last() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let mut attachment = harness.attachment().await;
    let opening = tokio::spawn(async move { attachment.open(Opening::Owners).await });
    let sessions = vec![
        snapshot(1, 50, vec![]),
        snapshot(2, 90, vec![]),
        snapshot(3, 10, vec![]),
    ];
    let _to = show(&mut inbox, sessions).await;
    assert_eq!(opening.await.unwrap().unwrap(), session(2));
}

#[tokio::test]
async fn while_the_owner_has_no_session_yet_its_first_one_is_waited_for() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let mut attachment = harness.attachment().await;
    let opening = tokio::spawn(async move { attachment.open(Opening::Owners).await });
    let to = show(&mut inbox, Vec::new()).await;
    let made = EventKind::SessionCreated {
        settings: settings("new"),
        policy: policy(),
    };
    to.send(event(session(5), 8, made)).await.unwrap();
    assert_eq!(opening.await.unwrap().unwrap(), session(5));
}

#[tokio::test]
async fn a_session_that_is_named_is_opened_through_the_owner_or_it_is_said_why_not() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let refused = EventKind::CommandRejected {
        command: CommandKind::OpenSession,
        reason: notice!("told-no-session-id"),
        said: None,
    };
    let opened = EventKind::SessionOpened {
        session: Box::new(snapshot(4, 1, vec![])),
    };
    for fact in [refused, opened] {
        let mut attachment = harness.attachment().await;
        let opening =
            tokio::spawn(async move { attachment.open(Opening::Session(session(4))).await });
        let to = show(&mut inbox, vec![snapshot(1, 1, vec![])]).await;
        let Request::Command(command) = asked(&mut inbox).await else {
            panic!("an order");
        };
        assert_eq!(
            command,
            Command::OpenSession {
                session: session(4)
            }
        );
        // The command counts as taken once its effect is committed.
        let Request::Taken { reply } = asked(&mut inbox).await else {
            panic!("when it is taken");
        };
        reply.send(()).unwrap();
        let is_refused = matches!(fact, EventKind::CommandRejected { .. });
        to.send(event(session(4), 8, fact)).await.unwrap();
        match (is_refused, opening.await.unwrap()) {
            (true, Err(OpeningError::Rejected(why))) => {
                assert!(why.to_string().contains("no session"));
            }
            (false, Ok(id)) => assert_eq!(id, session(4)),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn the_latest_session_is_the_last_of_the_store_that_is_not_put_away() {
    let harness = IpcHarness::new();
    let (mut inbox, _serving) = harness.owner();
    let mut attachment = harness.attachment().await;
    let latest = Opening::Latest(Box::new(settings("new")));
    let opening = tokio::spawn(async move { attachment.open(latest).await });
    let _to = show(&mut inbox, vec![snapshot(2, 3, vec![])]).await;
    let Request::Query { query, reply } = asked(&mut inbox).await else {
        panic!("a question");
    };
    assert_eq!(query, Query::Sessions);
    let mut put_away = snapshot(9, 9, vec![]).summary;
    put_away.status = SessionStatus::Archived;
    let sessions = vec![put_away, snapshot(2, 3, vec![]).summary];
    reply.send(Reply::Sessions { sessions }).unwrap();
    assert_eq!(opening.await.unwrap().unwrap(), session(2));
}
