//! `agentichat cache`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `agentichat cache`.
#[derive(Debug, Args)]
pub struct CacheArguments {
    /// What to do; the status if left out.
    #[command(subcommand)]
    pub what: Option<CacheCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// The folder; the present one if left out.
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// What there is to do with a cache.
#[derive(Debug, Clone, Subcommand)]
pub enum CacheCommands {
    /// Say what lies in it, how large that is and how often it was used.
    Status,
    /// Empty it: answers, vectors of the index, lists of models and counts of tokens.
    Clean {
        /// Empty those of all workspaces that are known on this machine.
        #[arg(long)]
        all: bool,
    },
}
