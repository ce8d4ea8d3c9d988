//! The part of the system prompt for models without native tools.

use crate::protocol::call::ToolSpec;

use super::first_sentence;

/// How such a model calls a tool.
const SIMPLIFIED: &str = include_str!("../../../assets/prompts/simplified.md");

/// The part for models without native tools: the form of a call, and each tool with its
/// arguments. Stands before or after [`system_prompt`], as the provider likes.
pub fn simplified_tools(tools: &[ToolSpec]) -> String {
    let mut text = SIMPLIFIED.to_owned();
    for tool in tools {
        let description = first_sentence(&tool.description);
        text.push_str(&format!("\n## {}\n{description}\n", tool.name));
        for line in arguments(tool) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

/// One line for each argument of a tool: name, type, whether it is needed, what it is for.
fn arguments(tool: &ToolSpec) -> Vec<String> {
    let Some(properties) = tool
        .parameters
        .get("properties")
        .and_then(|one| one.as_object())
    else {
        return vec!["No arguments.".into()];
    };
    let required: Vec<&str> = tool
        .parameters
        .get("required")
        .and_then(|list| list.as_array())
        .map(|list| list.iter().filter_map(|name| name.as_str()).collect())
        .unwrap_or_default();
    properties
        .iter()
        .map(|(name, schema)| {
            let needed = if required.contains(&name.as_str()) {
                ""
            } else {
                ", optional"
            };
            let about = schema
                .get("description")
                .and_then(|text| text.as_str())
                .map(|text| format!(": {}", first_sentence(text)))
                .unwrap_or_default();
            format!("- {name} ({}{needed}){about}", type_words(schema))
        })
        .collect()
}

/// The type of an argument in a word or two: `integer`, `replace|insert|delete`, `array of object`.
fn type_words(schema: &serde_json::Value) -> String {
    if let Some(words) = schema.get("enum").and_then(|list| list.as_array()) {
        let words: Vec<&str> = words.iter().filter_map(|word| word.as_str()).collect();
        return words.join("|");
    }
    match schema.get("type") {
        Some(serde_json::Value::String(word)) if word == "array" => {
            let items = schema.get("items").map(type_words);
            format!("array of {}", items.unwrap_or_else(|| "anything".into()))
        }
        Some(serde_json::Value::String(word)) => word.clone(),
        // `["integer", "null"]`, as schemas of optional arguments have it.
        Some(serde_json::Value::Array(words)) => words
            .iter()
            .filter_map(|word| word.as_str())
            .find(|word| *word != "null")
            .unwrap_or("anything")
            .to_owned(),
        _ => "object".into(),
    }
}
