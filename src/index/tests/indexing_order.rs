//! The order in which files are indexed, and that it does not affect the final content.

use std::collections::HashSet;
use std::fs;
use std::time::{Duration, UNIX_EPOCH};

use super::{IndexHarness, LONG, content, look, tell};
use crate::diff::{LimitState, of_all};
use crate::{Index, Order, tables};
use protocol::index::IndexPhase;

/// More files than the writer indexes before it has listed all.
const FILES: i64 = 600;

fn many() -> IndexHarness {
    let harness = IndexHarness::new();
    for number in 0..FILES {
        harness.put(&format!("some/f{number}.txt"), format!("word{number}\n"));
    }
    harness
}

/// Returns the row number of a file, which counts all rows ever added.
fn row(index: &Index, path: &str) -> i64 {
    let found = index.reader.read(|connection| {
        let query = "SELECT id FROM files WHERE path = ?1";
        Ok(connection.query_row(query, [path], |row| row.get(0))?)
    });
    found.expect("it can be read").expect("it is known")
}

#[test]
fn files_that_were_saved_are_taken_in_before_those_that_wait() {
    let harness = many();
    let saved: Vec<String> = (0..5).map(|number| format!("late/s{number}.txt")).collect();
    for path in &saved {
        harness.put(path, "saved\n");
        // By their age these files would come last.
        let file = fs::File::options()
            .append(true)
            .open(harness.root().join(path));
        let old = UNIX_EPOCH + Duration::from_secs(1_000);
        file.expect("a file").set_modified(old).expect("a time");
    }
    let index = harness.index();
    index.shared.order(|orders| {
        orders.all = true;
        orders.paths.extend(saved.iter().cloned());
    });
    look(&index);
    assert_eq!(index.state().phase, IndexPhase::Ready);
    let rows: Vec<i64> = saved.iter().map(|path| row(&index, path)).collect();
    assert_eq!(rows, [1, 2, 3, 4, 5]);
    let others = (0..FILES).map(|number| row(&index, &format!("some/f{number}.txt")));
    assert_eq!(others.max(), Some(FILES + 5), "none is taken in twice");
    assert_eq!(content(&index), harness.fresh());
}

#[test]
fn what_is_saved_again_and_again_while_it_builds_is_known_as_it_is_last() {
    let harness = many();
    let index = harness.index();
    let order = index.look();
    for number in 0..20 {
        let path = format!("some/f{number}.txt");
        harness.put(&path, format!("again{number}\n"));
        harness.put("some/new.txt", format!("new{number}\n"));
        fs::remove_file(harness.root().join(format!("some/f{}.txt", 100 + number)))
            .expect("a file");
        index.shared.order(|orders| {
            let gone = format!("some/f{}.txt", 100 + number);
            orders.paths.extend([path, gone, "some/new.txt".to_owned()]);
        });
    }
    assert!(index.wait_for(order, LONG));
    let order = index.shared.order(|_| {});
    assert!(index.wait_for(Order(order), LONG));
    assert_eq!(content(&index), harness.fresh());
    assert_eq!(
        index.state().files,
        harness.workspace.files().count() as u64
    );
}

#[test]
fn what_was_taken_in_since_the_listing_is_not_taken_for_gone() {
    let harness = IndexHarness::new();
    harness.put("a.txt", "one\n");
    let older = harness.workspace.listing("");
    harness.put("b.txt", "two\n");
    let index = harness.built();
    let work = |ahead: &HashSet<String>| {
        let known = index.reader.read(tables::all).expect("it can be read");
        of_all(&older, known.expect("all"), LimitState::Same, ahead)
    };
    let ahead = HashSet::from(["b.txt".to_owned()]);
    assert_eq!(work(&ahead).paths().count(), 0);
    let unaware: Vec<String> = work(&HashSet::new()).paths().map(str::to_owned).collect();
    assert_eq!(unaware, ["b.txt"]);
}

#[test]
fn a_folder_and_a_file_in_it_that_are_named_together_are_looked_at_once() {
    let harness = IndexHarness::new();
    harness.put("src/a.txt", "one\n");
    harness.put("src/b.txt", "two\n");
    let index = harness.built();
    harness.put("src/a.txt", "another one\n");
    fs::remove_file(harness.root().join("src/b.txt")).expect("a file");
    tell(&index, &["src", "src/a.txt", "src/b.txt"]);
    assert_eq!(index.state().files, 1);
    assert_eq!(row(&index, "src/a.txt"), 3);
    assert_eq!(content(&index), harness.fresh());
}
