//! Texts of the simplified format: the tools in the system prompt, and a conversation with calls
//! and results as plain text.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::pictures::WireImage;
use crate::turns::Turn;
use protocol::call::ToolSpec;
use support::json;

/// Text after the results. Small models repeat a call unless the text names the next step.
const WHAT_NEXT: &str = include_str!("../../../assets/prompts/simplified-next.md").trim_ascii();

/// Explanation of how to call a tool; the list of tools follows it.
const HOW: &str = include_str!("../../../assets/prompts/simplified.md");

/// Placeholder in [`HOW`] for an example call.
const FORM: &str = "{form}";

/// Builds the system prompt with the tools. Without tools it is `system` alone.
pub fn system_prompt(system: &str, tools: &[ToolSpec]) -> String {
    let Some(first) = tools.first() else {
        return system.to_owned();
    };
    let mut out = String::new();
    if !system.is_empty() {
        out.push_str(system);
        out.push_str("\n\n");
    }
    let form = fenced(&first.name, &example(&first.parameters));
    out.push_str(&HOW.replace(FORM, &form));
    for tool in tools {
        let parameters = signature(&tool.parameters);
        let description = tool.description.trim();
        // Writing to a string never fails.
        writeln!(out, "- {}({parameters}): {description}", tool.name).ok();
    }
    out
}

/// Formats a call as the model is to write it.
fn fenced(name: &str, arguments: &Value) -> String {
    let call = json!({ "name": name, "arguments": arguments });
    format!("```json\n{call}\n```")
}

/// Builds example arguments: the required ones, each with a word for its type.
fn example(schema: &Value) -> Value {
    let mut out = serde_json::Map::new();
    for (name, property) in properties(schema) {
        if is_required(schema, name) {
            let value = match kind(property).as_str() {
                "integer" | "number" => json!(1),
                "boolean" => json!(true),
                _ => json!("…"),
            };
            out.insert(name.clone(), value);
        }
    }
    Value::Object(out)
}

/// Formats the arguments: `path: string, start_line?: integer, mode?: "overwrite"|"append"`.
fn signature(schema: &Value) -> String {
    let arguments: Vec<String> = properties(schema)
        .map(|(name, property)| {
            let mark = if is_required(schema, name) { "" } else { "?" };
            format!("{name}{mark}: {}", kind(property))
        })
        .collect();
    arguments.join(", ")
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten()
}

fn is_required(schema: &Value, name: &str) -> bool {
    let mut required = json::items(schema, "required").iter();
    required.any(|required| required == name)
}

/// Returns the type of a property as a word.
fn kind(property: &Value) -> String {
    if let Some(options) = property.get("enum").and_then(Value::as_array) {
        let options: Vec<String> = options.iter().map(Value::to_string).collect();
        return options.join("|");
    }
    match property.get("type") {
        Some(Value::String(kind)) if kind == "array" => {
            let items = property.get("items").map(kind_of_items);
            format!("array of {}", items.unwrap_or_else(|| "any".to_owned()))
        }
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => kinds
            .iter()
            .filter_map(Value::as_str)
            .find(|kind| *kind != "null")
            .unwrap_or("any")
            .to_owned(),
        _ => "any".to_owned(),
    }
}

/// Describes the items of a list. Objects are spelled out one level deep, because edits
/// are such objects.
fn kind_of_items(items: &Value) -> String {
    if items.get("properties").is_some() {
        format!("{{{}}}", signature(items))
    } else {
        kind(items)
    }
}

/// Converts calls and results of a conversation to text: calls in the form that the prompt taught
/// the model, results as user text. Joins consecutive user texts, because many templates require
/// alternating roles.
pub fn flatten(turns: Vec<Turn>) -> Vec<Turn> {
    let mut out: Vec<Turn> = Vec::new();
    let mut after_result = false;
    for turn in turns {
        let is_result = matches!(turn, Turn::Result { .. });
        if after_result && !is_result {
            push_user(&mut out, WHAT_NEXT, Vec::new());
        }
        after_result = is_result;
        match turn {
            Turn::User { text, images } => push_user(&mut out, &text, images),
            Turn::Result { tool, content, .. } => {
                let said = format!("Result of {tool}: {content}");
                push_user(&mut out, &said, Vec::new());
            }
            Turn::Assistant {
                mut text, calls, ..
            } => {
                for call in &calls {
                    if !text.is_empty() {
                        text.push_str("\n\n");
                    }
                    text.push_str(&fenced(&call.tool, &call.object()));
                }
                out.push(Turn::Assistant {
                    text,
                    reasoning: String::new(),
                    sealed: Vec::new(),
                    calls: Vec::new(),
                });
            }
        }
    }
    if after_result {
        push_user(&mut out, WHAT_NEXT, Vec::new());
    }
    out
}

fn push_user(out: &mut Vec<Turn>, more: &str, shown: Vec<WireImage>) {
    if let Some(Turn::User { text, images }) = out.last_mut() {
        text.push_str("\n\n");
        text.push_str(more);
        images.extend(shown);
    } else {
        out.push(Turn::User {
            text: more.to_owned(),
            images: shown,
        });
    }
}
