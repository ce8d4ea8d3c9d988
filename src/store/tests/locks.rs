//! Tests that a session has one owner.

use std::fs;
use std::process::{Command, Stdio};

use super::{Harness, session};
use crate::lock::{LockError, SessionLock, lock_file, process_of, start_time};

#[test]
fn a_held_session_is_refused_with_its_owner_and_free_when_dropped() {
    let harness = Harness::new();
    let held = SessionLock::acquire(&harness.folder(), session(1)).unwrap();
    match SessionLock::acquire(&harness.folder(), session(1)).unwrap_err() {
        LockError::Held(by) => assert_eq!(by.pid, std::process::id()),
        other => panic!("{other}"),
    }
    let other = SessionLock::acquire(&harness.folder(), session(2)).unwrap();
    drop(held);
    SessionLock::acquire(&harness.folder(), session(1)).unwrap();
    drop(other);
}

#[test]
fn the_process_of_a_session_is_told_without_taking_its_lock() {
    let harness = Harness::new();
    let folder = harness.folder();
    assert_eq!(process_of(&folder, session(1)), None);
    let held = SessionLock::acquire(&folder, session(1)).unwrap();
    assert_eq!(process_of(&folder, session(1)), Some(std::process::id()));
    assert_eq!(process_of(&folder, session(2)), None);
    drop(held);
    assert_eq!(process_of(&folder, session(1)), None);
    let dead = r#"{"pid":1,"since":"2026-01-01T00:00:00Z","started":99999999999}"#;
    fs::write(lock_file(&folder, session(1)), dead).unwrap();
    assert_eq!(process_of(&folder, session(1)), None, "it is gone");
}

#[test]
fn a_lock_of_a_dead_process_is_taken_over() {
    let harness = Harness::new();
    let path = lock_file(&harness.folder(), session(1));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let dead = r#"{"pid":1,"since":"2026-01-01T00:00:00Z","started":99999999999}"#;
    fs::write(&path, dead).unwrap();
    let _held = SessionLock::acquire(&harness.folder(), session(1)).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(&format!("\"pid\":{}", std::process::id())));
}

/// Holds the lock in a separate process until it is killed; the test below runs this.
#[test]
fn held_by_another_process() {
    let Some(at) = std::env::var_os("AGENTICHAT_TEST_LOCK") else {
        return;
    };
    let _held = SessionLock::acquire(at.as_ref(), session(1)).unwrap();
    println!("held");
    std::io::stdin().lines().count();
}

#[test]
fn a_lock_holds_against_a_second_process_and_is_free_when_that_is_killed() {
    use std::io::{BufRead, BufReader};
    let harness = Harness::new();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "tests::locks::held_by_another_process",
            "--nocapture",
        ])
        .env("AGENTICHAT_TEST_LOCK", harness.folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("held")));
    match SessionLock::acquire(&harness.folder(), session(1)).unwrap_err() {
        LockError::Held(by) => assert_eq!(by.pid, child.id()),
        other => panic!("{other}"),
    }
    child.kill().unwrap();
    child.wait().unwrap();
    SessionLock::acquire(&harness.folder(), session(1)).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn the_start_time_of_a_living_process_is_known_and_of_a_dead_one_not() {
    assert!(start_time(std::process::id()).is_some());
    assert_eq!(start_time(u32::MAX), None);
}
