//! A catalog that tells what the test says.

use futures_util::future::BoxFuture;

use crate::catalog::ModelCatalog;
use notice::Notice;
use protocol::stream::{Capabilities, ModelInfo, ProviderError, ProviderErrorKind};

/// Lists these models, which all have these capabilities.
#[derive(Debug, Clone, Default)]
pub struct FixedCatalog {
    pub models: Vec<ModelInfo>,
    /// `None` refuses to tell.
    pub capabilities: Option<Capabilities>,
}

impl ModelCatalog for FixedCatalog {
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async { Ok(Notice::default()) })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        Box::pin(async { Ok(self.models.clone()) })
    }

    fn capabilities<'a>(
        &'a self,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        let untold = || ProviderError::new(ProviderErrorKind::Unsupported, Notice::text("no"));
        Box::pin(async move { self.capabilities.clone().ok_or_else(untold) })
    }
}
