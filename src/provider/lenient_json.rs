//! A lenient second parser for JSON that the strict one refuses. One odd token of a model must not
//! end an answer: half of a surrogate pair becomes U+FFFD; a number that JSON does not have (`NaN`,
//! `Infinity`, `1e999`) becomes null; a bare control character, and a backslash before no special
//! character, are taken literally; bytes that are not UTF-8 become U+FFFD.
//!
//! Nothing is closed or added: truncated JSON stays unreadable.

use serde_json::Value;

/// Parses a text strictly, or else leniently.
pub fn read(text: &str) -> Option<Value> {
    let strict = serde_json::from_str::<Value>(text).ok();
    strict.or_else(|| serde_json::from_str::<Value>(&mended(text)).ok())
}

/// Works like [`read`], for bytes.
pub fn read_bytes(bytes: &[u8]) -> Option<Value> {
    let strict = serde_json::from_slice::<Value>(bytes).ok();
    strict.or_else(|| read(&String::from_utf8_lossy(bytes)))
}

/// Rewrites what JSON refuses.
fn mended(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '"' => string(rest, &mut out),
            '-' | '0'..='9' | 'N' | 'n' | 'I' | 'i' => word(rest, &mut out),
            other => {
                out.push(other);
                other.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// Copies a word or a number; returns its length.
fn word(text: &str, out: &mut String) -> usize {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.'))
        .unwrap_or(text.len());
    let word = text.get(..end).unwrap_or_default();
    let bare = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
    let is_no_number = matches!(bare.as_str(), "nan" | "infinity" | "inf");
    let is_too_large = word.parse::<f64>().is_ok_and(f64::is_infinite);
    out.push_str(if is_no_number || is_too_large {
        "null"
    } else {
        word
    });
    end
}

/// Copies a string with its quotes; returns its length.
fn string(text: &str, out: &mut String) -> usize {
    out.push('"');
    let mut at = 1;
    while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match next {
            '\\' => at += escape(text.get(at..).unwrap_or_default(), out),
            '"' => {
                out.push('"');
                return at + 1;
            }
            control if control.is_control() => {
                out.push_str(&format!("\\u{:04x}", u32::from(control)));
                at += control.len_utf8();
            }
            other => {
                out.push(other);
                at += other.len_utf8();
            }
        }
    }
    at
}

/// Copies an escape; returns its length.
fn escape(text: &str, out: &mut String) -> usize {
    let whole = |length: usize| text.get(..length).unwrap_or(text);
    match text.as_bytes().get(1) {
        Some(b'u') => match (unit(text), unit(text.get(6..).unwrap_or_default())) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => {
                out.push_str(whole(12));
                12
            }
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str("\\ufffd");
                6
            }
            (Some(_), _) => {
                out.push_str(whole(6));
                6
            }
            (None, _) => bare_backslash(out),
        },
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
            out.push_str(whole(2));
            2
        }
        Some(_) => bare_backslash(out),
        // The text ends here: it was truncated.
        None => {
            out.push('\\');
            1
        }
    }
}

fn bare_backslash(out: &mut String) -> usize {
    out.push_str("\\\\");
    1
}

/// Parses the UTF-16 unit of `\uXXXX` at the start of the text.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex
        .then(|| u16::from_str_radix(digits, 16).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_json_refuses_in_a_whole_value_is_read_otherwise() {
        for (text, value) in [
            (r#"{"a":"x\ud83dy"}"#, json!({ "a": "x\u{fffd}y" })),
            (r#"{"a":"\ude00"}"#, json!({ "a": "\u{fffd}" })),
            (
                r#"["\ud83d\ud83d\ude00"]"#,
                json!(["\u{fffd}🙂".replace('🙂', "😀")]),
            ),
            (r#"["\ud83d\u0041"]"#, json!(["\u{fffd}A"])),
            (
                r#"{"a":NaN,"b":-Infinity,"c":[Infinity,nan],"d":1e999}"#,
                json!({ "a": null, "b": null, "c": [null, null], "d": null }),
            ),
            ("[\"a\tb\u{1}\"]", json!(["a\tb\u{1}"])),
            (r#"["C:\dir \x41 \u12"]"#, json!([r"C:\dir \x41 \u12"])),
            (
                r#"{"NaN":"NaN -Infinity"}"#,
                json!({ "NaN": "NaN -Infinity" }),
            ),
        ] {
            assert_eq!(read(text), Some(value), "{text}");
        }
        assert_eq!(read_bytes(b"[\"\xff\"]"), Some(json!(["\u{fffd}"])));
    }

    #[test]
    fn what_was_cut_or_is_no_json_stays_unread() {
        for text in [
            "",
            "{",
            r#"{"a":"\ud83d"#,
            r#"{"a":"x\"#,
            "nothing",
            "{NaN}",
            "[1,]",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(testing::cases(256))]

        #[test]
        fn any_text_is_read_or_not_without_harm(text in "[\"\\\\{}\\[\\]:,uNaIdD8c0-9é\u{1}]{0,24}") {
            if let Ok(strict) = serde_json::from_str::<Value>(&text) {
                prop_assert_eq!(read(&text), Some(strict));
            } else {
                read(&text);
            }
        }
    }
}
