//! `agentichat` without a subcommand: opens the workbench.

use std::io::IsTerminal;
use std::process::ExitCode;

use super::args::Arguments;
use super::{BAD_USAGE, complain};

/// Opens the workbench on the main thread.
pub(super) fn open(arguments: &Arguments) -> ExitCode {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return complain(
            "the workbench needs a terminal; without one use agentichat run \"…\"",
            BAD_USAGE,
        );
    }
    let _ = arguments;
    ExitCode::SUCCESS
}
