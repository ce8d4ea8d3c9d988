//! Tests that keys for the settings decide nothing else, and that an entered API key goes only to
//! its storage place.

use super::*;
use crate::tests::prompts::prompt;
use protocol::event::EventKind;

/// A key that resembles no vendor's keys.
const KEY: &str = "y.quiet-Heron-51-yyy";

#[test]
fn a_question_that_comes_up_is_not_answered_by_what_is_typed_here() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.begin_run();
    harness.press("Down Down Down Enter G Up Enter");
    harness.shows("key of openai (hidden)");
    harness.fact(EventKind::QuestionOpened { question: prompt() });
    harness.type_text(KEY).press("Enter y Enter y");
    assert!(harness.orders().is_empty(), "no answer");
    harness.shows("the run asks a question");
    // Nor by keys in a burst, or by a paste.
    for letter in ["y", "Enter", "y"] {
        harness.key_now(letter);
    }
    harness.paste("y\ny\n");
    harness.press("F2");
    harness.shows("q closes the settings, then answer the question");
    assert!(harness.orders().is_empty());
}

#[test]
fn an_entered_key_is_in_no_frame_no_order_and_no_text_of_the_screen() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Enter G Up Enter");
    let mut seen = String::new();
    for letter in KEY.chars() {
        harness.press(&letter.to_string());
        seen.push_str(&harness.text());
    }
    harness.press("Tab");
    seen.push_str(&harness.text());
    harness.press("Enter");
    seen.push_str(&harness.text());
    harness.press("Ctrl+S");
    seen.push_str(&harness.text());
    for effect in &harness.effects {
        seen.push_str(&format!("{effect:?}"));
    }
    seen.push_str(&format!("{:?}", harness.app.model()));
    assert!(!seen.contains(KEY) && !seen.contains("Heron"), "{seen}");
    // Neither a paste nor the error about it shows the key.
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Down Down Down Enter G Up Enter");
    harness.paste(&format!("{KEY} {KEY}"));
    harness.hides("Heron");
    harness.press("Enter");
    harness.shows("not a key: it has blanks");
    harness.hides("Heron");
}

#[test]
fn keys_of_a_wizard_are_text_and_no_commands() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Tab a Enter").type_text("q?xut/fp:");
    harness.shows("q?xut/fp:");
    assert!(harness.app.model().dialogs.shows::<Settings>());
}

#[test]
fn help_lies_over_the_settings_and_loses_nothing() {
    let mut harness = TuiHarness::settings(120, 40);
    harness.press("Space ?");
    harness.shows("Keys here: settings");
    harness.shows("save all changes");
    harness.press("Esc");
    harness.shows("1 unsaved");
    harness.press("? q");
    harness.shows("1 unsaved");
    harness.press("? Ctrl+G");
    harness.shows("1 unsaved");
}

#[test]
fn they_are_opened_by_key_by_command_on_a_page_and_from_the_palette() {
    let mut harness = TuiHarness::settings_asked(120, 40);
    harness.shows("reading the settings…");
    harness.press("q");
    for (line, page) in [
        ("/settings", "[Providers]"),
        ("/settings models", "[Models]"),
        ("/settings policy", "[Policy]"),
    ] {
        harness.paste(line).press("Enter");
        harness.shows(page);
        harness.press("q");
    }
    harness.paste("/settings themes").press("Enter");
    harness.shows("no such page");
    harness
        .press("Ctrl+C Alt+X")
        .type_text("settings")
        .press("Enter");
    harness.shows("Settings");
}
