//! The boxes of commands: chooses the view of the workspace and the rung for each command, makes its
//! plan, and tells what the box refused.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::{Arc, OnceLock};

use notice::{Notice, notice};
use protocol::approval::Risk;
use protocol::call::{ErrorCode, ToolError};
use protocol::ids::CallId;
use protocol::sandbox::{CommandSandbox, Network, Rung, SandboxOffer, World};
use sandbox::Sandbox;
use sandbox::compose::{self, BoxGrant, CacheAccess, GitAccess, Setting};
use sandbox::denials::{Denial, explain};
use sandbox::places::TEMPORARY;
use sandbox::plan::{Limits, Plan};
use sandbox::probe::{ProbePlace, probe_once};
use sandbox::programs::AgentFolder;
use sandbox::scratch::Scratch;
use sandbox::steering::{Steered, SteeringPaths};
use serde_json::{Map, Value, json};
use workspace::git::location::{GitFolders, git_folders};
use workspace::git::nested::nested_git_folders;
use workspace::git::settings::top_of;

use super::api::{CallContext, ShellFacts};
use super::host_proxy::{ProxyRules, RefusedHosts};
use super::toolbox::Inner;
use super::world::{World as ProposedWorld, WorldChanges};

/// Boxes for the commands of a workspace. The composition root makes it, since it knows the program's
/// own path and folders.
#[derive(Debug, Clone)]
pub struct CommandBoxes {
    pub sandbox: Sandbox,
    pub setting: Setting,
    /// Private folder for temporary files and upper folders, one for each workspace, outside it.
    pub folder: PathBuf,
    pub home: Option<PathBuf>,
    /// The program's own folders: settings, data, state.
    pub own: Vec<PathBuf>,
    pub limits: Limits,
    /// Whether the commands that the user types run in a box too.
    pub for_user: bool,
    /// Whether hooks run in a box.
    pub for_hooks: bool,
    /// Whether the `claude` program runs in a box.
    pub for_claude: bool,
    /// Whether the programs of MCP servers run in a box.
    pub for_servers: bool,
    /// The folders of agent programs, in which hooks have their scripts and logs.
    pub agents: Vec<AgentFolder>,
}

impl CommandBoxes {
    /// Returns the highest rung of this machine in a workspace; tries it once a boot. Blocks.
    pub fn offer(&self, root: &Path) -> SandboxOffer {
        Scratch::clean(&self.folder);
        let place = ProbePlace {
            workspace: root.to_path_buf(),
            folder: self.folder.clone(),
        };
        probe_once(&self.sandbox, &place, &self.folder.join("offer.json"))
    }
}

/// The requester of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandBy {
    Agent,
    /// The user, who typed it.
    User,
    /// An agent program, which runs it itself.
    Program,
}

/// The highest rung of the machine, found at the first command. Copies of a tool box share it.
#[derive(Debug, Clone, Default)]
pub(super) struct FoundOffer(Arc<OnceLock<SandboxOffer>>);

/// The box of a planned command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct BoxChoice {
    /// The box as the question shows it.
    pub(super) shown: CommandSandbox,
    writes_git: bool,
    /// Folders in which git would run.
    git_folders: Vec<PathBuf>,
}

/// A box that is ready for its command. Its private folders go when it is dropped.
pub(super) struct PreparedBox {
    pub(super) plan: Plan,
    pub(super) sandbox: Sandbox,
    world: Option<ProposedWorld>,
    steering: SteeringPaths,
    /// Folder for what is put aside.
    aside: PathBuf,
    /// Tells what was put back.
    steered: Vec<Notice>,
    /// The hosts that its command asked for and did not reach.
    refused_hosts: RefusedHosts,
    _scratch: Scratch,
}

impl BoxChoice {
    /// Returns the box of a program that runs the command itself.
    pub(super) fn of(shown: CommandSandbox) -> Self {
        Self {
            shown,
            ..Self::default()
        }
    }

    pub(super) fn has_box(&self) -> bool {
        self.shown.rung != Rung::Off
    }

    /// Gives the box the network that was granted.
    pub(super) fn open_network(&mut self, granted: &Network) {
        self.shown.network = self.shown.network.joined(granted);
    }
}

impl Inner {
    /// Returns the highest rung of this machine; tries it once a boot. Blocks.
    pub(super) fn sandbox_offer(&self) -> SandboxOffer {
        let Some(boxes) = &self.surroundings.boxes else {
            return SandboxOffer::default();
        };
        let root = self.workspace.root();
        self.offer.0.get_or_init(|| boxes.offer(root)).clone()
    }

    /// Whether commands of a session that proposes its changes run in a proposed world.
    pub(super) fn has_worlds(&self) -> bool {
        let boxes = self.surroundings.boxes.as_ref();
        boxes.is_some_and(|boxes| {
            let (rung, _) = compose::rung(boxes.setting, &self.sandbox_offer(), World::Proposed);
            rung == Rung::Proposed
        })
    }

