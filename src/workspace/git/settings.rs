//! Finds the settings of a repository that make git run programs even when it only reads,
//! and overrides them.
//!
//! An unpacked archive may bring a `.git/config` that names programs. This module owns the list of
//! such settings and the variables that override them. `git` and `tools` query git and call this
//! module. Asking git for its settings runs nothing.
//!
//! Not on the list, because a read-only git cannot run it: `core.pager` and `pager.*` (only on a
//! terminal), `core.editor`, `core.askPass` and `interactive.diffFilter` (only to edit, log in or
//! add), `core.sshCommand`, `core.gitProxy`, `credential.*`, `remote.*` and `url.*` (only over a
//! connection, and [`SHUT`] allows none), `alias.*` (never before a command of git's own),
//! `trailer.*` (only when trailers are written), `trace2.*` (not read from a repository).

use std::path::{Component, Path, PathBuf};
use std::process::Command;

use super::LIMIT;
use crate::child;

/// Variables for a read-only git: it takes no locks, and fetches nothing that is missing.
pub const SHUT: [(&str, &str); 3] = [
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
];

/// Settings for a read-only git. Hooks and the file monitor are programs of the repository; in
/// submodules git starts itself again without the settings given here.
pub const STILL: [(&str, &str); 6] = [
    ("safe.bareRepository", "explicit"),
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("diff.ignoreSubmodules", "dirty"),
    ("diff.submodule", "short"),
    ("status.submoduleSummary", "false"),
];

/// The setting of a working tree that is not the folder of its `.git`.
const ELSEWHERE: &str = "core.worktree";

/// The settings that the repository itself sets.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RepositorySettings {
    /// Settings that disable its programs, replaced by the user's own values where they exist.
    pub over: Vec<(String, String)>,
    /// Names of settings that cannot be disabled this way.
    pub left: Vec<String>,
}

impl RepositorySettings {
    /// Whether the working tree is not the folder that contains the `.git`.
    pub fn leads_elsewhere(&self) -> bool {
        self.left.iter().any(|name| name == ELSEWHERE)
    }
}

/// A setting, as git lists it.
#[derive(Debug, PartialEq, Eq)]
struct Setting {
    /// Whether the repository sets it, rather than the user or the machine.
    own: bool,
    name: String,
    value: String,
}

/// Reads the settings that git would use. `git` makes a `git` without arguments, in the folder and
/// environment of the git in question. `None` if git gives no answer, or does not exist.
pub fn own_settings(
    folder: &Path,
    git: &dyn Fn() -> Option<Command>,
) -> Option<RepositorySettings> {
    let listed = ask(git, &["config", "--list", "--show-scope", "-z"])?;
    let settings = parse(&listed);
    let mut own = RepositorySettings::default();
    for setting in settings.iter().filter(|setting| setting.own) {
        match effect(&setting.name) {
            Effect::None => {}
            Effect::Replaced(name, neutral) => {
                let users = settings
                    .iter()
                    .rev()
                    .find(|one| !one.own && one.name == name);
                let value = users.map_or(neutral, |one| one.value.as_str()).to_owned();
                own.over.push((name, value));
            }
            Effect::Left => own.left.push(setting.name.clone()),
            Effect::File(name) => {
                if leads_outside(folder, Path::new(""), &setting.value) {
                    own.over.push((name, String::new()));
                    own.left.push(setting.name.clone());
                }
            }
            Effect::Included => {
                if leads_outside(folder, Path::new(".git"), &setting.value) {
                    own.left.push(setting.name.clone());
                }
            }
            Effect::Elsewhere => {
                if !tree_is_beside(folder, git) {
                    own.left.push(setting.name.clone());
                }
            }
        }
    }
    own.over.sort();
    own.over.dedup();
    own.left.sort();
    own.left.dedup();
    Some(own)
}

/// Returns settings that prevent git from starting another git in the submodules of a repository.
pub fn submodules_still(folder: &Path, git: &dyn Fn() -> Option<Command>) -> Vec<(String, String)> {
    let top = top_of(folder).unwrap_or_else(|| folder.to_path_buf());
    let file = top.join(".gitmodules").to_string_lossy().into_owned();
    let sources: [[&str; 2]; 3] = [
        ["--file", &file],
        ["--blob", ":.gitmodules"],
        ["--blob", "HEAD:.gitmodules"],
    ];
    let mut over = Vec::new();
    for [kind, source] in sources {
        let arguments = ["config", "--list", "--name-only", "-z", kind, source];
        let Some(names) = ask(git, &arguments) else {
            continue;
        };
        for name in String::from_utf8_lossy(&names).split('\0') {
            let submodule = name
                .strip_prefix("submodule.")
                .and_then(|rest| rest.rsplit_once('.'));
            if let Some((submodule, _)) = submodule {
                over.push((format!("submodule.{submodule}.ignore"), "dirty".to_owned()));
            }
        }
    }
    over.sort();
    over.dedup();
    over
}

