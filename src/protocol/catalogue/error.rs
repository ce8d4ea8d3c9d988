//! Why the catalogue stays as it is, each reason with its name.

use serde::{Deserialize, Serialize};

/// Why the catalogue stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum CatalogueError {
    /// Two models of a provider cannot have one name there.
    #[error(
        "{provider} has a model {api_name} already; `agentichat models edit` changes it, or choose \
         another api name"
    )]
    DuplicateApiName { provider: String, api_name: String },
    /// There is no such model.
    #[error("there is no model {model}; `agentichat models list` shows what there is")]
    UnknownModel {
        /// What was asked for.
        model: String,
    },
    /// Two providers have one of this name.
    #[error("several providers have a model {model}; name it as provider/model")]
    AmbiguousModel {
        /// What was asked for.
        model: String,
    },
    /// A default model has to be there.
    #[error(
        "{provider} has no model {model} to chat with that could be its default; choose one of \
         `agentichat models list --provider {provider}`, or add it with `agentichat models add`"
    )]
    UnknownDefaultModel {
        provider: String,
        /// What was asked for.
        model: String,
    },
    /// There is no such provider.
    #[error("there is no provider {provider}; the providers are: {known}")]
    UnknownProvider {
        /// What was asked for.
        provider: String,
        /// Those that there are.
        known: String,
    },
    /// A built-in model stays as it is.
    #[error(
        "{model} is built in and cannot be {what}; `agentichat models add` keeps one of your own beside it"
    )]
    BuiltIn {
        model: String,
        /// What was tried.
        what: String,
    },
    /// A field is not within its bounds.
    #[error("{field} must be {allowed}, not {found}")]
    OutOfRange {
        field: String,
        /// What it may be.
        allowed: String,
        /// What it was.
        found: String,
    },
}

impl CatalogueError {
    /// Its name, for programs.
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
