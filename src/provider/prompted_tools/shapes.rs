//! The shapes in which models write a call as JSON, and the early decision whether a text that
//! starts like JSON can become one.

use serde_json::{Map, Value};

use super::lenient;

/// Keys of the tool's name.
const NAME_KEYS: [&str; 7] = [
    "name",
    "tool",
    "tool_name",
    "toolName",
    "function",
    "function_name",
    "action",
];

const ARGUMENT_KEYS: [&str; 6] = [
    "arguments",
    "parameters",
    "args",
    "input",
    "params",
    "action_input",
];

/// Keys of a wrapper around one or several calls.
const WRAPPER_KEYS: [&str; 5] = ["tool_calls", "tool_call", "calls", "call", "function"];

/// Keys that may accompany a call without being an argument.
const OTHER_KEYS: [&str; 5] = ["id", "type", "call_id", "index", "thought"];

/// A call found in a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    /// Name of a known tool.
    pub(super) name: String,
    /// The arguments: an object, or a string with the raw text if it was none.
    pub(super) arguments: Value,
}

/// Converts a value to calls; `None` if it is anything else. All items of a list must be calls, and
/// all names known tools.
pub(super) fn calls_in(value: &Value, tools: &[String]) -> Option<Vec<Found>> {
    calls_within(value, tools, 0)
}

fn calls_within(value: &Value, tools: &[String], depth: usize) -> Option<Vec<Found>> {
    match value {
        _ if depth > 4 => None,
        Value::Array(items) if !items.is_empty() => {
            let mut out = Vec::new();
            for item in items {
                out.extend(calls_within(item, tools, depth + 1)?);
            }
            Some(out)
        }
        Value::Object(object) => {
            let wrapped = WRAPPER_KEYS
                .iter()
                .filter_map(|key| object.get(*key))
                .find(|value| value.is_object() || value.is_array());
            match wrapped {
                Some(inner) => calls_within(inner, tools, depth + 1),
                None => one(object, tools).map(|found| vec![found]),
            }
        }
        _ => None,
    }
}

fn one(object: &Map<String, Value>, tools: &[String]) -> Option<Found> {
    // A tool's description, repeated from the prompt, is not a call.
    if object.contains_key("description") && !object.contains_key("arguments") {
        return None;
    }
    let (name_key, name) = NAME_KEYS.iter().find_map(|key| {
        let name = object.get(*key)?.as_str()?.trim();
        tools
            .iter()
            .any(|tool| tool == name)
            .then_some((*key, name))
    })?;
    let given = ARGUMENT_KEYS.iter().find_map(|key| object.get(*key));
    let arguments = match given {
        Some(object @ Value::Object(_)) => object.clone(),
        Some(Value::String(text)) => {
            lenient::object(text).unwrap_or_else(|| Value::String(text.clone()))
        }
        Some(Value::Null) => Value::Object(Map::new()),
        Some(_) => return None,
        None => Value::Object(flat(object, name_key)),
    };
    Some(Found {
        name: name.to_owned(),
        arguments,
    })
}

/// Returns the arguments beside the name, if nothing wraps them.
fn flat(object: &Map<String, Value>, name_key: &str) -> Map<String, Value> {
    object
        .iter()
        .filter(|(key, _)| *key != name_key && !OTHER_KEYS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// Whether a text that starts with `{` or `[` can still become a call. Decided at the first key, so
/// that other JSON is shown as it arrives.
pub(super) fn is_plausible(text: &str, tools: &[String]) -> bool {
    let mut rest = text.trim_start();
    while let Some(inner) = rest.strip_prefix('[') {
        rest = inner.trim_start();
    }
    if rest.is_empty() {
        return true;
    }
    let Some(inner) = rest.strip_prefix('{') else {
        return false;
    };
    let inner = inner.trim_start();
    let key_text = inner.strip_prefix(['"', '\'']).unwrap_or(inner);
    let length = key_text
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(key_text.len());
    let (key, after) = key_text.split_at(length);
    let mut known = NAME_KEYS
        .iter()
        .chain(&ARGUMENT_KEYS)
        .chain(&WRAPPER_KEYS)
        .chain(&OTHER_KEYS);
    if after.is_empty() {
        return known.any(|known| known.starts_with(key));
    }
    known.any(|known| *known == key) && (!NAME_KEYS.contains(&key) || names_a_tool(after, tools))
}

/// Whether the value of a name key is a known tool, or a prefix of one.
fn names_a_tool(after_key: &str, tools: &[String]) -> bool {
    let after = after_key.trim_start_matches(['"', '\'']).trim_start();
    let Some(value) = after.strip_prefix(':') else {
        return after.is_empty();
    };
    let value = value.trim_start();
    // `"function": {` wraps a call.
    let Some(name_text) = value.strip_prefix(['"', '\'']) else {
        return value.is_empty() || value.starts_with('{');
    };
    let name_text = name_text.trim_start();
    match name_text.find(['"', '\'']) {
        Some(end) => tools
            .iter()
            .any(|tool| name_text.get(..end).map(str::trim) == Some(tool)),
        None => tools
            .iter()
            .any(|tool| tool.starts_with(name_text.trim_end())),
    }
}
