//! Tests of messages that stream in: each piece is written once, and reads show it until the message
//! has ended.

use std::path::Path;

use proptest::prelude::*;

use super::{Harness, commit, created, event, events, memory, message, session, wait};
use crate::{Batch, Store, StreamPiece};
use protocol::event::{EventKind, TextChannel};
use protocol::message::{Message, MessageState, Role};

/// Returns an answer of session 1 that has just begun.
fn begun() -> Message {
    let mut message = message(session(1), 1, "");
    message.blocks.clear();
    message.role = Role::Assistant;
    message.state = MessageState::Streaming;
    message
}

fn added() -> EventKind {
    EventKind::MessageAdded { message: begun() }
}

fn piece(channel: TextChannel, text: &str) -> StreamPiece {
    StreamPiece {
        message: begun().id,
        channel,
        text: text.to_owned(),
    }
}

fn pieces(pieces: Vec<StreamPiece>) -> Batch {
    Batch {
        pieces,
        ..Batch::default()
    }
}

/// Returns the last message of session 1.
fn stored(store: &Store) -> Message {
    let mut found = wait(store.session(session(1))).unwrap().unwrap();
    found.messages.pop().unwrap()
}

fn rows(store: &Store) -> i64 {
    let count = "SELECT count(*) FROM stream_pieces";
    let count = |connection: &mut rusqlite::Connection| {
        Ok(connection.query_row(count, [], |row| row.get(0))?)
    };
    wait(store.writer.run(count)).unwrap()
}

#[test]
fn what_streamed_in_is_in_the_message_until_the_whole_one_comes() {
    let store = memory();
    commit(&store, 1, session(1), vec![created("one"), added()]);
    let first = vec![
        piece(TextChannel::Answer, "half"),
        piece(TextChannel::Reasoning, "hm"),
    ];
    store.commit_blocking(pieces(first)).unwrap();
    let second = vec![piece(TextChannel::Answer, " an ans")];
    store.commit_blocking(pieces(second)).unwrap();
    let found = stored(&store);
    assert_eq!(found.plain_text(), "half an ans");
    assert_eq!(found.streamed(TextChannel::Reasoning), "hm");
    let exported = wait(store.bundle(session(1))).unwrap().unwrap();
    assert_eq!(exported.messages[0].plain_text(), "half an ans");
    assert_eq!(exported.messages[0].state, MessageState::Interrupted);
    let whole = message(session(1), 1, "half an answer, whole");
    let completed = EventKind::MessageCompleted {
        message: whole.clone(),
    };
    commit(&store, 3, session(1), vec![completed]);
    assert_eq!(rows(&store), 0);
    let late = vec![piece(TextChannel::Answer, "late")];
    store.commit_blocking(pieces(late)).unwrap();
    assert_eq!((stored(&store), rows(&store)), (whole, 0));
}

#[test]
fn a_session_that_is_deleted_takes_its_pieces_along() {
    let store = memory();
    commit(&store, 1, session(1), vec![created("one"), added()]);
    let half = vec![piece(TextChannel::Answer, "half")];
    store.commit_blocking(pieces(half)).unwrap();
    assert_eq!(rows(&store), 1);
    commit(&store, 3, session(1), vec![EventKind::SessionDeleted]);
    assert_eq!(rows(&store), 0);
}

/// Returns the bytes that a long answer costs on the disk while it streams in.
fn written_for(store: &Store, file: &Path, count: usize) -> u64 {
    let text = "0123456789abcdef".repeat(64);
    let log = file.with_extension("db-wal");
    let before = std::fs::metadata(&log).unwrap().len();
    for _ in 0..count {
        let next = vec![piece(TextChannel::Answer, &text)];
        store.commit_blocking(pieces(next)).unwrap();
    }
    std::fs::metadata(&log).unwrap().len() - before
}

#[test]
fn an_answer_that_is_twice_as_long_costs_twice_as_much() {
    let harness = Harness::new();
    let store = harness.store();
    commit(&store, 1, session(1), vec![created("one"), added()]);
    // Nothing is moved from the log, so that its length counts every write.
    let keep_log = |connection: &mut rusqlite::Connection| {
        Ok(connection.query_row("PRAGMA wal_autocheckpoint = 0", [], |_| Ok(()))?)
    };
    wait(store.writer.run(keep_log)).unwrap();
    let file = harness.file();
    let first = written_for(&store, &file, 200);
    let next = written_for(&store, &file, 200);
    assert!(
        next * 4 < first * 5,
        "{first} bytes for the first half, {next} for the second"
    );
}

#[derive(Debug, Clone)]
enum Op {
    /// The model says more.
    Append(TextChannel, &'static str),
    /// Stores the text that has arrived.
    Flush,
    /// The process dies, and another one opens the database.
    Crash,
    /// The row of the message is written again.
    Attach,
}

fn op() -> impl Strategy<Value = Op> {
    let text = prop::sample::select(vec!["", "a", "it's \"quoted\"\n", "日本"]);
    let channel = prop::sample::select(vec![TextChannel::Answer, TextChannel::Reasoning]);
    prop_oneof![
        6 => (channel, text).prop_map(|(channel, text)| Op::Append(channel, text)),
        3 => Just(Op::Flush),
        1 => Just(Op::Crash),
        1 => Just(Op::Attach),
    ]
}

proptest! {
    #![proptest_config(testing::cases(48))]

    #[test]
    fn whatever_came_in_between_the_message_is_what_was_stored(
        ops in prop::collection::vec(op(), 0..24),
        ends in prop::option::of(prop::sample::select(vec![
            MessageState::Complete,
            MessageState::Interrupted,
        ])),
    ) {
        let harness = Harness::new();
        let mut store = harness.store();
        commit(&store, 1, session(1), vec![created("one"), added()]);
        let (mut expected, mut unsaved, mut seq) = (begun(), Vec::new(), 2);
        for op in ops {
            match op {
                Op::Append(channel, text) => unsaved.push(piece(channel, text)),
                Op::Flush => {
                    for piece in &unsaved {
                        expected.append(piece.channel, &piece.text);
                    }
                    store.commit_blocking(pieces(std::mem::take(&mut unsaved))).unwrap();
                }
                Op::Crash => {
                    unsaved.clear();
                    std::mem::forget(store);
                    store = harness.store();
                }
                Op::Attach => {
                    seq += 1;
                    expected.attach(&[]);
                    let attached = EventKind::PicturesAttached {
                        message: expected.id,
                        pictures: Vec::new(),
                    };
                    let attached = event(seq, session(1), None, attached);
                    store.commit_blocking(events(vec![attached])).unwrap();
                }
            }
            prop_assert_eq!(&stored(&store), &expected);
        }
        if let Some(state) = ends {
            for piece in &unsaved {
                expected.append(piece.channel, &piece.text);
            }
            expected.state = state;
            let completed = EventKind::MessageCompleted { message: expected.clone() };
            commit(&store, seq + 1, session(1), vec![completed]);
            prop_assert_eq!(rows(&store), 0);
        }
        prop_assert_eq!(&stored(&store), &expected);
    }
}
