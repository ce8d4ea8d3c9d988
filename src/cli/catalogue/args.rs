//! `agentichat models` and `agentichat providers` as types. The help is generated from the doc
//! comments here.

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::pull::PullArguments;
use config::keys::KeyPlace;
use provider::probe::USUAL_LIMIT;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agentichat models list --provider openai
  agentichat models add --provider openai --api-name my-model --name 'My model' \\
      --context-window 128000 --max-output 16384 --price-in 2.5 --price-out 10
  agentichat models edit my-model --temperature 0.2
  agentichat models probe ollama/qwen2.5-coder:7b
  agentichat models remove my-model")]
pub struct ModelsArguments {
    #[command(subcommand)]
    pub what: Option<ModelsCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
}

/// The commands of `agentichat models`.
#[derive(Debug, Clone, Subcommand)]
pub enum ModelsCommands {
    /// List the models of the catalogue and those that providers offer.
    List {
        /// Only models of this provider.
        #[arg(long, value_name = "NAME")]
        provider: Option<String>,
        /// Only models of the catalogue; asks no provider.
        #[arg(long)]
        kept: bool,
    },
    /// Show a model.
    Show {
        /// Model id, name at its provider, or provider/name.
        model: String,
    },
    /// Probe whether a model calls tools, two at once, and whether it repeats a call after its
    /// result. Sends it three short requests, which cost tokens; runs no tool. The result is stored
    /// and shown; status 1 if the model cannot be asked.
    Probe {
        /// Model id, name at its provider, or provider/name.
        model: String,
        /// Provider of the model (default: taken from the model's name).
        #[arg(long, value_name = "NAME")]
        provider: Option<String>,
        /// Time limit of each request.
        #[arg(long, value_name = "SECONDS", default_value_t = USUAL_LIMIT.as_secs(),
              value_parser = clap::value_parser!(u64).range(1..=3_600))]
        timeout: u64,
    },
    /// Have a provider download a model, showing the progress.
    Pull(PullArguments),
    /// Add a model of your own.
    Add {
        /// Provider of the model.
        #[arg(long, value_name = "NAME")]
        provider: String,
        /// Name at the provider; unique there.
        #[arg(long, value_name = "NAME")]
        api_name: String,
        /// Display name, 1 to 64 characters (default: the name at the provider).
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Context window in tokens, 1024 to 2000000.
        #[arg(long, value_name = "TOKENS")]
        context_window: u64,
        /// Maximum tokens of an answer, 256 to 128000.
        #[arg(long, value_name = "TOKENS")]
        max_output: u64,
        /// Sampling temperature, 0 to 2.
        #[arg(long, value_name = "NUMBER", default_value_t = protocol::catalogue::DEFAULT_TEMPERATURE)]
        temperature: f64,
        /// Whether the model sees pictures (default: what its server says).
        #[arg(long, value_name = "BOOL")]
        vision: Option<bool>,
        #[command(flatten)]
        price: PriceArguments,
    },
    /// Edit a model; of a built-in one, only the temperature.
    Edit {
        /// Model id, name at its provider, or provider/name.
        model: String,
        /// Name at the provider.
        #[arg(long, value_name = "NAME")]
        api_name: Option<String>,
        /// Display name.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Context window in tokens.
        #[arg(long, value_name = "TOKENS")]
        context_window: Option<u64>,
        /// Maximum tokens of an answer.
        #[arg(long, value_name = "TOKENS")]
        max_output: Option<u64>,
        /// Sampling temperature.
        #[arg(long, value_name = "NUMBER")]
        temperature: Option<f64>,
        /// Whether the model sees pictures.
        #[arg(long, value_name = "BOOL")]
        vision: Option<bool>,
        #[command(flatten)]
        price: PriceArguments,
    },
    /// Remove a model of your own; built-in ones stay.
    Remove {
        /// Model id, name at its provider, or provider/name.
        model: String,
    },
}

/// Dollars per million tokens; `unknown` removes a price.
#[derive(Debug, Clone, Default, Args)]
pub struct PriceArguments {
    /// Price in dollars per million prompt tokens, or unknown.
    #[arg(long, value_name = "DOLLARS")]
    pub price_in: Option<String>,
    /// Price in dollars per million answer tokens, or unknown.
    #[arg(long, value_name = "DOLLARS")]
    pub price_out: Option<String>,
    /// Price in dollars per million prompt tokens from the server's cache, or unknown.
    #[arg(long, value_name = "DOLLARS")]
    pub price_cached: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agentichat providers list
  agentichat providers set openai --base-url http://127.0.0.1:8000/v1
  agentichat providers key set openai        # asks for the key without showing it
  agentichat providers key set openai < key.txt
  agentichat providers test openai")]
pub struct ProvidersArguments {
    #[command(subcommand)]
    pub what: Option<ProvidersCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
}

/// The commands of `agentichat providers`.
#[derive(Debug, Clone, Subcommand)]
pub enum ProvidersCommands {
    /// List the providers with their settings and where each comes from; asks none of them.
    List,
    /// Show a provider.
    Show {
        /// Provider name.
        provider: String,
    },
    /// Set a provider's base URL or default model; config, environment and flags take precedence.
    Set {
        /// Provider name.
        provider: String,
        /// Base URL; "default" removes yours.
        #[arg(long, value_name = "URL")]
        base_url: Option<String>,
        /// Model that its sessions start with: one of the catalogue, by its id or name there, or
        /// one that its server offers; "none" removes yours.
        #[arg(long, value_name = "MODEL")]
        default_model: Option<String>,
    },
    /// Enable a provider.
    Enable {
        /// Provider name.
        provider: String,
    },
    /// Disable a provider.
    Disable {
        /// Provider name.
        provider: String,
    },
    /// Check that a provider answers within 10 s; status 1 if none does.
    Test {
        /// Provider name (default: every enabled provider).
        provider: Option<String>,
    },
    /// Store, remove or check a provider's key; the key is never shown.
    #[command(subcommand)]
    Key(KeyCommands),
}

/// The commands of `agentichat providers key`.
#[derive(Debug, Clone, Subcommand)]
pub enum KeyCommands {
    /// Store a key, asked for without showing it, or read from standard input if that is no
    /// terminal.
    Set {
        /// Provider name.
        provider: String,
        /// Place to store the key.
        #[arg(long = "in", value_name = "PLACE", value_enum, default_value_t = KeyLocationArgument::File)]
        place: KeyLocationArgument,
    },
    /// Remove a key from the file and the keyring.
    Remove {
        /// Provider name.
        provider: String,
    },
    /// Show whether there is a key and where it is stored.
    Status {
        /// Provider name (default: all providers).
        provider: Option<String>,
    },
}

/// Where a key is kept, as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KeyLocationArgument {
    /// File that only you can read.
    File,
    /// System keyring; on Linux the kernel's, which forgets the key when the machine restarts.
    Keyring,
}

impl From<KeyLocationArgument> for KeyPlace {
    fn from(argument: KeyLocationArgument) -> Self {
        match argument {
            KeyLocationArgument::File => KeyPlace::File,
            KeyLocationArgument::Keyring => KeyPlace::Keyring,
        }
    }
}
