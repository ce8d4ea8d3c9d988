//! Texts so long that keys would have to wait if the texts were laid out or searched at once.

use serde_json::json;

use super::sample::*;
use crate::effect::Effect;
use crate::keymap::Action;
use crate::pane::PaneView;
use crate::pane::chat::Chat;
use crate::pane::chat::cell::Cell;
use protocol::event::{EventKind, TextChannel};
use protocol::message::{Block, Role as Speaks};

/// Draws frames until nothing new appears. Returns their number, and the last one.
fn frames(chat: &mut Chat) -> (usize, Vec<String>) {
    let mut frames = 0;
    loop {
        let shown = screen(chat, 60, 20);
        frames += 1;
        if !chat.is_incomplete() {
            return (frames, shown);
        }
        assert!(frames < 1_000);
    }
}

/// The texts of the issue, each about a megabyte.
fn hostile() -> Vec<(&'static str, String)> {
    vec![
        ("quotes", ">".repeat(50_000)),
        ("line ends", format!("a{}b", "\n".repeat(1_000_000))),
        (
            "links",
            format!("{}a{}", "[".repeat(20_000), "](b)".repeat(20_000)),
        ),
        ("no blank", "x".repeat(1_000_000)),
        (
            "a table",
            format!("|a|b|\n|-|-|\n{}", "|c|d|\n".repeat(100_000)),
        ),
        (
            "a fence without end",
            format!("```rust\n{}", "let a = 1;\n".repeat(100_000)),
        ),
        ("empty code", format!("```\n{}", "\n".repeat(1_000_000))),
        ("paragraphs", "a\n\n".repeat(300_000)),
    ]
}

fn thought(number: u128, text: &str) -> EventKind {
    let text = text.to_owned();
    let block = Block::Reasoning {
        text,
        sealed: Vec::new(),
    };
    EventKind::MessageAdded {
        message: message(number, Speaks::Assistant, vec![block]),
    }
}

/// Counts the rows that a chat keeps.
fn kept(chat: &Chat) -> usize {
    (0..chat.len())
        .filter_map(|at| chat.cell(at))
        .map(Cell::kept_rows)
        .sum()
}

#[test]
fn what_is_said_and_thought_is_laid_out_a_part_a_frame_and_only_rows_near_the_screen_are_kept() {
    for (name, text) in hostile() {
        for (whose, fact) in [
            ("said", said(1, &text)),
            ("answered", answered(1, &text)),
            ("thought", thought(1, &text)),
        ] {
            let mut chat = chat([fact]);
            chat.act(Action::ChatThinking);
            chat.act(Action::Bottom);
            let (frames, _) = frames(&mut chat);
            let least = text.len() / (160 * 1024);
            assert!(frames > least, "{whose} {name}: {frames} frames");
            assert!(
                kept(&chat) <= 24_000,
                "{whose} {name}: {} rows",
                kept(&chat)
            );
            // Each place of the text can be reached.
            for action in [
                Action::Top,
                Action::PageDown,
                Action::Bottom,
                Action::PageUp,
            ] {
                chat.act(action);
                let shown = screen(&mut chat, 60, 20);
                assert_eq!(shown.len(), 20, "{whose} {name}");
            }
        }
    }
}

#[test]
fn every_row_of_a_long_text_is_come_to_in_its_order() {
    let lines: Vec<String> = (0..30_000)
        .map(|line| format!("line {line} of it"))
        .collect();
    let text = lines.join("\n");
    for fact in [
        said(1, &text),
        answered(1, &format!("```\n{text}\n```")),
        thought(1, &text),
    ] {
        let mut chat = chat([fact]);
        chat.act(Action::ChatThinking);
        chat.act(Action::Bottom);
        frames(&mut chat);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2_000 {
            let shown = screen(&mut chat, 60, 20);
            let numbers = shown.iter().filter_map(|row| {
                let (_, rest) = row.split_once("line ")?;
                rest.split_once(" of it")?.0.parse::<usize>().ok()
            });
            let numbers: Vec<usize> = numbers.collect();
            assert!(numbers.is_sorted(), "{numbers:?}");
            seen.extend(numbers);
            if seen.contains(&0) {
                break;
            }
            chat.act(Action::PageUp);
        }
        assert_eq!(seen.len(), 30_000);
    }
}

#[test]
fn who_scrolls_up_into_a_long_text_comes_to_its_end_and_stays_there() {
    let text = "words of it\n\n".repeat(60_000);
    let mut chat = chat([
        answered(1, &format!("{text}The end of it.")),
        said(2, "A question below it."),
    ]);
    // Only rows on the screen are laid out, so the text above is not laid out yet.
    chat.act(Action::Bottom);
    screen(&mut chat, 60, 2);
    for _ in 0..4 {
        chat.act(Action::LineUp);
    }
    let first = screen(&mut chat, 60, 4).join("\n");
    let (_, shown) = frames(&mut chat);
    let shown = shown.join("\n");
    assert!(shown.contains("The end of it."), "{first}\n----\n{shown}");
    chat.apply(&event(3, answered(3, "An answer below that.")));
    assert!(
        screen(&mut chat, 60, 20)
            .join("\n")
            .contains("The end of it.")
    );
}

