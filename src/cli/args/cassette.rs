//! `agentichat cassette`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// The commands of `agentichat cassette`.
#[derive(Debug, Subcommand)]
pub enum CassetteCommands {
    /// Show the steps of a recording with their models, calls and sizes.
    Show(CassetteArguments),
    /// Check that a recording is well-formed, complete and free of secrets, and that the engine,
    /// given the same input and answers, makes the same requests; status 1 and the line if not.
    Verify(CassetteArguments),
}

#[derive(Debug, Args)]
pub struct CassetteArguments {
    /// File written by --record.
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
