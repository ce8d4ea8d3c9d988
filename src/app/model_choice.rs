//! Which model a session begins with where the configuration names none.

use super::Setup;
use crate::protocol::catalogue::FoundModel;
use crate::protocol::stream::ProviderError;
use crate::provider::registry::Registry;

/// A model of the configuration's provider, or of another one that the human has set up.
///
/// # Errors
/// If the provider does not answer, or offers none; in words for the human.
pub async fn choose(setup: &Setup, registry: &Registry) -> Result<FoundModel, ProviderError> {
    let used = setup.models_used(&setup.loaded.config.provider).await;
    setup.catalogue().choose(None, &used, registry).await
}
