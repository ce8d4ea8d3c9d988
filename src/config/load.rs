//! Puts the layers together: defaults, the user's file, the workspace's, environment, flags.
//!
//! Never fails: a file that is wrong is left out whole and its problems are told, a variable or
//! flag that is wrong is left out alone. The caller decides what that means (a run without a
//! screen ends with status 2, the workbench shows it).

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::protocol::approval::{RuleEffect, RuleScope};

use super::nearest::{nearest_key, nearest_word};
use super::paths::{Folders, workspace_config_file};
use super::problem::{ConfigProblem, Place};
use super::schema::{Config, KEYS, Key};
use super::trust::TrustStore;
use super::value::{Origin, Value};
use super::walk::{Setting, refusal, settings, shortened, yaml_problem};
use super::yaml::{MAX_BYTES, parse};

/// Variables of ours that are no configuration keys.
const OTHER_VARIABLES: &[&str] = &[
    "AGENTICHAT_CONFIG_DIR",
    "AGENTICHAT_DATA_DIR",
    "AGENTICHAT_LOG",
    "AGENTICHAT_SESSION",
];

/// What the layers are read from.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The user's folders.
    pub folders: &'a Folders,
    /// The workspace's root, where there is one.
    pub workspace: Option<&'a Path>,
    /// Which workspaces are trusted.
    pub trust: &'a TrustStore,
    /// The environment; see [`super::paths::environment`].
    pub environment: &'a BTreeMap<String, String>,
    /// The flags, in the order given.
    pub flags: &'a [Flag],
}

/// One value from the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flag {
    /// The flag as written, without its value: `--model`, `--set`.
    pub flag: String,
    /// The key that it sets.
    pub key: String,
    /// The value's text; for a list one item a line, or a YAML list in brackets.
    pub value: String,
}

impl Flag {
    /// A flag that stands for a key.
    pub fn new(flag: &str, key: &str, value: impl Into<String>) -> Self {
        Self {
            flag: flag.to_owned(),
            key: key.to_owned(),
            value: value.into(),
        }
    }

    /// The argument of `--set`: `key=value`.
    ///
    /// # Errors
    /// If there is no `=`.
    pub fn set(argument: &str) -> Result<Self, ConfigProblem> {
        match argument.split_once('=') {
            Some((key, value)) => Ok(Self::new("--set", key.trim(), value)),
            None => Err(ConfigProblem::error(
                Place::Flag {
                    flag: "--set".into(),
                },
                format!("expected key=value, found {}", shortened(argument)),
            )),
        }
    }
}

/// A value with its origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// The value.
    pub value: Value,
    /// Where it came from; for a list the layer that spoke last.
    pub origin: Origin,
    /// The items of a list, each with its origin.
    pub items: Vec<(String, Origin)>,
}

/// A rule of the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigRule {
    /// What it does.
    pub effect: RuleEffect,
    /// What it matches, as written.
    pub pattern: String,
    /// How far it is trusted.
    pub scope: RuleScope,
    /// Where it stands.
    pub origin: Origin,
}

/// A value of a workspace that is not trusted.
#[derive(Debug, Clone, PartialEq)]
pub struct Ignored {
    /// The key.
    pub key: &'static str,
    /// What it would be set to.
    pub value: Value,
    /// The line in the workspace's file.
    pub line: usize,
}

/// What is known of the workspace's config file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkspaceConfig {
    /// There is none.
    Absent,
    /// It is used whole.
    Trusted,
    /// Only what can do no harm is used.
    Untrusted {
        /// Its text, to be given to [`TrustStore::trust`] if the user says yes to it.
        text: String,
    },
    /// It could not be read or is wrong, and is not used.
    Broken,
}

/// Everything that loading came to.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The settings.
    pub config: Config,
    /// Each value with its origin, in the order of the table.
    pub values: Vec<(&'static Key, Resolved)>,
    /// What is wrong.
    pub problems: Vec<ConfigProblem>,
    /// What an untrusted workspace wanted to set.
    pub ignored: Vec<Ignored>,
    /// What is known of the workspace's file.
    pub workspace: WorkspaceConfig,
    /// The user's file, whether it is there or not.
    pub global_file: PathBuf,
    /// The workspace's file, whether it is there or not.
    pub workspace_file: Option<PathBuf>,
    /// Whether the variable that holds the key of the OpenAI-compatible provider is set.
    pub api_key_present: bool,
}

