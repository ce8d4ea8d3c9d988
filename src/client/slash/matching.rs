//! The commands that fit a typed name, best first, for the completion of every front end.

use super::aliases::{elsewhere, other_names};
use super::registry::{SLASH_COMMANDS, SlashCommand};
use crate::ranking::{Names, Rank, TypedName, place_of_command};

/// Maximum number of commands that count as recently used.
const RECENT: usize = 20;

/// A command that fits.
#[derive(Debug, Clone, Copy)]
pub enum CommandMatch<'a> {
    BuiltIn {
        /// The name or alias that fits.
        name: &'static str,
        command: &'static SlashCommand,
    },
    /// A name of other tools.
    Elsewhere {
        name: &'static str,
        /// The equivalent line here, without its slash.
        here: &'static str,
    },
    /// A command of the workspace.
    Own(&'a str),
}

impl CommandMatch<'_> {
    /// Returns what stands in a line for the command, without its slash.
    pub fn line(&self) -> &str {
        match self {
            CommandMatch::BuiltIn { name, .. } => name,
            CommandMatch::Elsewhere { here, .. } => here,
            CommandMatch::Own(name) => name,
        }
    }

    /// Returns what the command is, whatever its names: each stands in the list once.
    fn identity(&self) -> &str {
        match self {
            CommandMatch::BuiltIn { command, .. } => command.name,
            other => other.line(),
        }
    }
}

/// Returns the commands that fit a typed name, best first. `own` are the names of the workspace's
/// commands, `recent` those of commands that were used, the latest first.
pub fn matching_commands<'a>(
    typed: &str,
    own: impl Iterator<Item = &'a str>,
    recent: &[String],
) -> Vec<CommandMatch<'a>> {
    let is_all = typed.is_empty();
    let lower = typed.to_lowercase();
    let mut typed = TypedName::new(typed);
    let recent = |name: &str| {
        let place = recent.iter().position(|one| one == name);
        place.unwrap_or(usize::MAX)
    };
    let mut ranked: Vec<((Rank, usize), CommandMatch<'a>)> = Vec::new();
    let mut add = |names: Names<'_>, found: CommandMatch<'a>| {
        let identity = found.identity();
        // Where nothing is typed, the order is the same each time.
        let used = if is_all { usize::MAX } else { recent(identity) };
        if let Some(rank) = typed.rank(&names, used) {
            ranked.push(((rank, place_of_command(identity)), found));
        }
    };
    for command in SLASH_COMMANDS {
        let mut all = std::iter::once(&command.name).chain(command.aliases);
        let name = all.find(|name| name.starts_with(&lower));
        let name = name.copied().unwrap_or(command.name);
        let names = Names {
            name: command.name,
            aliases: command.aliases.to_vec(),
            ..Names::default()
        };
        add(names, CommandMatch::BuiltIn { name, command });
    }
    for (name, here) in elsewhere().filter(|_| !is_all) {
        let names = Names {
            elsewhere: vec![name],
            ..Names::default()
        };
        add(names, CommandMatch::Elsewhere { name, here });
    }
    for name in own {
        add(
            Names {
                name,
                ..Names::default()
            },
            CommandMatch::Own(name),
        );
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut found: Vec<CommandMatch<'a>> = Vec::new();
    for (_, one) in ranked {
        if found.iter().all(|known| known.identity() != one.identity()) {
            found.push(one);
        }
    }
    found
}

/// Returns the names by which a row of a list finds a command that it labels with its description.
pub fn names_of_command<'a>(name: &'a str, about: &'a str) -> Names<'a> {
    let (aliases, elsewhere) = other_names(name);
    Names {
        name,
        aliases,
        elsewhere,
        about,
    }
}

/// Returns the names of the commands in typed lines, the latest first; the lines begin with the
/// oldest.
pub fn recent_commands(lines: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in lines.iter().rev() {
        let name = line
            .strip_prefix('/')
            .and_then(|line| line.split_whitespace().next());
        let Some(name) = name.map(str::to_lowercase) else {
            continue;
        };
        if names.len() < RECENT && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(typed: &str, recent: &[&str]) -> Vec<String> {
        let recent: Vec<String> = recent.iter().map(|name| (*name).to_owned()).collect();
        let own = ["mine", "model-check"].into_iter();
        let found = matching_commands(typed, own, &recent);
        found.iter().map(|one| one.line().to_owned()).collect()
    }

    #[test]
    fn an_empty_name_lists_what_one_needs_first_and_every_command_once() {
        let all = lines("", &["quit"]);
        assert_eq!(
            all[..7],
            [
                "model", "mode", "new", "resume", "review", "rollback", "settings"
            ]
        );
        assert_eq!(all.len(), SLASH_COMMANDS.len() + 2);
    }

    #[test]
    fn what_is_typed_in_full_is_first_also_under_the_name_of_another_tool() {
        for (typed, first) in [
            ("model", "model"),
            ("mode", "mode"),
            ("new", "new"),
            ("copy", "copy"),
            ("undo", "rollback"),
            ("und", "rollback"),
            ("exit", "exit"),
            ("usa", "usage"),
            ("fork", "session fork"),
        ] {
            assert_eq!(lines(typed, &[])[0], first, "{typed}");
        }
        assert_eq!(
            lines("mod", &[])[..4],
            ["model", "mode", "models", "model-check"]
        );
        assert!(!lines("un", &[]).contains(&"rollback".to_owned()));
    }

    #[test]
    fn of_names_that_begin_alike_the_used_one_is_first() {
        assert_eq!(lines("mod", &["models"])[0], "models");
        assert_eq!(lines("model", &["models"])[0], "model", "it is whole");
    }

    #[test]
    fn commands_of_typed_lines_are_remembered_once_the_latest_first() {
        let lines = ["/Model x", "hello", "/copy", "/model y"].map(str::to_owned);
        assert_eq!(recent_commands(&lines), ["model", "copy"]);
    }
}
