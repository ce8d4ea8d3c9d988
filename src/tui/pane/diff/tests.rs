use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::*;
use crate::protocol::change::{DiffHunk, DiffLine, DiffLineKind};
use crate::tui::theme::Theme;

fn hunk(start: u32, lines: usize) -> DiffHunk {
    let line = |kind, text: String| DiffLine {
        kind,
        content: text,
    };
    let mut all = vec![line(DiffLineKind::Context, format!("context {start}"))];
    all.push(line(DiffLineKind::Remove, "let old = 1;".into()));
    all.extend((0..lines).map(|at| line(DiffLineKind::Add, format!("let new_{at} = 1;"))));
    DiffHunk {
        old_start: start,
        old_count: 2,
        new_start: start,
        new_count: 1 + lines as u32,
        lines: all,
    }
}

fn pane() -> DiffPane {
    let mut pane = DiffPane::default();
    let diff = FileDiff {
        path: "src/auth/session.rs".into(),
        hunks: vec![hunk(39, 4), hunk(80, 20), hunk(200, 3)],
        ..FileDiff::default()
    };
    pane.set(&diff, "#31 vs now");
    pane
}

fn screen(pane: &mut DiffPane, width: u16, height: u16) -> Vec<String> {
    let mut colours = Colours::none();
    pane.measure(width, height, &mut colours);
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    let theme = Theme::default();
    let paint = Paint {
        theme: &theme,
        colours: &colours,
    };
    pane.draw(area, &mut buf, paint, Focus::Focused);
    (0..height)
        .map(|y| {
            let row: String = (0..width).map(|x| buf[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        })
        .collect()
}

#[test]
fn the_title_says_file_hunk_and_base() {
    let mut pane = pane();
    screen(&mut pane, 66, 10);
    assert_eq!(
        pane.title(66),
        "DIFF  src/auth/session.rs   hunk 1 of 3   #31 vs now"
    );
    assert!(width_of(&pane.title(44)) <= 44);
}

#[test]
fn keys_jump_from_hunk_to_hunk() {
    let mut pane = pane();
    assert_eq!(screen(&mut pane, 60, 8)[0], " ⋯ 38 lines unchanged");
    pane.act(Action::NextItem);
    assert_eq!(screen(&mut pane, 60, 8)[0], " ⋯ 39 lines unchanged");
    assert!(pane.title(66).contains("hunk 2 of 3"));
    pane.act(Action::PreviousItem);
    assert!(pane.title(66).contains("hunk 1 of 3"));
}

#[test]
fn scrolling_ends_with_the_last_row_at_the_bottom() {
    let mut pane = pane();
    screen(&mut pane, 60, 8);
    pane.act(Action::Bottom);
    let rows = screen(&mut pane, 60, 8);
    assert_eq!(rows[7], " ⋯ no more changes");
    pane.act(Action::LineDown);
    assert_eq!(screen(&mut pane, 60, 8), rows);
    pane.act(Action::Top);
    assert_eq!(screen(&mut pane, 60, 8)[0], " ⋯ 38 lines unchanged");
}

#[test]
fn wrapped_scrolling_passes_every_row_once() {
    let mut pane = pane();
    pane.act(Action::DiffWrap);
    pane.act(Action::Top);
    let whole = screen(&mut pane, 18, 200);
    for top in 0..20 {
        let part = screen(&mut pane, 18, 5);
        assert_eq!(part[..], whole[top..top + 5]);
        pane.act(Action::LineDown);
    }
    for _ in 0..20 {
        pane.act(Action::LineUp);
    }
    assert_eq!(screen(&mut pane, 18, 5)[..], whole[..5]);
}

#[test]
fn copying_a_hunk_gives_its_new_text() {
    let mut pane = pane();
    screen(&mut pane, 60, 8);
    let DiffEffect::Copy(text) = pane.act(Action::CopyItem) else {
        panic!("not copied");
    };
    assert!(text.starts_with("context 39\nlet new_0 = 1;"), "{text}");
    assert!(!text.contains("old"));
}

#[test]
fn the_same_file_keeps_its_place() {
    let mut pane = pane();
    screen(&mut pane, 60, 8);
    pane.act(Action::NextItem);
    let before = screen(&mut pane, 60, 8);
    let diff = FileDiff {
        path: "src/auth/session.rs".into(),
        hunks: vec![hunk(39, 4), hunk(80, 20), hunk(200, 3)],
        ..FileDiff::default()
    };
    pane.set(&diff, "#31");
    assert_eq!(screen(&mut pane, 60, 8), before);
}

#[test]
fn a_pane_of_any_size_is_drawn_and_scrolled() {
    let mut pane = pane();
    pane.act(Action::DiffWrap);
    for width in [80, 3, 40, 1, 12, 0, 7] {
        for height in [0, 1, 9] {
            screen(&mut pane, width, height);
            for action in [
                Action::LineDown,
                Action::PageDown,
                Action::LineUp,
                Action::NextItem,
            ] {
                pane.act(action);
            }
            pane.act(Action::Bottom);
        }
    }
    let mut empty = DiffPane::default();
    assert_eq!(screen(&mut empty, 20, 2)[0], " No file is chosen.");
}

#[test]
fn a_file_that_cannot_be_shown_is_named_with_the_reason() {
    let mut pane = DiffPane::default();
    pane.expect("logo.png");
    assert_eq!(pane.path(), Some("logo.png"));
    pane.cannot_show("logo.png", "logo.png is a binary file of 3000 bytes");
    assert_eq!(pane.title(40), "DIFF  logo.png");
    assert_eq!(
        screen(&mut pane, 60, 2)[0],
        " logo.png is a binary file of 3000 bytes"
    );
    // One that can be shown takes its place.
    pane.set(
        &FileDiff {
            path: "a.rs".into(),
            hunks: vec![hunk(3, 1)],
            ..FileDiff::default()
        },
        "",
    );
    assert_eq!(pane.path(), Some("a.rs"));
}
