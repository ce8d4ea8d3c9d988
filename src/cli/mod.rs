//! What the subcommands print. Owns no facts: each function is given what it prints.

pub mod config;
pub mod doctor;

/// The form of what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}
