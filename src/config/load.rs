//! Merges the layers: defaults, the user's file, the workspace's, environment, flags.
//!
//! Never fails: an invalid file is left out whole and its problems are reported, an invalid
//! variable or flag is left out alone. The caller decides what follows (a run without a screen ends
//! with status 2, the workbench shows the problems).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use notice::notice;
use protocol::approval::{RuleEffect, RuleScope};

use super::hooks::LoadedHooks;
use super::kind::Kind;
use super::layers::Stack;
use super::nearest::nearest_word;
use super::paths::{Folders, workspace_config_file};
use super::problem::{ConfigProblem, ProblemLocation};
use super::schema::{Config, KEYS, Key};
use super::trust::TrustStore;
use super::value::{Origin, Value};
use super::walk::shortened;

/// The sources of the layers.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    pub folders: &'a Folders,
    /// The workspace's root, if there is one.
    pub workspace: Option<&'a Path>,
    pub trust: &'a TrustStore,
    /// The environment; see [`super::paths::environment`].
    pub environment: &'a BTreeMap<String, String>,
    /// The flags, in the order given.
    pub flags: &'a [Flag],
}

/// A value from the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// The flag as written, without its value: `--model`, `--set`.
    pub flag: String,
    pub key: String,
    /// The value's text; for a list one item per line, or a YAML list in brackets.
    pub value: String,
}

impl Flag {
    /// Creates a flag that sets a key.
    pub fn new(flag: &str, key: &str, value: impl Into<String>) -> Self {
        Self {
            flag: flag.to_owned(),
            key: key.to_owned(),
            value: value.into(),
        }
    }

    /// Parses the argument of `--set`: `key=value`.
    ///
    /// # Errors
    /// If there is no `=`.
    pub fn set(argument: &str) -> Result<Self, ConfigProblem> {
        match argument.split_once('=') {
            Some((key, value)) => Ok(Self::new("--set", key.trim(), value)),
            None => Err(ConfigProblem::error(
                ProblemLocation::Flag {
                    flag: "--set".into(),
                },
                notice!(
                    "told-expected-found",
                    wanted = "key=value",
                    found = shortened(argument),
                ),
            )),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    pub value: Value,
    /// Source of the value; for a list the last layer that set it.
    pub origin: Origin,
    /// The items of a list, each with its origin.
    pub items: Vec<(String, Origin)>,
}

/// A rule of the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigRule {
    /// Effect of the rule: allow, ask or deny.
    pub effect: RuleEffect,
    /// The pattern as written.
    pub pattern: String,
    /// Extent to which the rule is trusted.
    pub scope: RuleScope,
    /// Place of the rule in the configuration.
    pub origin: Origin,
}

/// A setting of a workspace that is not trusted.
#[derive(Debug, Clone, PartialEq)]
pub struct UntrustedValue {
    pub key: &'static str,
    /// The value that the workspace wanted.
    pub value: Value,
    /// The line in the workspace's file.
    pub line: usize,
}

/// State of the workspace's config file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkspaceConfig {
    /// The file does not exist.
    Absent,
    /// The whole file is used.
    Trusted,
    /// Only harmless settings are used.
    Untrusted {
        /// The text of the file, for [`TrustStore::trust`] if the user trusts it.
        text: String,
    },
    /// The file could not be read or is invalid, and is not used.
    Broken,
}

#[derive(Debug, Clone)]
pub struct LoadedConfig {
    pub config: Config,
    /// The values with their origins, in the order of the table of keys.
    pub values: Vec<(&'static Key, Resolved)>,
    pub problems: Vec<ConfigProblem>,
    /// Values that an untrusted workspace wanted to set.
    pub ignored: Vec<UntrustedValue>,
    /// State of the workspace's file.
    pub workspace: WorkspaceConfig,
    /// Path of the user's file, whether it exists or not.
    pub global_file: PathBuf,
    /// Path of the workspace's file, whether it exists or not.
    pub workspace_file: Option<PathBuf>,
    /// The providers whose keys are set.
    pub keyed: Vec<String>,
    /// The provider of the configured model, if a layer has named a model.
    pub model_of: Option<String>,
    /// The hooks of all files, ours first.
    pub hooks: LoadedHooks,
}

impl LoadedConfig {
    pub fn resolved(&self, name: &str) -> Option<&Resolved> {
        self.values
            .iter()
            .find(|(key, _)| key.name == name)
            .map(|(_, resolved)| resolved)
    }

