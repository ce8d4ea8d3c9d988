//! The command line as types. The help is generated from the doc comments here.

mod cache;
mod cassette;
mod hooks;
mod keys;
mod mcp;
mod memory;
mod trust;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub use super::agents::args::{AgentsArguments, SkillsArguments};
use super::catalogue::args::{ModelsArguments, ProvidersArguments};
pub use super::review::args::{
    CheckpointsArguments, Diff3Arguments, ReviewArguments, ReviewTarget, RollbackArguments,
};
pub use super::session::args::SessionArguments;
pub use super::tasks::args::TasksArguments;
use protocol::approval::Mode;
use protocol::effort::Effort;

pub use self::hooks::{HooksArguments, HooksCommands};
pub use self::mcp::{McpArguments, McpCommands};
pub use cache::{CacheArguments, CacheCommands};
pub use cassette::{CassetteArguments, CassetteCommands};
pub use keys::KeysArguments;
pub use memory::{
    MemoryArguments, MemoryCommands, MemoryFilterArguments, MemoryKindArgument, MemoryStateArgument,
};
pub use trust::TrustArguments;

/// The command line of the program.
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
    #[command(subcommand)]
    pub command: Option<Subcommands>,
    #[command(flatten)]
    pub session: SessionFlags,
    /// Reopen the last session of this workspace.
    #[arg(long, conflicts_with_all = ["resume", "demo"])]
    pub r#continue: bool,
    /// Reopen a session by its id; without an id, choose one.
    #[arg(long, value_name = "ID", num_args = 0..=1, conflicts_with = "demo")]
    pub resume: Option<Option<String>>,
    /// Try everything on a recorded example in a temporary repository; needs no model.
    #[arg(long)]
    pub demo: bool,
    /// Print lines and numbered questions instead of drawing a screen, for screen readers, braille
    /// and pipes.
    #[arg(long)]
    pub plain: bool,
}

