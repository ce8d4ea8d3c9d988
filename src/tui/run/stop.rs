//! Stopping the program as a shell expects it of Ctrl+Z and of `kill -TSTP`.
//!
//! The signal is caught, so that the terminal is given back first; the stop itself is one that
//! cannot be caught. The kernel keeps a default stop from programs that nobody could let go on;
//! that rule is kept here.

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getpgid, getpgrp, getppid, getsid};

/// So many processes between the program and its shell are looked at.
const MOST_WRAPPERS: usize = 16;

/// Who is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stopped {
    Program,
    /// All of the shell's job, with what was started around this program.
    Job,
}

/// Stops until somebody lets it go on; returns at once where nobody could.
pub(super) fn stop(who: Stopped) {
    if !can_go_on() {
        return;
    }
    let target = match who {
        Stopped::Program => Pid::this(),
        Stopped::Job => Pid::from_raw(0),
    };
    // A stop that fails leaves the program running, which harms nobody.
    kill(target, Signal::SIGSTOP).ok();
}

/// Whether a shell of this terminal could let the job go on: a process of the same session and
/// another group is above it (POSIX calls a group without one orphaned).
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

/// The parent of a process; `None` where the system does not say.
fn parent_of(process: Pid) -> Option<Pid> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may hold spaces and brackets; fields are counted after its last bracket.
    let after_name = stat.rsplit_once(')')?.1;
    let parent = after_name.split_whitespace().nth(1)?.parse().ok()?;
    Some(Pid::from_raw(parent))
}
