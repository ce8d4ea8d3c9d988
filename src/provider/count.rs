//! Tokens as a provider's own tokenizer counts them. Estimates are in [`crate::tokens`].

use futures_util::future::BoxFuture;

use crate::StepRequest;
use notice::Notice;
use protocol::stream::ProviderError;

/// Counts the tokens of prompts.
pub trait PromptCounter: Send + Sync {
    /// Returns the exact token count of a request's prompt, not an estimate. Sends the whole
    /// prompt; costs nothing.
    fn count_tokens<'a>(
        &'a self,
        request: &'a StepRequest,
    ) -> BoxFuture<'a, Result<u64, ProviderError>>;
}

/// Counts the tokens of texts.
pub trait TextCounter: Send + Sync {
    /// Returns the provider's own token count of a text for a model. Sends the text; only used when
    /// the user asks for it.
    fn count_text<'a>(
        &'a self,
        model: &'a str,
        text: &'a str,
    ) -> BoxFuture<'a, Result<TextCount, ProviderError>>;
}

/// A provider's own count of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextCount {
    pub tokens: u64,
    /// Counting method, and what the count includes beside the text.
    pub how: Notice,
}
