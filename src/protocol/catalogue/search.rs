//! The search for a model that a session can begin with: what was looked at, and what came of it.

use serde::{Deserialize, Serialize};

use super::provider::KeySource;

/// A model that can be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundModel {
    /// Of which provider.
    pub provider: String,
    /// Its name there.
    pub model: String,
}

/// A provider that wants a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingKey {
    pub provider: String,
    /// The variable that can hold it.
    pub variable: String,
    /// Whether there is one, wherever it is kept.
    pub is_set: bool,
    /// Where it is kept.
    #[serde(default)]
    pub from: Option<KeySource>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelSearch {
    /// The model, where there is one.
    pub found: Option<FoundModel>,
    /// What of the human's own cannot be kept on this machine.
    #[serde(default)]
    pub not_kept: Option<String>,
    /// What is wrong with the configuration, each with its place.
    #[serde(default)]
    pub faults: Vec<String>,
    /// What those who were asked said, in words, the one that was asked for first.
    pub said: Vec<String>,
    /// The keys that were looked for.
    pub keys: Vec<MissingKey>,
    /// The providers that can be set up.
    pub providers: Vec<String>,
}