    /// Chooses the box of a command.
    pub(super) fn choose_box(
        &self,
        facts: &ShellFacts,
        by: CommandBy,
        asker: &CallContext,
    ) -> BoxChoice {
        let boxes = self.surroundings.boxes.as_ref();
        let boxes = boxes.filter(|boxes| match by {
            CommandBy::Agent | CommandBy::Program => true,
            CommandBy::User => boxes.for_user,
        });
        let Some(boxes) = boxes else {
            return BoxChoice::default();
        };
        if by == CommandBy::Program {
            return boxes.shown_of_claude(&self.sandbox_offer());
        }
        let writes_git = writes_git(facts);
        let wanted = self.world_of(facts, by, asker);
        let offer = self.sandbox_offer();
        let (rung, lower) = compose::rung(boxes.setting, &offer, wanted);
        let world = match wanted {
            World::Proposed if rung < Rung::Proposed && facts.report.risk == Risk::Low => {
                World::ReadOnly
            }
            World::Proposed if rung < Rung::Proposed => World::Disk,
            wanted => wanted,
        };
        let network = match (rung, by) {
            (Rung::Off, _) | (_, CommandBy::User) => Network::On,
            (Rung::Landlock, _) => Network::Off,
            _ => Network::Loopback,
        };
        let offered = if rung.limits_hosts() && network != Network::On {
            self.network_asked_by(facts)
        } else {
            Network::On
        };
        BoxChoice {
            shown: CommandSandbox {
                rung,
                world,
                network,
                offered,
                lower: lower.map(|lower| lower.why),
            },
            writes_git,
            git_folders: facts.git_folders.clone(),
        }
    }

    /// Returns the view that a command should have. One that writes to the repository needs the
    /// disk, and one that only reads the proposed world only if it differs from the disk.
    fn world_of(&self, facts: &ShellFacts, by: CommandBy, asker: &CallContext) -> World {
        let only_reads = facts.report.risk == Risk::Low;
        let has_proposals = || {
            let records = &self.surroundings.records;
            !records.buffers(asker.session).is_empty()
        };
        match by {
            CommandBy::Agent if only_reads && has_proposals() => World::Proposed,
            CommandBy::Agent if only_reads => World::ReadOnly,
            CommandBy::Agent if asker.proposes && !writes_git(facts) => World::Proposed,
            _ => World::Disk,
        }
    }

    /// Makes the private folders and the plan of a box. `None` without a box. Blocks.
    ///
    /// # Errors
    /// If the folders cannot be made, or the machine no longer offers the box that was shown.
    pub(super) fn prepare_box(
        &self,
        choice: &BoxChoice,
        asker: &CallContext,
        folder: &Path,
        environment: &[(String, String)],
    ) -> Result<Option<PreparedBox>, ToolError> {
        let shown = &choice.shown;
        let Some(boxes) = &self.surroundings.boxes else {
            return Ok(None);
        };
        if !choice.has_box() {
            return Ok(None);
        }
        let (name, scratch) = boxes.scratch().map_err(|why| refused(&why))?;
        let world = match shown.world {
            World::Proposed => {
                let begun = ProposedWorld::begin(self, asker, &boxes.folder);
                Some(begun.map_err(|error| refused(&error.notice()))?)
            }
            World::Disk | World::ReadOnly => None,
        };
        let around = compose::Surroundings {
            workspace: self.workspace.root().to_path_buf(),
            folder: folder.to_path_buf(),
            home: boxes.home.clone(),
            own: boxes.own.clone(),
            git_folders: repositories_of(self.workspace.root(), &choice.git_folders, shown.world),
            temporary: scratch.temporary(),
            overlay: world.as_ref().map(|world| world.overlay(&scratch)),
            environment: environment.to_vec(),
            limits: boxes.limits,
        };
        let grant = BoxGrant {
            world: shown.world,
            network: shown.network.clone(),
            git: if choice.writes_git {
                GitAccess::Write
            } else {
                GitAccess::Read
            },
            caches: match shown.network {
                Network::On | Network::Hosts(_) => CacheAccess::Write,
                Network::Off | Network::Loopback => CacheAccess::Read,
            },
        };
        let mut planned = compose::plan(boxes.setting, &self.sandbox_offer(), &around, &grant);
        planned.plan.read.extend(covered_programs(environment));
        if planned.plan.rung != shown.rung {
            return Err(refused(&notice!("told-box-other-now")));
        }
        Ok(Some(PreparedBox {
            steering: SteeringPaths::before(&planned.plan),
            plan: planned.plan,
            sandbox: boxes.sandbox.clone(),
            world,
            steered: Vec::new(),
            aside: boxes.folder.join("taken-out").join(name),
            refused_hosts: RefusedHosts::default(),
            _scratch: scratch,
        }))
    }
}

impl PreparedBox {
    /// Puts back the steering files that the command changed on the disk, before anything else looks
    /// at what it changed. Blocks.
    pub(super) fn put_back(&mut self) {
        let steered = self.steering.put_back(&self.aside);
        self.steered.extend(steered.iter().map(Steered::notice));
    }

