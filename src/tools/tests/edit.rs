//! Tests of edits: the changed lines, the refusals, and the unchanged lines.

use proptest::prelude::*;
use serde_json::json;

use super::{Harness, whole};

#[test]
fn edits_follow_lines_that_moved_and_refuse_lines_that_changed() {
    let harness = Harness::knowing("a.txt", "1\n2\n3\n4\n");
    harness.put("a.txt", "0\n1\n2\nthree\n4\n");
    let edit = |line: u32| {
        json!({ "path": "a.txt", "edits": [
            { "operation": "replace", "start_line": line, "new_text": "new" }] })
    };
    assert_eq!(harness.code("edit_file", edit(3)), "E011");
    // The conflict showed the present text; line numbers refer to it from now on.
    harness.ok("edit_file", edit(5));
    assert_eq!(harness.disk("a.txt"), "0\n1\n2\nthree\nnew\n");
}

#[test]
fn an_edit_of_a_moved_line_hits_that_line() {
    let harness = Harness::knowing("a.txt", "a\nb\nc\nd\n");
    harness.put("a.txt", "x\ny\na\nb\nc\nd\n");
    harness.ok(
        "edit_file",
        json!({ "path": "a.txt", "edits": [
        { "operation": "replace", "start_line": 2, "end_line": 3, "new_text": "B\nC\n" },
        { "operation": "insert", "start_line": 5, "new_text": "end" } ] }),
    );
    assert_eq!(harness.disk("a.txt"), "x\ny\na\nB\nC\nd\nend\n");
}

#[test]
fn edits_number_the_text_before_the_call_in_any_order() {
    let harness = Harness::knowing("a.txt", "1\n2\n3\n4\n5\n");
    harness.ok("edit_file", json!({ "path": "a.txt", "edits": [
        { "operation": "delete", "start_line": "4", "end_line": 5, "new_text": "" },
        { "operation": "replace", "start_line": 2, "end_line": 2, "new_text": "two\ntwo and a half" },
        { "operation": "insert", "start_line": 1, "end_line": null, "new_text": "zero\n" } ] }));
    assert_eq!(harness.disk("a.txt"), "zero\n1\ntwo\ntwo and a half\n3\n");
}

#[test]
fn edits_that_cannot_be_meant_are_refused() {
    let harness = Harness::knowing("a.txt", "1\n2\n3\n");
    for (edits, word) in [
        (json!([]), "empty"),
        (
            json!([{ "operation": "replace", "start_line": 1, "end_line": 2, "new_text": "x" },
                { "operation": "delete", "start_line": 2 }]),
            "overlap",
        ),
        (
            json!([{ "operation": "insert", "start_line": 2, "new_text": "x" },
                { "operation": "insert", "start_line": 2, "new_text": "y" }]),
            "overlap",
        ),
        (
            json!([{ "operation": "replace", "start_line": 4, "new_text": "x" }]),
            "beyond",
        ),
        (
            json!([{ "operation": "insert", "start_line": 5, "new_text": "x" }]),
            "beyond",
        ),
        (
            json!([{ "operation": "replace", "start_line": 3, "end_line": 2, "new_text": "x" }]),
            "before",
        ),
        (
            json!([{ "operation": "delete", "start_line": 1, "new_text": "x" }]),
            "empty for delete",
        ),
        (
            json!([{ "operation": "replace", "start_line": 1, "new_text": "1" }]),
            "does not change",
        ),
    ] {
        let error = harness.refusal("edit_file", json!({ "path": "a.txt", "edits": edits }));
        assert_eq!(error.code.code(), "E013");
        assert!(error.message.to_string().contains(word), "{error}");
    }
    assert_eq!(harness.disk("a.txt"), "1\n2\n3\n");
}

#[test]
fn an_expected_hash_is_checked() {
    let harness = Harness::new();
    harness.put("a.txt", "1\n2\n3\n");
    let range = harness.ok(
        "read_file",
        json!({ "path": "a.txt", "start_line": 2, "end_line": 2 }),
    );
    let edit = |hash: &str, line: u32| {
        json!({ "path": "a.txt", "edits": [
            { "operation": "replace", "start_line": line, "new_text": format!("x{line}"), "expected_hash": hash }] })
    };
    let wrong = format!("sha256:{}", protocol::ids::ContentHash::of(b"other\n"));
    assert_eq!(harness.code("edit_file", edit(&wrong, 2)), "E011");
    harness.ok("edit_file", edit(range["range_hash"].as_str().unwrap(), 2));
    assert_eq!(harness.disk("a.txt"), "1\nx2\n3\n");
    assert_eq!(harness.code("edit_file", edit("sha256:abc", 2)), "E011");
    // A hash placeholder from the tool descriptions does not count as a hash.
    for (placeholder, line) in [("sha256:...", 1), ("…", 3)] {
        harness.ok("edit_file", edit(placeholder, line));
    }
    assert_eq!(harness.disk("a.txt"), "x1\nx2\nx3\n");
}

