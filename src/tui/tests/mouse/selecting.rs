//! Tests that dragging selects text, and that copying yields the source.

use super::*;
use notice::Notice;

fn said(text: &str) -> TuiHarness {
    let mut harness = with_mouse(TuiHarness::furnished(80, 40));
    harness.fact(EventKind::SessionCleared);
    harness.fact(EventKind::MessageAdded {
        message: message(7, Role::Assistant, text),
    });
    harness.frame();
    harness
}

#[test]
fn code_is_copied_byte_for_byte_without_margins_and_breaks() {
    let long = "x".repeat(100);
    let code = format!("fn main() {{\n\tlet a = \"{long}\";\n\t\tindented();\n\n}}");
    let mut harness = said(&format!("Look:\n\n```rust\n{code}\n```\n\nThat is all."));
    let from = place(&mut harness, "fn main");
    let (x, y) = place(&mut harness, "That is all");
    drag(&mut harness, from, (x, y - 2));
    assert_eq!(clipboard(&mut harness), [code]);
    let text = harness.text();
    assert!(
        text.contains("copied 5 lines,") && text.contains("Shift+drag: terminal selection"),
        "{text}"
    );
}

#[test]
fn prose_is_copied_without_the_breaks_of_the_screen_and_without_bullets_and_bars() {
    let sentence = "These are many words that go on and on until the row of the screen is over and another one begins";
    let mut harness = said(&format!(
        "{sentence}.\n\n- first point\n- second **point**\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    ));
    let from = place(&mut harness, "These are");
    let to = place(&mut harness, "1 │ 2");
    drag(&mut harness, from, (to.0 + 4, to.1));
    let copied = clipboard(&mut harness);
    assert_eq!(
        copied,
        [format!(
            "{sentence}.\n\nfirst point\nsecond point\n\nquoted\n\na\tb\n1\t2"
        )]
    );
}

#[test]
fn what_the_user_said_is_copied_as_it_was_typed_over_several_messages() {
    let mut harness = said("an answer");
    harness.fact(EventKind::MessageAdded {
        message: message(8, Role::User, "a\tb\nsecond  line with two blanks"),
    });
    let from = place(&mut harness, "answer");
    let (x, y) = place(&mut harness, "two blanks");
    drag(&mut harness, from, (x + 2, y));
    // The copied text contains no names and times between the messages.
    assert_eq!(
        clipboard(&mut harness),
        ["answer\n\na\tb\nsecond  line with two"]
    );
}

#[test]
fn two_presses_take_a_word_three_a_line_and_what_is_selected_is_seen() {
    let mut harness = said("first words\n\nsecond words of it");
    let at = place(&mut harness, "words of");
    click(&mut harness, at);
    assert!(clipboard(&mut harness).is_empty(), "a click copies nothing");
    again(&mut harness, at);
    assert_eq!(clipboard(&mut harness), ["words"]);
    let reversed = |harness: &TuiHarness, x: u16, y: u16| {
        let style = harness.screen.shown()[(x, y)].style();
        style
            .add_modifier
            .contains(ratatui::style::Modifier::REVERSED)
    };
    assert!(reversed(&harness, at.0, at.1) && reversed(&harness, at.0 + 4, at.1));
    assert!(!reversed(&harness, at.0 + 5, at.1) && !reversed(&harness, at.0 - 1, at.1));
    again(&mut harness, at);
    assert_eq!(clipboard(&mut harness), ["second words of it"]);
    // The next key clears the selection.
    harness.press("j");
    harness.frame();
    assert!(!reversed(&harness, at.0, at.1));
}

#[test]
fn beyond_an_edge_the_pane_goes_on_by_itself_and_what_has_gone_by_is_selected_too() {
    let mut harness = with_mouse(TuiHarness::furnished(80, 30));
    super::long_conversation(&mut harness);
    let from = place(&mut harness, "message 39");
    mouse(
        &mut harness,
        MouseEventKind::Down(LEFT),
        (from.0 + 9, from.1),
    );
    mouse(&mut harness, MouseEventKind::Drag(LEFT), (from.0, 0));
    for _ in 0..60 {
        let due = harness.app.deadline().expect("it goes on by itself");
        assert!(due <= harness.now + Duration::from_millis(60), "{due:?}");
        harness.wait(Duration::from_millis(60));
        harness.frame();
    }
    mouse(&mut harness, MouseEventKind::Up(LEFT), (from.0, 0));
    let text = clipboard(&mut harness).remove(0);
    assert!(text.ends_with("in two parts\n\nmessage 39"), "{text}");
    assert!(
        text.contains("message 30 says something\n\nin two parts\n\nmessage 31"),
        "{text}"
    );
    // Scrolling stops after the release, also if the release went to another window.
    mouse(
        &mut harness,
        MouseEventKind::Down(LEFT),
        (from.0 + 9, from.1),
    );
    mouse(&mut harness, MouseEventKind::Drag(LEFT), (from.0, 0));
    harness.input(InputKind::FocusLost);
    let still = harness.text();
    harness.wait(Duration::from_secs(1));
    assert_eq!(harness.text(), still);
}

#[test]
fn ctrl_c_copies_what_is_selected_first_and_then_does_what_it_does() {
    let mut harness = said("an answer of some words");
    harness.begin_run();
    harness.effects.clear();
    let (x, y) = place(&mut harness, "answer of");
    drag(&mut harness, (x, y), (x + 5, y));
    assert_eq!(clipboard(&mut harness), ["answer"]);
    harness.press("Ctrl+C");
    let cancels = |harness: &TuiHarness| {
        let mut effects = harness.effects.iter();
        effects.any(|effect| matches!(effect, Effect::Send(Command::CancelRun { .. })))
    };
    assert!(!cancels(&harness));
    assert_eq!(clipboard(&mut harness), ["answer"]);
    harness.press("Ctrl+C");
    assert!(cancels(&harness), "the next one does the next thing");
    assert!(clipboard(&mut harness).is_empty());
}

#[test]
fn a_drag_leaves_the_keys_with_the_editor() {
    let mut harness = said("an answer of some words");
    let (x, y) = place(&mut harness, "answer of");
    drag(&mut harness, (x, y), (x + 5, y));
    assert_eq!(focus(&harness), Focus::Editor);
    harness.press("h i");
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "hi"
    );
}

/// Opens a diff with a tab in one of its lines.
pub(super) fn difference(harness: &mut TuiHarness) {
    use protocol::change::{DiffHunk, DiffLine, DiffLineKind, FileDiff};
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.to_owned(),
    };
    let diff = FileDiff {
        path: "src/a.rs".into(),
        added: 2,
        removed: 1,
        hunks: vec![DiffHunk {
            old_start: 10,
            old_count: 3,
            new_start: 10,
            new_count: 4,
            lines: vec![
                line(DiffLineKind::Context, "fn a() {"),
                line(DiffLineKind::Remove, "\told();"),
                line(DiffLineKind::Add, "\tnew(1);"),
                line(DiffLineKind::Add, "\tnew(2);"),
                line(DiffLineKind::Context, "}"),
            ],
        }],
        ..FileDiff::default()
    };
    let query = Query::FileDiff {
        session: session(),
        path: "src/a.rs".into(),
    };
    let base = "checkpoint #1".to_owned();
    harness.app.reply(
        &query,
        Reply::Diff {
            diff,
            base: Notice::text(base),
            is_proposed: false,
        },
    );
    harness.frame();
}

