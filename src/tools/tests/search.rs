//! Tests that `search_text` finds what ripgrep finds, with an index and without, and that
//! `search_project` queries the index.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use grep_regex::RegexMatcherBuilder;
use grep_searcher::{BinaryDetection, SearcherBuilder, sinks};
use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;
use serde_json::{Value, json};

use super::Harness;
use crate::{Buffer, Limits, policy_parser};
use index::{Index, Settings, of_text};
use workspace::Workspace;

/// No search in these tests takes that long.
const LONG: Duration = Duration::from_secs(60);

/// Path, line number from 1, and text of the line.
type Line = (String, u64, String);

struct Query {
    text: String,
    regex: bool,
    case_sensitive: bool,
    path: &'static str,
    glob: Option<&'static str>,
}

impl Query {
    fn arguments(&self) -> Value {
        json!({
            "query": self.text, "regex": self.regex, "case_sensitive": self.case_sensitive,
            "path": self.path, "glob": self.glob, "limit": 100_000,
        })
    }
}

fn harness() -> Harness {
    let limits = Limits {
        search_results_cap: 100_000,
        search_snippet_lines: 100_000,
        ..Limits::default()
    };
    Harness::made(limits, |root| policy_parser(root, Vec::new()))
}

fn corpus(harness: &Harness) {
    harness.put(".gitignore", "*.log\n/target/\n!keep.log\n");
    harness.put("src/.gitignore", "generated_*\n");
    for (path, text) in [
        (
            "src/main.rs",
            "fn main() {\n    parse_header(\"Content-Type\");\n}\n",
        ),
        (
            "src/parse.rs",
            "pub fn parse_header(text: &str) -> Option<Header> {\n    todo()\n}\n\nstruct Header;\n",
        ),
        ("src/generated_a.rs", "parse_header ignored\n"),
        (
            "src/deep/er/lock.rs",
            "/// Takes the lock.\nfn take_lock() -> Lock { Lock }\nstruct Lock;\n",
        ),
        ("src/deep.rs", "mod er;\nuse lock::take_lock;\n"),
        ("target/out.rs", "fn main() {}\n"),
        ("notes.log", "main\n"),
        ("keep.log", "main kept\n"),
        (".hidden/config", "main = hidden\n"),
        (".env", "main=secret\n"),
        ("docs/dos.txt", "first line\r\nsecond main line\r\nend\r\n"),
        ("docs/no-end.txt", "the last line has no end: main"),
        (
            "docs/unicode.md",
            "Stra\u{df}e, \u{c4}RGER, \u{e4}rger, na\u{ef}ve, \u{65e5}\u{672c}\u{8a9e}\u{306e}\u{6587}\n",
        ),
        ("docs/fold.md", "TAS\u{212a} ta\u{17f}k TASK task\n"),
        ("docs/bom.txt", "\u{feff}main after a mark\n"),
        ("docs/empty.txt", ""),
        (
            "docs/long.txt",
            &format!("{}main{}\n", "x".repeat(3_000), "y".repeat(3_000)),
        ),
        ("docs/mac.txt", "one\rmain\rtwo\n"),
    ] {
        harness.put(path, text);
    }
    harness.put("docs/latin.txt", b"na\xefve main caf\xe9\n");
    harness.put("bin/early.bin", b"main\nsecond\0main\n");
    let wide = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    harness.put(
        "docs/wide.txt",
        [b"\xff\xfe".to_vec(), wide("wide main text\n")].concat(),
    );
    harness.put(
        "large/large.txt",
        format!(
            "{}main at the end\n",
            "a filler line that is as long as many are\n".repeat(150)
        ),
    );
    for number in 0..30 {
        harness.put(
            &format!("many/f{number}.txt"),
            format!("file {number}\ncommon words here\nunique{number}x\n"),
        );
    }
}

