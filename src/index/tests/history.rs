//! After any sequence of file changes, the index equals a freshly built one.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;

use super::{IndexHarness, content, look, tell};
use workspace::listing::{Listing, Mark};

#[derive(Debug, Clone)]
enum Change {
    Put(usize, String),
    Remove(usize),
    Rename(usize, usize),
    RenameFolder(usize, usize),
    RemoveFolder(usize),
    Ignore(usize, usize),
    /// Many files at once, like a switch to another branch.
    Switch(u8),
    /// A full scan without a notification.
    Look,
}

const FOLDERS: [&str; 5] = ["", "src/", "src/deep/", "docs/", "other/new/"];
const FILES: [&str; 10] = [
    "a.rs",
    "src/a.rs",
    "src/b.rs",
    "src/deep/c.rs",
    "src/deep/d.log",
    "docs/e.md",
    "docs/f.log",
    "other/new/g.rs",
    "other/h",
    "src.rs",
];
const RULES: [&str; 5] = [
    "",
    "*.log\n",
    "deep/\n",
    "*.rs\n!a.rs\n",
    ".gitignore\nsrc\n",
];

fn change() -> impl Strategy<Value = Change> {
    let file = || 0..FILES.len();
    let folder = || 1..FOLDERS.len();
    let text = prop::sample::select(vec![
        "",
        "fn parseHeader() {}\n",
        "one two\nthree four five\n",
        "bin\0ary",
        "\u{feff}with a mark\n",
    ]);
    prop_oneof![
        6 => (file(), text).prop_map(|(file, text)| Change::Put(file, text.to_owned())),
        2 => file().prop_map(Change::Remove),
        2 => (file(), file()).prop_map(|(from, to)| Change::Rename(from, to)),
        2 => (folder(), folder()).prop_map(|(from, to)| Change::RenameFolder(from, to)),
        1 => folder().prop_map(Change::RemoveFolder),
        2 => (0..FOLDERS.len(), 0..RULES.len()).prop_map(|(at, rule)| Change::Ignore(at, rule)),
        1 => any::<u8>().prop_map(Change::Switch),
        1 => Just(Change::Look),
    ]
}

/// Carries out the change, and returns the paths that the watcher would report.
fn carry_out(harness: &IndexHarness, change: &Change) -> Vec<String> {
    let root = harness.root();
    let below = |folder: &str| -> Vec<String> {
        let files = harness.workspace.files().map(|file| file.path);
        files.filter(|path| path.starts_with(folder)).collect()
    };
    match change {
        Change::Put(file, text) => {
            let path = FILES[*file];
            if root
                .join(path)
                .parent()
                .is_some_and(|folder| fs::create_dir_all(folder).is_ok())
            {
                fs::write(root.join(path), text).ok();
            }
            vec![path.to_owned()]
        }
        Change::Remove(file) => {
            fs::remove_file(root.join(FILES[*file])).ok();
            vec![FILES[*file].to_owned()]
        }
        Change::Rename(from, to) => {
            fs::rename(root.join(FILES[*from]), root.join(FILES[*to])).ok();
            vec![FILES[*from].to_owned(), FILES[*to].to_owned()]
        }
        Change::RenameFolder(from, to) => {
            let (from, to) = (FOLDERS[*from], FOLDERS[*to]);
            fs::rename(root.join(from), root.join(to)).ok();
            let mut told = below(to);
            told.push(from.trim_end_matches('/').to_owned());
            // A new ignore rule changes what is visible, like a removed one.
            told.push(".gitignore".to_owned());
            told
        }
        Change::RemoveFolder(folder) => {
            let folder = FOLDERS[*folder];
            fs::remove_dir_all(root.join(folder)).ok();
            vec![
                folder.trim_end_matches('/').to_owned(),
                format!("{folder}.gitignore"),
            ]
        }
        Change::Ignore(folder, rule) => {
            let file = root.join(FOLDERS[*folder]).join(".gitignore");
            match RULES[*rule] {
                "" => fs::remove_file(&file).ok(),
                rule => fs::write(&file, rule).ok(),
            };
            vec![format!("{}.gitignore", FOLDERS[*folder])]
        }
        Change::Switch(to) => {
            for (at, path) in FILES.iter().enumerate() {
                match (to >> (at % 8)) & 1 {
                    1 => harness.put_if_possible(path, &format!("of branch {to}\n")),
                    _ => drop(fs::remove_file(root.join(path))),
                }
            }
            FILES.iter().map(|path| (*path).to_owned()).collect()
        }
        Change::Look => Vec::new(),
    }
}

