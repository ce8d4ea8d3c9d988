//! The facts about a model in `/v1/models`, and those that requests need: the maximum number of
//! output tokens, and whether the model thinks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use protocol::stream::{Capabilities, ToolFormat};

/// Facts about a model that requests depend on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ModelFacts {
    /// Maximum tokens of an answer, if the server reports it.
    pub(crate) max_tokens: Option<u64>,
    /// Whether the model decides how much it thinks, so that a request may ask for that.
    pub(crate) thinks_adaptively: bool,
}

/// Learned facts by model. Clones share one map.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownFacts(Arc<Mutex<HashMap<String, ModelFacts>>>);

impl KnownFacts {
    pub(super) fn of(&self, model: &str) -> ModelFacts {
        // A map of plain values stays valid even if a thread panicked while holding the lock.
        let facts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        facts.get(model).copied().unwrap_or_default()
    }

    pub(super) fn learn(&self, model: &str, change: impl FnOnce(&mut ModelFacts)) {
        let mut facts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(facts.entry(model.to_owned()).or_default());
    }
}

/// Extracts the facts from an entry of the model list.
pub(super) fn facts(entry: &Value) -> ModelFacts {
    ModelFacts {
        max_tokens: entry.get("max_tokens").and_then(Value::as_u64),
        thinks_adaptively: supported(entry, "/capabilities/thinking/types/adaptive") == Some(true),
    }
}

/// Extracts the capabilities from an entry of the model list.
pub(super) fn capabilities(entry: &Value) -> Capabilities {
    Capabilities {
        tools: ToolFormat::Native,
        reasoning: supported(entry, "/capabilities/thinking").unwrap_or(false),
        images: supported(entry, "/capabilities/image_input"),
        context_length: entry.get("max_input_tokens").and_then(Value::as_u64),
    }
}

fn supported(entry: &Value, capability: &str) -> Option<bool> {
    entry
        .pointer(capability)?
        .get("supported")
        .and_then(Value::as_bool)
}
