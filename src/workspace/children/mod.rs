//! Ends the processes that commands have started, including those that have left their process
//! group (`setsid`, a daemon).
//!
//! A command is started with two variables that its processes inherit. They are found in `/proc` by
//! these variables, by the session of the command's shell and by their parents. On Linux this
//! process adopts their orphans, so that ended ones can be reaped. Elsewhere only the process group
//! is ended, by the code that started it.
//!
//! A process that has shed both variables, left the shell's session and lost its parents is not
//! found. Nothing else is touched: not this process, not its ancestors, not what it starts on
//! its own behalf. Called by `tools` around each command and by the composition root;
//! everything here blocks.

mod table;

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;
use uuid::Uuid;

use self::table::Process;
use protocol::ids::SessionId;

/// Environment variable that holds the session.
pub const SESSION_VARIABLE: &str = "AGENTICHAT_SESSION";

/// Environment variable that holds the call.
pub const CALL_VARIABLE: &str = "AGENTICHAT_CALL";

/// Grace period for the processes of a dead instance after the request to end.
const LEFT_OVER_GRACE: Duration = Duration::from_millis(500);

/// Time that killed processes get to go. One that waits for a device goes later.
const GIVE_UP: Duration = Duration::from_secs(1);

/// Pause between two reads of the process table.
const PAUSE: Duration = Duration::from_millis(2);

/// Number of repeated reads because of a process that cannot be attributed yet.
const LOOKS_AGAIN: u32 = 25;

/// The parent of the kernel's own threads, which have no environment.
const KERNEL_THREADS: i32 = 2;

/// Time for which an ended child is left to other code that may be about to wait for it.
const UNASKED: Duration = Duration::from_secs(10);

/// Identifies the processes of one command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marker {
    session: SessionId,
    call: Uuid,
    leader: Option<i32>,
}

impl Marker {
    /// Creates the marker of a new call.
    pub fn new(session: SessionId, call: Uuid) -> Self {
        Self {
            session,
            call,
            leader: None,
        }
    }

    /// Returns the variables that the command must have in its environment.
    pub fn variables(&self) -> [(&'static str, String); 2] {
        [
            (SESSION_VARIABLE, self.session.to_string()),
            (CALL_VARIABLE, self.call.to_string()),
        ]
    }

    fn is_on(&self, environment: &[u8]) -> bool {
        let wanted = format!("{CALL_VARIABLE}={}", self.call);
        entries(environment).any(|entry| entry == wanted.as_bytes())
    }

    fn holds(&self, process: &Process) -> bool {
        self.leader == Some(process.session) || self.is_on(&table::environment(process.pid))
    }
}

/// Markers of this process's running commands.
static RUNNING: Mutex<Vec<Marker>> = Mutex::new(Vec::new());

/// The processes of a running command. Dropping it kills them.
#[derive(Debug)]
pub struct Family {
    marker: Marker,
    ended: bool,
}

impl Family {
    /// Tracks the processes of a shell that was started with the marker's variables, in
    /// its own session.
    pub fn begin(marker: Marker, leader: Option<Pid>) -> Self {
        let marker = Marker {
            leader: leader.map(Pid::as_raw),
            ..marker
        };
        running(|list| list.push(marker));
        Self {
            marker,
            ended: false,
        }
    }

    /// Ends the processes; returns how many there were.
    pub fn end(mut self, grace: Duration) -> usize {
        self.ended = true;
        end_all(&self.marker, grace)
    }

