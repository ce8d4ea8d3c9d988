//! Converts the answer of `/api/show` about a model to [`Capabilities`].

use ollama_rs::models::ModelInfo;
use serde_json::Value;

use crate::embed::is_for_vectors;
use protocol::stream::{Capabilities, ModelDetails, ToolFormat};

/// Extracts the capabilities from an answer of `/api/show`. For a server too old to list
/// capabilities, the template decides about tools: one that mentions tools renders them.
pub(super) fn capabilities(answer: &Value) -> Capabilities {
    let Ok(info) = support::json::from_value::<ModelInfo>(answer.clone()) else {
        return from_parts(&[], "", None);
    };
    let length = info
        .model_info
        .iter()
        .find(|(key, _)| key.ends_with(".context_length"))
        .and_then(|(_, value)| value.as_u64());
    from_parts(&info.capabilities, &info.template, length)
}

/// Whether an entry of `/api/tags` only computes embeddings: newer servers list the capabilities,
/// older ones the family.
pub(super) fn embeds_only(name: &str, entry: &Value) -> bool {
    let list = |pointer: &str| {
        let items = entry.pointer(pointer)?.as_array()?;
        Some(items.iter().filter_map(Value::as_str).collect::<Vec<_>>())
    };
    if let Some(can) = list("/capabilities").filter(|can| !can.is_empty()) {
        return !can.contains(&"completion") && can.contains(&"embedding");
    }
    let family = entry.pointer("/details/family").and_then(Value::as_str);
    family.is_some_and(|family| family.ends_with("bert")) || is_for_vectors(name)
}

/// Extracts the properties from an entry of `/api/tags`; nothing from an older server, which does not
/// list the capabilities there.
pub(super) fn listed(entry: &Value) -> ModelDetails {
    let can = entry.get("capabilities").and_then(Value::as_array);
    let can: Vec<String> = can
        .into_iter()
        .flatten()
        .filter_map(|one| one.as_str().map(str::to_owned))
        .collect();
    if can.is_empty() {
        return ModelDetails::default();
    }
    ModelDetails::of(&from_parts(&can, "", None))
}

fn from_parts(
    capabilities: &[String],
    template: &str,
    context_length: Option<u64>,
) -> Capabilities {
    let has = |name: &str| capabilities.iter().any(|capability| capability == name);
    let tools = has("tools") || (capabilities.is_empty() && template.contains(".Tools"));
    Capabilities {
        tools: if tools {
            ToolFormat::Native
        } else {
            ToolFormat::Simplified
        },
        reasoning: has("thinking"),
        // A server too old to list capabilities does not report picture support either.
        images: (!capabilities.is_empty()).then(|| has("vision")),
        context_length,
    }
}
