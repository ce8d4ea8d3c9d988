//! Tests that keys for the settings decide nothing else, and that an entered API key goes only to
//! its storage place.

use super::*;
use crate::protocol::event::EventKind;
use crate::tui::overlay::Overlay;
use crate::tui::tests::prompts::prompt;

/// A key that resembles no vendor's keys.
const KEY: &str = "y.quiet-Heron-51-yyy";

#[test]
fn a_question_that_comes_up_is_not_answered_by_what_is_typed_here() {
    let mut desk = Desk::new(120, 40);
    desk.stage.begin_run();
    desk.press("Down Down Down Enter G Up Enter");
    desk.shows("key of openai (not shown)");
    desk.stage
        .fact(EventKind::QuestionOpened { question: prompt() });
    desk.text(KEY).press("Enter y Enter y");
    assert!(desk.stage.orders().is_empty(), "no answer");
    desk.shows("a question of the run waits");
    // Nor by keys in a burst, or by a paste.
    for letter in ["y", "Enter", "y"] {
        desk.stage.key_now(letter);
    }
    desk.paste("y\ny\n");
    desk.press("F2");
    desk.shows("q leaves the settings, then the question can be answered");
    assert!(desk.stage.orders().is_empty());
}

#[test]
fn an_entered_key_is_in_no_frame_no_order_and_no_text_of_the_screen() {
    let mut desk = Desk::new(120, 40);
    desk.press("Down Down Down Enter G Up Enter");
    let mut seen = String::new();
    for letter in KEY.chars() {
        desk.press(&letter.to_string());
        seen.push_str(&desk.screen());
    }
    desk.press("Tab");
    seen.push_str(&desk.screen());
    desk.press("Enter");
    seen.push_str(&desk.screen());
    desk.press("Ctrl+S");
    seen.push_str(&desk.screen());
    for effect in &desk.stage.effects {
        seen.push_str(&format!("{effect:?}"));
    }
    seen.push_str(&format!("{:?}", desk.stage.app.model()));
    assert!(!seen.contains(KEY) && !seen.contains("Heron"), "{seen}");
    // Neither a paste nor the error about it shows the key.
    let mut desk = Desk::new(120, 40);
    desk.press("Down Down Down Enter G Up Enter");
    desk.paste(&format!("{KEY} {KEY}"));
    desk.hides("Heron");
    desk.press("Enter");
    desk.shows("that is no key: it has blanks");
    desk.hides("Heron");
}

#[test]
fn keys_of_a_wizard_are_text_and_no_commands() {
    let mut desk = Desk::new(120, 40);
    desk.press("Tab a Enter").text("q?xut/fp:");
    desk.shows("q?xut/fp:");
    assert!(matches!(
        desk.stage.app.model().overlay,
        Some(Overlay::Settings(_))
    ));
}

#[test]
fn help_lies_over_the_settings_and_loses_nothing() {
    let mut desk = Desk::new(120, 40);
    desk.press("Space ?");
    desk.shows("KEYS here: settings");
    desk.shows("save all changes");
    desk.press("Esc");
    desk.shows("1 unsaved");
    desk.press("? q");
    desk.shows("1 unsaved");
    desk.press("? Ctrl+G");
    desk.shows("1 unsaved");
}

#[test]
fn they_are_opened_by_key_by_command_on_a_page_and_from_the_palette() {
    let mut desk = Desk::asking(120, 40);
    desk.shows("reading what is set…");
    desk.press("q");
    for (line, page) in [
        ("/settings", "PROVIDERS"),
        ("/settings models", "MODELS"),
        ("/settings policy", "POLICY"),
    ] {
        desk.paste(line).press("Enter");
        desk.shows(page);
        desk.press("q");
    }
    desk.paste("/settings themes").press("Enter");
    desk.shows("there is no such page");
    desk.press("Ctrl+C Alt+X").text("settings").press("Enter");
    desk.shows("SETTINGS");
}
