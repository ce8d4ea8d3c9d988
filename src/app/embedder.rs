//! The model that makes vectors for the index: one of a provider of the config, on this machine.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::index::embedding::Embedder;
use crate::protocol::stream::{ProviderError, ProviderErrorKind};
use crate::provider::Provider;
use crate::provider::embed::EmbedRequest;

/// See the module.
pub(super) struct ProvidersModel {
    provider: Arc<dyn Provider>,
    api_name: String,
    /// With the provider.
    full_name: String,
}

impl ProvidersModel {
    pub(super) fn new(provider: Arc<dyn Provider>, model: &str) -> Self {
        let full_name = format!("{}/{model}", provider.name());
        Self {
            provider,
            api_name: model.to_owned(),
            full_name,
        }
    }
}

impl Embedder for ProvidersModel {
    fn model(&self) -> &str {
        &self.full_name
    }

    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>> {
        Box::pin(async move {
            if !self.provider.is_local() {
                let address = self.provider.address();
                let message =
                    format!("{address} is not on this machine, so no file's content is sent there");
                return Err(
                    ProviderError::new(ProviderErrorKind::Configuration, message).with_hint(
                        "set `index.embedding_provider` to one that runs here, such as ollama",
                    ),
                );
            }
            let model = self.api_name.clone();
            let given = self.provider.embed(EmbedRequest { model, texts }).await?;
            Ok(given.vectors)
        })
    }
}
