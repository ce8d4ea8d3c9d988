//! Tools that write: looks kept, compare-and-swap, hunks, edits by the human.

use proptest::prelude::*;
use serde_json::json;

use super::Bench;
use crate::protocol::approval::{PromptBody, Risk};
use crate::protocol::change::{FileOperation, HunkState, Origin};
use crate::protocol::ids::ContentHash;
use crate::protocol::plan::{Grant, Subject};
use crate::tools::Buffer;

#[test]
fn a_new_file_is_made_with_its_folders() {
    let bench = Bench::new();
    let result = bench.ok(
        "write_file",
        json!({ "path": "a/b.txt", "content": "one\ntwo" }),
    );
    assert_eq!(bench.disk("a/b.txt"), "one\ntwo");
    assert_eq!(result["operation"], "create");
    assert_eq!(result["added"], 2);
    // The agent knows what it wrote: it may go on without reading.
    bench.ok(
        "write_file",
        json!({ "path": "a/b.txt", "content": "three" }),
    );
    assert_eq!(bench.disk("a/b.txt"), "three");
    let create = json!({ "path": "a/b.txt", "content": "x", "mode": "create" });
    assert_eq!(bench.code("write_file", create), "E011");
}

#[test]
fn a_file_that_was_not_read_is_not_written_over() {
    let bench = Bench::new();
    bench.put("a.txt", "one\n");
    for (tool, arguments) in [
        ("write_file", json!({ "path": "a.txt", "content": "x" })),
        (
            "write_file",
            json!({ "path": "a.txt", "content": "x", "mode": "append" }),
        ),
        (
            "edit_file",
            json!({ "path": "a.txt", "edits": [{ "operation": "delete", "start_line": 1 }] }),
        ),
        (
            "replace_text",
            json!({ "path": "a.txt", "old_text": "one", "new_text": "x" }),
        ),
        ("delete_file", json!({ "path": "a.txt" })),
    ] {
        let error = bench.refusal(tool, arguments);
        assert_eq!(error.code.code(), "E011", "{tool}");
        assert!(error.message.contains("read it first"), "{error}");
    }
    bench.read("a.txt");
    bench.ok("write_file", json!({ "path": "a.txt", "content": "x\n" }));
    // What one agent read, another has not.
    let other = bench.prepare_as("other", "delete_file", json!({ "path": "a.txt" }));
    assert_eq!(other.err().unwrap().code.code(), "E011");
    assert_eq!(bench.disk("a.txt"), "x\n");
}

#[test]
fn a_whole_write_over_a_changed_file_is_a_conflict_with_three_sides() {
    let bench = Bench::new();
    bench.put("a.txt", "one\n");
    bench.read("a.txt");
    bench.put("a.txt", "theirs\n");
    let error = bench.refusal(
        "write_file",
        json!({ "path": "a.txt", "content": "mine\n" }),
    );
    assert_eq!(error.code.code(), "E011");
    assert_eq!(error.details["last_read"], "one\n");
    assert_eq!(error.details["present"], "theirs\n");
    assert_eq!(error.details["proposed"], "mine\n");
    // It has the present text before it now.
    bench.ok(
        "write_file",
        json!({ "path": "a.txt", "content": "merged\n" }),
    );
    assert_eq!(bench.disk("a.txt"), "merged\n");
}

#[test]
fn after_five_conflicts_the_agent_is_told_to_stop() {
    let bench = Bench::new();
    bench.put("a.txt", "one\n");
    bench.read("a.txt");
    for round in 0..6 {
        bench.put("a.txt", format!("round {round}\n"));
        let error = bench.refusal(
            "write_file",
            json!({ "path": "a.txt", "content": "mine\n" }),
        );
        assert_eq!(error.code.code(), "E011");
        assert_eq!(
            error.message.contains("clarify_user"),
            round == 5,
            "{error}"
        );
        assert_eq!(error.details.get("present").is_some(), round < 5);
    }
}

