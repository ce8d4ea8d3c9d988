//! Tests of the workspace's note beside the chat.

use super::*;
use crate::chrome::Focus;
use crate::layout::Pane;
use notice::Notice;
use protocol::command::CommandKind;

pub(super) fn opened(width: u16, height: u16, note: &str) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    type_line(&mut harness, "/note");
    assert!(harness.effects.contains(&Effect::Ask(Query::Note)));
    harness.app.reply(
        &Query::Note,
        Reply::Text {
            text: note.to_owned(),
            total_lines: 0,
        },
    );
    harness.orders();
    harness
}

fn type_line(harness: &mut TuiHarness, line: &str) {
    for character in line.chars() {
        harness.key_now(&character.to_string());
    }
    harness.press("Enter");
}

fn focus(harness: &TuiHarness) -> Focus {
    harness.app.model().chrome.focus
}

/// Returns the notes sent for storage since the last call.
fn kept(harness: &mut TuiHarness) -> Vec<(String, String)> {
    let orders = harness.orders().into_iter();
    let kept = orders.filter_map(|order| match order {
        Command::SaveNote { base, text, .. } => Some((base, text)),
        _ => None,
    });
    kept.collect()
}

fn pair(base: &str, text: &str) -> (String, String) {
    (base.to_owned(), text.to_owned())
}

fn changed(harness: &mut TuiHarness, text: &str) {
    harness.fact(EventKind::NoteChanged {
        text: text.to_owned(),
    });
}

#[test]
fn what_is_typed_is_kept_a_moment_later_and_when_it_is_left() {
    let mut harness = opened(120, 40, "");
    assert_eq!(focus(&harness), Focus::Pane(Pane::Note));
    harness.press("H i Enter q ?");
    assert_eq!(kept(&mut harness), []);
    harness.wait(Duration::from_secs(2));
    assert_eq!(kept(&mut harness), [pair("", "Hi\nq?")]);
    changed(&mut harness, "Hi\nq?");
    assert!(harness.text().contains("saved"));
    harness.press("! Esc");
    assert_eq!(kept(&mut harness), [pair("Hi\nq?", "Hi\nq?!")]);
    assert_eq!(focus(&harness), Focus::Editor);
    assert_eq!(harness.app.deadline(), None, "an idle screen wakes nobody");
}

#[test]
fn what_others_keep_meanwhile_is_shown_and_what_is_typed_here_is_not_lost() {
    let mut harness = opened(120, 40, "one\n");
    changed(&mut harness, "one\ntwo\n");
    assert!(harness.text().contains("two"));
    harness.press("x");
    changed(&mut harness, "one\ntwo\nthree\n");
    harness.wait(Duration::from_secs(2));
    // The edit is based on the shown text; the engine merges it with the stored one.
    assert_eq!(kept(&mut harness), [pair("one\ntwo\n", "xone\ntwo\n")]);
    harness.press("y");
    changed(&mut harness, "xone\ntwo\nthree\n");
    harness.wait(Duration::from_secs(2));
    assert_eq!(kept(&mut harness), [pair("xone\ntwo\n", "xyone\ntwo\n")]);
    changed(&mut harness, "xyone\ntwo\nthree\n");
    assert!(harness.text().contains("three") && harness.text().contains("xyone"));
}

#[test]
fn one_that_could_not_be_kept_says_why_and_is_given_again() {
    let mut harness = opened(120, 40, "");
    harness.press("a Ctrl+S");
    assert_eq!(kept(&mut harness), [pair("", "a")]);
    harness.fact(EventKind::CommandRejected {
        said: None,
        command: CommandKind::SaveNote,
        reason: Notice::text("note not saved: the disk is full"),
    });
    assert!(harness.text().contains("the disk is full"));
    harness.press("Ctrl+S");
    assert_eq!(kept(&mut harness), [pair("", "a")]);
}

#[test]
fn the_command_takes_it_away_again_and_the_difference_comes_back() {
    let mut harness = opened(160, 48, "one").with_diff_pinned();
    harness.press("! Esc");
    type_line(&mut harness, "/note");
    assert_eq!(kept(&mut harness), [pair("one", "!one")]);
    assert!(!harness.text().contains("Note") && harness.text().contains("Diff"));
    type_line(&mut harness, "/note");
    assert!(harness.text().contains("!one"));
}

#[test]
fn leaving_the_program_keeps_it() {
    let mut harness = opened(120, 40, "");
    harness.press("a");
    harness.app.store_drafts();
    harness.effects.extend(harness.app.take_effects());
    assert_eq!(kept(&mut harness), [pair("", "a")]);
}
