//! Other names of commands: their own aliases, and the names that other tools give them, because
//! users who come from those tools type those names.

use super::registry::{SLASH_COMMANDS, SlashCommand, find};

/// Names from other tools (Codex CLI, Claude Code, opencode, Crush, Gemini CLI, Zed), each with the
/// equivalent line here, without its slash.
pub(super) const ELSEWHERE: &[(&str, &str)] = &[
    ("approvals", "mode"),
    ("auth", "settings keys"),
    ("branch", "session fork"),
    ("commands", "help"),
    ("compress", "compact"),
    ("config", "settings"),
    ("connect", "settings providers"),
    ("continue", "session load"),
    ("diff", "review"),
    ("editor", "edit"),
    ("fork", "session fork"),
    ("grep", "search"),
    ("hotkeys", "keys"),
    ("image", "attach"),
    ("login", "settings keys"),
    ("ls", "files"),
    ("mention", "include"),
    ("permissions", "confirm status"),
    ("plan", "mode plan"),
    ("redo", "rollback undo"),
    ("rename", "session rename"),
    ("reset", "clear"),
    ("restore", "rollback"),
    ("resume", "session load"),
    ("retry", "resend"),
    ("rewind", "rollback"),
    ("sessions", "session list"),
    ("shortcuts", "keys"),
    ("stats", "figures"),
    ("status", "session status"),
    ("summarize", "compact"),
    ("themes", "theme"),
    ("tokens", "context"),
    ("undo", "rollback"),
];

/// Returns the line that does here what this name does in another tool, without its slash.
pub fn here(name: &str) -> Option<&'static str> {
    let known = ELSEWHERE.iter().find(|(elsewhere, _)| *elsewhere == name);
    known.map(|(_, here)| *here)
}

/// Returns the aliases that start with the typed text, each with its command.
pub fn aliases_begun(typed: &str) -> impl Iterator<Item = (&'static str, &'static SlashCommand)> {
    let aliases = SLASH_COMMANDS.iter().flat_map(|command| {
        let aliases = command.aliases.iter();
        aliases.map(move |alias| (*alias, command))
    });
    aliases.filter(move |(alias, _)| !typed.is_empty() && alias.starts_with(typed))
}

/// Returns the other names of a command: its aliases, and its names in other tools.
pub fn other_names(command: &str) -> impl Iterator<Item = &'static str> {
    let aliases = find(command).map_or(&[][..], |command| command.aliases);
    let elsewhere = ELSEWHERE.iter().filter(move |(_, here)| *here == command);
    let elsewhere = elsewhere.map(|(elsewhere, _)| *elsewhere);
    aliases.iter().copied().chain(elsewhere)
}

/// Returns the names of other tools that start with the typed text, each with the equivalent line
/// here. Empty for fewer than three letters, which are too ambiguous.
pub fn begun(typed: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let enough = typed.len() >= 3;
    let known = ELSEWHERE.iter().copied();
    known.filter(move |(elsewhere, _)| enough && elsewhere.starts_with(typed))
}
