//! The line mode in a terminal: single keys, Ctrl+C, and the restored terminal afterwards.

use std::time::Duration;

use serde_json::json;

use crate::harness::{Key, Kind, Modes, Place, Session, Start, Step, play};

fn begin(place: &Place, steps: Vec<Step>) -> Session {
    let mut arguments = vec![
        "--plain".to_owned(),
        "--mode".to_owned(),
        "confirm".to_owned(),
    ];
    arguments.extend(play(place, steps));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(place, &arguments).kind(Kind::SILENT).begin();
    session.wait_for(&["Session ", "mode confirm"]);
    session
}

/// Asserts that the only control sequences in the output turn bracketed paste on and off.
fn assert_plain(session: &Session) {
    let text = String::from_utf8_lossy(session.bytes()).into_owned();
    let rest = text.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "");
    assert!(!rest.contains('\x1b'), "{rest:?}");
}

#[test]
fn ctrl_c_stops_a_run_and_twice_leaves_with_the_terminal_as_it_was() {
    let place = Place::new();
    let mut session = begin(&place, vec![Step::says("Nothing to do.")]);
    assert!(!session.line_is_as_before(), "keys come one by one");
    session.text("!sleep 86398");
    session.press(Key::Enter);
    session.wait_until("the command runs", |_| place.runs("sleep 86398"));
    session.press(Key::Ctrl('c'));
    session.wait_for(&["Stopping the run", "Your turn."]);
    session.wait_until("no process is left but the program", |_| {
        place.processes().len() == 1
    });
    session.press(Key::Ctrl('c'));
    session.wait_for(&["Ctrl+C again quits"]);
    session.press(Key::Ctrl('c'));
    assert_eq!(session.wait_for_end(), 0, "{}", session.dump());
    assert_eq!(Modes::after(session.bytes()), Modes::plain());
    assert!(session.line_is_as_before(), "{}", session.dump());
    assert_plain(&session);
}

#[test]
fn keys_that_were_typed_before_a_question_was_there_are_a_message() {
    let place = Place::new();
    let write = json!({"path": "new.txt", "content": "new\n"});
    let steps = vec![
        Step::calls("I make it.", "write_file", &write),
        Step::says("As you say."),
    ];
    let mut session = begin(&place, steps);
    // Enter, and at once a possible answer: its first letter arrives before the question.
    session.text("make it\ry");
    session.wait_for(&["may new.txt be created?", "You: y"]);
    session.text("es\r");
    session.wait_for(&["so it does not answer it", "The question still waits"]);
    assert!(!place.work().join("new.txt").exists());
    session.listen_for(Duration::from_millis(450));
    session.text("yes\r");
    session.wait_for(&["Answer: yes."]);
    session.wait_until("it is written", |_| place.work().join("new.txt").exists());
    session.wait_until("the run is over", |view| {
        let rows = view.rows();
        let last = rows.iter().rfind(|row| !row.trim().is_empty());
        view.shows("Agent: As you say.") && last.is_some_and(|row| row.contains("Your turn."))
    });
    session.press(Key::Ctrl('d'));
    assert_eq!(session.wait_for_end(), 0, "{}", session.dump());
    assert_plain(&session);
}

#[test]
fn a_line_that_is_longer_than_the_terminal_is_broken_at_blanks() {
    let place = Place::new();
    let mut session = begin(&place, vec![Step::says("Nothing to do.")]);
    session.resize(50, 30);
    session.text("/keys\r");
    // Rows break at a blank, never in the middle of a word.
    session.wait_until("the keys are told", |view| {
        let rows = view.rows();
        let text: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
        let text = text.join(" ");
        text.contains("A line that begins with / is a command, see /help. One that begins with ! runs in the shell")
            && text.contains("on a line of its own, begun after the question came.")
    });
    session.press(Key::Ctrl('d'));
    assert_eq!(session.wait_for_end(), 0, "{}", session.dump());
    assert_plain(&session);
}
