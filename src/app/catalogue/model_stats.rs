//! Facts about models besides their figures: which can see, and the token ratios of their texts.

use super::Catalog;
use protocol::catalogue::ModelRecord;
use protocol::estimate::Ratio;
use store::ratios::KeptRatio;

impl Catalog {
    /// Lists the models that are known to see, this provider's first, as `provider/model`.
    pub(super) fn models_that_see(&self, provider: &str) -> Vec<String> {
        let mut found = self.known(|known| {
            let sees = |model: &&ModelRecord| model.vision == Some(true);
            known
                .models
                .iter()
                .filter(sees)
                .cloned()
                .collect::<Vec<_>>()
        });
        found.retain(|model| self.fixed(&model.provider).is_ok());
        found.sort_by_key(|model| model.provider != provider);
        found
            .iter()
            .map(|model| format!("{}/{}", model.provider, model.api_name))
            .collect()
    }

    /// Returns the learned token ratio of a model's texts.
    pub(super) fn learnt(&self, provider: &str, model: &str) -> Option<Ratio> {
        self.known(|known| {
            let is_it = |kept: &&KeptRatio| kept.provider == provider && kept.model == model;
            known.ratios.iter().find(is_it).map(|kept| kept.ratio)
        })
    }

    /// Stores a learned ratio, for this process at once and for later ones if there is a database.
    pub(super) async fn keep_learnt(&self, kept: KeptRatio) {
        self.keep(|known| {
            let is_other =
                |one: &KeptRatio| one.provider != kept.provider || one.model != kept.model;
            known.ratios.retain(is_other);
            known.ratios.push(kept.clone());
        });
        let Ok(store) = self.store() else { return };
        if let Err(error) = store.keep_ratio(kept, jiff::Timestamp::now()).await {
            tracing::warn!(%error, "what was learnt of a model's tokens could not be kept");
        }
    }
}
