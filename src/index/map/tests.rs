//! Tests of the repository map.

use proptest::prelude::*;

use super::{Defined, FileOutline, MapRequest, repository_map};

fn file<'a>(path: &'a str, names: &[&'a str]) -> FileOutline<'a> {
    let definition = |name: &&'a str| Defined { kind: "fn", name };
    FileOutline {
        path,
        definitions: names.iter().map(definition).collect(),
    }
}

fn bytes(line: &str) -> u64 {
    u64::try_from(line.len()).unwrap()
}

fn within(budget: u64) -> MapRequest<'static> {
    MapRequest {
        budget,
        ..MapRequest::default()
    }
}

fn users(known: &'static [(&'static str, u32)]) -> impl Fn(&str) -> u32 {
    |name| {
        let found = known.iter().find(|(known, _)| *known == name);
        found.map_or(0, |(_, count)| *count)
    }
}

#[test]
fn what_others_use_comes_before_what_everyone_defines() {
    let files = [
        file("a.rs", &["new", "helper"]),
        file("b.rs", &["new", "start_run"]),
        file("c.rs", &["new"]),
    ];
    let used = users(&[("new", 9), ("helper", 1), ("start_run", 7)]);
    let map = |budget| repository_map(&files, &used, &within(budget), &bytes);
    assert_eq!(
        map(1_000),
        "a.rs: fn new, helper\nb.rs: fn new, start_run\nc.rs: fn new\n"
    );
    assert_eq!(map(25), "b.rs: fn new, start_run\n");
    assert_eq!(map(5), "");
}

#[test]
fn included_files_come_first_then_those_that_were_spoken_of_then_changed_ones() {
    let files = [
        file("a/busy.rs", &["everywhere"]),
        file("b/changed.rs", &["one"]),
        file("c/by_path.rs", &["two"]),
        file("d/by_name.rs", &["send_invoice"]),
        file("e/included.rs", &["three"]),
    ];
    let used = users(&[("everywhere", 90), ("send_invoice", 4)]);
    let wanted = MapRequest {
        included: &["e/included.rs".to_owned()],
        said: "Why does send_invoice() fail, and what about ./c/by_path.rs?",
        changed: &["b/changed.rs".to_owned(), "e/included.rs".to_owned()],
        budget: 1_000,
    };
    let map = repository_map(&files, &used, &wanted, &bytes);
    let paths: Vec<&str> = map
        .lines()
        .filter_map(|line| line.split(':').next())
        .collect();
    assert_eq!(
        paths,
        [
            "e/included.rs",
            "d/by_name.rs",
            "c/by_path.rs",
            "b/changed.rs",
            "a/busy.rs"
        ]
    );
    // Files close to the conversation are shown even if there is no room for the most used ones.
    let small = MapRequest {
        budget: 25,
        ..wanted
    };
    let map = repository_map(&files, &used, &small, &bytes);
    assert_eq!(map, "e/included.rs: fn three\n");
}

#[test]
fn a_word_that_many_files_define_points_at_none_of_them() {
    let names = ["a.rs", "b.rs", "c.rs", "d.rs"];
    let files: Vec<FileOutline<'_>> = names.iter().map(|path| file(path, &["open"])).collect();
    let wanted = MapRequest {
        said: "open d.rs",
        budget: 1_000,
        ..MapRequest::default()
    };
    let map = repository_map(&files, &users(&[]), &wanted, &bytes);
    assert_eq!(
        map,
        "d.rs: fn open\na.rs: fn open\nb.rs: fn open\nc.rs: fn open\n"
    );
}

#[test]
fn a_file_with_many_names_tells_those_that_are_used_in_the_order_of_its_lines() {
    let names: Vec<String> = (0..30).map(|number| format!("name_{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let used = users(&[("name_29", 5), ("name_17", 4)]);
    let map = repository_map(&[file("a.rs", &names)], &used, &within(1_000), &bytes);
    assert_eq!(map.matches("name_").count(), 12);
    let (first, second) = (map.find("name_17").unwrap(), map.find("name_29").unwrap());
    assert!(first < second, "{map}");
}

#[test]
fn control_sequences_secrets_and_whole_pages_of_a_name_do_not_come_through() {
    let key = "sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz0123456789";
    let long = "very ".repeat(60);
    let heading = format!("The key is {key}");
    let files = [
        file(
            "a\u{1b}[2J\n.md",
            &["\u{1b}]0;owned\u{7}Title", "two\nlines"],
        ),
        file("b.md", &[&heading, &long]),
    ];
    let map = repository_map(&files, &users(&[]), &within(10_000), &bytes);
    assert_eq!(map.lines().count(), 2, "{map}");
    assert!(!map.chars().any(|c| c.is_control() && c != '\n'), "{map:?}");
    assert!(!map.contains(key) && map.contains("Title"), "{map}");
    assert!(map.len() < 300 && map.contains('…'), "{map}");
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn no_map_is_over_its_budget(
        files in prop::collection::vec((0_u8..9, prop::collection::vec(0_u8..6, 0..5)), 0..12),
        budget in 0_u64..200,
        said in "(name_[0-9] |0/[0-9].rs |word ){0,4}",
    ) {
        let written: Vec<(String, Vec<String>)> = files
            .iter()
            .enumerate()
            .map(|(at, (folder, names))| {
                let names = names.iter().map(|number| format!("name_{number}"));
                (format!("{folder}/{at}.rs"), names.collect())
            })
            .collect();
        let mut files: Vec<FileOutline<'_>> = written
            .iter()
            .map(|(path, names)| {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                file(path, &names)
            })
            .collect();
        let used = users(&[("name_1", 4), ("name_2", 2)]);
        let changed = ["1/0.rs".to_owned()];
        let wanted = MapRequest { included: &[], said: &said, changed: &changed, budget };
        let map = repository_map(&files, &used, &wanted, &bytes);
        prop_assert!(bytes(&map) <= budget);
        files.reverse();
        prop_assert_eq!(map, repository_map(&files, &used, &wanted, &bytes));
    }
}
