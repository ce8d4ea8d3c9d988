//! `agentichat cache`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct CacheArguments {
    #[command(subcommand)]
    pub what: Option<CacheCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat cache`.
#[derive(Debug, Clone, Subcommand)]
pub enum CacheCommands {
    /// Show what the cache holds, its size and how often it was used.
    Status,
    /// Empty the cache: answers, index vectors, model lists and token counts.
    Clean {
        /// Empty the caches of all workspaces known on this machine.
        #[arg(long)]
        all: bool,
    },
}
