//! Tests of the tools that write: remembered reads, compare-and-swap, hunks, edits by the user.

use serde_json::json;

use super::{Harness, whole};
use crate::Buffer;
use protocol::approval::{QuestionBody, Risk};
use protocol::change::{FileOperation, HunkState, Origin};
use protocol::ids::ContentHash;
use protocol::plan::{Grant, Subject};

#[test]
fn a_new_file_is_made_with_its_folders() {
    let harness = Harness::new();
    let result = harness.ok("write_file", whole("a/b.txt", "one\ntwo"));
    assert_eq!(harness.disk("a/b.txt"), "one\ntwo");
    assert_eq!(result["operation"], "create");
    assert_eq!(result["added"], 2);
    // The agent knows its own write, so it may continue without reading the file.
    harness.ok("write_file", whole("a/b.txt", "three"));
    assert_eq!(harness.disk("a/b.txt"), "three");
    let create = json!({ "path": "a/b.txt", "content": "x", "mode": "create" });
    assert_eq!(harness.code("write_file", create), "E011");
}

#[test]
fn a_file_that_was_not_read_is_not_written_over() {
    let harness = Harness::new();
    harness.put("a.txt", "one\n");
    for (tool, arguments) in [
        ("write_file", whole("a.txt", "x")),
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
        let error = harness.refusal(tool, arguments);
        assert_eq!(error.code.code(), "E011", "{tool}");
        assert!(
            error.message.to_string().contains("read it first"),
            "{error}"
        );
    }
    harness.read("a.txt");
    harness.ok("write_file", whole("a.txt", "x\n"));
    // A read by one agent does not count for another.
    let other = harness.prepare_as("other", "delete_file", json!({ "path": "a.txt" }));
    assert_eq!(other.err().unwrap().code.code(), "E011");
    assert_eq!(harness.disk("a.txt"), "x\n");
}

#[test]
fn a_whole_write_over_a_changed_file_is_a_conflict_with_three_sides() {
    let harness = Harness::knowing("a.txt", "one\n");
    harness.put("a.txt", "theirs\n");
    let error = harness.refusal("write_file", whole("a.txt", "mine\n"));
    assert_eq!(error.code.code(), "E011");
    assert_eq!(error.details["last_read"], "one\n");
    assert_eq!(error.details["present"], "theirs\n");
    assert_eq!(error.details["proposed"], "mine\n");
    // The agent now has the current text.
    harness.ok("write_file", whole("a.txt", "merged\n"));
    assert_eq!(harness.disk("a.txt"), "merged\n");
}

#[test]
fn after_five_conflicts_the_agent_is_told_to_stop() {
    let harness = Harness::knowing("a.txt", "one\n");
    for round in 0..6 {
        harness.put("a.txt", format!("round {round}\n"));
        let error = harness.refusal("write_file", whole("a.txt", "mine\n"));
        assert_eq!(error.code.code(), "E011");
        assert_eq!(
            error.message.to_string().contains("clarify_user"),
            round == 5,
            "{error}"
        );
        assert_eq!(error.details.get("present").is_some(), round < 5);
    }
}

#[test]
fn a_plan_says_what_would_be_written_and_where() {
    let harness = Harness::new();
    harness.put("known.txt", "one\n");
    std::os::unix::fs::symlink("known.txt", harness.path("alias")).unwrap();
    harness.read("alias");
    let prepared = harness.planned("write_file", whole("alias", "two\n"));
    let plan = &prepared.plan;
    // Rules must match the real file, not the link's name.
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
    assert!(matches!(&plan.body, Some(QuestionBody::Write { path, .. }) if path == "known.txt"));
    let other = harness.planned("write_file", whole("alias", "three\n"));
    assert_ne!(plan.shown, other.plan.shown);
    assert_eq!(harness.disk("known.txt"), "one\n");
}

#[test]
fn what_changed_after_it_was_shown_is_not_written_over() {
    let harness = Harness::knowing("a.txt", "one\n");
    let write = harness.planned("write_file", whole("a.txt", "two\n"));
    let create = harness.planned("write_file", whole("new.txt", "two\n"));
    let delete = harness.planned("delete_file", json!({ "path": "a.txt" }));
    harness.put("a.txt", "theirs\n");
    harness.put("new.txt", "theirs\n");
    for prepared in [write, create, delete] {
        let finished = harness.finish(prepared, Grant::AsPlanned);
        assert_eq!(finished.result.content["error"]["code"], "E011");
        assert_eq!(finished.stat, None);
    }
    assert_eq!(harness.disk("a.txt"), "theirs\n");
    assert_eq!(harness.disk("new.txt"), "theirs\n");
}

#[test]
fn only_the_hunks_that_were_taken_reach_the_disk() {
    let harness = Harness::knowing("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    let edits = json!({ "path": "a.txt", "edits": [
        { "operation": "replace", "start_line": 2, "new_text": "two" },
        { "operation": "replace", "start_line": 8, "new_text": "eight" } ] });
    let prepared = harness.planned("edit_file", edits.clone());
    let hunks = prepared.plan.change.as_ref().unwrap().entry.hunks.clone();
    assert_eq!(hunks.len(), 2);
    let none = harness.finish(prepared, Grant::Hunks { accepted: vec![] });
    assert_eq!(none.result.content["error"]["code"], "E006");
    let prepared = harness.planned("edit_file", edits);
    let id = prepared.plan.change.as_ref().unwrap().entry.hunks[1].id;
    let finished = harness.finish(prepared, Grant::Hunks { accepted: vec![id] });
    assert_eq!(harness.disk("a.txt"), "1\n2\n3\n4\n5\n6\n7\neight\n9\n");
    assert_eq!(
        finished.result.content["refused_hunks"][0]["new_text"],
        "two\n"
    );
    let applied = finished.applied.unwrap();
    assert_eq!(applied.hunks[0].state, HunkState::Rejected);
    assert!(!applied.hunks[0].written && applied.hunks[1].written);
}

