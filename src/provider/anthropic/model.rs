//! What `/v1/models` says about a model, and what is kept of it for requests: a request names the
//! tokens of its answer, and whether the model thinks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::protocol::stream::{Capabilities, ToolFormat};

/// What requests to a model depend on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::provider) struct ModelFacts {
    /// Tokens of an answer at most, where the server says.
    pub(in crate::provider) max_tokens: Option<u64>,
    /// Whether it decides itself how much it thinks, so that it can be asked to.
    pub(in crate::provider) thinks_adaptively: bool,
}

/// The facts that have been learned, by model. Clones share one list.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownFacts(Arc<Mutex<HashMap<String, ModelFacts>>>);

impl KnownFacts {
    pub(super) fn of(&self, model: &str) -> ModelFacts {
        // A map of plain values stays good whatever thread broke off while it held the lock.
        let facts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        facts.get(model).copied().unwrap_or_default()
    }

    pub(super) fn learn(&self, model: &str, change: impl FnOnce(&mut ModelFacts)) {
        let mut facts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(facts.entry(model.to_owned()).or_default());
    }
}

/// The facts in an entry of the list of models.
pub(super) fn facts(entry: &Value) -> ModelFacts {
    ModelFacts {
        max_tokens: entry.get("max_tokens").and_then(Value::as_u64),
        thinks_adaptively: supported(entry, "/capabilities/thinking/types/adaptive") == Some(true),
    }
}

/// The capabilities in an entry.
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
