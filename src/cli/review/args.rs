//! `agentichat review`, `checkpoints`, `diff3` and `rollback` as types. The help is generated from
//! the doc comments here.

use std::path::PathBuf;

use clap::Args;

/// Whose review a command is about.
#[derive(Debug, Clone, Args)]
pub struct ReviewTarget {
    /// The session; the last one if left out.
    #[arg(long = "session", value_name = "ID")]
    pub session_id: Option<String>,
    /// The folder; the present one if left out.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
}

/// `agentichat review`.
#[derive(Debug, Args)]
pub struct ReviewArguments {
    /// Take this hunk: its id, or the end of it. Can be given again.
    #[arg(long, value_name = "HUNK")]
    pub accept: Vec<String>,
    /// Refuse this hunk. Can be given again.
    #[arg(long, value_name = "HUNK")]
    pub reject: Vec<String>,
    /// Take every hunk that waits.
    #[arg(long)]
    pub accept_all: bool,
    /// Apply what is decided.
    #[arg(long)]
    pub apply: bool,
    /// Print the bundle of diffs as JSON.
    #[arg(long)]
    pub json: bool,
    /// Whose review.
    #[command(flatten)]
    pub at: ReviewTarget,
}

/// `agentichat checkpoints`.
#[derive(Debug, Args)]
pub struct CheckpointsArguments {
    /// At most so many.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: u32,
    /// Print each as a line of JSON.
    #[arg(long)]
    pub json: bool,
    /// Whose review.
    #[command(flatten)]
    pub at: ReviewTarget,
}

/// `agentichat diff3`.
#[derive(Debug, Args)]
pub struct Diff3Arguments {
    /// The checkpoint: its number or its id.
    pub checkpoint: String,
    /// The file, relative to the workspace's root.
    pub file: String,
    /// Print each row as a line of JSON.
    #[arg(long)]
    pub json: bool,
    /// Whose review.
    #[command(flatten)]
    pub at: ReviewTarget,
}

/// `agentichat rollback`.
#[derive(Debug, Args)]
pub struct RollbackArguments {
    /// Back to this checkpoint: its number or its id.
    pub checkpoint: Option<String>,
    /// Take only these hunks back: ids, or the ends of them, with commas.
    #[arg(long, value_name = "HUNKS", value_delimiter = ',')]
    pub hunks: Vec<String>,
    /// Take everything back, your own later work too; wants --word HARD.
    #[arg(long)]
    pub hard: bool,
    /// The word that a hard rollback wants.
    #[arg(long, value_name = "WORD")]
    pub word: Option<String>,
    /// Do it.
    #[arg(long)]
    pub yes: bool,
    /// Take the last operation of the review back, a rollback for example.
    #[arg(long, conflicts_with_all = ["checkpoint", "hunks", "hard", "yes"])]
    pub undo: bool,
    /// Do again what --undo took back.
    #[arg(long, conflicts_with_all = ["checkpoint", "hunks", "hard", "yes", "undo"])]
    pub redo: bool,
    /// Print the preview as JSON.
    #[arg(long)]
    pub json: bool,
    /// Whose review.
    #[command(flatten)]
    pub at: ReviewTarget,
}
