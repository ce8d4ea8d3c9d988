//! The canonical parts of a provider's stream and its errors. The adapter removes everything
//! vendor-specific before it makes one of these.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::catalogue::{CallForm, Price};
use super::effort::Reasoning;
use super::usage::Usage;
use notice::Notice;

/// A part of a model's answer.
///
/// A stream consists of any number of texts, reasonings and calls, then at most one `Usage`, then
/// exactly one `Done` or `Error`. The concatenated texts are the answer, however they were divided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StreamPart {
    Text {
        text: String,
    },
    Reasoning {
        text: String,
    },
    /// The texts up to now were reasoning: the model's template contains the opening tag, so only
    /// the closing tag shows it.
    TextWasReasoning,
    /// Reasoning that the server wants back unchanged (signed or encrypted) when the conversation
    /// continues. Only the adapter that made it knows its content; it is never shown.
    Sealed {
        /// The reasoning in the server's own form.
        block: Value,
    },
    CallStart {
        /// Number of the call in this answer, from 0.
        index: usize,
        /// The server's id, or one made by the adapter.
        id: String,
        name: String,
    },
    /// The next piece of a call's arguments, as JSON text.
    CallArguments {
        index: usize,
        text: String,
    },
    CallEnd {
        index: usize,
        /// The arguments: an object, or a string with the raw text if it was not valid JSON.
        arguments: Value,
    },
    /// The answer's text contains what looks like a tool call; it is not carried out.
    CallIgnored {
        call: IgnoredCall,
    },
    /// Information for the user that is not part of the answer.
    Notice {
        text: Notice,
    },
    /// The provider stores the conversation itself, under this name.
    KnownAs {
        name: String,
    },
    Usage {
        usage: Usage,
    },
    Done {
        stop: StopReason,
    },
    /// The answer broke off; the parts before it remain valid.
    Error {
        error: ProviderError,
    },
}

/// Start of the note by which the model learns of an ignored call.
pub const IGNORED_NOTE: &str =
    "Note from the workbench: your last answer has text in the form of a call of";

/// The reason why a text that looks like a call is not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IgnoredReason {
    /// Other text follows it.
    Followed,
    /// The text occurs verbatim in the model's input.
    Quoted,
    /// The arguments are placeholders.
    Template,
    /// The words before it say that it must not be run, or that it is an example.
    Spoken,
    /// The model sends its calls natively, or is not known to send them as text.
    Native,
    /// The answer was truncated.
    Cut,
}

/// A text that looks like a call and is not carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgnoredCall {
    pub tool: String,
    pub why: IgnoredReason,
}

/// The reason for the end of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The model wants to call tools.
    NeedsTools,
    /// The answer is finished.
    Done,
    /// The limit of output tokens was reached.
    Length,
    /// The server refused to answer.
    Refused,
}

/// Whether a cached answer is acceptable.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freshness {
    #[default]
    Any,
    /// The user wants a new answer: the model is asked.
    Anew,
}

/// A failure of a provider, in words for the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct ProviderError {
    pub kind: ProviderErrorKind,
    /// The problem in one sentence, without secrets.
    pub message: Notice,
    /// Advice on the user's next step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Notice>,
    /// Seconds to wait, as the server requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<u64>,
    /// Whether the server is still loading the model and will answer once it is loaded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_loading: bool,
}

/// Kinds of failure of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderErrorKind {
    /// No answer in time, or a pause in mid-stream.
    Timeout,
    /// The connection failed or broke.
    Connection,
    RateLimited,
    /// 502, 503, 504 or 529: the server is overloaded or unavailable.
    Unavailable,
    /// 500: internal server error.
    Server,
    /// 401 or 403.
    Authentication,
    /// The model does not exist.
    ModelNotFound,
    /// The model lacks a requested feature (tools, images).
    Unsupported,
    /// The conversation does not fit into the context window.
    ContextOverflow,
    /// The server sent something that violates its protocol.
    Protocol,
    /// The request was refused for another reason (4xx).
    Rejected,
    /// A recording ends here, or differs from the request.
    Recording,
    /// A setting is missing or wrong.
    Configuration,
    /// The call would exceed the user's spending limit.
    OverBudget,
    /// The answer exceeded the length limit and was ended.
    TooLong,
    /// The program that stores the conversation ended during the answer, or could not be started.
    ProcessGone,
}

impl ProviderError {
    /// Creates an error of this kind, without a hint.
    pub fn new(kind: ProviderErrorKind, message: impl Into<Notice>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            retry_after_s: None,
            is_loading: false,
        }
    }

    /// Adds a hint about what to do next.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<Notice>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Format in which a model receives its tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolFormat {
    /// In the tools field of the request.
    Native,
    /// In the system prompt, with calls as fenced JSON.
    Simplified,
}

/// Capabilities of a model, as far as its provider reports them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    pub tools: ToolFormat,
    /// Whether the model reasons before it answers.
    pub reasoning: bool,
    /// Whether it accepts pictures; `None` if unknown: the server may then refuse them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub images: Option<bool>,
    /// Maximum size of its context window in tokens; `None` if the provider does not report it.
    pub context_length: Option<u64>,
}

/// Properties of a model by which the user chooses one, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelDetails {
    /// Maximum size of its context window in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u64>,
    #[serde(default)]
    pub price: Price,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<CallForm>,
    /// Whether it accepts pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub images: Option<bool>,
    #[serde(default)]
    pub reasoning: Reasoning,
}

impl ModelDetails {
    /// Converts what a provider's list says about a model.
    pub fn of(listed: &Capabilities) -> Self {
        Self {
            context_window: listed.context_length,
            tools: Some(match listed.tools {
                ToolFormat::Native => CallForm::Native,
                ToolFormat::Simplified => CallForm::Text,
            }),
            images: listed.images,
            reasoning: Reasoning {
                // A list that does not mention reasoning says nothing about it.
                reasons: listed.reasoning.then_some(true),
                efforts: Vec::new(),
            },
            price: Price::default(),
        }
    }

    fn is_unknown(&self) -> bool {
        *self == Self::default()
    }
}

/// A model that a provider offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelInfo {
    pub provider: String,
    /// Name of the model at that provider.
    pub name: String,
    /// Size of its weights in bytes, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Whether it only computes embeddings and cannot chat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub embeds_only: bool,
    /// The reason why the provider cannot be used at present, in a word or two: `not installed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unusable: Option<Notice>,
    #[serde(default, skip_serializing_if = "ModelDetails::is_unknown")]
    pub details: ModelDetails,
}

impl ModelInfo {
    /// Creates a chat model of which only the name is known.
    pub fn named(provider: &str, name: &str) -> Self {
        Self {
            provider: provider.to_owned(),
            name: name.to_owned(),
            bytes: None,
            embeds_only: false,
            unusable: None,
            details: ModelDetails::default(),
        }
    }

    /// Whether the model has this name; Ollama's `:latest` may be omitted.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.name.strip_suffix(":latest") == Some(name)
    }
}

/// Returns a model's name without leading folders, in lower case, by which tables know models:
/// `Qwen/Qwen2.5-Coder-7B` is `qwen2.5-coder-7b`.
pub fn own_name(model: &str) -> String {
    let name = model.trim_end_matches('/');
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.to_ascii_lowercase()
}

/// Progress of downloading a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PullProgress {
    /// Current activity, in the server's words.
    pub status: String,
    pub done: u64,
    /// Total bytes known up to now: grows as more parts are found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Whether this is the last report.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
}
