//! Checks whether a model can be a provider's default: it is in the catalogue, or its server offers
//! it, or the server cannot be asked just now, which gives a warning and stops nothing.

use tokio::time::timeout;

use super::Catalog;
use super::service::{LIMIT, no_answer_notice, with_hint};
use notice::{Notice, notice};
use protocol::catalogue::{CatalogueCommand, CatalogueError, ProviderChange, Setting};
use protocol::stream::ProviderError;
use provider::Provider;
use provider::registry::Registry;

impl Catalog {
    /// Checks the default model of a command if it names an unknown one. Returns a warning if no
    /// server could be asked. Takes 10 s at most.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownDefaultModel`] if the server offers no such chat model.
    pub async fn check_default_model(
        &self,
        order: &mut CatalogueCommand,
        providers: &Registry,
    ) -> Result<Option<Notice>, CatalogueError> {
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

    /// Returns the inputs for making a provider with this change. Config, environment and flags
    /// override a trial too.
    pub(super) fn settings_with(
        &self,
        provider: &str,
        change: &ProviderChange,
    ) -> Result<provider::registry::ProviderSettings, CatalogueError> {
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
        made: Result<Provider, ProviderError>,
    ) -> Result<Option<Notice>, CatalogueError> {
        let asked = async { made?.models().await };
        let why = match timeout(LIMIT, asked).await {
            Ok(Ok(models)) => {
                let found = models.iter().find(|one| one.is_named(model));
                return match found {
                    Some(found) if !found.embeds_only => Ok(found
                        .unusable
                        .as_ref()
                        .map(|why| notice!("told-default-unusable", word = provider, why, model))),
                    _ => Err(CatalogueError::UnknownDefaultModel {
                        provider: provider.to_owned(),
                        model: redact::one_line(model),
                    }),
                };
            }
            Ok(Err(error)) => with_hint(&error),
            Err(_) => no_answer_notice(),
        };
        let model = redact::one_line(model);
        let why = why.map_texts(&mut redact::one_line);
        Ok(Some(notice!(
            "told-default-unseen",
            word = provider,
            model,
            why
        )))
    }
}
