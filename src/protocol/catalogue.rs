//! The catalogue: models, the settings of providers and what they cost, as the human keeps them for all
//! workspaces. Owns the vocabulary with the bounds of its fields and its named errors. Keeping it is the
//! store's, using it the composition root's.

mod error;
mod model;
mod money;
mod probe;
mod provider;
mod search;
mod settings;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::stream::ModelInfo;

pub use error::CatalogueError;
pub use model::{
    CONTEXT_WINDOW, DEFAULT_TEMPERATURE, MAX_OUTPUT, ModelChange, ModelRecord, NewModel,
    TEMPERATURE,
};
pub use money::{Budget, Budgets, CostRow, Payment, Price, Spent, as_number};
pub use probe::{CallForm, ModelProbe, ProbedModel};
pub use provider::{
    ConnectionTest, KeySource, ProviderChange, ProviderSettings, ProviderView, Setting,
};
pub use search::{FoundModel, MissingKey, ModelSearch};
pub use settings::{
    BackgroundJob, ConfigSave, ConfigSetting, ConfiguredValue, JobProgress, KeyChange, KeyPlace,
    KeySave, ModelBaseline, ModelListing, ModelSave, OwnFile, OwnFileSave, ProviderNeeds,
    ProviderSave, SaveError, SettingsProvider, SettingsSave, SettingsView,
};

/// Something about the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum CatalogueQuery {
    /// The models that are kept, and those that providers offer beside them. Answered by `Models`.
    Models {
        /// Of one provider, or of all.
        provider: Option<String>,
    },
    /// How the providers are set. Answered by `Providers`.
    Providers,
    /// Whether a provider answers. Answered by `Tested`.
    Test { provider: String },
    /// What was spent today and in a session. Answered by `Cost`.
    Cost,
}

/// An answer about the catalogue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum CatalogueReply {
    Models {
        /// The models that are kept.
        kept: Vec<ModelRecord>,
        /// Those that providers offer and nobody keeps.
        found: Vec<ModelInfo>,
        /// Who could not be asked, and why.
        errors: Vec<(String, String)>,
        /// What probes of models found.
        #[serde(default)]
        probed: Vec<ProbedModel>,
    },
    Providers {
        /// One row each.
        providers: Vec<ProviderView>,
    },
    Tested {
        /// What came of it.
        test: ConnectionTest,
    },
    Cost {
        /// What was spent today, by model.
        today: Vec<CostRow>,
        /// What may be spent.
        budgets: Budgets,
    },
}

/// A change of the catalogue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum CatalogueCommand {
    /// Set something for a provider.
    SetProvider {
        provider: String,
        change: ProviderChange,
    },
    /// Keep a model.
    AddModel { model: NewModel },
    /// Change a model.
    ChangeModel { id: String, change: ModelChange },
    /// Keep a model no longer.
    RemoveModel { id: String },
}
