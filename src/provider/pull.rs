//! Downloads of a model to a provider's model storage, as a stream of progress reports.
//! The adapter interprets the server's messages.

use futures_util::stream::{self, BoxStream};

use notice::notice;
use protocol::stream::{ProviderError, ProviderErrorKind, PullProgress};

/// Progress reports; ends with the last one, or with an error. Dropping the stream closes the
/// connection; servers that can resume keep what has been downloaded.
pub type PullStream = BoxStream<'static, Result<PullProgress, ProviderError>>;

/// Downloads models to a provider's model storage.
pub trait ModelDownloader: Send + Sync {
    /// Downloads a model.
    fn pull(&self, model: &str) -> PullStream;
}

/// Maximum length of a model name in characters.
const LONGEST_NAME: usize = 256;

/// Builds the stream of a provider that cannot download models.
pub fn unsupported(provider: &str) -> PullStream {
    let error = ProviderError::new(
        ProviderErrorKind::Unsupported,
        notice!("told-fetches-none", word = provider),
    )
    .with_hint(notice!("told-fetched-by-ollama"));
    failed(error)
}

/// Builds a stream with only an error.
pub(super) fn failed(error: ProviderError) -> PullStream {
    Box::pin(stream::iter([Err(error)]))
}

/// Checks the name of a model before it is sent anywhere.
///
/// # Errors
/// If it is not a valid name.
pub(super) fn check_name(model: &str) -> Result<(), ProviderError> {
    let fits = |c: char| !c.is_whitespace() && !c.is_control();
    if !model.is_empty() && model.chars().count() <= LONGEST_NAME && model.chars().all(fits) {
        return Ok(());
    }
    let shown = super::decode::excerpt(model, 80);
    Err(ProviderError::new(
        ProviderErrorKind::Rejected,
        notice!("told-no-model-name", model = format!("{shown:?}")),
    )
    .with_hint(notice!("told-write-model")))
}
