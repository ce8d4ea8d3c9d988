//! Tests that ending a command's processes ends all of them, and nothing else.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use proptest::prelude::*;

use super::*;

/// A process started by a test. Killed at the end of the test, whatever the result.
struct Started {
    child: Child,
    process: Process,
}

impl Drop for Started {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Starts a program in its own session.
fn start(arguments: &[&str], variables: &[(&str, String)]) -> Started {
    let child = Command::new("setsid")
        .args(arguments)
        .env_remove(SESSION_VARIABLE)
        .env_remove(CALL_VARIABLE)
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let process = table::one(i32::try_from(child.id()).unwrap()).unwrap();
    Started { child, process }
}

fn sleeper(variables: &[(&str, String)]) -> Started {
    start(&["sleep", "1000"], variables)
}

/// Starts a script and waits until it has printed a number.
fn script(text: &str, marker: &Marker) -> (Started, i32) {
    let mut started = start(&["bash", "-c", text], &marker.variables());
    let mut line = String::new();
    let said = started.child.stdout.take().unwrap();
    BufReader::new(said).read_line(&mut line).unwrap();
    (started, line.trim().parse().unwrap())
}

fn lives(process: &Process) -> bool {
    table::one(process.pid).is_some_and(|now| now.is(process) && !now.ended)
}

fn marker() -> Marker {
    Marker::new(SessionId(Uuid::now_v7()), Uuid::now_v7())
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn what_bears_the_marker_is_ended_and_nothing_else_is() {
    let mine = marker();
    let sibling = Marker::new(mine.session, Uuid::now_v7());
    let first = sleeper(&mine.variables());
    let second = sleeper(&mine.variables());
    let others = [
        sleeper(&sibling.variables()),
        sleeper(&marker().variables()),
        sleeper(&[]),
        sleeper(&[(CALL_VARIABLE, format!("{}0", mine.call))]),
        sleeper(&[("MY_AGENTICHAT_CALL", mine.call.to_string())]),
    ];
    assert_eq!(end_all(&mine, LONG), 2);
    assert!(!lives(&first.process) && !lives(&second.process));
    assert!(others.iter().all(|other| lives(&other.process)));
    assert_eq!(end_all(&mine, LONG), 0);
}

#[test]
fn what_will_not_end_is_killed_after_the_grace() {
    let mine = marker();
    let (stubborn, _) = script("trap '' TERM; echo 1; while :; do :; done", &mine);
    let began = Instant::now();
    assert_eq!(end_all(&mine, Duration::from_millis(100)), 1);
    assert!(!lives(&stubborn.process));
    assert!(began.elapsed() >= Duration::from_millis(100));
    let (stopped, _) = script("trap 'exit 7' TERM; echo 1; kill -STOP $$", &mine);
    assert_eq!(end_all(&mine, LONG), 1);
    assert!(!lives(&stopped.process));
}

#[test]
fn what_is_below_a_marked_one_is_ended_although_it_shed_the_marker() {
    let mine = marker();
    let (_above, below) = script("env -i setsid sleep 1000 & echo $!; wait", &mine);
    let below = table::one(below).unwrap();
    assert_eq!(end_all(&mine, LONG), 2);
    assert!(!lives(&below));
}

#[test]
fn what_is_in_the_session_of_the_shell_is_ended_although_it_shed_the_marker() {
    let mine = marker();
    let (mut shell, left) = script("env -i sleep 1000 >/dev/null & echo $!", &mine);
    let left = table::one(left).unwrap();
    let family = Family::begin(mine, Some(Pid::from_raw(shell.process.pid)));
    shell.child.wait().unwrap();
    assert!(lives(&left));
    assert_eq!(family.end(LONG), 1);
    assert!(!lives(&left));
}

#[test]
fn an_orphan_is_taken_in_and_cleared_away() {
    take_in_orphans();
    let mine = marker();
    let (mut shell, left) = script("setsid sleep 1000 >/dev/null & echo $!", &mine);
    shell.child.wait().unwrap();
    let left = table::one(left).unwrap();
    assert_eq!(left.parent, nix::unistd::getpid().as_raw());
    assert_eq!(end_all(&mine, LONG), 1);
    assert!(table::one(left.pid).is_none_or(|now| !now.is(&left)));
}

#[test]
fn a_family_that_is_dropped_is_killed() {
    let mine = marker();
    let (stubborn, _) = script("trap '' TERM; echo 1; while :; do :; done", &mine);
    drop(Family::begin(mine, None));
    assert!(!lives(&stubborn.process));
    assert!(running(|list| !list
        .iter()
        .any(|other| other.call == mine.call)));
}

#[test]
fn what_a_dead_instance_left_is_ended_by_its_session() {
    let dead = marker();
    let left = sleeper(&dead.variables());
    let again = Marker::new(dead.session, Uuid::now_v7());
    let running_now = sleeper(&again.variables());
    let family = Family::begin(again, None);
    let other_session = sleeper(&marker().variables());
    let no_command = sleeper(&[(SESSION_VARIABLE, dead.session.to_string())]);
    assert_eq!(end_left_over(dead.session), 1);
    assert!(!lives(&left.process));
    for spared in [&running_now, &other_session, &no_command] {
        assert!(lives(&spared.process));
    }
    assert_eq!(family.end(LONG), 1);
    assert!(!lives(&running_now.process));
}

#[test]
fn this_process_and_those_above_it_are_spared() {
    let all = table::all();
    let us = nix::unistd::getpid().as_raw();
    let above = nix::unistd::getppid().as_raw();
    // Even if every process is selected.
    let found = family(&all, &[], |_| true);
    assert!(!found.is_empty() || all.len() < 4);
    for spared in [1, us, above] {
        assert!(found.iter().all(|process| process.pid != spared));
    }
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn a_name_cannot_lie_about_a_process(name in "[ -~]{0,40}", start in any::<u64>()) {
        let between = "0 ".repeat(15);
        let stat = format!("7 ({name}) S 5 6 4 {between}{start} 1 2\n");
        let process = table::parse(7, &stat).unwrap();
        prop_assert_eq!(
            process,
            Process { pid: 7, parent: 5, session: 4, start, ended: false }
        );
    }
}
