//! Tests of the workspace's note beside the chat.

use super::*;
use crate::tui::layout::Pane;
use crate::tui::model::Focus;

pub(super) fn opened(width: u16, height: u16, note: &str) -> Stage {
    let mut stage = Stage::furnished(width, height);
    type_line(&mut stage, "/note");
    assert!(stage.effects.contains(&Effect::Ask(Query::Note)));
    stage.app.reply(
        &Query::Note,
        Reply::Text {
            text: note.to_owned(),
            total_lines: 0,
        },
    );
    stage.orders();
    stage
}

fn type_line(stage: &mut Stage, line: &str) {
    for character in line.chars() {
        stage.key_now(&character.to_string());
    }
    stage.press("Enter");
}

fn focus(stage: &Stage) -> Focus {
    stage.app.model().focus
}

/// Returns the notes sent for storage since the last call.
fn kept(stage: &mut Stage) -> Vec<(String, String)> {
    let orders = stage.orders().into_iter();
    let kept = orders.filter_map(|order| match order {
        Command::SaveNote { base, text, .. } => Some((base, text)),
        _ => None,
    });
    kept.collect()
}

fn pair(base: &str, text: &str) -> (String, String) {
    (base.to_owned(), text.to_owned())
}

fn changed(stage: &mut Stage, text: &str) {
    stage.fact(EventKind::NoteChanged {
        text: text.to_owned(),
    });
}

#[test]
fn it_lies_beside_the_chat_and_says_how_it_stands() {
    for (width, height) in [(160, 48), (120, 40), (80, 24)] {
        let mut stage = opened(width, height, "# Shop\nRetries belong to Ada.\n");
        stage.press("Down Down A s k");
        insta::assert_snapshot!(format!("note_{width}"), stage.text());
    }
}

#[test]
fn what_is_typed_is_kept_a_moment_later_and_when_it_is_left() {
    let mut stage = opened(120, 40, "");
    assert_eq!(focus(&stage), Focus::Pane(Pane::Note));
    stage.press("H i Enter q ?");
    assert_eq!(kept(&mut stage), []);
    stage.wait(Duration::from_secs(2));
    assert_eq!(kept(&mut stage), [pair("", "Hi\nq?")]);
    changed(&mut stage, "Hi\nq?");
    assert!(stage.text().contains("kept"));
    stage.press("! Esc");
    assert_eq!(kept(&mut stage), [pair("Hi\nq?", "Hi\nq?!")]);
    assert_eq!(focus(&stage), Focus::Editor);
    assert_eq!(stage.app.deadline(), None, "an idle screen wakes nobody");
}

#[test]
fn what_others_keep_meanwhile_is_shown_and_what_is_typed_here_is_not_lost() {
    let mut stage = opened(120, 40, "one\n");
    changed(&mut stage, "one\ntwo\n");
    assert!(stage.text().contains("two"));
    stage.press("x");
    changed(&mut stage, "one\ntwo\nthree\n");
    stage.wait(Duration::from_secs(2));
    // The edit is based on the shown text; the engine merges it with the stored one.
    assert_eq!(kept(&mut stage), [pair("one\ntwo\n", "xone\ntwo\n")]);
    stage.press("y");
    changed(&mut stage, "xone\ntwo\nthree\n");
    stage.wait(Duration::from_secs(2));
    assert_eq!(kept(&mut stage), [pair("xone\ntwo\n", "xyone\ntwo\n")]);
    changed(&mut stage, "xyone\ntwo\nthree\n");
    assert!(stage.text().contains("three") && stage.text().contains("xyone"));
}

#[test]
fn one_that_could_not_be_kept_says_why_and_is_given_again() {
    let mut stage = opened(120, 40, "");
    stage.press("a Ctrl+S");
    assert_eq!(kept(&mut stage), [pair("", "a")]);
    stage.fact(EventKind::CommandRejected {
        said: None,
        command: "save_note".into(),
        reason: "the note is not kept: the disk is full".into(),
    });
    assert!(stage.text().contains("the disk is full"));
    stage.press("Ctrl+S");
    assert_eq!(kept(&mut stage), [pair("", "a")]);
}

#[test]
fn the_command_takes_it_away_again_and_the_difference_comes_back() {
    let mut stage = opened(160, 48, "one");
    stage.press("! Esc");
    type_line(&mut stage, "/note");
    assert_eq!(kept(&mut stage), [pair("one", "!one")]);
    assert!(!stage.text().contains("NOTE") && stage.text().contains("DIFF"));
    type_line(&mut stage, "/note");
    assert!(stage.text().contains("!one"));
}

#[test]
fn leaving_the_program_keeps_it() {
    let mut stage = opened(120, 40, "");
    stage.press("a");
    stage.app.keep_drafts();
    stage.effects.extend(stage.app.take_effects());
    assert_eq!(kept(&mut stage), [pair("", "a")]);
}
