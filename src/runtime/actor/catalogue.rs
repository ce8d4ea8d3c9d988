//! The actor's interface to the catalogue: model figures for requests, answers for front ends,
//! commands to carry out, and spending. The composition root implements it.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use notice::{Notice, notice};
use protocol::catalogue::{
    BackgroundJob, CatalogueCommand, CatalogueQuery, CatalogueReply, JobProgress, ModelProbe,
    ModelRecord, Payment, Spent,
};
use protocol::estimate::Ratio;
use provider::registry::Registry;

/// The catalogue of models and providers.
pub trait Catalogue: Send + Sync {
    /// Returns the record of a model, by its name at its provider.
    fn model(&self, provider: &str, api_name: &str) -> Option<ModelRecord>;

    /// Lists the known models that can see pictures, as `provider/model`: those of this provider
    /// first, then those of others.
    fn seeing(&self, provider: &str) -> Vec<String>;

    /// Returns the token ratio of a model's texts, as learned from its server's counts; `None` if
    /// no count has arrived yet.
    fn ratio(&self, provider: &str, model: &str) -> Option<Ratio>;

    /// Stores a ratio that was learned from a server's count.
    fn learn(&self, provider: String, model: String, ratio: Ratio) -> BoxFuture<'_, ()>;

    /// Returns the result of the last probe of a model; `None` if it was never probed.
    fn probe(&self, _provider: &str, _model: &str) -> Option<ModelProbe> {
        None
    }

    /// Answers a question; providers are asked through the registry.
    ///
    /// # Errors
    /// Returns the reason why it cannot be done.
    fn answer(
        &self,
        question: CatalogueQuery,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<CatalogueReply, Notice>>;

    /// Changes the catalogue, and the providers for all later requests; returns a message about it.
    ///
    /// # Errors
    /// Returns the reason why it cannot be done.
    fn execute(
        &self,
        order: CatalogueCommand,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<Notice, Notice>>;

    /// Chooses a model of a working provider: the configured one, else the latest of those that
    /// answered before, else one that the provider offers.
    ///
    /// # Errors
    /// If there is none; says what to do.
    fn choose(
        &self,
        provider: String,
        used: Vec<String>,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, Notice>>;

    /// Runs a background job and reports its steps. Dropping the future ends the job, unless the
    /// job is a save.
    fn run(
        &self,
        run_job: BackgroundJob,
        providers: Arc<Registry>,
        report: mpsc::Sender<JobProgress>,
    ) -> BoxFuture<'_, ()>;

    /// Records the cost of a step.
    fn pay(&self, payment: Payment) -> BoxFuture<'_, ()>;

    /// Returns the spending of today over all workspaces; `None` if nothing counts it.
    fn today(&self) -> BoxFuture<'_, Option<Spent>>;
}

/// An empty catalogue that keeps nothing, for tests and for places without a data folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCatalogue;

impl Catalogue for NoCatalogue {
    fn model(&self, _: &str, _: &str) -> Option<ModelRecord> {
        None
    }

    fn seeing(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn ratio(&self, _: &str, _: &str) -> Option<Ratio> {
        None
    }

    fn learn(&self, _: String, _: String, _: Ratio) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn answer(
        &self,
        _: CatalogueQuery,
        _: Arc<Registry>,
    ) -> BoxFuture<'_, Result<CatalogueReply, Notice>> {
        Box::pin(async { Err(notice!("told-no-data-folder")) })
    }

    fn execute(
        &self,
        _: CatalogueCommand,
        _: Arc<Registry>,
    ) -> BoxFuture<'_, Result<Notice, Notice>> {
        Box::pin(async { Err(notice!("told-no-data-folder")) })
    }

    fn choose(
        &self,
        provider: String,
        used: Vec<String>,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, Notice>> {
        Box::pin(async move {
            let known = providers.get(&provider).map_err(|error| error.message)?;
            let models = known.models().await.map_err(|error| error.message)?;
            let names = models.into_iter().map(|model| model.name);
            let names: Vec<String> = names.collect();
            let known = used.into_iter().find(|name| names.contains(name));
            known
                .or_else(|| names.into_iter().next())
                .ok_or_else(|| notice!("told-offers-no-model", word = provider))
        })
    }

    fn run(
        &self,
        _: BackgroundJob,
        _: Arc<Registry>,
        report: mpsc::Sender<JobProgress>,
    ) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let failed = JobProgress::Failed(notice!("told-no-data-folder"));
            // The requester may have stopped listening.
            report.send(failed).await.ok();
        })
    }

    fn pay(&self, _: Payment) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn today(&self) -> BoxFuture<'_, Option<Spent>> {
        Box::pin(async { None })
    }
}
