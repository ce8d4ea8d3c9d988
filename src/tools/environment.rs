//! The environment of a command: the program's own without secrets and without pagers or prompts,
//! with the marker by which the command's processes are found, and with settings that prevent a
//! repository in the workspace from running programs of its choice.
//!
//! Called by `shell_exec` and `repositories`.

use super::toolbox::Inner;
use redact::is_secret_variable;
use support::helper::{Helpers, absolute_only};
use workspace::git::settings::{SHUT, STILL, as_variables, of_variables};

/// Git settings that override those of any repository. A folder of the workspace that is laid
/// out as a bare repository must be named explicitly, and a repository's file monitor, which is
/// a program that `git status` would run, is disabled. Hooks stay: a request for a commit
/// includes its hooks.
const GIT_SETTINGS: [(&str, &str); 2] = [
    ("safe.bareRepository", "explicit"),
    ("core.fsmonitor", "false"),
];

/// Sections of git's settings that may contain passwords, in their names or their values.
const GIT_SECRETS: [&str; 3] = ["http.", "credential.", "url."];

/// The programs that git may run in a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Git {
    /// Programs that the repository names, as in a call by the user: the command was approved.
    AsUsual,
    /// Runs no program that a repository names, because the command runs without approval. The
    /// settings override those of the repositories that the command works in.
    Still(Vec<(String, String)>),
}

/// Returns the environment of a command; `marker` identifies its processes.
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

/// Whether a variable makes a read-only program do more than its arguments request: use another
/// repository, write a log, read options from another place, or preload libraries.
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

/// Returns the search path for a command's programs. It never depends on the working folder, and
/// for an unapproved command it contains nothing inside the workspace.
fn path(inner: &Inner, git: &Git, value: &str) -> String {
    let absolute = absolute_only(value);
    if *git == Git::AsUsual {
        return absolute;
    }
    let helpers = Helpers::outside(inner.workspace.root());
    let outside = helpers.outside_only(absolute.as_ref());
    outside.into_string().unwrap_or_default()
}

/// Whether a variable changes the effect of a command apart from its text: BASH_ENV and ENV name
/// files that a shell would run first, CDPATH other folders for `cd`, and the others are switches
/// of the shell.
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

/// Returns the inherited settings without those that may contain secrets, followed by our own; the
/// last one counts.
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
