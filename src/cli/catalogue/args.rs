//! `agentichat models` and `agentichat providers` as types. The help is generated from the doc
//! comments here.

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::pull::PullArguments;
use config::keys::KeyPlace;
use provider::probe::USUAL_LIMIT;

/// `agentichat models`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agentichat models list --provider openai
  agentichat models add --provider openai --api-name my-model --name 'My model' \\
      --context-window 128000 --max-output 16384 --price-in 2.5 --price-out 10
  agentichat models edit my-model --temperature 0.2
  agentichat models probe ollama/qwen2.5-coder:7b
  agentichat models remove my-model")]
pub struct ModelsArguments {
    /// What to do; the list if left out.
    #[command(subcommand)]
    pub what: Option<ModelsCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
}

/// What there is to do with models.
#[derive(Debug, Clone, Subcommand)]
pub enum ModelsCommands {
    /// List the models that are kept, and beside them those that providers offer.
    List {
        /// Of this provider only.
        #[arg(long, value_name = "NAME")]
        provider: Option<String>,
        /// Only those that are kept; asks no provider.
        #[arg(long)]
        kept: bool,
    },
    /// Show one model: by its id, its name at its provider, or provider/name.
    Show {
        /// Which.
        model: String,
    },
    /// Probe a model: whether it calls tools, two at once, and whether it repeats a call after its result. Sends it three
    /// short requests, which cost tokens; runs no tool. What is found is kept and shown. Status 1 if it cannot be asked.
    Probe {
        /// Which: its id, its name at its provider, or provider/name.
        model: String,
        /// Its provider; told by its name if left out.
        #[arg(long, value_name = "NAME")]
        provider: Option<String>,
        /// How long each of the requests may take.
        #[arg(long, value_name = "SECONDS", default_value_t = USUAL_LIMIT.as_secs(),
              value_parser = clap::value_parser!(u64).range(1..=3_600))]
        timeout: u64,
    },
    /// Have a provider fetch a model, with how far it is.
    Pull(PullArguments),
    /// Keep a model of your own.
    Add {
        /// Its provider.
        #[arg(long, value_name = "NAME")]
        provider: String,
        /// Its name at its provider; unique there.
        #[arg(long, value_name = "NAME")]
        api_name: String,
        /// What you call it, 1 to 64 letters; its name at its provider if left out.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Tokens that it holds, 1024 to 2000000.
        #[arg(long, value_name = "TOKENS")]
        context_window: u64,
        /// Tokens of an answer at most, 256 to 128000.
        #[arg(long, value_name = "TOKENS")]
        max_output: u64,
        /// Sampling temperature, 0 to 2.
        #[arg(long, value_name = "NUMBER", default_value_t = protocol::catalogue::DEFAULT_TEMPERATURE)]
        temperature: f64,
        /// Whether it sees pictures; left to what its server says if left out.
        #[arg(long, value_name = "BOOL")]
        vision: Option<bool>,
        /// What it costs.
        #[command(flatten)]
        price: PriceArguments,
    },
    /// Change a model. Of a built-in one only the temperature can be changed.
    Edit {
        /// Which.
        model: String,
        /// Its name at its provider.
        #[arg(long, value_name = "NAME")]
        api_name: Option<String>,
        /// What you call it.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Tokens that it holds.
        #[arg(long, value_name = "TOKENS")]
        context_window: Option<u64>,
        /// Tokens of an answer at most.
        #[arg(long, value_name = "TOKENS")]
        max_output: Option<u64>,
        /// Sampling temperature.
        #[arg(long, value_name = "NUMBER")]
        temperature: Option<f64>,
        /// Whether it sees pictures.
        #[arg(long, value_name = "BOOL")]
        vision: Option<bool>,
        /// What it costs.
        #[command(flatten)]
        price: PriceArguments,
    },
    /// Keep a model of your own no longer. Built-in ones stay.
    Remove {
        /// Which.
        model: String,
    },
}

/// Dollars for a million tokens; `unknown` takes a price back.
#[derive(Debug, Clone, Default, Args)]
pub struct PriceArguments {
    /// Dollars for a million tokens of the prompt, or unknown.
    #[arg(long, value_name = "DOLLARS")]
    pub price_in: Option<String>,
    /// Dollars for a million tokens of the answer, or unknown.
    #[arg(long, value_name = "DOLLARS")]
    pub price_out: Option<String>,
    /// Dollars for a million tokens of the prompt that came from the server's cache, or unknown.
    #[arg(long, value_name = "DOLLARS")]
    pub price_cached: Option<String>,
}

/// `agentichat providers`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  agentichat providers list
  agentichat providers set openai --base-url http://127.0.0.1:8000/v1
  agentichat providers key set openai        # asks for the key without showing it
  agentichat providers key set openai < key.txt
  agentichat providers test openai")]
pub struct ProvidersArguments {
    /// What to do; the list if left out.
    #[command(subcommand)]
    pub what: Option<ProvidersCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
}

/// What there is to do with providers.
#[derive(Debug, Clone, Subcommand)]
pub enum ProvidersCommands {
    /// List the providers, how they are set, and where that was said. Asks none of them.
    List,
    /// Show one.
    Show {
        /// Which.
        provider: String,
    },
    /// Set a provider's address or the model that its sessions begin with. Config, environment and flags stand
    /// over this.
    Set {
        /// Which.
        provider: String,
        /// Its address; default takes yours back.
        #[arg(long, value_name = "URL")]
        base_url: Option<String>,
        /// The model that its sessions begin with: one that is kept, by its id or its name there, or one that its
        /// server offers; none takes yours back.
        #[arg(long, value_name = "MODEL")]
        default_model: Option<String>,
    },
    /// Let a provider be used.
    Enable {
        /// Which.
        provider: String,
    },
    /// Let a provider not be used.
    Disable {
        /// Which.
        provider: String,
    },
    /// Ask a provider whether it is there, within 10 s. Status 1 if it is not.
    Test {
        /// Which; each one that is switched on if left out.
        provider: Option<String>,
    },
    /// Keep, remove or look for a provider's key. It is never shown.
    #[command(subcommand)]
    Key(KeyCommands),
}

/// What there is to do with keys.
#[derive(Debug, Clone, Subcommand)]
pub enum KeyCommands {
    /// Keep a key: asked for without showing it, or read from standard input where that is no terminal.
    Set {
        /// Whose.
        provider: String,
        /// Where it is kept.
        #[arg(long = "in", value_name = "PLACE", value_enum, default_value_t = KeyLocationArgument::File)]
        place: KeyLocationArgument,
    },
    /// Remove a key from file and keyring.
    Remove {
        /// Whose.
        provider: String,
    },
    /// Say whether there is a key and where it is kept.
    Status {
        /// Whose; everyone's if left out.
        provider: Option<String>,
    },
}

/// Where a key is kept, as an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KeyLocationArgument {
    /// A file that only you can read.
    File,
    /// The system's keyring; on Linux the kernel's, which forgets it when the machine restarts.
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
