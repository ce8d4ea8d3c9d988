//! The command line as types. The help is generated from the doc comments here.

mod cache;
mod cassette;
mod keys;
mod trust;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::catalogue::args::{ModelsArguments, ProvidersArguments};
pub use super::review::args::{
    CheckpointsArguments, Diff3Arguments, ReviewArguments, ReviewTarget, RollbackArguments,
};
pub use super::session::args::SessionArguments;
use protocol::approval::Mode;

pub use cache::{CacheArguments, CacheCommands};
pub use cassette::{CassetteArguments, CassetteCommands};
pub use keys::KeysArguments;
pub use trust::TrustArguments;

/// An AI agent works on your code; you stay in charge of every change.
#[derive(Debug, Parser)]
#[command(
    name = "agentichat",
    version,
    about,
    max_term_width = 100,
    disable_help_subcommand = true,
    args_conflicts_with_subcommands = true
)]
pub struct Arguments {
    /// What to do; without it the workbench opens.
    #[command(subcommand)]
    pub command: Option<Subcommands>,
    /// Settings of the session.
    #[command(flatten)]
    pub session: SessionFlags,
    /// Open the last session of this workspace again.
    #[arg(long, conflicts_with_all = ["resume", "demo"])]
    pub r#continue: bool,
    /// Open a session again: the one with this id, or one that you choose.
    #[arg(long, value_name = "ID", num_args = 0..=1, conflicts_with = "demo")]
    pub resume: Option<Option<String>>,
    /// Try everything on a recorded example in a temporary repository; needs no model.
    #[arg(long)]
    pub demo: bool,
    /// Print lines and ask by numbers instead of drawing a screen: for screen readers, braille, and pipes.
    #[arg(long)]
    pub plain: bool,
}

