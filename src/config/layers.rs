//! The stack of layers while it is built: each file, variable and flag is read, checked and put
//! over the layers before.

use std::collections::BTreeMap;
use std::path::Path;

use super::hooks::{LoadedHooks, node_of, of_config, of_other_programs};
use super::load::{Flag, Resolved, UntrustedValue, WorkspaceConfig};
use super::nearest::{nearest_key, nearest_word};
use super::paths::leaves;
use super::problem::{ConfigProblem, ProblemLocation};
use super::read::read_text;
use super::schema::{KEYS, Key};
use super::trust::TrustStore;
use super::value::{Origin, Value};
use super::walk::{HOOKS, Setting, refusal, settings, shortened, yaml_problem};
use hooks::HookOwner;
use notice::notice;
use support::yaml::{Node, parse};

/// Variables of the program that are no configuration keys.
const OTHER_VARIABLES: &[&str] = &[
    "AGENTICHAT_CALL",
    "AGENTICHAT_CONFIG_DIR",
    "AGENTICHAT_DATA_DIR",
    "AGENTICHAT_LOG",
    #[cfg(debug_assertions)]
    "AGENTICHAT_PANIC_AT",
    "AGENTICHAT_SESSION",
];

pub(super) struct ReadFile {
    pub text: String,
    pub settings: Vec<Setting>,
    /// The value of `hooks`.
    hooks: Option<Node>,
}

/// The result of the layers so far.
#[derive(Default)]
pub(super) struct Stack {
    /// The values that a layer has set.
    pub values: BTreeMap<&'static str, Resolved>,
    pub problems: Vec<ConfigProblem>,
    /// Values that an untrusted workspace wanted to set.
    pub ignored: Vec<UntrustedValue>,
    /// Every provider that a layer named, with that layer, in the order of the layers.
    pub providers: Vec<(String, Origin)>,
    pub hooks: LoadedHooks,
}

