//! `agentichat hooks`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct HooksArguments {
    #[command(subcommand)]
    pub what: Option<HooksCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat hooks`.
#[derive(Debug, Clone, Subcommand)]
pub enum HooksCommands {
    /// List the hooks, the files that define them, and whether they may run.
    List,
    /// Run a trusted hook on a made-up occasion and show its answer.
    Test {
        /// Name of the hook, as the list shows it.
        name: String,
    },
    /// Trust hooks as they are now, after showing what they run.
    Trust {
        /// Names of hooks, as the list shows them (default: all).
        names: Vec<String>,
    },
}
