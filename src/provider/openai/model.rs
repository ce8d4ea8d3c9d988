//! Facts in an entry of `/models`. The protocol defines only the name; additional fields of some
//! servers are read if present: vLLM, llama.cpp, LM Studio, OpenRouter.

use serde_json::Value;

use crate::embed::is_for_vectors;
use protocol::stream::{Capabilities, ToolFormat};
use support::json;

/// Whether an entry describes this model, by its name or an alias.
pub(super) fn is_named(entry: &Value, model: &str) -> bool {
    let is = |value: &Value| value.as_str() == Some(model);
    entry.get("id").is_some_and(is) || json::items(entry, "aliases").iter().any(is)
}

/// Extracts the capabilities from an entry. If it does not mention tools, they are assumed, as
/// current models support them: if the server refuses them, they are described in the prompt.
pub(super) fn capabilities(entry: &Value) -> Capabilities {
    let parameters = list(entry, "/supported_parameters");
    let modalities = list(entry, "/architecture/input_modalities");
    let said = list(entry, "/capabilities");
    let tools = match (&parameters, &said) {
        (Some(parameters), _) => has(parameters, &["tools"]),
        (None, Some(said)) if entry.get("type").is_some() => has(said, &["tool_use", "tools"]),
        _ => true,
    };
    let images = match (&modalities, &said) {
        (Some(modalities), _) => Some(has(modalities, &["image"])),
        (None, Some(said)) => Some(
            has(said, &["vision", "multimodal", "image"])
                || entry.get("type").and_then(Value::as_str) == Some("vlm"),
        ),
        (None, None) => None,
    };
    Capabilities {
        tools: if tools {
            ToolFormat::Native
        } else {
            ToolFormat::Simplified
        },
        reasoning: parameters.is_some_and(|list| has(&list, &["reasoning", "include_reasoning"])),
        images,
        context_length: context_length(entry),
    }
}

/// Whether an entry only computes embeddings: by LM Studio's field, otherwise by its name.
pub(super) fn embeds_only(name: &str, entry: &Value) -> bool {
    match entry.get("type").and_then(Value::as_str) {
        Some("llm" | "vlm") => false,
        Some("embeddings") => true,
        _ => is_for_vectors(name),
    }
}

fn list<'a>(entry: &'a Value, pointer: &str) -> Option<Vec<&'a str>> {
    let items = entry.pointer(pointer)?.as_array()?;
    Some(items.iter().filter_map(Value::as_str).collect())
}

fn has(list: &[&str], any: &[&str]) -> bool {
    list.iter().any(|item| any.contains(item))
}

/// Returns the context length: the one with which the model was loaded takes precedence
/// over the maximum.
pub fn context_length(entry: &Value) -> Option<u64> {
    let places = [
        "/max_model_len",
        "/loaded_context_length",
        "/context_length",
        "/context_window",
        "/max_context_length",
        "/meta/n_ctx",
        "/meta/n_ctx_train",
    ];
    places
        .iter()
        .find_map(|place| entry.pointer(place)?.as_u64())
}
