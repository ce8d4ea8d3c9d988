//! What other tools call the commands: whoever comes from one of them types those names.

/// The names of other tools (Codex CLI, Claude Code, opencode, Crush, Gemini CLI, Zed), and the line that does the
/// same here, without its slash.
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

/// The line that does here what this name does elsewhere, without its slash.
pub fn here(name: &str) -> Option<&'static str> {
    let known = ELSEWHERE.iter().find(|(elsewhere, _)| *elsewhere == name);
    known.map(|(_, here)| *here)
}

/// The names of other tools that begin with what was typed, each with the line that does the same here. Nothing for
/// fewer than three letters, which say too little.
pub fn begun(typed: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let enough = typed.len() >= 3;
    let known = ELSEWHERE.iter().copied();
    known.filter(move |(elsewhere, _)| enough && elsewhere.starts_with(typed))
}
