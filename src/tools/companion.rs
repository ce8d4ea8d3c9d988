//! Runs an agent program as a child process: in a session and process group of its own, with pipes,
//! and killed together with everything it started.

use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessSession};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use uuid::Uuid;

use super::process::status_words;
use notice::{Notice, notice};
use protocol::ids::SessionId;
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
    /// Starts the program.
    ///
    /// # Errors
    /// Returns the system's error; `NotFound` if there is no such program.
    pub fn start(program: Program<'_>) -> io::Result<(Self, Pipes)> {
        take_in_orphans();
        let marker = Marker::new(program.session, Uuid::now_v7());
        let mut wrap = CommandWrap::with_new(program.program, |command| {
            command
                .args(program.arguments)
                .current_dir(program.folder)
                .env_clear()
                .envs(
                    program
                        .environment
                        .iter()
                        .map(|(name, value)| (name, value)),
                )
                .envs(marker.variables())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        });
        // A session of its own also detaches it from `/dev/tty`, so nothing can draw
        // over the screen.
        wrap.wrap(ProcessSession);
        let mut child = wrap.spawn()?;
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
        };
        match pipes {
            (Some(to), Some(from), Some(errors)) => Ok((companion, Pipes { to, from, errors })),
            _ => Err(io::Error::other("it has no pipes")),
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

impl Drop for Companion {
    fn drop(&mut self) {
        if self.family.is_some() {
            self.signal(Signal::SIGKILL);
        }
    }
}
