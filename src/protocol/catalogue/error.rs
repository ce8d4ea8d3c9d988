//! The named reasons for which the catalogue refuses a change.

use serde::{Deserialize, Serialize};

/// Reason why the catalogue refuses a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum CatalogueError {
    /// Two models of a provider cannot share one api name.
    #[error(
        "{provider} has a model {api_name} already; `agentichat models edit` changes it, or choose \
         another api name"
    )]
    DuplicateApiName { provider: String, api_name: String },
    /// No model has this name.
    #[error("there is no model {model}; `agentichat models list` shows what there is")]
    UnknownModel {
        /// The requested name.
        model: String,
    },
    /// Models of two providers share this name.
    #[error("several providers have a model {model}; name it as provider/model")]
    AmbiguousModel {
        /// The requested name.
        model: String,
    },
    /// A default model must exist.
    #[error(
        "{provider} has no model {model} to chat with that could be its default; choose one of \
         `agentichat models list --provider {provider}`, or add it with `agentichat models add`"
    )]
    UnknownDefaultModel {
        provider: String,
        /// The requested name.
        model: String,
    },
    /// No provider has this name.
    #[error("there is no provider {provider}; the providers are: {known}")]
    UnknownProvider {
        /// The requested name.
        provider: String,
        /// The known providers.
        known: String,
    },
    /// A built-in model cannot be changed.
    #[error(
        "{model} is built in and cannot be {what}; `agentichat models add` keeps one of your own beside it"
    )]
    BuiltIn {
        model: String,
        /// The attempted action.
        what: String,
    },
    /// A field is out of its bounds.
    #[error("{field} must be {allowed}, not {found}")]
    OutOfRange {
        field: String,
        /// The allowed values.
        allowed: String,
        /// The found value.
        found: String,
    },
}

impl CatalogueError {
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