fn queries() -> Vec<Query> {
    let literals = [
        "main",
        "parse_header",
        "Header",
        "lock",
        "take_lock",
        "fn main()",
        "Content-Type",
        "x",
        "in",
        "",
        "end\r",
        "line\r\nsecond",
        "main kept",
        "hidden",
        "secret",
        "absent",
        "unique7x",
        "UNIQUE7X",
        "unique",
        "common words",
        "Stra\u{df}e",
        "\u{e4}rger",
        "\u{c4}RGER",
        "na\u{ef}ve",
        "\u{65e5}\u{672c}\u{8a9e}",
        "task",
        "TASK",
        "ta\u{17f}k",
        "tas\u{212a}",
        "main after",
        "\u{feff}main",
        "wide main",
        "main late",
        "second",
        "second\n",
        "caf",
        "caf\u{e9}",
        "xmainy",
        "one\rmain",
        "a.b",
        "$",
        "(",
        "filler line",
        "main at the end",
        "\t",
        "  ",
        "file 1",
        "{\n",
    ];
    // Few Unicode-wide character classes: without optimization each takes long to compile.
    let patterns = [
        "ma.n",
        "^main",
        "main$",
        r"fn [a-z_]+\(",
        "parse_(header|body)",
        r"(?-u:\b)Lock(?-u:\b)",
        "(?i)HEADER",
        "h[ea]+der",
        "un.que[0-9]+x",
        "unique(7|8|9)x",
        "^$",
        r"fn \w+\(",
        r"[a-z_]+[ \t]+main",
        "m?a?i?n?",
        "ta(s|\u{17f})(k|\u{212a})",
        "[ =]main",
        "(lock|header)s?",
        r"line\r?$",
        r"x{3,}main",
        "(?-u:\\xef)ve",
        "[A-Z]RGER",
        "second.main",
        "(?s)line.second",
        "take_.*lock",
        "a|b",
        "zzz|unique1x",
        "(un)(ique)5",
        "absent.*main",
        "[[:alpha:]]{14,}",
        r"\x6dain",
    ];
    let mut out = Vec::new();
    let mut add = |text: &str, regex, path, glob| {
        for case_sensitive in [true, false] {
            out.push(Query {
                text: text.to_owned(),
                regex,
                case_sensitive,
                path,
                glob,
            });
        }
    };
    for text in literals.into_iter().filter(|text| !text.is_empty()) {
        add(text, false, "", None);
    }
    for text in patterns {
        add(text, true, "", None);
    }
    for text in ["main", "header", "lock", "line", "unique1", "task"] {
        add(text, false, "docs", None);
        add(text, false, "src", Some("*.rs"));
        add(text, false, "", Some("!docs/**"));
        add(text, true, "src/deep", None);
    }
    out
}

/// Returns the hits of ripgrep's own crates, with nothing of ours except the names that
/// are never shown.
fn reference(root: &Path, query: &Query) -> Vec<Line> {
    let mut matcher = RegexMatcherBuilder::new();
    matcher
        .case_insensitive(!query.case_sensitive)
        .fixed_strings(!query.regex)
        .multi_line(true);
    let many = query.text.contains('\n');
    if !many {
        matcher.line_terminator(Some(b'\n'));
    }
    let matcher = matcher.build(&query.text).expect("a pattern");
    let mut searcher = SearcherBuilder::new()
        .multi_line(many)
        .binary_detection(BinaryDetection::quit(0))
        .build();
    let mut overrides = OverrideBuilder::new(root);
    overrides.add(query.glob.unwrap_or("**")).expect("a glob");
    let overrides = overrides.build().expect("globs");
    let mut walk = WalkBuilder::new(root.join(query.path));
    walk.hidden(false).require_git(false).ignore(false);
    walk.sort_by_file_name(std::ffi::OsStr::cmp);
    let mut out = Vec::new();
    for entry in walk.build().map(|entry| entry.expect("an entry")) {
        let path = entry
            .path()
            .strip_prefix(root)
            .expect("inside")
            .to_str()
            .expect("UTF-8");
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        let is_left_out = path == ".env" || overrides.matched(path, false).is_ignore();
        if !is_file || is_left_out {
            continue;
        }
        let found = sinks::Bytes(|line, bytes| {
            let text = String::from_utf8_lossy(bytes);
            let text: Vec<String> = text
                .lines()
                .map(|line| line.chars().take(400).collect())
                .collect();
            out.push((path.to_owned(), line, text.join("\n")));
            Ok(true)
        });
        searcher
            .search_path(&matcher, entry.path(), found)
            .expect("a search");
    }
    out
}

