//! The named reasons for which the catalogue refuses a change.

use serde::{Deserialize, Serialize};

use notice::{Notice, notice};

/// Reason why the catalogue refuses a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "error", rename_all = "snake_case")]
#[error("{}", self.notice())]
pub enum CatalogueError {
    /// Two models of a provider cannot share one api name.
    DuplicateApiName { provider: String, api_name: String },
    /// No model has this name.
    UnknownModel {
        /// The requested name.
        model: String,
    },
    /// Models of two providers share this name.
    AmbiguousModel {
        /// The requested name.
        model: String,
    },
    /// A default model must exist.
    UnknownDefaultModel {
        provider: String,
        /// The requested name.
        model: String,
    },
    /// No provider has this name.
    UnknownProvider {
        /// The requested name.
        provider: String,
        known: String,
    },
    /// A built-in model cannot be changed.
    BuiltIn { model: String, what: BuiltInAttempt },
    /// A field is out of its bounds.
    OutOfRange {
        field: String,
        allowed: Notice,
        found: Notice,
    },
}

/// The attempted action on a built-in model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuiltInAttempt {
    /// A change of more than its temperature.
    Change,
    Remove,
}

impl CatalogueError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            CatalogueError::DuplicateApiName { provider, api_name } => {
                notice!("told-model-there", word = provider, model = api_name)
            }
            CatalogueError::UnknownModel { model } => notice!("told-model-unknown", model),
            CatalogueError::AmbiguousModel { model } => notice!("told-model-several", model),
            CatalogueError::UnknownDefaultModel { provider, model } => notice!(
                "told-model-no-default",
                word = provider,
                model,
                server = provider
            ),
            CatalogueError::UnknownProvider { provider, known } => {
                notice!("told-provider-unknown", word = provider, models = known)
            }
            CatalogueError::BuiltIn { model, what } => match what {
                BuiltInAttempt::Change => notice!("told-model-builtin-changed", model),
                BuiltInAttempt::Remove => notice!("told-model-builtin-removed", model),
            },
            CatalogueError::OutOfRange {
                field,
                allowed,
                found,
            } => notice!("told-must-be", name = field, wanted = allowed, found),
        }
    }

    /// Returns the name of the error, for programs.
    pub fn name(&self) -> &'static str {
        match self {
            CatalogueError::DuplicateApiName { .. } => "duplicate_api_name",
            CatalogueError::UnknownModel { .. } => "unknown_model",
            CatalogueError::AmbiguousModel { .. } => "ambiguous_model",
            CatalogueError::UnknownDefaultModel { .. } => "unknown_default_model",
            CatalogueError::UnknownProvider { .. } => "unknown_provider",
            CatalogueError::BuiltIn { .. } => "builtin_restriction",
            CatalogueError::OutOfRange { .. } => "out_of_range",
        }
    }
}
