//! The binary: calls the library crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    // First, since the helper of the sandbox must have one thread and no arguments of its own.
    match sandbox::helper::enter() {
        Some(status) => status,
        None => agentichat::cli::main(),
    }
}
