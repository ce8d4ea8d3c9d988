//! `agentichat keys`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct KeysArguments {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Only check your own keymap for errors; status 2 if there are any.
    #[arg(long)]
    pub check: bool,
    /// Folder whose configuration names the keymap (default: the current folder).
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
}