/// Returns the settings that an environment passes to git, see git-config(1), "GIT_CONFIG_COUNT".
pub fn of_variables(environment: &[(String, String)]) -> Vec<(String, String)> {
    let value_of = |wanted: &str| {
        let found = environment.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    };
    // A count larger than the number of variables is invalid.
    let count = value_of("GIT_CONFIG_COUNT")
        .and_then(|count| count.parse::<usize>().ok())
        .unwrap_or(0)
        .min(environment.len());
    let settings = (0..count).filter_map(|index| {
        let name = value_of(&format!("GIT_CONFIG_KEY_{index}"))?;
        let value = value_of(&format!("GIT_CONFIG_VALUE_{index}"))?;
        Some((name.to_owned(), value.to_owned()))
    });
    settings.collect()
}

/// Returns the variables that pass settings to git; among equal names the last one counts.
pub fn as_variables(settings: &[(String, String)]) -> Vec<(String, String)> {
    let mut variables = vec![("GIT_CONFIG_COUNT".to_owned(), settings.len().to_string())];
    for (index, (name, value)) in settings.iter().enumerate() {
        variables.push((format!("GIT_CONFIG_KEY_{index}"), name.clone()));
        variables.push((format!("GIT_CONFIG_VALUE_{index}"), value.clone()));
    }
    variables
}

/// The nearest folder at or above `folder` with a `.git`.
pub fn top_of(folder: &Path) -> Option<PathBuf> {
    let real = folder.canonicalize().ok()?;
    let mut above = real.ancestors();
    above
        .find(|folder| folder.join(".git").symlink_metadata().is_ok())
        .map(Path::to_path_buf)
}

/// Returns the names that git lists when called with these arguments, which must request
/// NUL-terminated output. `None` if it fails, or its output is not text.
pub fn names_of(git: &dyn Fn() -> Option<Command>, arguments: &[String]) -> Option<Vec<String>> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let listed = String::from_utf8(ask(git, &arguments)?).ok()?;
    let names = listed.split('\0').map(str::trim_start);
    Some(
        names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
    )
}

fn ask(git: &dyn Fn() -> Option<Command>, arguments: &[&str]) -> Option<Vec<u8>> {
    let mut command = git()?;
    // This variable would redirect `git config` to another file, and affects no other git command.
    command.env_remove("GIT_CONFIG").args(arguments);
    let said = child::run(command, LIMIT)?;
    said.ok.then_some(said.stdout)
}

fn tree_is_beside(folder: &Path, git: &dyn Fn() -> Option<Command>) -> bool {
    let said = ask(git, &["rev-parse", "--show-toplevel"]);
    let said = said.map(|said| String::from_utf8_lossy(&said).into_owned());
    let tree = said
        .as_deref()
        .and_then(|said| Path::new(said.trim_end_matches('\n')).canonicalize().ok());
    tree.is_some() && tree == top_of(folder)
}

/// Parses `git config --list --show-scope -z`: scope, NUL, name, line feed, value, NUL.
fn parse(listed: &[u8]) -> Vec<Setting> {
    let text = String::from_utf8_lossy(listed);
    let mut records = text.split('\0');
    let mut settings = Vec::new();
    while let (Some(scope), Some(setting)) = (records.next(), records.next()) {
        // A setting without a value is a switch that is on.
        let (name, value) = setting.split_once('\n').unwrap_or((setting, "true"));
        settings.push(Setting {
            own: !matches!(scope, "system" | "global" | "command"),
            name: name.to_owned(),
            value: value.to_owned(),
        });
    }
    settings
}

/// Whether a path in a setting, relative to `base` in the repository of `folder`, leads out of the
/// repository: textually or through links.
fn leads_outside(folder: &Path, base: &Path, value: &str) -> bool {
    if value.is_empty() {
        return false;
    }
    let top = top_of(folder).unwrap_or_else(|| folder.to_path_buf());
    let named = Path::new(value.strip_prefix(":(optional)").unwrap_or(value));
    // `~` and `%(prefix)` begin folders outside the repository.
    if value.starts_with(['~', '%']) {
        return true;
    }
    let path = top.join(base).join(named);
    match path.canonicalize() {
        Ok(real) => !real.starts_with(&top),
        // The path does not exist yet, so only its text can be checked.
        Err(_) => !by_its_letters(&path).starts_with(&top),
    }
}