#[test]
fn edits_follow_lines_that_moved_and_refuse_lines_that_changed() {
    let bench = Bench::new();
    bench.put("a.txt", "1\n2\n3\n4\n");
    bench.read("a.txt");
    bench.put("a.txt", "0\n1\n2\nthree\n4\n");
    let edit = |line: u32| {
        json!({ "path": "a.txt", "edits": [
            { "operation": "replace", "start_line": line, "new_text": "new" }] })
    };
    assert_eq!(bench.code("edit_file", edit(3)), "E011");
    // The conflict showed the present text; line numbers are those of it now.
    bench.ok("edit_file", edit(5));
    assert_eq!(bench.disk("a.txt"), "0\n1\n2\nthree\nnew\n");
}

#[test]
fn an_edit_of_a_moved_line_hits_that_line() {
    let bench = Bench::new();
    bench.put("a.txt", "a\nb\nc\nd\n");
    bench.read("a.txt");
    bench.put("a.txt", "x\ny\na\nb\nc\nd\n");
    bench.ok(
        "edit_file",
        json!({ "path": "a.txt", "edits": [
        { "operation": "replace", "start_line": 2, "end_line": 3, "new_text": "B\nC\n" },
        { "operation": "insert", "start_line": 5, "new_text": "end" } ] }),
    );
    assert_eq!(bench.disk("a.txt"), "x\ny\na\nB\nC\nd\nend\n");
}

#[test]
fn edits_number_the_text_before_the_call_in_any_order() {
    let bench = Bench::new();
    bench.put("a.txt", "1\n2\n3\n4\n5\n");
    bench.read("a.txt");
    bench.ok("edit_file", json!({ "path": "a.txt", "edits": [
        { "operation": "delete", "start_line": "4", "end_line": 5, "new_text": "" },
        { "operation": "replace", "start_line": 2, "end_line": 2, "new_text": "two\ntwo and a half" },
        { "operation": "insert", "start_line": 1, "end_line": null, "new_text": "zero\n" } ] }));
    assert_eq!(bench.disk("a.txt"), "zero\n1\ntwo\ntwo and a half\n3\n");
}

#[test]
fn edits_that_cannot_be_meant_are_refused() {
    let bench = Bench::new();
    bench.put("a.txt", "1\n2\n3\n");
    bench.read("a.txt");
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
            "as it is",
        ),
    ] {
        let error = bench.refusal("edit_file", json!({ "path": "a.txt", "edits": edits }));
        assert_eq!(error.code.code(), "E013");
        assert!(error.message.contains(word), "{error}");
    }
    assert_eq!(bench.disk("a.txt"), "1\n2\n3\n");
}

#[test]
fn an_expected_hash_is_checked() {
    let bench = Bench::new();
    bench.put("a.txt", "1\n2\n3\n");
    let range = bench.ok(
        "read_file",
        json!({ "path": "a.txt", "start_line": 2, "end_line": 2 }),
    );
    let edit = |hash: &str, line: u32| {
        json!({ "path": "a.txt", "edits": [
            { "operation": "replace", "start_line": line, "new_text": "x", "expected_hash": hash }] })
    };
    let wrong = format!("sha256:{}", crate::workspace::read::sha256_hex(b"other\n"));
    assert_eq!(bench.code("edit_file", edit(&wrong, 2)), "E011");
    bench.ok("edit_file", edit(range["range_hash"].as_str().unwrap(), 2));
    assert_eq!(bench.disk("a.txt"), "1\nx\n3\n");
}