impl IndexHarness {
    fn put_if_possible(&self, path: &str, text: &str) {
        let file = self.root().join(path);
        if file
            .parent()
            .is_some_and(|folder| fs::create_dir_all(folder).is_ok())
        {
            fs::write(file, text).ok();
        }
    }
}

fn files_of(listing: &Listing) -> BTreeMap<String, Mark> {
    let mut out = BTreeMap::new();
    listing.for_each("", &mut |path, mark| {
        out.insert(path, *mark);
    });
    out
}

proptest! {
    #![proptest_config(testing::cases(6))]

    #[test]
    fn after_any_history_it_is_what_a_fresh_one_would_be(
        changes in prop::collection::vec(change(), 1..12),
    ) {
        let harness = IndexHarness::new();
        harness.put("src/a.rs", "fn first() {}\n");
        let index = harness.built();
        for change in &changes {
            let told = carry_out(&harness, change);
            if told.is_empty() {
                look(&index);
            } else {
                tell(&index, &told.iter().map(String::as_str).collect::<Vec<_>>());
            }
            let listed = harness.workspace.listing("");
            prop_assert_eq!(files_of(&listed), files_of(&Listing::take(&harness.workspace)));
        }
        let (found, wanted) = (content(&index), harness.fresh());
        let more: Vec<&String> = found.difference(&wanted).collect();
        let less: Vec<&String> = wanted.difference(&found).collect();
        prop_assert!(more.is_empty() && less.is_empty(), "more {more:?} less {less:?}");
    }
}

#[test]
fn a_listing_is_the_same_in_the_order_of_a_walk() {
    let harness = IndexHarness::new();
    for path in ["a/b", "a.txt", "a/c/d", "a0", "b/.hidden/x", "c"] {
        harness.put(path, "text");
    }
    let mut listed = Vec::new();
    let listing = harness.workspace.listing("");
    listing.for_each("", &mut |path, _| listed.push(path));
    let walked: Vec<String> = harness.workspace.files().map(|file| file.path).collect();
    assert_eq!(listed, walked);
}

#[test]
fn a_touched_file_keeps_its_words_and_a_small_segment_is_merged() {
    let harness = IndexHarness::new();
    for number in 0..20 {
        harness.put(&format!("f{number}.txt"), format!("word{number} common\n"));
    }
    let index = harness.built();
    for number in 0..20 {
        let path = format!("f{number}.txt");
        harness.put(&path, format!("word{number} changed\n"));
        tell(&index, &[&path]);
        harness.put(&path, format!("word{number} changed\n"));
        tell(&index, &[&path]);
    }
    let segments = index
        .reader
        .read(|connection| {
            let count = "SELECT count(*) FROM segments";
            Ok(connection.query_row(count, [], |row| row.get::<_, i64>(0))?)
        })
        .expect("it can be read");
    assert!(segments.is_some_and(|count| count < 12), "{segments:?}");
    assert_eq!(content(&index), harness.fresh());
}

#[test]
fn an_ignored_file_that_is_named_all_the_same_stays_out() {
    let harness = IndexHarness::new();
    harness.put(".gitignore", "*.log\n");
    let index = harness.built();
    harness.put("src/deep/d.log", "not to be seen\n");
    tell(&index, &["src/deep/d.log"]);
    assert_eq!(content(&index), harness.fresh());
}