fn found(harness: &Harness, query: &Query) -> Vec<Line> {
    let content = harness.ok("search_text", query.arguments());
    let hits = content["hits"].as_array().expect("hits");
    let line = |hit: &Value| {
        (
            hit["path"].as_str().expect("a path").to_owned(),
            hit["start_line"].as_u64().expect("a line"),
            hit["snippet"].as_str().expect("a snippet").to_owned(),
        )
    };
    hits.iter().map(line).collect()
}

fn compare(harness: &Harness, queries: &[&Query], wanted: &[Vec<Line>], when: &str) {
    for (query, wanted) in queries.iter().zip(wanted) {
        assert_eq!(
            found(harness, query),
            *wanted,
            "{when}: {}",
            query.arguments()
        );
    }
}

fn references(harness: &Harness, queries: &[&Query]) -> Vec<Vec<Line>> {
    let root = harness.root.path().canonicalize().expect("a root");
    queries
        .iter()
        .map(|query| reference(&root, query))
        .collect()
}

fn index_of(harness: &Harness) -> Arc<Index> {
    let workspace = Arc::new(Workspace::open(harness.root.path(), &[]).expect("a workspace"));
    let settings = Settings { most_bytes: 5_000 };
    Arc::new(Index::new(
        workspace,
        harness.private.path().join("index"),
        settings,
    ))
}

#[test]
fn two_hundred_searches_equal_ripgrep_with_and_without_an_index_and_with_an_old_one() {
    let harness = harness();
    corpus(&harness);
    let queries = queries();
    let queries: Vec<&Query> = queries.iter().collect();
    assert!(queries.len() >= 200, "{}", queries.len());
    let some: Vec<&Query> = queries.iter().copied().step_by(4).collect();
    let wanted = references(&harness, &some);
    compare(&harness, &some, &wanted, "without an index");
    let wanted = references(&harness, &queries);
    let index = index_of(&harness);
    assert!(index.wait_for(index.look(), LONG));
    assert!(
        index.rule_out(&of_text("parse_header")).is_some(),
        "it says something"
    );
    let _with_index = harness.tools.clone().with_index(Arc::clone(&index));
    compare(&harness, &queries, &wanted, "with an index");
    // The index receives no event about these files.
    harness.put("src/main.rs", "fn other() { absent() }\n");
    harness.put("docs/fresh.txt", "unique7x and main\n");
    harness.put("many/f1.txt", "take_lock\n");
    fs::remove_file(harness.path("docs/dos.txt")).expect("it goes");
    fs::rename(harness.path("many/f2.txt"), harness.path("many/moved.txt")).expect("it moves");
    harness.put(".gitignore", "*.log\n/large/\n");
    let some: Vec<&Query> = queries.into_iter().step_by(3).collect();
    compare(
        &harness,
        &some,
        &references(&harness, &some),
        "with an old index",
    );
}

