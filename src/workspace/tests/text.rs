//! Cleaning and masking of text.

use proptest::prelude::*;

use crate::workspace::mask::{KeyBlock, Masker, is_secret_name};
use crate::workspace::sanitize::{Sanitizer, is_unsafe, sanitize};

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
    #![proptest_config(ProptestConfig::with_cases(256))]

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
fn keys_and_secret_values_are_masked() {
    let masker = Masker::of_environment([
        ("DEPLOY_TOKEN", "correct-horse-battery"),
        ("HOME", "/home/someone"),
        ("SHORT_KEY", "abc"),
    ]);
    let text = "token correct-horse-battery in /home/someone, key abc, \
                sk-abcdefghijklmnop123456, ghp_0123456789012345678901234567890123, AKIAIOSFODNN7EXAMPLE";
    let masked = masker.mask(text);
    assert_eq!(
        masked,
        "token [secret] in /home/someone, key abc, [secret], [secret], [secret]"
    );
    assert_eq!(masker.mask("sk-learn is fine"), "sk-learn is fine");
}

#[test]
fn a_private_key_is_masked_line_by_line() {
    let masker = Masker::default();
    let mut block = KeyBlock::default();
    let mut out = String::new();
    for line in [
        "-----BEGIN RSA PRIVATE KEY-----\n",
        "MIIE\n",
        "-----END RSA PRIVATE KEY-----\n",
        "x\n",
    ] {
        out.push_str(&masker.mask_next(line, &mut block));
    }
    assert!(!out.contains("MIIE"));
    assert!(out.ends_with("-----END RSA PRIVATE KEY-----\nx\n"));
}

#[test]
fn names_of_secrets_are_known() {
    for name in [
        "OPENAI_API_KEY",
        "github_token",
        "DB_PASSWORD",
        "AWS_SECRET_ACCESS_KEY",
        "GOOGLE_APPLICATION_CREDENTIALS",
    ] {
        assert!(is_secret_name(name), "{name}");
    }
    for name in [
        "PATH",
        "HOME",
        "LANG",
        "EDITOR",
        "SSH_AUTH_SOCK",
        "CARGO_HOME",
    ] {
        assert!(!is_secret_name(name), "{name}");
    }
}