#[test]
fn what_the_user_made_of_it_is_written_and_told() {
    let harness = Harness::knowing("a.txt", "one\n");
    let prepared = harness.planned("write_file", whole("a.txt", "two\n"));
    let finished = harness.finish(
        prepared,
        Grant::Edited {
            text: "mine\n".into(),
        },
    );
    assert_eq!(harness.disk("a.txt"), "mine\n");
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
    let harness = Harness::new();
    harness.put("a.txt", "one\ntwo\n");
    harness.put("binary", [0_u8, 1, 2]);
    harness.read("a.txt");
    let prepared = harness.planned("delete_file", json!({ "path": "a.txt" }));
    assert_eq!(prepared.plan.risk.risk, Risk::Medium);
    let Some(QuestionBody::Delete { files }) = &prepared.plan.body else {
        panic!("{:?}", prepared.plan.body)
    };
    assert_eq!(
        (
            files[0].files,
            files[0].bytes,
            files[0].note.to_string().as_str()
        ),
        (1, 8, "NOT in git")
    );
    let entry = &prepared.plan.change.as_ref().unwrap().entry;
    assert_eq!(entry.operation, FileOperation::Delete);
    assert_eq!((entry.hunks.len(), entry.hunks[0].old_count), (1, 2));
    harness.finish(prepared, Grant::AsPlanned);
    assert!(!harness.path("a.txt").exists());
    let prepared = harness.planned("delete_file", json!({ "path": "binary" }));
    assert_eq!(prepared.base_bytes(), Some([0_u8, 1, 2].as_slice()));
    harness.finish(prepared, Grant::AsPlanned);
    assert!(!harness.path("binary").exists());
    assert_eq!(
        harness.code("delete_file", json!({ "path": "a.txt" })),
        "E003"
    );
}

#[test]
fn two_changes_of_a_file_are_entries_of_one_file() {
    let harness = Harness::new();
    let file = |path: &str, content: &str| {
        let write = json!({ "path": path, "content": content });
        let prepared = harness.planned("write_file", write);
        let file = prepared.plan.change.as_ref().unwrap().entry.file;
        harness.finish(prepared, Grant::AsPlanned);
        file
    };
    assert_eq!(file("a.txt", "one\n"), file("./a.txt", "two\n"));
    assert_ne!(file("a.txt", "three\n"), file("b.txt", "one\n"));
}

#[test]
fn a_staged_change_is_seen_by_the_agent_and_not_by_the_disk() {
    let harness = Harness::knowing("a.txt", "one\n");
    let prepared = harness.planned("write_file", whole("a.txt", "two\n"));
    let finished = harness.tools.propose(&prepared);
    assert_eq!(finished.result.content["status"], "staged");
    harness.told.buffers.lock().unwrap().push(Buffer {
        path: "a.txt".into(),
        text: Some("two\n".into()),
        mode: None,
    });
    assert_eq!(harness.disk("a.txt"), "one\n");
    assert_eq!(harness.read("a.txt")["text"], "two\n");
    let next = harness.planned(
        "replace_text",
        json!({ "path": "a.txt", "old_text": "two", "new_text": "three" }),
    );
    assert_eq!(next.texts(), Some((Some("two\n"), Some("three\n"))));
    let finished = harness.finish(next, Grant::AsPlanned);
    assert_eq!(finished.result.content["error"]["code"], "E011");
    assert_eq!(harness.disk("a.txt"), "one\n");
}

#[test]
fn what_is_no_text_is_not_written() {
    let harness = Harness::new();
    harness.put("binary", [0xff_u8, 0xfe]);
    assert_eq!(harness.code("write_file", whole("binary", "x")), "E012");
    assert_eq!(harness.code("write_file", whole("new", "a\u{0}b")), "E012");
    assert_eq!(harness.code("write_file", whole(".env", "x")), "E002");
    assert_eq!(harness.code("write_file", whole("../x", "x")), "E001");
    let much = "x".repeat(10 * 1024 * 1024 + 1);
    assert_eq!(
        harness.code("write_file", json!({ "path": "new", "content": much })),
        "E004"
    );
    assert!(!harness.path("new").exists());
}

#[test]
fn a_file_with_other_names_is_written_and_the_model_is_told_of_them() {
    let harness = Harness::new();
    harness.put("a.txt", "one\n");
    std::fs::hard_link(harness.path("a.txt"), harness.private.path().join("b.txt")).unwrap();
    harness.ok("read_file", json!({ "path": "a.txt" }));
    let arguments = json!({ "path": "a.txt", "content": "two\n", "mode": "overwrite" });
    let prepared = harness.prepare("write_file", arguments).unwrap();
    let finished = harness.finish(prepared, Grant::AsPlanned);
    let told = finished.result.content["other_names"]
        .as_str()
        .expect("told");
    assert!(told.contains("1 more name"), "{told}");
    assert!(
        finished
            .result
            .summary
            .to_string()
            .contains("keep the old text")
    );
    let other = std::fs::read_to_string(harness.private.path().join("b.txt")).unwrap();
    assert_eq!(
        (harness.disk("a.txt").as_str(), other.as_str()),
        ("two\n", "one\n")
    );
}
