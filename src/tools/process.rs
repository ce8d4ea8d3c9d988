//! Runs a command in a session and process group of its own, without a terminal. Ends the whole
//! group on cancellation, timeout and exit, including processes that have left the group.
//!
//! Standard output and error share one pipe, so their order is kept. When the leader has exited,
//! the group is killed, processes that left it are ended, and the pipe is read only as far as it is
//! filled: a grandchild that holds the pipe cannot delay the call.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessSession};
use tokio::io::AsyncReadExt;
use tokio::net::unix::pipe::Receiver;
use tokio::time::{Instant, sleep_until};

use super::api::Cancel;
use super::boxes::PreparedBox;
use super::host_proxy::{self, HostProxy};
use super::output::Output;
use notice::{Notice, notice};
use sandbox::{BoxReport, ProxySocket, Refused};
use workspace::children::{Family, Marker, take_in_orphans};

/// The command to run, with its environment and limits.
pub(super) struct Spec<'a> {
    /// Command for `bash -c`.
    pub(super) command: &'a str,
    pub(super) folder: &'a Path,
    pub(super) environment: &'a [(String, String)],
    /// The box to run it in; its plan has folder and environment too.
    pub(super) boxed: Option<&'a PreparedBox>,
    /// Marker whose variables are in the environment.
    pub(super) marker: Marker,
    pub(super) limit: Duration,
    /// Time between the request to stop and the kill.
    pub(super) grace: Duration,
}

impl Spec<'_> {
    /// Whether the kernel ended all processes of the command before its end was seen: those of a box with
    /// processes of its own end before its helper, unless that was killed.
    fn box_has_ended(&self, how: End) -> bool {
        let has_own_processes = self
            .boxed
            .is_some_and(|boxed| boxed.plan.rung.has_own_processes());
        has_own_processes && matches!(how, End::Exited(status) if status.code().is_some())
    }
}

/// Maximum size in bytes of a command that is passed as an argument. Linux accepts no single
/// argument of 128 KiB or more.
const LONGEST_ARGUMENT: usize = 96 * 1024;

/// Makes the shell run the text on its standard input like an argument of `-c`: with the same `$0`,
/// the same exit codes, and an empty standard input.
const FROM_INPUT: &str = r#"eval "$(command -p cat || echo exit 126)" </dev/null"#;

/// The way in which a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Exited(ExitStatus),
    TimedOut,
    Cancelled,
}

/// The end of a command, with the unused grace period for processes that left its group.
struct ProcessEnd {
    how: End,
    grace: Duration,
}

/// A process group that is killed on drop.
struct Group {
    id: Option<Pid>,
}

impl Group {
    fn signal(&self, signal: Signal) {
        if let Some(id) = self.id {
            // The group may already be gone.
            killpg(id, signal).ok();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::SIGKILL);
    }
}

