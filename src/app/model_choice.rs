//! Chooses the model for a session if the configuration names none.

use super::Setup;
use protocol::catalogue::FoundModel;
use protocol::stream::ProviderError;
use provider::registry::Registry;

/// Chooses a model of the configuration's provider, or of another one that the user has set up.
///
/// # Errors
/// If the provider does not answer, or offers none; with a message for the user.
pub async fn choose(setup: &Setup, registry: &Registry) -> Result<FoundModel, ProviderError> {
    let used = setup.models_used(&setup.loaded.config.provider).await;
    setup.catalogue().choose(None, &used, registry).await
}
