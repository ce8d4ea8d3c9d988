//! The body of `/v1/messages`: roles alternate, the results of all calls of an answer go back in
//! one user message, and cache marks say up to which block the server may cache the prompt.

use serde_json::{Value, json};

use super::model::ModelFacts;
use crate::StepRequest;
use crate::pictures::{WireImage, with_notes};
use crate::turns::{IdForm, Turn, WireCall, WireRules, fitted};
use protocol::call::ToolSpec;
use protocol::effort::Effort;

/// Maximum tokens of an answer if the server does not report the model's limit: all offered models
/// accept this many.
const ANSWER_TOKENS: u64 = 8_192;

/// Maximum tokens of an answer even if the model could produce more: no answer is meant
/// to be longer.
const MOST_ANSWER_TOKENS: u64 = 64_000;

/// Minimum tokens of thinking that the server accepts.
const LEAST_BUDGET: u64 = 1_024;

/// Number of the last user messages that end with a cache mark. The one before the last is where
/// the previous request ended, so its mark is the one that is found in the cache.
const MARKED_MESSAGES: usize = 2;

/// Rules of the protocol. Consecutive turns of one speaker become one message here, block by block.
pub(crate) const RULES: WireRules = WireRules {
    ids: IdForm::Word,
    longest_name: Some(64),
    takes_turns: false,
    user_opens_and_closes: true,
    after_results: None,
};

pub(crate) fn body(request: &StepRequest, facts: &ModelFacts) -> Value {
    let conversation = fitted(request, &RULES);
    let mut messages = Vec::new();
    for turn in &conversation.turns {
        push(&mut messages, turn);
    }
    let last_from_user = messages
        .iter_mut()
        .rev()
        .filter(|message| role(message) == "user");
    for message in last_from_user.take(MARKED_MESSAGES) {
        mark_last(message.get_mut("content"));
    }
    let most = facts
        .max_tokens
        .unwrap_or(ANSWER_TOKENS)
        .min(MOST_ANSWER_TOKENS);
    let mut body = json!({
        "model": request.model,
        "max_tokens": most,
        "stream": true,
        "messages": messages,
    });
    let Some(object) = body.as_object_mut() else {
        return body;
    };
    if !conversation.system.is_empty() {
        let mut system = json!([text_block(&conversation.system)]);
        mark_last(Some(&mut system));
        object.insert("system".into(), system);
    }
    if conversation.native_tools {
        let tools: Vec<Value> = request.tools.iter().map(tool).collect();
        let mut tools = json!(tools);
        mark_last(Some(&mut tools));
        object.insert("tools".into(), tools);
    }
    for (field, value) in reasoning(request.effort, most, facts) {
        object.insert(field.into(), value);
    }
    // Models that think accept no temperature.
    if let (false, Some(temperature)) = (object.contains_key("thinking"), request.temperature)
        && !facts.thinks_adaptively
    {
        // Converted through its text, because 0.2 as f32 is 0.20000000298 as f64. The maximum of
        // this protocol is 1.
        let exact: f64 = temperature.min(1.0).to_string().parse().unwrap_or_default();
        object.insert("temperature".into(), json!(exact));
    }
    body
}

/// Returns the fields about thinking. A model that decides itself how much it thinks is told the
/// effort; the others get a number of tokens, which must leave room in the answer.
fn reasoning(effort: Effort, most: u64, facts: &ModelFacts) -> Vec<(&'static str, Value)> {
    let adaptive = json!({ "type": "adaptive", "display": "summarized" });
    match (effort, facts.thinks_adaptively) {
        (Effort::Auto, true) => vec![("thinking", adaptive)],
        (Effort::Auto | Effort::Off, _) => Vec::new(),
        (effort, true) => vec![
            ("thinking", adaptive),
            ("output_config", json!({ "effort": effort.word() })),
        ],
        (effort, false) => {
            let budget = thinking_budget(effort).min(most / 4 * 3);
            let thinking = json!({ "type": "enabled", "budget_tokens": budget });
            let fits = budget >= LEAST_BUDGET;
            fits.then_some(("thinking", thinking)).into_iter().collect()
        }
    }
}

/// Returns the tokens that a model without efforts of its own may think.
fn thinking_budget(effort: Effort) -> u64 {
    match effort {
        Effort::Auto | Effort::Off => 0,
        Effort::Minimal => LEAST_BUDGET,
        Effort::Low => 4_096,
        Effort::Medium => 12_288,
        Effort::High => 24_576,
        Effort::XHigh | Effort::Max => 49_152,
    }
}

/// Adds a turn, to the last message if that has the same role.
fn push(messages: &mut Vec<Value>, turn: &Turn) {
    let (role_of_turn, blocks) = match turn {
        Turn::User { text, images } => {
            // Pictures before the text about them, as the documentation advises.
            let shown = images.iter().filter_map(WireImage::source_block);
            let said = text_block(&with_notes(text, images));
            ("user", shown.chain([said]).collect())
        }
        Turn::Result { id, content, .. } => ("user", vec![result(id, content)]),
        Turn::Assistant {
            text,
            sealed,
            calls,
            ..
        } => ("assistant", answer(text, sealed, calls)),
    };
    let blocks: Vec<Value> = blocks
        .into_iter()
        .filter(|block| !is_blank(block))
        .collect();
    if blocks.is_empty() {
        return;
    }
    if let Some(last) = messages.last_mut()
        && role(last) == role_of_turn
        && let Some(content) = last.get_mut("content").and_then(Value::as_array_mut)
    {
        content.extend(blocks);
        return;
    }
    messages.push(json!({ "role": role_of_turn, "content": blocks }));
}

/// Builds the blocks of an answer. Sealed blocks come first: an answer with thinking must
/// start with it.
fn answer(text: &str, sealed: &[Value], calls: &[WireCall]) -> Vec<Value> {
    let mut blocks = sealed.to_vec();
    // The server refuses an answer that ends in whitespace.
    blocks.push(text_block(text.trim_end()));
    blocks.extend(calls.iter().map(|call| {
        json!({
            "type": "tool_use",
            "id": call.id,
            "name": call.tool,
            "input": call.object(),
        })
    }));
    blocks
}

fn result(id: &str, content: &str) -> Value {
    let failed = serde_json::from_str::<Value>(content)
        .is_ok_and(|content| content.get("success") == Some(&Value::Bool(false)));
    let mut block = json!({
        "type": "tool_result",
        "tool_use_id": id,
        "content": content,
    });
    if let (true, Some(block)) = (failed, block.as_object_mut()) {
        block.insert("is_error".into(), Value::Bool(true));
    }
    block
}

fn tool(spec: &ToolSpec) -> Value {
    json!({
        "name": spec.name,
        "description": spec.description,
        "input_schema": spec.parameters,
    })
}

fn text_block(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

/// Whether the block is a text without words, which the server refuses.
fn is_blank(block: &Value) -> bool {
    block.get("type").and_then(Value::as_str) == Some("text")
        && block
            .get("text")
            .and_then(Value::as_str)
            .is_none_or(|text| text.trim().is_empty())
}

fn role(message: &Value) -> &str {
    message
        .get("role")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// Sets the cache mark on the last of some blocks.
fn mark_last(blocks: Option<&mut Value>) {
    let last = blocks
        .and_then(Value::as_array_mut)
        .and_then(|blocks| blocks.last_mut());
    if let Some(last) = last.and_then(Value::as_object_mut) {
        last.insert("cache_control".into(), json!({ "type": "ephemeral" }));
    }
}
