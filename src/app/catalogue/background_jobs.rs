//! The background jobs of a settings screen: reading all settings, trials of unsaved changes,
//! fetching models. Saving is in `saving`.

use std::sync::Arc;

use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::Catalog;
use super::service::{LIMIT, ask, no_answer_notice, with_hint};
use crate::app::agents::ListedModels;
use agents::AgentFiles;
use config::keyring;
use notice::notice;
use protocol::catalogue::{
    BackgroundJob, CatalogueError, CatalogueReply, ConnectionTest, JobProgress, KeyChange,
    ModelListing, ProviderChange, Setting, SettingsProvider, SettingsView, Spent,
};
use provider::probe::USUAL_LIMIT;
use provider::registry::{ProviderSettings as ToMake, Registry, needs};
use tools::names_for_agents;

type Report = mpsc::Sender<JobProgress>;

impl Catalog {
    /// Runs a background job. A listener that is gone is no failure.
    pub(super) async fn run_job(&self, job: BackgroundJob, providers: Arc<Registry>, to: Report) {
        let step = match job {
            BackgroundJob::Look => {
                JobProgress::Looked(Box::new(self.settings_view(&providers).await))
            }
            BackgroundJob::Offers => self.offers(&providers).await,
            BackgroundJob::Test {
                provider,
                change,
                key,
            } => match self.test_changes(&provider, change, key, &providers).await {
                Ok(test) => JobProgress::Tested(test),
                Err(error) => JobProgress::Failed(error.notice()),
            },
            BackgroundJob::List {
                provider,
                change,
                key,
            } => {
                self.list_models(&provider, &change, key, (&providers, &to))
                    .await
            }
            BackgroundJob::Pull { provider, model } => {
                return pull(&provider, &model, &providers, &to).await;
            }
            BackgroundJob::Probe { provider, model } => {
                let named = (provider.as_deref(), model.as_str());
                match self.probe(named, USUAL_LIMIT, &providers).await {
                    Ok(probed) => JobProgress::Probed(probed),
                    Err(why) => JobProgress::Failed(why.notice()),
                }
            }
            BackgroundJob::Save(save) => self.save(*save, &providers).await,
            BackgroundJob::FindModel { provider } => {
                JobProgress::Searched(self.find_model(&provider, &providers).await)
            }
        };
        // A listener that is gone needs no result.
        to.send(step).await.ok();
    }

    /// Reads all settings again, with the current state of the database and of the key stores.
    pub(super) async fn settings_view(&self, providers: &Registry) -> SettingsView {
        let mut not_kept = self.problem().cloned();
        if let Some(store) = &self.store {
            match (store.models().await, store.provider_settings().await) {
                (Ok(models), Ok(settings)) => {
                    self.keep(|known| {
                        known.models = models;
                        known.settings = settings;
                    });
                }
                (Err(error), _) | (_, Err(error)) => not_kept = Some(error.notice()),
            }
        }
        self.keys.search_again();
        let views = self.names().filter_map(|name| self.view(name).ok());
        let providers = views.map(|view| SettingsProvider {
            needs: needs(&view.provider),
            is_made_from_settings: providers.is_made_from_settings(&view.provider),
            fetches_models: providers
                .get(&view.provider)
                .is_ok_and(|provider| provider.fetches_models()),
            view,
        });
        let mut today = Spent::default();
        for row in self.spent_today().await.unwrap_or_default() {
            today.add(&Spent::of(&row.usage));
        }
        let mut view = SettingsView {
            providers: providers.collect(),
            models: self.models(None).unwrap_or_default(),
            probed: self.probed().await,
            budgets: self.budgets(),
            today,
            no_keyring: keyring::state().err(),
            not_kept,
            ..SettingsView::default()
        };
        self.own_files.look(&mut view);
        let agents = AgentFiles::new(
            self.agents.clone(),
            names_for_agents(),
            Arc::new(ListedModels(view.models.clone())),
        );
        view.agents = agents.read().list();
        view.root = self.agents.root.display().to_string();
        view
    }

