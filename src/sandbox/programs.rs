//! The boxes of programs that are no commands of the agent: hooks, MCP servers, and an agent program with its own
//! tools.
//! Pure: widens the box that [`compose`] makes, by what the program needs.

use std::path::{Path, PathBuf};

use crate::compose::{self, BoxGrant, CacheAccess, GitAccess, Planned, Setting, Surroundings};
use crate::places::{AgentFiles, CLAUDE, CLAUDE_STATE, GEMINI};
use crate::plan::{Limits, Network, Plan, Rung};
use protocol::sandbox::{SandboxOffer, World};

/// The variable with the address of the session's message bus.
const BUS_VARIABLE: &str = "DBUS_SESSION_BUS_ADDRESS";

/// A folder in which an agent program keeps its settings, its keys and what it learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentFolder {
    pub path: PathBuf,
    files: &'static AgentFiles,
}

impl AgentFolder {
    /// Returns the folder of Claude Code.
    pub fn claude(path: PathBuf) -> Self {
        let files = &CLAUDE;
        Self { path, files }
    }

    /// Returns the folder of Gemini CLI.
    pub fn gemini(path: PathBuf) -> Self {
        let files = &GEMINI;
        Self { path, files }
    }
}

/// The rights of a hook beyond those of a command.
#[derive(Debug, Clone, Copy)]
pub struct HookRights<'a> {
    /// Visible and writable, but for keys, settings and scripts.
    pub folders: &'a [AgentFolder],
    /// Scripts of hooks. Those in `folders` are read-only.
    pub scripts: &'a [PathBuf],
    pub desktop: Desktop,
}

/// Whether a hook reaches the session's message bus. A program that does can start others outside its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Desktop {
    Hidden,
    /// For a hook that notifies the user on the desktop.
    Reached,
}

/// Plans the box of a hook, which the user trusts: the workspace and its repository writable, but for what
/// steers other programs; the network of the machine; no keys.
pub fn hook(
    setting: Setting,
    offer: &SandboxOffer,
    around: &Surroundings,
    rights: HookRights<'_>,
) -> Planned {
    let mut planned = compose::plan(setting, offer, around, &trusted(World::Disk));
    let plan = &mut planned.plan;
    for folder in rights.folders {
        show(plan, folder);
        let keys = folder.files.keys.iter();
        plan.hidden.extend(keys.map(|name| folder.path.join(name)));
        let scripts = rights.scripts.iter();
        let own = scripts.filter(|script| script.starts_with(&folder.path));
        plan.read_only.extend(own.cloned());
    }
    if rights.desktop == Desktop::Reached {
        reach_desktop(plan, &around.environment);
    }
    sort_out(plan);
    planned
}

/// Plans the box of the `claude` program, and of all that it starts: as a hook's, with its own keys, which it
/// renews. `world` is the disk, or the disk read-only.
pub fn claude(
    setting: Setting,
    offer: &SandboxOffer,
    around: &Surroundings,
    world: World,
) -> Planned {
    let around = Surroundings {
        // Its runtime reserves more than it uses.
        limits: Limits {
            memory: None,
            ..around.limits
        },
        ..around.clone()
    };
    let mut planned = compose::plan(setting, offer, &around, &trusted(world));
    if let Some(home) = &around.home {
        let plan = &mut planned.plan;
        show(plan, &AgentFolder::claude(home.join(".claude")));
        for name in CLAUDE_STATE {
            let path = home.join(name);
            plan.hidden.retain(|hidden| *hidden != path);
            plan.write.push(path);
        }
        sort_out(plan);
    }
    planned
}

/// Plans the box of an MCP server's program: the workspace read-only, the network of the machine, the caches of
/// package managers writable, since many servers are started by one.
pub fn server(setting: Setting, offer: &SandboxOffer, around: &Surroundings) -> Planned {
    let around = Surroundings {
        // Runtimes reserve more than they use.
        limits: Limits {
            memory: None,
            ..around.limits
        },
        ..around.clone()
    };
    let grant = BoxGrant {
        world: World::ReadOnly,
        network: Network::On,
        git: GitAccess::Read,
        caches: CacheAccess::Write,
    };
    compose::plan(setting, offer, &around, &grant)
}

fn trusted(world: World) -> BoxGrant {
    BoxGrant {
        world,
        network: Network::On,
        git: GitAccess::Write,
        caches: CacheAccess::Write,
    }
}

/// Makes a folder of an agent program visible and writable, but for what steers it.
fn show(plan: &mut Plan, folder: &AgentFolder) {
    plan.hidden.retain(|hidden| *hidden != folder.path);
    plan.write.push(folder.path.clone());
    let steering = folder.files.steering.iter();
    let steering = steering.map(|name| folder.path.join(name));
    plan.read_only.extend(steering);
}

/// Lets a box with a `/run` of its own reach the session's message bus, and tells where it is.
fn reach_desktop(plan: &mut Plan, environment: &[(String, String)]) {
    let address = environment.iter().find(|(name, _)| name == BUS_VARIABLE);
    let Some((address, socket)) = address.and_then(|one| Some((one, bus_socket(&one.1)?))) else {
        return;
    };
    if plan.rung > Rung::Landlock {
        plan.write.push(socket.to_path_buf());
        plan.environment.push(address.clone());
    }
}

/// Returns the socket in the file system of a bus, see the D-Bus specification, "Server Addresses".
fn bus_socket(address: &str) -> Option<&Path> {
    let mut addresses = address.split(';');
    addresses.find_map(|one| {
        let parts = one.strip_prefix("unix:")?;
        let path = parts.split(',').find_map(|part| part.strip_prefix("path="));
        path.map(Path::new).filter(|path| path.is_absolute())
    })
}

fn sort_out(plan: &mut Plan) {
    for paths in [&mut plan.write, &mut plan.hidden, &mut plan.read_only] {
        let mut kept = Vec::new();
        for path in paths.drain(..) {
            if !kept.contains(&path) {
                kept.push(path);
            }
        }
        *paths = kept;
    }
}