    /// Ends the search for processes, since the kernel has ended them all.
    pub fn has_ended(mut self) {
        self.ended = true;
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        if !self.ended {
            end_all(&self.marker, Duration::ZERO);
        }
        running(|list| list.retain(|marker| *marker != self.marker));
    }
}

fn running<T>(work: impl FnOnce(&mut Vec<Marker>) -> T) -> T {
    work(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes this process adopt the orphans of commands. One call is enough.
pub fn take_in_orphans() {
    #[cfg(target_os = "linux")]
    if let Err(error) = nix::sys::prctl::set_child_subreaper(true) {
        tracing::warn!(%error, "orphans of commands are not taken in");
    }
}

/// Ends the processes that a command has started: asks first, and kills after the grace period.
/// Returns how many there were.
pub fn end_all(marker: &Marker, grace: Duration) -> usize {
    end(|process| marker.holds(process), grace)
}

/// Ends at once the processes of this process's commands, because it is exiting.
pub fn end_running() -> usize {
    let markers = running(|list| list.clone());
    end(
        |process| markers.iter().any(|marker| marker.holds(process)),
        Duration::ZERO,
    )
}

/// Ends the processes of a session's commands whose instance is dead. Call it once the
/// session is loaded and owned. Commands of this process are left alone. Returns how many
/// processes there were.
pub fn end_left_over(session: SessionId) -> usize {
    let markers = running(|list| list.clone());
    let wanted = format!("{SESSION_VARIABLE}={session}");
    let call = format!("{CALL_VARIABLE}=");
    let left_over = |process: &Process| {
        let environment = table::environment(process.pid);
        let has =
            |start: &str| entries(&environment).any(|entry| entry.starts_with(start.as_bytes()));
        has(&wanted) && has(&call) && !markers.iter().any(|marker| marker.is_on(&environment))
    };
    end(left_over, LEFT_OVER_GRACE)
}

fn entries(environment: &[u8]) -> impl Iterator<Item = &[u8]> {
    environment.split(|byte| *byte == 0)
}

/// Ends the processes that `named` selects and all their descendants, until no visible one is left.
fn end(named: impl Fn(&Process) -> bool, grace: Duration) -> usize {
    let began = Instant::now();
    let mut known: Vec<Process> = Vec::new();
    let mut again = 0;
    loop {
        let all = table::all();
        let family = family(&all, &known, &named);
        let late = began.elapsed() >= grace;
        for process in &family {
            let is_new = !known.iter().any(|other| other.is(process));
            if late {
                signal(process, Signal::SIGKILL);
            } else if is_new {
                signal(process, Signal::SIGTERM);
                // A stopped process handles no signal until it continues.
                signal(process, Signal::SIGCONT);
            }
            if is_new {
                known.push(*process);
            }
        }
        reap(&all, &known);
        let is_over = family.is_empty() && (again >= LOOKS_AGAIN || !any_unclear(&all));
        if is_over || began.elapsed() >= grace + GIVE_UP {
            return known.len();
        }
        again = if family.is_empty() { again + 1 } else { 0 };
        std::thread::sleep(PAUSE);
    }
}

/// Whether a process shows no environment: one that is just executing another program shows none
/// for a moment, so it cannot be attributed.
fn any_unclear(all: &[Process]) -> bool {
    let spared = spared(all);
    all.iter()
        .filter(|process| !process.ended && !spared.contains(&process.pid))
        // Kernel threads, and the one that starts them, never show an environment.
        .filter(|process| ![process.parent, process.pid].contains(&KERNEL_THREADS))
        .any(|process| table::hides_environment(process.pid))
}

/// Returns the living processes that are selected, were known before, or descend from
/// such a process.
fn family(all: &[Process], known: &[Process], named: impl Fn(&Process) -> bool) -> Vec<Process> {
    let spared = spared(all);
    let mut found: Vec<Process> = Vec::new();
    let mut numbers: HashSet<i32> = HashSet::new();
    let mut rest: Vec<Process> = all
        .iter()
        .filter(|process| !process.ended && !spared.contains(&process.pid))
        .copied()
        .collect();
    let (mut new, others): (Vec<_>, Vec<_>) = rest
        .drain(..)
        .partition(|process| known.iter().any(|other| other.is(process)) || named(process));
    rest = others;
    while !new.is_empty() {
        numbers.extend(new.iter().map(|process| process.pid));
        found.append(&mut new);
        (new, rest) = rest
            .drain(..)
            .partition(|process| numbers.contains(&process.parent));
    }
    found
}

/// Returns this process and its ancestors: a variable of theirs must not end the user's own shell.
fn spared(all: &[Process]) -> HashSet<i32> {
    let mut spared = HashSet::from([1]);
    let mut next = Some(nix::unistd::getpid().as_raw());
    while let Some(pid) = next.filter(|pid| spared.insert(*pid)) {
        next = all
            .iter()
            .find(|process| process.pid == pid)
            .map(|process| process.parent);
    }
    spared
}

/// Signals a process if its number still belongs to it.
fn signal(process: &Process, signal: Signal) {
    if table::one(process.pid).is_some_and(|now| now.is(process)) {
        // The process may be gone by now, or belong to another user.
        kill(Pid::from_raw(process.pid), signal).ok();
    }
}

/// Ended children that no code has waited for, and when they were first seen.
static UNASKED_FOR: Mutex<Vec<(Process, Instant)>> = Mutex::new(Vec::new());

/// Reaps ended orphans that were adopted: those that were ended here, and those that no code has
/// waited for in a while. Never the shell of a running command, because tokio reaps that.
fn reap(all: &[Process], known: &[Process]) {
    let us = nix::unistd::getpid().as_raw();
    let leaders: Vec<i32> =
        running(|list| list.iter().filter_map(|marker| marker.leader).collect());
    let now = Instant::now();
    let mut unasked = UNASKED_FOR.lock().unwrap_or_else(PoisonError::into_inner);
    unasked.retain(|(old, _)| all.iter().any(|process| process.is(old)));
    for process in all {
        if !process.ended || process.parent != us || leaders.contains(&process.pid) {
            continue;
        }
        let since = unasked.iter().find(|(old, _)| old.is(process));
        let waited = since.is_some_and(|(_, since)| now.duration_since(*since) >= UNASKED);
        if waited || known.iter().any(|other| other.is(process)) {
            // Other code may have reaped the process first.
            waitpid(Pid::from_raw(process.pid), Some(WaitPidFlag::WNOHANG)).ok();
        } else if since.is_none() {
            unasked.push((*process, now));
        }
    }
}
