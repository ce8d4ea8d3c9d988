//! Providers turn a conversation step into a stream of canonical parts. Everything particular to
//! a vendor stays in its adapter; nothing outside this folder branches on a provider's name.

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
use crate::protocol::call::ToolSpec;
use crate::protocol::estimate::{Estimate, PictureRule};
use crate::protocol::ids::SessionId;
use crate::protocol::message::Message;
use crate::protocol::stream::{
    Capabilities, Freshness, ModelInfo, ProviderError, StreamPart, ToolFormat,
};

/// A stream of canonical parts. Dropping it closes the connection.
pub type PartStream = Pin<Box<dyn Stream<Item = StreamPart> + Send>>;

/// One request to a model.
#[derive(Debug, Clone)]
pub struct StepRequest {
    /// The agent's name; with `number` the key of a recorded step.
    pub agent: String,
    /// Which step of the session this is, from 1.
    pub number: u32,
    pub model: String,
    /// The system prompt, without the tools of the simplified format.
    pub system: String,
    /// The conversation, oldest first. Messages of the role System are not in it.
    pub messages: Vec<Arc<Message>>,
    /// The bytes of the pictures in them that go along.
    pub pictures: Arc<Pictures>,
    pub tools: Arc<[ToolSpec]>,
    /// How the model is told about them.
    pub format: ToolFormat,
    /// Whether the model sends calls as text, as the user has declared or a probe has found.
    pub sends_text_calls: bool,
    /// Tokens that the model shall hold.
    pub context_length: u64,
    /// Tokens that the answer may have at most; `None` leaves it to the server.
    pub max_output_tokens: Option<u64>,
    /// Sampling temperature, 0 to 2; `None` leaves it to the server.
    pub temperature: Option<f32>,
    /// Whether an answer that was kept from before will do.
    pub freshness: Freshness,
    /// Which conversation it belongs to.
    pub conversing: ConversationState,
}

/// The conversation of a request, for providers that keep it themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversationState {
    pub session: SessionId,
    /// Its name at this provider, as [`StreamPart::KnownAs`] told it.
    pub known_as: Option<String>,
    /// Whether the agent only plans.
    pub plans: bool,
    /// The human's addition to the system prompt.
    pub extra_prompt: String,
}

impl ConversationState {
    /// A session's conversation, of which the provider knows nothing yet.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextCount {
    pub tokens: u64,
    /// How it was counted, and what is in it beside the text.
    pub how: &'static str,
}

/// Models that a provider told before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptModels {
    pub models: Vec<ModelInfo>,
    /// When it told them.
    pub told_at: Timestamp,
}

/// A source of models.
pub trait Provider: Send + Sync {
    /// Its name: `ollama`, `openai`, `anthropic`, …
    fn name(&self) -> &str;

    /// Where it is, for the human: an address or a file, without secrets.
    fn address(&self) -> String;

    /// Whether what it is sent stays on this machine.
    fn is_local(&self) -> bool {
        false
    }

    /// Whether what it is asked is counted and paid for. What was recorded was paid for then.
    fn is_billable(&self) -> bool {
        true
    }

    /// Whether it says itself what an answer has cost, so that money is counted without a price of the model.
    fn tells_cost(&self) -> bool {
        false
    }

    /// How many tokens a picture is, where its vendor says.
    fn picture_rule(&self) -> PictureRule {
        Estimate::USUAL.pictures
    }

    /// What it lacks on this machine to be asked at all: its program, or the key without which nothing is sent. Told
    /// at once and without asking anybody, so that it is known before the human is asked for anything.
    fn unavailable_reason(&self) -> Option<ProviderError> {
        None
    }

    /// Makes what the first request would wait for, an HTTP client. Asks nobody anything; blocks for
    /// some milliseconds.
    fn preconnect(&self) {}

    /// Whether it answers, within 10 s; in words (`ollama 0.33.0`).
    fn probe(&self) -> BoxFuture<'_, Result<String, ProviderError>>;

    /// The models that it offers.
    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>>;

    /// The models that it told before, at once; `None` where nobody kept them.
    fn kept_models(&self) -> BoxFuture<'_, Option<KeptModels>> {
        Box::pin(async { None })
    }

    /// Whether it counts tokens with its own tokenizer, see [`Provider::count_tokens`].
    fn counts_tokens(&self) -> bool {
        false
    }

    /// How many tokens the prompt of a request is, counted and not estimated. Sends the whole prompt; costs nothing.
    fn count_tokens<'a>(
        &'a self,
        _request: &'a StepRequest,
    ) -> BoxFuture<'a, Result<u64, ProviderError>> {
        let words = format!("{} counts no tokens", self.name());
        let kind = crate::protocol::stream::ProviderErrorKind::Unsupported;
        Box::pin(async move { Err(ProviderError::new(kind, words)) })
    }

    /// How many tokens a text is for a model by the provider's own count. Sends the text; asked by hand only.
    fn count_text<'a>(
        &'a self,
        _model: &'a str,
        _text: &'a str,
    ) -> BoxFuture<'a, Result<TextCount, ProviderError>> {
        let words = format!("{} has no count of its own", self.name());
        let kind = crate::protocol::stream::ProviderErrorKind::Unsupported;
        Box::pin(async move { Err(ProviderError::new(kind, words)) })
    }

    /// What a model can do.
    fn capabilities<'a>(
        &'a self,
        model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>>;

    /// Asks the model. The stream follows the order told at [`StreamPart`]; it makes no retries
    /// of its own.
    fn stream(&self, request: StepRequest) -> PartStream;

    /// The program that carries out its model's tools itself, where there is one.
    fn own_tools(&self) -> Option<Arc<dyn AgentTools>> {
        None
    }

    /// Asks for the vectors of texts. Makes no retries of its own; dropping it closes the connection.
    fn embed(&self, request: EmbedRequest) -> BoxFuture<'_, Result<Embeddings, ProviderError>> {
        let _ = request;
        Box::pin(async { Err(embed::unsupported(self.name())) })
    }

    /// Whether it fetches models, see [`Provider::pull`].
    fn fetches_models(&self) -> bool {
        false
    }

    /// Fetches a model to where the provider keeps its models.
    fn pull(&self, model: &str) -> PullStream {
        let _ = model;
        pull::unsupported(self.name())
    }
}

#[cfg(test)]
mod tests;
