//! The hooks of the configuration, and the store of the user's trust in them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::Setup;
use ::hooks::{ExaminedHook, HookDefinition, HookEvent};
use config::ConfigProblem;
use config::hooks::{examine, home_of};
use config::trust::TrustStore;
use notice::{Notice, notice};
use runtime::actor::{HookFiles, HookRunner};
use tools::{Limits, NoRecords, Surroundings, ToolBox, policy_parser};

/// The definitions as they were when the program started, and the places that trust depends on.
pub(super) struct ConfiguredHooks {
    definitions: Vec<HookDefinition>,
    problems: Vec<Notice>,
    root: PathBuf,
    home: Option<PathBuf>,
    trust: PathBuf,
}

impl HookFiles for ConfiguredHooks {
    fn definitions(&self) -> &[HookDefinition] {
        &self.definitions
    }

    fn examined(&self) -> Vec<ExaminedHook> {
        let trust = TrustStore::open(&self.trust);
        examine(&self.definitions, &trust, &self.root, self.home.as_deref())
    }

    fn problems(&self) -> Vec<Notice> {
        self.problems.clone()
    }

    fn trust(&self, hooks: &[ExaminedHook]) -> Result<(), Notice> {
        let mut trust = TrustStore::open(&self.trust);
        let stored = trust.trust_hooks(hooks, &self.root);
        stored.map_err(|error| notice!("hooks-not-stored", why = error.notice()))
    }
}

impl Setup {
    pub(super) fn hook_files(&self) -> Arc<dyn HookFiles> {
        let of_hooks = |problem: &&ConfigProblem| {
            let key = problem.key.as_deref().unwrap_or_default();
            key == "hooks" || key.starts_with("hooks.")
        };
        let problems = self.loaded.problems.iter().filter(of_hooks);
        let problems = problems.chain(&self.loaded.hooks.notes);
        Arc::new(ConfiguredHooks {
            definitions: self.loaded.hooks.definitions.clone(),
            problems: problems.map(ConfigProblem::notice).collect(),
            root: self.workspace.root().to_path_buf(),
            home: home_of(&self.environment),
            trust: self.folders.trust_file(),
        })
    }

    /// Returns the events that hooks are defined for.
    pub(super) fn hook_events(&self) -> BTreeSet<HookEvent> {
        let definitions = self.loaded.hooks.definitions.iter();
        definitions.map(|hook| hook.event).collect()
    }

    /// Returns a runner of hooks that needs no session, for the command line.
    pub fn hook_runner(&self) -> HookRunner {
        let root = self.workspace.root().to_path_buf();
        let surroundings = Surroundings {
            shell: policy_parser(root.clone(), self.loaded.config.block.clone()),
            records: Arc::new(NoRecords),
            private_dir: self.folders.data.join("outputs").join(&self.workspace_id.0),
            boxes: None,
            environment: self.environment.clone().into_iter().collect(),
            key_variables: self.keys.values().map(|key| key.variable.clone()).collect(),
        };
        let workspace = Arc::clone(&self.workspace);
        let tools = ToolBox::new(workspace, Limits::default(), surroundings);
        HookRunner::new(self.hook_files(), Arc::new(tools), root)
    }
}
