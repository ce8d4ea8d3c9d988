//! Risk assessment of shell commands.
//!
//! Low means provably read-only: the command belongs to a small language that every shell reads the
//! same way, and a table lists its programs and options ([`low`]). Everything else is at least
//! medium; the syntax tree decides how much more: the command is parsed as bash, and every simple
//! command in it, however deeply nested, is looked up in tables of writers, with the paths they
//! write to, and of always-asked actions. Purely lexical: the disk-dependent requirements of a low
//! command are returned as conditions. Called by the worker that plans a `shell_exec`.

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
mod risk;
mod sed;
mod statement;
mod walk;
mod word;
mod wrapper;
mod writer;

pub use self::low::{Condition, NotLow, TreeReader};
pub use self::risk::{Part, ShellAssessment, ShellScope, assess, low_by_text, reaches_network};

#[cfg(test)]
mod tests;
