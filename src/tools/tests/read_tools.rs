//! Tests of the read-only tools.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::Harness;
use crate::{Buffer, Limits};
use protocol::ids::ContentHash;

#[test]
fn a_read_gives_text_lines_and_hashes() {
    let harness = Harness::new();
    harness.put("a.txt", "\u{feff}1\r\n2\r\n3\r\n");
    let whole = harness.read("a.txt");
    assert_eq!(whole["text"], "1\n2\n3\n");
    let disk = ContentHash::of(harness.disk("a.txt").as_bytes());
    assert_eq!(whole["sha256"], disk.to_string());
    let part = harness.ok(
        "read_file",
        json!({ "path": "a.txt", "start_line": 2, "end_line": 9 }),
    );
    assert_eq!(
        (
            &part["text"],
            &part["first_line"],
            &part["last_line"],
            &part["total_lines"]
        ),
        (&json!("2\n3\n"), &json!(2), &json!(3), &json!(3))
    );
    assert_eq!(
        part["range_hash"],
        format!("sha256:{}", ContentHash::of(b"2\n3\n"))
    );
    assert_eq!(part["truncated"], false);
}

#[test]
fn a_long_read_is_cut_at_a_line_and_says_so() {
    let harness = Harness::with(Limits {
        read_lines_default: 5,
        ..Limits::default()
    });
    harness.put("a.txt", "line\n".repeat(10));
    harness.put("wide.txt", "é".repeat(100));
    harness.put("empty.txt", "");
    let cut = harness.read("a.txt");
    assert_eq!(
        (&cut["last_line"], &cut["truncated"]),
        (&json!(5), &json!(true))
    );
    let bytes = harness.ok("read_file", json!({ "path": "a.txt", "max_bytes": "12" }));
    assert_eq!(
        (&bytes["text"], &bytes["truncated"]),
        (&json!("line\nline\n"), &json!(true))
    );
    let wide = harness.ok("read_file", json!({ "path": "wide.txt", "max_bytes": 5 }));
    assert_eq!(
        (&wide["text"], &wide["truncated"]),
        (&json!("éé"), &json!(true))
    );
    let empty = harness.read("empty.txt");
    assert_eq!(
        (&empty["total_lines"], &empty["first_line"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(
        harness.code("read_file", json!({ "path": "a.txt", "start_line": 11 })),
        "E013"
    );
    assert_eq!(
        harness.code(
            "read_file",
            json!({ "path": "a.txt", "start_line": 3, "end_line": 2 })
        ),
        "E013"
    );
    assert_eq!(
        harness.code("read_file", json!({ "path": "b.txt" })),
        "E003"
    );
}

fn paths(result: &Value, field: &str) -> Vec<String> {
    result[field]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["path"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn lists_show_what_git_would_show_and_what_is_staged() {
    let harness = Harness::new();
    harness.put(".gitignore", "*.log\n");
    for path in ["src/a.rs", "src/b.txt", "src/deep/c.rs", "x.log", ".env"] {
        harness.put(path, "text");
    }
    let root = harness.ok("list_files", json!({}));
    assert_eq!(paths(&root, "entries"), [".gitignore", "src"]);
    let globbed = harness.ok("list_files", json!({ "glob": "*.rs" }));
    assert_eq!(paths(&globbed, "entries"), ["src/a.rs", "src/deep/c.rs"]);
    let limited = harness.ok("list_files", json!({ "path": "src", "limit": 1 }));
    assert_eq!(
        (paths(&limited, "entries").len(), &limited["truncated"]),
        (1, &json!(true))
    );
    *harness.told.buffers.lock().unwrap() = vec![
        Buffer {
            path: "src/new.rs".into(),
            text: Some("fn new() {}\n".into()),
            mode: None,
        },
        Buffer {
            path: "src/a.rs".into(),
            text: None,
            mode: None,
        },
    ];
    let proposed = harness.ok("list_files", json!({ "path": "src" }));
    assert_eq!(
        paths(&proposed, "entries"),
        ["src/b.txt", "src/deep", "src/new.rs"]
    );
    let hits = harness.ok("search_text", json!({ "query": "new" }));
    assert_eq!(paths(&hits, "hits"), ["src/new.rs"]);
    assert_eq!(
        harness.code("list_files", json!({ "path": "nowhere" })),
        "E003"
    );
    assert_eq!(harness.code("list_files", json!({ "glob": "a[" })), "E013");
    // A pattern that no parser could handle is refused, and the program goes on.
    for braces in [20_000, 1_000] {
        let deep = format!("{}a{}", "{".repeat(braces), "}".repeat(braces));
        assert_eq!(harness.code("list_files", json!({ "glob": deep })), "E013");
    }
}

#[test]
fn a_search_has_limits_and_says_when_there_is_more() {
    let harness = Harness::new();
    harness.put("a.txt", "Hit\nmiss\nhit hit\n".repeat(40));
    harness.put("binary", b"hit\0hit");
    let found = harness.ok("search_text", json!({ "query": "hit" }));
    assert_eq!(
        (paths(&found, "hits").len(), &found["truncated"]),
        (20, &json!(true))
    );
    let capped = harness.ok(
        "search_text",
        json!({ "query": "hit", "limit": 1_000, "case_sensitive": false }),
    );
    assert_eq!(paths(&capped, "hits").len(), 50);
    let regex = harness.ok(
        "search_text",
        json!({ "query": "^H.t$", "regex": true, "limit": 1 }),
    );
    assert_eq!(
        regex["hits"][0],
        json!({ "path": "a.txt", "start_line": 1, "end_line": 1, "snippet": "Hit" })
    );
    let two_lines = harness.ok("search_text", json!({ "query": "Hit\nmiss", "limit": 1 }));
    assert_eq!(
        (
            &two_lines["hits"][0]["start_line"],
            &two_lines["hits"][0]["end_line"]
        ),
        (&json!(1), &json!(2))
    );
    let literal = harness.ok("search_text", json!({ "query": "h.t" }));
    assert_eq!(paths(&literal, "hits").len(), 0);
    assert_eq!(
        harness.code("search_text", json!({ "query": "(", "regex": true })),
        "E013"
    );
    assert_eq!(harness.code("search_text", json!({ "query": "" })), "E013");
    assert_eq!(
        harness.code("search_text", json!({ "query": "x", "path": "../" })),
        "E001"
    );
    assert_eq!(
        harness.code("search_text", json!({ "query": "x", "path": ".git" })),
        "E002"
    );
}

#[test]
fn the_row_in_the_chat_counts_hits_and_files() {
    let harness = Harness::new();
    harness.put("a.rs", "refresh(\nrefresh(\n");
    harness.put("b.rs", "refresh(\n");
    let prepared = harness
        .prepare("search_text", json!({ "query": "refresh(" }))
        .unwrap();
    let finished = harness.finish(prepared, protocol::plan::Grant::AsPlanned);
    assert_eq!(
        finished.result.summary.to_string(),
        "\"refresh(\"  3 hits in 2 files"
    );
    let prepared = harness
        .prepare("read_file", json!({ "path": "a.rs" }))
        .unwrap();
    let finished = harness.finish(prepared, protocol::plan::Grant::AsPlanned);
    assert_eq!(finished.result.summary.to_string(), "a.rs  2 lines");
}

proptest! {
    #![proptest_config(testing::cases(32))]

    #[test]
    fn a_search_equals_a_plain_scan_of_lines(
        files in prop::collection::btree_map("[a-c]{1,2}(/[a-c]{1,2}){0,1}\\.txt", "([xyX]{0,3}\n){0,8}[xy]{0,2}", 1..6),
        query in "[xy]{1,2}",
        any_case in any::<bool>(),
    ) {
        let harness = Harness::new();
        for (path, text) in &files {
            harness.put(path, text);
        }
        let fold = |text: &str| if any_case { text.to_lowercase() } else { text.to_owned() };
        let mut expected = Vec::new();
        for (path, text) in &files {
            for (index, line) in text.lines().enumerate() {
                if fold(line).contains(&fold(&query)) {
                    expected.push((path.clone(), index as u64 + 1, line.to_owned()));
                }
            }
        }
        let result = harness.ok("search_text", json!({ "query": query, "case_sensitive": !any_case, "limit": 50 }));
        let mut found: Vec<(String, u64, String)> = result["hits"].as_array().unwrap().iter().map(|hit| (
            hit["path"].as_str().unwrap().to_owned(),
            hit["start_line"].as_u64().unwrap(),
            hit["snippet"].as_str().unwrap().to_owned(),
        )).collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
    }
}
