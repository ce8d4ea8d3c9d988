//! Lists the models of a provider with their capabilities, and probes whether it can be reached.

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use notice::Notice;
use protocol::stream::{Capabilities, ModelInfo, ProviderError};

/// Lists and describes the models of a provider.
pub trait ModelCatalog: Send + Sync {
    /// Returns what is missing on this machine for any request: the program, or the key without
    /// which nothing is sent. Immediate and without a request, so that it is known before the user
    /// is asked for anything.
    fn unavailable_reason(&self) -> Option<ProviderError> {
        None
    }

    /// Builds in advance what the first request would wait for, an HTTP client. Sends nothing;
    /// blocks for some milliseconds.
    fn preconnect(&self) {}

    /// Checks whether the provider answers within 10 s; returns a description (`ollama 0.33.0`).
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>>;

    /// Requests the list of available models.
    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>>;

    /// Returns the capabilities of a model.
    fn capabilities<'a>(
        &'a self,
        model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>>;
}

/// Models from an earlier answer of a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptModels {
    pub models: Vec<ModelInfo>,
    /// When the provider reported them.
    pub told_at: Timestamp,
}
