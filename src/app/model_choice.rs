//! Which model a session begins with where the configuration names none.

use super::Setup;
use super::catalogue::SETTINGS;
use crate::config::Origin;
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

/// A model of the configuration's provider. Where nobody named a provider and the usual one has no model to give: that
/// of another one whose first model the human has set.
///
/// # Errors
/// If the provider does not answer, or offers none; in words for the human.
pub async fn choose(setup: &Setup, registry: &Registry) -> Result<Chosen, ProviderError> {
    let provider = setup.loaded.config.provider.as_str();
    let chosen = choose_of(provider, setup, registry).await;
    let is_named = setup.loaded.origin("provider") != Some(&Origin::Default);
    match chosen {
        Err(error) if !is_named => set_up_elsewhere(provider, setup, registry).ok_or(error),
        chosen => chosen,
    }
}

/// The first model that the human has set for another provider, in the order of their list. Asks no server.
fn set_up_elsewhere(but: &str, setup: &Setup, registry: &Registry) -> Option<Chosen> {
    let catalogue = setup.catalogue();
    let providers = setup.loaded.config.providers().into_iter();
    let mut others =
        providers.filter(|other| other.name != but && catalogue.is_enabled(other.name));
    others.find_map(|other| {
        let is_there = registry.get(other.name).ok()?.missing().is_none();
        let model = catalogue.default_model(other.name);
        let is_set = is_there && model.from == SETTINGS;
        let provider = other.name.to_owned();
        is_set
            .then_some(model.value)
            .flatten()
            .map(|model| Chosen { provider, model })
    })
}

/// The provider's default model, as the human has set it; else the first to talk to that the provider offers. None of a
/// program that is not installed.
async fn choose_of(
    provider: &str,
    setup: &Setup,
    registry: &Registry,
) -> Result<Chosen, ProviderError> {
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