    pub fn origin(&self, name: &str) -> Option<&Origin> {
        self.resolved(name).map(|resolved| &resolved.origin)
    }

    /// Returns the variable of a provider's key: the one that `providers.<name>.api_key_env` names,
    /// or the provider's name followed by `_API_KEY`.
    pub fn key_variable(&self, provider: &str) -> String {
        match self.resolved(&format!("providers.{provider}.api_key_env")) {
            Some(Resolved {
                value: Value::Text(variable),
                ..
            }) => variable.clone(),
            _ => format!(
                "{}_API_KEY",
                provider.replace('-', "_").to_ascii_uppercase()
            ),
        }
    }

    /// Returns a text that was set by a file, a variable or a flag, not by default.
    pub fn said(&self, name: &str) -> Option<(String, &Origin)> {
        match self.resolved(name)? {
            Resolved {
                origin: Origin::Default,
                ..
            } => None,
            Resolved {
                value: Value::Text(text),
                origin,
                ..
            } => Some((text.clone(), origin)),
            _ => None,
        }
    }

    /// Returns the rules with their scopes, deny before ask before allow, each in the
    /// order of layers.
    pub fn rules(&self) -> Vec<ConfigRule> {
        let lists = [
            (RuleEffect::Deny, "rules.deny"),
            (RuleEffect::Ask, "rules.ask"),
            (RuleEffect::Allow, "rules.allow"),
        ];
        let mut rules = Vec::new();
        for (effect, name) in lists {
            for (pattern, origin) in self.resolved(name).into_iter().flat_map(|one| &one.items) {
                rules.push(ConfigRule {
                    effect,
                    pattern: pattern.clone(),
                    scope: scope_of(origin),
                    origin: origin.clone(),
                });
            }
        }
        rules
    }

    /// Returns why the user's file was left out, if it was.
    pub fn fault_of_global(&self) -> Option<&ConfigProblem> {
        self.problems.iter().find(|one| {
            one.severity == super::problem::Severity::Error
                && matches!(
                    &one.place,
                    ProblemLocation::File { path, .. } if *path == self.global_file
                )
        })
    }

    /// Whether any problem makes a setting unusable.
    pub fn has_errors(&self) -> bool {
        let mut problems = self.problems.iter();
        problems.any(|problem| problem.severity != super::problem::Severity::Warning)
    }