#[test]
fn replacing_wants_the_text_once_and_shows_the_nearest() {
    let harness = Harness::new();
    harness.put(
        "a.txt",
        "fn one() {}\nfn two() {\n    body();\n}\nfn one() {}\n",
    );
    harness.read("a.txt");
    let replace = |old: &str| json!({ "path": "a.txt", "old_text": old, "new_text": "X" });
    let twice = harness.refusal("replace_text", replace("fn one() {}"));
    assert_eq!(twice.code.code(), "E013");
    assert_eq!(twice.details["lines"], json!([1, 5]));
    let missing = harness.refusal("replace_text", replace("fn two() {\n  body( );\n}"));
    assert_eq!(missing.code.code(), "E013");
    assert_eq!(missing.details["nearest"]["start_line"], 2);
    assert_eq!(
        missing.details["nearest"]["text"],
        "fn two() {\n    body();\n}\n"
    );
    harness.ok(
        "replace_text",
        json!({ "path": "a.txt", "old_text": "one", "new_text": "1", "replace_all": "true" }),
    );
    assert_eq!(
        harness.disk("a.txt"),
        "fn 1() {}\nfn two() {\n    body();\n}\nfn 1() {}\n"
    );
}

#[test]
fn line_endings_mark_and_last_newline_are_the_files_own() {
    let cases: [(&str, &str); 5] = [
        ("a\r\nb\r\nc\r\n", "a\r\nX\r\nY\r\nc\r\n"),
        ("\u{feff}a\nb\nc\n", "\u{feff}a\nX\nY\nc\n"),
        ("a\nb\nc", "a\nX\nY\nc"),
        ("a\r\nb\r\nc", "a\r\nX\r\nY\r\nc"),
        ("a\nb\nc\r\n", "a\nX\nY\nc\r\n"),
    ];
    let calls = [
        (
            "edit_file",
            json!({ "path": "f", "edits": [
            { "operation": "replace", "start_line": 2, "new_text": "X\nY" }] }),
        ),
        (
            "replace_text",
            json!({ "path": "f", "old_text": "b\n", "new_text": "X\nY\n" }),
        ),
        ("write_file", whole("f", "a\nX\nY\nc\n")),
    ];
    for (before, after) in cases {
        for (tool, arguments) in &calls {
            let harness = Harness::new();
            harness.put("f", before);
            harness.read("f");
            harness.ok(tool, arguments.clone());
            assert_eq!(harness.disk("f"), after, "{tool} on {before:?}");
        }
    }
    let harness = Harness::new();
    harness.put("empty", "");
    harness.read("empty");
    harness.ok(
        "edit_file",
        json!({ "path": "empty", "edits": [
        { "operation": "insert", "start_line": 1, "new_text": "x" }] }),
    );
    assert_eq!(harness.disk("empty"), "x\n");
    harness.put("log", "a\r\nb");
    harness.read("log");
    harness.ok(
        "write_file",
        json!({ "path": "log", "content": "c\n", "mode": "append" }),
    );
    assert_eq!(harness.disk("log"), "a\r\nb\r\nc");
}

proptest! {
    #![proptest_config(testing::cases(48))]

    /// Untouched lines keep their bytes, whatever line endings surround them.
    #[test]
    fn an_edit_changes_only_the_lines_it_names(
        lines in prop::collection::vec(("[ab]{0,2}", any::<bool>()), 2..12),
        cut in any::<bool>(),
        at in any::<prop::sample::Index>(),
    ) {
        let mut text: String = lines.iter()
            .map(|(line, crlf)| format!("{line}{}", if *crlf { "\r\n" } else { "\n" })).collect();
        text.insert_str(0, "first\n");
        if cut {
            text.push_str("last");
        }
        let old: Vec<&str> = text.split_inclusive('\n').collect();
        let line = at.index(old.len() - 1);
        let harness = Harness::new();
        harness.put("f", &text);
        harness.read("f");
        harness.ok("edit_file", json!({ "path": "f", "edits": [
            { "operation": "replace", "start_line": line + 1, "new_text": "CHANGED" }] }));
        let now = harness.disk("f");
        let new: Vec<&str> = now.split_inclusive('\n').collect();
        prop_assert_eq!(new.len(), old.len());
        for (index, (before, after)) in old.iter().zip(&new).enumerate() {
            if index == line {
                prop_assert_eq!(after.trim_end(), "CHANGED");
                prop_assert!(after.ends_with('\n'));
            } else {
                prop_assert_eq!(before, after);
            }
        }
    }
}
