use proptest::prelude::*;

use super::*;
use client::text::{visible, width_of};

fn rows(text: &str, width: usize) -> Vec<String> {
    wrap_text(text, TextStyle::default(), width)
        .iter()
        .map(Row::plain)
        .collect()
}

#[test]
fn rows_break_at_spaces() {
    assert_eq!(rows("the quick brown fox", 10), ["the quick", "brown fox"]);
    assert_eq!(rows("  indented\nnext", 20), ["  indented", "next"]);
    assert_eq!(rows("", 5), [""]);
}

#[test]
fn a_long_word_is_broken() {
    assert_eq!(rows("ab abcdefgh", 4), ["ab", "abcd", "efgh"]);
}

#[test]
fn wide_characters_break_anywhere_but_before_closing_punctuation() {
    assert_eq!(rows("日本語のコメント", 6), ["日本語", "のコメ", "ント"]);
    assert_eq!(rows("日本語。次", 6), ["日本", "語。次"]);
}

#[test]
fn an_emoji_is_never_broken() {
    let family = "👩\u{200d}👩\u{200d}👧";
    assert_eq!(rows(&format!("ab{family}"), 3), ["ab", family]);
}

#[test]
fn code_is_chopped_at_columns() {
    assert_eq!(chop("abcdef", 4), [(0, "abcd"), (4, "ef")]);
    assert_eq!(chop("a日本", 3), [(0, "a日"), (4, "本")]);
    assert_eq!(chop("", 3), [(0, "")]);
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn no_row_is_wider_than_the_width(text in "\\PC{0,60}|[ab 日本。👩\u{200d}\n]{0,60}", width in 1_usize..30) {
        let text = visible(&text).into_owned();
        for row in wrap_text(&text, TextStyle::default(), width) {
            prop_assert!(width_of(&row.plain()) <= width, "{:?}", row.plain());
        }
        for line in text.split('\n') {
            for (_, part) in chop(line, width) {
                prop_assert!(width_of(part) <= width);
            }
        }
    }

    #[test]
    fn nothing_but_white_space_is_lost(text in "[ab 日本。\n-]{0,80}", width in 2_usize..20) {
        let squeeze = |text: &str| text.split_whitespace().collect::<String>();
        let out: String = rows(&text, width).join(" ");
        prop_assert_eq!(squeeze(&out), squeeze(&text));
    }
}

#[test]
fn an_entry_is_broken_only_where_no_row_can_hold_it() {
    let text = "y yes   Ctrl+C cancels the run   ? all keys";
    assert_eq!(entries(text, 80), [text]);
    assert_eq!(
        entries(text, 26),
        ["y yes", "Ctrl+C cancels the run", "? all keys"]
    );
    assert_eq!(
        entries(text, 12),
        ["y yes", "Ctrl+C", "cancels the", "run", "? all keys"]
    );
    assert_eq!(entries("  ", 12), Vec::<String>::new());
}
