//! Runs the command of a hook: in a session and process group of its own, without a terminal and
//! without secrets in its environment, with its input on standard input.
//!
//! Ends the whole group at the time limit, at too much output, and when the hook itself has exited.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use hooks::{HookRun, OUTPUT_BYTES, ProcessEnd};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessSession};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep_until};

use super::environment::{Git, environment};
use super::toolbox::{Inner, ToolBox};
use notice::Notice;
use protocol::ids::SessionId;
use workspace::children::{Family, Marker, take_in_orphans};

/// Variables with the workspace's root, by which commands of hooks name their scripts.
const ROOT_VARIABLES: [&str; 2] = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"];

/// Time that what a killed hook wrote is still read.
const REST: Duration = Duration::from_millis(500);

impl ToolBox {
    /// Runs a hook's command to its end. Dropping the future kills it.
    pub async fn run_hook(
        &self,
        session: SessionId,
        command: &str,
        input: &str,
        limit: Duration,
    ) -> HookRun {
        take_in_orphans();
        let marker = Marker::new(session, uuid::Uuid::now_v7());
        let started = ["bash", "sh"].into_iter().map(|shell| {
            let words = [shell, "-c", command];
            spawn(prepared(&self.inner, &words, marker))
        });
        match first_there(started) {
            Ok(child) => attend(child, marker, input, limit).await,
            Err(error) => HookRun {
                end: ProcessEnd::NotStarted(Notice::text(error.to_string())),
                stdout: String::new(),
                stderr: String::new(),
            },
        }
    }
}

/// Returns the command with these words, in its folder and environment. A box for hooks belongs here.
fn prepared(inner: &Inner, words: &[&str], marker: Marker) -> Command {
    let root = inner.workspace.root();
    let marks = marker
        .variables()
        .map(|(name, value)| (name.to_owned(), value));
    let mut command = Command::new(words.first().copied().unwrap_or_default());
    command
        .args(words.iter().skip(1))
        .current_dir(root)
        .env_clear()
        .envs(environment(
            inner,
            &Git::AsUsual,
            marks.into_iter().collect(),
        ))
        .envs(ROOT_VARIABLES.map(|name| (name, root)));
    command
}

fn spawn(mut command: Command) -> io::Result<Box<dyn ChildWrapper>> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut wrap = CommandWrap::from(tokio::process::Command::from(command));
    wrap.wrap(ProcessSession);
    wrap.spawn()
}

/// Returns the first program that is installed.
fn first_there<T>(mut started: impl Iterator<Item = io::Result<T>>) -> io::Result<T> {
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    let is_answer = |one: &io::Result<T>| match one {
        Ok(_) => true,
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    };
    started.find(is_answer).unwrap_or_else(|| Err(missing()))
}

/// The output of a hook on one of its streams.
#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    is_closed: bool,
}

impl Kept {
    /// Takes what was read. Returns whether it is still within the limit.
    fn take(&mut self, read: &io::Result<usize>, buffer: &[u8]) -> bool {
        match read {
            Ok(0) | Err(_) => self.is_closed = true,
            Ok(count) => self.bytes.extend(buffer.iter().take(*count)),
        }
        self.bytes.len() <= OUTPUT_BYTES
    }

    fn into_text(mut self) -> String {
        self.bytes.truncate(OUTPUT_BYTES);
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// Feeds a hook and reads it until it has exited or must end.
async fn attend(
    mut child: Box<dyn ChildWrapper>,
    marker: Marker,
    input: &str,
    limit: Duration,
) -> HookRun {
    let leader = child.id().and_then(|id| i32::try_from(id).ok());
    let family = Family::begin(marker, leader.map(Pid::from_raw));
    let mut stdin = child.stdin().take();
    let (mut stdout, mut stderr) = (child.stdout().take(), child.stderr().take());
    let (mut out, mut err) = (Kept::default(), Kept::default());
    let (mut out_buffer, mut err_buffer) = (vec![0_u8; 8 * 1024], vec![0_u8; 8 * 1024]);
    let until = Instant::now() + limit;
    // A hook that does not read its input closes the pipe, or leaves it full until its end.
    let mut feed = std::pin::pin!(async move {
        if let Some(stdin) = &mut stdin {
            stdin.write_all(input.as_bytes()).await.ok();
        }
        drop(stdin);
    });
    let mut is_fed = false;
    let end = loop {
        tokio::select! {
            biased;
            () = sleep_until(until) => break ProcessEnd::TimedOut,
            read = read(&mut stdout, &mut out_buffer), if !out.is_closed => {
                if !out.take(&read, &out_buffer) { break ProcessEnd::TooMuchOutput; }
            }
            read = read(&mut stderr, &mut err_buffer), if !err.is_closed => {
                if !err.take(&read, &err_buffer) { break ProcessEnd::TooMuchOutput; }
            }
            () = &mut feed, if !is_fed => is_fed = true,
            status = child.inner_mut().wait() => break ended(status),
        }
    };
    if let Some(leader) = leader {
        // The group may already be gone.
        killpg(Pid::from_raw(leader), Signal::SIGKILL).ok();
    }
    // The search in `/proc` blocks. Without a worker for it, dropping the family does the same.
    tokio::task::spawn_blocking(move || family.end(Duration::ZERO))
        .await
        .ok();
    let rest = async {
        while !out.is_closed {
            let read = read(&mut stdout, &mut out_buffer).await;
            if !out.take(&read, &out_buffer) {
                return false;
            }
        }
        while !err.is_closed {
            let read = read(&mut stderr, &mut err_buffer).await;
            if !err.take(&read, &err_buffer) {
                return false;
            }
        }
        true
    };
    let fits = tokio::time::timeout(REST, rest).await.unwrap_or(true);
    child.inner_mut().wait().await.ok();
    let end = match end {
        ProcessEnd::Exited(_) if !fits => ProcessEnd::TooMuchOutput,
        end => end,
    };
    HookRun {
        end,
        stdout: out.into_text(),
        stderr: err.into_text(),
    }
}

async fn read(from: &mut Option<impl AsyncRead + Unpin>, buffer: &mut [u8]) -> io::Result<usize> {
    match from {
        Some(from) => from.read(buffer).await,
        None => Ok(0),
    }
}

fn ended(status: io::Result<ExitStatus>) -> ProcessEnd {
    match status {
        Ok(status) => match (status.code(), status.signal()) {
            (Some(code), _) => ProcessEnd::Exited(code),
            (None, _) => ProcessEnd::Killed,
        },
        Err(error) => ProcessEnd::NotStarted(Notice::text(error.to_string())),
    }
}