impl Stack {
    /// Reads a file's settings; `None` if it does not exist or is invalid.
    pub(super) fn read(&mut self, path: &Path) -> Option<ReadFile> {
        let text = match read_text(path) {
            Ok(text) => text?,
            Err(what) => {
                let place = ProblemLocation::File {
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
            .and_then(|root| {
                let settings = settings(&root, path)?;
                Ok((settings, node_of(root)))
            });
        match found {
            Ok((settings, hooks)) => Some(ReadFile {
                text,
                settings,
                hooks,
            }),
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    /// Applies the workspace's file; of an untrusted one only the harmless settings.
    pub(super) fn workspace(
        &mut self,
        file: &Path,
        root: &Path,
        trust: &TrustStore,
    ) -> WorkspaceConfig {
        let before = self.problems.len();
        if file.symlink_metadata().is_ok() && leaves(root, file) {
            let place = ProblemLocation::File {
                path: file.to_owned(),
                line: 0,
                column: 0,
            };
            let what = notice!("told-link-leaves");
            self.problems.push(ConfigProblem::error(place, what));
            return WorkspaceConfig::Broken;
        }
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
            self.apply_hooks(file, read.hooks.as_ref(), HookOwner::Workspace);
            self.apply_file(read.settings, origin);
            return WorkspaceConfig::Trusted;
        }
        let (harmless, others): (Vec<Setting>, Vec<Setting>) = read
            .settings
            .into_iter()
            .partition(|one| one.key.untrusted.admits(&one.value));
        self.ignored
            .extend(others.into_iter().map(|one| UntrustedValue {
                key: one.key.name,
                value: one.value,
                line: one.spot.line,
            }));
        self.ignored
            .extend(read.hooks.as_ref().map(|node| UntrustedValue {
                key: HOOKS,
                value: of_config(node, file, HookOwner::Workspace).commands(),
                line: node.spot.line,
            }));
        self.apply_file(harmless, origin);
        WorkspaceConfig::Untrusted { text: read.text }
    }

    /// Applies a file's settings.
    fn apply_file(&mut self, settings: Vec<Setting>, origin: impl Fn(usize) -> Origin) {
        for setting in settings {
            let line = setting.spot.line;
            self.apply(setting.key, setting.value, |item| {
                let of_item = item.and_then(|item| setting.item_lines.get(item));
                origin(of_item.copied().unwrap_or(line))
            });
        }
    }

    /// Adds the hooks of one of our own files.
    fn apply_hooks(&mut self, file: &Path, node: Option<&Node>, owner: HookOwner) {
        if let Some(node) = node {
            let mut found = of_config(node, file, owner);
            self.problems.append(&mut found.problems);
            self.hooks.add(found);
        }
    }

    /// Applies the user's file.
    pub(super) fn global(&mut self, file: &Path) {
        if let Some(read) = self.read(file) {
            self.apply_hooks(file, read.hooks.as_ref(), HookOwner::User);
            self.apply_file(read.settings, |line| Origin::Global {
                path: file.to_owned(),
                line,
            });
        }
    }

    /// Adds the hooks in the settings of other programs.
    pub(super) fn other_programs(
        &mut self,
        root: Option<&Path>,
        environment: &BTreeMap<String, String>,
    ) {
        let mut found = of_other_programs(root, environment);
        self.problems.append(&mut found.problems);
        self.hooks.add(found);
    }

    /// Sets a value over the layers before; lists add up. Calls `origin` for the whole value and
    /// for each item of a list.
    fn apply(&mut self, key: &'static Key, value: Value, origin: impl Fn(Option<usize>) -> Origin) {
        let mut items = Vec::new();
        let mut value = value;
        if key.name == "provider"
            && let Value::Text(provider) = &value
        {
            self.providers.push((provider.clone(), origin(None)));
        }
        if let Value::List(new) = &value {
            items = self
                .values
                .get(key.name)
                .map(|before| before.items.clone())
                .unwrap_or_default();
            for (number, item) in new.iter().enumerate() {
                if !items.iter().any(|(known, _)| known == item) {
                    items.push((item.clone(), origin(Some(number))));
                }
            }
            value = Value::List(items.iter().map(|(item, _)| item.clone()).collect());
        }
        let resolved = Resolved {
            value,
            origin: origin(None),
            items,
        };
        self.values.insert(key.name, resolved);
    }

    /// Applies the variables, and warns of unknown ones with the program's prefix.
    pub(super) fn environment(&mut self, environment: &BTreeMap<String, String>) {
        let mut own = Vec::new();
        for key in KEYS {
            let variable = key.variable();
            // Variables of other programs first, so that the program's own one overrides them.
            for alias in key.aliases {
                self.variable(key, alias, environment);
            }
            if let Some(dashed) = key.dashed_variable() {
                self.variable(key, &dashed, environment);
                own.push(dashed);
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
            Some(value) => self.apply(key, value, |_| Origin::Environment {
                variable: variable.clone(),
            }),
            None => self.refused(key, text, ProblemLocation::Environment { variable }),
        }
    }

    /// Warns of a variable that is no key. It may belong to another version, so it is no error.
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
        let place = ProblemLocation::Environment {
            variable: name.to_owned(),
        };
        self.problems.push(
            ConfigProblem::error(place, notice!("told-no-key-for-it"))
                .nearest_to(nearest)
                .warning_only(),
        );
    }

    pub(super) fn flag(&mut self, flag: &Flag) {
        let place = ProblemLocation::Flag {
            flag: flag.flag.clone(),
        };
        let Some(key) = Key::named(&flag.key) else {
            self.problems.push(
                ConfigProblem::error(place, notice!("told-no-such-key"))
                    .about(shortened(&flag.key).to_string())
                    .nearest_to(nearest_key(&flag.key).map(str::to_owned)),
            );
            return;
        };
        match key.kind.read_text(&flag.value) {
            Some(value) => {
                let origin = Origin::Flag {
                    flag: flag.flag.clone(),
                };
                self.apply(key, value, |_| origin.clone());
            }
            None => self.refused(key, &flag.value, place),
        }
    }

    fn refused(&mut self, key: &'static Key, text: &str, place: ProblemLocation) {
        let (what, nearest) = refusal(key, text);
        self.problems.push(
            ConfigProblem::error(place, what)
                .about(key.name)
                .nearest_to(nearest),
        );
    }
}
