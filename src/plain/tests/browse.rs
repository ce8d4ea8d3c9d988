//! Tests of numbered folders and files, text search, Tab completion, and pictures from
//! outside the workspace.

use std::time::Duration;

use super::help::{PlainHarness, message};
use crate::{Completed, Input};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::message::Role;
use protocol::picture::{Media, Picture};
use protocol::query::{FileMatch, PictureSource, Query, Reply, TreeEntry};

fn later(harness: &mut PlainHarness) {
    harness.now += Duration::from_secs(2);
}

fn entry(name: &str, folder: &str, is_folder: bool) -> TreeEntry {
    let path = match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    TreeEntry {
        name: name.to_owned(),
        path,
        is_folder,
        bytes: 12,
        git: (!is_folder).then_some('M'),
    }
}

fn files(paths: &[&str]) -> Reply {
    let file = |path: &&str| FileMatch {
        path: (*path).to_owned(),
        ..FileMatch::default()
    };
    Reply::Files {
        files: paths.iter().map(file).collect(),
        total: paths.len(),
    }
}

#[test]
fn a_folder_is_gone_through_by_numbers_and_a_file_read_page_by_page_or_included() {
    let mut harness = PlainHarness::begin();
    harness.types("/tree");
    harness.replies(
        |query| matches!(query, Query::Tree { folder } if folder.is_empty()),
        Reply::Tree {
            folder: String::new(),
            entries: vec![entry("src", "", true), entry("a.md", "", false)],
        },
    );
    later(&mut harness);
    harness.types("1");
    harness.replies(
        |query| matches!(query, Query::Tree { folder } if folder == "src"),
        Reply::Tree {
            folder: "src".to_owned(),
            entries: vec![entry("b.rs", "src", false)],
        },
    );
    assert!(
        harness.text().contains("1. up: the folder above"),
        "{}",
        harness.text()
    );
    later(&mut harness);
    harness.types("b.rs");
    later(&mut harness);
    harness.types("read");
    harness.replies(
        |query| matches!(query, Query::BufferText { path, start_line: 1, .. } if path == "src/b.rs"),
        Reply::Text {
            text: "fn one() {}\n".to_owned(),
            total_lines: 150,
        },
    );
    assert!(
        harness.text().contains("50 lines of src/b.rs left"),
        "{}",
        harness.text()
    );
    later(&mut harness);
    harness.types("1");
    assert!(
        harness.asked.iter().any(|(_, query)| matches!(
            query,
            Query::BufferText {
                start_line: 101,
                ..
            }
        )),
        "{:?}",
        harness.asked
    );
    harness.nothing_is_found();
    // A sentence is a message, whatever list is shown.
    harness.types("/files b");
    harness.replies(
        |query| matches!(query, Query::Files { .. }),
        files(&["src/b.rs", "b.md"]),
    );
    later(&mut harness);
    harness.types("What is in them?");
    assert_eq!(harness.messages(), ["What is in them?"]);
}

#[test]
fn a_text_is_found_in_the_conversation_and_in_the_file_that_was_read_last() {
    let mut harness = PlainHarness::begin();
    harness.hear(EventKind::MessageAdded {
        message: message(10, Role::User, "Where is the Lock taken?"),
    });
    harness.types("/find lock");
    assert!(
        harness.text().contains("1. You: Where is the Lock taken?"),
        "{}",
        harness.text()
    );
    harness.types("/find nowhere");
    assert!(
        harness.text().contains("is not in this conversation"),
        "{}",
        harness.text()
    );
    harness.types("/files b");
    harness.replies(
        |query| matches!(query, Query::Files { .. }),
        files(&["src/b.rs"]),
    );
    later(&mut harness);
    harness.types("1");
    later(&mut harness);
    harness.types("read");
    let text = || Reply::Text {
        text: "one\n\tlock();\n".to_owned(),
        total_lines: 2,
    };
    let is_read = |query: &Query| matches!(query, Query::BufferText { .. });
    harness.replies(is_read, text());
    harness.types("/find LOCK");
    harness.replies(is_read, text());
    assert!(
        harness.text().contains("2. src/b.rs:2: lock();"),
        "{}",
        harness.text()
    );
    later(&mut harness);
    harness.types("1");
    assert_eq!(
        harness.record.last().unwrap(),
        "You: Where is the Lock taken?"
    );
}

