//! Finds the hooks of all settings files, and examines whether the user trusts them.
//!
//! The files are our own config files, and those of Claude Code and Gemini CLI, which are only read. A
//! fault is reported with its place; everything else is used.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::paths::leaves;
use super::problem::{ConfigProblem, ProblemLocation};
use super::read::read_text;
use super::trust::TrustStore;
use super::value::Value;
use super::walk::HOOKS;
use ::hooks::{
    Dialect, ExaminedHook, FaultKind, HookDefinition, HookFault, HookOwner, HookSource, PathStep,
    Places, ScriptFile, TrustedContent, read as read_hooks, scripts_named, state_of,
};
use notice::notice;
use protocol::ids::ContentHash;
use support::foreign_file::{Links, read};
use support::yaml::{Entry, Node, NodeKind, Position};

/// Most bytes of a script that are read; a longer one is known by its size and times.
const SCRIPT_BYTES: u64 = 16 * 1024 * 1024;

/// Most bytes of a script that are kept to show a difference.
const KEPT_TEXT: usize = 64 * 1024;

/// Settings files of other programs in a workspace.
const OF_WORKSPACE: [(&str, Dialect); 3] = [
    (".claude/settings.json", Dialect::Claude),
    (".claude/settings.local.json", Dialect::Claude),
    (".gemini/settings.json", Dialect::Gemini),
];

/// The hooks of all files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LoadedHooks {
    pub definitions: Vec<HookDefinition>,
    /// Parts of other programs' files that do nothing here.
    pub notes: Vec<ConfigProblem>,
    /// Faults that have not been added to those of the configuration.
    pub(super) problems: Vec<ConfigProblem>,
}

impl LoadedHooks {
    pub(super) fn add(&mut self, more: Self) {
        self.definitions.extend(more.definitions);
        self.notes.extend(more.notes);
        self.problems.extend(more.problems);
    }

    /// Returns the commands as the value of a key.
    pub(super) fn commands(&self) -> Value {
        let commands = self.definitions.iter();
        Value::List(commands.map(|hook| hook.command.clone()).collect())
    }
}

/// Takes the value of `hooks` out of the tree of one of our files.
pub(super) fn node_of(root: Node) -> Option<Node> {
    let NodeKind::Map(entries) = root.kind else {
        return None;
    };
    let hooks = entries.into_iter().find(|entry| entry.key == HOOKS)?;
    Some(hooks.value)
}

/// Reads the hooks of one of our own files.
pub(super) fn of_config(node: &Node, file: &Path, owner: HookOwner) -> LoadedHooks {
    let source = HookSource {
        path: file.to_owned(),
        dialect: Dialect::Own,
        owner,
    };
    let (definitions, faults) = read_hooks(&json(node), &source);
    let problems = faults.into_iter().map(|fault| {
        let spot = spot(node, &fault.path);
        problem(file, spot, &fault).of_value()
    });
    LoadedHooks {
        definitions,
        notes: Vec::new(),
        problems: problems.collect(),
    }
}

fn json(node: &Node) -> Json {
    match &node.kind {
        NodeKind::Null => Json::Null,
        NodeKind::Scalar { text } => Json::String(text.clone()),
        NodeKind::List(items) => items.iter().map(json).collect(),
        NodeKind::Map(entries) => entries
            .iter()
            .map(|entry| (entry.key.clone(), json(&entry.value)))
            .collect(),
    }
}

/// Returns the position of a part, or of the part around it if it is missing.
fn spot(node: &Node, path: &[PathStep]) -> Position {
    let mut node = node;
    let mut spot = node.spot;
    for step in path {
        let below = match (step, &node.kind) {
            (PathStep::Key(key), NodeKind::Map(entries)) => {
                let entry = entries.iter().find(|entry| entry.key == *key);
                entry.map(|Entry { spot, value, .. }| (*spot, value))
            }
            (PathStep::Item(index), NodeKind::List(items)) => {
                items.get(*index).map(|item| (item.spot, item))
            }
            _ => None,
        };
        let Some((at, value)) = below else { break };
        (spot, node) = (at, value);
    }
    spot
}

