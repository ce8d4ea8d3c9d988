//! Stops the program as a shell expects it of Ctrl+Z and of `kill -TSTP`.
//!
//! The signal is caught, so that the terminal is restored first; the stop itself uses a signal that
//! cannot be caught. The kernel ignores a default stop for programs that nobody could resume; this
//! module applies the same rule.

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpgid, getpgrp, getppid, getsid};

/// Maximum number of processes examined between the program and its shell.
const MOST_WRAPPERS: usize = 16;

/// Target of a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    Program,
    /// The shell's whole job, with the processes started around this program. Those that this program
    /// started go on: a child that stops before its `exec` keeps the thread that started it from
    /// stopping, and the shell would wait for ever.
    Job,
}

/// Stops until somebody resumes the program; returns at once if nobody could.
pub(super) fn stop(who: Stopped) {
    if !can_go_on() {
        return;
    }
    if who == Stopped::Job {
        for process in others_of_job() {
            // It may have ended.
            kill(process, Signal::SIGSTOP).ok();
        }
    }
    // If the stop fails, the program keeps running, which does no harm.
    kill(Pid::this(), Signal::SIGSTOP).ok();
}

/// Returns the processes of this group but for this one and those that it started.
fn others_of_job() -> Vec<Pid> {
    let group = getpgrp();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers
        .map(Pid::from_raw)
        .filter(|process| getpgid(Some(*process)) == Ok(group) && !is_started_here(*process))
        .collect()
}

/// Whether a process is this one, or one that it started.
fn is_started_here(process: Pid) -> bool {
    let above = std::iter::successors(Some(process), |process| parent_of(*process));
    above.take(MOST_WRAPPERS).any(|one| one == Pid::this())
}

/// Whether a shell of this terminal could resume the job: an ancestor process belongs to the same
/// session and another group (POSIX calls a group without one orphaned).
pub(super) fn can_go_on() -> bool {
    let (Ok(session), group) = (getsid(None), getpgrp()) else {
        return false;
    };
    let mut above = Some(getppid());
    for _ in 0..MOST_WRAPPERS {
        let Some(process) = above.filter(|process| process.as_raw() > 0) else {
            return false;
        };
        if getsid(Some(process)) != Ok(session) {
            return false;
        }
        if getpgid(Some(process)).is_ok_and(|other| other != group) {
            return true;
        }
        above = parent_of(process);
    }
    false
}

/// Returns the parent of a process; `None` if the system does not report it.
fn parent_of(process: Pid) -> Option<Pid> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may contain spaces and brackets; fields are counted after its last bracket.
    let after_name = stat.rsplit_once(')')?.1;
    let parent = after_name.split_whitespace().nth(1)?.parse().ok()?;
    Some(Pid::from_raw(parent))
}
