//! A program that an agent lives in, started beside us: in a session and process group of its own, with
//! pipes, and ended with all that it has started.

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
use crate::protocol::ids::SessionId;
use crate::workspace::children::{Family, Marker, take_in_orphans};

/// What to start.
#[derive(Debug, Clone, Copy)]
pub struct Program<'a> {
    /// The program: a name that is looked up, or a path.
    pub program: &'a str,
    pub arguments: &'a [String],
    /// Where it works.
    pub folder: &'a Path,
    /// The whole environment but for what marks it as the session's.
    pub environment: &'a [(String, String)],
    /// Whose it is.
    pub session: SessionId,
}

/// A program that runs. Dropped, it is killed with all that it has started.
pub struct Companion {
    child: Box<dyn ChildWrapper>,
    family: Option<Family>,
    leader: Option<Pid>,
}

/// The ends of its pipes that are ours.
pub struct Pipes {
    /// Its standard input.
    pub to: ChildStdin,
    /// Its standard output.
    pub from: ChildStdout,
    /// Its standard error.
    pub errors: ChildStderr,
}

impl Companion {
    /// Starts it.
    ///
    /// # Errors
    /// As the system says; `NotFound` where there is no such program.
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
        // A session of its own also takes `/dev/tty` away: nothing can draw over the screen.
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

    /// Waits until it has ended by itself; in words.
    pub async fn ended(&mut self) -> String {
        // The wrapper's own wait would wait for the whole group; the leader is enough.
        match self.child.inner_mut().wait().await {
            Ok(status) => status_words(status),
            Err(error) => format!("nobody knows how: {error}"),
        }
    }

    /// Asks it to end.
    pub fn ask_to_end(&self) {
        self.signal(Signal::SIGTERM);
    }

    /// Kills what is left of it and of what it has started.
    pub async fn finish(mut self) {
        self.signal(Signal::SIGKILL);
        let Some(family) = self.family.take() else {
            return;
        };
        // Looks through `/proc`; a worker that cannot be had drops the family, which ends it.
        tokio::task::spawn_blocking(move || family.end(Duration::ZERO))
            .await
            .ok();
        self.child.inner_mut().wait().await.ok();
    }

    fn signal(&self, signal: Signal) {
        if let Some(leader) = self.leader {
            // The group may be gone already.
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
