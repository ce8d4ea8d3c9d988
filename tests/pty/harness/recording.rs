//! Handmade recordings: the answers of a model in a test, step by step.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::place::Place;

/// One answer of the model.
pub struct Step {
    parts: Vec<Value>,
    stop: &'static str,
}

impl Step {
    /// Creates an answer that ends the turn with text.
    pub fn says(text: &str) -> Self {
        Self {
            parts: vec![json!({"type": "text", "text": text})],
            stop: "done",
        }
    }

    /// Creates an answer with text that runs a command.
    pub fn runs(text: &str, command: &str) -> Self {
        Self::calls(text, "shell_exec", &json!({"command": command}))
    }

    /// Creates an answer with text that calls this tool.
    pub fn calls(text: &str, tool: &str, arguments: &Value) -> Self {
        let call = json!({"type": "call_start", "index": 0, "id": "call_1", "name": tool});
        let end = json!({"type": "call_end", "index": 0, "arguments": arguments});
        let mut step = Self::says(text);
        step.parts.extend([call, end]);
        step.stop = "needs_tools";
        step
    }
}

/// Writes a recording with these answers; returns the arguments that replay it.
pub fn play(place: &Place, steps: Vec<Step>) -> Vec<String> {
    let file = record(place, steps);
    let words = [
        "--provider",
        "replay",
        "--base-url",
        &file.display().to_string(),
        "--model",
        "recorded",
    ];
    words.map(str::to_owned).to_vec()
}

fn record(place: &Place, steps: Vec<Step>) -> PathBuf {
    let header = json!({
        "cassette": 1, "made_by": "a test", "created_at": "2026-11-01T09:00:00Z",
        "provider": "ollama", "model": "recorded"
    });
    let mut lines = vec![header.to_string()];
    for (index, step) in steps.into_iter().enumerate() {
        let mut parts = step.parts;
        parts.push(json!({"type": "done", "stop": step.stop}));
        let line = json!({"agent": "main", "step": index + 1, "parts": parts});
        lines.push(line.to_string());
    }
    place.write("answers.jsonl", &(lines.join("\n") + "\n"))
}