fn problem(file: &Path, spot: Position, fault: &HookFault) -> ConfigProblem {
    let place = ProblemLocation::File {
        path: file.to_owned(),
        line: spot.line,
        column: spot.column,
    };
    let part = format!("{HOOKS}.{}", fault.place());
    let key = part.trim_end_matches('.').to_owned();
    ConfigProblem::error(place, fault.what.clone()).about(key)
}

/// Returns the files of other programs that may define hooks.
pub fn other_files(root: &Path, environment: &BTreeMap<String, String>) -> Vec<PathBuf> {
    let of_user = user_folders(environment).into_iter();
    let of_user = of_user.map(|(folder, _)| folder.join("settings.json"));
    let of_workspace = OF_WORKSPACE.map(|(name, _)| root.join(name));
    of_user.chain(of_workspace).collect()
}

/// Returns the folders in which Claude Code and Gemini CLI keep the user's settings.
pub fn user_folders(environment: &BTreeMap<String, String>) -> Vec<(PathBuf, Dialect)> {
    let home = home_of(environment);
    let own = |name: &str| home.as_ref().map(|home| home.join(name));
    let claude = environment.get("CLAUDE_CONFIG_DIR").map(PathBuf::from);
    let claude = claude.or_else(|| own(".claude"));
    let folders = [(claude, Dialect::Claude), (own(".gemini"), Dialect::Gemini)];
    let folders = folders.into_iter();
    let folders = folders.filter_map(|(folder, dialect)| Some((folder?, dialect)));
    folders.filter(|(folder, _)| folder.is_absolute()).collect()
}

/// Reads the hooks in the settings of Claude Code and Gemini CLI, of the user and of the workspace.
pub(super) fn of_other_programs(
    root: Option<&Path>,
    environment: &BTreeMap<String, String>,
) -> LoadedHooks {
    let mut found = LoadedHooks::default();
    let mut seen = Vec::new();
    for (folder, dialect) in user_folders(environment) {
        let path = folder.join("settings.json");
        seen.push(path.clone());
        let owner = HookOwner::User;
        found.add(of_file(&HookSource {
            path,
            dialect,
            owner,
        }));
    }
    for (name, dialect) in OF_WORKSPACE {
        let Some(root) = root else { break };
        let path = root.join(name);
        // In the home folder itself the user's file is the workspace's too.
        if seen.contains(&path) || path.symlink_metadata().is_err() {
            continue;
        }
        if leaves(root, &path) {
            found
                .problems
                .push(fault_of_file(&path, notice!("told-link-leaves")));
            continue;
        }
        let owner = HookOwner::Workspace;
        found.add(of_file(&HookSource {
            path,
            dialect,
            owner,
        }));
    }
    found
}

fn of_file(source: &HookSource) -> LoadedHooks {
    let mut found = LoadedHooks::default();
    let path = source.path.as_path();
    let text = match read_text(path) {
        Ok(Some(text)) => text,
        Ok(None) => return found,
        Err(why) => {
            found.problems.push(fault_of_file(path, why));
            return found;
        }
    };
    let settings: Json = match serde_json::from_str(&text) {
        Ok(settings) => settings,
        Err(error) => {
            let place = ProblemLocation::File {
                path: path.to_owned(),
                line: error.line(),
                column: error.column(),
            };
            let what = notice!("hooks-file-not-json", reason = error.to_string());
            let problem = ConfigProblem::error(place, what).about(HOOKS);
            found.problems.push(problem.warning_only());
            return found;
        }
    };
    let Some(hooks) = settings.get(HOOKS).filter(|_| !are_off(&settings)) else {
        return found;
    };
    let (definitions, faults) = read_hooks(hooks, source);
    found.definitions = definitions;
    for fault in faults {
        let problem = problem(path, Position::default(), &fault).warning_only();
        match fault.kind {
            FaultKind::Mistake => found.problems.push(problem),
            FaultKind::NotRunHere => found.notes.push(problem),
        }
    }
    found
}

