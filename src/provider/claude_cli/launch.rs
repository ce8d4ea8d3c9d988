//! Starts and ends the program. The caller provides the implementation, so that tests can replay
//! recordings and the workspace manages the processes.

use std::io;
use std::path::{Path, PathBuf};

use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite};

use notice::Notice;
use protocol::ids::SessionId;

/// Purpose of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Serves {
    /// Serves a session: in the workspace, with this environment.
    Session,
    /// Serves a session in plan mode, in which nothing is written: as a session.
    Planning,
    /// Checks the version, without a request of the user: outside the workspace, and without any
    /// hint of the workspace's location.
    Version,
}

/// Parameters of a process to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Program name to be looked up, or a path.
    pub program: String,
    pub arguments: Vec<String>,
    pub folder: PathBuf,
    /// The complete environment except for the variable that marks the process as the session's.
    pub environment: Vec<(String, String)>,
    /// Session that the process belongs to.
    pub session: SessionId,
    pub serves: Serves,
}

pub struct Running {
    /// Standard input of the process.
    pub to: Box<dyn AsyncWrite + Send + Unpin>,
    /// Standard output of the process.
    pub from: Box<dyn AsyncRead + Send + Unpin>,
    /// Standard error of the process.
    pub errors: Box<dyn AsyncRead + Send + Unpin>,
    /// Lifetime of the process. Dropping it kills the process and all processes that it has
    /// started.
    pub life: Box<dyn Life>,
    /// Message for the user about how it was started.
    pub told: Option<Notice>,
}

/// Lifetime of a process.
pub trait Life: Send {
    /// Waits until the process has ended by itself; returns how, in words (`exit 1`, `killed
    /// by signal 9`).
    fn ended(&mut self) -> BoxFuture<'_, Notice>;

    /// Asks the process to end (SIGTERM).
    fn ask_to_end(&mut self);

    /// Ends what remains of the process and its descendants; kills it at once if it has not
    /// ended by itself.
    fn finish(self: Box<Self>) -> BoxFuture<'static, ()>;
}

pub trait Launch: Send + Sync {
    /// Starts a process.
    ///
    /// # Errors
    /// The system's error; `NotFound` if there is no such program.
    fn launch(&self, start: &Start) -> io::Result<Running>;

    /// Whether the program exists, with the same lookup as for starting it. Starts nothing.
    fn finds(&self, program: &str, environment: &[(String, String)], folder: &Path) -> bool {
        let _ = (program, environment, folder);
        true
    }
}
