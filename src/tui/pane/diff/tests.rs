use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::*;
use crate::theme::Theme;
use protocol::change::{DiffHunk, DiffLine, DiffLineKind};

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
    pane.draw(area, &mut buf, paint, Focused::Yes);
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
        "Diff  src/auth/session.rs   hunk 1 of 3   #31 vs now"
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
    assert_eq!(rows[7], " ⋯ end of changes");
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
    let [Effect::Copy(text)] = &pane.act(Action::CopyItem)[..] else {
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
    assert_eq!(screen(&mut empty, 24, 2)[0], " Changes appear here.");
}

#[test]
fn a_file_that_cannot_be_shown_is_named_with_the_reason() {
    let mut pane = DiffPane::default();
    pane.expect("logo.png");
    assert_eq!(pane.path(), Some("logo.png"));
    pane.cannot_show("logo.png", "logo.png is a binary file of 3000 bytes");
    assert_eq!(pane.title(40), "Diff  logo.png");
    assert_eq!(
        screen(&mut pane, 60, 2)[0],
        " logo.png is a binary file of 3000 bytes"
    );
    // A file that can be shown replaces it.
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

/// A block that was put into an `if`; one of its lines also changed otherwise.
fn indented() -> DiffPane {
    use DiffLineKind::{Add, Context, Remove};
    let lines = [
        (Context, "fn f() {"),
        (Remove, "    a();"),
        (Remove, "    b();"),
        (Add, "    if x {"),
        (Add, "        a();"),
        (Add, "        c();"),
        (Add, "    }"),
        (Context, "}"),
    ];
    let line = |(kind, content): (DiffLineKind, &str)| DiffLine {
        kind,
        content: content.to_owned(),
    };
    let mut pane = DiffPane::default();
    let diff = FileDiff {
        path: "src/f.rs".into(),
        hunks: vec![DiffHunk {
            old_start: 1,
            old_count: 4,
            new_start: 1,
            new_count: 6,
            lines: lines.into_iter().map(line).collect(),
        }],
        ..FileDiff::default()
    };
    pane.set(&diff, "#31 vs now");
    pane
}

#[test]
fn two_columns_stand_beside_each_other_line_by_line() {
    let mut pane = indented();
    let one = screen(&mut pane, 60, 9);
    assert_eq!(pane.act(Action::DiffLayout), []);
    let filler = "/".repeat(29);
    assert_eq!(
        screen(&mut pane, 60, 7),
        [
            "   1    fn f() {             │   1    fn f() {".to_owned(),
            format!("{filler}│   2  +     if x {{"),
            "   2  -     a();             │   3  +         a();".to_owned(),
            "   3  -     b();             │   4  +         c();".to_owned(),
            format!("{filler}│   5  +     }}"),
            "   4    }                    │   6    }".to_owned(),
            " ⋯ end of changes".to_owned(),
        ]
    );
    pane.act(Action::DiffLayout);
    assert_eq!(screen(&mut pane, 60, 9), one);
    // A narrow pane has one column, whatever was requested, and says so.
    pane.act(Action::DiffLayout);
    assert!(!screen(&mut pane, 40, 9).join("").contains('│'));
    assert!(matches!(
        pane.act(Action::DiffLayout)[..],
        [Effect::Say(..)]
    ));
    assert!(screen(&mut pane, 60, 9).join("").contains('│'));
}

#[test]
fn lines_that_differ_in_white_space_only_are_drawn_as_the_same() {
    let mut pane = indented();
    screen(&mut pane, 60, 9);
    assert!(matches!(
        pane.act(Action::DiffWhitespace)[..],
        [Effect::Say(..)]
    ));
    assert_eq!(
        screen(&mut pane, 60, 9)[..7],
        [
            "   1    fn f() {",
            "   3  -     b();",
            "   2  +     if x {",
            "   3            a();",
            "   4  +         c();",
            "   5  +     }",
            "   6    }",
        ]
    );
    assert!(pane.title(80).contains("without white space"));
    pane.act(Action::DiffLayout);
    assert_eq!(
        screen(&mut pane, 60, 9)[2],
        "   2        a();             │   3            a();"
    );
    // A question's proposed change is shown in full.
    let diff = FileDiff {
        path: "src/f.rs".into(),
        hunks: vec![hunk(3, 1)],
        ..FileDiff::default()
    };
    pane.propose(&diff);
    assert!(!pane.title(80).contains("without white space"));
}

#[test]
fn what_is_selected_stays_in_its_column() {
    use crate::select::{TextView, Way, spot_at};
    let mut pane = indented();
    pane.act(Action::Top);
    screen(&mut pane, 60, 9);
    pane.act(Action::DiffLayout);
    screen(&mut pane, 60, 9);
    for (column, wanted) in [
        (10, ["    a();", "    b();"]),
        (42, ["        a();", "        c();"]),
    ] {
        let spot = spot_at(&pane, (column, 2), None).unwrap();
        let text = |pane: &mut DiffPane, line| pane.line(line).unwrap().shown;
        assert_eq!(text(&mut pane, spot.line), wanted[0]);
        let below = pane.beside(spot.line, Way::Down).unwrap();
        assert_eq!(text(&mut pane, below), wanted[1]);
    }
}

#[test]
fn two_columns_of_any_size_are_drawn_and_scrolled() {
    let mut pane = indented();
    for action in [Action::DiffLayout, Action::DiffWrap, Action::DiffWhitespace] {
        screen(&mut pane, 90, 9);
        pane.act(action);
        for (width, height) in [(90, 9), (60, 1), (61, 3), (3, 2), (0, 0), (120, 40)] {
            screen(&mut pane, width, height);
            for action in [
                Action::LineDown,
                Action::PageDown,
                Action::LineUp,
                Action::NextItem,
            ] {
                pane.act(action);
            }
            let rows = screen(&mut pane, width, height);
            let is_drawn = rows.iter().any(|row| !row.is_empty());
            assert!(is_drawn || width < 60, "{action:?} {width}x{height}");
        }
    }
}
