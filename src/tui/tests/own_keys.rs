//! Tests of the user's own keys on the screen: where they are shown, the notices about
//! faults, and the effect of saving the file while the program runs. Also tests the findings
//! about the terminal.

use std::path::Path;

use super::*;
use crate::app::Redraw;
use crate::keymap::{Keymap, LoadedKeymap};
use crate::terminal::KeyProtocol;
use crate::terminal::findings::{KeyFindings, TmuxKeys};

const MINE: &str = "global = [\n  { keys = [\"Ctrl+Space\"], action = \"leader\" },\n  \
    { keys = [\"Ctrl+X\"], action = \"none\" },\n  { keys = [\"F5\"], action = \"zoom_pane\" },\n]\n\
    leader = [{ keys = [\"w v\"], action = \"split_right\" }, { keys = [\"w s\"], action = \"split_below\" }]\n\
    editor = [{ keys = [\"Enter\"], action = \"newline\" }, { keys = [\"Alt+Enter\"], action = \"send\" }]\n";

const BROKEN: &str = "global = [\n  { keys = [\"F5\"], action = \"zom_pane\" },\n]\n";

fn loaded(text: &str) -> LoadedKeymap {
    let keymap = Keymap::embedded().unwrap();
    keymap.with_own(Path::new("/home/me/.config/agentichat/keymap.toml"), text)
}

fn with(text: &str, width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    let loaded = loaded(text);
    assert_eq!(loaded.faults, []);
    harness.app.set_keys(loaded);
    harness
}

#[test]
fn help_hints_and_the_rule_show_the_users_own_keys() {
    let mut harness = with(MINE, 160, 48);
    let text = harness.text();
    assert!(text.contains("Alt+Enter send  Enter newline"), "{text}");
    assert!(text.contains("F5 zoom"), "{text}");
    assert!(text.contains("Ctrl+Space leader"), "{text}");
    assert!(!text.contains("Ctrl+X"), "{text}");
    harness.press("?");
    let mut text = harness.text();
    harness.press("G");
    text.push_str(&harness.text());
    assert!(text.contains("zoom pane (yours)"), "{text}");
    assert!(text.contains("Ctrl+Space w v"), "{text}");
    assert!(!text.contains("Ctrl+X "), "{text}");
}

#[test]
fn which_key_shows_what_can_follow_a_sequence_of_ones_own() {
    let mut harness = with(MINE, 160, 48);
    harness.key_now("Ctrl+Space");
    harness.wait(Duration::from_millis(399));
    assert!(!harness.text().contains("then:"));
    harness.wait(Duration::from_millis(1));
    let text = harness.text();
    assert!(text.contains("Ctrl+Space then:"), "{text}");
    assert!(text.contains("w v split right"), "{text}");
    harness.key_now("w");
    harness.wait(Duration::from_millis(400));
    let text = harness.text();
    assert!(
        text.contains("Ctrl+Space W then:") || text.contains("Ctrl+Space w then:"),
        "{text}"
    );
    assert!(
        text.contains("v split right") && text.contains("s split below"),
        "{text}"
    );
    assert!(!text.contains("next pane"), "{text}");
    harness.key_now("Esc");
    assert!(!harness.text().contains("then:"), "an unknown key ends it");
    assert_eq!(harness.app.deadline(), None, "and nothing wakes the screen");
}

#[test]
fn a_broken_save_keeps_the_last_good_table_and_says_why() {
    let mut harness = with(MINE, 160, 48);
    harness.app.set_keys(loaded(BROKEN));
    let text = harness.text();
    assert!(
        text.contains("keymap.toml:2: no action `zom_pane`; did you mean `zoom_pane`?"),
        "{text}"
    );
    assert!(text.contains("keys unchanged: "), "{text}");
    assert!(
        text.contains("F5 zoom"),
        "the last good ones are shown and work: {text}"
    );
    harness.press("?");
    let text = harness.text();
    assert!(
        text.contains("Not used") && text.contains("keymap.toml:2:"),
        "{text}"
    );
    harness.press("Esc");
    // A valid save removes the faults and cancels a key sequence in progress.
    harness.key_now("Ctrl+Space");
    harness.app.set_keys(loaded(
        "global = [{ keys = [\"F6\"], action = \"zoom_pane\" }]",
    ));
    assert_eq!(harness.app.model().chrome.pending, None);
    let text = harness.text();
    assert!(
        text.contains("F6 zoom") && text.contains("your keymap was reloaded"),
        "{text}"
    );
    harness.press("?");
    assert!(!harness.text().contains("Not used"));
}

#[test]
fn faults_at_the_start_are_said_and_the_other_rows_work() {
    let mut harness = TuiHarness::furnished(160, 48);
    let text = format!(
        "{BROKEN}tree = [{{ keys = [\"x\"], action = \"no\" }}, {{ keys = [\"X\"], action = \"tree_open\" }}]\n"
    );
    let loaded = loaded(&text);
    assert_eq!(loaded.faults.len(), 2);
    harness.app.keymap = loaded.keymap;
    harness.app.set_key_faults(loaded.faults);
    let text = harness.text();
    assert!(text.contains("(1 fault more: /keys)"), "{text}");
    harness.press("Esc 1 j j X");
    assert!(!harness.app.acted.is_empty());
    assert!(harness.app.acted.contains(&crate::keymap::Action::TreeOpen));
}

#[test]
fn what_was_found_out_about_the_terminal_is_in_help_and_a_key_that_comes_is_known() {
    let mut harness = TuiHarness::furnished(160, 30);
    let mut found = KeyFindings::of_environment(|name| (name == "TMUX").then(|| "x".to_owned()));
    found.protocol = KeyProtocol::Xterm;
    harness.app.set_findings(&found);
    harness.app.set_tmux(TmuxKeys {
        version: "3.3a".into(),
        extended_keys: "off".into(),
        ..TmuxKeys::default()
    });
    harness.press("? G");
    let text = harness.text();
    assert!(
        text.contains("Terminal") && text.contains("modifyOtherKeys"),
        "{text}"
    );
    assert!(text.contains("extended-keys on"), "{text}");
    harness.press("g");
    let text = harness.text();
    assert!(
        text.contains("Ctrl+J") && !text.contains("Shift+Enter"),
        "only what comes is offered: {text}"
    );
    harness.press("Esc Shift+Enter");
    harness.app.set_findings(&found);
    harness.press("Ctrl+X ? G");
    let text = harness.text();
    assert!(
        text.contains("Shift+Enter works: seen"),
        "what came stays known: {text}"
    );
}

#[test]
fn what_tmux_says_draws_nothing_unless_help_is_open() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.frame();
    harness.app.set_tmux(TmuxKeys::default());
    assert_eq!(harness.app.dirty(), Redraw::No);
}

#[test]
fn messages_name_the_keys_as_they_are_bound() {
    let mut harness = with(MINE, 100, 30);
    harness.press("Ctrl+Space 0");
    let text = harness.text();
    assert!(text.contains("Ctrl+Space w v adds one beside it"), "{text}");
    for folder in [
        "update", "model", "sessions", "panes", "chrome", "tab", "pointer", "dialog",
    ] {
        let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap().path();
            if file.is_dir() {
                continue;
            }
            let source = std::fs::read_to_string(&file).unwrap();
            let hard = source
                .lines()
                .find(|line| !line.trim().starts_with("//") && line.contains("Ctrl+X"));
            assert_eq!(
                hard, None,
                "{file:?} names a key that may be bound to something else"
            );
        }
    }
}
