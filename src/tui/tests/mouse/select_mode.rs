//! Tests of select mode, which selects by keys.

use super::*;

fn selecting(width: u16, height: u16) -> TuiHarness {
    let mut harness = with_mouse(TuiHarness::furnished(width, height));
    let text = "I will make refresh single-flight:\n\n```rust\nlet lock = locks.get(user);\n\tlock.lock().await;\n```\n";
    harness.fact(EventKind::MessageAdded {
        message: message(9, Role::Assistant, text),
    });
    harness.press("Esc M");
    harness
}

#[test]
fn a_cursor_moves_over_the_text_and_v_and_y_copy() {
    let mut harness = selecting(120, 40);
    assert!(
        harness.text().contains("select mode: move, start, copy"),
        "{}",
        harness.text()
    );
    // Two lines from the second word on.
    harness.press("G k w v j $ y");
    assert_eq!(
        clipboard(&mut harness),
        ["lock = locks.get(user);\n\tlock.lock().await;"]
    );
    assert!(!harness.app.model().selects());
}

#[test]
fn whole_lines_are_selected_by_a_capital_v_and_without_a_selection_y_takes_the_line() {
    let mut harness = selecting(120, 40);
    harness.press("G k l l V y");
    assert_eq!(clipboard(&mut harness), ["let lock = locks.get(user);"]);
    harness.press("M G y");
    assert_eq!(clipboard(&mut harness), ["\tlock.lock().await;"]);
}

#[test]
fn the_mouse_is_the_terminals_in_it_and_comes_back() {
    let mut harness = selecting(120, 40);
    assert!(harness.effects.contains(&Effect::Mouse(MouseCapture::Off)));
    harness.effects.clear();
    harness.press("q");
    assert_eq!(harness.effects, [Effect::Mouse(MouseCapture::On)]);
    assert!(!harness.app.model().selects());
    // A mouse that was off before stays off.
    harness.press("Ctrl+X S M");
    harness.effects.clear();
    harness.press("Esc");
    assert_eq!(harness.effects, [Effect::Mouse(MouseCapture::Off)]);
}

#[test]
fn keys_of_it_do_nothing_else_and_keys_of_all_places_leave_it() {
    let mut harness = selecting(120, 40);
    // In the chat these keys fold, roll back, edit and search.
    harness.press("b e f t d o / x z");
    assert!(harness.app.model().selects() && !harness.app.model().dialogs.is_open());
    assert!(harness.orders().is_empty());
    harness.press("F8");
    assert!(!harness.app.model().selects());
    assert!(harness.text().contains("Checkpoints"));
}

#[test]
fn lines_of_a_file_are_pinned_by_an_at_sign() {
    let mut harness = with_mouse(TuiHarness::furnished(160, 48));
    super::selecting::difference(&mut harness);
    harness.press("Esc 3 M g v j j @");
    let pinned: Vec<_> = harness
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            Command::IncludeContext { row, .. } => {
                Some((row.file_path, row.start_line, row.end_line))
            }
            _ => None,
        })
        .collect();
    assert_eq!(pinned, [("src/a.rs".to_owned(), Some(10), Some(11))]);
    assert!(
        harness.text().contains("pinned src/a.rs:10-11"),
        "{}",
        harness.text()
    );
    // A conversation is not a file, so it cannot be pinned.
    let mut harness = selecting(120, 40);
    harness.press("@");
    assert!(
        harness.text().contains("select lines of a file"),
        "{}",
        harness.text()
    );
    assert!(harness.orders().is_empty());
}

#[test]
fn a_page_goes_by_and_the_cursor_stays_on_the_screen() {
    let mut harness = with_mouse(TuiHarness::furnished(100, 30));
    super::long_conversation(&mut harness);
    harness.press("Esc M PageUp PageUp");
    let text = harness.text();
    assert!(!text.contains("message 39"), "{text}");
    harness.frame();
    harness.press("v g y");
    let copied = clipboard(&mut harness).pop().unwrap();
    assert!(copied.starts_with("Refactor session refresh"), "{copied}");
    assert!(copied.contains("message 0 says something"), "{copied}");
}

#[test]
fn the_tree_has_select_mode_too() {
    let mut harness = with_mouse(TuiHarness::furnished(160, 48));
    harness.press("Esc 1 M g v $ y");
    assert_eq!(clipboard(&mut harness), ["src/"]);
    assert!(!harness.app.model().selects());
}

