//! Tests of theme changes and of text that is hard to display, on the whole screen.

use ratatui::buffer::Buffer;

use super::*;
use crate::theme::{ColourDepth, Theme};
use client::coach::{Coach, KeysGoTo};
use l10n::Language;
use l10n::testing::speaking;
use protocol::approval::QuestionBody;

fn shown(harness: &mut TuiHarness) -> Buffer {
    harness.frame();
    harness.screen.shown().clone()
}

#[test]
fn a_theme_changes_every_cell_at_once_and_leaves_no_old_colour() {
    let theme = |name| Theme::load(name, ColourDepth::TrueColour).unwrap();
    for name in ["light", "hc", "cvd", "cvd_light", "ansi16"] {
        let mut changed = TuiHarness::furnished(160, 48);
        shown(&mut changed);
        changed.app.set_theme(theme(name));
        let mut fresh = TuiHarness::bare(160, 48);
        fresh.app.set_theme(theme(name));
        let mut fresh = fresh.opened().furnish();
        assert_eq!(shown(&mut changed), shown(&mut fresh), "{name}");
        // The change back restores everything.
        changed.app.set_theme(theme("dark"));
        assert_eq!(
            shown(&mut changed),
            shown(&mut TuiHarness::furnished(160, 48))
        );
    }
}

#[test]
fn a_theme_is_wished_of_the_loop() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.type_text("/theme hc save").press("Enter");
    let requests: Vec<_> = harness
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Theme(request) => Some(request),
            _ => None,
        })
        .collect();
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].name.as_deref(), Some("hc"));
    assert!(requests[0].keep);
}

#[test]
fn the_theme_without_a_name_is_chosen_in_the_settings() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.type_text("/theme").press("Enter");
    harness.shows("Settings");
    harness.shows("[Theme]");
}

/// A line of one megabyte in the conversation and in a question, and shorter ones of characters
/// that are measured one by one: drawn, reported as cut, and closed.
#[test]
fn a_line_of_a_megabyte_stops_nothing() {
    for (letter, times) in [
        ("a", 1_000_000),
        ("日", 20_000),
        ("\u{5d0}", 20_000),
        ("e\u{301}", 20_000),
        ("\u{202e}", 5_000),
    ] {
        let text = letter.repeat(times);
        let mut harness = TuiHarness::furnished(160, 48);
        harness.fact(EventKind::MessageAdded {
            message: message(7, Role::Assistant, &format!("{text}\n\n```\n{text}\n```")),
        });
        harness.text();
        let mut question = super::prompts::prompt();
        if let QuestionBody::Command { command, .. } = &mut question.body {
            *command = format!("echo {text}");
        }
        harness.fact(EventKind::QuestionOpened { question });
        let shown = harness.text();
        assert!(shown.contains("── CONFIRM"), "{shown}");
        let told = ["more rows", "<U+202E x5000>"];
        let is_told = told.iter().any(|told| shown.contains(told));
        assert!(is_told, "what is cut is told: {shown}");
        harness.press("Esc");
        harness.text();
    }
}

/// A frame shows the available part of a very long answer, and the next frame shows more.
#[test]
fn a_very_long_answer_is_shown_part_by_part_up_to_its_end() {
    let mut harness = TuiHarness::furnished(100, 30);
    let text = "some words of a text\n\n".repeat(20_000);
    harness.fact(EventKind::MessageAdded {
        message: message(7, Role::Assistant, &format!("{text}This is the end.")),
    });
    let mut frames = 0;
    let last = loop {
        let shown = harness.text();
        if harness.app.dirty() != crate::app::Redraw::Soon {
            break shown;
        }
        assert!(shown.contains("some words"), "{shown}");
        frames += 1;
        assert!(frames < 100);
    };
    assert!(
        frames >= 2 && last.contains("This is the end."),
        "{frames}: {last}"
    );
}