    /// Whether a file, variable or flag was left out.
    pub fn leaves_out(&self) -> bool {
        let mut problems = self.problems.iter();
        problems.any(|problem| problem.severity == super::problem::Severity::Error)
    }
}

pub fn load(sources: &Sources<'_>) -> LoadedConfig {
    let mut stack = Stack::default();
    let global_file = sources.folders.config_file();
    stack.global(&global_file);
    let workspace_file = sources.workspace.map(workspace_config_file);
    let workspace = match (&workspace_file, sources.workspace) {
        (Some(file), Some(root)) => stack.workspace(file, root, sources.trust),
        _ => WorkspaceConfig::Absent,
    };
    stack.other_programs(sources.workspace, sources.environment);
    stack.environment(sources.environment);
    for flag in sources.flags {
        stack.flag(flag);
    }
    stack.finish(sources, workspace, global_file, workspace_file)
}

impl Stack {
    fn finish(
        self,
        sources: &Sources<'_>,
        workspace: WorkspaceConfig,
        global_file: PathBuf,
        workspace_file: Option<PathBuf>,
    ) -> LoadedConfig {
        let mut set = self.values;
        let mut problems = self.problems;
        let values: Vec<(&'static Key, Resolved)> =
            KEYS.iter()
                .map(|key| {
                    let said = set.remove(key.name);
                    let used = said.filter(|resolved| {
                        match unknown_word(key, resolved, sources.folders) {
                            Some(problem) => {
                                problems.push(problem);
                                false
                            }
                            None => true,
                        }
                    });
                    (key, used.unwrap_or_else(|| default_of(key)))
                })
                .collect();
        let mut config = Config::from_values(|name| {
            values
                .iter()
                .find(|(key, _)| key.name == name)
                .map_or(Value::Unset, |(_, resolved)| resolved.value.clone())
        });
        let model_of = model_of(&values, &config.provider, &self.providers);
        if model_of.as_ref().is_some_and(|of| *of != config.provider) {
            config.model = None;
        }
        config.max_search_results_default = config
            .max_search_results_default
            .min(config.max_search_results_cap);
        let keyed = config.providers().into_iter();
        let keyed = keyed
            .filter(|one| one.key(sources.environment).is_some())
            .map(|one| one.name.to_owned())
            .collect();
        LoadedConfig {
            config,
            values,
            problems,
            ignored: self.ignored,
            workspace,
            global_file,
            workspace_file,
            keyed,
            model_of,
            hooks: self.hooks,
        }
    }
}

/// Returns the provider of the configured model: the one named by the model's own layer, or by one
/// beneath it. A higher layer that names only another provider does not take the model along. If no
/// such layer names a provider, the model applies to whichever is chosen.
fn model_of(
    values: &[(&'static Key, Resolved)],
    chosen: &str,
    named: &[(String, Origin)],
) -> Option<String> {
    let (_, model) = values.iter().find(|(key, _)| key.name == "model")?;
    if !matches!(model.value, Value::Text(_)) || model.origin == Origin::Default {
        return None;
    }
    let rank = model.origin.rank();
    let beneath = named.iter().rfind(|(_, origin)| origin.rank() <= rank);
    Some(beneath.map_or_else(|| chosen.to_owned(), |(provider, _)| provider.clone()))
}

/// Reports an unknown word, such as a theme. It does not invalidate the whole file; only this value
/// falls back to its default.
fn unknown_word(key: &Key, resolved: &Resolved, folders: &Folders) -> Option<ConfigProblem> {
    let (Value::Text(name), Kind::Known(words)) = (&resolved.value, key.kind) else {
        return None;
    };
    if words.contains(&name.as_str())
        || key.name == "theme" && is_own_theme(name, resolved, folders)
    {
        return None;
    }
    let place = ProblemLocation::of(&resolved.origin)?;
    let what = notice!(
        "told-expected-used",
        wanted = key.kind.expected(),
        found = shortened(name),
        word = key.default_value().to_string(),
    );
    let near = nearest_word(name.trim(), words).map(str::to_owned);
    let problem = ConfigProblem::error(place, what).warning_only();
    Some(problem.about(key.name).nearest_to(near))
}

/// Whether the name is one of the user's own themes. A workspace can name one of them, but no file.
fn is_own_theme(name: &str, resolved: &Resolved, folders: &Folders) -> bool {
    match resolved.origin {
        Origin::Workspace { .. } => folders.own_themes().iter().any(|own| own == name),
        _ => folders.theme_file(name).is_some(),
    }
}

fn default_of(key: &'static Key) -> Resolved {
    Resolved {
        value: key.default_value(),
        origin: Origin::Default,
        items: Vec::new(),
    }
}

fn scope_of(origin: &Origin) -> RuleScope {
    match origin {
        Origin::Flag { .. } => RuleScope::Flag,
        Origin::Workspace { .. } => RuleScope::Workspace,
        Origin::Default | Origin::Global { .. } | Origin::Environment { .. } => RuleScope::User,
    }
}
