//! Answers of model servers, in their own formats.

use serde_json::{Value, json};

use super::http::{Act, Script};

/// What a model does in a step.
pub enum Step<'a> {
    /// It says something and is done.
    Says(&'a str),
    /// It says something and calls tools.
    Calls(&'a str, Vec<(&'a str, Value)>),
}

/// What Ollama says of a model that calls tools.
pub fn show() -> Script {
    let body = json!({
        "capabilities": ["completion", "tools"],
        "model_info": { "general.architecture": "demo", "demo.context_length": 16_384 },
        "details": { "family": "demo", "parameter_size": "1B", "quantization_level": "Q4" },
    });
    Script::json(200, &body.to_string())
}

fn ollama_line(message: Value, done: bool) -> String {
    let mut line = json!({
        "model": "m",
        "created_at": "2026-01-01T00:00:00Z",
        "message": message,
        "done": done,
    });
    if done {
        line["done_reason"] = json!("stop");
        line["prompt_eval_count"] = json!(1_200);
        line["eval_count"] = json!(20);
        line["total_duration"] = json!(1_000_000);
    }
    format!("{line}\n")
}

/// A piece of text as Ollama streams it.
pub fn ollama_text(text: &str) -> Act {
    Act::send(&ollama_line(
        json!({ "role": "assistant", "content": text }),
        false,
    ))
}

/// A step as Ollama streams it.
pub fn ollama(step: Step<'_>) -> Script {
    let (text, calls) = match step {
        Step::Says(text) => (text, Vec::new()),
        Step::Calls(text, calls) => (text, calls),
    };
    let mut acts = vec![ollama_text(text)];
    if !calls.is_empty() {
        let calls = calls.into_iter().map(
            |(name, arguments)| json!({ "function": { "name": name, "arguments": arguments } }),
        );
        let message =
            json!({ "role": "assistant", "content": "", "tool_calls": calls.collect::<Vec<_>>() });
        acts.push(Act::send(&ollama_line(message, false)));
    }
    acts.push(Act::send(&ollama_line(
        json!({ "role": "assistant", "content": "" }),
        true,
    )));
    ollama_stream(acts)
}

/// A body as Ollama's server sends it.
pub fn ollama_stream(acts: Vec<Act>) -> Script {
    Script::new(200, "application/x-ndjson", acts)
}

/// A step as Chat Completions streams it; calls are numbered from `first`.
pub fn openai(step: Step<'_>, first: usize) -> Script {
    let (text, calls) = match step {
        Step::Says(text) => (text, Vec::new()),
        Step::Calls(text, calls) => (text, calls),
    };
    let mut events = vec![delta(json!({ "role": "assistant", "content": text }), None)];
    let reason = if calls.is_empty() {
        "stop"
    } else {
        "tool_calls"
    };
    for (index, (name, arguments)) in calls.into_iter().enumerate() {
        let id = format!("call_{:03}", first + index);
        let arguments = arguments.to_string();
        events.push(delta(
            json!({ "tool_calls": [{
                "index": index, "id": id, "type": "function",
                "function": { "name": name, "arguments": "" },
            }] }),
            None,
        ));
        // In two pieces, as servers do.
        let half = arguments.char_indices().nth(arguments.chars().count() / 2);
        let (head, tail) = arguments.split_at(half.map_or(0, |(at, _)| at));
        for piece in [head, tail] {
            events.push(delta(
                json!({ "tool_calls": [{ "index": index, "function": { "arguments": piece } }] }),
                None,
            ));
        }
    }
    events.push(delta(json!({}), Some(reason)));
    let usage = json!({
        "id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [],
        "usage": { "prompt_tokens": 1_200, "completion_tokens": 20, "total_tokens": 1_220 },
    });
    events.push(format!("data: {usage}\n\n"));
    events.push("data: [DONE]\n\n".to_owned());
    let acts = events.iter().map(|event| Act::send(event)).collect();
    Script::new(200, "text/event-stream", acts)
}

fn delta(delta: Value, reason: Option<&str>) -> String {
    let chunk = json!({
        "id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [{ "index": 0, "delta": delta, "finish_reason": reason }],
    });
    format!("data: {chunk}\n\n")
}
