//! The process table from `/proc`. Empty on other systems than Linux.

use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;

/// Most bytes to read of an environment.
const ENVIRONMENT_LIMIT: u64 = 1024 * 1024;

/// A process, distinguished by its start from a later one with the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) pid: i32,
    /// The current parent: for an orphan, the process that adopted it.
    pub(super) parent: i32,
    /// Leader of the process's session.
    pub(super) session: i32,
    /// Start time in ticks since boot.
    pub(super) start: u64,
    /// Whether the process has ended and its parent has not waited for it yet.
    pub(super) ended: bool,
}

impl Process {
    /// Whether both are the same process, in any state.
    pub(super) fn is(&self, other: &Process) -> bool {
        (self.pid, self.start) == (other.pid, other.start)
    }
}

/// Returns every visible process.
pub(super) fn all() -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(one)
        .collect()
}

/// Returns the process that has this number now.
pub(super) fn one(pid: i32) -> Option<Process> {
    let bytes = fs::read(format!("/proc/{pid}/stat")).ok()?;
    parse(pid, &String::from_utf8_lossy(&bytes))
}

/// Reads `/proc/[pid]/stat`, see proc_pid_stat(5). The name in brackets may contain anything, so it
/// is skipped up to the last bracket.
pub(super) fn parse(pid: i32, stat: &str) -> Option<Process> {
    let (_, after) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = after.split_ascii_whitespace().collect();
    // `fields` begins with the third field of the manual page.
    let field = |number: usize| fields.get(number - 3).copied();
    Some(Process {
        pid,
        parent: field(4)?.parse().ok()?,
        session: field(6)?.parse().ok()?,
        start: field(22)?.parse().ok()?,
        ended: matches!(field(3)?, "Z" | "X"),
    })
}

/// Whether a process of our user shows no environment at all.
pub(super) fn hides_environment(pid: i32) -> bool {
    let ours = || -> std::io::Result<bool> {
        let file = fs::File::open(format!("/proc/{pid}/environ"))?;
        let ours = file.metadata()?.uid() == nix::unistd::geteuid().as_raw();
        let mut byte = [0];
        Ok(ours && file.take(1).read(&mut byte)? == 0)
    };
    ours().unwrap_or(false)
}

/// Returns the initial environment of a process of our user, as a `NAME=value` each; empty if the
/// process belongs to another user or cannot be read.
pub(super) fn environment(pid: i32) -> Vec<u8> {
    let read = || -> std::io::Result<Vec<u8>> {
        let file = fs::File::open(format!("/proc/{pid}/environ"))?;
        let mut bytes = Vec::new();
        // Checked because the superuser could read the environment of every user.
        if file.metadata()?.uid() == nix::unistd::geteuid().as_raw() {
            file.take(ENVIRONMENT_LIMIT).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    read().unwrap_or_default()
}
