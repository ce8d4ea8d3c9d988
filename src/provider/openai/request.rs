//! The body of `/chat/completions` in OpenAI's form; a dialect changes it afterwards.

use serde_json::{Value, json};

use crate::StepRequest;
use crate::pictures::{WireImage, with_notes};
use crate::turns::{IdForm, Turn, WireCall, WireRules, fitted};
use protocol::call::ToolSpec;
use protocol::effort::Effort;

/// Rules of OpenAI, and of the chat templates of compatible servers: many of these require that the
/// roles alternate and that a user message comes first.
pub const RULES: WireRules = WireRules {
    ids: IdForm::WordOfOthers(40),
    longest_name: Some(64),
    takes_turns: true,
    user_opens_and_closes: true,
    after_results: None,
};

pub fn body(request: &StepRequest) -> Value {
    body_by(request, &RULES)
}

/// Builds the request body, with the conversation adapted to these rules.
pub fn body_by(request: &StepRequest, rules: &WireRules) -> Value {
    let conversation = fitted(request, rules);
    let mut messages = Vec::new();
    if !conversation.system.is_empty() {
        messages.push(json!({ "role": "system", "content": conversation.system }));
    }
    messages.extend(conversation.turns.iter().map(turn));
    let mut body = json!({
        "model": request.model,
        "messages": messages,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    let Some(object) = body.as_object_mut() else {
        return body;
    };
    if let Some(temperature) = request.temperature {
        // Converted through its text, because 0.2 as f32 is 0.20000000298 as f64.
        let exact: f64 = temperature.to_string().parse().unwrap_or_default();
        object.insert("temperature".into(), json!(exact));
    }
    if let Some(most) = request.max_output_tokens {
        object.insert(most_output_field(&request.model).into(), json!(most));
    }
    if let Some(effort) = request.effort.chosen() {
        object.insert("reasoning_effort".into(), json!(effort_word(effort)));
    }
    if conversation.native_tools {
        let tools: Vec<Value> = request.tools.iter().map(tool).collect();
        object.insert("tools".into(), json!(tools));
    }
    body
}

/// Returns the name of the field for the length limit. OpenAI's reasoning models know only the new
/// name, many servers of other vendors only the old one.
fn most_output_field(model: &str) -> &'static str {
    let is_new = ["gpt-5", "o1", "o3", "o4"]
        .iter()
        .any(|family| model.starts_with(family));
    if is_new {
        "max_completion_tokens"
    } else {
        "max_tokens"
    }
}

/// Returns the value of `reasoning_effort`, in which no reasoning is called `none`.
fn effort_word(effort: Effort) -> &'static str {
    match effort {
        Effort::Off => "none",
        other => other.word(),
    }
}

fn tool(spec: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": spec.name,
            "description": spec.description,
            "parameters": spec.parameters,
        },
    })
}

fn turn(turn: &Turn) -> Value {
    match turn {
        Turn::User { text, images } => user(text, images),
        Turn::Assistant { text, calls, .. } if calls.is_empty() => {
            json!({ "role": "assistant", "content": text })
        }
        Turn::Assistant { text, calls, .. } => {
            let content = if text.is_empty() {
                Value::Null
            } else {
                json!(text)
            };
            let calls: Vec<Value> = calls.iter().map(call).collect();
            json!({ "role": "assistant", "content": content, "tool_calls": calls })
        }
        Turn::Result { id, content, .. } => {
            json!({ "role": "tool", "tool_call_id": id, "content": content })
        }
    }
}

/// Builds a user message: plain text if there are no pictures, because some servers
/// accept no parts.
fn user(text: &str, images: &[WireImage]) -> Value {
    let text = with_notes(text, images);
    let shown: Vec<Value> = images
        .iter()
        .filter_map(WireImage::data_url)
        .map(|url| json!({ "type": "image_url", "image_url": { "url": url } }))
        .collect();
    if shown.is_empty() {
        return json!({ "role": "user", "content": text });
    }
    let said = (!text.is_empty()).then(|| json!({ "type": "text", "text": text }));
    let parts: Vec<Value> = said.into_iter().chain(shown).collect();
    json!({ "role": "user", "content": parts })
}

fn call(call: &WireCall) -> Value {
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": call.tool, "arguments": call.object().to_string() },
    })
}
