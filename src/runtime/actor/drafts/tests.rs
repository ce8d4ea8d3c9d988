//! Tests with the beginnings of calls, cut off at every position.

use serde_json::{Value, json};

use super::partial::{Ended, completed};
use super::{keep_whole, with_rest};

fn value(text: &str) -> Option<Value> {
    completed(text).map(|so_far| so_far.value)
}

#[test]
fn every_beginning_of_a_call_gives_a_beginning_of_its_texts() {
    let whole = json!({
        "path": "src/é.rs",
        "edits": [
            {"operation": "replace", "start_line": 12, "new_text": "one \"two\"\n\u{1f600}\tthree\n"},
            {"operation": "delete", "start_line": 120},
        ],
        "rationale": "why\\not",
    });
    for text in [
        whole.to_string(),
        whole.to_string().replace('😀', "\\ud83d\\ude00"),
    ] {
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        for end in ends.skip(1) {
            let so_far = completed(&text[..end]).unwrap_or_else(|| panic!("{}", &text[..end]));
            assert!(is_beginning(&so_far.value, &whole), "{}", &text[..end]);
        }
        assert_eq!(value(&text), Some(whole.clone()));
    }
}

/// Whether the first value is a truncation of the second.
fn is_beginning(some: &Value, all: &Value) -> bool {
    match (some, all) {
        (Value::String(some), Value::String(all)) => all.starts_with(some.as_str()),
        (Value::Array(some), Value::Array(all)) => {
            some.len() <= all.len()
                && some
                    .iter()
                    .zip(all)
                    .all(|(some, all)| is_beginning(some, all))
        }
        (Value::Object(some), Value::Object(all)) => some
            .iter()
            .all(|(name, some)| all.get(name).is_some_and(|all| is_beginning(some, all))),
        (some, all) => some == all,
    }
}

#[test]
fn a_number_that_may_go_on_is_left_out() {
    assert_eq!(value(r#"{"start_line": 12"#), Some(json!({})));
    assert_eq!(
        value(r#"{"start_line": 12,"#),
        Some(json!({"start_line": 12}))
    );
}

#[test]
fn a_path_counts_only_when_it_is_whole() {
    let path = |text: &str| completed(text)?.whole_text("path");
    assert_eq!(path(r#"{"path": "src/a"#), None);
    assert_eq!(path(r#"{"path": "src/a.rs""#), Some("src/a.rs".to_owned()));
    assert_eq!(
        path(r#"{"path": "src/a.rs", "content": "x"#),
        Some("src/a.rs".to_owned())
    );
}

#[test]
fn only_whole_lines_and_whole_edits_are_shown() {
    let mut so_far = completed(r#"{"path": "a", "content": "one\ntw"#).unwrap();
    assert_eq!(so_far.ended, Ended::InText);
    keep_whole(&mut so_far.value, so_far.ended);
    assert_eq!(so_far.value["content"], "one\n");
    let mut so_far = completed(
        r#"{"edits": [{"operation": "insert", "start_line": 3, "new_text": "x\n"}, {"operation": "replace", "start_line": 9, "#,
    )
    .unwrap();
    keep_whole(&mut so_far.value, so_far.ended);
    assert_eq!(so_far.value["edits"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_has_not_come_stands_as_it_is() {
    let before = "a\nb\nc\nd\n";
    assert_eq!(
        with_rest(before, "a\nB\n").as_deref(),
        Some("a\nB\nb\nc\nd\n")
    );
    // The repeated line was changed up to that point.
    assert_eq!(
        with_rest(before, "a\nB\nc\n").as_deref(),
        Some("a\nB\nc\nd\n")
    );
    assert_eq!(with_rest(before, "a\nb\nc\nd\ne\n"), None);
}
