//! Hooks in their boxes, made by the real binary, and `agentichat hooks`.

mod boxes;
mod command_line;
mod examples;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hooks::{HookEvent, HookRun};
use notice::Notice;
use protocol::ids::SessionId;
use sandbox::Sandbox;
use sandbox::compose::Setting;
use sandbox::plan::Rung;
use sandbox::programs::AgentFolder;
use tempfile::TempDir;
use tools::{CommandBoxes, HookCommand, NoRecords, Surroundings, ToolBox, policy_parser};
use workspace::Workspace;

use crate::sandbox::has_rung;

/// The ways in which hooks run: without a box, and on each rung that they use.
const RUNGS: [Rung; 3] = [Rung::Off, Rung::Landlock, Rung::Namespaces];

/// A workspace and a home, in which hooks run on a rung.
struct HookPlace {
    folder: TempDir,
    rung: Rung,
    tools: ToolBox,
    scripts: Vec<PathBuf>,
}

impl HookPlace {
    /// `None` if the machine lacks the rung.
    fn on(rung: Rung) -> Option<Self> {
        Self::with(rung, &[])
    }

    /// As [`Self::on`], with these variables too.
    fn with(rung: Rung, variables: &[(&str, &str)]) -> Option<Self> {
        if rung > Rung::Off && !has_rung(rung) {
            return None;
        }
        // Not below `/tmp`, which a box covers with the home in it.
        let folder = tempfile::Builder::new()
            .prefix("hooks")
            .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
            .expect("a folder");
        let at = |path: &str| folder.path().join(path);
        for path in [
            "work/.git/hooks",
            "home/.claude/hooks",
            "home/.gemini",
            "home/.ssh",
        ] {
            fs::create_dir_all(at(path)).expect("a folder");
        }
        let root = at("work").canonicalize().expect("a folder");
        let workspace = Arc::new(Workspace::open(&root, &[]).expect("a workspace"));
        let home = at("home");
        let set = [
            ("HOME", home.to_str().expect("a text")),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
        ];
        let set = set.iter().chain(variables);
        let set = set.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let surroundings = Surroundings {
            shell: policy_parser(root, Vec::new()),
            records: Arc::new(NoRecords),
            private_dir: at("outputs"),
            boxes: (rung > Rung::Off).then(|| CommandBoxes {
                sandbox: Sandbox::new(env!("CARGO_BIN_EXE_agentichat").into()),
                setting: Setting::AtMost(rung),
                folder: at("boxes"),
                home: Some(home.clone()),
                own: vec![at("data")],
                limits: sandbox::plan::Limits::default(),
                for_user: false,
                for_hooks: true,
                for_claude: true,
                for_servers: true,
                agents: vec![
                    AgentFolder::claude(home.join(".claude")),
                    AgentFolder::gemini(home.join(".gemini")),
                ],
            }),
            environment: std::env::vars()
                .filter(|(name, _)| name != "HOME")
                .chain(set)
                .collect(),
            key_variables: Vec::new(),
            servers: None,
            profiles: None,
        };
        Some(Self {
            tools: ToolBox::new(workspace, tools::Limits::default(), surroundings),
            folder,
            rung,
            scripts: Vec::new(),
        })
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn root(&self) -> PathBuf {
        self.at("work").canonicalize().expect("the workspace")
    }

    /// Writes a program or another file, relative to the place.
    fn file(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        let bits = fs::Permissions::from_mode(0o755);
        fs::set_permissions(path, bits).expect("its bits");
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).expect("a file")
    }

    fn exists(&self, path: &str) -> bool {
        Path::symlink_metadata(&self.at(path)).is_ok()
    }

    fn run(&self, event: HookEvent, command: &str, input: &str) -> (HookRun, Vec<Notice>) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let hook = HookCommand {
            event,
            command,
            input,
            limit: Duration::from_secs(60),
            scripts: &self.scripts,
        };
        let session = SessionId(uuid::Uuid::from_u128(1));
        let ran = runtime.block_on(self.tools.run_hook(session, hook));
        (ran.run, ran.told)
    }
}
