//! Tests of select mode, which selects by keys.

use super::*;

fn selecting(width: u16, height: u16) -> Stage {
    let mut stage = with_mouse(Stage::furnished(width, height));
    let text = "I will make refresh single-flight:\n\n```rust\nlet lock = locks.get(user);\n\tlock.lock().await;\n```\n";
    stage.fact(EventKind::MessageAdded {
        message: message(9, Role::Assistant, text),
    });
    stage.press("Esc M");
    stage
}

#[test]
fn a_cursor_moves_over_the_text_and_v_and_y_copy() {
    let mut stage = selecting(120, 40);
    assert!(
        stage.text().contains("select mode: move, start, copy"),
        "{}",
        stage.text()
    );
    // Two lines from the second word on.
    stage.press("G k w v j $ y");
    assert_eq!(
        clipboard(&mut stage),
        ["lock = locks.get(user);\n\tlock.lock().await;"]
    );
    assert!(!stage.app.selects());
}

#[test]
fn whole_lines_are_selected_by_a_capital_v_and_without_a_selection_y_takes_the_line() {
    let mut stage = selecting(120, 40);
    stage.press("G k l l V y");
    assert_eq!(clipboard(&mut stage), ["let lock = locks.get(user);"]);
    stage.press("M G y");
    assert_eq!(clipboard(&mut stage), ["\tlock.lock().await;"]);
}

#[test]
fn the_mouse_is_the_terminals_in_it_and_comes_back() {
    let mut stage = selecting(120, 40);
    assert!(stage.effects.contains(&Effect::Mouse(MouseCapture::Off)));
    stage.effects.clear();
    stage.press("q");
    assert_eq!(stage.effects, [Effect::Mouse(MouseCapture::On)]);
    assert!(!stage.app.selects());
    // A mouse that was off before stays off.
    stage.press("Ctrl+X S M");
    stage.effects.clear();
    stage.press("Esc");
    assert_eq!(stage.effects, [Effect::Mouse(MouseCapture::Off)]);
}

#[test]
fn keys_of_it_do_nothing_else_and_keys_of_all_places_leave_it() {
    let mut stage = selecting(120, 40);
    // In the chat these keys fold, roll back, edit and search.
    stage.press("b e f t d o / x z");
    assert!(stage.app.selects() && stage.app.model().overlay.is_none());
    assert!(stage.orders().is_empty());
    stage.press("F8");
    assert!(!stage.app.selects());
    assert!(stage.text().contains("CHECKPOINTS"));
}

#[test]
fn lines_of_a_file_are_pinned_by_an_at_sign() {
    let mut stage = with_mouse(Stage::furnished(160, 48));
    super::selecting::difference(&mut stage);
    stage.press("Esc 3 M g v j j @");
    let pinned: Vec<_> = stage
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
        stage.text().contains("pinned src/a.rs:10-11"),
        "{}",
        stage.text()
    );
    // A conversation is not a file, so it cannot be pinned.
    let mut stage = selecting(120, 40);
    stage.press("@");
    assert!(
        stage.text().contains("no lines of a file"),
        "{}",
        stage.text()
    );
    assert!(stage.orders().is_empty());
}

#[test]
fn a_page_goes_by_and_the_cursor_stays_on_the_screen() {
    let mut stage = with_mouse(Stage::furnished(100, 30));
    super::long_conversation(&mut stage);
    stage.press("Esc M PageUp PageUp");
    let text = stage.text();
    assert!(!text.contains("message 39"), "{text}");
    stage.frame();
    stage.press("v g y");
    let copied = clipboard(&mut stage).pop().unwrap();
    assert!(copied.starts_with("Refactor session refresh"), "{copied}");
    assert!(copied.contains("message 0 says something"), "{copied}");
}

#[test]
fn select_mode_at_each_size() {
    for (width, height) in [(160, 48), (120, 40), (80, 24)] {
        let mut stage = selecting(width, height);
        stage.press("G k w v j $");
        insta::assert_snapshot!(format!("select_mode_{width}x{height}"), stage.text());
        let styles = styles_of(stage.screen.shown());
        insta::assert_snapshot!(format!("select_mode_{width}x{height}_styles"), styles);
    }
}

#[test]
fn the_tree_has_select_mode_too() {
    let mut stage = with_mouse(Stage::furnished(160, 48));
    stage.press("Esc 1 M g v $ y");
    assert_eq!(clipboard(&mut stage), ["src/"]);
    assert!(!stage.app.selects());
}