impl Loaded {
    /// A value with its origin.
    pub fn resolved(&self, name: &str) -> Option<&Resolved> {
        self.values
            .iter()
            .find(|(key, _)| key.name == name)
            .map(|(_, resolved)| resolved)
    }

    /// Where a value came from.
    pub fn origin(&self, name: &str) -> Option<&Origin> {
        self.resolved(name).map(|resolved| &resolved.origin)
    }

    /// The rules with their scopes, deny before ask before allow, each in the order of layers.
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

    /// Whether a file, variable or flag was left out.
    pub fn has_errors(&self) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.severity == super::problem::Severity::Error)
    }
}

/// Reads all layers.
pub fn load(sources: &Sources<'_>) -> Loaded {
    let mut stack = Stack::default();
    let global_file = sources.folders.config_file();
    if let Some(file) = stack.read(&global_file) {
        stack.apply_file(file.settings, |line| Origin::Global {
            path: global_file.clone(),
            line,
        });
    }
    let workspace_file = sources.workspace.map(workspace_config_file);
    let workspace = match (&workspace_file, sources.workspace) {
        (Some(file), Some(root)) => stack.workspace(file, root, sources.trust),
        _ => WorkspaceConfig::Absent,
    };
    stack.environment(sources.environment);
    for flag in sources.flags {
        stack.flag(flag);
    }
    stack.finish(sources, workspace, global_file, workspace_file)
}

/// A file that was read.
struct ReadFile {
    text: String,
    settings: Vec<Setting>,
}

#[derive(Default)]
struct Stack {
    values: BTreeMap<&'static str, Resolved>,
    problems: Vec<ConfigProblem>,
    ignored: Vec<Ignored>,
}

