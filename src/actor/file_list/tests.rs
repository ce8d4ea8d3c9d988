//! Matching is the same however it was come to, and new files are found.

use std::fs;

use proptest::prelude::*;

use super::*;

fn paths(names: &[&str]) -> Paths {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    Paths::of(&names)
}

#[test]
fn without_a_pattern_the_shortest_come_first_then_by_path() {
    let paths = paths(&["src/main.rs", "b", "a", "src"]);
    assert_eq!(paths.best("", 3, None).0, ["a", "b", "src"]);
}

#[test]
fn the_best_comes_first_and_no_more_than_the_limit() {
    let paths = paths(&["src/lambda/domain.rs", "docs/main.md", "src/main.rs"]);
    assert_eq!(paths.best("main.rs", 1, None).0, ["src/main.rs"]);
    assert_eq!(paths.best("main", 9, None).0.len(), 3);
    assert!(paths.best("nothing", 9, None).0.is_empty());
}

#[test]
fn a_pattern_that_means_something_else_when_it_goes_on_is_matched_anew() {
    let paths = paths(&["ab", "abc", "xyz"]);
    let (_, narrowed) = paths.best("!a", 9, None);
    assert_eq!(paths.best("!abc", 9, narrowed).0, ["ab", "xyz"]);
}

proptest! {
    #[test]
    fn typing_on_finds_what_typing_at_once_finds(
        names in proptest::collection::vec("[abAB_./é]{1,12}", 0..40),
        pattern in "[abAB_./!^$ é]{1,6}",
    ) {
        let paths = Paths::of(&names);
        let mut narrowed = None;
        let mut found = Vec::new();
        for (end, letter) in pattern.char_indices() {
            let typed = &pattern[..end + letter.len_utf8()];
            (found, narrowed) = paths.best(typed, 5, narrowed);
        }
        prop_assert_eq!(found, paths.best(&pattern, 5, None).0);
    }
}

#[tokio::test]
async fn a_file_that_was_made_meanwhile_is_found() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("first"), "").unwrap();
    let workspace = Arc::new(Workspace::open(folder.path(), &[]).unwrap());
    let files = FileList {
        fresh: Duration::ZERO,
        ..FileList::new(workspace)
    };
    let found = |reply| match reply {
        Ok(Reply::Files { paths, total }) => (paths, total),
        other => panic!("{other:?}"),
    };
    let first = found(files.matching("first".to_owned(), 9).await);
    assert_eq!(first, (vec!["first".to_owned()], 1));
    fs::write(folder.path().join("second"), "").unwrap();
    // A question may be answered from the old list; the new one is there for one after it.
    loop {
        let (paths, _) = found(files.matching("second".to_owned(), 9).await);
        if paths == ["second"] {
            break;
        }
    }
}
