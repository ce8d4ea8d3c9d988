//! Commands that outlived the process that had started them: found by the mark that every command
//! of a session carries in its environment, and ended.
//!
//! Called by the actor when it takes a session over: it holds the session's lock then, so whoever
//! carries the mark belongs to an owner that is gone. Linux only; elsewhere there is no `/proc`
//! and nothing is found.

use std::fs;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::shell_exec::SESSION_MARK;
use crate::protocol::ids::SessionId;

/// Ends what a dead owner of the session has left running; gives how many processes there were.
/// Blocks, but not for long.
pub fn end_left_over(session: SessionId) -> usize {
    let mark = format!("{SESSION_MARK}={session}");
    // We may ourselves have been started by a command of the session.
    let spared = ancestors();
    let Ok(entries) = fs::read_dir("/proc") else {
        return 0;
    };
    let pids = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let left = pids.filter(|pid| !spared.contains(pid) && carries(*pid, mark.as_bytes()));
    // One that ended meanwhile needs no signal.
    left.filter(|pid| kill(Pid::from_raw(*pid), Signal::SIGKILL).is_ok())
        .count()
}

fn carries(pid: i32, mark: &[u8]) -> bool {
    // Other users' environments cannot be read, and their processes are not ours to end.
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment
        .split(|byte| *byte == 0)
        .any(|pair| pair == mark)
}

/// This process and those above it.
fn ancestors() -> Vec<i32> {
    let mut out = Vec::new();
    let mut next = i32::try_from(std::process::id()).ok();
    while let Some(pid) = next.filter(|pid| *pid > 0 && !out.contains(pid)) {
        out.push(pid);
        next = parent_of(pid);
    }
    out
}

fn parent_of(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold spaces and brackets; fields are counted after its last bracket.
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(1)?.parse().ok()
}