#[test]
fn replacing_wants_the_text_once_and_shows_the_nearest() {
    let bench = Bench::new();
    bench.put(
        "a.txt",
        "fn one() {}\nfn two() {\n    body();\n}\nfn one() {}\n",
    );
    bench.read("a.txt");
    let replace = |old: &str| json!({ "path": "a.txt", "old_text": old, "new_text": "X" });
    let twice = bench.refusal("replace_text", replace("fn one() {}"));
    assert_eq!(twice.code.code(), "E013");
    assert_eq!(twice.details["lines"], json!([1, 5]));
    let missing = bench.refusal("replace_text", replace("fn two() {\n  body( );\n}"));
    assert_eq!(missing.code.code(), "E013");
    assert_eq!(missing.details["nearest"]["start_line"], 2);
    assert_eq!(
        missing.details["nearest"]["text"],
        "fn two() {\n    body();\n}\n"
    );
    bench.ok(
        "replace_text",
        json!({ "path": "a.txt", "old_text": "one", "new_text": "1", "replace_all": "true" }),
    );
    assert_eq!(
        bench.disk("a.txt"),
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
        (
            "write_file",
            json!({ "path": "f", "content": "a\nX\nY\nc\n" }),
        ),
    ];
    for (before, after) in cases {
        for (tool, arguments) in &calls {
            let bench = Bench::new();
            bench.put("f", before);
            bench.read("f");
            bench.ok(tool, arguments.clone());
            assert_eq!(bench.disk("f"), after, "{tool} on {before:?}");
        }
    }
    let bench = Bench::new();
    bench.put("empty", "");
    bench.read("empty");
    bench.ok(
        "edit_file",
        json!({ "path": "empty", "edits": [
        { "operation": "insert", "start_line": 1, "new_text": "x" }] }),
    );
    assert_eq!(bench.disk("empty"), "x\n");
    bench.put("log", "a\r\nb");
    bench.read("log");
    bench.ok(
        "write_file",
        json!({ "path": "log", "content": "c\n", "mode": "append" }),
    );
    assert_eq!(bench.disk("log"), "a\r\nb\r\nc");
}

#[test]
fn a_plan_says_what_would_be_written_and_where() {
    let bench = Bench::new();
    bench.put("known.txt", "one\n");
    std::os::unix::fs::symlink("known.txt", bench.path("alias")).unwrap();
    bench.read("alias");
    let prepared = bench
        .prepare("write_file", json!({ "path": "alias", "content": "two\n" }))
        .unwrap();
    let plan = &prepared.plan;
    // Rules must see the real file, not the link's name.
    assert_eq!(
        plan.subject,
        Subject::Path {
            path: "known.txt".into()
        }
    );
    let change = plan.change.as_ref().unwrap();
    assert_eq!(change.base.blob, Some(ContentHash::of(b"one\n")));
    assert_eq!(prepared.base_bytes(), Some(b"one\n".as_slice()));
    assert_eq!(change.entry.after, Some(ContentHash::of(b"two\n")));
    assert_eq!(change.entry.file.0.as_u128(), 7);
    assert!(matches!(&change.entry.origin, Origin::Agent { agent, .. } if agent == "coder"));
    assert!(
        change
            .entry
            .hunks
            .iter()
            .all(|hunk| hunk.state == HunkState::Pending && !hunk.written)
    );
    assert!(matches!(&plan.body, Some(PromptBody::Write { path, .. }) if path == "known.txt"));
    let other = bench
        .prepare(
            "write_file",
            json!({ "path": "alias", "content": "three\n" }),
        )
        .unwrap();
    assert_ne!(plan.shown, other.plan.shown);
    assert_eq!(bench.disk("known.txt"), "one\n");
}

#[test]
fn what_changed_after_it_was_shown_is_not_written_over() {
    let bench = Bench::new();
    bench.put("a.txt", "one\n");
    bench.read("a.txt");
    let write = bench
        .prepare("write_file", json!({ "path": "a.txt", "content": "two\n" }))
        .unwrap();
    let create = bench
        .prepare(
            "write_file",
            json!({ "path": "new.txt", "content": "two\n" }),
        )
        .unwrap();
    let delete = bench
        .prepare("delete_file", json!({ "path": "a.txt" }))
        .unwrap();
    bench.put("a.txt", "theirs\n");
    bench.put("new.txt", "theirs\n");
    for prepared in [write, create, delete] {
        let finished = bench.finish(prepared, Grant::AsPlanned);
        assert_eq!(finished.result.content["error"]["code"], "E011");
        assert_eq!(finished.stat, None);
    }
    assert_eq!(bench.disk("a.txt"), "theirs\n");
    assert_eq!(bench.disk("new.txt"), "theirs\n");
}

