//! Runs the command of a hook: in a box, in a session and process group of its own, without a terminal and
//! without secrets in its environment, with its input on standard input.
//!
//! Ends the whole group at the time limit, at too much output, and when the hook itself has exited.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use hooks::{HookEvent, HookRun, OUTPUT_BYTES, ProcessEnd};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessSession};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep_until};

use super::environment::{Git, environment};
use super::process::{StartError, reach_box};
use super::program_boxes::{ProgramBox, ProgramPlace};
use super::toolbox::{Inner, ToolBox};
use notice::{Notice, notice};
use protocol::ids::SessionId;
use sandbox::BoxReport;
use sandbox::programs::{Desktop, HookRights};
use workspace::children::{Family, Marker, take_in_orphans};

/// Variables with the workspace's root, by which commands of hooks name their scripts.
const ROOT_VARIABLES: [&str; 2] = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"];

/// Time that what a killed hook wrote is still read.
const REST: Duration = Duration::from_millis(500);

/// The command of a hook, as it is to run.
#[derive(Debug, Clone, Copy)]
pub struct HookCommand<'a> {
    pub event: HookEvent,
    /// For a shell.
    pub command: &'a str,
    /// Text on its standard input.
    pub input: &'a str,
    pub limit: Duration,
    /// Scripts of all hooks, which no hook may write in the folders of agent programs.
    pub scripts: &'a [PathBuf],
}

/// A hook's process after its end, with the messages for the user about its box.
#[derive(Debug)]
pub struct RanHook {
    pub run: HookRun,
    pub told: Vec<Notice>,
}

impl ToolBox {
    /// Runs a hook's command to its end. Dropping the future kills it.
    pub async fn run_hook(&self, session: SessionId, hook: HookCommand<'_>) -> RanHook {
        take_in_orphans();
        let marker = Marker::new(session, uuid::Uuid::now_v7());
        let environment = environment_of(&self.inner, marker);
        let not_started = |why: Notice| RanHook {
            run: HookRun {
                end: ProcessEnd::NotStarted(why),
                stdout: String::new(),
                stderr: String::new(),
            },
            told: Vec::new(),
        };
        let boxed = match self.box_of(&hook, environment.clone()).await {
            Ok(boxed) => boxed,
            Err(why) => return not_started(notice!("hooks-no-box", why)),
        };
        let place = (self.inner.workspace.root(), environment.as_slice());
        let started = match start("bash", &hook, place, boxed.as_ref()).await {
            Err(error) if error.is_no_program() => start("sh", &hook, place, boxed.as_ref()).await,
            other => other,
        };
        let child = match started {
            Ok(child) => child,
            Err(StartError::Refused(refused)) => {
                return not_started(notice!("hooks-no-box", why = refused.notice()));
            }
            Err(StartError::System(error)) => {
                return not_started(Notice::text(error.to_string()));
            }
        };
        let run = attend(child, marker, hook.input, hook.limit).await;
        RanHook {
            run,
            told: ended_box(boxed).await,
        }
    }

    /// Makes the box of a hook on a worker; `None` without one.
    async fn box_of(
        &self,
        hook: &HookCommand<'_>,
        environment: Vec<(String, String)>,
    ) -> Result<Option<ProgramBox>, Notice> {
        let inner = Arc::clone(&self.inner);
        let scripts = hook.scripts.to_vec();
        let desktop = match hook.event {
            HookEvent::Notification => Desktop::Reached,
            _ => Desktop::Hidden,
        };
        let work = move || {
            let Some(boxes) = &inner.surroundings.boxes else {
                return Ok(None);
            };
            let root = inner.workspace.root();
            let place = ProgramPlace {
                root,
                folder: root,
                environment: &environment,
            };
            let rights = HookRights {
                folders: &boxes.agents,
                scripts: &scripts,
                desktop,
            };
            boxes.of_hook(&inner.sandbox_offer(), place, rights)
        };
        let work = tokio::task::spawn_blocking(work);
        work.await
            .unwrap_or_else(|error| Err(Notice::text(error.to_string())))
    }
}

/// Returns the environment of a hook, without a box.
fn environment_of(inner: &Inner, marker: Marker) -> Vec<(String, String)> {
    let marks = marker
        .variables()
        .map(|(name, value)| (name.to_owned(), value));
    let root = inner.workspace.root().to_string_lossy();
    let mut all = environment(inner, &Git::AsUsual, marks.into_iter().collect());
    all.retain(|(name, _)| !ROOT_VARIABLES.contains(&name.as_str()));
    let roots = ROOT_VARIABLES.map(|name| (name.to_owned(), root.clone().into_owned()));
    all.extend(roots);
    all
}

/// Starts a hook with this shell, and waits until it runs in its box.
async fn start(
    shell: &str,
    hook: &HookCommand<'_>,
    (root, environment): (&Path, &[(String, String)]),
    boxed: Option<&ProgramBox>,
) -> Result<Box<dyn ChildWrapper>, StartError> {
    let words = [shell, "-c", hook.command];
    let (mut command, report) = match boxed {
        Some(boxed) => {
            let boxed = boxed.command(&words.map(OsString::from))?;
            (boxed.command, boxed.report)
        }
        None => {
            let mut command = Command::new(shell);
            command
                .args(words.iter().skip(1))
                .current_dir(root)
                .env_clear()
                .envs(environment.iter().map(|(name, value)| (name, value)));
            (command, BoxReport::none())
        }
    };
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut wrap = CommandWrap::from(tokio::process::Command::from(command));
    wrap.wrap(ProcessSession);
    let mut child = wrap.spawn()?;
    // The command holds the other end of the report's pipe.
    drop(wrap);
    reach_box(child.as_mut(), report).await?;
    Ok(child)
}

/// Ends the box of a hook that has ended; returns the messages for the user.
async fn ended_box(boxed: Option<ProgramBox>) -> Vec<Notice> {
    let Some(boxed) = boxed else {
        return Vec::new();
    };
    let work = tokio::task::spawn_blocking(|| boxed.end());
    work.await.unwrap_or_default()
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
