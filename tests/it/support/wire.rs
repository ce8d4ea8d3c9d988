//! Answers of model servers, in their own formats.

use serde_json::{Value, json};

use super::http::{Act, Script};

/// A model's action in a step.
pub enum Step<'a> {
    /// Sends text and is done.
    Says(&'a str),
    /// Sends text and calls tools.
    Calls(&'a str, Vec<(&'a str, Value)>),
}

/// Returns Ollama's description of a model that calls tools.
pub fn show() -> Script {
    let body = json!({
        "capabilities": ["completion", "tools"],
        "model_info": { "general.architecture": "demo", "demo.context_length": 16_384 },
        "details": { "family": "demo", "parameter_size": "1B", "quantization_level": "Q4" },
    });
    Script::json(200, &body.to_string())
}

fn ollama_line(message: &Value) -> Act {
    let line = json!({
        "model": "m",
        "created_at": "2026-01-01T00:00:00Z",
        "message": message,
        "done": false,
    });
    Act::send(&format!("{line}\n"))
}

/// Returns the end of an Ollama answer, with its token counts.
pub fn ollama_end() -> Act {
    let line = json!({
        "model": "m",
        "created_at": "2026-01-01T00:00:00Z",
        "message": { "role": "assistant", "content": "" },
        "done": true,
        "done_reason": "stop",
        "prompt_eval_count": 1_200,
        "eval_count": 20,
        "total_duration": 1_000_000,
    });
    Act::send(&format!("{line}\n"))
}

/// Returns a piece of text as Ollama streams it.
pub fn ollama_text(text: &str) -> Act {
    ollama_line(&json!({ "role": "assistant", "content": text }))
}

/// Returns a step as Ollama streams it.
pub fn ollama(step: Step<'_>) -> Script {
    let (text, calls) = match step {
        Step::Says(text) => (text, Vec::new()),
        Step::Calls(text, calls) => (text, calls),
    };
    let mut acts = vec![ollama_text(text)];
    if !calls.is_empty() {
        let calls: Vec<Value> = calls
            .into_iter()
            .map(
                |(name, arguments)| json!({ "function": { "name": name, "arguments": arguments } }),
            )
            .collect();
        acts.push(ollama_line(
            &json!({ "role": "assistant", "content": "", "tool_calls": calls }),
        ));
    }
    acts.push(ollama_end());
    ollama_stream(acts)
}

/// Returns a body as Ollama's server sends it.
pub fn ollama_stream(acts: Vec<Act>) -> Script {
    Script::new(200, "application/x-ndjson", acts)
}

/// Returns a step as Chat Completions streams it; calls are numbered from `first`.
pub fn openai(step: Step<'_>, first: usize) -> Script {
    let (text, calls) = match step {
        Step::Says(text) => (text, Vec::new()),
        Step::Calls(text, calls) => (text, calls),
    };
    let mut events = vec![delta(&json!({ "role": "assistant", "content": text }))];
    let reason = if calls.is_empty() {
        "stop"
    } else {
        "tool_calls"
    };
    for (index, (name, arguments)) in calls.into_iter().enumerate() {
        let id = format!("call_{:03}", first + index);
        let arguments = arguments.to_string();
        events.push(delta(&json!({ "tool_calls": [{
                "index": index, "id": id, "type": "function",
                "function": { "name": name, "arguments": "" },
            }] })));
        // In two pieces, as servers send them.
        let half = arguments.char_indices().nth(arguments.chars().count() / 2);
        let (head, tail) = arguments.split_at(half.map_or(0, |(at, _)| at));
        for piece in [head, tail] {
            events.push(delta(
                &json!({ "tool_calls": [{ "index": index, "function": { "arguments": piece } }] }),
            ));
        }
    }
    events.push(end(reason));
    let usage = json!({
        "id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [],
        "usage": { "prompt_tokens": 1_200, "completion_tokens": 20, "total_tokens": 1_220 },
    });
    events.push(format!("data: {usage}\n\n"));
    events.push("data: [DONE]\n\n".to_owned());
    let acts = events.iter().map(|event| Act::send(event)).collect();
    Script::new(200, "text/event-stream", acts)
}

fn delta(delta: &Value) -> String {
    chunk(&json!({ "index": 0, "delta": delta, "finish_reason": null }))
}

fn end(reason: &str) -> String {
    chunk(&json!({ "index": 0, "delta": {}, "finish_reason": reason }))
}

fn chunk(choice: &Value) -> String {
    let chunk = json!({
        "id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [choice],
    });
    format!("data: {chunk}\n\n")
}

/// Returns a step as Anthropic streams it, after a signed thought.
pub fn anthropic(step: Step<'_>) -> Script {
    let (text, calls) = match step {
        Step::Says(text) => (text, Vec::new()),
        Step::Calls(text, calls) => (text, calls),
    };
    let reason = if calls.is_empty() {
        "end_turn"
    } else {
        "tool_use"
    };
    let mut blocks = vec![
        (
            json!({ "type": "thinking", "thinking": "", "signature": "" }),
            vec![
                json!({ "type": "thinking_delta", "thinking": "Let me see." }),
                json!({ "type": "signature_delta", "signature": "c2lnbmVk" }),
            ],
        ),
        (
            json!({ "type": "text", "text": "" }),
            vec![json!({ "type": "text_delta", "text": text })],
        ),
    ];
    for (number, (name, arguments)) in calls.into_iter().enumerate() {
        let id = format!("toolu_{number:03}");
        let start = json!({ "type": "tool_use", "id": id, "name": name, "input": {} });
        let arguments = arguments.to_string();
        let delta = json!({ "type": "input_json_delta", "partial_json": arguments });
        blocks.push((start, vec![delta]));
    }
    let usage =
        json!({ "input_tokens": 1_200, "cache_read_input_tokens": 300, "output_tokens": 1 });
    let mut events = vec![json!({
        "type": "message_start",
        "message": { "id": "msg_1", "role": "assistant", "content": [], "usage": usage },
    })];
    for (index, (block, deltas)) in blocks.into_iter().enumerate() {
        events
            .push(json!({ "type": "content_block_start", "index": index, "content_block": block }));
        for delta in deltas {
            events.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
        }
        events.push(json!({ "type": "content_block_stop", "index": index }));
    }
    let delta = json!({ "stop_reason": reason });
    events
        .push(json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": 20 } }));
    events.push(json!({ "type": "message_stop" }));
    let acts = events.iter().map(|event| {
        let kind = event["type"].as_str().unwrap_or_default();
        Act::send(&format!("event: {kind}\ndata: {event}\n\n"))
    });
    Script::new(200, "text/event-stream", acts.collect())
}
