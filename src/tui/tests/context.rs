//! Tests of the context view: each part's share of the model's window.

use super::*;
use notice::{Notice, notice};
use protocol::context::{ContextKind, ContextRow};
use protocol::ids::ContextId;

fn account() -> Reply {
    let row = |id, path: &str, lines: Option<(u32, u32)>, tokens| {
        let row = ContextRow {
            id: ContextId(Uuid::from_u128(id)),
            kind: ContextKind::File,
            file_path: path.into(),
            start_line: lines.map(|(first, _)| first),
            end_line: lines.map(|(_, last)| last),
            content: None,
        };
        (row, tokens)
    };
    Reply::Context {
        rows: vec![
            row(1, "src/auth/session.rs", None, 2_410),
            row(2, "src/auth/token.rs", Some((10, 40)), 512),
        ],
        parts: vec![
            (notice!("part-system"), 1_850),
            (notice!("part-map"), 980),
            (Notice::text("AGENTS.md"), 640),
            (notice!("part-tools"), 2_900),
            (notice!("part-talk"), 5_320),
            (notice!("part-results"), 13_900),
        ],
        limit: 32_768,
        kept: 4_096,
        left_out: 0,
        shortened: 3,
        counted: None,
    }
}

/// Returns the screen that shows a context.
pub(super) fn shown(width: u16, height: u16) -> TuiHarness {
    asked(width, height, account())
}

/// Returns the screen after an answered `/context`.
fn asked(width: u16, height: u16, reply: Reply) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    harness.press("/ c o n t e x t");
    harness.press("Enter");
    let query = Query::Context { session: session() };
    assert!(harness.effects.contains(&Effect::Ask(query.clone())));
    harness.orders();
    harness.app.reply(&query, reply);
    harness.collect();
    let text = harness.orders().into_iter().find_map(|order| match order {
        Command::AddNotice { text, .. } => Some(text),
        _ => None,
    });
    harness.fact(EventKind::MessageAdded {
        message: message(3, Role::System, &text.expect("an account")),
    });
    harness
}

#[test]
fn the_context_is_a_gauge_and_a_table() {
    insta::assert_snapshot!("context_middle", asked(120, 40, account()).text());
}

#[test]
fn a_window_that_is_not_known_is_not_divided_by() {
    let Reply::Context { rows, parts, .. } = account() else {
        panic!("an account");
    };
    let unknown = Reply::Context {
        rows,
        parts,
        limit: 0,
        kept: 0,
        left_out: 0,
        shortened: 0,
        counted: None,
    };
    let text = asked(160, 48, unknown).text();
    assert!(text.contains("is not known"), "{text}");
    let panes = text.trim_end().rsplit_once('\n').map(|(panes, _)| panes);
    assert!(!panes.unwrap().contains(" %"), "{text}");
}
