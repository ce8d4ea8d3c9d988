//! A place for boxes: a workspace with a repository, a home with a key, files outside, listeners.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;

use sandbox::compose::{BoxGrant, SandboxOffer, Setting, Surroundings, plan};
use sandbox::plan::{Limits, Network, Overlay, Plan, Rung};
use sandbox::{Refused, Sandbox};
use tempfile::TempDir;

/// Paths in the workspace of a ground that steer other programs.
const READ_ONLY: [&str; 3] = ["work/.git", "work/.claude", "work/.mcp.json"];

/// A text outside that no command may read.
pub(super) const SECRET: &str = "the key itself";

pub(super) struct Ground {
    folder: TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    _socket: UnixListener,
    _abstract: UnixListener,
}

/// The end of a command in a box.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) report: Result<(), Refused>,
    pub(super) status: ExitStatus,
    /// Standard output and error.
    pub(super) output: String,
}

/// A command that runs in a box.
pub(super) struct Running {
    pub(super) child: Child,
    pub(super) output: std::io::PipeReader,
    pub(super) report: Result<(), Refused>,
}

/// Every file of a ground, with what a command could change of it.
pub(super) struct Seen {
    files: BTreeMap<PathBuf, String>,
}

impl Ground {
    pub(super) fn new() -> Self {
        let below = env!("CARGO_TARGET_TMPDIR");
        let folder = tempfile::Builder::new()
            .prefix("box")
            .tempdir_in(below)
            .expect("a folder");
        let at = |path: &str| folder.path().join(path);
        for path in [
            "work/.git/hooks",
            "work/.claude",
            "work/src",
            "outside/.git",
            "home/.ssh",
            "home/own",
            "temporary",
            "upper",
        ] {
            fs::create_dir_all(at(path)).expect("a folder");
        }
        for (path, text) in [
            ("work/file", "inside\n"),
            ("work/src/main.c", "int main(void) { return 0; }\n"),
            ("work/.git/config", "[core]\n"),
            ("work/.git/index", "index\n"),
            ("work/.claude/settings.json", "{}\n"),
            ("work/.mcp.json", "{}\n"),
            ("outside/file", "outside\n"),
            ("outside/.git/config", "[core]\n"),
            ("home/.ssh/id", SECRET),
            ("home/.npmrc", SECRET),
            ("home/own/store", SECRET),
            ("home/notes", "notes\n"),
        ] {
            fs::write(at(path), text).expect("a file");
        }
        symlink(at("outside"), at("work/leads-out")).expect("a link");
        symlink("../outside/file", at("work/file-outside")).expect("a link");
        let name = abstract_name(folder.path());
        let address = SocketAddr::from_abstract_name(name).expect("a name");
        Self {
            tcp: TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port"),
            udp: UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port"),
            // Not below the folder: its path would be too long for a socket.
            _socket: UnixListener::bind(socket_path(folder.path())).expect("a socket"),
            _abstract: UnixListener::bind_addr(&address).expect("a socket"),
            folder,
        }
    }

    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Returns the plan of a rung, as the proposed world would have it there.
    pub(super) fn plan(&self, rung: Rung, network: Network) -> Plan {
        let grant = BoxGrant {
            network,
            ..BoxGrant::PROPOSED
        };
        self.plan_of(rung, &grant)
    }

    pub(super) fn plan_of(&self, rung: Rung, grant: &BoxGrant) -> Plan {
        let work = tempfile::Builder::new()
            .prefix("overlay")
            .tempdir_in(self.folder.path())
            .expect("a folder");
        let around = Surroundings {
            workspace: self.at("work"),
            folder: self.at("work"),
            home: Some(self.at("home")),
            own: vec![self.at("home/own")],
            git_folders: Vec::new(),
            temporary: self.at("temporary"),
            overlay: Some(Overlay {
                upper: self.at("upper"),
                work: work.keep(),
            }),
            environment: self.environment(),
            limits: Limits::default(),
        };
        let offer = SandboxOffer { rung, why: None };
        let mut plan = plan(Setting::Auto, &offer, &around, grant).plan;
        // The target folder may lie below `/tmp`, which the box covers.
        plan.read.push(attempt().to_path_buf());
        plan
    }

