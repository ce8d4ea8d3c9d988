//! Which model a session begins with where the configuration names none.

use super::Setup;
use crate::protocol::stream::{ModelInfo, ProviderError};
use crate::provider::registry::Registry;

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The provider.
    pub provider: String,
    /// The model.
    pub model: String,
}

/// The provider's default model, as the human has set it; else the first to talk to that the provider offers. None of a
/// program that is not installed.
///
/// # Errors
/// If the provider does not answer, or offers none; in words for the human.
pub async fn choose(setup: &Setup, registry: &Registry) -> Result<Chosen, ProviderError> {
    let provider = setup.loaded.config.provider.as_str();
    let known = registry.get(provider)?;
    if let Some(error) = known.missing() {
        return Err(error);
    }
    if let Some(model) = setup.catalogue().default_model(provider).value {
        let provider = provider.to_owned();
        return Ok(Chosen { provider, model });
    }
    let models = known.models().await?;
    let can_chat = |model: &&ModelInfo| !model.embeds_only && model.unusable.is_none();
    match models.iter().find(can_chat) {
        Some(model) => Ok(Chosen {
            provider: provider.to_owned(),
            model: model.name.clone(),
        }),
        None => Err(ProviderError::new(
            crate::protocol::stream::ProviderErrorKind::ModelNotFound,
            format!("{provider} answers, but it has no model to chat with"),
        )
        .with_hint("fetch one, for example with `ollama pull qwen2.5-coder:7b`")),
    }
}
