//! Makes the plan of a box from the setting, the machine, the workspace and the grant. Pure: reads
//! no file and no clock; the caller gathers the facts.

use std::path::{Path, PathBuf};

use notice::{Notice, notice};

pub use protocol::sandbox::{SandboxOffer, World};

use super::helper::proxy;
use super::places::{CACHES, GIT, GIT_STEERING, SECRETS, SESSION, SOCKET_VARIABLES, STEERING};
use super::plan::{Limits, Network, Overlay, Plan, Rung};
use super::scratch::Scratch;

/// The value of the setting `sandbox`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The highest rung that the world of the command uses.
    Auto,
    AtMost(Rung),
}

/// Whether a command may write to the repository's own folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GitAccess {
    Read,
    /// The user approved a command that writes to it, such as `git commit`.
    Write,
}

/// Whether a command may write to the caches of package managers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheAccess {
    Read,
    Write,
}

/// The rights that the user granted to a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoxGrant {
    pub world: World,
    pub network: Network,
    pub git: GitAccess,
    pub caches: CacheAccess,
}

impl BoxGrant {
    /// The grant of a command in a proposed world for which the user granted nothing more.
    pub const PROPOSED: Self = Self {
        world: World::Proposed,
        network: Network::Loopback,
        git: GitAccess::Read,
        caches: CacheAccess::Read,
    };
}

/// The workspace and the user, as the caller found them. All paths are absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surroundings {
    pub workspace: PathBuf,
    /// Working folder of the command.
    pub folder: PathBuf,
    pub home: Option<PathBuf>,
    /// The program's own folders: settings, data, state.
    pub own: Vec<PathBuf>,
    /// Git folders of the workspace that are not its `.git`: those that the `.git` file of a
    /// worktree or submodule names with their common folder, the `.git` of a repository above the
    /// workspace, and those of repositories inside it.
    pub git_folders: Vec<PathBuf>,
    /// A private, empty folder for temporary files.
    pub temporary: PathBuf,
    /// Folders of the overlay; without them there is no proposed world.
    pub overlay: Option<Overlay>,
    /// The environment that the command would have without a box.
    pub environment: Vec<(String, String)>,
    pub limits: Limits,
}

