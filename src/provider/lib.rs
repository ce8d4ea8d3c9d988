//! Providers turn a conversation step into a stream of canonical parts. Everything vendor-specific
//! stays in an adapter; nothing outside this folder branches on a provider's name.

pub mod agent_tools;
pub mod anthropic;
pub mod cached;
pub mod cassette;
pub mod claude_cli;
pub mod decode;
pub mod embed;
pub mod frames;
pub mod http;
pub mod learned_limits;
pub mod lenient_json;
pub mod lines;
pub mod metadata_cache;
pub mod mistral;
pub mod normalise;
pub mod ollama;
pub mod openai;
pub mod pictures;
pub mod probe;
pub mod prompted_tools;
pub mod pull;
pub mod record;
mod recording_tools;
pub mod registry;
pub mod replay;
mod replay_tools;
pub mod sse;
pub mod thinking;
pub mod tokens;
pub mod turns;

use std::pin::Pin;
use std::sync::Arc;

use futures_util::Stream;
use futures_util::future::BoxFuture;
use jiff::Timestamp;

use self::agent_tools::AgentTools;
use self::embed::{EmbedRequest, Embeddings};
use self::pictures::Pictures;
use self::pull::PullStream;
use notice::{Notice, notice};
use protocol::call::ToolSpec;
use protocol::estimate::{Estimate, PictureRule};
use protocol::ids::SessionId;
use protocol::message::Message;
use protocol::stream::{
    Capabilities, Freshness, ModelInfo, ProviderError, ProviderErrorKind, StreamPart, ToolFormat,
};

/// A stream of canonical parts. Dropping it closes the connection.
pub type PartStream = Pin<Box<dyn Stream<Item = StreamPart> + Send>>;

/// One request to a model.
#[derive(Debug, Clone)]
pub struct StepRequest {
    /// The agent's name; with `number` the key of a recorded step.
    pub agent: String,
    /// Number of the step in the session, from 1.
    pub number: u32,
    pub model: String,
    /// The system prompt, without the tools of the simplified format.
    pub system: String,
    /// The conversation, oldest first, without messages of the role System.
    pub messages: Vec<Arc<Message>>,
    /// Bytes of those pictures in the messages that are sent.
    pub pictures: Arc<Pictures>,
    pub tools: Arc<[ToolSpec]>,
    /// Format in which the model receives the tools.
    pub format: ToolFormat,
    /// Whether the model sends calls as text, as declared by the user or found by a probe.
    pub sends_text_calls: bool,
    /// Context window that the model is asked for, in tokens.
    pub context_length: u64,
    /// Maximum tokens of the answer; `None` leaves it to the server.
    pub max_output_tokens: Option<u64>,
    /// Sampling temperature, 0 to 2; `None` leaves it to the server.
    pub temperature: Option<f32>,
    /// Whether a cached answer is acceptable.
    pub freshness: Freshness,
    /// The conversation that the request belongs to.
    pub conversing: ConversationState,
}

/// The conversation of a request, for providers that store conversations themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationState {
    pub session: SessionId,
    /// Name of the conversation at this provider, as reported by [`StreamPart::KnownAs`].
    pub known_as: Option<String>,
    /// Whether the agent only plans.
    pub plans: bool,
    /// The user's addition to the system prompt.
    pub extra_prompt: String,
}

impl ConversationState {
    /// A session's conversation that the provider does not know yet.
    pub fn of(session: SessionId) -> Self {
        Self {
            session,
            known_as: None,
            plans: false,
            extra_prompt: String::new(),
        }
    }
}

/// A provider's own count of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextCount {
    pub tokens: u64,
    /// Counting method, and what the count includes beside the text.
    pub how: Notice,
}

/// Models from an earlier answer of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptModels {
    pub models: Vec<ModelInfo>,
    /// When the provider reported them.
    pub told_at: Timestamp,
}

/// A source of models.
pub trait Provider: Send + Sync {
    /// Name of the provider: `ollama`, `openai`, `anthropic`, …
    fn name(&self) -> &str;

    /// Address or file for display, without secrets.
    fn address(&self) -> String;

    /// Whether everything that is sent to it stays on this machine.
    fn is_local(&self) -> bool {
        false
    }

    /// Whether requests are counted and paid for. A recording was paid for when it was made.
    fn is_billable(&self) -> bool {
        true
    }

    /// Whether it reports the cost of an answer itself, so that no price of the model is needed.
    fn tells_cost(&self) -> bool {
        false
    }

    /// Returns the rule for the tokens of a picture, if its vendor publishes one.
    fn picture_rule(&self) -> PictureRule {
        Estimate::USUAL.pictures
    }

    /// Returns what is missing on this machine for any request: the program, or the key without
    /// which nothing is sent. Immediate and without a request, so that it is known before the user
    /// is asked for anything.
    fn unavailable_reason(&self) -> Option<ProviderError> {
        None
    }

    /// Builds in advance what the first request would wait for, an HTTP client. Sends nothing;
    /// blocks for some milliseconds.
    fn preconnect(&self) {}

    /// Checks whether it answers within 10 s; returns a description (`ollama 0.33.0`).
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>>;

    /// Requests the list of available models.
    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>>;

    /// Returns the models of an earlier answer, at once; `None` if none are stored.
    fn kept_models(&self) -> BoxFuture<'_, Option<KeptModels>> {
        Box::pin(async { None })
    }

    /// Whether it counts tokens with its own tokenizer, see [`Provider::count_tokens`].
    fn counts_tokens(&self) -> bool {
        false
    }

    /// Returns the exact token count of a request's prompt, not an estimate. Sends the whole
    /// prompt; costs nothing.
    fn count_tokens<'a>(
        &'a self,
        _request: &'a StepRequest,
    ) -> BoxFuture<'a, Result<u64, ProviderError>> {
        let message = notice!("told-counts-none", word = self.name());
        Box::pin(async move { Err(ProviderError::new(ProviderErrorKind::Unsupported, message)) })
    }

    /// Returns the provider's own token count of a text for a model. Sends the text; only used when
    /// the user asks for it.
    fn count_text<'a>(
        &'a self,
        _model: &'a str,
        _text: &'a str,
    ) -> BoxFuture<'a, Result<TextCount, ProviderError>> {
        let message = notice!("told-no-own-count", word = self.name());
        Box::pin(async move { Err(ProviderError::new(ProviderErrorKind::Unsupported, message)) })
    }

    /// Returns the capabilities of a model.
    fn capabilities<'a>(
        &'a self,
        model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>>;

    /// Asks the model. The stream follows the order described at [`StreamPart`]; it makes no
    /// retries of its own.
    fn stream(&self, request: StepRequest) -> PartStream;

    /// Returns the interface to an agent program that runs its model's tools itself, if the
    /// provider is one.
    fn own_tools(&self) -> Option<Arc<dyn AgentTools>> {
        None
    }

    /// Requests the embeddings of texts. Makes no retries of its own; dropping the future
    /// closes the connection.
    fn embed(&self, request: EmbedRequest) -> BoxFuture<'_, Result<Embeddings, ProviderError>> {
        let _ = request;
        Box::pin(async { Err(embed::unsupported(self.name())) })
    }

    /// Whether it can download models, see [`Provider::pull`].
    fn fetches_models(&self) -> bool {
        false
    }

    /// Downloads a model to the provider's model storage.
    fn pull(&self, model: &str) -> PullStream {
        let _ = model;
        pull::unsupported(self.name())
    }
}

#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
