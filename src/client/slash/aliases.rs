//! Other names of commands: their own aliases, and the names that other tools give them, because
//! users who come from those tools type those names.

use super::registry::find;

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
    ("reasoning", "effort"),
    ("redo", "rollback undo"),
    ("rename", "session rename"),
    ("reset", "clear"),
    ("restore", "rollback"),
    ("retry", "resend"),
    ("rewind", "rollback"),
    ("shortcuts", "keys"),
    ("stats", "figures"),
    ("status", "session status"),
    ("summarize", "compact"),
    ("themes", "theme"),
    ("think", "effort"),
    ("tokens", "context"),
    ("undo", "rollback"),
];

/// Returns the line that does here what this name does in another tool, without its slash.
pub fn here(name: &str) -> Option<&'static str> {
    let known = ELSEWHERE.iter().find(|(elsewhere, _)| *elsewhere == name);
    known.map(|(_, here)| *here)
}

/// Returns the names of other tools, each with the equivalent line here.
pub(super) fn elsewhere() -> impl Iterator<Item = (&'static str, &'static str)> {
    ELSEWHERE.iter().copied()
}

/// Returns the names of other tools for a line here, without its slash.
pub fn names_elsewhere(line: &str) -> Vec<&'static str> {
    let elsewhere = elsewhere().filter(|(_, here)| *here == line);
    elsewhere.map(|(name, _)| name).collect()
}

/// Returns the other names of a command: its aliases, and its names in other tools.
pub(super) fn other_names(command: &str) -> (Vec<&'static str>, Vec<&'static str>) {
    let aliases = find(command).map_or(&[][..], |command| command.aliases);
    (aliases.to_vec(), names_elsewhere(command))
}
