//! Results of questions.

use super::{IndexHarness, SearchQuestion, ask, look, paths, tell};
use crate::{Case, of_pattern, of_text};
use protocol::index::IndexPhase;

#[test]
fn the_place_that_speaks_most_of_it_comes_first_with_its_lines() {
    let harness = IndexHarness::new();
    let filler = "nothing to see here\n".repeat(80);
    harness.put(
        "far.rs",
        format!("{filler}\n// locks of sessions are taken here\nfn take_lock() {{}}\n"),
    );
    harness.put("near.rs", "// a lock\n");
    harness.put("none.rs", "fn other() {}\n");
    let index = harness.built();
    let hits = ask(&index, "where is the session lock taken?");
    assert_eq!(paths(&hits), ["far.rs", "near.rs"]);
    let place = &hits[0].place;
    assert!(place.start_line <= 82 && place.end_line >= 83, "{place:?}");
    assert!(place.snippet.contains("fn take_lock()"));
    assert!(hits[0].score > hits[1].score);
}

#[test]
fn names_are_found_by_their_pieces_by_parts_and_by_their_path() {
    let harness = IndexHarness::new();
    harness.put(
        "src/http.rs",
        "impl Client { fn parseHttpHeader(&self) {} }\n",
    );
    harness.put("src/settings_file.rs", "pub struct Loader;\n");
    harness.put("src/z.rs", "fn unrelated() {}\n");
    let index = harness.built();
    assert_eq!(paths(&ask(&index, "parse header")), ["src/http.rs"]);
    assert_eq!(
        paths(&ask(&index, "seHttpHea")),
        ["src/http.rs"],
        "a part of a word"
    );
    assert_eq!(paths(&ask(&index, "settings")), ["src/settings_file.rs"]);
    assert!(ask(&index, "absent").is_empty());
    assert!(
        ask(&index, "\" OR * NEAR(").is_empty(),
        "no operator gets through"
    );
}

#[test]
fn only_paths_that_are_wanted_are_found() {
    let harness = IndexHarness::new();
    for number in 0..30 {
        harness.put(&format!("src/f{number}.rs"), "the same words\n");
        harness.put(&format!("docs/f{number}.md"), "the same words\n");
    }
    let index = harness.built();
    let question = SearchQuestion {
        text: "same words",
        takes: &|path| path.starts_with("docs/"),
        limit: 5,
        lines: 20,
        meaning: None,
        proposed: &[],
    };
    let hits = index.search(&question).expect("an answer");
    assert_eq!(hits.len(), 5);
    assert!(hits.iter().all(|hit| hit.place.path.starts_with("docs/")));
}

#[test]
fn what_is_left_out_is_not_found_and_says_why() {
    let harness = IndexHarness::new();
    let (index, _) = harness.index_in(harness.kept.path().join("small"), 100);
    harness.put(".gitignore", "ignored.txt\n");
    harness.put("ignored.txt", "needle\n");
    harness.put(".env", "needle\n");
    harness.put("large.txt", format!("needle {}\n", "x".repeat(200)));
    harness.put("binary.bin", b"head\0needle");
    harness.put("wide.txt", b"\xff\xfen\0e\0e\0d\0l\0e\0");
    harness.put("seen.txt", "needle\n");
    look(&index);
    assert_eq!(paths(&ask(&index, "needle")), ["seen.txt"]);
    let state = index.state();
    assert_eq!((state.phase, state.files), (IndexPhase::Ready, 5));
    let ruled_out = index.rule_out(&of_text("needle")).expect("it is whole");
    let is_out = |path: &str| ruled_out.has(path, &harness.workspace.mark(path).expect("a mark"));
    // A search stops at the first NUL, so the binary file cannot match.
    assert!(is_out("binary.bin") && is_out(".gitignore"));
    for searched in ["large.txt", "wide.txt", "seen.txt"] {
        assert!(!is_out(searched), "{searched}");
    }
}

#[test]
fn a_saved_file_is_found_and_what_is_gone_is_not() {
    let harness = IndexHarness::new();
    harness.put("a.txt", "old words\n");
    let index = harness.built();
    harness.put("a.txt", "fresh words\n");
    assert!(ask(&index, "old").is_empty(), "it no longer exists");
    tell(&index, &["a.txt"]);
    assert_eq!(paths(&ask(&index, "fresh")), ["a.txt"]);
    std::fs::remove_file(harness.root().join("a.txt")).expect("it goes");
    assert!(ask(&index, "fresh").is_empty());
}

#[test]
fn a_changed_file_is_never_ruled_out() {
    let harness = IndexHarness::new();
    harness.put("a.txt", "one\n");
    harness.put("b.txt", "two\n");
    let index = harness.built();
    let need = of_pattern("thr(ee|ew)", Case::Ignored);
    let before = index.rule_out(&need).expect("it is whole");
    let mark = |path: &str| harness.workspace.mark(path).expect("a mark");
    assert!(before.has("a.txt", &mark("a.txt")));
    harness.put("a.txt", "three\n");
    assert!(!before.has("a.txt", &mark("a.txt")), "it has another mark");
    assert!(before.has("b.txt", &mark("b.txt")));
    tell(&index, &["a.txt"]);
    let after = index.rule_out(&need).expect("it is whole");
    assert!(
        !after.has("a.txt", &mark("a.txt")),
        "it holds what is sought"
    );
    assert!(
        !after.has("a.txt", &mark("b.txt")),
        "another path or mark is not known"
    );
    assert!(
        index.rule_out(&of_text("tw")).is_none(),
        "too short to say anything"
    );
}

#[test]
fn a_proposed_text_is_found_in_the_place_of_its_file() {
    let harness = IndexHarness::new();
    harness.put("a.txt", "words on the disk\n");
    harness.put("b.txt", "other words\n");
    let index = harness.built();
    let proposed = [("a.txt".to_owned(), "first\nwords that wait\n".into())];
    let question = SearchQuestion {
        text: "words that wait",
        takes: &|path| path != "a.txt",
        limit: 5,
        lines: 20,
        meaning: None,
        proposed: &proposed,
    };
    let hits = index.search(&question).expect("an answer");
    assert_eq!(super::paths(&hits), ["a.txt", "b.txt"]);
    assert_eq!(hits[0].place.snippet, "first\nwords that wait");
}
