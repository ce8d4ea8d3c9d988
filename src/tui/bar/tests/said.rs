//! Tests of the bar's labels: they tell what the keys do in the current state.

use crossterm::event::KeyCode;
use notice::Notice;

use super::help::{BarHarness, beside_proposed, command, decisions, with, write};
use crate::bar::Where;
use crate::keymap::{Context, Keymap};
use protocol::approval::{Decision, QuestionBody, RiskReport};

/// Returns the bar's content as one text.
fn shown(screen: &BarHarness) -> String {
    screen.rows().join("\n")
}

/// Returns the hint row's text for a key.
fn hinted(screen: &BarHarness, key: &str) -> Option<String> {
    let keymap = Keymap::embedded().unwrap();
    let words = screen.bar.key_hints().words(&keymap, &[Context::Bar]);
    let found = words.into_iter().find(|(said, _)| said == key);
    found.map(|(_, word)| word)
}

#[test]
fn space_is_a_switch_that_shows_how_it_stands_and_y_says_what_it_does_then() {
    for key in ["button", "hint", "help"] {
        let mut screen = with(beside_proposed(RiskReport::medium(Notice::text(
            "it runs code",
        ))));
        screen.take_bar();
        if key == "help" {
            screen.lone(KeyCode::Char('?'));
        }
        for (state, yes) in [
            ("yes", "y applies them"),
            ("no", "y runs the command and applies nothing"),
        ] {
            let switch = format!("apply first: {state}");
            match key {
                "button" => {
                    assert!(
                        shown(&screen).contains(&format!("[Space {switch}]")),
                        "{}",
                        shown(&screen)
                    );
                    assert!(shown(&screen).contains(yes), "{}", shown(&screen));
                }
                "hint" => assert_eq!(hinted(&screen, "Space"), Some(switch)),
                _ => assert!(
                    shown(&screen).contains(&format!("Space {switch}")),
                    "{}",
                    shown(&screen)
                ),
            }
            screen.wait(800);
            screen.lone(KeyCode::Char(' '));
            assert!(screen.answers.is_empty(), "a switch decides nothing");
        }
    }
}

#[test]
fn why_what_is_proposed_could_not_be_written_is_said_where_it_is_asked_again() {
    let mut question = beside_proposed(RiskReport::medium(Notice::text("it runs code")));
    if let QuestionBody::Command {
        proposed: Some(proposed),
        ..
    } = &mut question.body
    {
        let why = "src/a.rs is not applied: a conflict in it waits to be settled in the review";
        proposed.unwritten = Some(Notice::text(why));
    }
    let mut screen = with(question);
    screen.take_bar();
    for said in [
        "the command did not run",
        "a conflict in it waits",
        "F7 opens the review",
    ] {
        assert!(shown(&screen).contains(said), "{}", shown(&screen));
    }
}

#[test]
fn elsewhere_space_is_no_switch() {
    let mut screen = with(command(
        1,
        "cargo test",
        RiskReport::medium(Notice::text("it runs code")),
    ));
    screen.take_bar();
    assert!(!shown(&screen).contains("proposed"), "{}", shown(&screen));
    assert_eq!(hinted(&screen, "Space"), None);
}

#[test]
fn the_switch_holds_for_a_command_that_is_edited_too() {
    let mut screen = with(beside_proposed(RiskReport::medium(Notice::text(
        "it runs code",
    ))));
    screen.take_bar();
    screen.lone(KeyCode::Char(' '));
    screen.lone(KeyCode::Char('e'));
    screen.type_slowly(" -q");
    screen.lone(KeyCode::Enter);
    let text = "cargo test -q".to_owned();
    let on_disk = true;
    assert_eq!(decisions(&screen), [Decision::Edited { text, on_disk }]);
}

#[test]
fn enter_is_told_with_f2_before_it_where_the_bar_came_up_by_itself() {
    let mut screen = with(command(
        1,
        "ls",
        RiskReport::medium(Notice::text("unclear")),
    ));
    screen.wait(3_000);
    assert_eq!(screen.focus, Where::Bar);
    for (key, told, does) in [
        ('c', "[F2, then Enter reject with this reason]", "reject"),
        ('e', "[F2, then Enter run this]", "run"),
        ('a', "[F2, then Enter choose]", "choose"),
    ] {
        screen.key(KeyCode::Char(key));
        screen.wait(700);
        assert!(shown(&screen).contains(told), "{key}: {}", shown(&screen));
        assert_eq!(hinted(&screen, "F2, Enter").as_deref(), Some(does), "{key}");
        screen.lone(KeyCode::Enter);
        assert!(screen.answers.is_empty(), "{key}");
        screen.lone(KeyCode::Esc);
    }
    screen.key(KeyCode::Char('c'));
    screen.wait(700);
    screen.type_slowly("too slow");
    screen.take_bar();
    assert!(
        shown(&screen).contains("[Enter reject with this reason]"),
        "{}",
        shown(&screen)
    );
    assert_eq!(hinted(&screen, "Enter").as_deref(), Some("reject"));
    screen.lone(KeyCode::Enter);
    let reason = Some("too slow".to_owned());
    assert_eq!(
        decisions(&screen),
        [Decision::No {
            reason: reason.map(Notice::text)
        }]
    );
}

#[test]
fn the_bar_waits_for_typing_only_where_there_is_some() {
    let typing = "paused while you type";
    let mut screen = with(write(1));
    screen.key(KeyCode::Char('a'));
    screen.wait(100);
    assert!(
        shown(&screen).contains(typing),
        "a key just now: {}",
        shown(&screen)
    );
    screen.wait(5_000);
    assert!(
        shown(&screen).contains("F2, then:  y"),
        "an old draft: {}",
        shown(&screen)
    );
    assert!(!screen.bar.has_focus(), "the draft keeps the keys");
    screen.editor.clear();
    screen.wait(5_000);
    screen.focus = Where::Pane;
    screen.open(write(2));
    screen.wait(5_000);
    assert!(
        shown(&screen).contains("waits for your answer"),
        "{}",
        shown(&screen)
    );

    let mut screen = with(write(1));
    screen.take_bar();
    screen.lone(KeyCode::Esc);
    screen.open(write(1));
    screen.wait(5_000);
    assert!(
        shown(&screen).contains("waits for your answer"),
        "put off: {}",
        shown(&screen)
    );
}
