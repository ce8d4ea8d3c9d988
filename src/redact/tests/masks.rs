//! Tests that secrets are removed from text.

use proptest::prelude::*;

use crate::{MASK, Masker, PemBlock, Secret, is_secret_setting, is_secret_variable, mask};

#[test]
fn known_shapes_are_masked() {
    let cases = [
        ("key sk-proj-abcdef0123456789 end", "key [secret] end"),
        (
            "Authorization: Bearer abc.def-0123456",
            "Authorization: Bearer [secret]",
        ),
        (
            "authorization: basic dXNlcjpwYXNz",
            "authorization: basic [secret]",
        ),
        ("http://user:pass@host:1/x?y", "http://[secret]@host:1/x?y"),
        (
            "https://ghs_abc:x@host https://me@host/",
            "https://[secret]@host https://[secret]@host/",
        ),
        ("ghp_0123456789abcdefghij", "[secret]"),
        (
            "export KEY=ghp_abcdefghijklmnopqrstuvwxyz",
            "export KEY=[secret]",
        ),
        (
            "Incorrect key: sk-proj-abcdefghijklmnop1234.",
            "Incorrect key: [secret].",
        ),
        ("it was sk-proj-****************7f3A", "it was [secret]"),
        ("a_sk-abcdefghijklmnop", "a_[secret]"),
        ("pk-lf-0123456789abcdef", "[secret]"),
        ("Bearer:  abcdefgh", "Bearer:  [secret]"),
        (
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            "[secret]",
        ),
        ("id=AKIAIOSFODNN7EXAMPLE;", "id=[secret];"),
        (
            "{\"key\":\"sk-ant-0123456789abcdef\"}",
            "{\"key\":\"[secret]\"}",
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
        "sk-learn",
        "a/b_c.rs",
        "a bearer of news",
        "the basic functionality. Basic information",
        "ssh://git@github.com/owner/name",
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
fn names_of_settings_that_are_secrets_are_known() {
    for name in [
        "OPENAI_API_KEY",
        "GITHUB_TOKEN",
        "providers.x.api-key",
        "PASSWORD",
        "my.token",
    ] {
        assert!(is_secret_setting(name), "{name}");
    }
    for name in [
        "PATH",
        "MONKEY",
        "api_key_env",
        "max_tokens",
        "keymap",
        "HOME",
    ] {
        assert!(!is_secret_setting(name), "{name}");
    }
}

#[test]
fn names_of_variables_that_hold_secrets_are_known() {
    for name in [
        "OPENAI_API_KEY",
        "github_token",
        "DB_PASSWORD",
        "SMTP_PASS",
        "GITHUB_PAT",
        "AWS_SECRET_ACCESS_KEY",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "DATABASE_URL",
    ] {
        assert!(is_secret_variable(name), "{name}");
    }
    for name in [
        "PATH",
        "HOME",
        "PWD",
        "LANG",
        "EDITOR",
        "SSH_AUTH_SOCK",
        "CARGO_HOME",
        "COMPASS",
    ] {
        assert!(!is_secret_variable(name), "{name}");
    }
}

#[test]
fn given_values_are_masked_whole_and_short_ones_are_not() {
    let masker = Masker::of_values(["abcdef", " abcdefgh\n", "abc"]);
    assert_eq!(
        masker.mask("x abcdefgh abcdef abc"),
        "x [secret] [secret] abc"
    );
    let more = masker.and_values(["correct horse"]);
    assert_eq!(
        more.mask("abcdef, say correct horse"),
        "[secret], say [secret]"
    );
}

#[test]
fn values_of_secret_variables_are_masked_and_others_are_not() {
    let masker = Masker::of_environment([
        ("DEPLOY_TOKEN", "correct-horse-battery"),
        ("HOME", "/home/someone"),
        ("SHORT_KEY", "abc"),
        ("CREDENTIALS", "{\n  \"id\": \"0123456789abcdef\"\n}"),
    ]);
    let text = "token correct-horse-battery in /home/someone, key abc, \
                sk-abcdefghijklmnop123456, ghp_0123456789012345678901234567890123, AKIAIOSFODNN7EXAMPLE";
    assert_eq!(
        masker.mask(text),
        "token [secret] in /home/someone, key abc, [secret], [secret], [secret]"
    );
    assert_eq!(
        masker.mask("  \"id\": \"0123456789abcdef\"\n"),
        "  [secret]\n",
        "a line of a value of several lines"
    );
    assert_eq!(masker.mask("sk-learn is fine"), "sk-learn is fine");
}

#[test]
fn a_private_key_is_masked_line_by_line() {
    let masker = Masker::default();
    let mut block = PemBlock::default();
    let mut out = String::new();
    for line in [
        "-----BEGIN RSA PRIVATE KEY-----\n",
        "MIIE\n",
        "AAAA-----END RSA PRIVATE KEY-----\n",
        "x\n",
    ] {
        out.push_str(&masker.mask_next(line, &mut block));
    }
    assert_eq!(
        out,
        "-----BEGIN RSA PRIVATE KEY-----\n[secret]\n[secret]-----END RSA PRIVATE KEY-----\nx\n"
    );
}

#[test]
fn a_private_key_in_one_line_is_masked_and_what_stands_around_it_is_kept() {
    for (text, expected) in [
        (
            r#"{"a":"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n","b":1}"#,
            r#"{"a":"-----BEGIN PRIVATE KEY-----[secret]-----END PRIVATE KEY-----\n","b":1}"#,
        ),
        (
            r#"{"a":"-----BEGIN PRIVATE KEY-----\nMIIE","b":1}"#,
            r#"{"a":"-----BEGIN PRIVATE KEY-----[secret]","b":1}"#,
        ),
        (
            "-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----",
            "-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----",
        ),
    ] {
        assert_eq!(mask(text), expected);
    }
}

#[test]
fn a_secret_is_never_shown() {
    let secret = Secret::new("hush-hush\n");
    assert_eq!(secret.expose(), "hush-hush");
    assert_eq!(format!("{secret} {secret:?}"), "[secret] [secret]");
    let json = serde_json::to_string(&secret).expect("plain data");
    assert_eq!(json, "\"[secret]\"");
    let read: Secret = serde_json::from_str("\"hush-hush \"").expect("a text");
    assert!(read == secret && !read.is_empty());
    let masker = Masker::of_values(["hush-hush"]);
    assert_eq!(format!("{masker:?}"), "Masker(1 values)");
}

proptest! {
    #![proptest_config(testing::cases(256))]

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

    #[test]
    fn a_private_key_is_masked_however_its_lines_come(
        lines in prop::collection::vec("[A-Z]{8,12}", 1..6),
        cuts in prop::collection::vec(any::<bool>(), 8),
    ) {
        let body = lines.join("\n");
        let text = format!("before\n-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\nafter");
        let whole = mask(&text).into_owned();
        for line in &lines {
            prop_assert!(!whole.contains(line.as_str()));
        }
        prop_assert!(whole.starts_with("before\n") && whole.ends_with("\nafter"));
        prop_assert_eq!(whole.lines().count(), text.lines().count());
        let (mut out, mut held) = (String::new(), String::new());
        let mut block = PemBlock::default();
        for (line, cut) in text.split_inclusive('\n').zip(cuts.iter().chain(std::iter::repeat(&true))) {
            held.push_str(line);
            if *cut {
                out.push_str(&Masker::default().mask_next(&std::mem::take(&mut held), &mut block));
            }
        }
        out.push_str(&Masker::default().mask_next(&held, &mut block));
        prop_assert_eq!(out, whole);
    }
}
