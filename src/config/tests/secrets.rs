//! Secrets are taken out of text.

use proptest::prelude::*;

use super::super::secrets::{MASK, Masker, mask, names_a_secret};

#[test]
fn known_shapes_are_masked() {
    let cases = [
        ("key sk-proj-abcdef0123456789 end", "key [masked] end"),
        (
            "Authorization: Bearer abc.def-0123456",
            "Authorization: Bearer [masked]",
        ),
        (
            "authorization: basic dXNlcjpwYXNz",
            "authorization: basic [masked]",
        ),
        ("http://user:pass@host:1/x?y", "http://[masked]@host:1/x?y"),
        ("ghp_0123456789abcdefghij", "[masked]"),
        ("id=AKIAIOSFODNN7EXAMPLE;", "id=[masked];"),
        (
            "{\"key\":\"sk-ant-0123456789abcdef\"}",
            "{\"key\":\"[masked]\"}",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(mask(text), expected);
    }
}

#[test]
fn ordinary_text_is_left_alone() {
    for text in [
        "task-force and desk-lamps-are-here-now",
        "sk-short",
        "a bearer of news",
        "http://host:80/a@b",
        "git@github.com:owner/name",
        "die Straße — naïve 日本",
        "",
    ] {
        assert_eq!(mask(text), text);
        assert!(matches!(mask(text), std::borrow::Cow::Borrowed(_)));
    }
}

#[test]
fn names_that_tell_of_secrets_are_known() {
    for name in [
        "OPENAI_API_KEY",
        "GITHUB_TOKEN",
        "providers.x.api-key",
        "PASSWORD",
        "my.token",
    ] {
        assert!(names_a_secret(name), "{name}");
    }
    for name in [
        "PATH",
        "MONKEY",
        "api_key_env",
        "max_tokens",
        "keymap",
        "HOME",
    ] {
        assert!(!names_a_secret(name), "{name}");
    }
}

#[test]
fn registered_values_are_masked_whole_and_short_ones_are_not() {
    let masker = Masker::new(["abcdef".into(), "abcdefgh".into(), "abc".into()]);
    assert_eq!(
        masker.mask("x abcdefgh abcdef abc"),
        "x [masked] [masked] abc"
    );
    let mut environment = std::collections::BTreeMap::new();
    environment.insert("MY_SECRET".to_owned(), "s3cr3t-value".to_owned());
    environment.insert("HOME".to_owned(), "/home/me".to_owned());
    let masker = Masker::from_environment(&environment);
    assert_eq!(
        masker.mask("s3cr3t-value in /home/me"),
        "[masked] in /home/me"
    );
}

proptest! {
    #[test]
    fn a_key_is_masked_wherever_it_stands(
        before in "[ \"'(=:,\\n]{1,5}",
        key in "[A-Za-z0-9]{20,40}",
        after in "[ \"');,\\n]{0,5}",
    ) {
        let text = format!("{before}sk-{key}{after}");
        let masked = mask(&text);
        prop_assert_eq!(masked, format!("{before}{MASK}{after}"));
    }

    #[test]
    fn masking_twice_is_masking_once(text in "\\PC{0,60}", key in "sk-[a-z0-9]{16}") {
        let text = format!("{text} {key} http://u:p@h {text}");
        let once = mask(&text).into_owned();
        prop_assert!(!once.contains(&key));
        prop_assert_eq!(mask(&once), once.as_str());
    }
}