#[test]
fn a_search_looks_at_a_part_of_what_there_is_for_each_frame() {
    let text = "some words of it\n\n".repeat(150_000);
    let mut chat = chat([
        answered(
            1,
            &format!("{text}Here is the NEEDLE, and **another needle**."),
        ),
        said(2, "Thanks."),
    ]);
    frames(&mut chat);
    chat.act(Action::Top);
    frames(&mut chat);
    for (way, word) in [(None, "NEEDLE"), (Some(Action::NextMatch), "NEEDLE")] {
        let effect = match way {
            None => chat.search("needle"),
            Some(action) => chat.act(action),
        };
        assert_eq!(effect, []);
        assert!(chat.is_searching(), "a key waits for no search");
        let mut steps = 0;
        while chat.is_searching() {
            assert_eq!(chat.continue_search(), []);
            screen(&mut chat, 60, 20);
            steps += 1;
            assert!(steps < 1_000);
        }
        assert!(steps >= 2, "{steps}");
        let (_, shown) = frames(&mut chat);
        assert!(shown.join("\n").contains(word), "{shown:#?}");
        assert!(kept(&chat) <= 24_000, "{}", kept(&chat));
    }
}

#[test]
fn a_search_that_finds_nothing_says_so_when_it_has_looked_everywhere() {
    let text = "some words of it\n\n".repeat(150_000);
    let mut chat = chat([answered(1, &text)]);
    frames(&mut chat);
    assert_eq!(chat.search("needle"), []);
    let last = loop {
        let effect = chat.continue_search();
        if !chat.is_searching() {
            break effect;
        }
    };
    assert_eq!(last, [Effect::info("not found")]);
    chat.search("needle");
    chat.act(Action::LineUp);
    assert!(
        !chat.is_searching(),
        "who goes elsewhere looks for it no more"
    );
}

#[test]
fn the_details_of_a_call_are_made_of_what_they_show() {
    let long = "echo one two three\n".repeat(300_000);
    let mut chat = chat([
        said(1, "go"),
        asked(
            2,
            "shell_exec",
            json!({"command": long, "edits": [{"old": long, "new": "x".repeat(2_000_000)}], "line": "y".repeat(2_000_000)}),
        ),
        started(2),
        ended(
            2,
            "did it",
            5,
            json!({"output": "\u{1b}[1mout\u{1b}[0m\r\n".repeat(300_000) + "\u{1b}[0m\n"}),
        ),
    ]);
    let folded = screen(&mut chat, 100, 12).join("\n");
    assert!(folded.contains("… 299,997 lines above"), "{folded}");
    chat.act(Action::FoldAll);
    let shown = screen(&mut chat, 100, 12).join("\n");
    assert!(shown.contains("out"), "{shown}");
    chat.act(Action::Top);
    let shown = screen(&mut chat, 100, 80).join("\n");
    assert!(shown.contains("299,960 lines"), "{shown}");
    let rows: usize = (0..chat.len())
        .filter_map(|at| chat.cell(at))
        .map(Cell::height)
        .sum();
    assert!(rows < 600, "{rows}");
    let effects = chat.act(Action::CopyBlock);
    let [Effect::Copy(text)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(*text == long || text == "go", "all of it is copied");
}

#[test]
fn a_message_that_waits_shows_its_first_lines_and_how_many_more_there_are() {
    let mut chat = chat([]);
    let text = "a line of it\n".repeat(80_000);
    chat.apply(&event(
        1,
        EventKind::MessageQueued {
            message: protocol::session::QueuedMessage::after_step(message_id(9), text),
        },
    ));
    let shown = screen(&mut chat, 60, 60).join("\n");
    assert!(shown.contains("79,960 lines not shown"), "{shown}");
}

/// Pieces of an open reasoning text arrive as fast as they can.
#[test]
fn words_of_a_thought_are_counted_as_they_come() {
    let mut chat = chat([]);
    let mut offset = 0;
    for piece in ["so ", "many wo", "rds", " of it\n"] {
        chat.apply(&event(
            1,
            EventKind::TextAppended {
                message: message_id(4),
                channel: TextChannel::Reasoning,
                offset: offset as u64,
                text: piece.to_owned(),
            },
        ));
        offset += piece.len();
        screen(&mut chat, 60, 5);
    }
    let shown = screen(&mut chat, 60, 5).join("\n");
    assert!(shown.contains("5 words"), "{shown}");
}
