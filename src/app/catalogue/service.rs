//! The catalogue's service for the actor and for commands: answers, changes, connection tests,
//! the day's spending.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::{BoxFuture, join_all};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{Catalog, DEFAULT, SETTINGS};
use config::address::of_provider;
use notice::{Notice, notice};
use protocol::catalogue::{
    BackgroundJob, CatalogueCommand, CatalogueError, CatalogueQuery, CatalogueReply,
    ConnectionTest, CostRow, JobProgress, ModelProbe, ModelRecord, Payment, ProviderChange,
    ProviderSettings, Setting, Spent,
};
use protocol::estimate::Ratio;
use protocol::stream::{ModelInfo, ProviderError};
use provider::Provider;
use provider::http::parse_base;
use provider::registry::{Registry, TakesEffect, needs};
use runtime::actor::Catalogue;
use store::catalogue::CatalogueFailure;
use store::global::GlobalStore;
use store::ratios::KeptRatio;

/// Time that a provider may take to answer a test.
pub(super) const LIMIT: Duration = Duration::from_secs(10);

/// The reason why a change was not made.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum ServiceError {
    /// The change is invalid.
    Refused(#[from] CatalogueError),
    /// The change could not be stored.
    NotKept(Notice),
}

impl ServiceError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Refused(error) => error.notice(),
            Self::NotKept(why) => why.clone(),
        }
    }
}

impl From<CatalogueFailure> for ServiceError {
    fn from(failure: CatalogueFailure) -> Self {
        match failure {
            CatalogueFailure::Refused(error) => Self::Refused(error),
            CatalogueFailure::Store(error) => Self::NotKept(error.notice()),
        }
    }
}

impl Catalog {
    pub(super) fn store(&self) -> Result<&GlobalStore, ServiceError> {
        let why = || {
            let none = || notice!("told-no-database");
            let why = self.problem().cloned().unwrap_or_else(none);
            ServiceError::NotKept(notice!("told-nothing-can-be-kept", why))
        };
        self.store.as_ref().ok_or_else(why)
    }

    /// Changes the catalogue; returns a message on what was done.
    ///
    /// # Errors
    /// See [`ServiceError`].
    pub async fn change(&self, order: CatalogueCommand) -> Result<Notice, ServiceError> {
        let now = jiff::Timestamp::now();
        let store = self.store()?;
        match order {
            CatalogueCommand::SetProvider { provider, change } => {
                let checked = self.checked(&provider, change)?;
                let kept = store.set_provider(provider, checked.clone(), now).await?;
                let words = self.words(&kept, &checked);
                self.keep(|known| {
                    known.settings.retain(|one| one.provider != kept.provider);
                    known.settings.push(kept);
                });
                Ok(words)
            }
            CatalogueCommand::AddModel { model } => {
                self.fixed(&model.provider)?;
                let record = store.add_model(model, now).await?;
                let words = notice!(
                    "told-model-kept",
                    model = full_name(&record),
                    word = record.id
                );
                self.keep(|known| known.models.push(record));
                Ok(words)
            }
            CatalogueCommand::ChangeModel { id, change } => {
                let record = store.change_model(id, change, now).await?;
                let words = notice!("told-model-changed", model = full_name(&record));
                self.keep(|known| {
                    known.models.retain(|one| one.id != record.id);
                    known.models.push(record);
                });
                Ok(words)
            }
            CatalogueCommand::RemoveModel { id } => {
                let record = store.remove_model(id, now).await?;
                self.keep(|known| {
                    known.models.retain(|one| one.id != record.id);
                    known
                        .probed
                        .retain(|one| !one.is(&record.provider, &record.api_name));
                    for one in &mut known.settings {
                        one.default_model_id.take_if(|id| *id == record.id);
                    }
                });
                Ok(notice!("told-model-gone", model = full_name(&record)))
            }
        }
    }

    /// Validates a change of a provider: its address must be one, and hold no secret.
    pub(super) fn checked(
        &self,
        provider: &str,
        mut change: ProviderChange,
    ) -> Result<ProviderChange, ServiceError> {
        self.fixed(provider)?;
        if let Some(Setting::To(url)) = &mut change.base_url {
            *url = checked_address(provider, url)?;
        }
        Ok(change)
    }

    /// Describes what was done, and what overrides it.
    fn words(&self, kept: &ProviderSettings, change: &ProviderChange) -> Notice {
        let name = &kept.provider;
        let mut whys = Vec::new();
        if change.enabled.is_some() {
            whys.push(if kept.enabled {
                notice!("told-provider-on-now")
            } else {
                notice!("told-provider-off-now")
            });
        }
        if change.base_url.is_some() {
            let now = self.base_url(name);
            whys.push(match &kept.base_url {
                Some(url) => notice!("told-provider-address", address = url),
                None => notice!("told-provider-usual-address"),
            });
            whys.extend(override_notice("base_url", &now.from));
        }
        if change.default_model.is_some() {
            let now = self.default_model(name);
            whys.push(match &kept.default_model_id {
                Some(id) => notice!("told-provider-begins-with", model = id),
                None => notice!("told-provider-no-default"),
            });
            whys.extend(override_notice("model", &now.from));
        }
        notice!("told-provider-is-set", word = name, whys)
    }

