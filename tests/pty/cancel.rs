//! Ctrl+C ends everything that runs.

use crate::demo;
use crate::harness::{Key, Place, Session, Start, Step, play};

/// Starts the workbench with a model that says one thing.
pub fn workbench(place: &Place) -> Session {
    let arguments = play(place, vec![Step::says("Nothing to do.")]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(place, &arguments).begin();
    session.wait_for(&["── draft ──", "replay/recorded"]);
    session
}

#[test]
fn ctrl_c_cancels_a_run_and_its_question() {
    let place = Place::new();
    let mut session = demo::begin(&place);
    session.wait_for(&["── CONFIRM", "+0 -3"]);
    session.press(Key::Ctrl('c'));
    session.wait_until("the run is stopped", |view| {
        view.shows("stopped ·") && !view.shows("── CONFIRM") && !view.shows("Ctrl+C stops")
    });
    session.wait_until("nothing is left to be killed", |view| {
        !view.shows("Ctrl+C again force stops")
    });
    let changed = demo::git(&place.demo(), &["status", "--porcelain"]);
    assert_eq!(changed, "");
}

#[test]
fn ctrl_c_ends_a_shell_command_with_all_its_processes() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.line("!sleep 86399 | cat");
    session.wait_until("the command runs", |_| {
        place.runs("sleep 86399") && place.runs("cat")
    });
    session.wait_for(&["── working"]);
    session.press(Key::Ctrl('c'));
    session.wait_until("no process is left but the program", |_| {
        place.processes().len() == 1
    });
    session.wait_until("it is idle again", |view| !view.shows("Ctrl+C stops"));
}
