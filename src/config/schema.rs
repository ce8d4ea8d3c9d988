//! The one table of configuration keys. The typed [`Config`], the parser, `config keys`, the
//! names of environment variables and the test of `assets/config.yaml` all come from it.
//!
//! To add a key, add a row here and its lines to `assets/config.yaml`.

use protocol::approval::Mode;
use protocol::effort::Effort;
use protocol::route::AgentMode;

use super::kind::{ContextLength, Kind};
use super::value::{Typed, Value};

/// The values of `theme`.
pub const THEMES: &[&str] = &["auto", "dark", "light", "hc", "cvd", "cvd_light", "ansi16"];

/// The values of `language`.
pub const LANGUAGES: &[&str] = &["auto", "en", "fr", "pt"];

/// The values of a key that a workspace's config may set before the user trusts the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Untrusted {
    /// Set it: the value can do no harm, or can only make things stricter.
    Any,
    /// Set it to one of these words only.
    OneOf(&'static [&'static str]),
    /// No value.
    Nothing,
}

impl Untrusted {
    /// Whether an untrusted workspace may set this value.
    pub fn admits(self, value: &Value) -> bool {
        match self {
            Untrusted::Any => true,
            Untrusted::OneOf(words) => {
                matches!(value, Value::Text(word) if words.contains(&word.as_str()))
            }
            Untrusted::Nothing => false,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The dotted name, as in the file: `providers.ollama.base_url`.
    pub name: &'static str,
    /// The kind of values that the key accepts.
    pub kind: Kind,
    /// The default, written as a scalar; empty if the key is unset or an empty list.
    pub default: &'static str,
    /// Variables of other programs that set the key too. The key's own variable overrides them.
    pub aliases: &'static [&'static str],
    pub untrusted: Untrusted,
    doc: &'static str,
}

impl Key {
    pub fn named(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// Returns the purpose of the key, in a sentence.
    pub fn doc(&self) -> &'static str {
        self.doc.trim()
    }

    /// Returns the environment variable of the key: `AGENTICHAT_PROVIDERS_OLLAMA_BASE_URL`.
    pub fn variable(&self) -> String {
        format!(
            "AGENTICHAT_{}",
            self.name.replace(['.', '-'], "_").to_ascii_uppercase()
        )
    }

    /// Returns the variable with the dashes of the key's name. No shell can set it, but earlier
    /// versions read it.
    pub(super) fn dashed_variable(&self) -> Option<String> {
        let name = self.name.replace('.', "_").to_ascii_uppercase();
        name.contains('-').then(|| format!("AGENTICHAT_{name}"))
    }

