//! The box that commands run in: the plan, the helper that carries it out, what the machine offers,
//! and what a command changed in its own view of the workspace.
//!
//! [`compose::plan`] is pure. [`helper::enter`] is the hidden subcommand of the binary, which makes
//! the box and starts the command; [`Sandbox`] starts the helper. [`README.md`](README.md) has the
//! ladder of boxes and the order of the set-up.
#![forbid(unsafe_code)]

pub mod attempts;
mod command;
pub mod compose;
pub mod denials;
pub mod helper;
pub mod places;
pub mod plan;
pub mod probe;
pub mod programs;
mod report;
pub mod scratch;
pub mod steering;
#[cfg(test)]
mod tests;
pub mod trial;
pub mod upper;

pub use command::{BoxReport, BoxedCommand, ProxySocket, Sandbox};
pub use report::{REFUSED, Refused, Step};