    /// Ends the box: reads what the command proposes. Blocks.
    pub(super) fn after(self, inner: &Inner, asker: &CallContext, call: CallId) -> WorldChanges {
        if let Some(world) = self.world {
            return world.finish(inner, asker, call);
        }
        WorldChanges {
            left: self.steered,
            ..WorldChanges::default()
        }
    }

    /// Whether the command saw the proposals, and its changes become some.
    pub(super) fn is_proposed(&self) -> bool {
        self.world.is_some()
    }

    /// Returns the rules of the proxy to the hosts of the box.
    pub(super) fn proxy_rules(&self) -> ProxyRules {
        ProxyRules::new(self.plan.network.clone(), self.refused_hosts.clone())
    }

    /// Explains a failure by the box, and says how the user or the model can go on.
    pub(super) fn denials(&self, status: ExitStatus, output: &str) -> BoxDenials {
        let refused_hosts = self.refused_hosts.names();
        let mut denials = explain(&self.plan, status, output);
        if !refused_hosts.is_empty() && !status.success() {
            denials.retain(|denial| !denial.is_network());
            denials.insert(0, Denial::of_hosts(&self.plan, &refused_hosts));
        }
        BoxDenials {
            denials,
            refused_hosts,
        }
    }
}

/// The accesses that the box of a failed command refused.
#[derive(Debug, Default)]
pub(super) struct BoxDenials {
    pub(super) denials: Vec<Denial>,
    refused_hosts: Vec<String>,
}

/// Adds to a result what the box refused and what was not kept of the changes, for the model.
pub(super) fn tell(fields: &mut Map<String, Value>, refused: &BoxDenials, left: &[Notice]) {
    let denials = &refused.denials;
    if !denials.is_empty() {
        let told = denials.iter().map(|denial| {
            json!({
                "refused": denial.sentence.to_string(),
                "hint": denial.hint.to_string(),
            })
        });
        fields.insert("sandbox".into(), told.collect());
        // The engine asks the user about it.
        if !refused.refused_hosts.is_empty() {
            fields.insert("needs_network".into(), refused.refused_hosts.clone().into());
        } else if denials.iter().any(Denial::is_network) {
            fields.insert("needs_network".into(), true.into());
        }
    }
    if !left.is_empty() {
        let told = left.iter().map(|one| Value::from(one.to_string()));
        fields.insert("not_kept".into(), told.collect());
    }
}

/// Adds to the line for the chat what was not kept of the changes.
pub(super) fn summary_with(summary: Notice, left: &[Notice]) -> Notice {
    match left.split_first() {
        None => summary,
        Some((why, more)) => {
            notice!("gave-not-kept", rest = summary, why, more = more.len())
        }
    }
}

/// Returns the error of a command that did not run, because there was no box for it.
pub(super) fn refused(why: &Notice) -> ToolError {
    ToolError::new(ErrorCode::CommandFailed, notice!("told-box-refused", why))
        .with_details(json!({ "ran": false }))
}

/// Returns the git folders of the repositories that a program works in and, if it writes the disk, of
/// those inside the workspace, but for the workspace's own `.git`.
pub(super) fn repositories_of(root: &Path, folders: &[PathBuf], world: World) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = repositories_around(root, folders)
        .flat_map(|folders| [folders.own, folders.common])
        .filter(|folder| *folder != root.join(".git"))
        .collect();
    if world == World::Disk {
        found.extend(nested_git_folders(root));
    }
    found.sort();
    found.dedup();
    found
}

/// Returns the repository of the workspace and those that git would work in, some more than once.
pub(super) fn repositories_around<'a>(
    root: &'a Path,
    folders: &'a [PathBuf],
) -> impl Iterator<Item = GitFolders> + 'a {
    let tops = folders.iter().map(PathBuf::as_path).chain([root]);
    let tops = tops.filter_map(top_of);
    tops.filter_map(|top| git_folders(&top).ok().flatten())
}

/// Returns the folders of programs that a box would cover with its own temporary folder.
pub(super) fn covered_programs(environment: &[(String, String)]) -> Vec<PathBuf> {
    let path = environment.iter().find(|(name, _)| name == "PATH");
    let folders = path.map(|(_, value)| std::env::split_paths(value));
    let folders = folders.into_iter().flatten();
    let is_covered = |folder: &PathBuf| TEMPORARY.iter().any(|cover| folder.starts_with(cover));
    folders
        .filter(|folder| is_covered(folder) && folder.is_dir())
        .collect()
}

/// Whether a command plainly runs git to write: then it needs the repository's own folder.
fn writes_git(facts: &ShellFacts) -> bool {
    let runs_git = facts.parts.iter().any(|part| {
        let text = part.normal.as_ref().unwrap_or(&part.text);
        text.split(' ').next() == Some("git") && part.low.is_none()
    });
    runs_git && facts.understood
}
