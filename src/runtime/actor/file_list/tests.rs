//! Tests that matching does not depend on the patterns typed before, and that new files are found.

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
    assert_eq!(
        paths.best(("", PathKinds::Files), 3, &mut Vec::new()),
        ["a", "b", "src"]
    );
}

#[test]
fn the_best_comes_first_and_no_more_than_the_limit() {
    let paths = paths(&["src/lambda/domain.rs", "docs/main.md", "src/main.rs"]);
    assert_eq!(
        paths.best(("main.rs", PathKinds::Files), 1, &mut Vec::new()),
        ["src/main.rs"]
    );
    assert_eq!(
        paths
            .best(("main", PathKinds::Files), 9, &mut Vec::new())
            .len(),
        3
    );
    assert!(
        paths
            .best(("nothing", PathKinds::Files), 9, &mut Vec::new())
            .is_empty()
    );
}

#[test]
fn folders_are_found_beside_their_files_where_they_are_wanted() {
    let paths = paths(&["docs/a.md", "docs/old/b.md", "src/main.rs", "top"]);
    let best = |pattern, kinds| paths.best((pattern, kinds), 9, &mut Vec::new());
    let both = PathKinds::FilesAndFolders;
    assert_eq!(best("docs/", both)[0], "docs/");
    assert_eq!(best("docs/old", both), ["docs/old/", "docs/old/b.md"]);
    assert_eq!(best("", both)[..3], ["top", "src/", "docs/"]);
    assert_eq!(
        best("docs/", PathKinds::Files),
        ["docs/a.md", "docs/old/b.md"]
    );
    assert_eq!(paths.files, 4);
}

#[test]
fn what_is_remembered_of_one_kind_of_query_is_right_for_the_other() {
    let paths = paths(&["docs/a.md", "x", "y", "z"]);
    let mut narrowed = Vec::new();
    assert_eq!(
        paths.best(("d", PathKinds::Files), 9, &mut narrowed),
        ["docs/a.md"]
    );
    let both = paths.best(("do", PathKinds::FilesAndFolders), 9, &mut narrowed);
    assert_eq!(both.len(), 2);
}

#[test]
fn a_pattern_that_means_something_else_when_it_goes_on_is_matched_anew() {
    let paths = paths(&["ab", "abc", "xyz"]);
    let mut narrowed = Vec::new();
    paths.best(("!a", PathKinds::Files), 9, &mut narrowed);
    assert_eq!(
        paths.best(("!abc", PathKinds::Files), 9, &mut narrowed),
        ["ab", "xyz"]
    );
}

fn favoured(path: &str, git: Option<char>, note: FileNote) -> PreferredFile {
    let path = path.to_owned();
    PreferredFile { path, git, note }
}

#[test]
fn changed_and_mentioned_files_come_first_where_they_fit_about_as_well() {
    let all = [
        "src/session.rs",
        "src/sessions_old.rs",
        "docs/session.md",
        "a",
    ];
    let paths = paths(&all);
    let favoured = vec![
        favoured("docs/session.md", Some('M'), FileNote::Git),
        favoured("src/sessions_old.rs", None, FileNote::Session),
        favoured("xsxexsxsxixoxnx.rs", None, FileNote::Mentioned),
        favoured("a", None, FileNote::Mentioned),
    ];
    let order = |pattern: &str, limit| {
        let found = paths.best((pattern, PathKinds::Files), limit, &mut Vec::new());
        let files = with_favoured(pattern, found, favoured.clone(), limit);
        let paths = files.into_iter().map(|file| file.path);
        paths.collect::<Vec<_>>()
    };
    let first = ["src/sessions_old.rs", "docs/session.md", "src/session.rs"];
    assert_eq!(order("session", 9), first);
    assert_eq!(order("session", 1), first[..1]);
    assert_eq!(
        order("src/session.rs", 9)[0],
        "src/session.rs",
        "it is the whole path"
    );
    let nothing = [
        "src/sessions_old.rs",
        "docs/session.md",
        "xsxexsxsxixoxnx.rs",
        "a",
        "src/session.rs",
    ];
    assert_eq!(order("", 9), nothing);
    let files = with_favoured("md", vec!["docs/session.md".into()], favoured.clone(), 9);
    assert_eq!((files[0].git, files[0].note), (Some('M'), FileNote::Git));
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn typing_on_finds_what_typing_at_once_finds(
        names in proptest::collection::vec("[abAB_./é]{1,12}", 0..40),
        pattern in "[abAB_./!^$ é]{1,6}",
    ) {
        let paths = Paths::of(&names);
        let mut narrowed = Vec::new();
        let typed = pattern.char_indices().map(|(end, letter)| &pattern[..end + letter.len_utf8()]);
        let typed: Vec<&str> = typed.collect();
        // And back again with the same memory.
        for typed in typed.iter().chain(typed.iter().rev()) {
            let found = paths.best((typed, PathKinds::Files), 5, &mut narrowed);
            prop_assert_eq!(found, paths.best((typed, PathKinds::Files), 5, &mut Vec::new()), "{}", typed);
        }
    }
}

#[tokio::test]
async fn a_file_that_was_made_meanwhile_is_found() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("first"), "").unwrap();
    let workspace = Arc::new(Workspace::open(folder.path(), &[]).unwrap());
    let files = FileList {
        fresh: Duration::ZERO,
        older: 0,
        ..FileList::new(workspace)
    };
    let found = |reply| match reply {
        Ok(Reply::Files { files, total }) => {
            let paths: Vec<String> = files.into_iter().map(|file| file.path).collect();
            (paths, total)
        }
        other => panic!("{other:?}"),
    };
    let first = found(
        files
            .matching(("first".to_owned(), PathKinds::Files), 9, Vec::new())
            .await,
    );
    assert_eq!(first, (vec!["first".to_owned()], 1));
    fs::write(folder.path().join("second"), "").unwrap();
    // A query may be answered from the old list; a later one gets the new list.
    loop {
        let (paths, _) = found(
            files
                .matching(("second".to_owned(), PathKinds::Files), 9, Vec::new())
                .await,
        );
        if paths == ["second"] {
            break;
        }
    }
}
