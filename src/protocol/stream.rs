//! The canonical parts of a provider's stream and its errors. Everything particular to a vendor
//! has been taken out by the adapter before one of these is made.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::usage::Usage;

/// One part of a model's answer.
///
/// A stream is any number of texts, reasonings and calls, then at most one `Usage`, then exactly
/// one `Done` or `Error`. Joining the texts gives the answer, whatever the pieces were.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StreamPart {
    /// More of the answer.
    Text { text: String },
    /// More of the reasoning.
    Reasoning { text: String },
    /// All texts so far were reasoning: only now its end came, whose beginning the model's template has.
    TextWasReasoning,
    /// Reasoning that the server wants back exactly as it gave it (signed or encrypted) when the
    /// conversation goes on. Only the adapter that made it knows what is in it; nobody shows it.
    Sealed {
        /// It, in the server's own form.
        block: Value,
    },
    /// A call begins.
    CallStart {
        /// Number of the call in this answer, from 0.
        index: usize,
        /// The server's id, or one made by the adapter.
        id: String,
        /// Name of the tool.
        name: String,
    },
    /// More of a call's arguments, as JSON text.
    CallArguments { index: usize, text: String },
    /// A call is whole.
    CallEnd {
        index: usize,
        /// The arguments: an object, or a string with the raw text where it was not valid JSON.
        arguments: Value,
    },
    /// The answer's text has what looks like a call of a tool; it is not carried out.
    CallIgnored { call: IgnoredCall },
    /// Something that the human should know now; no part of the answer.
    Notice { text: String },
    /// The provider keeps the conversation itself, under this name.
    KnownAs { name: String },
    /// What it cost.
    Usage { usage: Usage },
    /// The answer is whole.
    Done {
        /// Why it ended.
        stop: StopReason,
    },
    /// The answer broke off; what came before stands.
    Error { error: ProviderError },
}

/// What a model is told of such a text begins so.
pub const IGNORED_NOTE: &str =
    "Note from the workbench: your last answer has text in the form of a call of";

/// Why a text that looks like a call is not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IgnoredReason {
    /// Other text follows it.
    Followed,
    /// It stands word for word in what the model was given.
    Quoted,
    /// Its arguments are placeholders.
    Template,
    /// The words before it say that it is not to be run, or that it is an example.
    Spoken,
    /// The model sends its calls natively, or is not known to send them as text.
    Native,
    /// The answer was cut.
    Cut,
}

/// A text that looks like a call and is not carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgnoredCall {
    pub tool: String,
    /// Why it is not.
    pub why: IgnoredReason,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It wants tools.
    NeedsTools,
    /// It said all.
    Done,
    /// It reached the limit of output tokens.
    Length,
    /// The server refused.
    Refused,
}

/// Whether an answer that was kept from before will do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freshness {
    #[default]
    Any,
    /// The human wants another one: the model is asked.
    Anew,
}

/// A provider that failed, in words for the human.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct ProviderError {
    /// What kind of failure.
    pub kind: ProviderErrorKind,
    /// What is wrong, in one sentence, without secrets.
    pub message: String,
    /// What to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Seconds that the server asked us to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u64>,
    /// Whether the server loads the model, and will answer when it has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_loading: bool,
}

/// Kinds of failure of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderErrorKind {
    /// No answer in time, or silence in mid-stream.
    Timeout,
    /// No connection, or it was lost.
    Connection,
    RateLimited,
    /// 502, 503, 504 or 529: the server is overloaded or away.
    Unavailable,
    /// 500: the server broke.
    Server,
    /// 401 or 403.
    Authentication,
    /// The model is not there.
    ModelNotFound,
    /// The model cannot do what was asked (tools, images).
    Unsupported,
    /// The conversation does not fit into the context window.
    ContextOverflow,
    /// The server sent something that is not its protocol.
    Protocol,
    /// The request was refused for another reason (4xx).
    Rejected,
    /// A recording ends here, or differs from what is asked.
    Recording,
    /// A setting is missing or wrong.
    Configuration,
    /// The call would go over what the human lets be spent.
    OverBudget,
    /// The answer was longer than an answer may be, and was ended.
    TooLong,
    /// The program that keeps the conversation has ended in the middle of it, or could not be started.
    ProcessGone,
}

impl ProviderError {
    /// An error of this kind, without a hint.
    pub fn new(kind: ProviderErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            retry_after_s: None,
            is_loading: false,
        }
    }

    /// The same error with what to do next.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// How a model is told about tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolFormat {
    /// In the request's own field.
    Native,
    /// In the system prompt, calls as fenced JSON.
    Simplified,
}

/// What a model can do, as far as its provider says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// How it is told about tools.
    pub tools: ToolFormat,
    /// Whether it reasons.
    pub reasoning: bool,
    /// Whether it sees pictures; `None` where nobody says, and the server is left to refuse them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub images: Option<bool>,
    /// Tokens that it can hold at most; `None` where the provider does not say.
    pub context_length: Option<u64>,
}

/// A model that a provider offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// Name of the provider.
    pub provider: String,
    /// Name of the model there.
    pub name: String,
    /// Size of its weights in bytes, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Whether it makes vectors of texts, and cannot be talked to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub embeds_only: bool,
    /// Why it cannot be asked as things are, in a word or two: `not installed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
}

impl ModelInfo {
    /// A model that can be talked to, of which no more is known than its name.
    pub fn named(provider: &str, name: &str) -> Self {
        Self {
            provider: provider.to_owned(),
            name: name.to_owned(),
            bytes: None,
            embeds_only: false,
            unusable: None,
        }
    }

    /// Whether this is what it is called; Ollama's `latest` may be left out.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.name.strip_suffix(":latest") == Some(name)
    }
}

/// How far the fetching of a model is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PullProgress {
    /// What is done just now, in the server's words.
    pub status: String,
    /// Bytes that are there.
    pub done: u64,
    /// Bytes in all, as far as is known by now: it grows while more parts are found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Whether this was the last of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
}
