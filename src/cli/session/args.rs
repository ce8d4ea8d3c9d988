//! `agentichat session` as types. The help is generated from the doc comments here.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::ModeArgument;
use protocol::session_list::SessionFilter;

/// `agentichat session`.
#[derive(Debug, Args)]
pub struct SessionArguments {
    /// What to do.
    #[command(subcommand)]
    pub what: SessionCommands,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// The folder; the present one if left out.
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// What there is to do with sessions. A session is named by its id, by the last six letters of it or more, or by its
/// name.
#[derive(Debug, Clone, Subcommand)]
pub enum SessionCommands {
    /// List sessions with what they are doing, their messages, tokens, cost and age.
    List {
        /// Which; all but those in the archive if left out.
        #[arg(value_enum)]
        filter: Option<FilterArgument>,
        /// Those of every workspace that is known on this machine.
        #[arg(long)]
        everywhere: bool,
    },
    /// Print a session's conversation, its messages numbered.
    Show {
        /// Which.
        session: String,
    },
    /// Print what happened in a session, an event a line, oldest first; in JSON each has its number as `cursor`.
    Events {
        /// Which.
        session: String,
        /// Only those behind the event with this number.
        #[arg(long, value_name = "N", default_value_t = 0)]
        after: u64,
        /// Go on with those that are still to come, as long as a process has the session open.
        #[arg(long)]
        follow: bool,
    },
    /// Find the messages of all sessions in which all words stand. Status 1 where there are none.
    Search {
        /// The words, or their beginnings.
        #[arg(required = true)]
        words: Vec<String>,
        /// At most so many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: usize,
    },
    #[command(flatten)]
    Change(SessionChange),
}

// A doc comment would take the place of the help of `agentichat session`.
#[derive(Debug, Clone, Subcommand)]
pub enum SessionChange {
    /// Write a session to a new file: Markdown where the name ends in .md, else JSON that can be imported.
    Export {
        /// Which.
        session: String,
        /// The file; one named after the session, in the workspace's root, if left out.
        file: Option<PathBuf>,
    },
    /// Make a session of an exported one. A file with a fault is refused whole, with the place of the fault.
    Import {
        /// The file.
        file: PathBuf,
    },
    /// Give a session another name.
    Rename {
        /// Which.
        session: String,
        /// The name.
        name: String,
    },
    /// Set a session otherwise; what is not named stays. Refused while it works.
    #[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
    Set {
        /// Which.
        session: String,
        /// Another name.
        #[arg(long, group = "what")]
        name: Option<String>,
        /// The folder that its commands begin in, inside of the workspace.
        #[arg(long, value_name = "DIR", group = "what")]
        folder: Option<PathBuf>,
        /// Another provider.
        #[arg(long, group = "what")]
        provider: Option<String>,
        /// Another model.
        #[arg(long, group = "what")]
        model: Option<String>,
        /// Another mode.
        #[arg(long, group = "what")]
        mode: Option<ModeArgument>,
        /// Another extra system prompt; empty is none.
        #[arg(long, group = "what")]
        prompt: Option<String>,
    },
    /// Make another session of a conversation. What is under review stays with the first.
    Fork {
        /// Which.
        session: String,
        /// The number of the last message that it has, as `show` counts; all if left out.
        #[arg(long, value_name = "MESSAGE")]
        at: Option<u32>,
    },
    /// Put a session away, or take it back.
    Archive {
        /// Which.
        session: String,
        /// Take it back.
        #[arg(long)]
        undo: bool,
    },
    /// Delete a session with all that is kept of it. Files stay as they are.
    Delete {
        /// Which.
        session: String,
        /// Although changes of it are not decided or not applied.
        #[arg(long)]
        force: bool,
    },
}

/// A filter as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FilterArgument {
    /// At work, or waiting for you.
    Active,
    /// Nothing is under way, and nothing waits.
    Completed,
    /// In the archive.
    Archived,
    /// Every one.
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
