//! A journal that becomes unwritable while the screen runs.

use crate::harness::{Key, Kind, Place, Session, Start, Step, play};

fn begin(place: &Place, first: &[&str], kind: Kind) -> Session {
    let mut arguments: Vec<String> = first.iter().map(|word| (*word).to_owned()).collect();
    arguments.extend(play(
        place,
        vec![Step::says("Nothing to do."), Step::says("Nothing again.")],
    ));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Start::program(place, &arguments).kind(kind).begin()
}

/// Removes a table that every commit writes to; works for any user who runs the test.
fn take_journal_away(place: &Place) {
    let file = place.work().join(".agentichat/state.db");
    let connection = rusqlite::Connection::open(file).expect("the database");
    connection
        .execute_batch("ALTER TABLE events RENAME TO hidden")
        .expect("it is taken away");
}

#[test]
fn a_screen_whose_journal_is_lost_says_why_and_gives_back_what_was_typed() {
    let place = Place::new();
    let mut session = begin(&place, &[], Kind::KITTY);
    session.wait_for(&["── draft ──", "replay/recorded"]);
    session.line("hello there");
    session.wait_for(&["Nothing to do."]);
    session.wait_until("no run goes on", |view| !view.status().contains("running"));
    take_journal_away(&place);
    session.line("this is not to be lost");
    session.wait_for(&["the engine has stopped", "saving has failed for good"]);
    session.wait_for(&["> this is not to be lost"]);
    assert!(!session.view().shows("Nothing again."), "nothing was begun");
    session.press(Key::Ctrl('c'));
    assert_eq!(session.wait_for_end(), 1, "{}", session.dump());
    session.wait_for(&["no such table", "this is not to be lost"]);
    assert!(session.line_is_as_before(), "{}", session.dump());
}

#[test]
fn lines_whose_journal_is_lost_end_with_the_reason_and_say_what_is_not_kept() {
    let place = Place::new();
    let mut session = begin(&place, &["--plain"], Kind::SILENT);
    session.wait_for(&["Session ", "mode "]);
    session.text("hello there");
    session.press(Key::Enter);
    session.wait_for(&["Nothing to do."]);
    session.wait_for(&["Your turn."]);
    take_journal_away(&place);
    session.text("this is not to be lost");
    session.press(Key::Enter);
    assert_eq!(session.wait_for_end(), 1, "{}", session.dump());
    let text = session.dump();
    let (_, told) = text.split_once("Your unsaved draft:").expect(&text);
    assert!(told.contains("this is not to be lost"), "{text}");
    assert!(text.contains("no such table"), "{text}");
}
