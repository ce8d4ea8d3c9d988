//! Fetching a model to where a provider keeps its models, as a stream of how far it is. Who can do it
//! overrides [`Provider::pull`](super::Provider::pull); the words of a server are an adapter's affair.

use std::pin::Pin;

use futures_util::{Stream, stream};

use crate::protocol::stream::{ProviderError, ProviderErrorKind, PullProgress};

/// How far it is, piece by piece; it ends with the last one, or with an error. Dropping it closes the
/// connection; what has come by then is kept by servers that can go on from there.
pub type PullStream = Pin<Box<dyn Stream<Item = Result<PullProgress, ProviderError>> + Send>>;

/// The longest name of a model, in characters.
const LONGEST_NAME: usize = 256;

/// The stream of a provider that fetches none.
pub fn unsupported(provider: &str) -> PullStream {
    let error = ProviderError::new(
        ProviderErrorKind::Unsupported,
        format!("the provider {provider} fetches no models"),
    )
    .with_hint("models are fetched by Ollama: name it with --provider ollama");
    failed(error)
}

/// A stream that is nothing but an error.
pub(super) fn failed(error: ProviderError) -> PullStream {
    Box::pin(stream::iter([Err(error)]))
}

/// Checks the name of a model before it is sent anywhere.
///
/// # Errors
/// If it cannot be one.
pub(super) fn check_name(model: &str) -> Result<(), ProviderError> {
    let fits = |c: char| !c.is_whitespace() && !c.is_control();
    if !model.is_empty() && model.chars().count() <= LONGEST_NAME && model.chars().all(fits) {
        return Ok(());
    }
    let shown = super::decode::excerpt(model, 80);
    Err(ProviderError::new(
        ProviderErrorKind::Rejected,
        format!("{shown:?} is no name of a model"),
    )
    .with_hint("write it as qwen2.5-coder:7b, or hf.co/owner/repository:tag"))
}
