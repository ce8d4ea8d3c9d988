//! Ends what commands have started, also what has left their process group (`setsid`, a daemon).
//!
//! A command is started with two variables, and its processes inherit them: by these they are
//! found in `/proc`, besides by the session of the command's shell and by their parents. On Linux
//! this process takes in their orphans, so that what has ended can be cleared away. Elsewhere only
//! the process group is ended, by who started it.
//!
//! Not found is what has shed both variables, left the shell's session and lost its parents.
//! Nothing else is touched: not this process, not those above it, not what it starts by itself.
//! Called by `tools` around each command and by the composition root; everything here blocks.

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
use crate::protocol::ids::SessionId;

/// The variable with the session.
pub const SESSION_VARIABLE: &str = "AGENTICHAT_SESSION";

/// The variable with the call.
pub const CALL_VARIABLE: &str = "AGENTICHAT_CALL";

/// How long what a dead instance has left may take to end after it was asked to.
const LEFT_OVER_GRACE: Duration = Duration::from_millis(500);

/// How long the killed may take to go. One that waits for a device goes later.
const GIVE_UP: Duration = Duration::from_secs(1);

/// Between two looks at the process table.
const PAUSE: Duration = Duration::from_millis(2);

/// How often it is looked again for the sake of a process that cannot be told.
const LOOKS_AGAIN: u32 = 25;

/// The parent of the kernel's own, which have no environment.
const KERNEL_THREADS: i32 = 2;

/// How long an ended child is left to whoever may be about to ask for it.
const UNASKED: Duration = Duration::from_secs(10);

/// By what the processes of one command are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marker {
    session: SessionId,
    call: Uuid,
    leader: Option<i32>,
}

impl Marker {
    /// The marker of a new call.
    pub fn new(session: SessionId, call: Uuid) -> Self {
        Self {
            session,
            call,
            leader: None,
        }
    }

    /// What the command must have in its environment.
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

/// The commands of this process that run.
static RUNNING: Mutex<Vec<Marker>> = Mutex::new(Vec::new());

/// The processes of a running command. When this goes they are killed, whatever the reason.
#[derive(Debug)]
pub struct Family {
    marker: Marker,
    ended: bool,
}

impl Family {
    /// Those of a shell that was started with the marker's variables, in a session of its own.
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

    /// Ends them; gives how many there were.
    pub fn end(mut self, grace: Duration) -> usize {
        self.ended = true;
        end_all(&self.marker, grace)
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

/// Makes this process the one that takes in the orphans of commands. Said once is enough.
pub fn take_in_orphans() {
    #[cfg(target_os = "linux")]
    if let Err(error) = nix::sys::prctl::set_child_subreaper(true) {
        tracing::warn!(%error, "orphans of commands are not taken in");
    }
}

/// Ends what a command has started: asks, and kills after the grace. Gives how many there were.
pub fn end_all(marker: &Marker, grace: Duration) -> usize {
    end(|process| marker.holds(process), grace)
}

/// Ends what the commands of this process have started, at once: for its exit.
pub fn end_running() -> usize {
    let markers = running(|list| list.clone());
    end(
        |process| markers.iter().any(|marker| marker.holds(process)),
        Duration::ZERO,
    )
}

/// Ends what commands of a session have started whose instance is dead: call it when the session
/// is loaded, and owned. Commands of this process are left alone. Gives how many there were.
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

/// Ends those that a test names and all below them, until none is left that can be seen.
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
                // A stopped one hears nothing until it goes on.
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

/// Whether a process shows no environment: one that is just becoming another program shows none for a moment, so it
/// cannot be told whose it is.
fn any_unclear(all: &[Process]) -> bool {
    let spared = spared(all);
    all.iter()
        .filter(|process| !process.ended && !spared.contains(&process.pid))
        // Threads of the kernel, and the one that begins them, never show any.
        .filter(|process| ![process.parent, process.pid].contains(&KERNEL_THREADS))
        .any(|process| table::hides_environment(process.pid))
}

/// The living ones that are named, were known before, or are below such a one.
fn family(all: &[Process], known: &[Process], named: impl Fn(&Process) -> bool) -> Vec<Process> {
    let spared = spared(all);
    let mut found: Vec<Process> = Vec::new();
    let mut numbers: HashSet<i32> = HashSet::new();
    let mut rest: Vec<Process> = all
        .iter()
        .filter(|process| !process.ended && !spared.contains(&process.pid))
        .copied()
        .collect();
    let is_known = |process: &Process| known.iter().any(|other| other.is(process));
    let (mut new, others): (Vec<_>, Vec<_>) = rest
        .drain(..)
        .partition(|process| is_known(process) || named(process));
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

/// This process and those above it: a variable of theirs must not end the user's own shell.
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

/// Signals a process if its number still is its own.
fn signal(process: &Process, signal: Signal) {
    if table::one(process.pid).is_some_and(|now| now.is(process)) {
        // It may be gone by now, or be another user's.
        kill(Pid::from_raw(process.pid), signal).ok();
    }
}

/// Ended children that nobody asked for, and when they were seen first.
static UNASKED_FOR: Mutex<Vec<(Process, Instant)>> = Mutex::new(Vec::new());

/// Clears away ended orphans that were taken in: those that were ended here, and those that
/// nobody has asked for in a while. Never the shell of a running command: that is tokio's.
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
            waitpid(Pid::from_raw(process.pid), Some(WaitPidFlag::WNOHANG)).ok();
        } else if since.is_none() {
            unasked.push((*process, now));
        }
    }
}
