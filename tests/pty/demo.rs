//! The demo from its first screen to its last, by keyboard alone.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::harness::{Key, Place, Session, Start};

/// Starts the demo in confirm mode, which asks about each write; its message waits in the editor.
pub fn open(place: &Place) -> Session {
    let mut session = Start::program(place, &["--demo", "--mode", "confirm"]).begin();
    session.wait_for(&["This is the demo", "Ajoute une fonction"]);
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

#[test]
fn the_demo_proposes_two_changes_writes_them_before_the_commands_and_leaves_them_to_review() {
    let place = Place::new();
    let mut session = Start::program(&place, &["--demo"]).size(120, 36).begin();
    session.wait_for(&["This is the demo", "Ajoute une fonction"]);
    session.press(Key::Enter);
    session.wait_for(&["$ git add utils/validators.py", "y apply, then run"]);
    let demo = place.demo();
    let python = demo.join("utils/validators.py");
    let before = fs::read_to_string(&python).expect("the file");
    assert!(!before.contains("validate_email"), "not written yet");
    session.decide("y");
    session.wait_for(&["$ git commit -m"]);
    let after = fs::read_to_string(&python).expect("the file");
    assert!(after.contains("def validate_email(email: str) -> bool:"));
    session.decide("y");
    session.wait_for(&["Ta relecture reste ouverte"]);
    session.wait_until("the run is over", |view| !view.shows("── working"));
    let changed = git(&demo, &["show", "--numstat", "--format="]);
    assert_eq!(changed, "8\t0\tdocs/api.md\n5\t0\tutils/validators.py\n");
    assert_eq!(git(&demo, &["status", "--porcelain"]), "");
    // Writing the files for the commands does not decide their hunks.
    session.press(Key::F(7));
    session.wait_for(&["REVIEW  docs/api.md", "undecided, on the disk"]);
    session.press(Key::Ctrl('x'));
    session.press(Key::Ctrl('c'));
    session.wait_for(&["Removed the demo's folder"]);
    assert_eq!(session.wait_for_end(), 0);
    assert!(!demo.exists(), "the demo cleans up behind itself");
}

#[test]
fn in_confirm_mode_the_demo_asks_for_each_write_and_ends_with_a_commit() {
    let place = Place::new();
    let mut session = begin(&place);
    session.wait_for(&["CONFIRM", "write", "utils/validators.py  +5 -0"]);
    let demo = place.demo();
    let python = demo.join("utils/validators.py");
    let before = fs::read_to_string(&python).expect("the file");
    assert!(!before.contains("validate_email"), "not written yet");
    session.decide("y");
    session.wait_for(&["docs/api.md  +8 -0"]);
    let after = fs::read_to_string(&python).expect("the file");
    assert!(after.contains("def validate_email(email: str) -> bool:"));
    session.decide("y");
    session.wait_for(&["$ git add utils/validators.py docs/api.md"]);
    session.decide("y");
    session.wait_for(&["$ git commit -m"]);
    session.decide("y");
    session.wait_for(&["effectué les modifications"]);
    session.wait_until("nothing is asked any more", |view| {
        !view.shows("── CONFIRM")
    });
    let log = git(&demo, &["log", "--format=%s"]);
    assert_eq!(
        log,
        "feat(validators): add validate_email function\nStart\n"
    );
    let changed = git(&demo, &["show", "--numstat", "--format="]);
    assert_eq!(changed, "8\t0\tdocs/api.md\n5\t0\tutils/validators.py\n");
    assert_eq!(git(&demo, &["status", "--porcelain"]), "");
    session.wait_until("the run is over", |view| !view.shows("── working"));
    session.press(Key::Ctrl('x'));
    session.press(Key::Ctrl('c'));
    assert_eq!(session.wait_for_end(), 0);
    assert!(!demo.exists(), "the demo cleans up behind itself");
}

#[test]
fn a_no_leaves_the_file_untouched_and_is_told_to_the_agent() {
    let place = Place::new();
    let record = place.path("asked.jsonl");
    let record_flag = record.display().to_string();
    let mut session = Start::program(
        &place,
        &["--demo", "--mode", "confirm", "--record", &record_flag],
    )
    .begin();
    session.wait_for(&["Ajoute une fonction"]);
    session.press(Key::Enter);
    session.wait_for(&["utils/validators.py  +5 -0"]);
    let demo = place.demo();
    let before = fs::read_to_string(demo.join("utils/validators.py")).expect("the file");
    session.decide("n");
    session.wait_for(&["docs/api.md  +8 -0"]);
    session.decide("y");
    session.wait_for(&["$ git add"]);
    let after = fs::read_to_string(demo.join("utils/validators.py")).expect("the file");
    assert_eq!(before, after);
    let changed = git(&demo, &["status", "--porcelain"]);
    assert_eq!(changed, " M docs/api.md\n");
    let asked = fs::read_to_string(&record).expect("the recording");
    let third = asked.lines().find(|line| line.contains("\"step\":3"));
    let third = third.expect("the third step is recorded");
    assert!(third.contains("REJECTED"), "{third}");
}
