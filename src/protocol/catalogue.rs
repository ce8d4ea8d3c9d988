//! The catalogue: models, provider settings and prices, as the user keeps them for all workspaces.
//! Owns the vocabulary with the bounds of its fields and its named errors. The store persists it,
//! the composition root uses it.

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
use notice::Notice;

pub use error::{BuiltInAttempt, CatalogueError};
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum CatalogueQuery {
    /// The stored models, and those that providers offer in addition. Answered by `Models`.
    Models {
        /// `None` means all providers.
        provider: Option<String>,
    },
    /// The settings of the providers. Answered by `Providers`.
    Providers,
    /// Tests whether a provider answers. Answered by `Tested`.
    Test { provider: String },
    /// The costs of today and of a session. Answered by `Cost`.
    Cost,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum CatalogueReply {
    Models {
        kept: Vec<ModelRecord>,
        /// Models that providers offer and that are not stored.
        found: Vec<ModelInfo>,
        /// Providers that could not be queried, each with the reason.
        errors: Vec<(String, Notice)>,
        #[serde(default)]
        probed: Vec<ProbedModel>,
    },
    Providers {
        providers: Vec<ProviderView>,
    },
    Tested {
        test: ConnectionTest,
    },
    Cost {
        /// Today's costs, by model.
        today: Vec<CostRow>,
        budgets: Budgets,
    },
}

/// A change of the catalogue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum CatalogueCommand {
    /// Changes settings of a provider.
    SetProvider {
        provider: String,
        change: ProviderChange,
    },
    AddModel {
        model: NewModel,
    },
    ChangeModel {
        id: String,
        change: ModelChange,
    },
    RemoveModel {
        id: String,
    },
}