fn tab(harness: &mut PlainHarness, typed: &str) -> Option<Completed> {
    harness.completed.clear();
    harness.give(Input::Complete(typed.to_owned()));
    harness.completed.pop()
}

#[test]
fn tab_completes_commands_arguments_and_words_of_a_place() {
    let mut harness = PlainHarness::begin();
    let one = tab(&mut harness, "/checkp").unwrap();
    assert_eq!(
        (one.becomes.as_str(), one.choices.len()),
        ("/checkpoints ", 0)
    );
    let several = tab(&mut harness, "/re").unwrap();
    assert_eq!(several.becomes, "/re");
    assert!(
        several.choices.contains(&"resend".to_owned()),
        "{several:?}"
    );
    let mode = tab(&mut harness, "/mode pas").unwrap();
    assert_eq!(mode.becomes, "/mode passthrough");
    let word = tab(&mut harness, "/confirm cmd o").unwrap();
    assert_eq!(
        word.choices.get(1..),
        Some(&["on".to_owned(), "off".to_owned()][..])
    );
    assert_eq!(tab(&mut harness, "a message"), None);
    harness.types("/checkpoints");
    harness.nothing_is_found();
    assert_eq!(tab(&mut harness, "comp").unwrap().becomes, "compare ");
}

#[test]
fn tab_behind_an_at_sign_puts_in_what_the_files_have_in_common() {
    let mut harness = PlainHarness::begin();
    assert_eq!(tab(&mut harness, "Look at @src/a"), None);
    harness.replies(
        |query| matches!(query, Query::Files { pattern, .. } if pattern == "src/a"),
        files(&["src/act.rs", "src/actor.rs", "lib/src/a.rs"]),
    );
    let put = harness.completed.pop().unwrap();
    assert_eq!(put.becomes, "Look at @src/act");
    assert_eq!(put.choices.len(), 3, "{put:?}");
    // Matches elsewhere in the path are listed; an ambiguous part is not inserted.
    assert_eq!(tab(&mut harness, "@act"), None);
    harness.replies(
        |query| matches!(query, Query::Files { .. }),
        files(&["src/act.rs"]),
    );
    assert_eq!(harness.completed.pop().unwrap().becomes, "@src/act.rs");
}

#[test]
fn a_picture_from_elsewhere_goes_with_the_next_message_and_no_other() {
    let mut harness = PlainHarness::begin();
    let picture = Picture {
        hash: "a".repeat(64).parse().unwrap(),
        media: Media::Png,
        width: 8,
        height: 4,
        bytes: 1_200,
        name: "/tmp/a b.png".to_owned(),
    };
    let take = |harness: &mut PlainHarness| {
        harness.types("/attach \"/tmp/a b.png\"");
        harness.replies(
            |query| {
                let file = PictureSource::File {
                    path: "/tmp/a b.png".to_owned(),
                };
                matches!(query, Query::TakePicture { source, .. } if *source == file)
            },
            Reply::Picture {
                picture: picture.clone(),
            },
        );
    };
    take(&mut harness);
    harness.types("/attach none");
    take(&mut harness);
    harness.types("What is this?");
    harness.types("And that?");
    let sent: Vec<&str> = harness
        .sent
        .iter()
        .filter_map(|command| match command {
            Command::SendMessage { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let with = format!("What is this? {}", picture.tag());
    assert_eq!(sent, [with.as_str(), "And that?"]);
}
