//! Tests of hunks and of unified diffs.

use proptest::prelude::*;
use uuid::Uuid;

use super::{HunkLimits, apply, hunks_between, hunks_of_edits};
use crate::unified::{to_text, unified};
use protocol::change::{DiffChange, DiffLineKind, FileDiff, Hunk};
use protocol::ids::HunkId;

fn hunks(before: &str, after: &str, limits: HunkLimits) -> Vec<Hunk> {
    let mut next = 0_u128;
    hunks_between(before, after, limits, &mut || {
        next += 1;
        HunkId(Uuid::from_u128(next))
    })
}

/// Generates texts of few distinct lines, so that lines repeat, with all kinds of line endings.
fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("a"),
        Just("b"),
        Just("c."),
        Just(""),
        Just("\u{feff}a"),
        Just("tail\r"),
    ];
    let ending = prop_oneof![4 => Just("\n"), 1 => Just("\r\n")];
    let body = prop::collection::vec((line, ending), 0..40);
    (body, any::<bool>()).prop_map(|(lines, cut)| {
        let mut text: String = lines
            .into_iter()
            .map(|(line, ending)| format!("{line}{ending}"))
            .collect();
        if cut {
            text.truncate(text.trim_end_matches(['\n', '\r']).len());
        }
        text
    })
}

fn limits() -> impl Strategy<Value = HunkLimits> {
    (1_usize..20, 2_usize..60).prop_map(|(max_lines, max_bytes)| HunkLimits {
        max_lines,
        max_bytes,
    })
}

proptest! {
    #![proptest_config(testing::cases(128))]

    #[test]
    fn all_hunks_give_the_new_text_and_none_the_old(
        before in text(), after in text(), limits in limits()
    ) {
        let hunks = hunks(&before, &after, limits);
        prop_assert_eq!(apply(&before, &hunks, &|_| true), after);
        prop_assert_eq!(apply(&before, &hunks, &|_| false), before);
    }

    #[test]
    fn any_choice_keeps_every_line_that_no_hunk_takes(
        before in text(), after in text(), limits in limits(), choice in any::<u64>()
    ) {
        let hunks = hunks(&before, &after, limits);
        let keep = |hunk: &Hunk| choice >> (hunk.id.0.as_u128() % 64) & 1 == 1;
        let out = apply(&before, &hunks, &keep);
        // Computes the same result independently: walk the old lines and look up each hunk.
        let old: Vec<&str> = before.split_inclusive('\n').collect();
        let mut expected = String::new();
        for index in 0..=old.len() {
            for hunk in hunks.iter().filter(|hunk| hunk.old_start as usize == index + 1 && keep(hunk)) {
                expected.extend(hunk.inserted.iter().map(String::as_str));
            }
            let gone = hunks.iter().filter(|hunk| keep(hunk)).any(|hunk| {
                let start = hunk.old_start as usize - 1;
                (start..start + hunk.old_count as usize).contains(&index)
            });
            if let Some(line) = old.get(index).filter(|_| !gone) {
                expected.push_str(line);
            }
        }
        prop_assert_eq!(out, expected);
    }

    #[test]
    fn hunks_are_in_order_and_within_the_limits_or_marked(
        before in text(), after in text(), limits in limits()
    ) {
        let old: Vec<&str> = before.split_inclusive('\n').collect();
        let mut end = 0;
        for hunk in hunks(&before, &after, limits) {
            let start = hunk.old_start as usize - 1;
            prop_assert!(start >= end);
            end = start + hunk.old_count as usize;
            prop_assert!(end <= old.len());
            let bytes = old[start..end].iter().map(|line| line.len()).sum::<usize>()
                + hunk.inserted.iter().map(String::len).sum::<usize>();
            let lines = hunk.old_count as usize + hunk.inserted.len();
            prop_assert_eq!(hunk.oversized, lines > limits.max_lines || bytes > limits.max_bytes);
            prop_assert!(lines > 0);
        }
    }

    #[test]
    fn a_unified_diff_counts_what_it_shows(before in text(), after in text()) {
        let diff = unified("a", Some(&before), Some(&after), 3, usize::MAX);
        let count = |kind: DiffLineKind| diff.hunks.iter()
            .flat_map(|hunk| &hunk.lines).filter(|line| line.kind == kind).count() as u32;
        prop_assert_eq!(count(DiffLineKind::Add), diff.added);
        prop_assert_eq!(count(DiffLineKind::Remove), diff.removed);
        for hunk in &diff.hunks {
            let of = |skip: DiffLineKind| hunk.lines.iter().filter(|line| line.kind != skip).count() as u32;
            prop_assert_eq!(of(DiffLineKind::Add), hunk.old_count);
            prop_assert_eq!(of(DiffLineKind::Remove), hunk.new_count);
        }
    }
}

#[test]
fn a_large_insertion_is_split_after_blank_lines() {
    let paragraph = "word\n".repeat(30) + "\n";
    let after = paragraph.repeat(6);
    let hunks = hunks("", &after, HunkLimits::default());
    assert!(hunks.len() > 1);
    assert!(hunks.iter().all(|hunk| !hunk.oversized));
    for hunk in &hunks {
        assert_eq!(hunk.inserted.last().map(String::as_str), Some("\n"));
    }
}

#[test]
fn without_blank_lines_it_is_split_after_sentences() {
    let after = "one\ntwo\nthree.\n".repeat(60);
    let hunks = hunks("", &after, HunkLimits::default());
    assert!(hunks.len() > 1);
    for hunk in &hunks {
        assert!(!hunk.oversized);
        assert_eq!(hunk.inserted.last().map(String::as_str), Some("three.\n"));
    }
}

#[test]
fn what_cannot_be_split_is_marked_as_oversized() {
    let hunks = hunks("", &"word\n".repeat(200), HunkLimits::default());
    assert_eq!(hunks.len(), 1);
    assert!(hunks[0].oversized);
}

#[test]
fn a_large_hunk_is_split_at_the_edits_in_it() {
    let before = "old\n".repeat(100);
    let after = "new\n".repeat(100);
    let limits = HunkLimits {
        max_lines: 110,
        max_bytes: 8_192,
    };
    let mut next = 0_u128;
    let hunks = hunks_of_edits(&before, &after, &[(0, 0), (50, 50)], limits, &mut || {
        next += 1;
        HunkId(Uuid::from_u128(next))
    });
    let starts: Vec<u32> = hunks.iter().map(|hunk| hunk.old_start).collect();
    assert_eq!(starts, [1, 51]);
    assert!(hunks.iter().all(|hunk| !hunk.oversized));
}

#[test]
fn a_unified_diff_says_what_happens_to_the_file() {
    let created = unified("a", None, Some("x\n"), 3, 100);
    assert_eq!((created.change, created.added), (DiffChange::Created, 1));
    let deleted = unified("a", Some("x\n"), None, 3, 100);
    assert_eq!((deleted.change, deleted.removed), (DiffChange::Deleted, 1));
}

#[test]
fn a_unified_diff_reads_as_diff_u_prints_it() {
    let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    let after = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n";
    let diff = unified("n.txt", Some(before), Some(after), 3, 100);
    assert_eq!(
        to_text(&diff),
        "--- a/n.txt\n+++ b/n.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
    );
}

#[test]
fn a_long_diff_is_cut_but_counted_whole() {
    let diff: FileDiff = unified("a", None, Some(&"x\n".repeat(50)), 3, 10);
    assert!(diff.truncated);
    assert_eq!(
        diff.hunks
            .iter()
            .map(|hunk| hunk.lines.len())
            .sum::<usize>(),
        10
    );
    assert_eq!(diff.added, 50);
}