/// Whether a file switches all of its program's hooks off.
fn are_off(settings: &Json) -> bool {
    let claude = settings.get("disableAllHooks").and_then(Json::as_bool);
    let gemini = settings
        .pointer("/hooksConfig/enabled")
        .and_then(Json::as_bool);
    claude == Some(true) || gemini == Some(false)
}

fn fault_of_file(path: &Path, what: notice::Notice) -> ConfigProblem {
    let place = ProblemLocation::File {
        path: path.to_owned(),
        line: 0,
        column: 0,
    };
    ConfigProblem::error(place, what)
        .about(HOOKS)
        .warning_only()
}

/// Returns the user's home folder according to the environment.
pub fn home_of(environment: &BTreeMap<String, String>) -> Option<PathBuf> {
    let home = environment.get("HOME").map(PathBuf::from);
    home.filter(|home| home.is_absolute())
}

/// Examines hooks: reads the files that their commands name, and compares them with what the user
/// trusts. Blocks.
pub fn examine(
    hooks: &[HookDefinition],
    trust: &TrustStore,
    root: &Path,
    home: Option<&Path>,
) -> Vec<ExaminedHook> {
    let places = Places { root, home };
    let contents: Vec<TrustedContent> = hooks
        .iter()
        .map(|hook| TrustedContent::of(hook, scripts_of(&hook.command, places)))
        .collect();
    let present: Vec<ContentHash> = contents.iter().map(TrustedContent::hash).collect();
    let examined = hooks.iter().zip(contents).map(|(hook, content)| {
        let owned = trust.trusted_hooks(root);
        let owned = owned.filter(|known| match hook.source.owner {
            HookOwner::User => known.root.is_none(),
            HookOwner::Workspace => known.root.is_some(),
        });
        let state = state_of(&content, &hook.source.path, owned, &present);
        ExaminedHook {
            hook: hook.clone(),
            content,
            state,
        }
    });
    examined.collect()
}

/// Reads the files in the workspace or the home folder that a command names.
fn scripts_of(command: &str, places: Places<'_>) -> Vec<ScriptFile> {
    let folders = [Some(places.root), places.home];
    let folders = folders.into_iter().flatten().filter_map(real);
    let folders: Vec<PathBuf> = folders.collect();
    let named = scripts_named(command, places).into_iter();
    let scripts = named.filter_map(|path| {
        let real = real(&path)?;
        let is_covered = folders.iter().any(|folder| real.starts_with(folder));
        (is_covered && real.is_file()).then(|| script(path, &real))
    });
    scripts.collect()
}

fn real(path: &Path) -> Option<PathBuf> {
    std::fs::canonicalize(path).ok()
}

fn script(path: PathBuf, real: &Path) -> ScriptFile {
    let Ok(bytes) = read(real, Links::Follow, SCRIPT_BYTES) else {
        let hash = ContentHash::of(facts(real).as_bytes());
        let text = None;
        return ScriptFile { path, hash, text };
    };
    let hash = ContentHash::of(&bytes);
    let text = String::from_utf8(bytes).ok();
    ScriptFile {
        path,
        hash,
        text: text.filter(|text| text.len() <= KEPT_TEXT),
    }
}

/// Returns what changes when a file does that cannot be read or is too long.
fn facts(path: &Path) -> String {
    use std::os::unix::fs::MetadataExt;
    match path.metadata() {
        Ok(facts) => format!(
            "{} bytes, inode {}, changed {}.{}",
            facts.len(),
            facts.ino(),
            facts.ctime(),
            facts.ctime_nsec()
        ),
        Err(error) => error.to_string(),
    }
}
