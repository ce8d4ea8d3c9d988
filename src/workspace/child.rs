//! Runs a helper program (`git`, `docker --version`) with a time limit and an output limit. Not for
//! commands of the agent: `tools::shell_exec` runs those.
//!
//! Blocks, and uses threads in place of `tokio::process`, because the walk and the index that call it
//! are not async.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// Most bytes to read from a helper.
const OUTPUT_LIMIT: u64 = 16 * 1024 * 1024;

/// Most memory of a helper, in bytes.
#[cfg(target_os = "linux")]
const MEMORY_LIMIT: u64 = 2 * 1024 * 1024 * 1024;

/// Longest wait for the end of killed helpers.
const ENDING: Duration = Duration::from_secs(1);

/// Time for which a program's end is awaited without sleeping, and the sleep between looks after it.
const CLOSE_LOOKS: Duration = Duration::from_millis(1);

/// The workbench's own niceness.
const OURS: i32 = 0;
/// The lowest priority, see nice(1).
const LOWEST: i32 = 19;

/// Process groups of the running helpers, so that none outlives this process: a `git` that opens a
/// pipe planted as a `.gitignore` would wait for ever.
static RUNNING: Mutex<Running> = Mutex::new(Running {
    groups: Vec::new(),
    is_over: false,
});

