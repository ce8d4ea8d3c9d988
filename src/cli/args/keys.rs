//! `agentichat keys`.

use std::path::PathBuf;

use clap::Args;

/// `agentichat keys`.
#[derive(Debug, Args)]
pub struct KeysArguments {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// The folder whose configuration names the key table; the present one if left out.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
}
