//! Decides whether the user, a rule or the mode settles a call.
//!
//! Pure functions over the vocabulary: no files, no clock, no state of its own. `state` changes a
//! session's [`PolicyState`](protocol::approval::PolicyState), `rules` parses and matches
//! rules, `decide` gives the verdict on a planned call, `scopes` returns what "always" would grant,
//! and `shell` rates the risk of a command. The engine calls the first four, the worker that plans
//! a call calls `shell`.

pub mod decide;
pub mod network;
pub mod rules;
pub mod scopes;
pub mod shell;
pub mod state;

pub use decide::{Taint, Verdict, decide};
pub use rules::{RulePattern, RulePatternError};
pub use shell::{ShellAssessment, ShellScope, assess};

#[cfg(test)]
mod tests;