struct Running {
    groups: Vec<Pid>,
    /// Whether this process is ending and starts no more helpers.
    is_over: bool,
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the running helpers and prevents new ones, because this process is ending.
pub fn end_helpers() {
    let mut running = running();
    running.is_over = true;
    let groups = std::mem::take(&mut running.groups);
    drop(running);
    for group in &groups {
        // The group may have ended already.
        killpg(*group, Signal::SIGKILL).ok();
    }
    let until = Instant::now() + ENDING;
    for group in groups {
        // A killed helper remains a zombie until the thread that started it, or this loop, waits
        // for it.
        while waitpid(group, Some(WaitPidFlag::WNOHANG)) == Ok(WaitStatus::StillAlive)
            && Instant::now() < until
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A helper running in its own process group.
struct Helper {
    child: Child,
    group: Pid,
}

impl Helper {
    /// Starts a program; `None` if it is missing, or this process is ending.
    fn start(command: &mut Command) -> Option<Self> {
        let mut running = running();
        if running.is_over {
            return None;
        }
        let child = command.process_group(0).spawn().ok()?;
        let group = Pid::from_raw(i32::try_from(child.id()).ok()?);
        running.groups.push(group);
        Some(Self { child, group })
    }
}

impl Drop for Helper {
    /// Once the process was waited for, its number may belong to another program.
    fn drop(&mut self) {
        let mut running = running();
        running.groups.retain(|group| *group != self.group);
        if matches!(self.child.try_wait(), Ok(None)) {
            // The process may end before the signal; waiting then only reaps it.
            killpg(self.group, Signal::SIGKILL).ok();
            self.child.wait().ok();
        }
    }
}

/// The result of a helper.
pub(super) struct HelperOutput {
    /// Whether the exit status was 0.
    pub(super) ok: bool,
    pub(super) stdout: Vec<u8>,
}

/// Runs a program; `None` if it is missing or takes too long. It gets its own process group, which
/// is killed at the limit.
pub(super) fn run(command: Command, limit: Duration) -> Option<HelperOutput> {
    run_with_input(command, limit, Vec::new(), OUTPUT_LIMIT)
}

/// Like [`run`] for a background program: it uses the processor only while no other program needs
/// it.
pub(super) fn run_beside(command: Command, limit: Duration) -> Option<HelperOutput> {
    run_at(command, limit, (Vec::new(), OUTPUT_LIMIT), LOWEST)
}

/// Like [`run`] for a program that reads `input`, with its own output limit.
pub(super) fn run_with_input(
    command: Command,
    limit: Duration,
    input: Vec<u8>,
    output_limit: u64,
) -> Option<HelperOutput> {
    run_at(command, limit, (input, output_limit), OURS)
}

fn run_at(
    mut command: Command,
    limit: Duration,
    (input, output_limit): (Vec<u8>, u64),
    niceness: i32,
) -> Option<HelperOutput> {
    let began = Instant::now();
    let stdin = if input.is_empty() {
        Stdio::null()
    } else {
        Stdio::piped()
    };
    command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut helper = Helper::start(&mut command)?;
    match niceness {
        OURS => limit_memory(helper.group),
        _ => {
            // Child processes inherit the niceness. If setting it is not allowed, the program runs
            // at normal priority.
            let process = rustix::process::Pid::from_raw(helper.group.as_raw());
            rustix::process::setpriority_process(process, niceness).ok();
        }
    }
    let stdout = helper.child.stdout.take()?;
    let (send, receive) = channel();
    // The reader ends when the pipe closes, at the end of the program or of its group.
    let reading = std::thread::Builder::new()
        .name("child-output".into())
        .spawn(move || {
            let mut bytes = Vec::new();
            stdout.take(output_limit).read_to_end(&mut bytes).ok();
            send.send(bytes).ok();
        });
    let writing = write_beside(&mut helper.child, input);
    let heard = match reading.and(writing) {
        Ok(()) => receive.recv_timeout(limit),
        // Do not wait: half of the output would look complete.
        Err(_) => Err(RecvTimeoutError::Disconnected),
    };
    let status = match &heard {
        Ok(_) => wait_until(&mut helper.child, began + limit),
        Err(_) => None,
    };
    Some(HelperOutput {
        ok: status?.success(),
        stdout: heard.unwrap_or_default(),
    })
}

/// Runs a program that only reads `input`; returns whether it ended in time with status 0. A process
/// that it leaves behind keeps running and holds none of our pipes.
pub(super) fn feed(mut command: Command, limit: Duration, input: Vec<u8>) -> bool {
    let until = Instant::now() + limit;
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let Some(mut helper) = Helper::start(&mut command) else {
        return false;
    };
    let is_fed = write_beside(&mut helper.child, input).is_ok();
    let status = wait_until(&mut helper.child, until);
    is_fed && status.is_some_and(|status| status.success())
}

/// Writes a program's input on a thread that ends with the program, because a program that waits for
/// its output to be read, or reads nothing, would block this one.
fn write_beside(child: &mut Child, input: Vec<u8>) -> std::io::Result<()> {
    let Some(mut stdin) = child.stdin.take() else {
        return Ok(());
    };
    let write = move || drop(stdin.write_all(&input));
    std::thread::Builder::new()
        .name("child-input".into())
        .spawn(write)
        .map(drop)
}

/// Prevents a program that reads repository content (a `.gitignore` of twenty gigabytes) from
/// taking all memory: it ends instead. Runtimes that print their version reserve more than they use
/// and are not limited.
#[cfg(target_os = "linux")]
fn limit_memory(process: Pid) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let limit = Rlimit {
        current: Some(MEMORY_LIMIT),
        maximum: Some(MEMORY_LIMIT),
    };
    // If the system refuses the limit, only the time limit applies.
    prlimit(
        rustix::process::Pid::from_raw(process.as_raw()),
        Resource::Data,
        limit,
    )
    .ok();
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: Pid) {}

/// Waits for a program. Most have closed their output and end at once, so the first looks are close.
fn wait_until(child: &mut Child, until: Instant) -> Option<std::process::ExitStatus> {
    let began = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if began.elapsed() < CLOSE_LOOKS => std::thread::yield_now(),
            Ok(None) if Instant::now() < until => std::thread::sleep(CLOSE_LOOKS),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_helper_cannot_take_all_memory() {
        let mut command = Command::new("sh");
        let kilobytes = MEMORY_LIMIT / 1024;
        let script = format!("until test \"$(ulimit -d)\" = {kilobytes}; do :; done; echo limited");
        command.args(["-c", &script]);
        let said = run(command, Duration::from_secs(60)).unwrap();
        assert_eq!(said.stdout, b"limited\n");
    }

    #[test]
    fn what_runs_beside_everything_else_has_the_lowest_priority() {
        let mut command = Command::new("sh");
        command.args(["-c", "until test \"$(nice)\" = 19; do :; done; echo low"]);
        let said = run_beside(command, Duration::from_secs(60)).unwrap();
        assert!(said.ok);
        assert_eq!(said.stdout, b"low\n");
    }
}
