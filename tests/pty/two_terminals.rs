//! Two terminals on one workspace: both show the same, and when one ends the other continues.

use std::path::PathBuf;

use nix::sys::signal::Signal;

use crate::harness::{Key, Place, Session, Start, Step, play};

/// Starts the workbench with these answers; the first one owns the workspace, the next ones attach.
fn open(place: &Place, arguments: &[String]) -> Session {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(place, &arguments).size(160, 48).begin();
    session.wait_for(&["── draft ──", "replay/recorded"]);
    session
}

/// Starts two of them.
fn two(place: &Place, steps: Vec<Step>) -> (Session, Session) {
    let arguments = play(place, steps);
    let first = open(place, &arguments);
    let mut second = open(place, &arguments);
    let owner = first.pid();
    second.wait_for(&[
        &format!("attached to the terminal of process {owner}"),
        &format!("attached to {owner}"),
    ]);
    (first, second)
}

/// Returns the notice that this process has taken over.
fn owns(session: &Session) -> String {
    format!("process {} owns", session.pid())
}

fn sockets(place: &Place) -> Vec<PathBuf> {
    let folders = [place.work().join(".agentichat"), place.path("tmp")];
    let mut found = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|end| end == "sock") {
                found.push(entry.path());
            }
        }
    }
    found
}

#[test]
fn a_terminal_that_attaches_tells_what_is_wrong_with_its_configuration() {
    let place = Place::new();
    let arguments = play(&place, vec![Step::says("Hello.")]);
    let _first = open(&place, &arguments);
    place.write("config/config.yaml", "modle: big\n");
    let mut second = open(&place, &arguments);
    second.wait_for(&["config.yaml:1", "modle", "A file with an error is ignored"]);
}

#[test]
fn both_show_and_answer_the_same_and_a_kill_of_the_first_loses_nothing() {
    let place = Place::new();
    let steps = vec![
        Step::runs("I will make it.", "touch made.txt"),
        Step::says("It is made."),
        Step::says("And on we go."),
    ];
    let (mut first, mut second) = two(&place, steps);
    second.line("please make it");
    first.wait_for(&["please make it", "── CONFIRM", "touch made.txt"]);
    second.wait_for(&["please make it", "── CONFIRM", "touch made.txt"]);
    first.decide("y");
    for session in [&mut first, &mut second] {
        session.wait_until("it is answered and done", |view| {
            view.shows("It is made.") && !view.shows("── CONFIRM")
        });
    }
    // In a proposed world, where the machine has one, the file is a proposal.
    let made = place.work().join("made.txt");
    first.wait_until("it is made or proposed", |view| {
        view.shows("to review: F7") || made.exists()
    });

    second.text("half a thought");
    second.wait_until("a draft", |view| view.draft().contains("half a thought"));
    first.signal(Signal::SIGKILL);
    first.wait_for_end();
    let owner = owns(&second);
    second.wait_for(&[&owner, "please make it", "It is made."]);
    second.wait_until("it is attached no more, and its draft is there", |view| {
        !view.status().contains("attached") && view.draft().contains("half a thought")
    });
    second.press(Key::Enter);
    second.wait_for(&["half a thought", "And on we go."]);
    second.line("/quit");
    assert_eq!(second.wait_for_end(), 0);
    assert_eq!(sockets(&place), [] as [PathBuf; 0], "no socket is left");
}

#[test]
fn a_run_that_died_with_its_owner_is_interrupted_for_the_other_and_its_processes_are_ended() {
    let place = Place::new();
    let steps = vec![
        Step::runs("I will wait a day.", "sleep 86391"),
        Step::says("It is another day."),
    ];
    let (mut first, mut second) = two(&place, steps);
    first.line("please wait");
    second.wait_for(&["please wait", "I will wait a day.", "── working"]);
    second.wait_until("the command runs", |_| place.runs("sleep 86391"));
    first.signal(Signal::SIGKILL);
    first.wait_for_end();
    second.wait_for(&["INTERRUPTED", "Enter proceed"]);
    second.wait_until("what was left over is ended", |_| {
        !place.runs("sleep 86391")
    });
    second.press(Key::Enter);
    second.wait_for(&["please wait", "I will wait a day.", &owns(&second)]);
    second.line("and now");
    second.wait_for(&["and now", "It is another day."]);
}

#[test]
fn who_leaves_hands_the_workspace_over_and_who_was_attached_leaves_it_alone() {
    let place = Place::new();
    let steps = vec![
        Step::says("First."),
        Step::says("Second."),
        Step::says("Third."),
    ];
    let arguments = play(&place, steps);
    let mut first = open(&place, &arguments);
    let mut second = open(&place, &arguments);
    let mut third = open(&place, &arguments);
    third.wait_for(&[&format!("attached to {}", first.pid())]);
    second.wait_for(&[&format!("attached to {}", first.pid())]);
    second.line("one");
    third.wait_for(&["one", "First."]);
    // An attached terminal quits: nothing changes for the others.
    third.line("/quit");
    assert_eq!(third.wait_for_end(), 0);
    first.line("two");
    second.wait_for(&["two", "Second."]);
    first.line("/quit");
    assert_eq!(first.wait_for_end(), 0);
    second.wait_for(&[&owns(&second)]);
    second.line("three");
    second.wait_for(&["one", "two", "three", "Third."]);
    let mut fourth = open(&place, &arguments);
    fourth.wait_for(&[
        &format!("attached to {}", second.pid()),
        "one",
        "two",
        "three",
    ]);
}

