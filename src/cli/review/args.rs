//! `agentichat review`, `checkpoints`, `diff3` and `rollback` as types. The help is generated from
//! the doc comments here.

use std::path::PathBuf;

use clap::Args;

/// The review that a command is about.
#[derive(Debug, Clone, Args)]
pub struct ReviewTarget {
    /// Session id (default: the last session).
    #[arg(long = "session", value_name = "ID")]
    pub session_id: Option<String>,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReviewArguments {
    /// Accept a hunk, by its id or the end of it; repeatable.
    #[arg(long, value_name = "HUNK")]
    pub accept: Vec<String>,
    /// Reject a hunk, by its id or the end of it; repeatable.
    #[arg(long, value_name = "HUNK")]
    pub reject: Vec<String>,
    /// Accept every pending hunk.
    #[arg(long)]
    pub accept_all: bool,
    /// Apply what is decided.
    #[arg(long)]
    pub apply: bool,
    /// Review what HEAD changed since it left this branch; on a terminal, open it in the workbench.
    #[arg(long, value_name = "BRANCH", conflicts_with_all = ["accept", "reject", "accept_all", "apply"])]
    pub branch: Option<String>,
    /// Review the changes of the working tree; on a terminal, open it in the workbench.
    #[arg(long, conflicts_with_all = ["branch", "accept", "reject", "accept_all", "apply"])]
    pub working_tree: bool,
    /// Print the bundle of diffs as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub at: ReviewTarget,
}

#[derive(Debug, Args)]
pub struct CheckpointsArguments {
    /// Maximum number of checkpoints.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: u32,
    /// Print each checkpoint as a line of JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub at: ReviewTarget,
}

#[derive(Debug, Args)]
pub struct Diff3Arguments {
    /// Checkpoint number or id.
    pub checkpoint: String,
    /// File, relative to the workspace root.
    pub file: String,
    /// Print each row as a line of JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub at: ReviewTarget,
}

#[derive(Debug, Args)]
pub struct RollbackArguments {
    /// Checkpoint to return to, by its number or id.
    pub checkpoint: Option<String>,
    /// Roll back only these hunks: ids or their ends, separated by commas.
    #[arg(long, value_name = "HUNKS", value_delimiter = ',')]
    pub hunks: Vec<String>,
    /// Roll back everything, including your own later work; requires --word HARD.
    #[arg(long)]
    pub hard: bool,
    /// Confirmation word of a hard rollback.
    #[arg(long, value_name = "WORD")]
    pub word: Option<String>,
    /// Carry out the rollback.
    #[arg(long)]
    pub yes: bool,
    /// Undo the last operation of the review, e.g. a rollback.
    #[arg(long, conflicts_with_all = ["checkpoint", "hunks", "hard", "yes"])]
    pub undo: bool,
    /// Redo what --undo undid.
    #[arg(long, conflicts_with_all = ["checkpoint", "hunks", "hard", "yes", "undo"])]
    pub redo: bool,
    /// Print the preview as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub at: ReviewTarget,
}
