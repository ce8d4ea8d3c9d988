//! What the binary offers on the command line. The subcommands own no facts: each function is
//! given what it prints.

pub mod config;
pub mod debug;
pub mod doctor;

/// The form of what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}
//! The command line: one file for each command. Reads arguments and prints; what a command does
//! is done by the modules it calls.

pub mod debug;