impl Surroundings {
    /// Returns a workspace with the folders of `scratch`: no home, no other folders, an empty
    /// environment.
    pub fn of(workspace: PathBuf, scratch: &Scratch) -> Self {
        Self {
            folder: workspace.clone(),
            workspace,
            home: None,
            own: Vec::new(),
            git_folders: Vec::new(),
            temporary: scratch.temporary(),
            overlay: Some(scratch.overlay()),
            environment: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// A box that is weaker than asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lower {
    pub asked: Rung,
    pub got: Rung,
    pub why: Notice,
}

/// A plan, and whether it is lower than asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    pub plan: Plan,
    pub lower: Option<Lower>,
}

/// Returns the rung for a world, and whether it is lower than asked for.
pub fn rung(setting: Setting, offer: &SandboxOffer, world: World) -> (Rung, Option<Lower>) {
    let asked = match setting {
        Setting::Auto => world.rung(),
        Setting::AtMost(rung) => rung.min(world.rung()),
    };
    let got = asked.min(offer.rung);
    let lower = (got < asked).then(|| Lower {
        asked,
        got,
        why: offer.why.clone().unwrap_or_default(),
    });
    (got, lower)
}

/// Makes the plan of a command.
pub fn plan(
    setting: Setting,
    offer: &SandboxOffer,
    around: &Surroundings,
    grant: &BoxGrant,
) -> Planned {
    let (mut got, mut lower) = rung(setting, offer, grant.world);
    if got == Rung::Proposed && around.overlay.is_none() {
        got = Rung::Namespaces;
        lower = Some(Lower {
            asked: Rung::Proposed,
            got,
            why: notice!("box-no-upper-folder"),
        });
    }
    Planned {
        plan: of_rung(got, around, grant),
        lower,
    }
}

fn of_rung(rung: Rung, around: &Surroundings, grant: &BoxGrant) -> Plan {
    let workspace = &around.workspace;
    let network = network(rung, grant.network.clone());
    let mut write = vec![around.temporary.clone()];
    if grant.world != World::ReadOnly {
        write.push(workspace.clone());
        if grant.caches == CacheAccess::Write {
            write.extend(caches(around));
        }
        if grant.git == GitAccess::Write {
            let outside = around.git_folders.iter();
            write.extend(outside.filter(|one| !one.starts_with(workspace)).cloned());
        }
    }
    let hidden = hidden(around, &write);
    Plan {
        rung,
        workspace: workspace.clone(),
        folder: around.folder.clone(),
        read: vec![PathBuf::from("/")],
        read_only: read_only(around, grant),
        write,
        hidden,
        environment: environment(rung, around, &network),
        network,
        overlay: around.overlay.clone().filter(|_| rung == Rung::Proposed),
        temporary: around.temporary.clone(),
        limits: around.limits,
    }
}

/// Without a network of its own, a box has no loopback of its own, and no proxy on it.
fn network(rung: Rung, granted: Network) -> Network {
    match (rung, granted) {
        (Rung::Off, _) => Network::On,
        (Rung::Landlock, Network::Loopback | Network::Hosts(_)) => Network::Off,
        (_, granted) => granted,
    }
}

fn read_only(around: &Surroundings, grant: &BoxGrant) -> Vec<PathBuf> {
    if grant.world == World::ReadOnly {
        return Vec::new();
    }
    let workspace = &around.workspace;
    let mut paths: Vec<PathBuf> = STEERING.iter().map(|name| workspace.join(name)).collect();
    let own = around.own.iter();
    paths.extend(own.filter(|own| own.starts_with(workspace)).cloned());
    let mut git = vec![workspace.join(GIT)];
    git.extend(around.git_folders.iter().cloned());
    for folder in git {
        match grant.git {
            GitAccess::Write => {
                paths.extend(GIT_STEERING.iter().map(|part| folder.join(part)));
            }
            // A folder outside the workspace is not writable anyway.
            GitAccess::Read if folder.starts_with(workspace) => paths.push(folder),
            GitAccess::Read => {}
        }
    }
    without_duplicates(paths)
}

fn hidden(around: &Surroundings, write: &[PathBuf]) -> Vec<PathBuf> {
    let in_home = around.home.iter().flat_map(|home| {
        let secrets = SECRETS.iter();
        secrets.map(|name| home.join(name))
    });
    // The state folder of a workspace is read-only, not hidden: programs such as `git status` list it.
    let own = around.own.iter();
    let own = own.filter(|own| !own.starts_with(&around.workspace));
    let own = own.cloned();
    let session = SESSION.iter().map(PathBuf::from);
    let all = in_home.chain(own).chain(session);
    // A workspace that is a hidden folder was opened by the user on purpose.
    let is_kept = |path: &PathBuf| write.contains(path) || *path == around.workspace;
    without_duplicates(all.filter(|path| !is_kept(path)).collect())
}

/// Returns the cache folders that the environment names, else those in the home.
fn caches(around: &Surroundings) -> Vec<PathBuf> {
    let named = |variable: &str| {
        let found = around.environment.iter().find(|(name, _)| name == variable);
        let path = found.map(|(_, value)| PathBuf::from(value))?;
        Some(path).filter(|path| path.is_absolute() && path.parent().is_some())
    };
    let folders = CACHES.iter().filter_map(|(variable, in_home, parts)| {
        let home = around.home.as_ref();
        let folder = named(variable).or_else(|| Some(home?.join(in_home)))?;
        Some(parts.iter().map(move |part| joined(&folder, part)))
    });
    folders.flatten().collect()
}

/// Joins without the slash that an empty part would leave.
fn joined(folder: &Path, part: &str) -> PathBuf {
    if part.is_empty() {
        return folder.to_path_buf();
    }
    folder.join(part)
}

fn environment(rung: Rung, around: &Surroundings, network: &Network) -> Vec<(String, String)> {
    if rung == Rung::Off {
        return around.environment.clone();
    }
    let temporary = around.temporary.to_string_lossy().into_owned();
    // The names by which tools recognise the boxes of other agents tell them the same of this one.
    let mut ours = vec![
        ("AGENTICHAT_SANDBOX", "1".to_owned()),
        ("SANDBOX_RUNTIME", "1".to_owned()),
        ("TMPDIR", temporary.clone()),
        ("TMP", temporary.clone()),
        ("TEMP", temporary),
    ];
    match network {
        Network::On => {}
        Network::Hosts(_) => ours.extend(proxy::variables()),
        Network::Off | Network::Loopback => {
            ours.push(("CODEX_SANDBOX_NETWORK_DISABLED", "1".to_owned()));
        }
    }
    if rung == Rung::Proposed {
        // The overlay is a file system of its own, where git would stop looking for a repository above.
        ours.push(("GIT_DISCOVERY_ACROSS_FILESYSTEM", "1".to_owned()));
    }
    let is_kept =
        |name: &str| !SOCKET_VARIABLES.contains(&name) && !ours.iter().any(|(own, _)| *own == name);
    let inherited = around.environment.iter();
    let kept = inherited.filter(|(name, _)| is_kept(name)).cloned();
    let mut all: Vec<(String, String)> = kept.collect();
    all.extend(
        ours.into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    all
}

fn without_duplicates(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !kept.contains(&path) {
            kept.push(path);
        }
    }
    kept
}
