//! Whether a model can be what a provider's sessions begin with: it is kept, or its server offers it, or that cannot be
//! looked at just now, which is said and holds nobody up.

use std::sync::Arc;

use tokio::time::timeout;

use super::Catalog;
use super::service::{LIMIT, with_hint};
use crate::protocol::catalogue::{CatalogueCommand, CatalogueError, ProviderChange, Setting};
use crate::protocol::stream::ProviderError;
use crate::provider::Provider;
use crate::provider::registry::Registry;

impl Catalog {
    /// Vouches for the default model of an order, where it names one that is not kept. Gives a warning where nobody could
    /// be asked. Takes 10 s at most.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownDefaultModel`] where the server offers no such model to talk to.
    pub async fn vouch(
        &self,
        order: &mut CatalogueCommand,
        providers: &Registry,
    ) -> Result<Option<String>, CatalogueError> {
        let CatalogueCommand::SetProvider { provider, change } = order else {
            return Ok(None);
        };
        self.fixed(provider)?;
        let Some(Setting::To(model)) = change.default_model.clone() else {
            return Ok(None);
        };
        let kept = self.models(Some(provider))?;
        if kept
            .iter()
            .any(|one| one.id == model || one.api_name == model)
        {
            return Ok(None);
        }
        let made = providers.trial(&self.settings_with(provider, change)?);
        let warning = self.look_for(provider, &model, made).await?;
        change.is_vouched_for = true;
        Ok(warning)
    }

    /// What a provider is made from with this change of it. What config, environment or flags say stands over a trial too.
    pub(super) fn settings_with(
        &self,
        provider: &str,
        change: &ProviderChange,
    ) -> Result<crate::provider::registry::ProviderSettings, CatalogueError> {
        let fixed = self.fixed(provider)?;
        let mut settings = self.provider_settings(provider);
        if fixed.base_url.is_none() {
            match &change.base_url {
                Some(Setting::To(url)) => settings.base_url = Some(url.clone()),
                Some(Setting::Default) => settings.base_url = fixed.default_url.clone(),
                None => {}
            }
        }
        Ok(settings)
    }

    async fn look_for(
        &self,
        provider: &str,
        model: &str,
        made: Result<Arc<dyn Provider>, ProviderError>,
    ) -> Result<Option<String>, CatalogueError> {
        let asked = async { made?.models().await };
        let why = match timeout(LIMIT, asked).await {
            Ok(Ok(models)) => {
                let found = models.iter().find(|one| one.is_named(model));
                return match found {
                    Some(found) if !found.embeds_only => Ok(found.unusable.as_ref().map(|why| {
                        format!("{provider} is {why}; {model} can be used once that is mended")
                    })),
                    _ => Err(CatalogueError::UnknownDefaultModel {
                        provider: provider.to_owned(),
                        model: crate::redact::one_line(model),
                    }),
                };
            }
            Ok(Err(error)) => with_hint(&error),
            Err(_) => format!("it did not answer within {} s", LIMIT.as_secs()),
        };
        Ok(Some(format!(
            "whether {provider} offers {} could not be looked at ({}); it is taken as it is",
            crate::redact::one_line(model),
            crate::redact::one_line(&why)
        )))
    }
}
