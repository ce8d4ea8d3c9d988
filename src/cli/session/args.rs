//! `agentichat session` as types. The help is generated from the doc comments here.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{ModeArgument, effort_parser};
use protocol::effort::Effort;
use protocol::session_list::SessionFilter;

#[derive(Debug, Args)]
pub struct SessionArguments {
    #[command(subcommand)]
    pub what: SessionCommands,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat session`. A session is named by its id, by at least the last six
/// characters of it, or by its name.
#[derive(Debug, Clone, Subcommand)]
pub enum SessionCommands {
    /// List sessions with their state, messages, tokens, cost and age.
    List {
        /// Sessions to list (default: all but archived ones).
        #[arg(value_enum)]
        filter: Option<FilterArgument>,
        /// List the sessions of every workspace known on this machine.
        #[arg(long)]
        everywhere: bool,
    },
    /// Print the conversation of a session, with numbered messages.
    Show {
        /// Session id, the end of it (at least 6 characters), or session name.
        session: String,
    },
    /// Print the events of a session, one per line, oldest first; in JSON each has its number as
    /// `cursor`.
    Events {
        /// Session id, the end of it (at least 6 characters), or session name.
        session: String,
        /// Only events after the one with this number.
        #[arg(long, value_name = "N", default_value_t = 0)]
        after: u64,
        /// Keep printing new events as long as a process has the session open.
        #[arg(long)]
        follow: bool,
    },
    /// Search all sessions for messages that contain all words; status 1 if there are none.
    Search {
        /// Words, or their beginnings.
        #[arg(required = true)]
        words: Vec<String>,
        /// Maximum number of results.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: usize,
    },
    #[command(flatten)]
    Change(SessionChange),
}

// A doc comment would take the place of the help of `agentichat session`.
#[derive(Debug, Clone, Subcommand)]
pub enum SessionChange {
    /// Export a session to a new file: Markdown if the name ends in .md, otherwise JSON that can be
    /// imported.
    Export {
        /// Session id, the end of it (at least 6 characters), or session name.
        session: String,
        /// Output file (default: named after the session, in the workspace root).
        file: Option<PathBuf>,
    },
    /// Import an exported session; a file with an error is refused as a whole, with the place
    /// of the error.
    Import {
        /// File to import.
        file: PathBuf,
    },
    /// Rename a session.
    Rename {
        /// Session id, the end of it (at least 6 characters), or session name.
        session: String,
        /// New name.
        name: String,
    },
    /// Change the given settings of a session; refused while it is working.
    #[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
    Set {
        /// Session id, the end of it (at least 6 characters), or session name.
        session: String,
        /// New name.
        #[arg(long, group = "what")]
        name: Option<String>,
        /// Folder where its commands start, inside the workspace.
        #[arg(long, value_name = "DIR", group = "what")]
        folder: Option<PathBuf>,
        /// New provider.
        #[arg(long, group = "what")]
        provider: Option<String>,
        /// New model.
        #[arg(long, group = "what")]
        model: Option<String>,
        /// New reasoning effort; auto leaves it to the model.
        #[arg(long, value_name = "LEVEL", group = "what", value_parser = effort_parser())]
        effort: Option<Effort>,
        /// New mode.
        #[arg(long, group = "what")]
        mode: Option<ModeArgument>,
        /// New extra system prompt; empty for none.
        #[arg(long, group = "what")]
        prompt: Option<String>,
    },
    /// Fork a conversation into a new session; changes under review stay with the original.
    Fork {
        /// Session id, the end of it (at least 6 characters), or session name.
        session: String,
        /// Number of the last message to copy, as counted by `show` (default: all messages).
        #[arg(long, value_name = "MESSAGE")]
        at: Option<u32>,
    },
    /// Archive a session, or restore it.
    Archive {
        /// Session id, the end of it (at least 6 characters), or session name.
        session: String,
        /// Restore the session from the archive.
        #[arg(long)]
        undo: bool,
    },
    /// Delete a session and everything stored about it; files stay as they are.
    Delete {
        /// Session id, the end of it (at least 6 characters), or session name.
        session: String,
        /// Delete it even if changes are not decided or not applied.
        #[arg(long)]
        force: bool,
    },
}

/// A filter as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FilterArgument {
    /// Working, or waiting for you.
    Active,
    /// Neither working nor waiting.
    Completed,
    /// Archived.
    Archived,
    /// All sessions.
    All,
}

impl From<FilterArgument> for SessionFilter {
    fn from(argument: FilterArgument) -> Self {
        match argument {
            FilterArgument::Active => Self::Active,
            FilterArgument::Completed => Self::Completed,
            FilterArgument::Archived => Self::Archived,
            FilterArgument::All => Self::All,
        }
    }
}
