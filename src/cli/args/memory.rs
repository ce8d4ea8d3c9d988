//! `agentichat memory`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use protocol::memory::{MemoryKind, MemoryState};

#[derive(Debug, Args)]
pub struct MemoryArguments {
    #[command(subcommand)]
    pub what: Option<MemoryCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat memory`.
#[derive(Debug, Clone, Subcommand)]
pub enum MemoryCommands {
    /// List what is remembered, latest first.
    List {
        #[command(flatten)]
        filter: MemoryFilterArguments,
        /// Maximum number of items.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: usize,
    },
    /// Search what is remembered; status 1 if nothing is found.
    Search {
        /// Words, or a question in words.
        #[arg(required = true)]
        words: Vec<String>,
        #[command(flatten)]
        filter: MemoryFilterArguments,
        /// Maximum number of items found.
        #[arg(long, value_name = "N", default_value_t = 10)]
        limit: usize,
    },
    /// Remember a text.
    Add {
        /// Text to remember; - for standard input.
        text: String,
        /// Kind of the item.
        #[arg(long, value_enum, default_value_t = MemoryKindArgument::Knowledge)]
        kind: MemoryKindArgument,
        /// Tag of the item; repeatable.
        #[arg(long = "tag", value_name = "TAG")]
        tags: Vec<String>,
        /// Let the item count in every workspace, as preferences of yours do.
        #[arg(long)]
        everywhere: bool,
    },
    /// Show an item whole.
    Show {
        /// Item id, or the end of it (at least 4 characters).
        id: String,
    },
    /// Keep an item of the inbox, so that it may be recalled.
    Keep {
        /// Item ids, or the ends of them.
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Refuse an item: it is not recalled, and does not come again.
    Refuse {
        /// Item ids, or the ends of them.
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Delete an item; it can be restored for 30 days.
    Delete {
        /// Item ids, or the ends of them.
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Restore a deleted item.
    Restore {
        /// Item ids, or the ends of them.
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Print all items as lines of JSON.
    Export {
        #[command(flatten)]
        filter: MemoryFilterArguments,
    },
    /// Exchange items with the shared store of memory.url once, if you have allowed it.
    Share {
        /// Show where items would go, what would leave, and the first 20; send nothing.
        #[arg(long, conflicts_with_all = ["allow", "refuse"])]
        dry_run: bool,
        /// Allow what --dry-run shows, and exchange.
        #[arg(long, conflicts_with = "refuse")]
        allow: bool,
        /// Refuse it from now on; what was sent stays there.
        #[arg(long)]
        refuse: bool,
    },
}

/// Selects items by kind, state and place.
#[derive(Debug, Clone, Args)]
pub struct MemoryFilterArguments {
    /// Only items of this kind.
    #[arg(long, value_enum)]
    pub kind: Option<MemoryKindArgument>,
    /// Only items in this state.
    #[arg(long, value_enum)]
    pub state: Option<MemoryStateArgument>,
    /// Only items with this tag.
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// Also items of other workspaces.
    #[arg(long = "all")]
    pub all_workspaces: bool,
}

/// A kind of memory as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum MemoryKindArgument {
    /// How you like things done.
    UserPref,
    /// Circumstances of the work.
    Context,
    /// A fact about the workspace.
    Knowledge,
    /// A choice that was made.
    Decision,
}

impl From<MemoryKindArgument> for MemoryKind {
    fn from(argument: MemoryKindArgument) -> Self {
        match argument {
            MemoryKindArgument::UserPref => Self::UserPref,
            MemoryKindArgument::Context => Self::Context,
            MemoryKindArgument::Knowledge => Self::Knowledge,
            MemoryKindArgument::Decision => Self::Decision,
        }
    }
}

/// A state of an item as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MemoryStateArgument {
    /// Waits for your decision.
    Inbox,
    /// May be recalled.
    Kept,
    /// You refused it.
    Refused,
}

impl From<MemoryStateArgument> for MemoryState {
    fn from(argument: MemoryStateArgument) -> Self {
        match argument {
            MemoryStateArgument::Inbox => Self::Inbox,
            MemoryStateArgument::Kept => Self::Kept,
            MemoryStateArgument::Refused => Self::Refused,
        }
    }
}
