//! The environment of a command: ours without secrets, nothing that would page or ask, the
//! marker by which its processes are found, and settings that keep a repository that lies in the
//! workspace from running programs of its own choice.
//!
//! Called by `shell_exec`.

use super::toolbox::Inner;
use crate::redact::is_secret_variable;
use crate::workspace::children::Marker;

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

/// The environment of a command.
pub(super) fn environment(inner: &Inner, marker: &Marker) -> Vec<(String, String)> {
    let inherited = &inner.surroundings.environment;
    let mut set = vec![
        ("PAGER".to_owned(), "cat".to_owned()),
        ("GIT_PAGER".to_owned(), "cat".to_owned()),
        ("GIT_TERMINAL_PROMPT".to_owned(), "0".to_owned()),
        ("GIT_EDITOR".to_owned(), "true".to_owned()),
        ("TERM".to_owned(), "dumb".to_owned()),
        ("NO_COLOR".to_owned(), "1".to_owned()),
    ];
    set.extend(
        marker
            .variables()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    set.extend(git_settings(inherited));
    // BASH_ENV and ENV name files that a shell would run first.
    let dropped = |name: &str| {
        is_secret_variable(name)
            || matches!(name, "BASH_ENV" | "ENV" | "SSH_ASKPASS" | "GIT_ASKPASS")
            || name.starts_with("BASH_FUNC_")
            || is_git_setting(name)
            || set.iter().any(|(ours, _)| ours == name)
    };
    let kept: Vec<_> = inherited
        .iter()
        .filter(|(name, _)| !dropped(name))
        .cloned()
        .collect();
    kept.into_iter().chain(set).collect()
}

fn is_git_setting(name: &str) -> bool {
    ["GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// The inherited settings, without those that may hold secrets, and then ours, of which the last
/// one counts; in the form of git-config(1), "GIT_CONFIG_COUNT".
pub(super) fn git_settings(inherited: &[(String, String)]) -> Vec<(String, String)> {
    let value_of = |wanted: &str| {
        inherited
            .iter()
            .find(|(name, _)| name == wanted)
            .map(|(_, value)| value.as_str())
    };
    // A number that counts more than there are variables is no number of settings.
    let count = value_of("GIT_CONFIG_COUNT")
        .and_then(|count| count.parse::<usize>().ok())
        .unwrap_or(0)
        .min(inherited.len());
    let theirs = (0..count).filter_map(|index| {
        let key = value_of(&format!("GIT_CONFIG_KEY_{index}"))?;
        let value = value_of(&format!("GIT_CONFIG_VALUE_{index}"))?;
        let lower = key.to_lowercase();
        let harmless = !GIT_SECRETS.iter().any(|start| lower.starts_with(start));
        harmless.then_some((key, value))
    });
    let all: Vec<(&str, &str)> = theirs.chain(GIT_SETTINGS).collect();
    let mut variables = vec![("GIT_CONFIG_COUNT".to_owned(), all.len().to_string())];
    for (index, (key, value)) in all.into_iter().enumerate() {
        variables.push((format!("GIT_CONFIG_KEY_{index}"), key.to_owned()));
        variables.push((format!("GIT_CONFIG_VALUE_{index}"), value.to_owned()));
    }
    variables
}
