//! What a probe of a model found: whether it calls tools, two of them in one answer, and whether it repeats a call
//! whose result it has. Making a probe is the provider folder's, keeping it the store's.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How a model calls a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallForm {
    /// In the field that its server has for calls.
    Native,
    /// In the text of its answer, where only a tolerant reader finds it.
    Text,
    /// Not at all.
    None,
}

/// What a probe of a model found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelProbe {
    /// How it calls a tool; as text where one of its answers did so.
    pub calls: CallForm,
    /// Whether it makes two calls in one answer; `None` where that was not found out.
    #[serde(default)]
    pub calls_twice: Option<bool>,
    /// Whether it makes a call again instead of answering from its result; `None` where that was not found out.
    #[serde(default)]
    pub repeats_itself: Option<bool>,
    /// Why something was not found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// When it was made.
    pub probed_at: Timestamp,
    /// How long its requests took in all, in milliseconds.
    #[serde(default)]
    pub elapsed_ms: u64,
}

/// A model with what a probe of it found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbedModel {
    pub provider: String,
    /// Its name there.
    pub model: String,
    /// What was found.
    pub probe: ModelProbe,
}

impl ProbedModel {
    /// Whether this is the model with this name at this provider.
    pub fn is(&self, provider: &str, model: &str) -> bool {
        self.provider == provider && self.model == model
    }

    /// What was found of a model among these; `None` where it was not probed.
    pub fn find<'a>(probed: &'a [Self], provider: &str, model: &str) -> Option<&'a ModelProbe> {
        let found = probed.iter().find(|one| one.is(provider, model));
        found.map(|one| &one.probe)
    }
}
