//! Providers turn a conversation step into a stream of canonical parts. Everything vendor-specific
//! stays in an adapter; nothing outside this folder branches on a provider's name.

pub mod agent_tools;
pub mod anthropic;
pub mod cached;
pub mod cassette;
pub mod catalog;
pub mod claude_cli;
pub mod count;
pub mod decode;
pub mod effort;
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
mod provider;
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

use std::sync::Arc;

use futures_util::stream::BoxStream;

pub use self::catalog::{KeptModels, ModelCatalog};
pub use self::count::{PromptCounter, TextCount, TextCounter};
use self::pictures::Pictures;
pub use self::provider::{Provider, ProviderInfo};
use protocol::call::ToolSpec;
use protocol::effort::Effort;
use protocol::ids::SessionId;
use protocol::message::Message;
use protocol::stream::{Freshness, StreamPart, ToolFormat};

/// A stream of canonical parts. Dropping it closes the connection.
pub type PartStream = BoxStream<'static, StreamPart>;

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
    /// The reasoning effort; [`Effort::Auto`] leaves it to the model.
    pub effort: Effort,
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

/// Streams the answers of a provider's models.
pub trait ChatModel: Send + Sync {
    /// Asks the model. The stream follows the order described at [`StreamPart`]; it makes no
    /// retries of its own.
    fn stream(&self, request: StepRequest) -> PartStream;
}

#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
