//! How risky a shell command is.
//!
//! Low means provably read-only: the command belongs to a small language that every shell reads
//! the same, and a table knows its programs and options ([`low`]). Everything else is at least
//! medium; how much more, the syntax tree tells: the command is parsed as bash and every simple
//! command in it, however deeply nested, is looked up in tables of writers, with the places they
//! write to, and of what is always asked. Purely lexical: what must hold on the disk for a low
//! command comes out as conditions. Called by the worker that plans a `shell_exec`.

mod blocked;
mod command;
mod danger;
mod fallback;
mod field;
mod findings;
mod folder;
mod git;
pub mod low;
mod normal;
mod parse;
mod path;
mod sed;
mod statement;
mod walk;
mod word;
mod wrapper;
mod writer;

use std::path::PathBuf;

use self::blocked::BlockList;
pub use self::low::{Condition, NotLow, TreeReader};
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
    /// Each simple command, nested ones too. Write redirections and variable assignments in front
    /// of a command are parts of their own.
    pub parts: Vec<Part>,
    /// False where a construct was not understood.
    pub understood: bool,
    /// Paths that the command names for deletion, as written (quotes taken off).
    pub deletes: Vec<String>,
    /// Paths below the root that it plainly writes to, with `/`; patterns as written.
    pub writes: Vec<String>,
    /// Folders in which git would run, absolute. Where the command provably only reads, those in
    /// which git could run a program are all there.
    pub git_folders: Vec<PathBuf>,
    /// Whether it provably only reads, if the conditions hold; the same as low risk.
    pub read_only: bool,
    /// What must hold on the disk for low risk. Empty where the risk is not low.
    pub conditions: Vec<Condition>,
}

/// A simple command inside a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its text, with single spaces and without the quotes that nothing needs.
    pub text: String,
    /// The text without the program's folder and the options in front of a subcommand, where that
    /// differs.
    pub normal: Option<String>,
    /// Where the part by itself is of low risk: what must hold on the disk for that.
    pub low: Option<Vec<Condition>>,
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
    state.findings.finish(low_by_text(command, scope))
}

/// Whether `command` belongs to the language of low risk, and what must hold on the disk for it.
/// [`assess`] may still find that it is more than low.
///
/// # Errors
/// With why it is not low.
pub fn low_by_text(command: &str, scope: &ShellScope) -> Result<Vec<Condition>, NotLow> {
    let blocks = BlockList::new(&scope.block);
    let place = low::CommandLocation {
        root: &scope.root,
        blocks: &blocks,
    };
    low::judge(command, std::slice::from_ref(&scope.cwd), place)
}

#[cfg(test)]
mod tests;
