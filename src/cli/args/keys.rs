//! `agentichat keys`.

use std::path::PathBuf;

use clap::Args;

/// `agentichat keys`.
#[derive(Debug, Args)]
pub struct KeysArguments {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Look for faults in your own keymap only; the status is 2 if there are any.
    #[arg(long)]
    pub check: bool,
    /// The folder whose configuration names the key table; the present one if left out.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
}
