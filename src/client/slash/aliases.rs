//! Aliases for commands under the names that other tools give them, because users who come from
//! those tools type those names.

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
    ("new", "session new"),
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

/// Returns the names of other tools that start with the typed text, each with the equivalent line
/// here. Empty for fewer than three letters, which are too ambiguous.
pub fn begun(typed: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let enough = typed.len() >= 3;
    let known = ELSEWHERE.iter().copied();
    known.filter(move |(elsewhere, _)| enough && elsewhere.starts_with(typed))
}
