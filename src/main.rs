//! The binary: calls the library crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    agentichat::cli::main()
}
