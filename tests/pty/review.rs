//! The review in the real program: staged, looked at, marked, written, and taken back.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::harness::{Key, Place, Session, Start, Step, play};

const BEFORE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n";
const AFTER: &str = "one\nTWO\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\nELEVEN\ntwelve\n";
const HALF: &str = "one\nTWO\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n";

/// A workbench in review mode after a run that changed two places of a file.
fn after_a_run(place: &Place) -> (Session, PathBuf) {
    let file = place.work().join("notes.txt");
    fs::write(&file, BEFORE).expect("the file");
    let steps = vec![
        Step::calls("I read it.", "read_file", &json!({"path": "notes.txt"})),
        Step::calls(
            "I change two lines.",
            "write_file",
            &json!({"path": "notes.txt", "content": AFTER}),
        ),
        Step::says("Both lines are changed."),
    ];
    let mut arguments = play(place, steps);
    arguments.extend(["--mode".to_owned(), "review".to_owned()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(place, &arguments).size(160, 48).begin();
    session.wait_for(&["── draft ──"]);
    session.line("Change two lines");
    session.wait_for(&["2 hunks wait for review: F7", "review 2 of 2"]);
    assert_eq!(fs::read_to_string(&file).expect("the file"), BEFORE);
    (session, file)
}

/// Presses a key with nothing before or after it, so that it may decide.
fn alone(session: &mut Session, key: &str) {
    session.settle();
    let settled = Instant::now();
    session.wait_until("nothing came for a while", |_| {
        settled.elapsed() > Duration::from_millis(100)
    });
    session.text(key);
}

/// Marks the first hunk as taken and the second as refused.
fn mark(session: &mut Session) {
    session.press(Key::F(7));
    session.wait_for(&["REVIEW  notes.txt", "hunk 1 of 2", "TWO"]);
    alone(session, "a");
    session.wait_for(&["hunk 2 of 2", "[+]1"]);
    alone(session, "r");
    session.wait_for(&["[-]1"]);
}

#[test]
fn what_is_staged_is_marked_and_only_what_was_taken_is_written() {
    let place = Place::new();
    let (mut session, file) = after_a_run(&place);
    mark(&mut session);
    assert_eq!(fs::read_to_string(&file).expect("the file"), BEFORE);
    alone(&mut session, "w");
    session.wait_for(&["WHAT WILL BE WRITTEN", "notes.txt  +1 -1", "y write these"]);
    alone(&mut session, "y");
    session.wait_for(&["written: 1 file +1 -1"]);
    assert_eq!(fs::read_to_string(&file).expect("the file"), HALF);
}

#[test]
fn a_rollback_takes_it_back_and_the_timeline_takes_that_back() {
    let place = Place::new();
    let (mut session, file) = after_a_run(&place);
    mark(&mut session);
    alone(&mut session, "w");
    session.wait_for(&["y write these"]);
    alone(&mut session, "y");
    session.wait_for(&["written: 1 file +1 -1"]);
    session.press(Key::Ctrl('x'));
    session.text("z");
    session.wait_for(&["ROLL BACK", "step 1 of 2", "notes.txt"]);
    // All that was done in the session.
    session.text("jjj ");
    session.wait_for(&["(*) all that agents and commands did in this session"]);
    session.press(Key::Enter);
    session.wait_for(&["step 2 of 2", "y roll back"]);
    alone(&mut session, "y");
    session.wait_until("the file is as it was", |_| {
        fs::read_to_string(&file).is_ok_and(|text| text == BEFORE)
    });
    session.wait_for(&["rolled back and written"]);
    session.press(Key::F(8));
    session.wait_for(&["CHECKPOINTS", "undo  ", "safety"]);
    session.text("g");
    session.press(Key::Enter);
    session.wait_for(&["y takes the rollback back"]);
    alone(&mut session, "y");
    session.wait_until("the rollback is taken back", |_| {
        fs::read_to_string(&file).is_ok_and(|text| text == HALF)
    });
}