/// Settings that the workbench and `run` share.
#[derive(Debug, Clone, Default, Args)]
pub struct SessionFlags {
    /// Where the answers come from: ollama, openai, anthropic, mistral, claude-cli or replay.
    #[arg(long, value_name = "NAME")]
    pub provider: Option<String>,
    /// Address of the provider; for replay the file of a recording.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// The model.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Who decides about writes and commands.
    #[arg(long, value_name = "MODE")]
    pub mode: Option<ModeArgument>,
    /// Let these calls run unasked, as 'shell_exec(cargo test*)'. Can be given again.
    #[arg(long, value_name = "RULE")]
    pub allow: Vec<String>,
    /// Refuse these calls. Can be given again.
    #[arg(long, value_name = "RULE")]
    pub deny: Vec<String>,
    /// Record the run to a new file, secrets taken out; replay it with --provider replay.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Work in this folder instead of the present one.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// Set a configuration key, as theme=light. Can be given again.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// What else there is to do.
#[derive(Debug, Subcommand)]
pub enum Subcommands {
    /// Carry out one instruction without a screen.
    Run(RunArguments),
    /// Show each setting and where it comes from.
    Config(ConfigArguments),
    /// Say what is there, what is missing, and what to do next.
    Doctor(DoctorArguments),
    /// Trust this workspace's config, or no longer.
    Trust(TrustArguments),
    /// Show what waits for a decision, decide, and apply it.
    Review(ReviewArguments),
    /// List the checkpoints of this workspace, the latest first.
    Checkpoints(CheckpointsArguments),
    /// Show a file that the session changed, in three columns: on the disk, at a checkpoint, and as proposed.
    Diff3(Diff3Arguments),
    /// Take changes back; without --yes, show what that would do.
    Rollback(RollbackArguments),
    /// Say how far the index of the workspace's files is, build it, or ask it.
    Index(IndexArguments),
    /// Say what the cache of answers and vectors holds, or empty it.
    Cache(CacheArguments),
    /// List every key of the workbench and what it does.
    Keys(KeysArguments),
    /// List, show, search, export, import, rename, fork, archive and delete sessions.
    Session(SessionArguments),
    /// List, add, change, remove and fetch models: their windows, temperatures and prices.
    Models(ModelsArguments),
    /// Set providers, keep their keys, and test whether they answer.
    Providers(ProvidersArguments),
    /// Look into the recording of a run, or check it.
    #[command(subcommand)]
    Cassette(CassetteCommands),
    /// Show how a command is used, or a page of the manual.
    Help {
        /// A command with what follows it, or a page; without it both are listed.
        #[arg(value_name = "TOPIC")]
        topic: Vec<String>,
    },
    /// Print the completion script of a shell.
    Completions {
        /// The shell that reads the script.
        shell: clap_complete::Shell,
    },
    /// Write the man pages of the program and its commands into a folder.
    Man {
        /// The folder; it is made if it is not there.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Filters for scripts and bug reports.
    #[command(subcommand)]
    Debug(DebugCommands),
}

/// `agentichat index`.
#[derive(Debug, Args)]
pub struct IndexArguments {
    /// What to do; the status if left out.
    #[command(subcommand)]
    pub what: Option<IndexCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// The folder; the present one if left out.
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// What there is to do with the index.
#[derive(Debug, Clone, Subcommand)]
pub enum IndexCommands {
    /// Say what it knows.
    Status,
    /// Bring it up to date.
    Build,
    /// Throw it away and build it again.
    Rebuild,
    /// Let the text of this workspace's files go to the embedding provider of the config, where that is on another
    /// machine.
    Allow,
    /// Let it not go there.
    Refuse,
    /// Print the places that fit a question best.
    Search {
        /// The question, or words and names.
        query: String,
        /// Only files whose path matches, as '*.rs'.
        #[arg(long, value_name = "GLOB")]
        glob: Option<String>,
        /// At most so many.
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
    },
}

/// `agentichat run`.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The instruction; without it, it is read from standard input.
    pub prompt: Option<String>,
    /// Print every event as a line of JSON.
    #[arg(long)]
    pub json: bool,
    /// Go on in this session.
    #[arg(long = "session", value_name = "ID")]
    pub session_id: Option<String>,
    /// Settings of the session.
    #[command(flatten)]
    pub session: SessionFlags,
}

/// `agentichat config`.
#[derive(Debug, Args)]
pub struct ConfigArguments {
    /// What to show.
    #[arg(value_enum, default_value = "show")]
    pub what: ConfigView,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
    /// Settings of the session.
    #[command(flatten)]
    pub session: SessionFlags,
}

/// What `agentichat config` shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ConfigView {
    /// Each value and where it comes from.
    Show,
    /// Every key with its meaning.
    Keys,
    /// The files and folders.
    Path,
}

/// `agentichat doctor`.
#[derive(Debug, Args)]
pub struct DoctorArguments {
    /// As JSON.
    #[arg(long)]
    pub json: bool,
    /// Settings of the session.
    #[command(flatten)]
    pub session: SessionFlags,
}

/// `agentichat debug …`.
#[derive(Debug, Subcommand)]
pub enum DebugCommands {
    /// Read shell commands, one JSON string a line; print the risk of each as a line of JSON.
    Risk,
    /// Read texts, one JSON string a line; print the columns and the grapheme clusters of each as a line of JSON,
    /// as the screen counts them.
    Width,
    /// Say of each path whether the tools may use it, as a line of JSON.
    Path {
        /// The workspace's root.
        #[arg(long, value_name = "DIR")]
        root: PathBuf,
        /// Ask about writing instead of reading.
        #[arg(long)]
        write: bool,
        /// The paths.
        #[arg(required = true)]
        paths: Vec<String>,
    },
    /// Print each file that the agent and the index can see, as a line of JSON.
    Files {
        /// The workspace's root.
        #[arg(long, value_name = "DIR")]
        root: PathBuf,
    },
    /// Decode a recorded response body; print its parts as lines of JSON.
    Decode {
        /// Whose wire format it is: anthropic, mistral, ollama or openai.
        #[arg(long, value_name = "NAME")]
        provider: String,
        /// Feed it so many bytes at a time; the result does not depend on it.
        #[arg(long, value_name = "N")]
        chunk: Option<usize>,
        /// The file; - is standard input.
        file: PathBuf,
    },
    /// Show what the terminal sends for each key, and what it is bound to. Ctrl+D ends it.
    Keys,
    /// Merge two versions of a file as git merge-file -p --diff3 does; the status is the number of
    /// conflicts, at most 127, and 255 for an error.
    Merge {
        /// Print a line of JSON.
        #[arg(long)]
        json: bool,
        /// The version that both were made of.
        base: PathBuf,
        /// One version.
        ours: PathBuf,
        /// The other version.
        theirs: PathBuf,
    },
    /// Show the hunks that the change log would have between two files.
    Hunks {
        /// Print each as a line of JSON.
        #[arg(long)]
        json: bool,
        /// The file before.
        old: PathBuf,
        /// The file after.
        new: PathBuf,
    },
    /// Estimate the tokens of a text; ~ says that it is an estimate. With a provider its own count stands beside it.
    Tokens {
        /// Print a line of JSON.
        #[arg(long)]
        json: bool,
        /// Have this provider count too. Sends it the text.
        #[arg(long, value_name = "NAME")]
        provider: Option<String>,
        /// By this model; the provider's default if left out.
        #[arg(long, value_name = "MODEL", requires = "provider")]
        model: Option<String>,
        /// The file; - is standard input.
        file: PathBuf,
    },
    /// Print a text of a file from its exported change log.
    Replay {
        /// Which text.
        #[arg(long, value_name = "TEXT", value_enum, default_value_t = TextArgument::Buffer)]
        text: TextArgument,
        /// The log: {"version": 1, "base": TEXT or null, "entries": [...]}.
        log: PathBuf,
    },
}

/// A text of a file as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextArgument {
    /// What applying would write.
    Target,
    /// What the agent reads.
    Buffer,
    /// What was there before the first change.
    Base,
    /// What the log says is on the disk.
    Written,
}

/// A mode as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeArgument {
    /// Nothing is written.
    Plan,
    /// Writes are proposed for review, commands asked for.
    Review,
    /// Every write and command is asked for.
    Confirm,
    /// Writes are applied, commands asked for.
    AcceptEdits,
    /// Everything runs but what is high risk.
    Passthrough,
}

impl From<ModeArgument> for Mode {
    fn from(argument: ModeArgument) -> Self {
        match argument {
            ModeArgument::Plan => Mode::Plan,
            ModeArgument::Review => Mode::Review,
            ModeArgument::Confirm => Mode::Confirm,
            ModeArgument::AcceptEdits => Mode::AcceptEdits,
            ModeArgument::Passthrough => Mode::Passthrough,
        }
    }
}