    /// Tests whether a provider answers, within 10 s.
    ///
    /// # Errors
    /// If there is no such provider.
    pub async fn test(
        &self,
        name: &str,
        providers: &Registry,
    ) -> Result<ConnectionTest, CatalogueError> {
        self.fixed(name)?;
        let wanted = self.default_model(name).value;
        Ok(ask(name, wanted, providers.get(name)).await)
    }

    /// Returns the stored models, and further ones that providers offer.
    ///
    /// # Errors
    /// If there is no such provider.
    pub async fn all_models(
        &self,
        provider: Option<&str>,
        providers: &Registry,
    ) -> Result<CatalogueReply, CatalogueError> {
        let kept = self.models(provider)?;
        let names = self
            .names()
            .filter(|name| provider.is_none_or(|only| only == *name))
            .filter(|name| self.is_enabled(name));
        let asked = names.map(|name| async move {
            let found = async { providers.get(name)?.models().await };
            let found = timeout(LIMIT, found).await;
            (name.to_owned(), found)
        });
        let mut found = Vec::new();
        let mut errors = Vec::new();
        for (name, answer) in join_all(asked).await {
            match answer {
                Ok(Ok(models)) => found.extend(models),
                Ok(Err(error)) => errors.push((name, error.message)),
                Err(_) => errors.push((name, notice!("told-in-time"))),
            }
        }
        let is_kept = |model: &ModelInfo| {
            let is_it =
                |one: &ModelRecord| one.provider == model.provider && one.api_name == model.name;
            kept.iter().any(is_it)
        };
        found.retain(|model| !is_kept(model));
        let probed = self.probed().await;
        Ok(CatalogueReply::Models {
            kept,
            found,
            errors,
            probed,
        })
    }

    /// Returns the state of all providers.
    pub fn views(&self) -> CatalogueReply {
        let providers = self.names().filter_map(|name| self.view(name).ok());
        CatalogueReply::Providers {
            providers: providers.collect(),
        }
    }

    /// Returns today's spending, by provider and model.
    ///
    /// # Errors
    /// See [`ServiceError`].
    pub async fn spent_today(&self) -> Result<Vec<CostRow>, ServiceError> {
        let today = jiff::Zoned::now().date();
        let spent = self.store()?.spent_on(today).await;
        spent.map_err(|error| ServiceError::NotKept(error.notice()))
    }
}

/// Tests whether a provider answers, and whether it offers the wanted model.
pub(super) async fn ask(
    name: &str,
    wanted: Option<String>,
    provider: Result<Provider, ProviderError>,
) -> ConnectionTest {
    let begun = Instant::now();
    let asked = async {
        let provider = provider?;
        provider.probe().await?;
        Ok::<_, ProviderError>((begun.elapsed(), model_to_test(wanted, &provider).await))
    };
    let failed = |why: Notice| ConnectionTest {
        provider: name.to_owned(),
        success: false,
        latency_ms: None,
        error_message: Some(why),
        model_tested: None,
    };
    match timeout(LIMIT, asked).await {
        Ok(Ok((latency, model_tested))) => ConnectionTest {
            provider: name.to_owned(),
            success: true,
            latency_ms: Some(u64::try_from(latency.as_millis()).unwrap_or(u64::MAX)),
            error_message: None,
            model_tested,
        },
        Ok(Err(error)) => failed(with_hint(&error)),
        Err(_) => failed(notice!("told-test-silent", number = LIMIT.as_secs())),
    }
}

/// Returns the model that the provider's sessions would start with, if the provider offers it.
async fn model_to_test(wanted: Option<String>, provider: &Provider) -> Option<String> {
    let offered = provider.models().await.ok()?;
    let is_wanted = |model: &&ModelInfo| wanted.as_ref().is_none_or(|name| *name == model.name);
    let found = offered.iter().find(is_wanted)?;
    Some(found.name.clone())
}

/// Describes what overrides a stored value; `None` if nothing does.
pub(super) fn override_notice(what: &str, from: &Notice) -> Option<Notice> {
    let is_ours = [Some(SETTINGS), Some(DEFAULT)].contains(&from.id());
    (!is_ours).then(|| other_origin_notice(from, what))
}

/// Says that a value has another origin than the stored one.
pub(super) fn other_origin_notice(from: &Notice, what: &str) -> Notice {
    notice!("told-stands-over", place = from, word = what)
}

