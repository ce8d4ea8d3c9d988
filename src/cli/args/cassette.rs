//! `agentichat cassette`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What there is to do with a recording.
#[derive(Debug, Subcommand)]
pub enum CassetteCommands {
    /// Say what is in it: its steps with their models, calls and sizes.
    Show(CassetteArguments),
    /// Check that it is well-formed and complete, holds no secrets, and that the engine, given what was said and
    /// answered then, asks what it asked then. Status 1 and the line if not.
    Verify(CassetteArguments),
}

/// `agentichat cassette show` and `verify`.
#[derive(Debug, Args)]
pub struct CassetteArguments {
    /// The file that `--record` wrote.
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
