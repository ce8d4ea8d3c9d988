//! The `claude` program as a provider: how it is started, and its environment.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use futures_util::future::BoxFuture;

use super::Setup;
use super::boxed_program::{self, BoxedProgram};
use notice::{Notice, notice};
use protocol::sandbox::{Rung, SandboxOffer, World};
use provider::claude_cli::ClaudeCli;
use provider::claude_cli::launch::{Launch, Life, Running, Serves, Start};
use support::helper::{Helpers, NOWHERE, absolute_only};
use tools::companion::{Companion, Program};
use tools::{CommandBoxes, ProgramBox, ProgramPlace};
use workspace::programs::find_program;

/// Name of the provider.
pub const NAME: &str = "claude-cli";

/// Creates the provider from the config. Starts nothing.
pub fn provider(setup: &Setup) -> ClaudeCli {
    let environment = setup.environment.iter();
    let environment = environment.map(|(name, value)| (name.clone(), value.clone()));
    ClaudeCli::new(
        NAME,
        &setup.loaded.config.claude_program,
        setup.detected.root.clone(),
        environment.collect(),
        Arc::new(Launcher {
            boxes: setup.command_boxes(),
            offer: OnceLock::new(),
        }),
    )
}

struct Launcher {
    /// Makes the program's box; without it the program runs as the user does.
    boxes: Option<CommandBoxes>,
    /// The highest rung of the machine, found at the first start.
    offer: OnceLock<SandboxOffer>,
}

impl Launcher {
    /// Makes the box of a process, at most at this rung; `None` without one.
    fn box_at(
        &self,
        most: Rung,
        start: &Start,
        place: &ProgramLocation<'_>,
    ) -> Result<Option<ProgramBox>, Notice> {
        let Some(boxes) = self.boxes.as_ref().filter(|_| most > Rung::Off) else {
            return Ok(None);
        };
        let offer = self.offer.get_or_init(|| boxes.offer(&start.folder));
        let world = match start.serves {
            Serves::Session => World::Disk,
            Serves::Planning | Serves::Version => World::ReadOnly,
        };
        let in_workspace = ProgramPlace {
            root: &start.folder,
            folder: place.folder,
            environment: &place.environment,
        };
        let program = (Path::new(&place.program), in_workspace);
        boxes.of_claude(offer, program, world, most)
    }
}

impl Launch for Launcher {
    /// Starts the program in its box. If the machine refuses that box, uses the next weaker one that it
    /// makes, and tells the user.
    fn launch(&self, start: &Start) -> io::Result<Running> {
        let place = ProgramLocation::of(start)?;
        let program = Program {
            program: &place.program,
            arguments: &start.arguments,
            folder: place.folder,
            environment: &place.environment,
            session: start.session,
        };
        let started = boxed_program::start(program, |most| self.box_at(most, start, &place))?;
        Ok(running(started))
    }

    fn finds(&self, program: &str, environment: &[(String, String)], folder: &Path) -> bool {
        find_program(program, path_in(environment), folder).is_some()
    }
}

fn running(started: BoxedProgram) -> Running {
    let BoxedProgram {
        companion,
        pipes,
        rung,
        weaker,
    } = started;
    Running {
        to: Box::new(pipes.to),
        from: Box::new(pipes.from),
        errors: Box::new(pipes.errors),
        life: Box::new(RunningProcess(companion)),
        told: weaker.map(|(asked, why)| {
            let (word, name) = (rung.word(), asked.word());
            notice!("told-claude-weaker", word, name, why)
        }),
    }
}

fn path_in(environment: &[(String, String)]) -> Option<&str> {
    let path = environment.iter().find(|(name, _)| name == "PATH");
    path.map(|(_, value)| value.as_str())
}

/// The program to start, its folder and its environment. A program that was named without a path is
/// never taken from the workspace. `PATH` gets no entries relative to the folder where it is
/// resolved, because the program may be a script whose interpreter is looked up there.
#[derive(Debug, PartialEq, Eq)]
struct ProgramLocation<'a> {
    program: String,
    folder: &'a Path,
    environment: Vec<(String, String)>,
}

impl<'a> ProgramLocation<'a> {
    fn of(start: &'a Start) -> io::Result<Self> {
        let found = find_program(&start.program, path_in(&start.environment), &start.folder);
        let program: PathBuf = match found {
            Some(program) => program,
            // The system reports why it cannot be started.
            None if start.program.contains('/') => start.program.clone().into(),
            None => return Err(io::ErrorKind::NotFound.into()),
        };
        let program = program.into_os_string().into_string();
        let (folder, environment) = match start.serves {
            Serves::Session | Serves::Planning => {
                (start.folder.as_path(), start.environment.clone())
            }
            Serves::Version => (Path::new(NOWHERE), outside(start)),
        };
        let environment = environment.into_iter().map(|(name, value)| match &*name {
            "PATH" => (name, absolute_only(&value)),
            _ => (name, value),
        });
        Ok(Self {
            program: program.map_err(|_| io::Error::other(notice!("told-path-not-utf-eight")))?,
            folder,
            environment: environment.collect(),
        })
    }
}

