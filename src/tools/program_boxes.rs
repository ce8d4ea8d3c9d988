//! The boxes of programs that are no commands of the agent: hooks, an agent program with its own tools, and
//! queries of versions.
//! `sandbox::programs` says what they may do; this module makes the private folders, and ends the box.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use notice::{Notice, notice};
use protocol::query::ExternalProgram;
use protocol::sandbox::{CommandSandbox, Network, Rung, SandboxOffer, World};
use sandbox::compose::{self, BoxGrant, Planned, Setting};
use sandbox::places::TEMPORARY;
use sandbox::plan::Plan;
use sandbox::programs::{self, HookRights};
use sandbox::scratch::Scratch;
use sandbox::steering::{Steered, SteeringPaths};
use sandbox::{BoxedCommand, Sandbox};
use support::helper::{Helpers, NOWHERE};
use workspace::children::Marker;
use workspace::programs::look_for_files;

use super::boxes::{BoxChoice, CommandBoxes, covered_programs, repositories_of};

/// The workspace that a program works in, and its environment without a box.
#[derive(Debug, Clone, Copy)]
pub struct ProgramPlace<'a> {
    pub root: &'a Path,
    /// Working folder of the program.
    pub folder: &'a Path,
    pub environment: &'a [(String, String)],
}

/// A box that is ready for its program. Its private folders go when it is dropped.
#[derive(Debug)]
pub struct ProgramBox {
    plan: Plan,
    sandbox: Sandbox,
    steering: SteeringPaths,
    /// Folder for what is put aside.
    aside: PathBuf,
    _scratch: Scratch,
}

impl ProgramBox {
    pub fn rung(&self) -> Rung {
        self.plan.rung
    }

    /// Adds the variables by which the program's processes are found.
    pub(super) fn mark(&mut self, marker: &Marker) {
        let variables = marker.variables().into_iter();
        let variables = variables.map(|(name, value)| (name.to_owned(), value));
        self.plan.environment.extend(variables);
    }

    /// Returns the command that starts the program, and the report of the box.
    pub(super) fn command(&self, words: &[OsString]) -> io::Result<BoxedCommand> {
        self.sandbox.command(&self.plan, words)
    }

    /// Ends the box: puts back the steering files that the program changed. Blocks.
    pub(super) fn end(self) -> Vec<Notice> {
        let steered = self.steering.put_back(&self.aside);
        steered.iter().map(Steered::notice).collect()
    }
}

impl CommandBoxes {
    /// Makes the box of a hook; `None` if the configuration wants none for hooks, or the machine makes none.
    /// Blocks.
    ///
    /// # Errors
    /// If its private folders cannot be made.
    pub(super) fn of_hook(
        &self,
        offer: &SandboxOffer,
        place: ProgramPlace<'_>,
        rights: HookRights<'_>,
    ) -> Result<Option<ProgramBox>, Notice> {
        let plan =
            |around: &compose::Surroundings| programs::hook(self.setting, offer, around, rights);
        self.made(self.for_hooks, (place, World::Disk), plan)
    }

