//! What starts the program and ends it: given from outside, so that the conversation can be tested
//! against recordings, and processes are the workspace's affair.

use std::io;
use std::path::{Path, PathBuf};

use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::protocol::ids::SessionId;

/// What a process is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Serves {
    /// A session, in the workspace, with the environment as it is given.
    Session,
    /// A look at its version, which nobody has asked for: outside of the workspace, and told nothing that leads there.
    Version,
}

/// A process to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The program: a name that is looked up, or a path.
    pub program: String,
    pub arguments: Vec<String>,
    /// Where it works.
    pub folder: PathBuf,
    /// The whole environment but for what marks the process as the session's.
    pub environment: Vec<(String, String)>,
    /// Whose it is.
    pub session: SessionId,
    /// What it is for.
    pub serves: Serves,
}

/// A process that runs.
pub struct Running {
    /// Its standard input.
    pub to: Box<dyn AsyncWrite + Send + Unpin>,
    /// Its standard output.
    pub from: Box<dyn AsyncRead + Send + Unpin>,
    /// Its standard error.
    pub errors: Box<dyn AsyncRead + Send + Unpin>,
    /// How it ends. Dropped, the process and all that it has started are killed.
    pub life: Box<dyn Life>,
}

/// How a process ends.
pub trait Life: Send {
    /// Waits until it has ended by itself; in words (`exit 1`, `killed by signal 9`).
    fn ended(&mut self) -> BoxFuture<'_, String>;

    /// Asks it to end (SIGTERM).
    fn ask_to_end(&mut self);

    /// Ends what is left of it and of what it has started, at once where it has not ended by itself.
    fn finish(self: Box<Self>) -> BoxFuture<'static, ()>;
}

pub trait Launch: Send + Sync {
    /// Starts one.
    ///
    /// # Errors
    /// As the system says; `NotFound` where there is no such program.
    fn launch(&self, start: &Start) -> io::Result<Running>;

    /// Whether there is such a program, looked up as it would be to start it. Starts nothing.
    fn finds(&self, program: &str, environment: &[(String, String)], folder: &Path) -> bool {
        let _ = (program, environment, folder);
        true
    }
}
