//! What the actor needs of the catalogue: figures of models for requests, answers for front ends, orders
//! carried out, and what was spent. The composition root says how; the actor only asks.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use crate::protocol::catalogue::{
    BackgroundJob, CatalogueCommand, CatalogueQuery, CatalogueReply, JobProgress, ModelProbe,
    ModelRecord, Payment, Spent,
};
use crate::protocol::estimate::Ratio;
use crate::provider::registry::Registry;

/// The catalogue of models and providers.
pub trait Catalogue: Send + Sync {
    /// What is kept of a model, by its name at its provider.
    fn model(&self, provider: &str, api_name: &str) -> Option<ModelRecord>;

    /// Models of a provider that are kept and can see pictures, then those of others, as `provider/model`.
    fn seeing(&self, provider: &str) -> Vec<String>;

    /// How many tokens a model's texts are, as its server's counts have taught; `None` where none came yet.
    fn ratio(&self, provider: &str, model: &str) -> Option<Ratio>;

    /// Keeps what a count has taught.
    fn learn(&self, provider: String, model: String, ratio: Ratio) -> BoxFuture<'_, ()>;

    /// Returns the result of the last probe of a model; `None` if it was never probed.
    fn probe(&self, _provider: &str, _model: &str) -> Option<ModelProbe> {
        None
    }

    /// Answers a question; providers are asked through the registry.
    ///
    /// # Errors
    /// In words for the human.
    fn answer(
        &self,
        question: CatalogueQuery,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<CatalogueReply, String>>;

    /// Changes the catalogue and the providers that are asked from now on; gives in words what was done.
    ///
    /// # Errors
    /// In words for the human.
    fn carry_out(
        &self,
        order: CatalogueCommand,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, String>>;

    /// Chooses a model of a provider that works: the one that is set for it, else the latest of those that answered
    /// before, else one that the provider offers.
    ///
    /// # Errors
    /// If there is none; in words for the user, with what to do.
    fn choose(
        &self,
        provider: String,
        used: Vec<String>,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, String>>;

    /// Runs an errand, and tells its steps. Dropping it ends it, where it is no save.
    fn run(
        &self,
        errand: BackgroundJob,
        providers: Arc<Registry>,
        report: mpsc::Sender<JobProgress>,
    ) -> BoxFuture<'_, ()>;

    /// Notes what a step cost.
    fn pay(&self, payment: Payment) -> BoxFuture<'_, ()>;

    /// What was spent today, over all workspaces; `None` where nobody counts.
    fn today(&self) -> BoxFuture<'_, Option<Spent>>;
}

/// An empty catalogue that keeps nothing, for tests and for places without a data folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCatalogue;

/// Why nothing is kept.
const NONE: &str = "there is no data folder to keep this in; see `agentichat doctor`";

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
    ) -> BoxFuture<'_, Result<CatalogueReply, String>> {
        Box::pin(async { Err(NONE.to_owned()) })
    }

    fn carry_out(
        &self,
        _: CatalogueCommand,
        _: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, String>> {
        Box::pin(async { Err(NONE.to_owned()) })
    }

    fn choose(
        &self,
        provider: String,
        used: Vec<String>,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, String>> {
        Box::pin(async move {
            let known = providers.get(&provider).map_err(|error| error.message)?;
            let offered = known.models().await;
            let models = offered.map_err(|error| error.message)?;
            let names = models.into_iter().map(|model| model.name);
            let names: Vec<String> = names.collect();
            let known = used.into_iter().find(|name| names.contains(name));
            known
                .or_else(|| names.into_iter().next())
                .ok_or_else(|| format!("{provider} offers no model"))
        })
    }

    fn run(
        &self,
        _: BackgroundJob,
        _: Arc<Registry>,
        report: mpsc::Sender<JobProgress>,
    ) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            report.send(JobProgress::Failed(NONE.to_owned())).await.ok();
        })
    }

    fn pay(&self, _: Payment) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn today(&self) -> BoxFuture<'_, Option<Spent>> {
        Box::pin(async { None })
    }
}
