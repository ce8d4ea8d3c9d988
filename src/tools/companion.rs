//! Runs an agent program as a child process: in a box, in a session and process group of its own, with pipes,
//! and killed together with everything it started.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessSession};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use uuid::Uuid;

pub use super::process::StartError;
use super::process::status_words;
use super::program_boxes::ProgramBox;
use notice::{Notice, notice};
use protocol::ids::SessionId;
use sandbox::BoxReport;
use workspace::children::{Family, Marker, take_in_orphans};

/// The program to start.
#[derive(Debug, Clone, Copy)]
pub struct Program<'a> {
    /// Executable: a name to look up, or a path.
    pub program: &'a str,
    pub arguments: &'a [String],
    pub folder: &'a Path,
    /// The complete environment, except for the marker of the session.
    pub environment: &'a [(String, String)],
    /// Session that the program belongs to.
    pub session: SessionId,
}

/// A running program. On drop, it is killed together with everything it started.
pub struct Companion {
    child: Box<dyn ChildWrapper>,
    family: Option<Family>,
    leader: Option<Pid>,
    /// Holds its private folders.
    _boxed: Option<ProgramBox>,
}

/// Our ends of the program's pipes.
pub struct Pipes {
    /// Standard input of the program.
    pub to: ChildStdin,
    /// Standard output of the program.
    pub from: ChildStdout,
    /// Standard error of the program.
    pub errors: ChildStderr,
}

impl Companion {
    /// Starts the program in its box, whose plan has folder and environment too. Blocks until it runs there,
    /// for some milliseconds.
    ///
    /// # Errors
    /// If the system refuses it, with `NotFound` if there is no such program, or if the box is refused.
    pub fn start(
        program: Program<'_>,
        mut boxed: Option<ProgramBox>,
    ) -> Result<(Self, Pipes), StartError> {
        take_in_orphans();
        let marker = Marker::new(program.session, Uuid::now_v7());
        if let Some(boxed) = &mut boxed {
            boxed.mark(&marker);
        }
        let (mut command, report) = command(program, marker, boxed.as_ref())?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut wrap = CommandWrap::from(tokio::process::Command::from(command));
        // A session of its own also detaches it from `/dev/tty`, so nothing can draw
        // over the screen.
        wrap.wrap(ProcessSession);
        let mut child = wrap.spawn()?;
        // The command holds the other end of the report's pipe.
        drop(wrap);
        // A process whose box was refused has ended; the runtime waits for it once it is dropped.
        report.wait().map_err(StartError::Refused)?;
        let leader = child.id().and_then(|id| i32::try_from(id).ok());
        let leader = leader.map(Pid::from_raw);
        let family = Some(Family::begin(marker, leader));
        let pipes = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        let companion = Self {
            child,
            family,
            leader,
            _boxed: boxed,
        };
        match pipes {
            (Some(to), Some(from), Some(errors)) => Ok((companion, Pipes { to, from, errors })),
            _ => Err(io::Error::other("it has no pipes").into()),
        }
    }

    /// Waits until the program exits by itself. Returns the exit status in words.
    pub async fn ended(&mut self) -> Notice {
        // The wrapper's own wait would wait for the whole group; the leader is enough.
        match self.child.inner_mut().wait().await {
            Ok(status) => status_words(status),
            Err(error) => notice!("told-status-unknown", why = error),
        }
    }

    /// Asks the program to terminate (SIGTERM).
    pub fn ask_to_end(&self) {
        self.signal(Signal::SIGTERM);
    }

    /// Kills the program and all processes that it started.
    pub async fn finish(mut self) {
        self.signal(Signal::SIGKILL);
        let Some(family) = self.family.take() else {
            return;
        };
        // The search in `/proc` blocks. Without a worker for it, dropping the family ends the
        // processes too.
        tokio::task::spawn_blocking(move || family.end(Duration::ZERO))
            .await
            .ok();
        self.child.inner_mut().wait().await.ok();
    }

    fn signal(&self, signal: Signal) {
        if let Some(leader) = self.leader {
            // The group may already be gone.
            killpg(leader, signal).ok();
        }
    }
}

fn command(
    program: Program<'_>,
    marker: Marker,
    boxed: Option<&ProgramBox>,
) -> io::Result<(Command, BoxReport)> {
    if let Some(boxed) = boxed {
        let words = [program.program].into_iter();
        let words = words.chain(program.arguments.iter().map(String::as_str));
        let words: Vec<OsString> = words.map(OsString::from).collect();
        let boxed = boxed.command(&words)?;
        return Ok((boxed.command, boxed.report));
    }
    let environment = program.environment.iter();
    let mut command = Command::new(program.program);
    command
        .args(program.arguments)
        .current_dir(program.folder)
        .env_clear()
        .envs(environment.map(|(name, value)| (name, value)))
        .envs(marker.variables());
    Ok((command, BoxReport::none()))
}

impl Drop for Companion {
    fn drop(&mut self) {
        if self.family.is_some() {
            self.signal(Signal::SIGKILL);
        }
    }
}
