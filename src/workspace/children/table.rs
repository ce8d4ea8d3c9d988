//! The process table as `/proc` shows it. Elsewhere than on Linux it is empty.

use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;

/// Bytes of an environment that are read at most.
const ENVIRONMENT_LIMIT: u64 = 1024 * 1024;

/// A process, told from a later one with the same number by its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) pid: i32,
    /// Its parent now: an orphan's is the one who took it in.
    pub(super) parent: i32,
    /// The leader of its session.
    pub(super) session: i32,
    /// When it started, in ticks since the system did.
    pub(super) start: u64,
    /// Whether it has ended and waits for its parent to ask how.
    pub(super) ended: bool,
}

impl Process {
    /// Whether both are the same process, whatever has become of it.
    pub(super) fn is(&self, other: &Process) -> bool {
        (self.pid, self.start) == (other.pid, other.start)
    }
}

/// Every process that can be seen.
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

/// The process with this number now.
pub(super) fn one(pid: i32) -> Option<Process> {
    let bytes = fs::read(format!("/proc/{pid}/stat")).ok()?;
    parse(pid, &String::from_utf8_lossy(&bytes))
}

/// Reads `/proc/[pid]/stat`, see proc_pid_stat(5). The name in brackets may hold anything, so it
/// is skipped by its last bracket.
pub(super) fn parse(pid: i32, stat: &str) -> Option<Process> {
    let (_, after) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = after.split_ascii_whitespace().collect();
    // The first one here is the third of the manual.
    let field = |number: usize| fields.get(number - 3).copied();
    Some(Process {
        pid,
        parent: field(4)?.parse().ok()?,
        session: field(6)?.parse().ok()?,
        start: field(22)?.parse().ok()?,
        ended: matches!(field(3)?, "Z" | "X"),
    })
}

/// Whether a process of ours shows no environment at all.
pub(super) fn hides_environment(pid: i32) -> bool {
    let ours = || -> std::io::Result<bool> {
        let file = fs::File::open(format!("/proc/{pid}/environ"))?;
        let ours = file.metadata()?.uid() == nix::unistd::geteuid().as_raw();
        let mut byte = [0];
        Ok(ours && file.take(1).read(&mut byte)? == 0)
    };
    ours().unwrap_or(false)
}

/// The environment that a process of ours was started with, as `NAME=value` each; empty where it
/// is somebody else's or cannot be read.
pub(super) fn environment(pid: i32) -> Vec<u8> {
    let read = || -> std::io::Result<Vec<u8>> {
        let file = fs::File::open(format!("/proc/{pid}/environ"))?;
        let mut bytes = Vec::new();
        // The superuser could read everybody's.
        if file.metadata()?.uid() == nix::unistd::geteuid().as_raw() {
            file.take(ENVIRONMENT_LIMIT).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    read().unwrap_or_default()
}