    /// Returns the default as a value; unset if the kind refuses the default of the table, which a
    /// test rules out.
    pub fn default_value(&self) -> Value {
        if self.default.is_empty() {
            return self.kind.empty();
        }
        self.kind.read_text(self.default).unwrap_or(Value::Unset)
    }
}

macro_rules! keys {
    ($($(#[doc = $doc:literal])+
       $field:ident: $type:ty = $name:literal, $kind:expr, $default:literal, $untrusted:expr,
       [$($alias:literal),*];)*) => {
        /// Every setting, typed and within bounds.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $field: $type,)*
        }

        /// Every key, in the order of the manual.
        pub static KEYS: &[Key] = &[
            $(Key {
                name: $name,
                kind: $kind,
                default: $default,
                aliases: &[$($alias),*],
                untrusted: $untrusted,
                doc: concat!($($doc),+),
            },)*
        ];

        impl Config {
            /// Converts the values that a lookup by key name returns. A value of the wrong type,
            /// which the loader never produces, becomes the type's empty value.
            pub fn from_values(lookup: impl Fn(&'static str) -> Value) -> Self {
                Self { $($field: <$type as Typed>::typed(&lookup($name)),)* }
            }
        }
    };
}

use Kind::{
    Auto, Choice, Decimal, Integer, Keep, Known, List, OptionalInteger, OptionalText, Switch, Text,
    Url, Variable,
};
use Untrusted::{Any, Nothing, OneOf};

const MODES: &[&str] = &[
    "plan",
    "review",
    "auto",
    "confirm",
    "accept-edits",
    "passthrough",
];
const EFFORTS: &[&str] = &[
    "auto", "off", "minimal", "low", "medium", "high", "xhigh", "max",
];
const AGENT_MODES: &[&str] = &["local", "remote", "hybrid_auto"];
const ASKING_MODES: &[&str] = &["plan", "review", "confirm"];

keys! {
    /// The provider that answers: ollama, openai, anthropic, mistral, claude-cli, or another one that is built in.
    provider: String = "provider", Text, "ollama", Nothing, [];
    /// The model; left out, the first one that the provider offers.
    model: Option<String> = "model", OptionalText, "", Any, [];
    /// The reasoning effort that models which are known to reason start with; auto leaves it to the model.
    effort: Effort = "effort", Choice(EFFORTS), "auto", Any, [];
    /// The models that answer: local uses the session's own model, remote the remote one, hybrid_auto begins with the own model and switches to the remote one if the own model makes no progress.
    agent_mode: AgentMode = "agent_mode", Choice(AGENT_MODES), "local", OneOf(&["local"]), [];
    /// The provider of the remote model.
    remote_provider: Option<String> = "remote_provider", OptionalText, "", Nothing, [];
    /// The name of the remote model at its provider.
    remote_model: Option<String> = "remote_model", OptionalText, "", Nothing, [];
    /// Whether content may go to a provider that is not on this machine. With false everything stays here, whatever else is set.
    allow_fallback: bool = "allow_fallback", Switch, "true", Nothing, [];
    /// Number of calls with invalid arguments, or of failed edits, after which hybrid_auto switches to the remote model.
    hybrid_max_local_attempts: u32 = "hybrid_max_local_attempts", Integer { min: 1, max: 5 }, "2", Nothing, [];
    /// Switch to the remote model after that many calls with invalid arguments.
    hybrid_remote_on_schema_fail: bool = "hybrid_remote_on_schema_fail", Switch, "true", Nothing, [];
    /// Switch to the remote model if the conversation does not fit, before it is compacted.
    hybrid_remote_on_context_overflow: bool = "hybrid_remote_on_context_overflow", Switch, "true", Nothing, [];
    /// Milliseconds after which a step goes to the remote model, or off.
    hybrid_remote_on_timeout_ms: Option<u32> = "hybrid_remote_on_timeout_ms",
        OptionalInteger { min: 1_000, max: 3_600_000 }, "off", Nothing, [];
    /// The mode that a session starts in.
    mode: Mode = "mode", Choice(MODES), "review", OneOf(ASKING_MODES), [];
    /// The agent's name, shown in the chat and in confirmations.
    agent_name: String = "agent.name", Text, "build", Any, [];
    /// Instructions of yours that end every system prompt.
    agent_extra_prompt: Option<String> = "agent.extra_prompt", OptionalText, "", Nothing, [];
    /// Address of the Ollama server.
    ollama_base_url: String = "providers.ollama.base_url", Url { default_port: Some(11_434) },
        "http://127.0.0.1:11434", Nothing, ["OLLAMA_HOST"];
    /// Tokens that an Ollama model holds; auto takes the model's own figure within reason.
    ollama_context_length: ContextLength = "providers.ollama.context_length",
        Auto { min: 1_024, max: 2_000_000 }, "auto", Any, [];
    /// Time that Ollama keeps the model loaded after an answer: 10m, 1h, 0 or -1 (for ever).
    ollama_keep_alive: String = "providers.ollama.keep_alive", Keep, "10m", Any, [];
    /// Base address of OpenAI or of anything that speaks its Chat Completions.
    openai_base_url: String = "providers.openai.base_url", Url { default_port: None },
        "https://api.openai.com/v1", Nothing, ["OPENAI_BASE_URL"];
    /// Name of the environment variable that holds the key; the key itself never goes in a file.
    openai_api_key_env: String = "providers.openai.api_key_env", Variable, "OPENAI_API_KEY",
        Nothing, [];
    /// Tokens that the model behind this address holds; auto assumes what the provider knows.
    openai_context_length: ContextLength = "providers.openai.context_length",
        Auto { min: 1_024, max: 2_000_000 }, "auto", Any, [];
    /// The claude program (Claude Code): a name that is looked up, or a path.
    claude_program: String = "providers.claude-cli.program", Text, "claude", Nothing, [];
    /// Base address of Anthropic or of a gateway that speaks its Messages.
    anthropic_base_url: String = "providers.anthropic.base_url", Url { default_port: None },
        "https://api.anthropic.com", Nothing, ["ANTHROPIC_BASE_URL"];
    /// Name of the environment variable that holds the key; the key itself never goes in a file.
    anthropic_api_key_env: String = "providers.anthropic.api_key_env", Variable,
        "ANTHROPIC_API_KEY", Nothing, [];
    /// Tokens that the model behind this address holds; auto assumes what the provider knows.
    anthropic_context_length: ContextLength = "providers.anthropic.context_length",
        Auto { min: 1_024, max: 2_000_000 }, "auto", Any, [];
    /// Base address of Mistral or of a gateway that speaks as it does.
    mistral_base_url: String = "providers.mistral.base_url", Url { default_port: None },
        "https://api.mistral.ai/v1", Nothing, [];
    /// Name of the environment variable that holds the key; the key itself never goes in a file.
    mistral_api_key_env: String = "providers.mistral.api_key_env", Variable, "MISTRAL_API_KEY",
        Nothing, [];
    /// Tokens that the model behind this address holds; auto assumes what the provider knows.
    mistral_context_length: ContextLength = "providers.mistral.context_length",
        Auto { min: 1_024, max: 2_000_000 }, "auto", Any, [];
    /// Models that write their calls into the text of an answer although they are offered tools, each by the beginning of its name. A call that ends an answer of theirs is run.
    text_calls: Vec<String> = "text_calls", List, "", Nothing, [];
    /// Sampling temperature; left out, the server's own.
    temperature: Option<f32> = "temperature", Decimal { min: 0.0, max: 2.0 }, "", Any, [];
    /// Tokens in and out that a session may use. A call that would exceed them is not made.
    budgets_session_tokens: Option<u64> = "budgets.session_tokens",
        OptionalInteger { min: 1, max: 1_000_000_000_000 }, "off", Nothing, [];
    /// Dollars that a session may cost, as far as prices are known; left out, any number.
    budgets_session_usd: Option<f64> = "budgets.session_usd",
        Decimal { min: 0.0, max: 1_000_000.0 }, "", Nothing, [];
    /// Tokens in and out that all workspaces together may use in a day.
    budgets_day_tokens: Option<u64> = "budgets.day_tokens",
        OptionalInteger { min: 1, max: 1_000_000_000_000 }, "off", Nothing, [];
    /// Dollars that all workspaces together may cost in a day, as far as prices are known; left out, any number.
    budgets_day_usd: Option<f64> = "budgets.day_usd",
        Decimal { min: 0.0, max: 1_000_000.0 }, "", Nothing, [];
    /// Tool calls that a run without a screen may make; off: as many as max_tool_calls_workbench.
    max_tool_calls_per_job: Option<u32> = "max_tool_calls_per_job",
        OptionalInteger { min: 1, max: 1_000 }, "off", Nothing, [];
    /// Tool calls in the workbench after which you are asked whether to go on.
    max_tool_calls_workbench: u32 = "max_tool_calls_workbench", Integer { min: 1, max: 1_000 },
        "50", Nothing, [];
    /// Number of search results if the agent names no limit; never over max_search_results_cap.
    max_search_results_default: u32 = "max_search_results_default", Integer { min: 1, max: 500 },
        "20", Any, [];
    /// Maximum number of search results, whatever limit the agent names.
    max_search_results_cap: u32 = "max_search_results_cap", Integer { min: 1, max: 500 }, "50",
        Any, [];
    /// Maximum lines of one search result.
    max_search_snippet_lines: u32 = "max_search_snippet_lines", Integer { min: 1, max: 200 },
        "20", Any, [];
    /// Bytes that one read returns if the agent names no limit.
    max_read_bytes_default: u64 = "max_read_bytes_default",
        Integer { min: 1_024, max: 10_485_760 }, "65536", Any, [];
    /// Maximum lines that one read returns.
    max_read_lines_default: u32 = "max_read_lines_default", Integer { min: 1, max: 100_000 },
        "800", Any, [];
    /// Number of times that a call with invalid arguments goes back to the model.
    max_schema_retries: u32 = "max_schema_retries", Integer { min: 0, max: 5 }, "5", Any, [];
    /// Maximum lines of one hunk; a larger change is split.
    max_hunk_lines: u32 = "max_hunk_lines", Integer { min: 1, max: 10_000 }, "80", Any, [];
    /// Maximum bytes of one hunk.
    max_hunk_bytes: u64 = "max_hunk_bytes", Integer { min: 256, max: 1_048_576 }, "8192",
        Any, [];
    /// Keep the content of files before a change, so that you can roll back to it.
    checkpoints_enabled: bool = "checkpoints.enabled", Switch, "true", Nothing, [];
    /// MiB of old contents that are kept for a workspace; over it the oldest go.
    checkpoints_max_mb: u64 = "checkpoints.max_mb", Integer { min: 16, max: 1_048_576 }, "2048",
        Nothing, [];
    /// Seconds after which a command is ended.
    command_timeout_s: u32 = "command_timeout_s", Integer { min: 1, max: 86_400 }, "120",
        Any, [];
    /// Bytes of a command's output that are kept for the model: its head and its tail.
    command_output_bytes: u64 = "command_output_bytes", Integer { min: 1_024, max: 10_485_760 },
        "65536", Any, [];
    /// Seconds until an open question answers no by itself, or off.
    prompt_timeout_s: Option<u32> = "prompt_timeout_s", OptionalInteger { min: 5, max: 86_400 },
        "off", Any, [];
    /// Seconds without a word in the middle of an answer after which it counts as broken.
    stream_idle_timeout_s: u32 = "stream_idle_timeout_s", Integer { min: 5, max: 3_600 }, "120",
        Any, [];
    /// Seconds to wait for the first word of an answer; a model may load and read first.
    first_byte_timeout_s: u32 = "first_byte_timeout_s", Integer { min: 5, max: 3_600 }, "600",
        Any, [];
    /// Files that the agent can neither see nor write, beside the built-in ones, as globs.
    block: Vec<String> = "block", List, "", Any, [];
    /// Keep an index of the workspace's files, for searches by words and for fast exact ones.
    index_enabled: bool = "index.enabled", Switch, "true", Any, [];
    /// Bytes of a file over which its text is left out of the index.
    index_max_file_bytes: u64 = "index.max_file_bytes",
        Integer { min: 1_024, max: 10_485_760 }, "1048576", Any, [];
    /// The model that makes vectors of the files, for searches by meaning, as all-minilm; left out, none are made.
    index_embedding_model: Option<String> = "index.embedding_model", OptionalText, "", Nothing, [];
    /// The provider of that model. If it is not on this machine, you are asked once for each workspace before content goes there.
    index_embedding_provider: String = "index.embedding_provider", Text, "ollama", Nothing, [];
    /// Maximum number of file parts that get a vector, those of the latest files first.
    index_embedding_chunks: u64 = "index.embedding_chunks",
        Integer { min: 1, max: 1_000_000 }, "50000", Nothing, [];
    /// MiB of vectors that are kept beside the index for reuse; over it the least recently used ones go.
    index_embedding_cache_mb: u64 = "index.embedding_cache_mb",
        Integer { min: 1, max: 65_536 }, "256", Nothing, [];
    /// Keep whole answers of models, and return them for exactly the same request. Only at temperature 0, so set temperature too.
    cache_enabled: bool = "cache.enabled", Switch, "false", Nothing, [];
    /// MiB of answers that are kept for a workspace; over it the least recently used ones go.
    cache_max_mb: u64 = "cache.max_mb", Integer { min: 1, max: 65_536 }, "64", Nothing, [];
    /// Days after which a kept answer is no longer used.
    cache_max_days: u32 = "cache.max_days", Integer { min: 1, max: 3_650 }, "30", Nothing, [];
    /// Remember what you and the agent keep beyond a session.
    memory_enabled: bool = "memory.enabled", Switch, "true", Nothing, [];
    /// The store that a team shares: qdrant+https://host:6333, postgres://user@host/database, or mcp:server; left out, everything stays here. You are asked before anything leaves.
    memory_url: Option<String> = "memory.url", OptionalText, "", Nothing, [];
    /// Name of the environment variable that holds the key or the password of that store.
    memory_key_env: String = "memory.key_env", Variable, "MEMORY_KEY", Nothing, [];
    /// Calls that run without a question, as shell_exec(cargo test*).
    rules_allow: Vec<String> = "rules.allow", List, "", Nothing, [];
    /// Calls that need an answer in every mode.
    rules_ask: Vec<String> = "rules.ask", List, "", Any, [];
    /// Calls that are refused without a question.
    rules_deny: Vec<String> = "rules.deny", List, "", Any, [];
    /// The sandbox for the agent's commands, on Linux: auto is the strongest that the machine offers and the mode uses, the other words are the strongest allowed. off runs commands as you do.
    sandbox: String = "sandbox",
        Choice(&["auto", "proposed", "namespaces", "landlock", "off"]), "auto", Nothing, [];
    /// Run the commands that you type after ! in the sandbox too.
    sandbox_for_user: bool = "sandbox_for_user", Switch, "false", Nothing, [];
    /// Run hooks in the sandbox: with the network, without your keys, and writing only in the workspace and in the folders of Claude and Gemini.
    sandbox_for_hooks: bool = "sandbox_for_hooks", Switch, "true", Nothing, [];
    /// Run the claude program and all that it starts in the sandbox: with the network, with its own key alone, and writing only in the workspace and in its own folder.
    sandbox_for_claude: bool = "sandbox_for_claude", Switch, "true", Nothing, [];
    /// Run the programs of MCP servers in the sandbox: with the network, without your keys, and writing only in the caches of package managers.
    sandbox_for_servers: bool = "sandbox_for_servers", Switch, "true", Nothing, [];
    /// Tokens of tools of MCP servers that each request describes; the model finds the tools of further servers by a search.
    mcp_offer_tokens: u64 = "mcp_offer_tokens",
        Integer { min: 0, max: 1_000_000 }, "8000", Nothing, [];
    /// MiB of memory for one process of a command in the sandbox; 0 is no limit.
    sandbox_memory_mb: u64 = "sandbox_limits.memory_mb",
        Integer { min: 0, max: 1_048_576 }, "0", Nothing, [];
    /// Processes and threads of a command in the sandbox; 0 is no limit.
    sandbox_processes: u64 = "sandbox_limits.processes",
        Integer { min: 0, max: 1_000_000 }, "4096", Nothing, [];
    /// MiB of one file that a command writes in the sandbox; 0 is no limit.
    sandbox_file_mb: u64 = "sandbox_limits.file_mb",
        Integer { min: 0, max: 1_048_576 }, "16384", Nothing, [];
    /// The colours: auto is dark or light as the terminal is. Also the name of a file of yours in the folder themes beside your config.yaml, or the path of one.
    theme: String = "theme", Known(THEMES), "auto", Any, [];
    /// The colours of auto, dark and light: standard is green against red, cvd blue against orange.
    palette: String = "palette", Choice(&["standard", "cvd"]), "standard", Any, [];
    /// The signs of frames and marks: ascii where box drawing is two columns wide or not
    /// in the font.
    glyphs: String = "glyphs", Choice(&["unicode", "ascii"]), "unicode", Any, [];
    /// The mouse: full clicks, scrolls with the wheel and selects to copy; off leaves it to the terminal. Shift and dragging selects as the terminal does, in both.
    mouse: String = "mouse", Choice(&["full", "off"]), "full", Any, [];
    /// Notify on the desktop, if the terminal can, when a question waits or a run is over while its window has no focus.
    notifications: bool = "notifications", Switch, "true", Any, [];
    /// Animation: off stands still, and times are shown when something else changes. The variable NO_MOTION turns it off too.
    motion: String = "motion", Choice(&["full", "off"]), "full", Any, [];
    /// The keys of the draft: readline, or vim with its normal, visual and insert modes.
    editor_keys: String = "editor.keys", Choice(&["readline", "vim"]), "readline", Any, [];
    /// The changes that the agent makes, in the chat: open shows each below its row, folded shows the row alone.
    chat_diffs: String = "chat.diffs", Choice(&["open", "folded"]), "open", Any, [];
    /// The interface: screen opens the workbench, plain prints lines and asks by numbers, as
    /// --plain does.
    interface: String = "interface", Choice(&["screen", "plain"]), "screen", Nothing, [];
    /// The language of the interface: auto follows the locale if it is English, French or Portuguese.
    language: String = "language", Choice(LANGUAGES), "auto", Any, [];
    /// A file with keys of your own, taken from this folder on; keymap.toml if left out.
    keymap: Option<String> = "keymap", OptionalText, "", Nothing, [];
    /// Ring the terminal's bell when a question waits.
    bell: bool = "bell", Switch, "true", Any, [];
    /// The sessions of a second terminal on a workspace: attach shows those of the first one, own has its own.
    sessions_second_terminal: String = "sessions.second_terminal", Choice(&["attach", "own"]), "attach", Any, [];
    /// Send the workspace's AGENTS.md to the model.
    prompts_agents_md: bool = "prompts.agents_md", Switch, "true", Nothing, [];
    /// Send the workspace's CLAUDE.md to the model.
    prompts_claude_md: bool = "prompts.claude_md", Switch, "true", Nothing, [];
    /// Tokens of the system prompt for a map of the workspace: what its files define, the nearest to the task first. Off is none; a quarter of the model's window at most.
    prompts_map_tokens: Option<u32> = "prompts.map_tokens",
        OptionalInteger { min: 128, max: 32_768 }, "off", Nothing, [];
}

impl Default for Config {
    fn default() -> Self {
        Self::from_values(|name| Key::named(name).map_or(Value::Unset, Key::default_value))
    }
}
