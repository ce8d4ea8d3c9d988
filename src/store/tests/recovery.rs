//! Tests that acknowledged data survives, and that unacknowledged data leaves nothing behind.

use std::thread;

use super::{Harness, commit, created, event, events, memory, message, session, wait, workspace};
use crate::{Batch, Store, StoreError};
use protocol::event::EventKind;
use protocol::ids::Seq;

fn added(number: u128, text: &str) -> EventKind {
    EventKind::MessageAdded {
        message: message(session(1), number, text),
    }
}

#[test]
fn everything_acknowledged_is_there_after_a_writer_that_never_closed() {
    let harness = Harness::new();
    let place = harness.place();
    let acknowledged = thread::spawn(move || {
        let store = Store::open(place, &workspace()).unwrap().store;
        commit(&store, 1, session(1), vec![created("one")]);
        let mut acknowledged = 1;
        for number in 2..=40 {
            commit(
                &store,
                number,
                session(1),
                vec![added(u128::from(number), "x")],
            );
            acknowledged = number;
        }
        // Simulates kill -9: no connection is closed, no log is checkpointed.
        std::mem::forget(store);
        acknowledged
    })
    .join()
    .unwrap();
    let opened = harness.open();
    assert_eq!(opened.last_seq, Seq(acknowledged));
    assert!(opened.notices.is_empty());
    let snapshot = wait(opened.store.session(session(1))).unwrap().unwrap();
    assert_eq!(snapshot.messages.len(), 39);
    let log = wait(opened.store.events_after(Seq(0), 1_000)).unwrap();
    assert_eq!(log.len(), 40);
}

#[test]
fn a_batch_that_fails_leaves_nothing_and_the_store_goes_on() {
    let store = memory();
    commit(&store, 1, session(1), vec![created("one")]);
    let mut unnumbered = (*event(3, session(1), None, added(3, "b"))).clone();
    unnumbered.seq = None;
    let batch = events(vec![
        event(2, session(1), None, added(2, "a")),
        unnumbered.into(),
    ]);
    let error = store.commit_blocking(batch).unwrap_err();
    assert!(matches!(error, StoreError::Unnumbered));
    let snapshot = wait(store.session(session(1))).unwrap().unwrap();
    assert_eq!(snapshot.messages, []);
    commit(&store, 2, session(1), vec![added(2, "a")]);
    assert_eq!(wait(store.last_seq()).unwrap(), Seq(2));
}

#[test]
fn a_full_disk_is_said_and_rolled_back_and_the_store_goes_on() {
    let store = memory();
    commit(&store, 1, session(1), vec![created("one")]);
    let limit = |pages: u32| {
        wait(store.writer.run(move |connection| {
            let sql = format!("PRAGMA max_page_count = {pages}");
            Ok(connection.query_row(&sql, [], |row| row.get::<_, u32>(0))?)
        }))
        .unwrap()
    };
    limit(1);
    let long = "long ".repeat(100_000);
    let batch = events(vec![event(2, session(1), None, added(2, &long))]);
    let error = store.commit_blocking(batch.clone()).unwrap_err();
    assert!(matches!(error, StoreError::Full), "{error:?}");
    assert!(error.to_string().contains("free some space"));
    assert_eq!(wait(store.last_seq()).unwrap(), Seq(1));
    limit(1_000_000);
    store.commit_blocking(batch).unwrap();
    assert_eq!(wait(store.last_seq()).unwrap(), Seq(2));
}

fn line(seq: u64, number: u128, text: String) -> Batch {
    let fact = EventKind::InputRemembered { text };
    events(vec![event(seq, session(number), None, fact)])
}

#[test]
fn a_number_that_another_process_has_used_is_refused_with_the_last_one() {
    let harness = Harness::new();
    let (one, two) = (harness.store(), harness.store());
    one.commit_blocking(line(1, 1, "one".into())).unwrap();
    let error = two.commit_blocking(line(1, 2, "two".into())).unwrap_err();
    assert!(matches!(error, StoreError::Renumber { last: Seq(1) }));
    two.commit_blocking(line(2, 2, "two".into())).unwrap();
    assert_eq!(wait(one.history(9)).unwrap(), ["one", "two"]);
}

#[test]
fn two_stores_on_one_file_write_from_two_threads_and_lose_nothing() {
    let harness = Harness::new();
    let write = |number: u128| {
        let place = harness.place();
        thread::spawn(move || {
            // Opened in the threads, so that creation and migration of the file run
            // concurrently as well.
            let opened = Store::open(place, &workspace()).unwrap();
            let (store, mut last) = (opened.store, opened.last_seq);
            let mut left = 25;
            while left > 0 {
                let batch = line(last.0 + 1, number, format!("{number} {left}"));
                match store.commit_blocking(batch) {
                    Ok(()) => {
                        last = Seq(last.0 + 1);
                        left -= 1;
                    }
                    Err(StoreError::Renumber { last: known }) => last = known,
                    Err(other) => panic!("{other}"),
                }
            }
        })
    };
    let (one, two) = (write(1), write(2));
    one.join().unwrap();
    two.join().unwrap();
    let store = harness.store();
    let log = wait(store.events_after(Seq(0), 1_000)).unwrap();
    let numbers = log.iter().filter_map(|event| event.seq).map(|seq| seq.0);
    assert!(numbers.eq(1..=50));
    assert_eq!(wait(store.history(100)).unwrap().len(), 50);
}