impl Stack {
    /// The file's settings; `None` if it is not there or is wrong.
    fn read(&mut self, path: &Path) -> Option<ReadFile> {
        let text = match read_text(path) {
            Ok(text) => text?,
            Err(what) => {
                let place = Place::File {
                    path: path.to_owned(),
                    line: 0,
                    column: 0,
                };
                self.problems.push(ConfigProblem::error(place, what));
                return None;
            }
        };
        let found = parse(&text)
            .map_err(|error| vec![yaml_problem(path, error)])
            .and_then(|root| settings(&root, path));
        match found {
            Ok(settings) => Some(ReadFile { text, settings }),
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    fn workspace(&mut self, file: &Path, root: &Path, trust: &TrustStore) -> WorkspaceConfig {
        let before = self.problems.len();
        let Some(read) = self.read(file) else {
            return if self.problems.len() > before {
                WorkspaceConfig::Broken
            } else {
                WorkspaceConfig::Absent
            };
        };
        let origin = |line| Origin::Workspace {
            path: file.to_owned(),
            line,
        };
        if trust.is_trusted(root, &read.text) {
            self.apply_file(read.settings, origin);
            return WorkspaceConfig::Trusted;
        }
        let (harmless, others): (Vec<Setting>, Vec<Setting>) = read
            .settings
            .into_iter()
            .partition(|one| one.key.untrusted.admits(&one.value));
        self.ignored.extend(others.into_iter().map(|one| Ignored {
            key: one.key.name,
            value: one.value,
            line: one.spot.line,
        }));
        self.apply_file(harmless, origin);
        WorkspaceConfig::Untrusted { text: read.text }
    }

    fn apply_file(&mut self, settings: Vec<Setting>, origin: impl Fn(usize) -> Origin) {
        for setting in settings {
            let origin = origin(setting.spot.line);
            self.apply(setting.key, setting.value, &origin);
        }
    }

    /// Sets a value over the layers before; a list adds up.
    fn apply(&mut self, key: &'static Key, value: Value, origin: &Origin) {
        let mut items = Vec::new();
        let mut value = value;
        if let Value::List(new) = &value {
            items = self
                .values
                .get(key.name)
                .map(|before| before.items.clone())
                .unwrap_or_default();
            for item in new {
                if !items.iter().any(|(known, _)| known == item) {
                    items.push((item.clone(), origin.clone()));
                }
            }
            value = Value::List(items.iter().map(|(item, _)| item.clone()).collect());
        }
        let resolved = Resolved {
            value,
            origin: origin.clone(),
            items,
        };
        self.values.insert(key.name, resolved);
    }

    fn environment(&mut self, environment: &BTreeMap<String, String>) {
        let mut own = Vec::new();
        for key in KEYS {
            let variable = key.variable();
            // Variables of other programs first, so that ours is stronger.
            for alias in key.aliases {
                self.variable(key, alias, environment);
            }
            self.variable(key, &variable, environment);
            own.push(variable);
        }
        for name in environment
            .keys()
            .filter(|name| name.starts_with("AGENTICHAT_"))
        {
            if !own.contains(name) && !OTHER_VARIABLES.contains(&name.as_str()) {
                self.unknown_variable(name, &own);
            }
        }
    }

    fn variable(
        &mut self,
        key: &'static Key,
        variable: &str,
        environment: &BTreeMap<String, String>,
    ) {
        let Some(text) = environment.get(variable).filter(|text| !text.is_empty()) else {
            return;
        };
        let variable = variable.to_owned();
        match key.kind.read_text(text) {
            Some(value) => self.apply(key, value, &Origin::Environment { variable }),
            None => self.refused(key, text, Place::Environment { variable }),
        }
    }

    /// A warning only: the variable may belong to another version.
    fn unknown_variable(&mut self, name: &str, own: &[String]) {
        let known: Vec<&str> = own
            .iter()
            .map(String::as_str)
            .chain(OTHER_VARIABLES.iter().copied())
            .collect();
        let bare: Vec<&str> = known
            .iter()
            .filter_map(|name| name.strip_prefix("AGENTICHAT_"))
            .collect();
        let wrong = name.strip_prefix("AGENTICHAT_").unwrap_or(name);
        let lower: Vec<String> = bare.iter().map(|name| name.to_ascii_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        let nearest = nearest_word(wrong, &lower)
            .map(|name| format!("AGENTICHAT_{}", name.to_ascii_uppercase()));
        let place = Place::Environment {
            variable: name.to_owned(),
        };
        self.problems.push(
            ConfigProblem::error(place, "there is no key for it, so it does nothing")
                .nearest_to(nearest)
                .as_warning(),
        );
    }

    fn flag(&mut self, flag: &Flag) {
        let place = Place::Flag {
            flag: flag.flag.clone(),
        };
        let Some(key) = Key::named(&flag.key) else {
            self.problems.push(
                ConfigProblem::error(
                    place,
                    "there is no such key (agentichat config keys lists them)",
                )
                .about(shortened(&flag.key))
                .nearest_to(nearest_key(&flag.key).map(str::to_owned)),
            );
            return;
        };
        match key.kind.read_text(&flag.value) {
            Some(value) => {
                let flag = flag.flag.clone();
                self.apply(key, value, &Origin::Flag { flag });
            }
            None => self.refused(key, &flag.value, place),
        }
    }

    fn refused(&mut self, key: &'static Key, text: &str, place: Place) {
        let (what, nearest) = refusal(key, text);
        self.problems.push(
            ConfigProblem::error(place, what)
                .about(key.name)
                .nearest_to(nearest),
        );
    }

    fn finish(
        self,
        sources: &Sources<'_>,
        workspace: WorkspaceConfig,
        global_file: PathBuf,
        workspace_file: Option<PathBuf>,
    ) -> Loaded {
        let mut set = self.values;
        let values: Vec<(&'static Key, Resolved)> = KEYS
            .iter()
            .map(|key| (key, set.remove(key.name).unwrap_or_else(|| default_of(key))))
            .collect();
        let config = Config::from_values(|name| {
            values
                .iter()
                .find(|(key, _)| key.name == name)
                .map_or(Value::Unset, |(_, resolved)| resolved.value.clone())
        });
        let api_key_present = config.api_key(sources.environment).is_some();
        Loaded {
            config,
            values,
            problems: self.problems,
            ignored: self.ignored,
            workspace,
            global_file,
            workspace_file,
            api_key_present,
        }
    }
}

impl Config {
    /// The key of the OpenAI-compatible provider, from the variable that the config names.
    pub fn api_key(&self, environment: &BTreeMap<String, String>) -> Option<String> {
        environment
            .get(&self.openai_api_key_env)
            .map(|key| key.trim().to_owned())
            .filter(|key| !key.is_empty())
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

/// The text of a config file; `None` if there is none. Only a plain file of bounded size is read,
/// so that a pipe or a device in its place holds nothing up.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, String> {
    let facts = match std::fs::metadata(path) {
        Ok(facts) => facts,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(format!("it cannot be read: {error}")),
    };
    if !facts.is_file() {
        return Err("it is not a file; move it away or make it one".into());
    }
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() > MAX_BYTES {
        return Err(format!("it is over {MAX_BYTES} bytes"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        format!(
            "it is not UTF-8 (byte {})",
            error.utf8_error().valid_up_to()
        )
    })?;
    Ok(Some(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }))
}

fn is_absent(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
    )
}
