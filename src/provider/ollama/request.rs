//! The bodies of `/api/chat` and `/api/embed`.

use ollama_rs::generation::chat::request::ChatMessageRequest;
use ollama_rs::generation::chat::{ChatMessage, MessageRole};
use ollama_rs::generation::embeddings::request::{EmbeddingsInput, GenerateEmbeddingsRequest};
use ollama_rs::generation::tools::{ToolFunctionInfo, ToolInfo, ToolType};
use ollama_rs::models::ModelOptions;
use schemars::Schema;
use serde_json::{Map, Value, json};

use crate::StepRequest;
use crate::effort;
use crate::embed::EmbedRequest;
use crate::pictures::{WireImage, with_notes};
use crate::turns::{IdForm, Turn, WireCall, WireRules, fitted};
use protocol::call::ToolSpec;
use protocol::effort::Effort;

/// Rules of the protocol: the server accepts nearly everything.
pub(crate) const RULES: WireRules = WireRules {
    ids: IdForm::Any,
    longest_name: None,
    takes_turns: false,
    user_opens_and_closes: false,
    after_results: None,
};

/// Builds the request body. ollama-rs defines its shape; what its types cannot express (`stream`,
/// ids of calls, names of results, an exact temperature) is set afterwards.
pub(crate) fn body(request: &StepRequest, keep_alive: &str) -> Value {
    let conversation = fitted(request, &RULES);
    let mut typed = ChatMessageRequest::new(request.model.clone(), Vec::new())
        .options(ModelOptions::default().num_ctx(request.context_length));
    if conversation.native_tools {
        typed = typed.tools(request.tools.iter().map(tool).collect());
    }
    let mut body = serde_json::to_value(&typed).unwrap_or_else(|_| json!({}));
    let mut messages = Vec::new();
    if !conversation.system.is_empty() {
        messages.push(message(MessageRole::System, &conversation.system));
    }
    messages.extend(conversation.turns.iter().map(turn));
    set(&mut body, "messages", Value::Array(messages));
    set(&mut body, "stream", Value::Bool(true));
    set(&mut body, "keep_alive", duration(keep_alive));
    if let Some(effort) = request.effort.chosen() {
        set(&mut body, "think", think(&request.model, effort));
    }
    if let Some(temperature) = request.temperature
        && let Some(options) = body.get_mut("options")
    {
        set(options, "temperature", exact(temperature));
    }
    if let Some(most) = request.max_output_tokens
        && let Some(options) = body.get_mut("options")
    {
        set(options, "num_predict", json!(most));
    }
    body
}

/// Returns the value of `think`: a level for models that know several, else on or off. Other models
/// ignore levels that they do not know without a word.
fn think(model: &str, effort: Effort) -> Value {
    let known = effort::table().of("ollama", model);
    let has_levels = known.reasons == Some(true) && known.efforts.contains(&Effort::Medium);
    match effort {
        Effort::Off => Value::Bool(false),
        level if has_levels => json!(level.word()),
        _ => Value::Bool(true),
    }
}

/// Builds the body of `/api/embed`. The server truncates texts that are too long for the model.
pub(super) fn embedding_body(request: EmbedRequest, keep_alive: &str) -> Value {
    let texts = EmbeddingsInput::Multiple(request.texts);
    let typed = GenerateEmbeddingsRequest::new(request.model, texts);
    let mut body = serde_json::to_value(&typed).unwrap_or_else(|_| json!({}));
    set(&mut body, "truncate", Value::Bool(true));
    set(&mut body, "keep_alive", duration(keep_alive));
    body
}

/// Converts a number to seconds (0: unload at once, -1: never), as the server expects it.
fn duration(keep_alive: &str) -> Value {
    match keep_alive.parse::<i64>() {
        Ok(seconds) => json!(seconds),
        Err(_) => json!(keep_alive),
    }
}

/// Converts a number to its decimal form: 0.2, not 0.20000000298.
fn exact(number: f32) -> Value {
    let written: f64 = number.to_string().parse().unwrap_or_default();
    json!(written)
}

fn tool(spec: &ToolSpec) -> ToolInfo {
    let parameters = match Schema::try_from(spec.parameters.clone()) {
        Ok(schema) => schema,
        Err(_) => Schema::from(Map::new()),
    };
    ToolInfo {
        tool_type: ToolType::Function,
        function: ToolFunctionInfo {
            name: spec.name.clone(),
            description: spec.description.clone(),
            parameters,
        },
    }
}

fn turn(turn: &Turn) -> Value {
    match turn {
        Turn::User { text, images } => {
            let mut value = message(MessageRole::User, &with_notes(text, images));
            let shown: Vec<String> = images.iter().filter_map(WireImage::base64).collect();
            if !shown.is_empty() {
                set(&mut value, "images", json!(shown));
            }
            value
        }
        Turn::Assistant {
            text,
            reasoning,
            calls,
            ..
        } => {
            let mut value = message(MessageRole::Assistant, text);
            if !reasoning.is_empty() {
                set(&mut value, "thinking", json!(reasoning));
            }
            if !calls.is_empty() {
                let calls = calls.iter().enumerate().map(call).collect();
                set(&mut value, "tool_calls", Value::Array(calls));
            }
            value
        }
        Turn::Result { id, tool, content } => {
            let mut value = message(MessageRole::Tool, content);
            set(&mut value, "tool_name", json!(tool));
            set(&mut value, "tool_call_id", json!(id));
            value
        }
    }
}

fn call((index, call): (usize, &WireCall)) -> Value {
    json!({
        "id": call.id,
        "function": { "index": index, "name": call.tool, "arguments": call.object() },
    })
}

/// Builds a message without the empty fields that ollama-rs always writes.
fn message(role: MessageRole, content: &str) -> Value {
    let typed = ChatMessage::new(role, content.to_owned());
    let mut value = serde_json::to_value(typed).unwrap_or_else(|_| json!({}));
    if let Some(object) = value.as_object_mut() {
        object.remove("tool_calls");
        object.remove("thinking");
    }
    value
}

fn set(value: &mut Value, key: &str, field: Value) {
    if let Some(object) = value.as_object_mut() {
        object.insert(key.to_owned(), field);
    }
}
