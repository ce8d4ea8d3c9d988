//! The stream of Chat Completions: server-sent events with one chunk each, `[DONE]` at the end.
//! An answer that was not streamed at all (one JSON body) is read too.

use serde_json::Value;

use super::calls::Calls;
use crate::protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};
use crate::protocol::usage::Usage;
use crate::provider::decode::{Decoder, cut_short, excerpt, not_the_protocol};
use crate::provider::http::{error_kind, said_by};
use crate::provider::lines::LINE_LIMIT;
use crate::provider::sse::{SseEvent, SseParser};

/// What the server is called in messages; the adapter's address is not known here.
const SERVER: &str = "the server";

/// The decoder.
#[derive(Debug, Default)]
pub struct OpenAiDecoder {
    shape: Shape,
    calls: Calls,
    usage: Option<Usage>,
    finish_reason: Option<String>,
    refused: bool,
    over: bool,
}

/// What the body turned out to be.
#[derive(Debug)]
enum Shape {
    /// Only white space so far.
    Unknown(Vec<u8>),
    Events(SseParser),
    /// One JSON document.
    Document(Vec<u8>),
}

impl Default for Shape {
    fn default() -> Self {
        Self::Unknown(Vec::new())
    }
}

impl Decoder for OpenAiDecoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>) {
        if self.over {
            return;
        }
        if let Shape::Unknown(before) = &mut self.shape {
            before.extend_from_slice(bytes);
            let Some(first) = before.iter().find(|byte| !byte.is_ascii_whitespace()) else {
                return;
            };
            let document = *first == b'{';
            let before = std::mem::take(before);
            self.shape = if document {
                Shape::Document(Vec::new())
            } else {
                Shape::Events(SseParser::default())
            };
            return self.take(&before, out);
        }
        self.take(bytes, out);
    }

    fn finish(&mut self, out: &mut Vec<StreamPart>) {
        if self.over {
            return;
        }
        match std::mem::take(&mut self.shape) {
            Shape::Unknown(_) => {}
            Shape::Document(body) => self.document(&body, out),
            Shape::Events(mut parser) => {
                // A last event that is not whole was cut, and is told as such below.
                if let Some(event) = parser.finish()
                    && (event.data.trim() == "[DONE]"
                        || serde_json::from_str::<Value>(&event.data).is_ok())
                {
                    self.event(&event, out);
                }
            }
        }
        if self.over {
            return;
        }
        if self.finish_reason.is_some() {
            self.complete(out);
        } else {
            self.end(cut_short(SERVER), out);
        }
    }

    fn is_over(&self) -> bool {
        self.over
    }
}

impl OpenAiDecoder {
    fn take(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>) {
        let mut events = Vec::new();
        let mut too_long = false;
        match &mut self.shape {
            Shape::Unknown(_) => {}
            Shape::Document(body) => {
                body.extend_from_slice(bytes);
                too_long = body.len() > LINE_LIMIT;
            }
            Shape::Events(parser) => {
                parser.push(bytes);
                loop {
                    match parser.next_event() {
                        Ok(Some(event)) => events.push(event),
                        Ok(None) => break,
                        Err(_) => {
                            too_long = true;
                            break;
                        }
                    }
                }
            }
        }
        for event in events {
            self.event(&event, out);
        }
        if too_long && !self.over {
            self.end(not_the_protocol(SERVER, "a line over 16 MiB"), out);
        }
    }

    fn event(&mut self, event: &SseEvent, out: &mut Vec<StreamPart>) {
        let data = event.data.trim();
        if self.over || data.is_empty() {
            return;
        }
        if data == "[DONE]" {
            return self.complete(out);
        }
        match serde_json::from_str::<Value>(data) {
            Ok(value) if value.is_object() => self.chunk(&value, event.event == "error", out),
            _ => {
                let what = format!("an event that is not a JSON object: {}", excerpt(data, 80));
                self.end(not_the_protocol(SERVER, &what), out);
            }
        }
    }

    fn document(&mut self, body: &[u8], out: &mut Vec<StreamPart>) {
        // A body that stops in the middle was cut, and is told as such by the caller.
        if let Ok(value) = serde_json::from_slice::<Value>(body) {
            self.chunk(&value, false, out);
        }
    }

    fn chunk(&mut self, value: &Value, named_error: bool, out: &mut Vec<StreamPart>) {
        let failed = value.get("error").is_some_and(|error| !error.is_null());
        if failed || named_error {
            let (words, code) =
                said_by(value).unwrap_or_else(|| (value.to_string(), String::new()));
            let error = broke(&words, &code);
            return self.end(StreamPart::Error { error }, out);
        }
        if let Some(usage) = value.get("usage").and_then(usage) {
            self.usage = Some(usage);
        }
        let choice = value
            .get("choices")
            .and_then(Value::as_array)
            .and_then(|choices| choices.first());
        let Some(choice) = choice else {
            return;
        };
        let delta = [choice.get("delta"), choice.get("message")]
            .into_iter()
            .flatten()
            .find(|delta| delta.is_object());
        if let Some(delta) = delta {
            self.delta(delta, out);
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str)
            && !reason.is_empty()
        {
            self.finish_reason = Some(reason.to_owned());
        }
    }

    fn delta(&mut self, delta: &Value, out: &mut Vec<StreamPart>) {
        let text = |field: &str| {
            let text = delta.get(field)?.as_str()?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        // Some servers send the same words under both names.
        let reasoning = text("reasoning_content").or_else(|| text("reasoning"));
        out.extend(reasoning.map(|text| StreamPart::Reasoning { text }));
        out.extend(text("content").map(|text| StreamPart::Text { text }));
        if let Some(text) = text("refusal") {
            self.refused = true;
            out.push(StreamPart::Text { text });
        }
        let calls = delta.get("tool_calls").and_then(Value::as_array);
        for call in calls.into_iter().flatten() {
            self.calls.piece(call, out);
        }
        if let Some(call) = delta.get("function_call").filter(|call| call.is_object()) {
            self.calls.piece(call, out);
        }
    }

    /// The answer is whole.
    fn complete(&mut self, out: &mut Vec<StreamPart>) {
        let stop = match self.finish_reason.as_deref() {
            _ if self.refused => StopReason::Refused,
            Some("content_filter") => StopReason::Refused,
            Some("length") => StopReason::Length,
            _ if self.calls.any() => StopReason::NeedsTools,
            _ => StopReason::Done,
        };
        self.calls.finish(out);
        out.extend(self.usage.take().map(|usage| StreamPart::Usage { usage }));
        self.end(StreamPart::Done { stop }, out);
    }

    fn end(&mut self, part: StreamPart, out: &mut Vec<StreamPart>) {
        self.over = true;
        out.push(part);
    }
}

fn usage(value: &Value) -> Option<Usage> {
    let count = |pointer: &str| value.pointer(pointer).and_then(Value::as_u64);
    Some(Usage {
        input_tokens: count("/prompt_tokens")?,
        output_tokens: count("/completion_tokens").unwrap_or(0),
        cached_tokens: count("/prompt_tokens_details/cached_tokens").unwrap_or(0),
        // OpenRouter tells the price itself, in dollars.
        cost_usd: value.get("cost").and_then(Value::as_f64),
        ..Usage::default()
    })
}

fn broke(words: &str, code: &str) -> ProviderError {
    let kind = error_kind(words, code).unwrap_or(ProviderErrorKind::Server);
    ProviderError::new(
        kind,
        format!(
            "the server broke off in mid-answer: {}",
            excerpt(words, 400)
        ),
    )
    .with_hint("what had come is kept; try again")
}
