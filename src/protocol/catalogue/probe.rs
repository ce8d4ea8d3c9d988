//! The result of a model probe: whether the model calls tools, makes two calls in one answer, and
//! repeats a call whose result it has. The provider folder runs probes, the store keeps them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use notice::Notice;

/// The form in which a model calls a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallForm {
    /// In the field that the server provides for calls.
    Native,
    /// In the text of the answer, where only a tolerant parser finds it.
    Text,
    /// The model makes no calls.
    None,
}

/// The result of a model probe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelProbe {
    /// The form of its calls; `Text` if one of its answers used it.
    pub calls: CallForm,
    /// Whether it makes two calls in one answer; `None` if undetermined.
    #[serde(default)]
    pub calls_twice: Option<bool>,
    /// Whether it repeats a call instead of answering from its result; `None` if undetermined.
    #[serde(default)]
    pub repeats_itself: Option<bool>,
    /// Reason why something is undetermined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Notice>,
    pub probed_at: Timestamp,
    /// Total duration of its requests, in milliseconds.
    #[serde(default)]
    pub elapsed_ms: u64,
}

/// A model with its probe result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbedModel {
    pub provider: String,
    /// Name at the provider.
    pub model: String,
    pub probe: ModelProbe,
}

impl ProbedModel {
    /// Whether this is the model with this name at this provider.
    pub fn is(&self, provider: &str, model: &str) -> bool {
        self.provider == provider && self.model == model
    }

    /// Returns the probe result of a model; `None` if it was not probed.
    pub fn find<'a>(probed: &'a [Self], provider: &str, model: &str) -> Option<&'a ModelProbe> {
        let found = probed.iter().find(|one| one.is(provider, model));
        found.map(|one| &one.probe)
    }
}
