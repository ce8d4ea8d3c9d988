//! Tests of the tree over the whole workspace: the queries and the display for its keys.

use super::*;
use crate::chrome::Focus;
use crate::layout::Pane;
use protocol::query::{FileMatch, FileNote};

/// Returns the file queries since the last call.
fn asked(harness: &mut TuiHarness) -> Vec<Query> {
    std::mem::take(&mut harness.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::AskNewest(_, query) => Some(query),
            _ => None,
        })
        .collect()
}

fn fitting() -> Reply {
    let file = |path: &str, git| FileMatch {
        path: path.into(),
        git,
        note: FileNote::Plain,
    };
    Reply::Files {
        files: vec![
            file("src/auth/session.rs", Some('M')),
            file("tests/fixtures/session.json", None),
        ],
        total: 1_234,
    }
}

#[test]
fn the_tree_is_filtered_over_the_whole_workspace_as_one_types() {
    for (width, height) in [(160, 48), (120, 40), (80, 24)] {
        let mut harness = TuiHarness::furnished(width, height);
        harness.press("Ctrl+X t");
        if width >= 150 {
            harness.press("Ctrl+X t Esc 1");
        }
        assert_eq!(harness.app.model().chrome.focus, Focus::Pane(Pane::Tree));
        harness.press("/ s e s");
        let queries = asked(&mut harness);
        assert_eq!(queries.len(), 3, "each letter is a question");
        // The answer to an earlier letter is outdated and not shown.
        harness.app.reply(&queries[0], fitting());
        assert!(harness.text().contains("looking…"), "{}", harness.text());
        harness.app.reply(&queries[2], fitting());
        let title = if width < 100 {
            "/ses_   2 of 1,234"
        } else {
            "/ses  2 of 1,234"
        };
        assert!(harness.text().contains(title), "{}", harness.text());
        // A change on the disk leads to a new query.
        harness.effects.clear();
        harness.fact(EventKind::WorkspaceChanged);
        assert_eq!(asked(&mut harness), [queries[2].clone()]);
        harness.press("Enter");
        let kept = if width < 100 {
            " /ses  2 of 1,234   Esc shows all files"
        } else {
            "/ses  2 of 1,234"
        };
        assert!(harness.text().contains(kept), "{}", harness.text());
        harness.press("Esc");
        assert!(
            !harness.text().contains("session.json"),
            "{}",
            harness.text()
        );
        assert_eq!(harness.app.model().chrome.focus, Focus::Pane(Pane::Tree));
    }
}

#[test]
fn a_file_of_the_tree_is_included_once() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.press("Esc 1 G +");
    let orders = harness.orders();
    let Some(Command::IncludeContext { row, .. }) = orders.last() else {
        panic!("{orders:?}");
    };
    assert_eq!(row.place(), "README.md");
    let row = row.clone();
    harness.fact(EventKind::ContextIncluded { row });
    harness.press("+");
    assert!(harness.orders().is_empty());
    assert!(
        harness.text().contains("already included"),
        "{}",
        harness.text()
    );
}

#[test]
fn lines_are_typed_right_behind_a_file_that_was_put_in() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.press("@ s e s");
    let queries = asked(&mut harness);
    harness
        .app
        .reply(queries.last().expect("a question"), fitting());
    harness.press("Enter : 1 0 - 4 0");
    let draft = |harness: &TuiHarness| {
        harness
            .app
            .model()
            .sessions
            .tab()
            .map(|tab| tab.editor.text())
    };
    assert_eq!(
        draft(&harness).as_deref(),
        Some("@src/auth/session.rs:10-40")
    );
    harness.press("Space :");
    assert_eq!(
        draft(&harness).as_deref(),
        Some("@src/auth/session.rs:10-40 :"),
        "elsewhere a blank stays"
    );
}

/// Opens the tree with the changed files alone.
pub(super) fn changed_only(width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    harness.press("Ctrl+X t");
    if width >= 150 {
        harness.press("Ctrl+X t Esc 1");
    }
    harness.press("a");
    harness
}

#[test]
fn only_changed_files_are_shown_from_closed_folders_with_their_number_where_it_is_narrow() {
    for (width, height) in [(160, 48), (80, 24)] {
        let text = changed_only(width, height).text();
        insta::assert_snapshot!(format!("tree_changed_only_{width}"), text);
    }
}
