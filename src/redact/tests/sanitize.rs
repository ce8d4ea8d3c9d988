//! Tests that control sequences are removed from text.

use proptest::prelude::*;

use crate::{Sanitizer, is_invisible, is_unsafe, one_line, sanitize};

#[test]
fn control_sequences_are_taken_out() {
    for (dirty, clean) in [
        ("a\u{1b}[31mred\u{1b}[0m", "ared"),
        ("\u{1b}]0;title\u{7}x", "x"),
        ("\u{1b}]52;c;aGk=\u{1b}\\x", "x"),
        ("\u{1b}Pq#0\u{1b}\\x", "x"),
        ("\u{9b}2Jx", "x"),
        ("\u{9d}0;t\u{9c}x", "x"),
        ("\u{1b}(Bx", "x"),
        ("\u{1b}cx", "x"),
        ("a\rb\r\nc\td", "a\nb\nc\td"),
        ("a\u{8}b\u{7f}c", "abc"),
        ("a\u{202e}b\u{2066}c", "abc"),
        ("\u{1b}]0;open\nnext", "\nnext"),
        ("plain ✓ 日本", "plain ✓ 日本"),
    ] {
        assert_eq!(sanitize(dirty), clean, "{dirty:?}");
    }
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn nothing_unsafe_gets_through_however_it_is_cut(
        text in "([a-z日\n\r\t]|\u{1b}|\u{1b}\\[[0-9;]{0,3}[mJ]|\u{1b}\\]|\u{7}|\u{9b}|\u{90}|\u{9c}|\u{202e}){0,40}",
        cuts in prop::collection::vec(0_usize..80, 0..6),
    ) {
        let whole = sanitize(&text);
        prop_assert!(!whole.chars().any(is_unsafe));
        let bytes = text.as_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
        cuts.push(0);
        cuts.push(bytes.len());
        cuts.sort_unstable();
        let mut sanitizer = Sanitizer::default();
        let mut out = String::new();
        for pair in cuts.windows(2) {
            out.push_str(&sanitizer.feed(&bytes[pair[0]..pair[1]]));
        }
        out.push_str(&sanitizer.finish());
        prop_assert_eq!(out, whole);
    }

    #[test]
    fn any_bytes_become_clean_text(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut sanitizer = Sanitizer::default();
        let mut out = sanitizer.feed(&bytes);
        out.push_str(&sanitizer.finish());
        prop_assert!(!out.chars().any(is_unsafe));
    }
}

#[test]
fn what_is_unsafe_is_invisible_too() {
    for character in (0..=0x10_ffff).filter_map(char::from_u32) {
        assert!(
            !is_unsafe(character) || is_invisible(character),
            "{character:?}"
        );
    }
    // Parts of letters and emoji, and ordinary characters.
    for character in ['\u{200d}', '\u{fe0f}', 'é', ' ', '日'] {
        assert!(!is_invisible(character), "{character:?}");
    }
}

#[test]
fn a_line_of_a_message_has_no_secrets_no_control_sequences_and_no_line_ends() {
    assert_eq!(
        one_line("a\n\tb \u{1b}[31msk-abcdef\u{202e}\u{1b}[0mghijklmnop12"),
        "a  b [secret]"
    );
}
