use proptest::prelude::*;

use super::*;
use crate::theme::Role;
use crate::widget::row::Row;
use client::text::width_of;
use protocol::change::{DiffHunk, DiffLine};

pub(crate) fn sample() -> FileDiff {
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.to_owned(),
    };
    use DiffLineKind::{Add, Context, Remove};
    FileDiff {
        path: "src/auth/session.rs".into(),
        hunks: vec![
            DiffHunk {
                old_start: 39,
                old_count: 3,
                new_start: 39,
                new_count: 4,
                lines: vec![
                    line(Context, "impl Session {"),
                    line(Remove, "    let tok = self.inner.fetch().await?;"),
                    line(Add, "    let tok = self.outer.fetch().await?;"),
                    line(Add, "    let two = 2;"),
                    line(Context, "\tself.store(tok.clone());"),
                ],
            },
            DiffHunk {
                old_start: 60,
                old_count: 1,
                new_start: 61,
                new_count: 0,
                lines: vec![line(Remove, "gone\u{202e}")],
            },
        ],
        added: 2,
        removed: 2,
        ..FileDiff::default()
    }
}

fn plain(diff: &Diff, width: usize, shape: DiffShape) -> Vec<String> {
    (0..diff.item_count())
        .flat_map(|entry| diff.rows(entry, width, shape))
        .map(|row| row.plain().trim_end().to_owned())
        .collect()
}

#[test]
fn a_diff_reads_as_in_the_mock_up() {
    let diff = Diff::new(&sample());
    assert_eq!(
        plain(&diff, 66, DiffShape::From(0)),
        [
            " ⋯ 38 lines unchanged",
            "  39    impl Session {",
            "  40  -     let tok = self.inner.fetch().await?;",
            "  40  +     let tok = self.outer.fetch().await?;",
            "  41  +     let two = 2;",
            "  42        self.store(tok.clone());",
            " ⋯ 18 lines unchanged",
            "  60  - gone<U+202E>",
            " ⋯ end of changes",
        ]
    );
}

#[test]
fn both_numbers_are_shown_where_there_is_room() {
    let diff = Diff::new(&sample());
    let rows = plain(&diff, 100, DiffShape::From(0));
    assert_eq!(rows[1], "  39   39    impl Session {");
    assert_eq!(
        rows[2],
        "  40       -     let tok = self.inner.fetch().await?;"
    );
    assert_eq!(rows[4], "       41  +     let two = 2;");
}

#[test]
fn only_the_words_that_changed_are_marked() {
    let mut diff = Diff::new(&sample());
    diff.mark_words(0..diff.item_count());
    let marked: Vec<String> = (0..diff.item_count())
        .flat_map(|entry| diff.rows(entry, 66, DiffShape::From(0)))
        .flat_map(|row| row.pieces)
        .filter(|piece| {
            matches!(
                piece.style.back,
                Some(Role::DiffAddWordBg | Role::DiffDelWordBg)
            )
        })
        .map(|piece| piece.text)
        .collect();
    assert_eq!(marked, ["inner", "outer"]);
}

#[test]
fn long_lines_scroll_sideways_or_wrap() {
    let diff = Diff::new(&sample());
    let cut = plain(&diff, 30, DiffShape::From(8));
    assert_eq!(cut[2], "  40  - tok = self.inner.fetch");
    let wrapped = plain(&diff, 30, DiffShape::Wrapped);
    assert_eq!(wrapped[2], "  40  -     let tok = self.inn");
    assert_eq!(wrapped[3], "        er.fetch().await?;");
}

#[test]
fn a_cut_diff_says_so() {
    let mut file = sample();
    file.truncated = true;
    let diff = Diff::new(&file);
    let rows = plain(&diff, 66, DiffShape::From(0));
    assert!(rows.last().unwrap().contains("cut here"));
    assert_eq!(
        plain(&Diff::new(&FileDiff::default()), 66, DiffShape::Wrapped),
        [" no differences"]
    );
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn no_row_is_wider_than_the_width(
        lines in prop::collection::vec(("[ +-]", "\\PC{0,40}"), 0..8),
        width in 1_usize..60,
        column in 0_usize..20,
    ) {
        let lines = lines.into_iter().map(|(sign, content)| DiffLine {
            kind: match sign.as_str() {
                "+" => DiffLineKind::Add,
                "-" => DiffLineKind::Remove,
                _ => DiffLineKind::Context,
            },
            content,
        }).collect();
        let hunk = DiffHunk { old_start: 1, old_count: 9, new_start: 1, new_count: 9, lines };
        let mut diff = Diff::new(&FileDiff { hunks: vec![hunk], ..FileDiff::default() });
        diff.mark_words(0..diff.item_count());
        for shape in [DiffShape::Wrapped, DiffShape::From(column)] {
            for row in (0..diff.item_count()).flat_map(|entry| diff.rows(entry, width, shape)) {
                prop_assert!(width_of(&Row::plain(&row)) <= width, "{:?}", row.plain());
            }
        }
    }
}
