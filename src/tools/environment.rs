//! The environment of a command: ours without secrets, nothing that would page or ask, the
//! marker by which its processes are found, and settings that keep a repository that lies in the
//! workspace from running programs of its own choice.
//!
//! Called by `shell_exec` and `repositories`.

use super::toolbox::Inner;
use crate::helper::{Helpers, absolute_only};
use crate::redact::is_secret_variable;
use crate::workspace::git::settings::{SHUT, STILL, as_variables, of_variables};

/// Settings of git that stand over those of any repository. A folder of the workspace that is
/// laid out as a bare repository must be named to be used, and a repository's file monitor, which
/// is a program that `git status` would run, is not asked. Hooks stay: who asks for a commit asks
/// for them.
const GIT_SETTINGS: [(&str, &str); 2] = [
    ("safe.bareRepository", "explicit"),
    ("core.fsmonitor", "false"),
];

/// Sections of git's settings that may hold passwords, in their names or their values.
const GIT_SECRETS: [&str; 3] = ["http.", "credential.", "url."];

/// What git may run in a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Git {
    /// What the repository names, as when the user calls it: somebody allowed the command.
    AsUsual,
    /// Nothing that a repository names, for the command runs unasked; with settings over those
    /// of the repositories that it works in.
    Still(Vec<(String, String)>),
}

/// The environment of a command; `marker` tells its processes.
pub(super) fn environment(
    inner: &Inner,
    git: &Git,
    marker: Vec<(String, String)>,
) -> Vec<(String, String)> {
    let inherited = &inner.surroundings.environment;
    let mut set = pairs(&[
        ("PAGER", "cat"),
        ("GIT_PAGER", "cat"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_EDITOR", "true"),
        ("TERM", "dumb"),
        ("NO_COLOR", "1"),
    ]);
    if matches!(git, Git::Still(_)) {
        set.extend(pairs(&SHUT));
    }
    set.extend(marker);
    set.extend(git_settings(inherited, git));
    let unasked = matches!(git, Git::Still(_));
    let dropped = |name: &str| {
        is_secret_variable(name)
            || unasked && steers_readers(name)
            || inner
                .surroundings
                .key_variables
                .iter()
                .any(|key| key == name)
            || is_unwanted(name)
            || set.iter().any(|(ours, _)| ours == name)
    };
    let kept: Vec<_> = inherited
        .iter()
        .filter(|(name, _)| !dropped(name))
        .map(|(name, value)| match name.as_str() {
            "PATH" => (name.clone(), path(inner, git, value)),
            _ => (name.clone(), value.clone()),
        })
        .collect();
    kept.into_iter().chain(set).collect()
}

/// Whether a variable makes a program that only reads do more than its arguments say: another
/// repository, a log that is written, options from elsewhere, libraries that are loaded first.
fn steers_readers(name: &str) -> bool {
    matches!(
        name,
        "RIPGREP_CONFIG_PATH"
            | "GREP_OPTIONS"
            | "POSIXLY_CORRECT"
            | "TREE_COLORS"
            | "MAGIC"
            | "JQ_LIBRARY_PATH"
    ) || ["GIT_", "LD_", "DYLD_"]
        .iter()
        .any(|start| name.starts_with(start))
        && !matches!(
            name,
            "GIT_CONFIG_GLOBAL"
                | "GIT_CONFIG_SYSTEM"
                | "GIT_CONFIG_NOSYSTEM"
                | "GIT_CEILING_DIRECTORIES"
        )
}

/// Where a command's programs are looked up: never by the folder that it happens to run in, and one that nobody allowed
/// finds none of the workspace.
fn path(inner: &Inner, git: &Git, value: &str) -> String {
    let absolute = absolute_only(value);
    if *git == Git::AsUsual {
        return absolute;
    }
    let helpers = Helpers::outside(inner.workspace.root());
    let outside = helpers.outside_only(absolute.as_ref());
    outside.into_string().unwrap_or_default()
}

/// Whether a variable changes what a command does behind its text: BASH_ENV and ENV name files
/// that a shell would run first, CDPATH other folders for `cd`, the rest switches of the shell.
fn is_unwanted(name: &str) -> bool {
    matches!(
        name,
        "BASH_ENV"
            | "ENV"
            | "CDPATH"
            | "BASHOPTS"
            | "SHELLOPTS"
            | "GLOBIGNORE"
            | "PS4"
            | "SSH_ASKPASS"
            | "GIT_ASKPASS"
    ) || ["BASH_FUNC_", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"]
        .iter()
        .any(|start| name.starts_with(start))
}

fn pairs(known: &[(&str, &str)]) -> Vec<(String, String)> {
    known
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// The inherited settings, without those that may hold secrets, and then ours, of which the last
/// one counts.
pub(super) fn git_settings(inherited: &[(String, String)], git: &Git) -> Vec<(String, String)> {
    let mut settings = of_variables(inherited);
    settings.retain(|(name, _)| {
        let lower = name.to_lowercase();
        !GIT_SECRETS.iter().any(|start| lower.starts_with(start))
    });
    match git {
        Git::AsUsual => settings.extend(pairs(&GIT_SETTINGS)),
        Git::Still(over) => {
            settings.extend(pairs(&STILL));
            settings.extend(over.iter().cloned());
        }
    }
    as_variables(&settings)
}