#[test]
fn only_the_hunks_that_were_taken_reach_the_disk() {
    let bench = Bench::new();
    bench.put("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    bench.read("a.txt");
    let edits = json!({ "path": "a.txt", "edits": [
        { "operation": "replace", "start_line": 2, "new_text": "two" },
        { "operation": "replace", "start_line": 8, "new_text": "eight" } ] });
    let prepared = bench.prepare("edit_file", edits.clone()).unwrap();
    let hunks = prepared.plan.change.as_ref().unwrap().entry.hunks.clone();
    assert_eq!(hunks.len(), 2);
    let none = bench.finish(prepared, Grant::Hunks { accepted: vec![] });
    assert_eq!(none.result.content["error"]["code"], "E006");
    let prepared = bench.prepare("edit_file", edits).unwrap();
    let id = prepared.plan.change.as_ref().unwrap().entry.hunks[1].id;
    let finished = bench.finish(prepared, Grant::Hunks { accepted: vec![id] });
    assert_eq!(bench.disk("a.txt"), "1\n2\n3\n4\n5\n6\n7\neight\n9\n");
    assert_eq!(
        finished.result.content["refused_hunks"][0]["new_text"],
        "two\n"
    );
    let applied = finished.applied.unwrap();
    assert_eq!(applied.hunks[0].state, HunkState::Rejected);
    assert!(!applied.hunks[0].written && applied.hunks[1].written);
}

#[test]
fn what_the_human_made_of_it_is_written_and_told() {
    let bench = Bench::new();
    bench.put("a.txt", "one\n");
    bench.read("a.txt");
    let prepared = bench
        .prepare("write_file", json!({ "path": "a.txt", "content": "two\n" }))
        .unwrap();
    let finished = bench.finish(
        prepared,
        Grant::Edited {
            text: "mine\n".into(),
        },
    );
    assert_eq!(bench.disk("a.txt"), "mine\n");
    let content = &finished.result.content;
    assert_eq!(content["edited_by_user"], true);
    assert!(
        content["user_diff"]
            .as_str()
            .unwrap()
            .contains("-two\n+mine\n")
    );
    let applied = finished.applied.unwrap();
    assert_eq!(applied.after, Some(ContentHash::of(b"mine\n")));
    assert!(applied.hunks.iter().all(|hunk| hunk.written));
}

#[test]
fn a_deletion_lists_the_file_and_is_one_hunk() {
    let bench = Bench::new();
    bench.put("a.txt", "one\ntwo\n");
    bench.put("binary", [0_u8, 1, 2]);
    bench.read("a.txt");
    let prepared = bench
        .prepare("delete_file", json!({ "path": "a.txt" }))
        .unwrap();
    assert_eq!(prepared.plan.risk.risk, Risk::Medium);
    let Some(PromptBody::Delete { files }) = &prepared.plan.body else {
        panic!("{:?}", prepared.plan.body)
    };
    assert_eq!(
        (files[0].files, files[0].bytes, files[0].note.as_str()),
        (1, 8, "NOT in git")
    );
    let entry = &prepared.plan.change.as_ref().unwrap().entry;
    assert_eq!(entry.operation, FileOperation::Delete);
    assert_eq!((entry.hunks.len(), entry.hunks[0].old_count), (1, 2));
    bench.finish(prepared, Grant::AsPlanned);
    assert!(!bench.path("a.txt").exists());
    let prepared = bench
        .prepare("delete_file", json!({ "path": "binary" }))
        .unwrap();
    assert_eq!(prepared.base_bytes(), Some([0_u8, 1, 2].as_slice()));
    bench.finish(prepared, Grant::AsPlanned);
    assert!(!bench.path("binary").exists());
    assert_eq!(
        bench.code("delete_file", json!({ "path": "a.txt" })),
        "E003"
    );
}

#[test]
fn two_changes_of_a_file_are_entries_of_one_file() {
    let bench = Bench::new();
    let file = |path: &str, content: &str| {
        let write = json!({ "path": path, "content": content });
        let prepared = bench.prepare("write_file", write).unwrap();
        let file = prepared.plan.change.as_ref().unwrap().entry.file;
        bench.finish(prepared, Grant::AsPlanned);
        file
    };
    assert_eq!(file("a.txt", "one\n"), file("./a.txt", "two\n"));
    assert_ne!(file("a.txt", "three\n"), file("b.txt", "one\n"));
}

#[test]
fn other_programs_changes_are_noticed_as_the_humans() {
    let bench = Bench::new();
    bench.ok(
        "write_file",
        json!({ "path": "a.txt", "content": "1\n2\n3\n" }),
    );
    bench.put("a.txt", "1\n2\n3\nhuman\n");
    let edit = json!({ "path": "a.txt", "edits": [
        { "operation": "replace", "start_line": 1, "new_text": "one" }] });
    let prepared = bench.prepare("edit_file", edit).unwrap();
    let change = prepared.plan.change.as_ref().unwrap();
    let observed = change.observed.as_ref().unwrap();
    assert_eq!(observed.origin, Origin::User);
    assert_eq!(observed.before, Some(ContentHash::of(b"1\n2\n3\n")));
    assert_eq!(observed.after, change.entry.before);
    assert_eq!(observed.hunks[0].inserted, ["human\n"]);
    assert!(observed.hunks[0].written);
    // Until it is run nothing is logged, so it is told again.
    let again = json!({ "path": "a.txt", "edits": [
        { "operation": "replace", "start_line": 2, "new_text": "two" }] });
    let refused = bench.prepare("edit_file", again).unwrap();
    assert!(refused.plan.change.as_ref().unwrap().observed.is_some());
    bench.finish(prepared, Grant::AsPlanned);
    assert_eq!(bench.disk("a.txt"), "one\n2\n3\nhuman\n");
    let later = json!({ "path": "a.txt", "old_text": "3", "new_text": "three" });
    let later = bench.prepare("replace_text", later).unwrap();
    assert_eq!(later.plan.change.as_ref().unwrap().observed, None);
}

#[test]
fn a_staged_change_is_seen_by_the_agent_and_not_by_the_disk() {
    let bench = Bench::new();
    bench.put("a.txt", "one\n");
    bench.read("a.txt");
    let prepared = bench
        .prepare("write_file", json!({ "path": "a.txt", "content": "two\n" }))
        .unwrap();
    let finished = bench.tools.stage(&prepared);
    assert_eq!(finished.result.content["status"], "staged");
    bench.told.buffers.lock().unwrap().push(Buffer {
        path: "a.txt".into(),
        text: Some("two\n".into()),
    });
    assert_eq!(bench.disk("a.txt"), "one\n");
    assert_eq!(bench.read("a.txt")["text"], "two\n");
    let next = bench
        .prepare(
            "replace_text",
            json!({ "path": "a.txt", "old_text": "two", "new_text": "three" }),
        )
        .unwrap();
    assert_eq!(next.texts(), Some((Some("two\n"), Some("three\n"))));
    let finished = bench.finish(next, Grant::AsPlanned);
    assert_eq!(finished.result.content["error"]["code"], "E011");
    assert_eq!(bench.disk("a.txt"), "one\n");
}

#[test]
fn what_is_no_text_is_not_written() {
    let bench = Bench::new();
    bench.put("binary", [0xff_u8, 0xfe]);
    assert_eq!(
        bench.code("write_file", json!({ "path": "binary", "content": "x" })),
        "E012"
    );
    assert_eq!(
        bench.code("write_file", json!({ "path": "new", "content": "a\u{0}b" })),
        "E012"
    );
    assert_eq!(
        bench.code("write_file", json!({ "path": ".env", "content": "x" })),
        "E002"
    );
    assert_eq!(
        bench.code("write_file", json!({ "path": "../x", "content": "x" })),
        "E001"
    );
    let much = "x".repeat(10 * 1024 * 1024 + 1);
    assert_eq!(
        bench.code("write_file", json!({ "path": "new", "content": much })),
        "E004"
    );
    assert!(!bench.path("new").exists());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Untouched lines keep their bytes, whatever the endings around them are.
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
        let bench = Bench::new();
        bench.put("f", &text);
        bench.read("f");
        bench.ok("edit_file", json!({ "path": "f", "edits": [
            { "operation": "replace", "start_line": line + 1, "new_text": "CHANGED" }] }));
        let now = bench.disk("f");
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
