//! Tries the boundary of a box: makes one, lets it try what it must not let through, and looks from
//! outside what happened. `agentichat doctor` shows the result.

use std::fs;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::fd::AsFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use serde::Serialize;

use crate::attempts::{Attempt, Targets, Tried, words};
use crate::command::Sandbox;
use crate::compose::{BoxGrant, SandboxOffer, Setting, Surroundings, plan};
use crate::plan::Rung;
use crate::report::Refused;
use crate::scratch::Scratch;

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Outcome {
    pub attempt: Attempt,
    pub stopped: bool,
    /// Whether the rung promises to stop it.
    pub promised: bool,
}

/// The boundary could not be tried.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    #[error("{0}")]
    Refused(#[from] Refused),
    #[error("{0}")]
    System(#[from] io::Error),
}

impl TrialError {
    /// Returns the message for the user.
    pub fn notice(&self) -> notice::Notice {
        match self {
            TrialError::Refused(refused) => refused.notice(),
            TrialError::System(error) => error.into(),
        }
    }
}

/// Tries the boundary of a rung, in new folders below a private one.
///
/// # Errors
/// If the box was refused, or the folders cannot be made.
pub fn run(sandbox: &Sandbox, rung: Rung, below: &Path) -> Result<Vec<Outcome>, TrialError> {
    let name = trial_name();
    let scratch = Scratch::new(below, &name)?;
    let ground = Ground::new(&scratch, &name)?;
    let words = words(sandbox.helper().to_path_buf(), &ground.targets).map_err(io::Error::from)?;
    let mut plan = ground.plan(rung, &scratch);
    // The program itself makes the attempts, wherever it lies.
    plan.read.push(sandbox.helper().to_path_buf());
    let mut boxed = sandbox.command(&plan, &words)?;
    let (output, writer) = io::pipe()?;
    let (reader, input) = io::pipe()?;
    boxed
        .command
        .stdin(reader)
        .stdout(writer)
        .stderr(Stdio::null());
    let mut child = boxed.command.spawn()?;
    // It holds the other ends of the pipes.
    drop(boxed.command);
    boxed.report.wait()?;
    child.wait()?;
    let end = read_end(output, input)?;
    Ok(Attempt::ALL
        .map(|attempt| Outcome {
            attempt,
            stopped: ground.is_stopped(attempt, &end),
            promised: attempt.is_stopped_by(rung),
        })
        .to_vec())
}

/// Returns a name that no other trial on the machine has now.
fn trial_name() -> String {
    static TRIALS: AtomicU64 = AtomicU64::new(0);
    let number = TRIALS.fetch_add(1, Ordering::Relaxed);
    format!("agentichat-trial-{}-{number}", std::process::id())
}

/// The output of the attempts, and whether a process was left that holds it.
struct OutputEnd {
    tried: Vec<Tried>,
    outlived: bool,
}

/// Reads what is there, without waiting for a process that was left. Then ends the input, and such
/// a process with it.
fn read_end(mut output: PipeReader, input: PipeWriter) -> io::Result<OutputEnd> {
    fcntl(output.as_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    let mut text = Vec::new();
    let outlived = match output.read_to_end(&mut text) {
        Ok(_) => false,
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => true,
        Err(error) => return Err(error),
    };
    drop(input);
    let lines = text.split(|byte| *byte == b'\n');
    Ok(OutputEnd {
        tried: lines
            .filter_map(|line| serde_json::from_slice(line).ok())
            .collect(),
        outlived,
    })
}

/// The files, sockets and processes on which the attempts are made.
struct Ground {
    root: PathBuf,
    targets: Targets,
    tcp: TcpListener,
    udp: UdpSocket,
    socket: UnixListener,
    abstract_socket: UnixListener,
}

/// Content of the files that must not change.
const UNCHANGED: &str = "as it was\n";

impl Ground {
    /// `name` is that of its sockets.
    fn new(scratch: &Scratch, name: &str) -> io::Result<Self> {
        let root = scratch.root().to_path_buf();
        for folder in ["workspace/.git", "outside", "home/.ssh"] {
            fs::create_dir_all(root.join(folder))?;
        }
        for file in ["workspace/.git/config", "outside/linked", "home/.ssh/id"] {
            fs::write(root.join(file), UNCHANGED)?;
        }
        symlink(
            root.join("outside/through-link"),
            root.join("workspace/link"),
        )?;
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        tcp.set_nonblocking(true)?;
        udp.set_nonblocking(true)?;
        let address = SocketAddr::from_abstract_name(name)?;
        let abstract_socket = UnixListener::bind_addr(&address)?;
        // Not below the root: the path of a socket is short.
        let path = std::env::temp_dir().join(format!("{name}.sock"));
        let socket = UnixListener::bind(&path)?;
        Ok(Self {
            targets: Targets {
                outside: root.join("outside/new"),
                link: root.join("workspace/link"),
                linked: root.join("outside/linked"),
                hard_link: root.join("workspace/hard-link"),
                secret: root.join("home/.ssh/id"),
                git_settings: root.join("workspace/.git/config"),
                tcp: tcp.local_addr()?.port(),
                udp: udp.local_addr()?.port(),
                socket: path,
                abstract_socket: name.to_owned(),
                process: std::process::id().try_into().unwrap_or(i32::MAX),
            },
            root,
            tcp,
            udp,
            socket,
            abstract_socket,
        })
    }

    fn plan(&self, rung: Rung, scratch: &Scratch) -> crate::plan::Plan {
        let around = Surroundings {
            home: Some(self.root.join("home")),
            ..Surroundings::of(self.root.join("workspace"), scratch)
        };
        let offer = SandboxOffer { rung, why: None };
        plan(Setting::Auto, &offer, &around, &BoxGrant::PROPOSED).plan
    }

    /// Judges an attempt by its error inside and by its trace outside. One that was not made was
    /// not stopped either: the box is judged by what it proves.
    fn is_stopped(&self, attempt: Attempt, end: &OutputEnd) -> bool {
        let tried = end.tried.iter().find(|tried| tried.attempt == attempt);
        let Some(tried) = tried else {
            return false;
        };
        let failed = tried.error.is_some();
        let targets = &self.targets;
        let is_unchanged =
            |path: &Path| fs::read(path).is_ok_and(|text| text == UNCHANGED.as_bytes());
        match attempt {
            Attempt::WriteOutside => failed && !targets.outside.exists(),
            // The link leads to a file that nobody made.
            Attempt::WriteThroughLink => failed && !targets.link.exists(),
            Attempt::LinkOutside => {
                failed
                    && targets
                        .linked
                        .metadata()
                        .is_ok_and(|facts| facts.nlink() == 1)
            }
            Attempt::WriteGitSettings => failed && is_unchanged(&targets.git_settings),
            Attempt::ConnectTcp => failed && self.tcp.accept().is_err(),
            Attempt::SendUdp => failed && self.udp.recv(&mut [0; 64]).is_err(),
            Attempt::ConnectSocket => failed && is_silent(&self.socket),
            Attempt::ConnectAbstractSocket => failed && is_silent(&self.abstract_socket),
            Attempt::ReadSecret | Attempt::SignalOutside | Attempt::MakeNamespace => failed,
            Attempt::Outlive => !end.outlived,
        }
    }
}

fn is_silent(listener: &UnixListener) -> bool {
    listener.set_nonblocking(true).is_ok() && listener.accept().is_err()
}

impl Drop for Ground {
    fn drop(&mut self) {
        // A socket that is left is in the way of nobody.
        fs::remove_file(&self.targets.socket).ok();
    }
}
