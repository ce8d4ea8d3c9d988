//! Starts a command in a box: the helper's command line, its order, its report.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IoSliceMut, PipeReader, Read, Seek, Write};
use std::mem::MaybeUninit;
use std::net::TcpListener;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;

use command_fds::{CommandFdExt, FdMapping};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

use crate::helper::{ARGUMENT, ORDER, Order, PROXY, REPORT, is_this_program};
use crate::plan::{Plan, Rung};
use crate::report::{Refused, outcome};

/// Starts commands in boxes. Made by the composition root, which knows the program's own path.
#[derive(Debug, Clone)]
pub struct Sandbox {
    helper: PathBuf,
}

/// A command that starts in its box, and the report of the box.
#[derive(Debug)]
pub struct BoxedCommand {
    /// The helper, which becomes the command or ends as it ends. The caller sets its standard
    /// streams and its process group, and drops it once it is started: it holds the other end of
    /// the report's pipe.
    pub command: Command,
    pub report: BoxReport,
    /// Takes the listener of the box's proxy, for a network that is limited to hosts.
    pub proxy: Option<ProxySocket>,
}

/// The socket on which a box sends the listener of its proxy, before its report says that it is
/// ready.
#[derive(Debug)]
pub struct ProxySocket(UnixStream);

impl ProxySocket {
    /// Takes the listener. Does not block: to be called once the box is ready.
    ///
    /// # Errors
    /// If the box sent none.
    pub fn listener(&self) -> io::Result<TcpListener> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        let flags = RecvFlags::CMSG_CLOEXEC | RecvFlags::DONTWAIT;
        recvmsg(
            &self.0,
            &mut [IoSliceMut::new(&mut byte)],
            &mut ancillary,
            flags,
        )?;
        let mut received = ancillary.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(rights) => Some(rights),
            _ => None,
        });
        let first = received.next().and_then(|mut rights| rights.next());
        first
            .map(TcpListener::from)
            .ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

/// The report of a box that is being set up.
#[derive(Debug)]
pub struct BoxReport {
    /// `None` for a command without a box.
    pipe: Option<PipeReader>,
}

impl BoxReport {
    /// Returns the report of a command without a box.
    pub fn none() -> Self {
        Self { pipe: None }
    }

    /// Waits until the command runs in its box. Blocks for the time of the set-up.
    ///
    /// # Errors
    /// If the box was refused: then the command did not run.
    pub fn wait(self) -> Result<(), Refused> {
        let Some(mut pipe) = self.pipe else {
            return Ok(());
        };
        let mut text = String::new();
        // A report that cannot be read counts as none.
        pipe.read_to_string(&mut text).ok();
        outcome(&text)
    }

    /// Returns the pipe of the report, for callers that must not block; [`Self::read`] judges its
    /// whole text.
    pub fn into_pipe(self) -> Option<OwnedFd> {
        self.pipe.map(OwnedFd::from)
    }

    /// Judges the whole text of a report.
    ///
    /// # Errors
    /// If the box was refused.
    pub fn read(text: &str) -> Result<(), Refused> {
        outcome(text)
    }

    /// Borrows the pipe, to wait for its end.
    pub fn as_fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }
}

impl Sandbox {
    /// Takes the path of the program whose `main` calls [`enter`](crate::helper::enter).
    pub fn new(helper: PathBuf) -> Self {
        Self { helper }
    }

    /// Takes the program of this process.
    ///
    /// # Errors
    /// If its path is unknown, or its `main` does not call [`enter`](crate::helper::enter): a
    /// program that hosts this library, such as a test, makes no boxes.
    pub fn of_this_program() -> io::Result<Self> {
        if !is_this_program() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        std::env::current_exe().map(Self::new)
    }

    /// Returns the path of the program.
    pub fn helper(&self) -> &Path {
        &self.helper
    }

    /// Returns the command that runs `words` (program and arguments) by a plan. Without words it
    /// makes the box and leaves it.
    ///
    /// # Errors
    /// If the plan cannot be handed over.
    pub fn command(&self, plan: &Plan, words: &[OsString]) -> io::Result<BoxedCommand> {
        if plan.rung == Rung::Off {
            return plain(plan, words);
        }
        let order = Order {
            plan: plan.clone(),
            words: words.to_vec(),
            program: std::process::id(),
        };
        let (reader, writer) = io::pipe()?;
        let mut mappings = vec![
            FdMapping {
                parent_fd: written(&serde_json::to_vec(&order)?)?,
                child_fd: ORDER,
            },
            FdMapping {
                parent_fd: writer.into(),
                child_fd: REPORT,
            },
        ];
        let mut proxy = None;
        if !plan.network.hosts().is_empty() {
            let (ours, theirs) = UnixStream::pair()?;
            mappings.push(FdMapping {
                parent_fd: theirs.into(),
                child_fd: PROXY,
            });
            proxy = Some(ProxySocket(ours));
        }
        let mut command = Command::new(&self.helper);
        // The environment is part of the order: the helper itself must not be steered by it.
        command.arg(ARGUMENT).env_clear();
        command.fd_mappings(mappings).map_err(io::Error::other)?;
        Ok(BoxedCommand {
            command,
            report: BoxReport { pipe: Some(reader) },
            proxy,
        })
    }
}

/// Returns a command without a box.
fn plain(plan: &Plan, words: &[OsString]) -> io::Result<BoxedCommand> {
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let environment = plan.environment.iter();
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(&plan.folder)
        .env_clear()
        .envs(environment.map(|(name, value)| (name, value)));
    Ok(BoxedCommand {
        command,
        report: BoxReport { pipe: None },
        proxy: None,
    })
}

/// Returns a file in memory with this content. A pipe would block for a long environment.
fn written(content: &[u8]) -> io::Result<OwnedFd> {
    let mut file = File::from(memfd_create("agentichat-plan", MemfdFlags::CLOEXEC)?);
    file.write_all(content)?;
    file.rewind()?;
    Ok(file.into())
}