/// Hebrew and Arabic stay in the order of their letters and in their cells, beside the panes.
#[test]
fn text_from_right_to_left_stays_in_its_cells() {
    let mut harness = TuiHarness::furnished(160, 48);
    let hebrew = "\u{5e9}\u{5dc}\u{5d5}\u{5dd} abc";
    harness.fact(EventKind::MessageAdded {
        message: message(7, Role::Assistant, hebrew),
    });
    let before = TuiHarness::furnished(160, 48).text();
    let text = harness.text();
    assert!(text.contains(hebrew), "{text}");
    for (row, was) in text.lines().zip(before.lines()) {
        let edges = |row: &str| {
            row.chars()
                .enumerate()
                .filter(|(_, c)| *c == '│')
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        assert_eq!(edges(row), edges(was));
    }
}

#[test]
fn addresses_in_a_text_are_links_to_themselves_and_take_nothing_of_the_sentence_along() {
    let text = "See https://a.example/x_y_z, `http://b.example:80/q` and **https://c.example/(d)**.\n\n\
                | a |\n|---|\n| https://e.example/ |\n\nNot file:///etc/passwd or https://good.example@evil.example/.";
    let mut harness = TuiHarness::furnished(120, 40);
    let mut found = crate::terminal::findings::KeyFindings::of_environment(|_| None);
    found.named("kitty(0.36.4)");
    harness.app.set_findings(&found);
    harness.frame();
    harness.fact(EventKind::MessageAdded {
        message: message(12, Role::Assistant, text),
    });
    let bytes = String::from_utf8(harness.frame()).unwrap();
    for address in [
        "https://a.example/x_y_z",
        "http://b.example:80/q",
        "https://c.example/(d)",
        "https://e.example/",
    ] {
        assert!(bytes.contains(&format!(";{address}\x1b\\")), "{address}");
    }
    assert!(!bytes.contains(";file:") && !bytes.contains(";https://good"));
    assert_eq!(
        bytes.matches("\x1b]8;id=").count(),
        bytes.matches("\x1b]8;;\x1b\\").count()
    );
}

#[test]
fn links_of_a_message_are_links_of_the_terminal_where_it_has_them_and_never_lie() {
    let text = "Read [the docs](https://evil.example/x) and <https://good.example/>, not [this](file:///etc/passwd).";
    let said = |harness: &mut TuiHarness| {
        harness.fact(EventKind::MessageAdded {
            message: message(12, Role::Assistant, text),
        });
        String::from_utf8(harness.frame()).unwrap()
    };
    let mut plain = TuiHarness::furnished(120, 40);
    let bytes = said(&mut plain);
    assert!(!bytes.contains("\x1b]8;"), "an unknown terminal gets none");
    let shown = plain.text();
    let mut harness = TuiHarness::furnished(120, 40);
    let mut found = crate::terminal::findings::KeyFindings::of_environment(|_| None);
    found.named("kitty(0.36.4)");
    harness.app.set_findings(&found);
    harness.frame();
    let bytes = said(&mut harness);
    assert!(
        bytes.contains(";https://evil.example/x\x1b\\")
            && bytes.contains(";https://good.example/\x1b\\")
    );
    assert!(!bytes.contains(";file:"), "only the web");
    let opened = bytes.matches("\x1b]8;id=").count();
    assert_eq!(opened, bytes.matches("\x1b]8;;\x1b\\").count());
    // The text is the same; the link target appears beside it where the text says something else.
    assert_eq!(harness.text(), shown);
    assert!(
        shown.contains("the docs (https://evil.example/x)"),
        "{shown}"
    );
    assert!(shown.contains("this (file:///etc/passwd)"), "{shown}");
}

#[test]
fn on_a_low_screen_the_coach_of_the_demo_takes_one_row() {
    for language in [Language::English, Language::French, Language::Portuguese] {
        speaking(language, || {
            let mut harness = TuiHarness::bare(40, 10).opened();
            harness.app.coach = Some(Coach::default());
            let line = Coach::default().short_line(KeysGoTo::Elsewhere).unwrap();
            harness.shows(line);
            assert_eq!(crate::view::notice_rows(&harness.app), 1);
        });
    }
}
