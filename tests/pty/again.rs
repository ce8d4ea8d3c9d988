//! Restarting the program: what is still there.

use nix::sys::signal::Signal;
use serde_json::json;

use crate::cancel::workbench;
use crate::harness::{Key, Place, Session, Start, Step, play};

fn continued(place: &Place, steps: Vec<Step>) -> Session {
    let mut arguments = play(place, steps);
    arguments.push("--continue".to_owned());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Start::program(place, &arguments).size(110, 36).begin()
}

fn answers() -> Vec<Step> {
    vec![
        Step::runs("I will wait a day.", "sleep 86397"),
        Step::says("It is another day."),
    ]
}

#[test]
fn after_a_kill_in_a_run_everything_typed_and_said_is_back() {
    let place = Place::new();
    let arguments = play(&place, answers());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(&place, &arguments).begin();
    session.wait_for(&["── draft ──", "replay/recorded"]);
    session.line("please wait");
    session.wait_until("the command runs", |_| place.runs("sleep 86397"));
    session.text("and then tell me");
    let store = place.work().join(".agentichat");
    session.wait_until("the draft is kept", |_| {
        place.is_stored(&store, "and then tell me")
    });
    session.signal(Signal::SIGKILL);
    session.wait_for_end();

    let mut session = continued(&place, answers());
    session.wait_until("the screen reports the interrupted run", |view| {
        view.text().to_lowercase().contains("interrupted")
    });
    session.press(Key::Enter);
    session.wait_for(&["please wait", "I will wait a day."]);
    session.wait_until("the draft is back", |view| {
        view.draft().contains("and then tell me")
    });
    session.wait_until("nothing runs", |view| !view.shows("Ctrl+C stops"));
}

#[test]
fn who_begins_anew_is_told_of_a_message_that_was_begun_and_not_sent() {
    let place = Place::new();
    let store = place.work().join(".agentichat");
    let mut session = workbench(&place);
    session.text("almost said");
    session.wait_until("the draft is kept", |_| {
        place.is_stored(&store, "almost said")
    });
    session.signal(Signal::SIGKILL);
    session.wait_for_end();
    let mut session = workbench(&place);
    session.wait_for(&["Unsent draft in", "Ctrl+X b"]);
    drop(session);
    let mut session = continued(&place, answers());
    session.wait_until("the draft is back", |view| {
        view.draft().contains("almost said")
    });
    assert!(!session.view().shows("Unsent draft in"));
}

/// Returns the answers of a model that reads a file, asks to change it, and ends.
fn changes() -> Vec<Step> {
    let read = json!({ "path": "notes.txt" });
    let replace = json!({ "path": "notes.txt", "old_text": "one", "new_text": "two" });
    vec![
        Step::calls("I read it.", "read_file", &read),
        Step::calls("I change it.", "replace_text", &replace),
        Step::says("It is changed."),
    ]
}

#[test]
fn after_a_kill_a_question_is_asked_again_and_the_run_goes_on_with_the_answer() {
    let place = Place::new();
    let notes = place.write("work/notes.txt", "one\n");
    let file = || std::fs::read_to_string(&notes).expect("the file");
    let mut arguments = play(&place, changes());
    arguments.extend(["--mode", "confirm"].map(str::to_owned));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(&place, &arguments).size(110, 36).begin();
    session.wait_for(&["── draft ──", "recorded"]);
    session.line("change it");
    session.wait_for(&["── CONFIRM", "+1 -1"]);
    session.signal(Signal::SIGKILL);
    session.wait_for_end();

    let mut session = continued(&place, changes());
    session.wait_for(&["── CONFIRM", "+1 -1", "nothing ran meanwhile"]);
    session.settle();
    assert_eq!(file(), "one\n", "nothing was done meanwhile");
    session.press(Key::F(2));
    session.answer("y");
    session.wait_for(&["It is changed."]);
    assert_eq!(file(), "two\n");
}

#[test]
fn a_second_instance_with_sessions_of_its_own_says_where_the_session_is_and_opens_a_new_one() {
    let place = Place::new();
    place.write("config/config.yaml", "sessions:\n  second_terminal: own\n");
    let mut first = workbench(&place);
    first.line("hello there");
    first.wait_for(&["Nothing to do."]);
    let pid = first.pid();
    let mut second = continued(&place, vec![Step::says("Nothing to do.")]);
    second.wait_for(&["open in another terminal", &format!("process {pid}")]);
    second.wait_for(&["this is a new one", "── draft ──"]);
    assert!(!second.view().shows("hello there"));
    second.text("mine");
    second.wait_until("it takes keys", |view| view.draft().contains("mine"));
    first.text("still here");
    first.wait_until("the first goes on", |view| {
        view.draft().contains("still here")
    });
}

#[test]
fn a_session_that_comes_back_keeps_the_model_that_was_chosen_in_it() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.wait_for(&["replay/recorded"]);
    session.line("/model another");
    session.wait_for(&["replay/another"]);
    session.line("hello there");
    session.wait_for(&["Nothing to do."]);
    session.signal(Signal::SIGKILL);
    session.wait_for_end();
    // Without a model on the command line, the session's own applies.
    let steps = vec![Step::says("Not here."), Step::says("Still nothing.")];
    let mut arguments = play(&place, steps);
    arguments.retain(|word| word != "--model" && word != "recorded");
    arguments.push("--continue".to_owned());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(&place, &arguments).size(160, 36).begin();
    session.wait_for(&["hello there", "replay/another"]);
    session.line("and again");
    session.wait_for(&["Still nothing."]);
    assert!(session.view().shows("replay/another"));
}
