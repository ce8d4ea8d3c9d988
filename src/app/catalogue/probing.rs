//! Probes of models: resolves which one is meant, charges the cost, and stores the result.

use std::time::Duration;

use futures_util::future::BoxFuture;

use super::Catalog;
use super::service::with_hint;
use engine::budget::{self, Planned, Sums};
use notice::{Notice, notice};
use protocol::catalogue::{
    Budget, Budgets, CatalogueError, CatalogueReply, FoundModel, ModelProbe, Payment, Price,
    ProbedModel,
};
use protocol::stream::ProviderError;
use protocol::usage::Usage;
use provider::Provider;
use provider::probe::{ProbeBudget, probe};
use provider::registry::Registry;
use runtime::actor::Catalogue;

/// The reason why a model was not probed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum ProbeError {
    /// The named model does not exist.
    Unknown(#[from] CatalogueError),
    /// The request failed: what is wrong and what to do.
    Failed(#[from] ProviderError),
}

impl ProbeError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Unknown(error) => error.notice(),
            Self::Failed(error) => with_hint(error),
        }
    }
}

impl Catalog {
    /// Probes a model with three short requests, each of which may take as long as `limit`, and
    /// stores the result.
    ///
    /// # Errors
    /// See [`ProbeError`]; an earlier result stays then.
    pub async fn probe(
        &self,
        (provider, model): (Option<&str>, &str),
        limit: Duration,
        providers: &Registry,
    ) -> Result<ProbedModel, ProbeError> {
        let resolved = self.resolve_model(provider, model, providers).await?;
        let asked = providers.get(&resolved.provider)?;
        let purse = DailyBudget {
            kept: self,
            price: self.price_of(&resolved, &asked),
            provider: asked.clone(),
            model: &resolved.model,
        };
        let found = probe(&asked, &resolved.model, limit, &purse).await?;
        let mut probed = ProbedModel {
            provider: resolved.provider,
            model: resolved.model,
            probe: found,
        };
        if let Err(why) = self.keep_probed(&probed).await {
            tracing::warn!(%why, "what a probe found could not be kept");
            let problem = &mut probed.probe.problem;
            problem.get_or_insert_with(|| notice!("told-probe-not-kept", why));
        }
        Ok(probed)
    }

    /// Returns the result of every probe, read again from the database if there is one.
    pub async fn probed(&self) -> Vec<ProbedModel> {
        if let Some(store) = &self.store {
            match store.probes().await {
                Ok(probed) => self.keep(|known| known.probed = probed),
                Err(error) => tracing::warn!(%error, "what probes found cannot be read"),
            }
        }
        self.known(|known| known.probed.clone())
    }

    /// Returns the result of the last probe of a model that this process knows.
    pub fn probe_of(&self, provider: &str, model: &str) -> Option<ModelProbe> {
        self.known(|known| ProbedModel::find(&known.probed, provider, model).cloned())
    }

    /// Returns the only probed model with this name, with or without its provider before it.
    pub fn probed_as(&self, named: &str) -> Option<ProbedModel> {
        let is_it = |one: &&ProbedModel| {
            one.model == named
                || named.strip_suffix(&one.model) == Some(&format!("{}/", one.provider))
        };
        self.known(|known| {
            let mut found = known.probed.iter().filter(is_it);
            let first = found.next()?;
            found.next().is_none().then(|| first.clone())
        })
    }

    async fn keep_probed(&self, probed: &ProbedModel) -> Result<(), Notice> {
        self.keep(|known| {
            known
                .probed
                .retain(|one| !one.is(&probed.provider, &probed.model));
            known.probed.push(probed.clone());
        });
        let store = self.store().map_err(|error| error.notice())?;
        let kept = store.keep_probe(probed.clone()).await;
        kept.map_err(|error| error.notice())
    }

    /// Resolves a name: to a known model, one that is named with its provider, or one
    /// that a provider offers.
    async fn resolve_model(
        &self,
        provider: Option<&str>,
        model: &str,
        providers: &Registry,
    ) -> Result<FoundModel, CatalogueError> {
        let found = |provider: &str, model: &str| FoundModel {
            provider: provider.to_owned(),
            model: model.to_owned(),
        };
        if let Some(name) = provider {
            let kept = self.models(Some(name))?;
            let kept = kept.iter().find(|one| one.id == model);
            return Ok(found(name, kept.map_or(model, |one| &one.api_name)));
        }
        match self.find(model) {
            Ok(kept) => return Ok(found(&kept.provider, &kept.api_name)),
            Err(CatalogueError::UnknownModel { .. }) => {}
            Err(error) => return Err(error),
        }
        if let Some((name, rest)) = model.split_once('/')
            && self.fixed(name).is_ok()
            && !rest.is_empty()
        {
            return Ok(found(name, rest));
        }
        let model = redact::one_line(model);
        let offered = match self.all_models(None, providers).await? {
            CatalogueReply::Models { found, .. } => found,
            _ => Vec::new(),
        };
        let mut offered = offered.iter().filter(|one| one.is_named(&model));
        match (offered.next(), offered.next()) {
            (Some(one), None) => Ok(found(&one.provider, &one.name)),
            (Some(_), Some(_)) => Err(CatalogueError::AmbiguousModel { model }),
            (None, _) => Err(CatalogueError::UnknownModel { model }),
        }
    }

    fn price_of(&self, model: &FoundModel, provider: &Provider) -> Price {
        let kept = self.model(&model.provider, &model.model);
        Price::of_model(kept.map(|kept| kept.price), provider.info.is_local)
    }
}

/// Charges requests that belong to no session, within the day's budget.
struct DailyBudget<'a> {
    kept: &'a Catalog,
    provider: Provider,
    model: &'a str,
    price: Price,
}

impl ProbeBudget for DailyBudget<'_> {
    fn allow(&self, prompt: u64) -> BoxFuture<'_, Result<Option<u64>, ProviderError>> {
        Box::pin(async move {
            if !self.provider.info.is_billable {
                return Ok(None);
            }
            let budgets = Budgets {
                session: Budget::default(),
                ..self.kept.budgets()
            };
            let sums = Sums {
                day: self.kept.today().await.unwrap_or_default(),
                ..Sums::default()
            };
            let planned = Planned {
                question: prompt,
                price: self.price,
                tells_cost: self.provider.info.tells_cost,
            };
            budget::allow(&budgets, &sums, Some(planned))
        })
    }

    fn pay(&self, mut usage: Usage) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if !self.provider.info.is_billable {
                return;
            }
            self.price.charge(&mut usage);
            let payment = Payment {
                day: jiff::Zoned::now().date(),
                provider: self.provider.info.name.clone(),
                model: self.model.to_owned(),
                usage,
            };
            Catalogue::pay(self.kept, payment).await;
        })
    }
}
