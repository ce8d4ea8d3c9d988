//! The hooks of the configuration, and the store of the user's trust in them.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Setup, config_flags};
use ::hooks::{ExaminedHook, HookDefinition, HookEvent};
use config::ConfigProblem;
use config::hooks::{examine, home_of, other_files};
use config::load::{Flag, LoadedConfig, Sources, load};
use config::paths::{Folders, workspace_config_file};
use config::trust::TrustStore;
use notice::{Notice, notice};
use runtime::actor::{HookFiles, HookRunner};
use tools::{Limits, NoRecords, Surroundings, ToolBox, policy_parser};

/// The definitions in the user's and the workspace's files, read again when a file changes.
pub(super) struct ConfiguredHooks {
    known: Mutex<KnownHooks>,
    folders: Folders,
    root: PathBuf,
    /// The root as the configuration is found by it.
    detected: PathBuf,
    environment: BTreeMap<String, String>,
    flags: Vec<Flag>,
}

/// The definitions as they were read last.
struct KnownHooks {
    definitions: Arc<[HookDefinition]>,
    problems: Vec<Notice>,
    /// The files that they depend on, as they were before they were read.
    files: Vec<FileStamp>,
}

/// Facts of a file that change with its content; `None` for one that cannot be found.
type FileStamp = Option<(u64, u64, i64, i64)>;

impl KnownHooks {
    fn of(loaded: &LoadedConfig, files: Vec<FileStamp>) -> Self {
        let of_hooks = |problem: &&ConfigProblem| {
            let key = problem.key.as_deref().unwrap_or_default();
            key == "hooks" || key.starts_with("hooks.")
        };
        let problems = loaded.problems.iter().filter(of_hooks);
        let problems = problems.chain(&loaded.hooks.notes);
        Self {
            definitions: loaded.hooks.definitions.clone().into(),
            problems: problems.map(ConfigProblem::notice).collect(),
            files,
        }
    }
}

impl ConfiguredHooks {
    fn known(&self) -> MutexGuard<'_, KnownHooks> {
        // Plain values stay valid even if a thread panicked while holding the lock.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stamps(&self) -> Vec<FileStamp> {
        stamps(&self.folders, &self.detected, &self.environment)
    }
}

impl HookFiles for ConfiguredHooks {
    fn definitions(&self) -> Arc<[HookDefinition]> {
        Arc::clone(&self.known().definitions)
    }

    fn refresh(&self) -> Vec<Notice> {
        let files = self.stamps();
        if self.known().files == files {
            return Vec::new();
        }
        let loaded = load(&Sources {
            folders: &self.folders,
            workspace: Some(&self.detected),
            trust: &TrustStore::open(&self.folders.trust_file()),
            environment: &self.environment,
            flags: &self.flags,
        });
        let fresh = KnownHooks::of(&loaded, files);
        let mut known = self.known();
        let problems = fresh.problems.iter();
        let new = problems.filter(|problem| !known.problems.contains(problem));
        let new = new.cloned().collect();
        *known = fresh;
        new
    }

    fn examined(&self) -> Vec<ExaminedHook> {
        let trust = TrustStore::open(&self.folders.trust_file());
        let home = home_of(&self.environment);
        examine(&self.definitions(), &trust, &self.root, home.as_deref())
    }

    fn problems(&self) -> Vec<Notice> {
        self.known().problems.clone()
    }

    fn trust(&self, hooks: &[ExaminedHook]) -> Result<(), Notice> {
        let mut trust = TrustStore::open(&self.folders.trust_file());
        let stored = trust.trust_hooks(hooks, &self.root);
        stored.map_err(|error| notice!("hooks-not-stored", why = error.notice()))
    }
}

/// Returns the facts of all files that decide which hooks there are.
fn stamps(
    folders: &Folders,
    root: &Path,
    environment: &BTreeMap<String, String>,
) -> Vec<FileStamp> {
    let own = [
        folders.config_file(),
        folders.trust_file(),
        workspace_config_file(root),
    ];
    let files = own.into_iter().chain(other_files(root, environment));
    let stamps = files.map(|file| {
        let facts = file.metadata().ok()?;
        Some((facts.ino(), facts.len(), facts.ctime(), facts.ctime_nsec()))
    });
    stamps.collect()
}

impl Setup {
    pub(super) fn hook_files(&self) -> Arc<dyn HookFiles> {
        Arc::new(ConfiguredHooks {
            // Without facts, since the files may have changed after they were read.
            known: Mutex::new(KnownHooks::of(&self.loaded, Vec::new())),
            folders: self.folders.clone(),
            root: self.workspace.root().to_path_buf(),
            detected: self.detected.root.clone(),
            environment: self.environment.clone(),
            flags: config_flags(&self.flags).0,
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
            boxes: self.command_boxes(),
            environment: self.environment.clone().into_iter().collect(),
            key_variables: self.keys.values().map(|key| key.variable.clone()).collect(),
            servers: None,
            profiles: None,
        };
        let workspace = Arc::clone(&self.workspace);
        let tools = ToolBox::new(workspace, Limits::default(), surroundings);
        HookRunner::new(self.hook_files(), Arc::new(tools), root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hooks_in(folder: &Path) -> ConfiguredHooks {
        let environment = [("HOME".to_owned(), folder.display().to_string())];
        ConfiguredHooks {
            known: Mutex::new(KnownHooks {
                definitions: Arc::default(),
                problems: Vec::new(),
                files: Vec::new(),
            }),
            folders: Folders {
                config: folder.join("config"),
                data: folder.join("data"),
            },
            root: folder.join("work"),
            detected: folder.join("work"),
            environment: environment.into_iter().collect(),
            flags: Vec::new(),
        }
    }

    fn commands(hooks: &ConfiguredHooks) -> Vec<String> {
        let definitions = hooks.definitions();
        definitions
            .iter()
            .map(|hook| hook.command.clone())
            .collect()
    }

    #[test]
    fn definitions_are_read_again_when_a_file_changes_and_a_new_fault_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let hooks = hooks_in(folder.path());
        assert_eq!(
            (hooks.refresh(), commands(&hooks)),
            (Vec::new(), Vec::new())
        );
        let settings = folder.path().join(".claude/settings.json");
        std::fs::create_dir_all(settings.parent().unwrap()).unwrap();
        let define = |command: &str| {
            let hook = format!(r#"[{{"hooks": [{{"type": "command", "command": "{command}"}}]}}]"#);
            let text = format!(r#"{{"hooks": {{"Stop": {hook}}}}}"#);
            std::fs::write(&settings, text).unwrap();
        };
        for command in ["one", "another"] {
            define(command);
            assert_eq!(hooks.refresh(), Vec::new());
            assert_eq!(commands(&hooks), [command]);
        }
        let same = hooks.definitions();
        hooks.refresh();
        assert!(Arc::ptr_eq(&same, &hooks.definitions()), "nothing was read");
        std::fs::write(&settings, "{").unwrap();
        assert_eq!(hooks.refresh().len(), 1);
        assert_eq!(commands(&hooks), [""; 0]);
        std::fs::write(&settings, "{ ").unwrap();
        assert_eq!(hooks.problems().len(), 1);
    }
}
