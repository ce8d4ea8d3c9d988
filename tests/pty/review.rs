//! The review in the real program: proposing, viewing, marking, applying, and rolling back.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::harness::{Key, Place, Session, Start, Step, play};

const BEFORE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n";
const AFTER: &str = "one\nTWO\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\nELEVEN\ntwelve\n";
const HALF: &str = "one\nTWO\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n";

/// Starts a workbench in review mode after a run that changed two places of a file.
fn after_a_run(place: &Place) -> (Session, PathBuf) {
    after_writing(place, BEFORE, AFTER, "2 to review")
}

/// Starts a workbench after a run that replaced a text by another; then waits for this status.
fn after_writing(place: &Place, before: &str, after: &str, status: &str) -> (Session, PathBuf) {
    let file = place.work().join("notes.txt");
    fs::write(&file, before).expect("the file");
    let steps = vec![
        Step::calls("I read it.", "read_file", &json!({"path": "notes.txt"})),
        Step::calls(
            "I change two lines.",
            "write_file",
            &json!({"path": "notes.txt", "content": after}),
        ),
        Step::says("Both lines are changed."),
    ];
    let mut arguments = play(place, steps);
    arguments.extend(["--mode".to_owned(), "review".to_owned()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(place, &arguments).size(160, 48).begin();
    session.wait_for(&["── draft ──"]);
    session.line("Change two lines");
    session.wait_for(&["to review: F7", status]);
    assert_eq!(fs::read_to_string(&file).expect("the file"), before);
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

/// Accepts the first hunk and rejects the second.
fn mark(session: &mut Session) {
    session.press(Key::F(7));
    session.wait_for(&["Review  notes.txt", "hunk 1 of 2", "TWO"]);
    alone(session, "a");
    session.wait_for(&["hunk 2 of 2", "[+]1"]);
    alone(session, "r");
    session.wait_for(&["[-]1"]);
}

/// Returns the output behind the restored screen.
fn below_the_screen(session: &Session) -> String {
    let left = String::from_utf8_lossy(session.bytes()).into_owned();
    let (_, below) = left
        .rsplit_once("\u{1b}[?1049l")
        .expect("the screen is left");
    below.to_owned()
}

#[test]
fn who_left_is_told_how_many_changes_wait_and_how_they_come_back() {
    let place = Place::new();
    let (mut session, _) = after_a_run(&place);
    session.line("/quit");
    assert_eq!(session.wait_for_end(), 0, "{}", session.dump());
    let below = below_the_screen(&session);
    let line = "2 hunks to review: agentichat --continue opens them";
    assert!(below.contains(line), "{below}");
}

#[test]
fn who_left_without_changes_is_told_what_reopens_the_session() {
    let place = Place::new();
    let arguments = play(&place, vec![Step::says("Nothing to do.")]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(&place, &arguments).size(160, 48).begin();
    session.wait_for(&["── draft ──"]);
    session.line("Look around");
    session.wait_for(&["Nothing to do."]);
    session.line("/quit");
    assert_eq!(session.wait_for_end(), 0, "{}", session.dump());
    let below = below_the_screen(&session);
    let line = "agentichat --continue reopens your last session";
    assert!(below.contains(line), "{below}");
}

#[test]
fn what_is_proposed_is_marked_and_only_what_was_taken_is_written() {
    let place = Place::new();
    let (mut session, file) = after_a_run(&place);
    mark(&mut session);
    assert_eq!(fs::read_to_string(&file).expect("the file"), BEFORE);
    alone(&mut session, "w");
    session.wait_for(&["Apply 1 change in 1 file?", "notes.txt  +1 -1", "y apply"]);
    session.answer("y");
    session.wait_for(&["applied: 1 file +1 -1"]);
    assert_eq!(fs::read_to_string(&file).expect("the file"), HALF);
}

#[test]
fn a_rollback_takes_it_back_and_the_timeline_takes_that_back() {
    let place = Place::new();
    let (mut session, file) = after_a_run(&place);
    mark(&mut session);
    alone(&mut session, "w");
    session.wait_for(&["y apply "]);
    session.answer("y");
    session.wait_for(&["applied: 1 file +1 -1"]);
    session.press(Key::Ctrl('x'));
    session.text("z");
    session.wait_for(&["Roll back", "step 1 of 2", "notes.txt"]);
    // Everything done in the session.
    session.text("jjj ");
    session.wait_for(&["Roll back of the session"]);
    session.press(Key::Enter);
    session.wait_for(&["step 2 of 2", "y roll back"]);
    session.answer("y");
    session.wait_until("the file is as it was", |_| {
        fs::read_to_string(&file).is_ok_and(|text| text == BEFORE)
    });
    session.wait_for(&["rolled back and written"]);
    session.press(Key::F(8));
    session.wait_for(&["Checkpoints", "undo  ", "safety"]);
    session.text("g");
    session.press(Key::Enter);
    session.wait_for(&["y undo"]);
    session.answer("y");
    session.wait_until("the rollback is taken back", |_| {
        fs::read_to_string(&file).is_ok_and(|text| text == HALF)
    });
}

/// Returns a text of numbered lines in which some are replaced.
fn lines_with(changed: &[(usize, &str)]) -> String {
    let line = |number: usize| {
        let other = changed.iter().find(|(of, _)| *of == number);
        other.map_or_else(
            || format!("line {number}\n"),
            |(_, text)| format!("{text}\n"),
        )
    };
    (1..=40).map(line).collect()
}

#[test]
fn the_whole_job_from_proposing_to_a_rollback_that_leaves_ones_own_line() {
    let place = Place::new();
    let base = lines_with(&[]);
    let proposed = lines_with(&[
        (3, "THREE"),
        (11, "ELEVEN"),
        (19, "NINETEEN"),
        (27, "TWENTY"),
    ]);
    let (mut session, file) = after_writing(&place, &base, &proposed, "4 to review");
    let disk = || fs::read_to_string(&file).expect("the file");
    session.press(Key::F(7));
    session.wait_for(&["Review  notes.txt", "hunk 1 of 4", "THREE"]);
    // Two are accepted, one is rejected.
    alone(&mut session, "a");
    session.wait_for(&["hunk 2 of 4", "[+]1"]);
    alone(&mut session, "a");
    session.wait_for(&["hunk 3 of 4", "[+]2"]);
    alone(&mut session, "r");
    session.wait_for(&["hunk 4 of 4", "[-]1"]);
    // One is edited in place, accepted, and commented on.
    session.text("e");
    session.wait_for(&["Edit this change"]);
    session.press(Key::Ctrl('e'));
    session.text("-SEVEN");
    session.wait_for(&["TWENTY-SEVEN"]);
    session.press(Key::Ctrl('s'));
    session.wait_for(&["edited by you", "TWENTY-SEVEN"]);
    session.text("c");
    session.wait_for(&["Comment for the agent"]);
    session.text("say it whole next time");
    session.wait_for(&["say it whole next time"]);
    session.press(Key::Enter);
    session.wait_for(&["# say it whole next time", "(not sent yet)"]);
    alone(&mut session, "a");
    session.wait_for(&["[+]3", "[ ]0"]);
    assert_eq!(disk(), base, "marks write nothing");
    // The accepted hunks are applied.
    alone(&mut session, "w");
    session.wait_for(&["Apply 3 changes in 1 file?", "notes.txt  +3 -3", "y apply"]);
    session.answer("y");
    session.wait_for(&["applied: 1 file +3 -3"]);
    let written = [(3, "THREE"), (11, "ELEVEN"), (27, "TWENTY-SEVEN")];
    assert_eq!(disk(), lines_with(&written));
    // The user edits a line in another program.
    let mine = (35, "mine");
    fs::write(&file, lines_with(&[&written[..], &[mine]].concat())).expect("one's own line");
    session.wait_for(&["[u]1", "hunk 4 of 5"]);
    // The run is rolled back, hunk by hunk.
    session.press(Key::Ctrl('x'));
    session.text("c");
    session.wait_for(&["Chat", "Both lines are changed."]);
    session.text("b");
    session.wait_for(&["Roll back of one run", "(*) this run", "1 of yours kept"]);
    session.text("d");
    session.wait_for(&["now vs rolled back", "TWENTY-SEVEN"]);
    assert!(!session.view().shows("- mine"), "{}", session.dump());
    session.press(Key::Esc);
    session.wait_for(&["step 1 of 2"]);
    session.press(Key::Enter);
    session.wait_for(&["step 2 of 2", "1 hunk of yours stays.", "y roll back"]);
    session.answer("y");
    session.wait_for(&["rolled back and written"]);
    session.wait_until("all but one's own line is the base", |_| {
        fs::read_to_string(&file).is_ok_and(|text| text == lines_with(&[mine]))
    });
}
