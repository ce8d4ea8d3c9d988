//! Tests of the phrases.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{answer, call, files};
use notice::{Notice, notice};
use protocol::approval::{Decision, DeleteItem};
use protocol::call::ToolCall;
use protocol::ids::CallId;

fn subject(arguments: Value) -> String {
    let asked = ToolCall {
        id: CallId(Uuid::from_u128(1)),
        provider_id: "1".to_owned(),
        tool: "tool".to_owned(),
        arguments,
    };
    call::subject(&asked, |text| text.trim().to_owned())
}

#[test]
fn a_call_is_about_its_most_telling_argument_or_else_all_of_its_texts() {
    assert_eq!(subject(json!({"path": "a.rs", "command": "ls"})), "ls");
    assert_eq!(subject(json!({"limit": 3, "path": "a.rs"})), "a.rs");
    assert_eq!(subject(json!({"query": " fn main "})), "\"fn main\"");
    assert_eq!(subject(json!({"owner": "x", "n": 1, "repo": "y"})), "x y");
    assert_eq!(subject(json!("not json ")), "not json");
    assert_eq!(subject(json!(null)), "");
}

#[test]
fn a_summary_does_not_repeat_the_subject_beside_it() {
    for (summary, subject, shown) in [
        ("src/a.rs  212 lines", "src/a.rs", "212 lines"),
        ("src/a.rs: 212 lines", "src/a.rs", "212 lines"),
        ("exit 0", "cargo test", "exit 0"),
        ("exit 0", "", "exit 0"),
    ] {
        assert_eq!(call::beside_subject(summary, subject), shown);
    }
}

#[test]
fn the_text_of_a_result_is_found_under_any_of_its_names() {
    assert_eq!(call::text_of(&json!({"stdout": "ok"})), Some("ok"));
    assert_eq!(call::text_of(&json!("plain")), Some("plain"));
    assert_eq!(call::text_of(&json!({"output": ""})), Some(""));
    assert_eq!(call::text_of(&json!({"lines": 3})), None);
    let failed = json!({"success": false, "error": {"details": {"output": "no"}}});
    assert_eq!(call::text_of(&failed), Some("no"));
}

#[test]
fn an_answer_carries_the_words_of_the_user() {
    let words = |decision: &Decision| answer::decision(decision, |text| text.to_uppercase());
    let reason = Some(Notice::text("keep it"));
    assert_eq!(words(&Decision::No { reason }), "no: KEEP IT");
    let text = "yes".to_owned();
    assert_eq!(words(&Decision::Text { text }), "\"YES\"");
    let indices = vec![0, 2];
    assert_eq!(words(&Decision::Selected { indices }), "chose 1, 3");
}

#[test]
fn of_a_folder_some_files_are_named_and_all_are_counted() {
    let build = DeleteItem {
        path: "build".to_owned(),
        files: 9,
        bytes: 20,
        note: notice!("told-git-not"),
        inside: vec!["build/a".to_owned(), "build/b".to_owned()],
    };
    let all = files::inside(&build, usize::MAX, str::to_owned);
    assert_eq!(all[..2], ["    build/a", "    build/b"]);
    assert!(all[2].contains("7 files"), "{all:?}");
    let one = files::inside(&build, 1, str::to_owned);
    assert!(one.len() == 2 && one[1].contains("8 files"), "{one:?}");
}
