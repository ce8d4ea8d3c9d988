//! Tests of the keys page over the whole screen: binding, unbinding, refusals, and the saved
//! content of the user's file.

use super::*;
use crate::keymap::{Keymap, LoadedKeymap};
use l10n::Language;
use l10n::say;
use l10n::testing::speaking;

/// Goes to the row with this text and binds these keys.
fn bind(harness: &mut TuiHarness, row: &str, keys: &str) {
    harness.press("/ Ctrl+U").type_text(row);
    harness.press("Enter Enter").press(keys).press("Enter");
}

#[test]
fn a_key_that_is_pressed_is_bound_and_saved_with_the_files_comments() {
    let mut harness = TuiHarness::settings_on("keys", 120, 40);
    bind(&mut harness, "session switcher", "F6");
    harness.shows("1 unsaved");
    harness.shows("F6");
    let (_, save) = harness.save();
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
    let mut harness = TuiHarness::settings_on("keys", 120, 40);
    bind(&mut harness, "session switcher", "F6");
    let (id, _) = harness.save();
    let result = Ok(Vec::new());
    let view = Box::new(view());
    harness.step(id, &JobProgress::Saved { result, view });
    harness.shows("saved, but not used while the file has errors");
}

#[test]
fn a_user_who_looks_for_vim_learns_how_to_turn_its_keys_on() {
    for (width, height) in [(160, 48), (80, 24), (40, 10)] {
        for language in Language::ALL {
            speaking(language, || {
                let mut harness = TuiHarness::settings_on("keys", width, height);
                harness.press("/").type_text("Vim").press("Enter");
                harness.shows("/vim");
                if width > 40 {
                    harness.shows("editor.keys");
                }
                harness.hides(say!("settings-keys-none-fits"));
            });
        }
    }
}

#[test]
fn every_key_is_captured_but_those_that_stop() {
    let mut harness = TuiHarness::settings_on("keys", 120, 40);
    harness.press("/").type_text("send and load");
    harness.press("Enter Enter");
    // Global keys, the leader and letters have no other effect during a capture.
    harness.press("F9 Ctrl+X q ? Tab");
    harness.shows("F9 Ctrl+X q ? Tab");
    assert!(harness.orders().is_empty());
    harness.press("u");
    harness.shows("a sequence has at most five keys");
    harness.press("Ctrl+C");
    harness.hides("press the key");
    harness.hides("unsaved");
    harness.press("Enter F12");
    let acted = &harness.app.acted;
    assert!(acted.contains(&crate::keymap::Action::PanicStop));
    harness.press("Esc");
    harness.hides("press the key");
}

#[test]
fn what_is_bound_or_cannot_be_is_refused_by_its_name_and_asked_again() {
    let mut harness = TuiHarness::settings_on("keys", 120, 40);
    bind(&mut harness, "send and load", "Ctrl+T");
    harness.shows("Ctrl+T is bound in editor: swap letters.");
    harness.press("Ctrl+C");
    for (keys, why) in [("x", "types text"), ("F2", "F2")] {
        bind(&mut harness, "send and load", keys);
        harness.shows(why);
        harness.press("Esc");
    }
    harness.hides("unsaved");
    // The bar's keys are fixed.
    harness.press("/ Ctrl+U").type_text("approve once");
    harness.press("Enter Enter");
    harness.shows("the confirmation bar's keys are fixed");
    harness.press("Space");
    harness.hides("unsaved");
}

#[test]
fn what_not_every_terminal_tells_and_what_is_hidden_is_said_beforehand() {
    let mut harness = TuiHarness::settings_on("keys", 120, 40);
    harness.press("/").type_text("hidden files");
    harness.press("Enter Enter Ctrl+Enter");
    harness.shows("Ctrl+Enter needs a terminal with a key protocol; this one has basic");
    harness.press("Backspace F9");
    harness.shows("F9 replaces passthrough on / off in global");
    harness.press("Enter");
    harness.shows("1 unsaved");
}

#[test]
fn unbinding_tells_what_it_was_and_gives_it_back() {
    let mut harness = TuiHarness::settings_on("keys", 120, 40);
    harness.press("/").type_text("checkpoints");
    harness.press("Enter Space");
    harness.shows("(none)");
    harness.shows("came with");
    harness.shows("restore");
    harness.shows("1 unsaved");
    harness.press("Space");
    harness.hides("(none)");
    harness.hides("unsaved");
    // The user's own row is removed from their file.
    harness.press("/ Ctrl+U").type_text("F5");
    harness.press("Enter Space");
    let (_, save) = harness.save();
    let text = save.keymap.expect("a file").text;
    assert!(
        !text.contains("F5") && text.contains("# as in the other editor"),
        "{text}"
    );
}

#[test]
fn faults_of_the_file_stand_above_with_file_and_line_and_stay() {
    let mut harness = TuiHarness::settings_on("keys", 120, 40);
    harness.shows("keymap.toml:5: no action `tree_opn`; did you mean `tree_open`?");
    bind(&mut harness, "session switcher", "F6");
    harness.shows("keymap.toml:5: no action `tree_opn`");
}

#[test]
fn a_file_that_is_no_toml_is_not_edited() {
    let mut harness = TuiHarness::settings_asked(120, 40);
    let mut broken = view();
    broken.keymap.text = Some("editor = [\n".into());
    harness.answer(&JobProgress::Looked(Box::new(broken)));
    harness.press("Tab Tab Tab");
    bind(&mut harness, "session switcher", "F6");
    harness.shows("your keymap is not valid TOML");
}

#[test]
fn what_is_told_beneath_the_settings_is_still_told_when_they_are_left() {
    let mut harness = TuiHarness::settings_on("keys", 120, 36);
    let loaded = LoadedKeymap {
        keymap: Keymap::embedded().expect("the shipped keys"),
        faults: Vec::new(),
    };
    harness.app.set_keys(loaded);
    harness.press("j");
    harness.hides("your keymap was reloaded");
    harness.press("q");
    harness.shows("your keymap was reloaded");
    harness.press("j");
    harness.hides("your keymap was reloaded");
}

#[test]
fn no_key_that_answers_is_made_dead_by_a_sequence() {
    let mut harness = TuiHarness::settings_on("keys", 120, 40);
    harness.press("/").type_text("zoom");
    harness.press("Enter Enter");
    for keys in ["Enter F3", "Tab F3", "Backspace F3"] {
        harness.press(keys).press("Enter");
        harness.shows("would stop working");
    }
    harness.press("F3 F6 Enter");
    harness.hides("would stop working");
}

#[test]
fn the_row_of_a_key_that_was_bound_is_chosen() {
    let mut harness = TuiHarness::settings_on("keys", 160, 48);
    harness.press("Down Down Down Down Down Down Enter Alt+F9 Enter");
    let text = harness.text();
    let chosen = text
        .lines()
        .find(|line| line.contains("│ >") || line.contains(">*"));
    assert!(chosen.is_some_and(|line| line.contains("Alt+F9")), "{text}");
}