    async fn offers(&self, providers: &Registry) -> JobProgress {
        match self.all_models(None, providers).await {
            Ok(CatalogueReply::Models { found, errors, .. }) => {
                JobProgress::Offered { found, errors }
            }
            Ok(_) => JobProgress::Failed(notice!("told-providers-not-asked")),
            Err(error) => JobProgress::Failed(error.notice()),
        }
    }

    /// Returns the inputs for making a provider with these changes.
    fn trial_settings(
        &self,
        name: &str,
        change: &ProviderChange,
        key: Option<KeyChange>,
    ) -> Result<ToMake, CatalogueError> {
        let mut settings = self.settings_with(name, change)?;
        match key {
            Some(KeyChange::Keep { key, .. }) => settings.api_key = Some(key),
            Some(KeyChange::Remove) => settings.api_key = None,
            None => {}
        }
        Ok(settings)
    }

    /// Lists the models of a provider with these changes: first the previously reported ones, if it
    /// would be asked as it is now, then those that it reports.
    async fn list_models(
        &self,
        name: &str,
        change: &ProviderChange,
        key: Option<KeyChange>,
        (providers, to): (&Registry, &Report),
    ) -> JobProgress {
        let step = |result, is_last| JobProgress::Listed {
            provider: name.to_owned(),
            result,
            is_last,
        };
        let is_as_kept = change.base_url.is_none() && key.is_none();
        let settings = match self.trial_settings(name, change, key) {
            Ok(settings) => settings,
            Err(error) => return step(Err(error.notice()), true),
        };
        let made = if is_as_kept {
            providers.get(name)
        } else {
            providers.trial(&settings)
        };
        let provider = match made {
            Ok(provider) => provider,
            Err(error) => return step(Err(with_hint(&error)), true),
        };
        if let Some(kept) = provider.kept_models().await {
            let listed = ModelListing {
                models: kept.models,
                told_at: Some(kept.told_at),
            };
            // A listener that is gone needs no earlier list.
            to.send(step(Ok(listed), false)).await.ok();
        }
        let result = match timeout(LIMIT, provider.models()).await {
            Ok(Ok(models)) => Ok(ModelListing {
                models,
                told_at: None,
            }),
            Ok(Err(error)) => Err(with_hint(&error)),
            Err(_) => Err(no_answer_notice()),
        };
        step(result, true)
    }

    /// Tests a provider with these changes, without saving them.
    async fn test_changes(
        &self,
        name: &str,
        change: ProviderChange,
        key: Option<KeyChange>,
        providers: &Registry,
    ) -> Result<ConnectionTest, CatalogueError> {
        let settings = self.trial_settings(name, &change, key)?;
        let wanted = match change.default_model {
            Some(Setting::To(model)) => {
                let models = self.models(Some(name))?;
                let kept = models.into_iter().find(|one| one.id == model);
                Some(kept.map_or(model, |kept| kept.api_name))
            }
            Some(Setting::Default) => None,
            None => self.default_model(name).value,
        };
        Ok(ask(name, wanted, providers.trial(&settings)).await)
    }
}

/// Lets a provider fetch a model, and reports the progress.
async fn pull(provider: &str, model: &str, providers: &Registry, to: &Report) {
    let failed = |error| JobProgress::Failed(with_hint(&error));
    let mut steps = match providers.get(provider) {
        Ok(provider) => provider.pull(model),
        Err(error) => return drop(to.send(failed(error)).await),
    };
    while let Some(step) = steps.next().await {
        let step = match step {
            Ok(progress) => JobProgress::Pulled(progress),
            Err(error) => failed(error),
        };
        let is_last = matches!(step, JobProgress::Failed(_));
        if to.send(step).await.is_err() || is_last {
            return;
        }
    }
}