    /// Makes the box of the `claude` program, at most at this rung; `None` if the configuration wants none for
    /// it, or the machine makes none. Blocks.
    ///
    /// # Errors
    /// If its private folders cannot be made.
    pub fn of_claude(
        &self,
        offer: &SandboxOffer,
        (program, place): (&Path, ProgramPlace<'_>),
        world: World,
        most: Rung,
    ) -> Result<Option<ProgramBox>, Notice> {
        let setting = self.at_most(most);
        let plan = |around: &compose::Surroundings| {
            let mut planned = programs::claude(setting, offer, around, world);
            planned.plan.read.extend(covered_folders(program));
            planned
        };
        self.made(self.for_claude, (place, World::Disk), plan)
    }

    /// Makes the box of an MCP server's program, at most at this rung; `None` if the configuration wants none for
    /// servers, or the machine makes none. Blocks.
    ///
    /// # Errors
    /// If its private folders cannot be made.
    pub fn of_server(
        &self,
        offer: &SandboxOffer,
        (program, place): (&Path, ProgramPlace<'_>),
        most: Rung,
    ) -> Result<Option<ProgramBox>, Notice> {
        let setting = self.at_most(most);
        let plan = |around: &compose::Surroundings| {
            let mut planned = programs::server(setting, offer, around);
            planned.plan.read.extend(covered_folders(program));
            planned
        };
        self.made(self.for_servers, (place, World::ReadOnly), plan)
    }

    /// Returns the setting with no rung above this one.
    fn at_most(&self, most: Rung) -> Setting {
        match self.setting {
            Setting::Auto => Setting::AtMost(most),
            Setting::AtMost(rung) => Setting::AtMost(rung.min(most)),
        }
    }

    /// Returns the box of the `claude` program as a question about a command of it shows it.
    pub(super) fn shown_of_claude(&self, offer: &SandboxOffer) -> BoxChoice {
        if !self.for_claude {
            return BoxChoice::default();
        }
        let (rung, lower) = compose::rung(self.setting, offer, World::Disk);
        BoxChoice::of(CommandSandbox {
            rung,
            world: World::Disk,
            network: Network::On,
            lower: lower.map(|lower| lower.why),
            ..CommandSandbox::default()
        })
    }

    /// Makes the box of a program that only prints its version: it writes nothing and has no network. Blocks.
    ///
    /// # Errors
    /// If its private folders cannot be made.
    fn of_version_query(
        &self,
        offer: &SandboxOffer,
        place: ProgramPlace<'_>,
    ) -> Result<Option<ProgramBox>, Notice> {
        let grant = BoxGrant {
            world: World::ReadOnly,
            ..BoxGrant::PROPOSED
        };
        let plan =
            |around: &compose::Surroundings| compose::plan(self.setting, offer, around, &grant);
        self.made(true, (place, World::ReadOnly), plan)
    }

    fn made(
        &self,
        is_wanted: bool,
        (place, world): (ProgramPlace<'_>, World),
        plan: impl Fn(&compose::Surroundings) -> Planned,
    ) -> Result<Option<ProgramBox>, Notice> {
        if !is_wanted {
            return Ok(None);
        }
        let (name, scratch) = self.scratch()?;
        let around = compose::Surroundings {
            workspace: place.root.to_path_buf(),
            folder: place.folder.to_path_buf(),
            home: self.home.clone(),
            own: self.own.clone(),
            git_folders: repositories_of(place.root, &[], world),
            temporary: scratch.temporary(),
            overlay: None,
            environment: place.environment.to_vec(),
            limits: self.limits,
        };
        let mut plan = plan(&around).plan;
        if plan.rung == Rung::Off {
            return Ok(None);
        }
        plan.read.extend(covered_programs(place.environment));
        Ok(Some(ProgramBox {
            steering: SteeringPaths::before(&plan),
            plan,
            sandbox: self.sandbox.clone(),
            aside: self.folder.join("taken-out").join(name),
            _scratch: scratch,
        }))
    }

    /// Makes the private folders of a box; returns their name too.
    pub(super) fn scratch(&self) -> Result<(String, Scratch), Notice> {
        let name = uuid::Uuid::now_v7().simple().to_string();
        let scratch = Scratch::new(&self.folder, &name).map_err(|error| {
            let path = self.folder.display().to_string();
            notice!("told-box-no-folder", path, why = error)
        })?;
        Ok((name, scratch))
    }
}

/// Finds the programs that an agent may want, and queries the version of each in a box. Blocks.
pub fn installed_programs(
    boxes: Option<&CommandBoxes>,
    offer: &SandboxOffer,
    root: &Path,
) -> Vec<ExternalProgram> {
    let environment = Helpers::outside(root).environment().into_iter();
    let environment = environment.filter_map(|(name, value)| {
        let pair = (name.into_string(), value.into_string());
        Some((pair.0.ok()?, pair.1.ok()?))
    });
    let environment: Vec<(String, String)> = environment.collect();
    let place = ProgramPlace {
        root,
        folder: Path::new(NOWHERE),
        environment: &environment,
    };
    let boxed = boxes.map_or(Ok(None), |boxes| boxes.of_version_query(offer, place));
    match boxed {
        Ok(Some(boxed)) => workspace::programs::look(root, |query| {
            let words = [query.get_program()].into_iter().chain(query.get_args());
            let words: Vec<OsString> = words.map(OsString::from).collect();
            let started = boxed.command(&words)?;
            Ok((started.command, started.report))
        }),
        Ok(None) => workspace::programs::look(root, |query| Ok((query, ()))),
        Err(why) => {
            tracing::warn!(%why, "no program is asked for its version");
            let path = environment.iter().find(|(name, _)| name == "PATH");
            look_for_files(path.map(|(_, path)| path.as_str()), root)
        }
    }
}

/// Returns the folders of a program, by its name and by its link target, that a box would cover with its own
/// temporary folder.
fn covered_folders(program: &Path) -> impl Iterator<Item = PathBuf> {
    let real = program.canonicalize().ok();
    let paths = [Some(program.to_path_buf()), real].into_iter().flatten();
    let folders = paths.filter_map(|path| path.parent().map(Path::to_path_buf));
    folders.filter(|folder| {
        let mut covers = TEMPORARY.iter().map(Path::new);
        covers.any(|cover| folder.starts_with(cover) && folder != cover)
    })
}