#[test]
fn a_difference_is_copied_without_numbers_and_signs() {
    let mut harness = with_mouse(TuiHarness::furnished(160, 48).with_diff_pinned());
    difference(&mut harness);
    let from = place(&mut harness, "fn a()");
    let to = place(&mut harness, "new(2);");
    drag(&mut harness, from, (to.0 + 6, to.1));
    assert_eq!(
        clipboard(&mut harness),
        ["fn a() {\n\told();\n\tnew(1);\n\tnew(2);"]
    );
    // A drag beyond the pane's right edge or into its line numbers takes in nothing else.
    drag(&mut harness, (from.0 - 6, from.1 + 1), (159, from.1 + 1));
    assert_eq!(clipboard(&mut harness), ["\told();"]);
}

#[test]
fn a_selection_in_the_review_stays_in_its_column() {
    let mut harness = review_harness(160, 48);
    harness.press("F7");
    let text = harness.text();
    let row = text
        .lines()
        .position(|line| line.contains(".timeout(self.cfg"))
        .unwrap() as u16;
    let line = text.lines().nth(row.into()).unwrap();
    let columns: Vec<(usize, &str)> = line
        .match_indices('│')
        .map(|(byte, _)| (line[..byte].chars().count(), &line[byte..]))
        .collect();
    let (last, _) = *columns.last().unwrap();
    let x = last as u16 + 20;
    harness.effects.clear();
    drag(&mut harness, (x, row), (10, row + 2));
    let copies = clipboard(&mut harness);
    assert_eq!(copies.len(), 1);
    let lines: Vec<&str> = copies[0].lines().collect();
    assert!(!lines.is_empty());
    let shown = harness.text();
    for copied in &lines {
        assert!(!copied.contains('│') && !copied.contains("[ ]"), "{copied}");
        let column: Vec<String> = shown
            .lines()
            .map(|line| line.chars().skip(last).collect())
            .collect();
        let is_there = column
            .iter()
            .any(|text: &String| text.contains(copied.trim()));
        assert!(is_there, "{copied:?} is of another column\n{shown}");
    }
}

