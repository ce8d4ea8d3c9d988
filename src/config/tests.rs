//! Tests of the configuration, by topic, and the temporary folders that they share.

mod errors;
mod hooks;
mod layers;
mod rules;
mod schema;
mod servers;
mod trust;
mod values;

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::load::WorkspaceConfig;
use super::problem::Severity;
use super::rules_file::{AppendOutcome, RulesFileError, append_allow, append_workspace_allow};
use super::schema::{Config, Untrusted};
use super::trust::TrustError;
use super::*;

/// A home and a workspace in temporary folders, which are removed at the end of the test.
struct Harness {
    home: tempfile::TempDir,
    folders: Folders,
    trust: TrustStore,
    environment: BTreeMap<String, String>,
    flags: Vec<Flag>,
}

impl Harness {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders {
            config: home.path().join("config"),
            data: home.path().join("data"),
        };
        std::fs::create_dir_all(&folders.config).unwrap();
        std::fs::create_dir_all(home.path().join("work/.agentichat")).unwrap();
        let trust = TrustStore::open(&folders.trust_file());
        Self {
            home,
            folders,
            trust,
            environment: BTreeMap::new(),
            flags: Vec::new(),
        }
    }

    fn root(&self) -> PathBuf {
        self.home.path().join("work")
    }

    fn workspace_file(&self) -> PathBuf {
        paths::workspace_config_file(&self.root())
    }

    fn global(self, text: &str) -> Self {
        std::fs::write(self.folders.config_file(), text).unwrap();
        self
    }

    fn workspace(self, text: &str) -> Self {
        std::fs::write(self.workspace_file(), text).unwrap();
        self
    }

    fn trusted(mut self) -> Self {
        let text = std::fs::read_to_string(self.workspace_file()).unwrap();
        self.trust.trust(&self.root(), &text, now()).unwrap();
        self
    }

    fn variable(mut self, name: &str, value: &str) -> Self {
        self.environment.insert(name.into(), value.into());
        self
    }

    fn flag(mut self, key: &str, value: &str) -> Self {
        self.flags.push(Flag::new("--set", key, value));
        self
    }

    fn load(&self) -> LoadedConfig {
        load(&Sources {
            folders: &self.folders,
            workspace: Some(&self.root()),
            trust: &self.trust,
            environment: &self.environment,
            flags: &self.flags,
        })
    }

    /// Returns the problems, with the temporary folder cut out of them.
    fn problems(&self) -> Vec<String> {
        let home = format!("{}/", self.home.path().display());
        self.load()
            .problems
            .iter()
            .map(|problem| problem.to_string().replace(&home, ""))
            .collect()
    }
}

fn now() -> jiff::Timestamp {
    jiff::Timestamp::UNIX_EPOCH
}
