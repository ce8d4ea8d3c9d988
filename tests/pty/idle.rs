//! An idle program sleeps, even while a question waits. `frames` tests its output then in terminals
//! of each kind.

use std::fs;
use std::time::Duration;

use crate::demo;
use crate::harness::{Place, Session, Start};

/// A blinking cursor, a clock or a spinner would write within this time.
const QUIET: Duration = Duration::from_millis(1_500);

#[test]
fn no_thread_wakes_up_while_nothing_happens() {
    let place = Place::new();
    let mut session = Start::program(&place, &[]).begin();
    session.wait_for(&["Checked"]);
    session.wait_for_quiet("idle after the welcome", QUIET);
    let before = wakings(&session);
    session.wait_for_quiet("nothing happens", QUIET);
    assert_eq!(wakings(&session), before);
}

/// Returns how often each thread of the program got the processor after a wait, by name.
fn wakings(session: &Session) -> Vec<String> {
    let tasks = format!("/proc/{}/task", session.pid());
    let mut counts: Vec<String> = fs::read_dir(tasks)
        .expect("the program runs")
        .filter_map(|task| {
            let path = task.ok()?.path();
            let name = fs::read_to_string(path.join("comm")).ok()?;
            let status = fs::read_to_string(path.join("status")).ok()?;
            let count = status
                .lines()
                .find(|line| line.starts_with("voluntary_ctxt_switches"))?;
            Some(format!("{} {} {count}", path.display(), name.trim()))
        })
        .collect();
    counts.sort();
    counts
}

#[test]
fn nothing_is_written_while_a_question_waits() {
    let place = Place::new();
    let mut session = demo::begin(&place);
    session.wait_for(&[">[y approve"]);
    session.wait_for_quiet("a question waits", QUIET);
}
