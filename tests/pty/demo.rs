//! The demo from its first screen to its last, by keyboard alone.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::harness::{Key, Place, Session, Start};

/// Starts the demo in confirm mode, which asks about each write; its message waits in the editor.
pub fn open(place: &Place) -> Session {
    let mut session = Start::program(place, &["--demo", "--mode", "confirm"]).begin();
    session.wait_for(&["This is the demo", "Greetings must end"]);
    session
}

/// Starts the demo and sends the message in the editor.
pub fn begin(place: &Place) -> Session {
    let mut session = open(place);
    session.press(Key::Enter);
    session
}

/// Returns git's output in a repository.
pub fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("git");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the text of the script that the demo changes.
pub fn script(place: &Place) -> String {
    fs::read_to_string(place.demo().join("greet.sh")).expect("the script")
}

/// Leaves the demo, and checks that it removes its folder.
fn leave(mut session: Session, place: &Place) {
    let demo = place.demo();
    session.press(Key::Ctrl('x'));
    session.press(Key::Ctrl('c'));
    session.wait_for(&["Removed the demo's folder"]);
    assert_eq!(session.wait_for_end(), 0);
    assert!(!demo.exists(), "the demo cleans up behind itself");
}

#[test]
fn the_demo_shows_a_change_a_failing_check_a_refusal_and_a_rollback() {
    let place = Place::new();
    let mut session = Start::program(&place, &["--demo"]).size(120, 36).begin();
    session.wait_for(&["This is the demo", "Greetings must end", "1 of 6"]);
    session.press(Key::Enter);
    session.wait_for(&["$ sh test.sh", "2 of 6"]);
    let before = script(&place);
    assert!(before.contains("old_style"), "nothing is applied yet");
    session.press(Key::F(7));
    session.wait_for(&["Review  greet.sh"]);
    session.text("q");
    session.wait_for(&["3 of 6", "Chat"]);
    // A machine without proposed worlds applies the changes for the checks.
    let has_worlds = session.view().shows("The disk stays as it is");
    session.decide("y");
    session.wait_for(&["exit 2", "'Hello, Ada !' should be 'Hello, Ada!'", "4 of 6"]);
    assert_eq!(script(&place) == before, has_worlds);
    session.decide("y");
    session.wait_for(&[
        "$ git reset --hard && git clean -fdx",
        "RISK HIGH",
        "5 of 6",
    ]);
    session.decide("n");
    session.wait_for(&["git reset --hard did not run", "6 of 6"]);
    session.wait_until("the run is over", |view| !view.shows("Ctrl+C stops"));
    if has_worlds {
        assert_eq!(
            script(&place),
            before,
            "the checks pass on what is only proposed"
        );
        session.wait_for(&["Nothing is on the disk yet"]);
        session.press(Key::F(7));
        session.wait_for(&["Review  greet.sh"]);
        session.text("A");
        session.wait_for(&["Apply 3 changes in 1 file?"]);
        session.answer("y");
        session.wait_for(&["takes back what the agent changed"]);
        session.wait_for(&["Chat  turn 1"]);
    }
    assert!(script(&place).contains("echo \"Hello, $name!\""));
    session.press(Key::Ctrl('x'));
    session.text("z");
    session.wait_for(&["step 1 of 2", "3 hunks back"]);
    session.settle();
    session.press(Key::Enter);
    session.wait_for(&["step 2 of 2", "y roll back and write now"]);
    session.answer("y");
    session.wait_for(&["That was the demo."]);
    assert_eq!(script(&place), before, "as it was before the run");
    leave(session, &place);
}

#[test]
fn in_confirm_mode_the_demo_asks_for_each_write() {
    let place = Place::new();
    let mut session = begin(&place);
    session.wait_for(&["CONFIRM", "greet.sh  +0 -3"]);
    assert!(
        script(&place).contains("old_style"),
        "nothing is written yet"
    );
    session.decide("y");
    session.wait_for(&["greet.sh  +1 -1"]);
    assert!(!script(&place).contains("old_style"));
    session.decide("y");
    session.wait_for(&["$ sh test.sh"]);
    session.decide("n");
    session.wait_for(&["I do not know whether"]);
    session.wait_until("the run is over", |view| !view.shows("Ctrl+C stops"));
    let changed = git(&place.demo(), &["diff", "--numstat"]);
    assert_eq!(changed, "1\t4\tgreet.sh\n");
    leave(session, &place);
}

#[test]
fn the_agent_of_the_demo_learns_of_a_no_and_leaves_the_file_untouched() {
    let place = Place::new();
    let record = place.path("asked.jsonl");
    let record_flag = record.display().to_string();
    let mut session = Start::program(
        &place,
        &["--demo", "--mode", "confirm", "--record", &record_flag],
    )
    .begin();
    session.wait_for(&["Greetings must end"]);
    session.press(Key::Enter);
    session.wait_for(&["greet.sh  +0 -3"]);
    let before = script(&place);
    session.decide("n");
    session.wait_for(&["greet.sh  +1 -1"]);
    session.decide("n");
    session.wait_for(&["You refused the change"]);
    session.wait_until("the run is over", |view| !view.shows("Ctrl+C stops"));
    assert_eq!(script(&place), before);
    let asked = fs::read_to_string(&record).expect("the recording");
    let third = asked.lines().find(|line| line.contains("\"step\":3"));
    let third = third.expect("the third step is recorded");
    assert!(third.contains("REJECTED"), "{third}");
}