#[test]
fn an_owner_that_is_stopped_is_named_and_what_is_typed_meanwhile_reaches_it() {
    let place = Place::new();
    let (first, mut second) = two(&place, vec![Step::says("Here I am.")]);
    first.signal(Signal::SIGSTOP);
    let silent = format!("process {}) does not answer", first.pid());
    second.wait_for(&[&silent]);
    second.line("are you there");
    first.signal(Signal::SIGCONT);
    second.wait_for(&["answers again", "are you there", "Here I am."]);
}

#[test]
fn a_session_of_ones_own_is_had_by_config_and_a_new_one_by_another_model() {
    let place = Place::new();
    let arguments = play(&place, vec![Step::says("Nothing to do.")]);
    let mut first = open(&place, &arguments);
    first.line("hello there");
    first.wait_for(&["Nothing to do."]);
    let mut own = arguments.clone();
    own.extend([
        "--set".to_owned(),
        "sessions.second_terminal=own".to_owned(),
    ]);
    let second = open(&place, &own);
    assert!(!second.view().shows("hello there") && !second.view().shows("attached"));
    // Different settings for the session create a separate session, at the owner.
    let mut other = arguments;
    other.extend(["--mode".to_owned(), "plan".to_owned()]);
    let mut third = open(&place, &other);
    third.wait_for(&[&format!("attached to {}", first.pid())]);
    third.wait_until("its mode", |view| view.status().contains("plan ·"));
    assert!(!third.view().shows("hello there"));
}

#[test]
fn owner_after_owner_dies_and_each_message_is_there_once() {
    let place = Place::new();
    let steps = (0..20).map(|number| Step::says(&format!("Answer {number}.")));
    let arguments = play(&place, steps.collect());
    let mut owner = open(&place, &arguments);
    for number in 0..5 {
        let mut next = open(&place, &arguments);
        next.wait_for(&[&format!("attached to {}", owner.pid())]);
        next.line(&format!("message-{number}"));
        // The message is acknowledged: whatever the owner is doing now, it must not be lost.
        next.wait_until("it is in the conversation", |view| {
            let said = format!("message-{number}");
            view.shows(&said) && !view.draft().contains(&said)
        });
        owner.signal(Signal::SIGKILL);
        owner.wait_for_end();
        // If the owner died in a run, that is reported first, over everything else.
        let took_over = owns(&next);
        next.wait_until("it has taken over", |view| {
            view.shows(&took_over) || view.shows("Enter proceed")
        });
        if next.view().shows("Enter proceed") {
            next.press(Key::Enter);
            next.wait_until("it is closed", |view| !view.shows("Enter proceed"));
        }
        next.wait_for(&[&took_over]);
        owner = next;
    }
    let mut again: Vec<&str> = arguments.iter().map(String::as_str).collect();
    owner.line("/quit");
    assert_eq!(owner.wait_for_end(), 0);
    again.push("--continue");
    let mut last = Start::program(&place, &again).size(160, 140).begin();
    last.wait_for(&["message-4"]);
    for number in 0..5 {
        // The bar of the user's messages: the session's name is the first of them too.
        let said = format!("▌ message-{number}");
        let times = last.view().text().matches(&said).count();
        assert_eq!(times, 1, "{said}\n{}", last.dump());
    }
}

#[test]
fn a_message_that_the_owner_never_read_is_given_to_who_takes_over_and_only_once() {
    let place = Place::new();
    let (mut first, mut second) = two(&place, vec![Step::says("Here I am.")]);
    first.signal(Signal::SIGSTOP);
    second.line("are you there");
    let silent = format!("process {}) does not answer", first.pid());
    second.wait_for(&[&silent]);
    assert!(!second.view().shows("Here I am."));
    first.signal(Signal::SIGKILL);
    first.wait_for_end();
    second.wait_for(&[&owns(&second), "are you there", "Here I am."]);
    let times = second.view().text().matches("▌ are you there").count();
    assert_eq!(times, 1, "{}", second.dump());
}

#[test]
fn each_terminal_says_what_the_other_one_shows_too() {
    let place = Place::new();
    let (mut first, mut second) = two(&place, vec![Step::says("Here I am.")]);
    first.wait_for(&["×2"]);
    second.wait_for(&["×2"]);
    second.line("/quit");
    assert_eq!(second.wait_for_end(), 0);
    first.wait_until("it shows the session alone", |view| !view.shows("×2"));
}