/// The reason why a program did not start.
#[derive(Debug)]
pub enum StartError {
    System(io::Error),
    /// There was no box for it.
    Refused(Refused),
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Runs a command to its end.
///
/// # Errors
/// Fails if neither `bash` nor `sh` can be started in the folder, or the box is refused.
pub(super) async fn run(
    spec: Spec<'_>,
    cancel: &Cancel,
    output: &mut Output,
) -> Result<End, StartError> {
    take_in_orphans();
    let started = match start("bash", &spec).await {
        Err(error) if error.is_no_program() => start("sh", &spec).await?,
        other => other?,
    };
    let Started {
        mut child,
        mut pipe,
        proxy,
    } = started;
    let leader = child
        .id()
        .and_then(|id| i32::try_from(id).ok())
        .map(Pid::from_raw);
    // Created before the group, so that a run that is dropped half-way ends the group first.
    let family = Family::begin(spec.marker, leader);
    let group = Group { id: leader };
    let ended = attend(&spec, cancel, output, child.as_mut(), &mut pipe, &group).await;
    drop(group);
    drop(proxy);
    match &ended {
        Ok(ended) if spec.box_has_ended(ended.how) => family.has_ended(),
        Ok(ended) => {
            let grace = ended.grace;
            // The search in `/proc` blocks. Without a worker for it, dropping the family ends the
            // processes too.
            tokio::task::spawn_blocking(move || family.end(grace))
                .await
                .ok();
        }
        Err(_) => drop(family),
    }
    drain(&pipe, output);
    Ok(ended.map(|ended| ended.how)?)
}

impl StartError {
    /// Whether the program does not exist.
    pub fn is_no_program(&self) -> bool {
        match self {
            StartError::System(error) => error.kind() == io::ErrorKind::NotFound,
            StartError::Refused(refused) => refused.is_no_program(),
        }
    }
}

/// A shell that runs, the pipe of its output, and the proxy to the hosts of its box.
struct Started {
    child: Box<dyn ChildWrapper>,
    pipe: Receiver,
    proxy: Option<HostProxy>,
}

/// Starts a shell, and waits until it runs in its box.
async fn start(shell: &str, spec: &Spec<'_>) -> Result<Started, StartError> {
    let Spawned {
        mut child,
        pipe,
        report,
        proxy,
    } = spawn(shell, spec)?;
    reach_box(child.as_mut(), report).await?;
    let proxy = match (proxy, spec.boxed) {
        (Some(socket), Some(boxed)) => {
            Some(host_proxy::serve(socket.listener()?, boxed.proxy_rules())?)
        }
        _ => None,
    };
    Ok(Started { child, pipe, proxy })
}

/// Waits until a process that was started runs in its box.
///
/// # Errors
/// If the box was refused; the process has ended then.
pub(super) async fn reach_box(
    child: &mut dyn ChildWrapper,
    report: BoxReport,
) -> Result<(), StartError> {
    let Some(report) = report.into_pipe() else {
        return Ok(());
    };
    let mut said = String::new();
    // A report that cannot be read counts as none.
    Receiver::from_owned_fd(report)?
        .read_to_string(&mut said)
        .await
        .ok();
    if let Err(refused) = BoxReport::read(&said) {
        child.inner_mut().wait().await?;
        return Err(StartError::Refused(refused));
    }
    Ok(())
}

/// A shell whose box is being set up.
struct Spawned {
    child: Box<dyn ChildWrapper>,
    pipe: Receiver,
    report: BoxReport,
    proxy: Option<ProxySocket>,
}

fn spawn(shell: &str, spec: &Spec<'_>) -> io::Result<Spawned> {
    let (reader, writer) = io::pipe()?;
    let errors = writer.try_clone()?;
    let is_long = spec.command.len() > LONGEST_ARGUMENT;
    let (command_text, input) = if is_long {
        (FROM_INPUT, Stdio::from(fed_with(spec.command)?))
    } else {
        (spec.command, Stdio::null())
    };
    let (mut command, report, proxy) = match spec.boxed {
        Some(boxed) => {
            let words = [shell, "-c", command_text].map(OsString::from);
            let boxed = boxed.sandbox.command(&boxed.plan, &words)?;
            (boxed.command, boxed.report, boxed.proxy)
        }
        None => {
            let mut command = Command::new(shell);
            command
                .arg("-c")
                .arg(command_text)
                .current_dir(spec.folder)
                .env_clear()
                .envs(spec.environment.iter().map(|(name, value)| (name, value)));
            (command, BoxReport::none(), None)
        }
    };
    command
        .stdin(input)
        .stdout(Stdio::from(writer))
        .stderr(Stdio::from(errors));
    let mut wrap = CommandWrap::from(tokio::process::Command::from(command));
    // A session of its own also detaches it from `/dev/tty`, so nothing can draw over the screen.
    wrap.wrap(ProcessSession);
    let child = wrap.spawn()?;
    // The command holds our copies of the pipe's other end; with them the pipe would never close.
    drop(wrap);
    let pipe = Receiver::from_owned_fd(OwnedFd::from(reader))?;
    Ok(Spawned {
        child,
        pipe,
        report,
        proxy,
    })
}

/// Returns a pipe that a thread writes a text into. The thread ends when the text is read, or the
/// read end is closed.
fn fed_with(text: &str) -> io::Result<io::PipeReader> {
    let (reader, mut writer) = io::pipe()?;
    let text = text.to_owned();
    std::thread::Builder::new()
        .name("long-command".into())
        .spawn(move || {
            // A failed write means that the shell has exited, and needs no more text.
            writer.write_all(text.as_bytes()).ok();
        })?;
    Ok(reader)
}

/// Reads output and waits until the leader has exited.
async fn attend(
    spec: &Spec<'_>,
    cancel: &Cancel,
    output: &mut Output,
    child: &mut dyn ChildWrapper,
    pipe: &mut Receiver,
    group: &Group,
) -> io::Result<ProcessEnd> {
    let mut buffer = vec![0_u8; 16 * 1024];
    let mut reading = true;
    let mut ended_by: Option<End> = None;
    let mut killed = false;
    let mut next = Instant::now() + spec.limit;
    loop {
        // Cancellation first, then the exit, then output: a flood of output delays nothing.
        tokio::select! {
            biased;
            () = cancel.kill.cancelled(), if !killed => {
                group.signal(Signal::SIGKILL);
                killed = true;
                ended_by.get_or_insert(End::Cancelled);
            }
            () = cancel.stop.cancelled(), if ended_by.is_none() => {
                group.signal(Signal::SIGTERM);
                ended_by = Some(End::Cancelled);
                next = Instant::now() + spec.grace;
            }
            () = sleep_until(next), if !killed => {
                if ended_by.is_some() {
                    group.signal(Signal::SIGKILL);
                    killed = true;
                } else {
                    group.signal(Signal::SIGTERM);
                    ended_by = Some(End::TimedOut);
                    next = Instant::now() + spec.grace;
                }
            }
            // The wrapper's own wait would wait for the whole group; the leader is enough.
            status = child.inner_mut().wait() => {
                let how = ended_by.unwrap_or(End::Exited(status?));
                let grace = if killed { Duration::ZERO } else { spec.grace };
                return Ok(ProcessEnd { how, grace });
            }
            read = pipe.read(&mut buffer), if reading => {
                match read {
                    Ok(0) | Err(_) => reading = false,
                    Ok(count) => output.take(buffer.get(..count).unwrap_or_default()),
                }
            }
        }
    }
}

/// Reads the present content of the pipe, at most its capacity, without waiting for more.
fn drain(pipe: &Receiver, output: &mut Output) {
    let mut buffer = vec![0_u8; 16 * 1024];
    let mut left = 1024 * 1024_usize;
    while left > 0 {
        match pipe.try_read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(count) => {
                output.take(buffer.get(..count).unwrap_or_default());
                left = left.saturating_sub(count);
            }
        }
    }
}

/// Describes how a process ended.
pub(super) fn status_words(status: ExitStatus) -> Notice {
    match (status.code(), status.signal()) {
        (Some(code), _) => notice!("told-status-exit", number = code),
        (None, Some(signal)) => notice!("told-status-killed", number = signal),
        (None, None) => notice!("told-status-ended"),
    }
}
