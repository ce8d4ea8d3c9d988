//! Twelve things that a box must not let through, tried from inside: `agentichat doctor` shows which
//! were stopped. Each is tried by its system call, so no program of the machine is needed.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use nix::sched::{CloneFlags, unshare};
use nix::sys::signal::kill;
use nix::unistd::Pid;
use notice::{Notice, notice};
use serde::{Deserialize, Serialize};

use crate::helper::ARGUMENT;
use crate::plan::Rung;

/// Second arguments of the helper: tries everything; stays until its standard input ends.
pub(crate) const TRY: &str = "try";
const STAY: &str = "stay";

/// Text that an attempt writes.
pub const WRITTEN: &str = "written by an attempt";

/// Something that a box must not let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    WriteOutside,
    WriteThroughLink,
    LinkOutside,
    ReadSecret,
    WriteGitSettings,
    ConnectTcp,
    SendUdp,
    ConnectSocket,
    ConnectAbstractSocket,
    SignalOutside,
    MakeNamespace,
    /// A process that goes on when its command has ended.
    Outlive,
}

impl Attempt {
    pub const ALL: [Attempt; 12] = [
        Attempt::WriteOutside,
        Attempt::WriteThroughLink,
        Attempt::LinkOutside,
        Attempt::ReadSecret,
        Attempt::WriteGitSettings,
        Attempt::ConnectTcp,
        Attempt::SendUdp,
        Attempt::ConnectSocket,
        Attempt::ConnectAbstractSocket,
        Attempt::SignalOutside,
        Attempt::MakeNamespace,
        Attempt::Outlive,
    ];

    /// Returns the description for the user.
    pub fn notice(self) -> Notice {
        match self {
            Attempt::WriteOutside => notice!("attempt-write-outside"),
            Attempt::WriteThroughLink => notice!("attempt-write-link"),
            Attempt::LinkOutside => notice!("attempt-hard-link"),
            Attempt::ReadSecret => notice!("attempt-read-secret"),
            Attempt::WriteGitSettings => notice!("attempt-git-settings"),
            Attempt::ConnectTcp => notice!("attempt-tcp"),
            Attempt::SendUdp => notice!("attempt-udp"),
            Attempt::ConnectSocket => notice!("attempt-socket"),
            Attempt::ConnectAbstractSocket => notice!("attempt-abstract-socket"),
            Attempt::SignalOutside => notice!("attempt-signal"),
            Attempt::MakeNamespace => notice!("attempt-namespace"),
            Attempt::Outlive => notice!("attempt-outlive"),
        }
    }

    /// Whether a rung promises to stop the attempt.
    pub fn is_stopped_by(self, rung: Rung) -> bool {
        match (rung, self) {
            (Rung::Off, _) | (Rung::Landlock, Attempt::WriteGitSettings | Attempt::Outlive) => {
                false
            }
            (Rung::Landlock | Rung::Namespaces | Rung::Proposed, _) => true,
        }
    }
}

/// The targets of the attempts: all of them outside the box, but for the links to them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Targets {
    /// A file outside the workspace that does not exist.
    pub outside: PathBuf,
    /// A link in the workspace to another such file.
    pub link: PathBuf,
    /// A file outside the workspace, and a name for it inside.
    pub linked: PathBuf,
    pub hard_link: PathBuf,
    /// A file in a hidden folder.
    pub secret: PathBuf,
    pub git_settings: PathBuf,
    /// Ports of the machine's own loopback that are listened on.
    pub tcp: u16,
    pub udp: u16,
    /// Sockets that are listened on.
    pub socket: PathBuf,
    pub abstract_socket: String,
    /// A process outside.
    pub process: i32,
}

/// One line of the output: what was tried, and the error that stopped it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    pub attempt: Attempt,
    /// The system's error; `None` if nothing stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Returns the words that make all attempts, for a helper.
///
/// # Errors
/// If a path is not text.
pub fn words(helper: PathBuf, targets: &Targets) -> serde_json::Result<Vec<OsString>> {
    let targets = serde_json::to_string(targets)?;
    Ok(vec![
        helper.into(),
        ARGUMENT.into(),
        TRY.into(),
        targets.into(),
    ])
}

/// Makes the attempts, inside the box.
pub(crate) fn enter(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let what = arguments.next().unwrap_or_default();
    if what == STAY {
        stay();
        return ExitCode::SUCCESS;
    }
    let targets = arguments.next().unwrap_or_default();
    match serde_json::from_slice(targets.as_encoded_bytes()) {
        Ok(targets) if what == TRY => {
            try_all(&targets);
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}

fn try_all(targets: &Targets) {
    let mut out = io::stdout().lock();
    for attempt in Attempt::ALL {
        let error = tried(attempt, targets).err();
        let line = Tried {
            attempt,
            error: error.map(|error| error.to_string()),
        };
        let text = serde_json::to_string(&line).unwrap_or_default();
        // Without a reader there is nobody to tell.
        writeln!(out, "{text}").ok();
    }
}

fn tried(attempt: Attempt, targets: &Targets) -> io::Result<()> {
    match attempt {
        Attempt::WriteOutside => fs::write(&targets.outside, WRITTEN),
        Attempt::WriteThroughLink => fs::write(&targets.link, WRITTEN),
        Attempt::LinkOutside => fs::hard_link(&targets.linked, &targets.hard_link),
        Attempt::ReadSecret => fs::read(&targets.secret).map(drop),
        Attempt::WriteGitSettings => fs::write(&targets.git_settings, WRITTEN),
        Attempt::ConnectTcp => TcpStream::connect((Ipv4Addr::LOCALHOST, targets.tcp)).map(drop),
        Attempt::SendUdp => send_udp(targets.udp),
        Attempt::ConnectSocket => UnixStream::connect(&targets.socket).map(drop),
        Attempt::ConnectAbstractSocket => {
            let address = SocketAddr::from_abstract_name(&targets.abstract_socket)?;
            UnixStream::connect_addr(&address).map(drop)
        }
        Attempt::SignalOutside => Ok(kill(Pid::from_raw(targets.process), None)?),
        Attempt::MakeNamespace => Ok(unshare(CloneFlags::CLONE_NEWUSER)?),
        Attempt::Outlive => outlive(),
    }
}

/// Sends twice: the kernel reports a port that nobody listens on with the second one.
fn send_udp(port: u16) -> io::Result<()> {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    socket.connect((Ipv4Addr::LOCALHOST, port))?;
    socket.send(WRITTEN.as_bytes())?;
    socket.send(WRITTEN.as_bytes()).map(drop)
}

/// Leaves a process that holds the standard streams until the input ends. Whether it was stopped
/// is seen from outside.
fn outlive() -> io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([ARGUMENT, STAY]).stderr(Stdio::null());
    command.spawn().map(drop)
}

fn stay() {
    let mut rest = Vec::new();
    io::stdin().read_to_end(&mut rest).ok();
}
