//! Ollama's stream: one JSON object per line (`api/types.go`, `ChatResponse`). Calls arrive whole,
//! an error in mid-stream is a line `{"error": …}`, the last line has `done: true` and the figures.

use serde_json::Value;

use crate::decode::{Decoder, cut_short, excerpt, not_json, not_the_protocol};
use crate::http::{error_kind, said_by};
use crate::lenient_json;
use crate::lines::Lines;
use crate::thinking::ThinkingTags;
use notice::notice;
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};
use protocol::usage::Usage;
use support::json;

/// Name of the server in messages.
const SERVER: Option<&str> = Some("Ollama");

#[derive(Debug, Default)]
pub struct OllamaDecoder {
    lines: Lines,
    calls: usize,
    tags: ThinkingTags,
    over: bool,
}

impl Decoder for OllamaDecoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>) {
        self.lines.push(bytes);
        while !self.over {
            match self.lines.next_line() {
                Ok(Some(line)) => self.line(&line, out),
                Ok(None) => return,
                Err(_) => self.end(not_the_protocol(SERVER, &notice!("told-over-line")), out),
            }
        }
    }

    fn finish(&mut self, out: &mut Vec<StreamPart>) {
        if self.over {
            return;
        }
        let rest = self.lines.rest();
        // A last line without its ending counts if it is complete.
        if lenient_json::read_bytes(&rest).is_some() {
            self.line(&rest, out);
        }
        if !self.over {
            self.end(cut_short(SERVER), out);
        }
    }

    fn is_over(&self) -> bool {
        self.over
    }
}

impl OllamaDecoder {
    fn line(&mut self, line: &[u8], out: &mut Vec<StreamPart>) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let value = match lenient_json::read_bytes(line) {
            Some(value) if value.is_object() => value,
            _ => return self.end(not_json(SERVER, &String::from_utf8_lossy(line)), out),
        };
        if value.get("error").is_some_and(|error| !error.is_null()) {
            let (words, code) = said_by(&value).unwrap_or_default();
            return self.end(
                StreamPart::Error {
                    error: broke(&words, &code),
                },
                out,
            );
        }
        if let Some(message) = value.get("message") {
            self.message(message, out);
        }
        if value.get("done") == Some(&Value::Bool(true)) {
            self.tags.settle(out);
            out.extend(usage(&value).map(|usage| StreamPart::Usage { usage }));
            let stop = self.stop(value.get("done_reason").and_then(Value::as_str));
            self.end(StreamPart::Done { stop }, out);
        }
    }

    fn message(&mut self, message: &Value, out: &mut Vec<StreamPart>) {
        let text = |field: &str| {
            let text = message.get(field)?.as_str()?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        if let Some(text) = text("thinking") {
            self.tags.tell_apart();
            out.push(StreamPart::Reasoning { text });
        }
        if let Some(text) = text("content") {
            self.tags.push(&text, out);
        }
        for call in json::items(message, "tool_calls") {
            self.tags.settle(out);
            self.call(call, out);
        }
    }

    fn call(&mut self, call: &Value, out: &mut Vec<StreamPart>) {
        let index = self.calls;
        self.calls += 1;
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let function = call.get("function").unwrap_or(call);
        let id = text(call.get("id"))
            .filter(|id| !id.is_empty())
            .unwrap_or_else(|| format!("call_{index}"));
        let name = text(function.get("name")).unwrap_or_default();
        let given = function.get("arguments").unwrap_or(&Value::Null);
        let arguments = crate::decode::arguments_of(given);
        out.push(StreamPart::CallStart { index, id, name });
        let text = match &arguments {
            Value::String(raw) => raw.clone(),
            other => other.to_string(),
        };
        out.push(StreamPart::CallArguments { index, text });
        out.push(StreamPart::CallEnd { index, arguments });
    }

    fn stop(&self, reason: Option<&str>) -> StopReason {
        match reason {
            Some("length") => StopReason::Length,
            _ if self.calls > 0 => StopReason::NeedsTools,
            _ => StopReason::Done,
        }
    }

    fn end(&mut self, part: StreamPart, out: &mut Vec<StreamPart>) {
        self.tags.settle(out);
        self.over = true;
        out.push(part);
    }
}

/// Extracts the figures of the last line. Ollama omits those that are zero.
fn usage(line: &Value) -> Option<Usage> {
    let count = |field: &str| line.get(field).and_then(Value::as_u64);
    let (input, output) = (count("prompt_eval_count"), count("eval_count"));
    if input.is_none() && output.is_none() {
        return None;
    }
    Some(Usage {
        input_tokens: input.unwrap_or(0),
        output_tokens: output.unwrap_or(0),
        ..Usage::default()
    })
}

fn broke(words: &str, code: &str) -> ProviderError {
    let kind = error_kind(words, code).unwrap_or(ProviderErrorKind::Server);
    let message = notice!("told-ollama-broke-off", rest = excerpt(words, 400));
    ProviderError::new(kind, message).with_hint(notice!("told-kept-ollama-log"))
}
