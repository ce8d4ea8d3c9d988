//! Tests that events after a number are printed, and followed as long as a process has
//! their session open.

use std::io::{self, Write};
use std::sync::Arc;

use tokio::sync::mpsc;
use uuid::Uuid;

use super::{EventSelection, Log};
use crate::cli::Format;
use protocol::event::{Event, EventKind};
use protocol::ids::{Seq, SessionId, WorkspaceId};
use store::lock::SessionLock;
use store::{Batch, Store, StoreLocation};

/// Forwards each write to a listener.
struct Heard(mpsc::UnboundedSender<String>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        match self.0.send(text) {
            Ok(()) => Ok(bytes.len()),
            Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn session(number: u128) -> SessionId {
    SessionId(Uuid::from_u128(number))
}

async fn say(store: &Store, seq: u64, in_session: SessionId, text: &str) {
    let event = Event {
        seq: Some(Seq(seq)),
        at: jiff::Timestamp::UNIX_EPOCH,
        session: in_session,
        run: None,
        fact: EventKind::DraftSaved {
            text: text.to_owned(),
        },
    };
    let batch = Batch {
        events: vec![Arc::new(event)],
        ..Batch::default()
    };
    store.commit(batch).await.unwrap();
}

fn log(folder: &tempfile::TempDir) -> Log {
    let place = StoreLocation::Folder(folder.path().to_path_buf());
    let workspace = WorkspaceId("0123456789abcdef".into());
    Log {
        store: Store::open(place, &workspace).unwrap().store,
        folder: folder.path().to_path_buf(),
        session: session(1),
        format: Format::Json,
    }
}

fn wanted(after: u64, follow: bool) -> EventSelection {
    EventSelection {
        session: String::new(),
        after,
        follow,
    }
}

/// Returns the numbers of the printed events.
fn cursors(text: &str) -> Vec<u64> {
    let lines = text.lines();
    let events = lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    events
        .map(|event| event["cursor"].as_u64().unwrap())
        .collect()
}

#[tokio::test]
async fn events_behind_a_number_are_those_of_the_session_alone_in_order() {
    let folder = tempfile::TempDir::new().unwrap();
    let log = log(&folder);
    for seq in 1..=250 {
        let of = session(1 + u128::from(seq % 2));
        say(&log.store, seq, of, "more").await;
    }
    let (_stop, stopped) = mpsc::channel(1);
    let mut out = Vec::new();
    let printed = log.print(&wanted(7, false), stopped, &mut out).await;
    printed.unwrap().unwrap();
    let expected: Vec<u64> = (8..=250).step_by(2).collect();
    assert_eq!(cursors(&String::from_utf8(out).unwrap()), expected);
}

#[tokio::test]
async fn followed_events_come_as_they_are_written_and_end_when_the_session_is_closed() {
    let folder = tempfile::TempDir::new().unwrap();
    let log = log(&folder);
    let store = log.store.clone();
    let held = SessionLock::acquire(folder.path(), session(1)).unwrap();
    let (to, mut heard) = mpsc::unbounded_channel();
    let (_stop, stopped) = mpsc::channel(1);
    let following = tokio::spawn(async move {
        let mut out = Heard(to);
        log.print(&wanted(0, true), stopped, &mut out).await
    });
    let mut all = String::new();
    for seq in 1..=3 {
        say(&store, seq, session(1), "one more").await;
        while all.lines().count() < usize::try_from(seq).unwrap() || !all.ends_with('\n') {
            all.push_str(&heard.recv().await.unwrap());
        }
    }
    say(&store, 4, session(1), "the last").await;
    drop(held);
    following.await.unwrap().unwrap().unwrap();
    while let Some(more) = heard.recv().await {
        all.push_str(&more);
    }
    assert_eq!(cursors(&all), [1, 2, 3, 4]);
}

#[tokio::test]
async fn what_nobody_has_open_is_printed_and_not_waited_for() {
    let folder = tempfile::TempDir::new().unwrap();
    let log = log(&folder);
    say(&log.store, 1, session(1), "all there is").await;
    let (_stop, stopped) = mpsc::channel(1);
    let mut out = Vec::new();
    let printed = log.print(&wanted(0, true), stopped, &mut out).await;
    printed.unwrap().unwrap();
    assert_eq!(cursors(&String::from_utf8(out).unwrap()), [1]);
}

#[tokio::test]
async fn following_ends_when_it_is_stopped_and_when_nobody_reads() {
    let folder = tempfile::TempDir::new().unwrap();
    let log = log(&folder);
    let _held = SessionLock::acquire(folder.path(), session(1)).unwrap();
    let (stop, stopped) = mpsc::channel(1);
    stop.send(()).await.unwrap();
    let mut out = Vec::new();
    let printed = log.print(&wanted(0, true), stopped, &mut out).await;
    printed.unwrap().unwrap();
    say(&log.store, 1, session(1), "for nobody").await;
    let (to, heard) = mpsc::unbounded_channel();
    drop(heard);
    let (_stop, stopped) = mpsc::channel(1);
    let printed = log
        .print(&wanted(0, true), stopped, &mut Heard(to))
        .await
        .unwrap();
    assert_eq!(printed.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[tokio::test]
async fn a_key_in_an_event_is_not_printed() {
    let folder = tempfile::TempDir::new().unwrap();
    let log = log(&folder);
    let key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    say(&log.store, 1, session(1), key).await;
    let (_stop, stopped) = mpsc::channel(1);
    let mut out = Vec::new();
    let printed = log.print(&wanted(0, false), stopped, &mut out).await;
    printed.unwrap().unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(!text.contains(key), "{text}");
}
