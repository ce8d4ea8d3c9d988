//! The body of `/chat/completions`, as OpenAI has it; a dialect changes it afterwards.

use serde_json::{Value, json};

use crate::protocol::call::ToolSpec;
use crate::provider::StepRequest;
use crate::provider::turns::{Turn, WireCall, conversation};

/// The request as JSON.
pub fn body(request: &StepRequest) -> Value {
    let conversation = conversation(request);
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
        // By way of its text: 0.2 as f32 is 0.20000000298 as f64.
        let exact: f64 = temperature.to_string().parse().unwrap_or_default();
        object.insert("temperature".into(), json!(exact));
    }
    if conversation.native_tools {
        let tools: Vec<Value> = request.tools.iter().map(tool).collect();
        object.insert("tools".into(), json!(tools));
    }
    body
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
        Turn::User { text } => json!({ "role": "user", "content": text }),
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

fn call(call: &WireCall) -> Value {
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": call.tool, "arguments": call.object().to_string() },
    })
}
