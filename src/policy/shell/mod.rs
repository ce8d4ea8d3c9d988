//! How risky a shell command is.
//!
//! The command is parsed as bash and every simple command in it, however deeply nested, is looked
//! up in tables: read-only programs, writers with the places they write to, and what is always
//! asked. Low means provably read-only; what is not understood is never low. Purely lexical: no
//! file is looked at, so a symbolic link inside the root is taken for what its name says; the
//! sandbox holds what goes through it. Called by the worker that plans a `shell_exec`.

mod arguments;
mod blocked;
mod command;
mod danger;
mod fallback;
mod field;
mod findings;
mod git;
mod parse;
mod path;
mod readers;
mod readonly;
mod sed;
mod sight;
mod statement;
mod walk;
mod word;
mod wrapper;
mod writer;

use std::path::PathBuf;

use self::walk::{State, script};
use crate::protocol::approval::RiskReport;

/// Where a command would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellScope {
    /// The workspace's root, absolute.
    pub root: PathBuf,
    /// The folder it runs in, absolute.
    pub cwd: PathBuf,
    /// What the config adds to the block list.
    pub block: Vec<String>,
}

/// What is known of a command before it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellAssessment {
    /// Risk with its reasons; spans are byte offsets into the command.
    pub report: RiskReport,
    /// Each simple command, nested ones too, as text with single spaces. Write redirections and
    /// variable assignments in front of a command are parts of their own.
    pub parts: Vec<String>,
    /// False where a construct was not understood.
    pub understood: bool,
    /// Paths that the command names for deletion, as written (quotes taken off).
    pub deletes: Vec<String>,
    /// Paths below the root that it plainly writes to, with `/`; patterns as written.
    pub writes: Vec<String>,
    /// Folders in which git would run, absolute. Where the command provably only reads, those in
    /// which git could run a program are all there.
    pub git_folders: Vec<PathBuf>,
    /// Whether it provably only reads; the same as low risk.
    pub read_only: bool,
}

/// Tells how risky `command` is when it runs in `scope`. Never panics; the work is bounded
/// whatever the command.
pub fn assess(command: &str, scope: &ShellScope) -> ShellAssessment {
    let mut state = State::new(scope);
    let whole = (0, command.len());
    if let Some((at, found)) = command
        .char_indices()
        .find(|(_, c)| c.is_control() && *c != '\n' && *c != '\t')
    {
        state
            .findings
            .not_understood("has control characters", (at, at + found.len_utf8()));
        let blank = |c: char| c.is_control() && c != '\n' && c != '\t';
        script(&command.replace(blank, " "), Some(whole), &mut state);
    } else {
        script(command, None, &mut state);
    }
    state.findings.finish()
}

#[cfg(test)]
mod tests;