/// Returns a path without `.` and `..`, as if it contained no links.
fn by_its_letters(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            other => plain.push(other),
        }
    }
    plain
}

/// Whether a setting, as git lists it, names a file that git reads.
pub fn is_file_setting(name: &str) -> bool {
    matches!(effect(name), Effect::File(_) | Effect::Included)
}

/// The effect that a setting can have on a read-only git.
#[derive(Debug, PartialEq, Eq)]
enum Effect {
    None,
    /// Run a program, unless this setting is overridden with the user's value, or else
    /// with this one.
    Replaced(String, &'static str),
    /// Run a program; no value disables it.
    Left,
    /// Read a file, unless this setting is empty.
    File(String),
    /// Read more settings.
    Included,
    /// Show files of another place.
    Elsewhere,
}

/// Returns the effect of a setting. `name` is as git lists it: section and last part in lower case.
fn effect(name: &str) -> Effect {
    let (section, rest) = name.split_once('.').unwrap_or((name, ""));
    let (middle, last) = match rest.rsplit_once('.') {
        Some((middle, last)) => (Some(middle), last),
        None => (None, rest),
    };
    let replaced = |neutral| Effect::Replaced(name.to_owned(), neutral);
    match (section, middle, last) {
        // An empty filter leaves the text unchanged.
        ("filter", Some(_), "clean" | "smudge" | "process") => replaced(""),
        ("filter", Some(_), "required") => replaced("false"),
        ("gpg", Some("x509"), "program") => replaced("gpgsm"),
        ("gpg", Some("ssh"), "program") => replaced("ssh-keygen"),
        ("gpg", _, "program") => replaced("gpg"),
        ("hook", Some(hook), _) => Effect::Replaced(format!("hook.{hook}.enabled"), "false"),
        ("diff", None, "external")
        | ("diff", Some(_), "command" | "textconv")
        | ("merge", Some(_), "driver")
        | ("core", None, "alternaterefscommand") => Effect::Left,
        ("core", None, "excludesfile" | "attributesfile")
        | ("blame", None, "ignorerevsfile")
        | ("mailmap", None, "file")
        | ("diff", None, "orderfile")
        | ("gpg", Some("ssh"), "allowedsignersfile" | "revocationfile") => {
            Effect::File(name.to_owned())
        }
        ("include", None, "path") | ("includeif", Some(_), "path") => Effect::Included,
        _ if name == ELSEWHERE => Effect::Elsewhere,
        _ => Effect::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_settings_is_read_with_who_set_what() {
        let listed = b"global\0user.name\nme\0local\0filter.a=b\nc.clean\nx\ny\0worktree\0filter.d.required\0command\0core.x\n\0";
        let found = parse(listed);
        let seen: Vec<(bool, &str, &str)> = found
            .iter()
            .map(|one| (one.own, one.name.as_str(), one.value.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                (false, "user.name", "me"),
                // A name cannot contain a line feed: git refuses it.
                (true, "filter.a=b", "c.clean\nx\ny"),
                (true, "filter.d.required", "true"),
                (false, "core.x", ""),
            ]
        );
    }

    #[test]
    fn names_with_dots_in_the_middle_are_taken_apart_right() {
        assert_eq!(
            effect("filter.a.b.clean"),
            Effect::Replaced("filter.a.b.clean".into(), "")
        );
        assert_eq!(effect("diff.a.b.textconv"), Effect::Left);
        assert_eq!(effect("diff.external"), Effect::Left);
        assert_eq!(effect("diff.x.xfuncname"), Effect::None);
        assert_eq!(effect("core.worktree"), Effect::Elsewhere);
        assert_eq!(effect("includeif.gitdir:/x.y/.path"), Effect::Included);
        assert_eq!(
            effect("blame.ignorerevsfile"),
            Effect::File("blame.ignorerevsfile".into())
        );
        assert_eq!(effect("core.worktree.x"), Effect::None);
        assert_eq!(
            effect("hook.x.command"),
            Effect::Replaced("hook.x.enabled".into(), "false")
        );
        assert_eq!(effect("filter"), Effect::None);
        assert_eq!(effect(""), Effect::None);
    }
}
