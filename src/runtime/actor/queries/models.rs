//! The models that providers offer: as they report now, or as they reported before.

use futures_util::future::join_all;

use super::QueryContext;
use protocol::catalogue::Price;
use protocol::effort::Reasoning;
use protocol::query::Reply;
use protocol::stream::ModelInfo;
use provider::effort;

impl QueryContext {
    /// Asks all named providers at once.
    pub(super) async fn models(&self, provider: Option<String>) -> Reply {
        let asked = self.named(provider).into_iter().map(|name| async {
            let found = match self.providers.get(&name) {
                Ok(provider) => provider.models().await,
                Err(error) => Err(error),
            };
            (name, found)
        });
        let mut models = Vec::new();
        let mut errors = Vec::new();
        for (name, found) in join_all(asked).await {
            match found {
                Ok(found) => models.extend(found),
                Err(error) => errors.push((name, error.message)),
            }
        }
        Reply::Models {
            models: models.into_iter().map(|one| self.detailed(one)).collect(),
            errors,
            told_at: None,
        }
    }

    /// Returns the models that the providers reported before, without a request, as far as they are
    /// stored.
    pub(super) async fn models_before(&self, provider: Option<String>) -> Reply {
        let names = self.named(provider).into_iter();
        let known = names.filter_map(|name| self.providers.get(&name).ok());
        let lists = known.map(|provider| async move { provider.kept_models().await });
        let lists: Vec<_> = join_all(lists).await.into_iter().flatten().collect();
        Reply::Models {
            told_at: lists.iter().map(|list| list.told_at).min(),
            models: lists
                .into_iter()
                .flat_map(|list| list.models)
                .map(|one| self.detailed(one))
                .collect(),
            errors: Vec::new(),
        }
    }

    /// Returns the facts about one model that are known without a request.
    pub(super) async fn known_model(&self, provider: &str, model: &str) -> Reply {
        let kept = match self.providers.get(provider) {
            Ok(provider) => provider.kept_models().await,
            Err(_) => None,
        };
        let told_at = kept.as_ref().map(|list| list.told_at);
        let listed = kept.into_iter().flat_map(|list| list.models);
        let found = listed.into_iter().find(|one| one.name == model);
        let known = found.unwrap_or_else(|| ModelInfo::named(provider, model));
        Reply::Models {
            models: vec![self.detailed(known)],
            errors: Vec::new(),
            told_at,
        }
    }

    /// Adds what the program knows about a model to what its provider's list says.
    fn detailed(&self, mut model: ModelInfo) -> ModelInfo {
        let details = &mut model.details;
        if let Some(record) = self.catalogue.model(&model.provider, &model.name) {
            details.context_window = details.context_window.or(Some(record.context_window));
            details.images = details.images.or(record.vision);
            details.price = record.price;
        }
        let local = self.providers.get(&model.provider);
        let is_local = local.is_ok_and(|provider| provider.info.is_local);
        details.price = Price::of_model(Some(details.price), is_local);
        let probed = self.catalogue.probe(&model.provider, &model.name);
        details.tools = probed.map(|probe| probe.calls).or(details.tools);
        let known = effort::table().of(&model.provider, &model.name);
        let reasons = details.reasoning.reasons.or(known.reasons);
        details.reasoning = Reasoning {
            reasons,
            // The table has a provider's efforts also for its models that do not reason.
            efforts: match reasons {
                Some(false) => Vec::new(),
                _ => known.efforts,
            },
        };
        model
    }

    fn named(&self, provider: Option<String>) -> Vec<String> {
        match provider {
            Some(name) => vec![name],
            None => self.providers.names(),
        }
    }
}
