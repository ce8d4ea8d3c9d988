//! Damage, other versions, and two processes that share one database.

use std::fs;

use super::{IndexHarness, LONG, Word, ask, content, look, paths};
use crate::{Order, file_in, of_text};
use protocol::index::IndexPhase;

fn notices(words: &[Word]) -> Vec<String> {
    let notice = |word: &Word| match word {
        Word::Notice(notice) => Some(notice.to_string()),
        Word::State(_) => None,
    };
    words.iter().filter_map(notice).collect()
}

#[test]
fn a_damaged_database_or_one_of_another_version_is_built_anew_with_a_word() {
    let harness = IndexHarness::new();
    harness.put("a.txt", "some words\n");
    let folder = harness.kept.path().join("kept");
    drop({
        let (index, heard) = harness.index_in(folder.clone(), 1_000);
        look(&index);
        assert_eq!(notices(&heard.lock().unwrap()), Vec::<String>::new());
        index
    });
    let damage: [&dyn Fn(); 3] = [
        &|| fs::write(file_in(&folder), b"no database at all, by far").unwrap(),
        &|| {
            let connection = rusqlite::Connection::open(file_in(&folder)).unwrap();
            connection
                .execute_batch("UPDATE facts SET value = 77 WHERE name = 'format'")
                .unwrap();
        },
        &|| {
            let connection = rusqlite::Connection::open(file_in(&folder)).unwrap();
            connection.execute_batch("DROP TABLE files").unwrap();
        },
    ];
    for harm in damage {
        harm();
        let (index, heard) = harness.index_in(folder.clone(), 1_000);
        look(&index);
        assert_eq!(index.state().phase, IndexPhase::Ready);
        assert_eq!(paths(&ask(&index, "words")), ["a.txt"]);
        let heard = notices(&heard.lock().unwrap());
        assert_eq!(heard.len(), 1, "{heard:?}");
        assert!(heard[0].contains("rebuilding it"), "{heard:?}");
    }
    let left = fs::read_dir(&folder).unwrap().count();
    assert!(left <= 5, "nothing is kept of what was damaged: {left}");
}

#[test]
fn the_second_reads_what_the_first_builds_and_takes_over_when_it_is_gone() {
    let harness = IndexHarness::new();
    harness.put("a.txt", "some words\n");
    let folder = harness.kept.path().join("kept");
    let (first, _) = harness.index_in(folder.clone(), 1_000);
    look(&first);
    let (second, _) = harness.index_in(folder, 1_000);
    look(&second);
    let own = std::process::id();
    assert_eq!(second.state().phase, IndexPhase::Elsewhere { pid: own });
    assert_eq!(paths(&ask(&second, "words")), ["a.txt"]);
    assert!(second.rule_out(&of_text("absent")).is_some(), "it is whole");
    harness.put("b.txt", "more words\n");
    look(&first);
    assert_eq!(ask(&second, "more words").len(), 2);
    second.take_over();
    let order = Order(second.shared.order(|_| {}));
    assert!(second.wait_for(order, LONG));
    assert!(matches!(second.state().phase, IndexPhase::Elsewhere { .. }));
    drop(first);
    harness.put("c.txt", "even more words\n");
    second.take_over();
    let order = Order(second.shared.order(|_| {}));
    assert!(second.wait_for(order, LONG));
    assert_eq!(second.state().phase, IndexPhase::Ready);
    assert_eq!(content(&second), harness.fresh());
}

#[test]
fn rebuilding_makes_the_same_again_and_another_limit_is_taken_up() {
    let harness = IndexHarness::new();
    harness.put("a.txt", "some words\n");
    harness.put("b.txt", "words ".repeat(50));
    let index = harness.built();
    let before = content(&index);
    let order = index.rebuild();
    assert!(index.wait_for(order, LONG));
    assert_eq!(content(&index), before);
    assert_eq!(ask(&index, "words").len(), 2);
    let folder = index.folder().to_path_buf();
    drop(index);
    let (smaller, _) = harness.index_in(folder.clone(), 100);
    look(&smaller);
    assert_eq!(paths(&ask(&smaller, "words")), ["a.txt"]);
    drop(smaller);
    let (larger, _) = harness.index_in(folder, 1_000_000);
    look(&larger);
    assert_eq!(content(&larger), before);
}

#[test]
fn one_that_was_never_begun_answers_nothing_and_leaves_nothing() {
    let harness = IndexHarness::new();
    harness.put("a.txt", "some words\n");
    let index = harness.index();
    assert!(ask(&index, "words").is_empty());
    assert!(index.rule_out(&of_text("words")).is_none());
    assert_eq!(index.state().phase, IndexPhase::Waiting);
    assert!(!file_in(index.folder()).exists());
}