/// Settings that the workbench and `run` share.
#[derive(Debug, Clone, Default, Args)]
pub struct SessionFlags {
    /// Provider: ollama, openai, anthropic, mistral, claude-cli or replay.
    #[arg(long, value_name = "NAME")]
    pub provider: Option<String>,
    /// Base URL of the provider; for replay, the file of a recording.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Model name.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Reasoning effort of the model; auto leaves it to the model.
    #[arg(long, value_name = "LEVEL", value_parser = effort_parser())]
    pub effort: Option<Effort>,
    /// Approval mode for writes and commands.
    #[arg(long, value_name = "MODE")]
    pub mode: Option<ModeArgument>,
    /// Allow matching calls without asking, e.g. 'shell_exec(cargo test*)'; repeatable.
    #[arg(long, value_name = "RULE")]
    pub allow: Vec<String>,
    /// Deny matching calls; repeatable.
    #[arg(long, value_name = "RULE")]
    pub deny: Vec<String>,
    /// Record the run to a new file with secrets removed; replay it with --provider replay.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// Set a configuration key, e.g. theme=light; repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Subcommands {
    /// Run one instruction without a screen.
    Run(RunArguments),
    /// Show each setting and where it comes from.
    Config(ConfigArguments),
    /// Report what works, what is missing, and what to do next.
    Doctor(DoctorArguments),
    /// Trust this workspace's config, or revoke the trust.
    Trust(TrustArguments),
    /// Show pending changes, accept or reject them, and apply them.
    Review(ReviewArguments),
    /// List the checkpoints of this workspace, latest first.
    Checkpoints(CheckpointsArguments),
    /// Show a file changed by the session in three columns: on disk, at a checkpoint, and as
    /// proposed.
    Diff3(Diff3Arguments),
    /// Roll back changes; without --yes, only show a preview.
    Rollback(RollbackArguments),
    /// Show, build or search the index of the workspace's files.
    Index(IndexArguments),
    /// Show or empty the cache of answers and vectors.
    Cache(CacheArguments),
    /// Define, list and try MCP servers, and choose which of their tools models are offered.
    Mcp(McpArguments),
    /// List, show, define and check the agents that the agent may start.
    Agents(AgentsArguments),
    /// List, show and check skills: instructions for a kind of work.
    Skills(SkillsArguments),
    /// List, test and trust hooks: programs that are told of the agent's work and may object.
    Hooks(HooksArguments),
    /// Show, search and change what is remembered, and share it with a team.
    Memory(MemoryArguments),
    /// List the keys of the workbench and what they do.
    Keys(KeysArguments),
    /// List, show, search, export, import, rename, fork, archive and delete sessions.
    Session(SessionArguments),
    /// List, show, add, change and complete the tasks of a session.
    Tasks(TasksArguments),
    /// List, add, edit, remove, probe and download models.
    Models(ModelsArguments),
    /// Configure providers, store their keys, and test them.
    Providers(ProvidersArguments),
    /// Show or verify the recording of a run.
    #[command(subcommand)]
    Cassette(CassetteCommands),
    /// Show the help of a command, or a page of the manual.
    Help {
        /// Command with its subcommands, or a page (default: list both).
        #[arg(value_name = "TOPIC")]
        topic: Vec<String>,
    },
    /// Print the completion script for a shell.
    Completions {
        /// Shell that reads the script.
        shell: clap_complete::Shell,
    },
    /// Write the man pages of the program and its commands to a folder.
    Man {
        /// Output folder; created if missing.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Run filters for scripts and bug reports.
    #[command(subcommand)]
    Debug(DebugCommands),
}

#[derive(Debug, Args)]
pub struct IndexArguments {
    #[command(subcommand)]
    pub what: Option<IndexCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat index`.
#[derive(Debug, Clone, Subcommand)]
pub enum IndexCommands {
    /// Show the state of the index.
    Status,
    /// Bring the index up to date.
    Build,
    /// Discard the index and build it again.
    Rebuild,
    /// Allow sending the text of this workspace's files to the configured embedding provider on
    /// another machine.
    Allow,
    /// Refuse sending the text of this workspace's files to the embedding provider.
    Refuse,
    /// Print the places that match a query best.
    Search {
        /// Question, or words and names.
        query: String,
        /// Only files whose path matches, e.g. '*.rs'.
        #[arg(long, value_name = "GLOB")]
        glob: Option<String>,
        /// Maximum number of results.
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
    },
}

#[derive(Debug, Args)]
pub struct RunArguments {
    /// Instruction (default: read from standard input).
    pub prompt: Option<String>,
    /// Print each event as a line of JSON.
    #[arg(long)]
    pub json: bool,
    /// Session id to continue.
    #[arg(long = "session", value_name = "ID")]
    pub session_id: Option<String>,
    /// Let commands use the network.
    #[arg(long)]
    pub allow_network: bool,
    #[command(flatten)]
    pub session: SessionFlags,
}

#[derive(Debug, Args)]
pub struct ConfigArguments {
    /// Information to show.
    #[arg(value_enum, default_value = "show")]
    pub what: ConfigView,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
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
    /// Files and folders.
    Path,
}

#[derive(Debug, Args)]
pub struct DoctorArguments {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub session: SessionFlags,
}

#[derive(Debug, Subcommand)]
pub enum DebugCommands {
    /// Read shell commands, one JSON string per line; print the risk of each as a line of JSON.
    Risk,
    /// Read texts, one JSON string per line; print the columns and grapheme clusters of each, as
    /// the screen counts them, as a line of JSON.
    Width,
    /// Connect to an MCP server as sessions do and call all its tools, as the client of the conformance suite.
    McpConformance {
        /// Address of the server.
        url: String,
    },
    /// Print for each path whether the tools may use it, as a line of JSON.
    Path {
        /// Workspace root.
        #[arg(long, value_name = "DIR")]
        root: PathBuf,
        /// Check writing instead of reading.
        #[arg(long)]
        write: bool,
        /// Paths to check.
        #[arg(required = true)]
        paths: Vec<String>,
    },
    /// Print each file that the agent and the index can see, as a line of JSON.
    Files {
        /// Workspace root.
        #[arg(long, value_name = "DIR")]
        root: PathBuf,
    },
    /// Decode a recorded response body; print its parts as lines of JSON.
    Decode {
        /// Provider whose wire format it is: anthropic, mistral, ollama or openai.
        #[arg(long, value_name = "NAME")]
        provider: String,
        /// Bytes to feed at a time; the result does not depend on it.
        #[arg(long, value_name = "N")]
        chunk: Option<usize>,
        /// Input file; - for standard input.
        file: PathBuf,
    },
    /// Show what the terminal sends for each key and what the key is bound to; Ctrl+D to end.
    Keys,
    /// Merge two versions of a file like git merge-file -p --diff3; the status is the number of
    /// conflicts, at most 127, or 255 for an error.
    Merge {
        /// Print a line of JSON.
        #[arg(long)]
        json: bool,
        /// Base version, from which both were made.
        base: PathBuf,
        /// Our version.
        ours: PathBuf,
        /// Their version.
        theirs: PathBuf,
    },
    /// Show the hunks that the change log would have between two files.
    Hunks {
        /// Print each hunk as a line of JSON.
        #[arg(long)]
        json: bool,
        /// Old file.
        old: PathBuf,
        /// New file.
        new: PathBuf,
    },
    /// Estimate the tokens of a text, marked with ~; with --provider, also print the provider's own
    /// count.
    Tokens {
        /// Print a line of JSON.
        #[arg(long)]
        json: bool,
        /// Provider that counts too; the text is sent to it.
        #[arg(long, value_name = "NAME")]
        provider: Option<String>,
        /// Model to count for (default: the provider's default model).
        #[arg(long, value_name = "MODEL", requires = "provider")]
        model: Option<String>,
        /// Input file; - for standard input.
        file: PathBuf,
    },
    /// Print a text of a file from its exported change log.
    Replay {
        /// Text to print.
        #[arg(long, value_name = "TEXT", value_enum, default_value_t = TextArgument::Buffer)]
        text: TextArgument,
        /// Change log: {"version": 1, "base": TEXT or null, "entries": [...]}
        log: PathBuf,
    },
}

/// A text of a file as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextArgument {
    /// Content that applying would write.
    Target,
    /// Content that the agent reads.
    Buffer,
    /// Content before the first change.
    Base,
    /// Content on disk according to the log.
    Written,
}

/// A mode as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeArgument {
    /// Nothing is written.
    Plan,
    /// Writes are proposed for review; commands need approval.
    Review,
    /// Writes are proposed for review; commands run in the sandbox.
    Auto,
    /// Every write and command needs approval.
    Confirm,
    /// Writes are applied; commands need approval.
    AcceptEdits,
    /// Everything runs without approval, except what is high risk.
    Passthrough,
}

impl From<ModeArgument> for Mode {
    fn from(argument: ModeArgument) -> Self {
        match argument {
            ModeArgument::Plan => Mode::Plan,
            ModeArgument::Review => Mode::Review,
            ModeArgument::Auto => Mode::Auto,
            ModeArgument::Confirm => Mode::Confirm,
            ModeArgument::AcceptEdits => Mode::AcceptEdits,
            ModeArgument::Passthrough => Mode::Passthrough,
        }
    }
}

/// Parses a reasoning effort by its name.
pub(super) fn effort_parser() -> impl TypedValueParser<Value = Effort> {
    let names = PossibleValuesParser::new(Effort::ALL.map(Effort::word));
    names.map(|name| Effort::named(&name).unwrap_or_default())
}