#[test]
fn files_with_a_nul_are_searched_as_ripgrep_does_with_an_index_too() {
    let harness = harness();
    let lines = format!("{}\n", "long ".repeat(1_000)).repeat(14);
    harness.put(
        "late.bin",
        [lines.as_bytes(), b"needle\n\0needle\n"].concat(),
    );
    harness.put("early.bin", b"needle\nsecond\0needle\n");
    harness.put("other.txt", "nothing\n");
    let _with_index = {
        let workspace = Arc::new(Workspace::open(harness.root.path(), &[]).expect("a workspace"));
        let settings = Settings {
            most_bytes: 1_000_000,
        };
        let index = Index::new(workspace, harness.private.path().join("index"), settings);
        assert!(index.wait_for(index.look(), LONG));
        harness.tools.clone().with_index(Arc::new(index))
    };
    let query = |text: &str| Query {
        text: text.to_owned(),
        regex: true,
        case_sensitive: true,
        path: "",
        glob: None,
    };
    let root = harness.root.path().canonicalize().expect("a root");
    for text in ["needle", "needle\n", "second", "nothing"] {
        let query = query(text);
        assert_eq!(found(&harness, &query), reference(&root, &query), "{text}");
    }
}

#[test]
fn a_proposed_text_is_searched_in_the_place_of_its_file_and_in_its_order() {
    let harness = harness();
    for path in ["a/z.txt", "a.txt", "b.txt"] {
        harness.put(path, "needle on the disk\n");
    }
    let index = index_of(&harness);
    assert!(index.wait_for(index.look(), LONG));
    let _with_index = harness.tools.clone().with_index(index);
    let proposed = |path: &str, text: Option<&str>| Buffer {
        path: path.to_owned(),
        text: text.map(Into::into),
        mode: None,
    };
    *harness.told.buffers.lock().unwrap() = vec![
        proposed("a.txt", Some("staged text\n")),
        proposed("a/new.txt", Some("staged text\n")),
        proposed("b.txt", None),
    ];
    let search = |text: &str| {
        let content = harness.ok("search_text", json!({ "query": text }));
        let hits = content["hits"].as_array().expect("hits").iter();
        hits.map(|hit| hit["path"].as_str().expect("a path").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(search("staged text"), ["a/new.txt", "a.txt"]);
    assert_eq!(search("needle"), ["a/z.txt"]);
    let ranked = harness.ok("search_project", json!({ "query": "staged needle" }));
    let paths: Vec<&str> = ranked["hits"]
        .as_array()
        .expect("hits")
        .iter()
        .filter_map(|hit| hit["path"].as_str())
        .collect();
    assert!(paths.contains(&"a.txt") && paths.contains(&"a/new.txt") && paths.contains(&"a/z.txt"));
    assert!(!paths.contains(&"b.txt"), "{paths:?}");
}

#[test]
fn the_project_is_searched_by_rank_and_without_an_index_it_says_so() {
    let harness = harness();
    harness.put(
        "src/lock.rs",
        "/// Takes the lock of a session.\nfn take() {}\n",
    );
    harness.put("src/other.rs", "fn lock_nothing() {}\n");
    let query = json!({ "query": "session lock", "glob": "*.rs", "limit": 1 });
    assert_eq!(harness.code("search_project", query.clone()), "E007");
    let _with_index = harness.tools.clone().with_index(index_of(&harness));
    let found = harness.ok("search_project", query);
    let hit = &found["hits"][0];
    assert_eq!(found["hits"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&hit["path"], &hit["start_line"]),
        (&json!("src/lock.rs"), &json!(1))
    );
    assert!(hit["score"].as_f64().is_some_and(|score| score > 0.0));
    assert_eq!(
        harness.code("search_project", json!({ "query": " " })),
        "E013"
    );
    assert_eq!(
        harness.code("search_project", json!({ "query": "x", "glob": "a[" })),
        "E013"
    );
    // The index receives no event about this change, so it checks for changes itself.
    harness.put("src/fresh.rs", "struct SessionLockGuard;\n");
    let found = harness.ok("search_project", json!({ "query": "SessionLockGuard" }));
    assert_eq!(found["hits"][0]["path"], "src/fresh.rs");
}