#[test]
fn help_is_read_by_a_cursor_scrolls_with_it_and_stays_when_the_mode_is_left() {
    let mut harness = with_mouse(TuiHarness::furnished(80, 24));
    harness.press("? M");
    assert!(harness.app.model().selects());
    assert!(harness.effects.contains(&Effect::Mouse(MouseCapture::Off)));
    // Its letters are not those of the help: `q` leaves select mode, and the help stays.
    harness.press("g V j y");
    let copied = clipboard(&mut harness);
    assert_eq!(copied[0].lines().count(), 2, "{copied:?}");
    assert!(copied[0].starts_with("Editor"), "{copied:?}");
    assert!(!harness.app.model().selects() && harness.text().contains("Help"));
    harness.press("M G");
    let text = harness.text();
    assert!(!text.contains("│ Editor"), "it went along\n{text}");
    harness.press("q");
    assert!(harness.text().contains("Help"));
    harness.effects.clear();
    harness.press("M Ctrl+C");
    assert!(harness.effects.contains(&Effect::Mouse(MouseCapture::On)));
}

#[test]
fn select_mode_ends_with_what_it_was_about() {
    let mut harness = with_mouse(TuiHarness::furnished(80, 24));
    harness.press("? M");
    harness.effects.clear();
    // Another screen replaces the help.
    harness.press("F8");
    assert!(!harness.app.model().selects());
    assert!(harness.effects.contains(&Effect::Mouse(MouseCapture::On)));
}

/// Opens a draft of three lines with the cursor in the second.
fn drafting() -> TuiHarness {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    harness.input(InputKind::Paste("one two\nthree four\nfive".into()));
    harness.press("Up Ctrl+A Right Right");
    harness
}

fn selected(harness: &TuiHarness) -> Option<String> {
    harness.app.model().selected_text()
}

#[test]
fn the_other_way_of_each_key_that_selects_in_a_draft_selects_the_same() {
    let keymap = crate::keymap::Keymap::embedded().unwrap();
    let rows = keymap.all().iter();
    let rows = rows.filter(|row| row.fallback.as_deref() == Some("Ctrl+X s"));
    let mut seen = 0;
    for key in rows.flat_map(|row| &row.keys) {
        let mut direct = drafting();
        direct.press(key);
        let wanted = selected(&direct).expect(key);
        let mut harness = drafting();
        harness.press("Ctrl+X s");
        harness.press(key.strip_prefix("Shift+").unwrap());
        assert_eq!(selected(&harness), Some(wanted), "{key}");
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn a_mark_in_a_draft_selects_by_every_movement_until_it_is_taken_back_or_copied() {
    let mut harness = drafting();
    harness.press("Ctrl+X s");
    assert!(
        harness.text().contains("selecting from here"),
        "{}",
        harness.text()
    );
    harness.press("Alt+F Ctrl+F");
    assert_eq!(selected(&harness).as_deref(), Some("ree "));
    // Above the first line the cursor goes to the beginning, not to the history.
    harness.press("Up Up Up");
    assert_eq!(selected(&harness).as_deref(), Some("one two\nth"));
    harness.press("Ctrl+C");
    assert_eq!(clipboard(&mut harness), ["one two\nth"]);
    harness.press("Right");
    assert_eq!(selected(&harness), None, "copied: the mark is gone");
    harness.press("Ctrl+X s Right Esc");
    assert_eq!(selected(&harness), None);
    assert_eq!(
        focus(&harness),
        Focus::Editor,
        "Esc takes the mark back first"
    );
    // Cutting removes the selection, and the mark with it.
    harness.press("Home Ctrl+X s Alt+F Delete Right");
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        " two\nthree four\nfive"
    );
    assert_eq!(selected(&harness), None);
}

#[test]
fn the_leader_begins_select_mode_where_no_draft_is_and_ends_it() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    for from in ["Ctrl+X s", "Esc Ctrl+X s"] {
        harness.press(from);
        assert!(harness.app.model().selects(), "{from}");
        assert!(harness.effects.contains(&Effect::Mouse(MouseCapture::Off)));
        harness.effects.clear();
        harness.press("Ctrl+X s");
        assert!(!harness.app.model().selects());
        assert_eq!(harness.effects, [Effect::Mouse(MouseCapture::On)]);
    }
}