#[test]
fn help_is_read_by_a_cursor_scrolls_with_it_and_stays_when_the_mode_is_left() {
    let mut stage = with_mouse(Stage::furnished(80, 24));
    stage.press("? M");
    assert!(stage.app.selects());
    assert!(stage.effects.contains(&Effect::Mouse(MouseCapture::Off)));
    // Its letters are not those of the help: `q` leaves select mode, and the help stays.
    stage.press("g V j y");
    let copied = clipboard(&mut stage);
    assert_eq!(copied[0].lines().count(), 2, "{copied:?}");
    assert!(copied[0].starts_with("EDITOR"), "{copied:?}");
    assert!(!stage.app.selects() && stage.text().contains("HELP"));
    stage.press("M G");
    let text = stage.text();
    assert!(!text.contains("EDITOR"), "it went along\n{text}");
    stage.press("q");
    assert!(stage.text().contains("HELP"));
    stage.effects.clear();
    stage.press("M Ctrl+C");
    assert!(stage.effects.contains(&Effect::Mouse(MouseCapture::On)));
}

#[test]
fn select_mode_ends_with_what_it_was_about() {
    let mut stage = with_mouse(Stage::furnished(80, 24));
    stage.press("? M");
    stage.effects.clear();
    // Another screen replaces the help.
    stage.press("F8");
    assert!(!stage.app.selects());
    assert!(stage.effects.contains(&Effect::Mouse(MouseCapture::On)));
}

/// Opens a draft of three lines with the cursor in the second.
fn drafting() -> Stage {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    stage.input(InputKind::Paste("one two\nthree four\nfive".into()));
    stage.press("Up Ctrl+A Right Right");
    stage
}

fn selected(stage: &Stage) -> Option<String> {
    stage.app.selected_text()
}

#[test]
fn the_other_way_of_each_key_that_selects_in_a_draft_selects_the_same() {
    let keymap = crate::tui::keymap::Keymap::embedded().unwrap();
    let rows = keymap.all().iter();
    let rows = rows.filter(|row| row.fallback.as_deref() == Some("Ctrl+X s"));
    let mut seen = 0;
    for key in rows.flat_map(|row| &row.keys) {
        let mut direct = drafting();
        direct.press(key);
        let wanted = selected(&direct).expect(key);
        let mut stage = drafting();
        stage.press("Ctrl+X s");
        stage.press(key.strip_prefix("Shift+").unwrap());
        assert_eq!(selected(&stage), Some(wanted), "{key}");
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn a_mark_in_a_draft_selects_by_every_movement_until_it_is_taken_back_or_copied() {
    let mut stage = drafting();
    stage.press("Ctrl+X s");
    assert!(
        stage.text().contains("selecting from here"),
        "{}",
        stage.text()
    );
    stage.press("Alt+F Ctrl+F");
    assert_eq!(selected(&stage).as_deref(), Some("ree "));
    // Above the first line the cursor goes to the beginning, not to the history.
    stage.press("Up Up Up");
    assert_eq!(selected(&stage).as_deref(), Some("one two\nth"));
    stage.press("Ctrl+C");
    assert_eq!(clipboard(&mut stage), ["one two\nth"]);
    stage.press("Right");
    assert_eq!(selected(&stage), None, "copied: the mark is gone");
    stage.press("Ctrl+X s Right Esc");
    assert_eq!(selected(&stage), None);
    assert_eq!(
        focus(&stage),
        Focus::Editor,
        "Esc takes the mark back first"
    );
    // Cutting removes the selection, and the mark with it.
    stage.press("Home Ctrl+X s Alt+F Delete Right");
    assert_eq!(
        stage.app.model().tab().unwrap().editor.text(),
        " two\nthree four\nfive"
    );
    assert_eq!(selected(&stage), None);
}

#[test]
fn the_leader_begins_select_mode_where_no_draft_is_and_ends_it() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    for from in ["Ctrl+X s", "Esc Ctrl+X s"] {
        stage.press(from);
        assert!(stage.app.selects(), "{from}");
        assert!(stage.effects.contains(&Effect::Mouse(MouseCapture::Off)));
        stage.effects.clear();
        stage.press("Ctrl+X s");
        assert!(!stage.app.selects());
        assert_eq!(stage.effects, [Effect::Mouse(MouseCapture::On)]);
    }
}