#[test]
fn the_note_and_its_mouse() {
    let mut harness = with_mouse(TuiHarness::furnished(160, 48));
    harness.press("/ n o t e Enter");
    harness.app.reply(
        &Query::Note,
        Reply::Text {
            text: "remember the milk\nand the eggs\n".into(),
            total_lines: 2,
        },
    );
    let (x, y) = place(&mut harness, "milk");
    drag(&mut harness, (x, y), (x + 3, y));
    assert_eq!(clipboard(&mut harness), ["milk"]);
    assert_eq!(focus(&harness), Focus::Pane(Pane::Note));
    let eggs = place(&mut harness, "eggs");
    click(&mut harness, eggs);
    harness.press("6");
    assert!(
        harness.text().contains("and the 6eggs"),
        "{}",
        harness.text()
    );
}

#[test]
fn it_is_said_where_a_text_went_and_that_it_went_nowhere() {
    let mut harness = said("an answer of some words");
    let (x, y) = place(&mut harness, "answer of");
    drag(&mut harness, (x, y), (x + 5, y));
    assert!(
        harness.text().contains("copied 6 characters   Shift+drag"),
        "{}",
        harness.text()
    );
    harness
        .app
        .copied_to(&["tmux".into(), "the terminal (OSC 52)".into()]);
    let text = harness.text();
    assert!(
        text.contains("copied 6 characters to tmux, the terminal (OSC 52)"),
        "{text}"
    );
    drag(&mut harness, (x, y), (x + 5, y));
    harness.app.copied_to(&[]);
    assert!(
        harness.text().contains("not copied: the text is too long"),
        "{}",
        harness.text()
    );
    // A different notice that arrived meanwhile stays.
    drag(&mut harness, (x, y), (x + 5, y));
    harness.press("j");
    harness.app.copied_to(&["tmux".into()]);
    assert!(!harness.text().contains("to tmux"), "{}", harness.text());
}

#[test]
fn names_of_the_tree_are_selected_by_a_drag_and_a_click_still_goes_to_a_row() {
    let mut harness = with_mouse(TuiHarness::furnished(160, 48));
    let from = place(&mut harness, "src/");
    let to = place(&mut harness, "README.md");
    drag(&mut harness, from, (to.0 + 5, to.1));
    let copied = clipboard(&mut harness);
    let [text] = &copied[..] else {
        panic!("{copied:?}");
    };
    assert!(
        text.starts_with("src/") && text.ends_with("README"),
        "{text:?}"
    );
    // No signs and no counts.
    assert!(!text.contains("> ") && !text.contains('['), "{text:?}");
    click(&mut harness, to);
    assert!(clipboard(&mut harness).is_empty());
    assert_eq!(focus(&harness), Focus::Pane(Pane::Tree));
}

#[test]
fn help_is_selected_in_the_column_in_which_the_drag_goes_on() {
    let mut harness = with_mouse(TuiHarness::furnished(160, 48));
    harness.press("?");
    let (x, y) = place(&mut harness, "send and load next");
    drag(&mut harness, (x, y), (x + 3, y));
    assert_eq!(clipboard(&mut harness), ["send"]);
    let text = harness.text();
    assert!(text.contains("Help"), "it stays open\n{text}");
    // Down the second column, without lines of the first one.
    let (x, y) = place(&mut harness, "go to the question");
    drag(&mut harness, (x, y), (x + 5, y + 1));
    let copied = clipboard(&mut harness);
    assert!(
        copied[0].starts_with("go to the question\nF7") && copied[0].lines().count() == 2,
        "{copied:?}"
    );
    // A key works as before, and the selection disappears with it.
    harness.press("q");
    assert!(!harness.text().contains("Help"));
}

#[test]
fn the_whole_text_of_a_question_is_selected_and_copied_whole_where_the_screen_cuts_it() {
    let mut harness = with_mouse(TuiHarness::furnished(80, 24));
    harness.begin_run();
    harness.fact(EventKind::QuestionOpened {
        question: crate::tests::prompts::prompt(),
    });
    harness.press("F2 d");
    let from = place(&mut harness, "runs in .");
    drag(&mut harness, from, (from.0 + 8, from.1));
    assert_eq!(clipboard(&mut harness), ["runs in ."]);
    assert!(harness.orders().is_empty(), "nothing is answered");
}
