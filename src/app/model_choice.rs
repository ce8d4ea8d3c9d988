//! Which model a session begins with where the configuration names none.

use super::Setup;
use crate::protocol::stream::ProviderError;
use crate::provider::registry::Registry;

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The provider.
    pub provider: String,
    /// The model.
    pub model: String,
}

/// The provider's default model, as the human has set it; else the first that the provider offers.
///
/// # Errors
/// If the provider does not answer, or offers none; in words for the human.
pub async fn choose(setup: &Setup, registry: &Registry) -> Result<Chosen, ProviderError> {
    let provider = setup.loaded.config.provider.as_str();
    let known = registry.get(provider)?;
    if let Some(model) = setup.catalogue().default_model(provider).value {
        let provider = provider.to_owned();
        return Ok(Chosen { provider, model });
    }
    let models = known.models().await?;
    // Models for embeddings only cannot chat; their names say so everywhere.
    let can_chat = |name: &str| !name.contains("embed") && !name.contains("minilm");
    let first = models
        .iter()
        .find(|model| can_chat(&model.name))
        .or(models.first());
    match first {
        Some(model) => Ok(Chosen {
            provider: provider.to_owned(),
            model: model.name.clone(),
        }),
        None => Err(ProviderError::new(
            crate::protocol::stream::ProviderErrorKind::ModelNotFound,
            format!("{provider} answers, but it has no model"),
        )
        .with_hint("fetch one, for example with `ollama pull qwen2.5-coder:7b`")),
    }
}
