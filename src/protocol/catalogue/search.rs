//! The search for a model that a session can start with: the places searched, and the result.

use serde::{Deserialize, Serialize};

use super::provider::KeySource;
use notice::Notice;

/// A usable model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundModel {
    pub provider: String,
    /// Name at the provider.
    pub model: String,
}

/// A provider that requires a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingKey {
    pub provider: String,
    /// The environment variable that can hold the key.
    pub variable: String,
    /// Whether a key exists, in any location.
    pub is_set: bool,
    /// Location of the key.
    #[serde(default)]
    pub from: Option<KeySource>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelSearch {
    /// The model, if one was found.
    pub found: Option<FoundModel>,
    /// The user's data that cannot be stored on this machine.
    #[serde(default)]
    pub not_kept: Option<Notice>,
    /// Errors of the configuration, each with its position.
    #[serde(default)]
    pub faults: Vec<Notice>,
    /// The messages of the providers that were asked, the requested one first.
    pub said: Vec<Notice>,
    pub keys: Vec<MissingKey>,
    /// The providers that can be set up.
    pub providers: Vec<String>,
}