/// Validates an address as the config does; it must not hold a user or a password.
fn checked_address(provider: &str, text: &str) -> Result<String, CatalogueError> {
    let example = needs(provider).address;
    let wrong = |allowed: Notice| CatalogueError::OutOfRange {
        field: "base_url".to_owned(),
        allowed,
        // The text may contain a password.
        found: notice!("wanted-what-was-given"),
    };
    let url = of_provider(provider, text, &example).map_err(wrong)?;
    match parse_base(&url) {
        Ok(_) => Ok(url),
        Err(_) => Err(wrong(notice!("wanted-address", address = example))),
    }
}

/// Returns as a sentence when a change takes effect.
pub(super) fn when(holds: TakesEffect) -> Notice {
    match holds {
        TakesEffect::Now => notice!("told-from-next-request"),
        TakesEffect::NextStart => notice!("told-partly-from-next-start"),
    }
}

/// Returns the error's message and its hint.
pub(super) fn with_hint(error: &ProviderError) -> Notice {
    match &error.hint {
        Some(hint) => notice!("told-why-next", why = error.message, why_next = hint),
        None => error.message.clone(),
    }
}

/// Says that a provider did not answer within the limit.
pub(super) fn no_answer_notice() -> Notice {
    notice!("told-silent-within", number = LIMIT.as_secs())
}

fn full_name(model: &ModelRecord) -> String {
    format!("{}/{}", model.provider, model.api_name)
}

impl Catalogue for Catalog {
    fn model(&self, provider: &str, api_name: &str) -> Option<ModelRecord> {
        self.known(|known| {
            let is_it =
                |model: &&ModelRecord| model.provider == provider && model.api_name == api_name;
            known.models.iter().find(is_it).cloned()
        })
    }

    fn seeing(&self, provider: &str) -> Vec<String> {
        self.models_that_see(provider)
    }

    fn ratio(&self, provider: &str, model: &str) -> Option<Ratio> {
        self.learnt(provider, model)
    }

    fn learn(&self, provider: String, model: String, ratio: Ratio) -> BoxFuture<'_, ()> {
        let kept = KeptRatio {
            provider,
            model,
            ratio,
        };
        Box::pin(self.keep_learnt(kept))
    }

    fn probe(&self, provider: &str, model: &str) -> Option<ModelProbe> {
        self.probe_of(provider, model)
    }

    fn answer(
        &self,
        question: CatalogueQuery,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<CatalogueReply, Notice>> {
        Box::pin(async move {
            match question {
                CatalogueQuery::Models { provider } => {
                    let models = self.all_models(provider.as_deref(), &providers).await;
                    models.map_err(|error| error.notice())
                }
                CatalogueQuery::Providers => Ok(self.views()),
                CatalogueQuery::Test { provider } => {
                    let test = self.test(&provider, &providers).await;
                    let test = test.map_err(|error| error.notice())?;
                    Ok(CatalogueReply::Tested { test })
                }
                CatalogueQuery::Cost => {
                    let today = self.spent_today().await;
                    Ok(CatalogueReply::Cost {
                        today: today.map_err(|error| error.notice())?,
                        budgets: self.budgets(),
                    })
                }
            }
        })
    }

    fn execute(
        &self,
        mut order: CatalogueCommand,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<Notice, Notice>> {
        Box::pin(async move {
            let warning = self.check_default_model(&mut order, &providers).await;
            let warning = warning.map_err(|error| error.notice())?;
            let provider = match &order {
                CatalogueCommand::SetProvider { provider, .. } => Some(provider.clone()),
                _ => None,
            };
            let done = self.change(order).await;
            let done = done.map_err(|error| error.notice())?;
            let done = match provider.map(|name| self.apply_provider_settings(&name, &providers)) {
                Some(holds) => notice!("told-done-holds", why = done, why_next = when(holds)),
                None => done,
            };
            Ok(match warning {
                Some(warning) => notice!("told-done-note", why = done, why_next = warning),
                None => done,
            })
        })
    }

    fn choose(
        &self,
        provider: String,
        used: Vec<String>,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, Notice>> {
        Box::pin(async move { self.choose_for_use(&provider, &used, &providers).await })
    }

    fn run(
        &self,
        job: BackgroundJob,
        providers: Arc<Registry>,
        report: mpsc::Sender<JobProgress>,
    ) -> BoxFuture<'_, ()> {
        Box::pin(self.run_job(job, providers, report))
    }

    fn pay(&self, payment: Payment) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let Some(store) = &self.store else { return };
            if let Err(error) = store.pay(payment).await {
                tracing::warn!(%error, "what a step cost could not be noted");
            }
        })
    }

    fn today(&self) -> BoxFuture<'_, Option<Spent>> {
        Box::pin(async move {
            let rows = self.spent_today().await.ok()?;
            let mut sum = Spent::default();
            for row in rows {
                sum.add(&Spent::of(&row.usage));
            }
            Some(sum)
        })
    }
}
