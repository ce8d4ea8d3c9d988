//! Tests of the keys page over the whole screen: binding, unbinding, refusals, and the saved
//! content of the user's file.

use super::*;
use crate::tui::keymap::{Keymap, LoadedKeymap};

/// Goes to the row with this text and binds these keys.
fn bind(desk: &mut Desk, row: &str, keys: &str) {
    desk.press("/ Ctrl+U").text(row);
    desk.press("Enter Enter").press(keys).press("Enter");
}

#[test]
fn a_key_that_is_pressed_is_bound_and_saved_with_the_files_comments() {
    let mut desk = Desk::on("keys", 120, 40);
    bind(&mut desk, "session switcher", "F6");
    desk.shows("1 unsaved");
    desk.shows("F6");
    let (_, save) = desk.save();
    let keymap = save.keymap.clone().expect("a file");
    assert_eq!(keymap.seen.as_deref(), Some(OWN_KEYS));
    let text = OWN_KEYS.to_owned()
        + "\nleader = [\n  { keys = [\"F6\"], action = \"session_switcher\" },\n]\n";
    assert_eq!(keymap.text, text);
    let only = SettingsSave {
        keymap: Some(keymap),
        ..SettingsSave::default()
    };
    assert_eq!(save, only);
}

#[test]
fn keys_that_are_saved_beside_a_fault_are_said_to_wait() {
    let mut desk = Desk::on("keys", 120, 40);
    bind(&mut desk, "session switcher", "F6");
    let (id, _) = desk.save();
    let result = Ok(Vec::new());
    let view = Box::new(view());
    desk.step(id, JobProgress::Saved { result, view });
    desk.shows("saved; the keys stay as they are while the file has faults");
}

#[test]
fn every_key_is_captured_but_those_that_stop() {
    let mut desk = Desk::on("keys", 120, 40);
    desk.press("/").text("send and load");
    desk.press("Enter Enter");
    // Global keys, the leader and letters have no other effect during a capture.
    desk.press("F9 Ctrl+X q ? Tab");
    desk.shows("F9 Ctrl+X q ? Tab");
    assert!(desk.stage.orders().is_empty());
    desk.press("u");
    desk.shows("a sequence has five keys at most");
    desk.press("Ctrl+C");
    desk.hides("press the key");
    desk.hides("unsaved");
    desk.press("Enter F12");
    let acted = &desk.stage.app.acted;
    assert!(acted.contains(&crate::tui::keymap::Action::PanicStop));
    desk.press("Esc");
    desk.hides("press the key");
}

#[test]
fn what_is_bound_or_cannot_be_is_refused_by_its_name_and_asked_again() {
    let mut desk = Desk::on("keys", 120, 40);
    bind(&mut desk, "send and load", "Ctrl+T");
    desk.shows("Ctrl+T is bound in editor: swap letters.");
    desk.press("Ctrl+C");
    for (keys, why) in [("x", "typed"), ("F2", "F2")] {
        bind(&mut desk, "send and load", keys);
        desk.shows(why);
        desk.press("Esc");
    }
    desk.hides("unsaved");
    // The bar's keys are fixed.
    desk.press("/ Ctrl+U").text("approve once");
    desk.press("Enter Enter");
    desk.shows("the keys of the confirmation bar are fixed");
    desk.press("Space");
    desk.hides("unsaved");
}

#[test]
fn what_not_every_terminal_tells_and_what_is_hidden_is_said_beforehand() {
    let mut desk = Desk::on("keys", 120, 40);
    desk.press("/").text("hidden files");
    desk.press("Enter Enter Ctrl+Enter");
    desk.shows(
        "Ctrl+Enter comes only from terminals with a key protocol; the keys of this one are basic",
    );
    desk.press("Backspace F9");
    desk.shows("F9 is passthrough on / off in global");
    desk.press("Enter");
    desk.shows("1 unsaved");
}

#[test]
fn unbinding_tells_what_it_was_and_gives_it_back() {
    let mut desk = Desk::on("keys", 120, 40);
    desk.press("/").text("checkpoints");
    desk.press("Enter Space");
    desk.shows("(none)");
    desk.shows("came with");
    desk.shows("give back");
    desk.shows("1 unsaved");
    desk.press("Space");
    desk.hides("(none)");
    desk.hides("unsaved");
    // The user's own row is removed from their file.
    desk.press("/ Ctrl+U").text("F5");
    desk.press("Enter Space");
    let (_, save) = desk.save();
    let text = save.keymap.expect("a file").text;
    assert!(
        !text.contains("F5") && text.contains("# as in the other editor"),
        "{text}"
    );
}

#[test]
fn faults_of_the_file_stand_above_with_file_and_line_and_stay() {
    let mut desk = Desk::on("keys", 120, 40);
    desk.shows("keymap.toml:5: there is no action `tree_opn`; did you mean `tree_open`?");
    bind(&mut desk, "session switcher", "F6");
    desk.shows("keymap.toml:5: there is no action `tree_opn`");
}

#[test]
fn a_file_that_is_no_toml_is_not_edited() {
    let mut desk = Desk::asking(120, 40);
    let mut broken = view();
    broken.keymap.text = Some("editor = [\n".into());
    desk.answer(JobProgress::Looked(Box::new(broken)));
    desk.press("Tab Tab");
    bind(&mut desk, "session switcher", "F6");
    desk.shows("your keymap is no TOML as it is");
}

#[test]
fn what_is_told_beneath_the_settings_is_still_told_when_they_are_left() {
    let mut desk = Desk::on("keys", 120, 36);
    let loaded = LoadedKeymap {
        keymap: Keymap::embedded().expect("the shipped keys"),
        faults: Vec::new(),
    };
    desk.stage.app.set_keys(loaded);
    desk.press("j");
    desk.hides("your keymap was read anew");
    desk.press("q");
    desk.shows("your keymap was read anew");
    desk.press("j");
    desk.hides("your keymap was read anew");
}

#[test]
fn no_key_that_answers_is_made_dead_by_a_sequence() {
    let mut desk = Desk::on("keys", 120, 40);
    desk.press("/").text("zoom");
    desk.press("Enter Enter");
    for keys in ["Enter F3", "Tab F3", "Backspace F3"] {
        desk.press(keys).press("Enter");
        desk.shows("would do nothing any more");
    }
    desk.press("F3 F6 Enter");
    desk.hides("would do nothing any more");
}

#[test]
fn the_row_of_a_key_that_was_bound_is_chosen() {
    let mut desk = Desk::on("keys", 160, 48);
    desk.press("Down Down Down Down Down Down Enter Alt+F9 Enter");
    let text = desk.screen();
    let chosen = text
        .lines()
        .find(|line| line.contains("│ >") || line.contains(">*"));
    assert!(chosen.is_some_and(|line| line.contains("Alt+F9")), "{text}");
}