    fn environment(&self) -> Vec<(String, String)> {
        let text = |path: PathBuf| path.to_str().expect("text").to_owned();
        let port = |address: std::io::Result<std::net::SocketAddr>| {
            address.expect("an address").port().to_string()
        };
        let pairs = [
            ("PATH", std::env::var("PATH").expect("a path")),
            ("HOME", text(self.at("home"))),
            ("OUTSIDE", text(self.at("outside"))),
            ("ATTEMPT", text(attempt().to_path_buf())),
            ("TCP", port(self.tcp.local_addr())),
            ("UDP", port(self.udp.local_addr())),
            ("SOCKET", text(socket_path(self.folder.path()))),
            ("ABSTRACT", abstract_name(self.folder.path())),
            ("TEST", std::process::id().to_string()),
        ];
        pairs
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// Runs a shell line to its end.
    pub(super) fn run(&self, rung: Rung, network: Network, line: &str) -> Ran {
        self.start(&self.plan(rung, network), line).end()
    }

    /// Starts a shell line by a plan.
    pub(super) fn start(&self, plan: &Plan, line: &str) -> Running {
        start(plan, &["bash", "-c", line].map(OsString::from))
    }

    pub(super) fn seen(&self) -> Seen {
        let mut files = BTreeMap::new();
        for part in ["outside", "home", "work"] {
            see(&self.at(part), self.folder.path(), &mut files);
        }
        Seen { files }
    }

    /// Whether a connection or a packet came in.
    pub(super) fn was_reached(&self) -> bool {
        self.tcp.set_nonblocking(true).expect("a listener");
        self.udp.set_nonblocking(true).expect("a socket");
        self.tcp.accept().is_ok() || self.udp.recv(&mut [0; 8]).is_ok()
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        fs::remove_file(socket_path(self.folder.path())).ok();
        // The overlay leaves a folder that nobody may open.
        let mut command = Command::new("chmod");
        command.args(["-R", "u+rwx"]).arg(self.folder.path());
        command.stderr(Stdio::null()).status().ok();
    }
}

impl Running {
    pub(super) fn end(mut self) -> Ran {
        let mut output = Vec::new();
        self.output.read_to_end(&mut output).expect("its output");
        Ran {
            status: self.child.wait().expect("its end"),
            report: self.report,
            output: String::from_utf8_lossy(&output).into_owned(),
        }
    }
}

impl Seen {
    /// Lists what changed outside of what a rung lets a command write to.
    pub(super) fn changed_outside(&self, after: &Seen, rung: Rung) -> Vec<PathBuf> {
        let all = self.files.keys().chain(after.files.keys());
        let changed = all.filter(|path| self.files.get(*path) != after.files.get(*path));
        // One that did not exist is taken out afterwards.
        let guarded = READ_ONLY.iter().map(Path::new);
        let guarded = guarded.filter(|name| self.files.contains_key(*name));
        let guarded: Vec<&Path> = guarded.collect();
        let steers = |path: &Path| guarded.iter().any(|name| path.starts_with(name));
        let is_shown = |path: &&PathBuf| match rung {
            Rung::Off | Rung::Landlock => !path.starts_with("work"),
            Rung::Namespaces => !path.starts_with("work") || steers(path),
            Rung::Proposed => true,
        };
        changed.filter(is_shown).cloned().collect()
    }
}

/// Starts words by a plan, in a process group of their own.
pub(super) fn start(plan: &Plan, words: &[OsString]) -> Running {
    let boxed = sandbox().command(plan, words).expect("a command");
    let mut command = boxed.command;
    let (output, writer) = std::io::pipe().expect("a pipe");
    let errors = writer.try_clone().expect("a pipe");
    command
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(errors)
        .process_group(0);
    let child = command.spawn().expect("the helper starts");
    // It holds the other ends of the pipes.
    drop(command);
    Running {
        child,
        output,
        report: boxed.report.wait(),
    }
}

pub(super) fn sandbox() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_agentichat").into())
}

/// Whether the machine has a rung; tells once if not.
pub(crate) fn has(rung: Rung) -> bool {
    static RUNGS: OnceLock<BTreeMap<&str, bool>> = OnceLock::new();
    let all = RUNGS.get_or_init(|| {
        let found = super::BOXES.map(|rung| {
            let ground = Ground::new();
            let tried = start(&ground.plan(rung, Network::Loopback), &[]);
            if let Err(refused) = &tried.report {
                testing::skipped(&format!("rung {}: {refused}", rung.word()));
            }
            let is_there = tried.report.is_ok();
            tried.end();
            (rung.word(), is_there)
        });
        found.into_iter().collect()
    });
    all.get(rung.word()).copied().unwrap_or_default()
}

/// Whether the machine has a program; tells if not.
pub(super) fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_there = std::env::split_paths(&folders).any(|folder| folder.join(program).is_file());
    if !is_there {
        testing::skipped(&format!("{program} is not installed"));
    }
    is_there
}

/// Compiles the program that makes system calls, once.
fn attempt() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // Each test is a process of its own, and none may see a program that is half written.
        let fresh = folder.join(format!("attempt-{}", std::process::id()));
        let source = root.join("tests/fixtures/sandbox/attempt.c");
        let mut compiler = Command::new("cc");
        let status = compiler.arg("-o").arg(&fresh).arg(source).status();
        assert!(status.expect("a C compiler").success());
        let program = folder.join("attempt");
        fs::rename(&fresh, &program).expect("a program");
        program
    })
}

fn socket_path(folder: &Path) -> PathBuf {
    let name = folder.file_name().expect("a name").to_string_lossy();
    std::env::temp_dir().join(format!("agentichat-{name}.sock"))
}

fn abstract_name(folder: &Path) -> String {
    let name = folder.file_name().expect("a name").to_string_lossy();
    format!("agentichat-{name}")
}

/// Adds the kind, mode, time and content of each file and folder below a path.
fn see(path: &Path, root: &Path, files: &mut BTreeMap<PathBuf, String>) {
    let facts = path.symlink_metadata().expect("facts");
    let content = if facts.is_file() {
        fs::read_to_string(path).unwrap_or_default()
    } else if facts.is_symlink() {
        format!("{:?}", fs::read_link(path).expect("a link"))
    } else {
        String::new()
    };
    // A folder has a new time when a file in it came and went.
    let time = facts.mtime() * i64::from(!facts.is_dir());
    let text = format!("{:o} {time} {content}", facts.mode());
    let name = path.strip_prefix(root).expect("below").to_path_buf();
    files.insert(name, text);
    if facts.is_dir() {
        // A command may leave a folder that nobody may open.
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            see(&entry.path(), root, files);
        }
    }
}

/// Returns the number of network interfaces of the machine.
pub(super) fn interfaces() -> usize {
    let text = fs::read_to_string("/proc/net/dev").expect("a table");
    text.lines().filter(|line| line.contains(':')).count()
}
