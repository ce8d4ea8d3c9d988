use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use testing::{cases, skipped};

use super::{MergeError, Merged, Side, merge};

fn sides<'a>(base: &'a [u8], ours: &'a [u8], theirs: &'a [u8]) -> [Side<'a>; 3] {
    [
        Side {
            label: b"base",
            bytes: base,
        },
        Side {
            label: b"ours",
            bytes: ours,
        },
        Side {
            label: b"theirs",
            bytes: theirs,
        },
    ]
}

fn merged(base: &[u8], ours: &[u8], theirs: &[u8]) -> Merged {
    let [base, ours, theirs] = sides(base, ours, theirs);
    merge(base, ours, theirs).unwrap()
}

#[track_caller]
fn assert_merged(base: &str, ours: &str, theirs: &str, conflicts: usize, text: &str) {
    let merged = merged(base.as_bytes(), ours.as_bytes(), theirs.as_bytes());
    let bytes = String::from_utf8(merged.bytes).unwrap();
    assert_eq!((merged.conflicts, bytes.as_str()), (conflicts, text));
}

#[test]
fn changes_of_both_at_different_places_are_taken() {
    assert_merged(
        "a\nb\nc\nd\ne\n",
        "A\nb\nc\nd\ne\n",
        "a\nb\nc\nd\nE\nf\n",
        0,
        "A\nb\nc\nd\nE\nf\n",
    );
}

#[test]
fn the_same_change_of_both_is_taken_once() {
    assert_merged("a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n", 0, "a\nB\nc\n");
}

#[test]
fn changes_that_touch_stand_between_markers() {
    assert_merged(
        "a\nb\nc\n",
        "a\nB\nc\n",
        "a\nb\nC\n",
        1,
        "a\n<<<<<<< ours\nB\nc\n||||||| base\nb\nc\n=======\nb\nC\n>>>>>>> theirs\n",
    );
}

#[test]
fn a_last_line_without_its_ending_gets_one_before_a_marker() {
    assert_merged(
        "a\nb",
        "a\nB",
        "a\nc",
        1,
        "a\n<<<<<<< ours\nB\n||||||| base\nb\n=======\nc\n>>>>>>> theirs\n",
    );
}

#[test]
fn markers_have_the_line_ending_of_the_text() {
    assert_merged(
        "a\r\nb\r\n",
        "a\r\nB\r\n",
        "a\r\nc\r\n",
        1,
        "a\r\n<<<<<<< ours\r\nB\r\n||||||| base\r\nb\r\n=======\r\nc\r\n>>>>>>> theirs\r\n",
    );
}

#[test]
fn bytes_that_are_no_text_are_merged_as_they_are() {
    let merged = merged(
        b"a\n\xff\nb\nc\n",
        b"a\n\xff\nb\n\xfe\n",
        b"\xc3\n\xff\nb\nc\n",
    );
    assert_eq!(merged.bytes, b"\xc3\n\xff\nb\n\xfe\n");
}

#[test]
fn a_binary_text_is_refused_with_its_label() {
    let [base, ours, theirs] = sides(b"a\n", b"a\0", b"b\n");
    assert_eq!(
        merge(base, ours, theirs),
        Err(MergeError::Binary("ours".to_owned()))
    );
}

/// Lines of a few different words, so that hunks slide, touch and repeat.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        4 => Just("a"), 4 => Just("b"), 2 => Just("  c"), 1 => Just("d"), 2 => Just(""), 1 => Just("}")
    ];
    let ending = prop_oneof![9 => Just("\n"), 1 => Just("\r\n")];
    let lines = prop::collection::vec((line, ending), 0..24);
    (lines, prop::bool::weighted(0.8)).prop_map(|(lines, is_ended)| {
        let mut text: String = lines.iter().flat_map(|(line, end)| [*line, *end]).collect();
        if !is_ended {
            text.truncate(text.trim_end().len());
        }
        text.into_bytes()
    })
}

/// Replaces up to three ranges of lines of a text.
fn edited(base: &[u8], edits: &[(usize, usize, String)]) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = base
        .split_inclusive(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    for (start, length, new) in edits {
        let start = start % (lines.len() + 1);
        let end = lines.len().min(start + length);
        lines.splice(start..end, [new.clone().into_bytes()]);
    }
    lines.concat()
}

fn three_texts() -> impl Strategy<Value = [Vec<u8>; 3]> {
    let new = prop_oneof![Just(""), Just("a\n"), Just("new\n"), Just("b\n\na\n")];
    let edit = (0..24usize, 0..4usize, new.prop_map(str::to_owned));
    let edits = prop::collection::vec(edit, 0..4);
    (text(), edits.clone(), edits).prop_map(|(base, ours, theirs)| {
        let (ours, theirs) = (edited(&base, &ours), edited(&base, &theirs));
        [base, ours, theirs]
    })
}

/// Merges with git; `None` if there is no git.
fn merged_by_git(folder: &Path, texts: &[Vec<u8>; 3]) -> Option<Merged> {
    for (name, text) in ["base", "ours", "theirs"].iter().zip(texts) {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let output = Command::new("git")
        .args([
            "merge-file",
            "--diff3",
            "-p",
            "-L",
            "ours",
            "-L",
            "base",
            "-L",
            "theirs",
        ])
        .args(["ours", "base", "theirs"])
        .current_dir(folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", folder)
        .output()
        .ok()?;
    Some(Merged {
        bytes: output.stdout,
        conflicts: usize::try_from(output.status.code()?).ok()?,
    })
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn merges_have_the_bytes_that_git_gives_them(texts in three_texts()) {
        let folder = tempfile::tempdir().unwrap();
        let Some(expected) = merged_by_git(folder.path(), &texts) else {
            skipped("there is no git");
            return Ok(());
        };
        let [base, ours, theirs] = &texts;
        prop_assert_eq!(merged(base, ours, theirs), expected);
    }

    #[test]
    fn a_text_that_only_one_side_changed_is_that_sides_text([base, ours, _] in three_texts()) {
        for merged in [merged(&base, &ours, &base), merged(&base, &base, &ours)] {
            prop_assert_eq!(merged, Merged { bytes: ours.clone(), conflicts: 0 });
        }
    }

    #[test]
    fn a_clean_merge_is_the_same_from_either_side([base, ours, theirs] in three_texts()) {
        let (one, other) = (merged(&base, &ours, &theirs), merged(&base, &theirs, &ours));
        prop_assert_eq!(one.conflicts, other.conflicts);
        if one.conflicts == 0 {
            prop_assert_eq!(one.bytes, other.bytes);
        }
    }
}