/// Returns the environment without the parts that lead into the workspace.
fn outside(start: &Start) -> Vec<(String, String)> {
    let all = start.environment.iter();
    let all = all.map(|(name, value)| (OsString::from(name), OsString::from(value)));
    let kept = Helpers::with(&start.folder, all.collect()).environment();
    let texts = kept
        .into_iter()
        .filter_map(|(name, value)| name.into_string().ok().zip(value.into_string().ok()));
    texts.collect()
}

struct RunningProcess(Companion);

impl Life for RunningProcess {
    fn ended(&mut self) -> BoxFuture<'_, Notice> {
        Box::pin(self.0.ended())
    }

    fn ask_to_end(&mut self) {
        self.0.ask_to_end();
    }

    fn finish(self: Box<Self>) -> BoxFuture<'static, ()> {
        Box::pin(self.0.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ids::SessionId;
    use std::os::unix::fs::PermissionsExt;

    fn program(folder: &Path) -> PathBuf {
        std::fs::create_dir_all(folder).unwrap();
        let file = folder.join("claude");
        std::fs::write(&file, "#!/usr/bin/env node\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    fn start(root: &Path, path: &str, serves: Serves) -> Start {
        Start {
            program: "claude".to_owned(),
            arguments: Vec::new(),
            folder: root.to_path_buf(),
            environment: vec![
                ("PATH".to_owned(), path.to_owned()),
                ("NODE_OPTIONS".to_owned(), "--require ./x.js".to_owned()),
            ],
            session: SessionId(uuid::Uuid::nil()),
            serves,
        }
    }

    #[test]
    fn the_claude_program_is_none_of_the_workspaces_and_its_version_is_asked_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("work");
        let planted = program(&root);
        let theirs = program(&root.join("bin"));
        let ours = program(&folder.path().join("bin"));
        let both = format!(
            ".:{}:{}",
            theirs.parent().unwrap().display(),
            ours.parent().unwrap().display()
        );
        let version = start(&root, &both, Serves::Version);
        let version = ProgramLocation::of(&version).unwrap();
        assert_eq!(version.program, ours.to_str().unwrap());
        assert_eq!(version.folder, Path::new("/"));
        let path = (
            "PATH".to_owned(),
            ours.parent().unwrap().display().to_string(),
        );
        assert_eq!(version.environment, [path]);
        let session = start(&root, &both, Serves::Session);
        let session = ProgramLocation::of(&session).unwrap();
        assert_eq!(session.program, ours.to_str().unwrap());
        assert_eq!(session.folder, root);
        // Entries that the user put there stay for the tools of the session.
        let path = session.environment.first().unwrap();
        assert_eq!(Some(path.1.as_str()), both.strip_prefix(".:"));
        let none = start(&root, &format!(".:{}", root.display()), Serves::Session);
        let why = ProgramLocation::of(&none).unwrap_err();
        assert_eq!(why.kind(), io::ErrorKind::NotFound, "{}", planted.display());
        let launcher = Launcher {
            boxes: None,
            offer: OnceLock::new(),
        };
        assert!(!launcher.finds("claude", &none.environment, &root));
    }

    #[tokio::test]
    async fn a_refused_box_leads_to_a_weaker_one_and_the_user_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("work");
        std::fs::create_dir_all(&root).unwrap();
        let program = program(&folder.path().join("bin"));
        std::fs::write(&program, "#!/bin/sh\necho started\n").unwrap();
        let none_is_made = Path::new("/bin/false");
        let boxes = CommandBoxes {
            sandbox: sandbox::Sandbox::new(none_is_made.to_owned()),
            setting: sandbox::compose::Setting::Auto,
            folder: folder.path().join("boxes"),
            home: None,
            own: Vec::new(),
            limits: sandbox::plan::Limits::default(),
            for_user: false,
            for_hooks: true,
            for_claude: true,
            for_servers: true,
            agents: Vec::new(),
        };
        let launcher = Launcher {
            boxes: Some(boxes),
            offer: OnceLock::from(SandboxOffer {
                rung: Rung::Proposed,
                why: None,
            }),
        };
        let path = program.parent().unwrap().to_str().unwrap().to_owned();
        let mut running = launcher
            .launch(&start(&root, &path, Serves::Session))
            .unwrap();
        let told = running.told.take().unwrap().to_string();
        assert!(told.contains("off instead of namespaces"), "{told}");
        let mut said = String::new();
        let mut from = running.from;
        tokio::io::AsyncReadExt::read_to_string(&mut from, &mut said)
            .await
            .unwrap();
        assert_eq!(said, "started\n");
        running.life.finish().await;
    }
}
