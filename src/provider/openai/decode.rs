//! The stream of Chat Completions: server-sent events with one chunk each, `[DONE]` at the end.
//! Also reads an answer that was not streamed (one JSON body).

use serde::Deserialize;
use serde_json::Value;

use super::calls::Calls;
use super::chunk::{Choice, Chunk, Delta};
use crate::decode::{Decoder, cut_short, excerpt, not_json, not_the_protocol};
use crate::frames::{Frame, Frames};
use crate::http::{error_kind, said_by};
use crate::lenient_json;
use crate::sse::SseEvent;
use crate::thinking::ThinkingTags;
use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};
use protocol::usage::Usage;

#[derive(Debug, Default)]
pub struct OpenAiDecoder {
    frames: Frames,
    calls: Calls,
    tags: ThinkingTags,
    /// Whether the first choice has arrived, and whether others have.
    choices: Choices,
    usage: Option<Usage>,
    finish_reason: Option<String>,
    refused: bool,
    over: bool,
}

impl Decoder for OpenAiDecoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>) {
        if self.over {
            return;
        }
        for frame in self.frames.push(bytes) {
            self.frame(&frame, out);
        }
    }

    fn finish(&mut self, out: &mut Vec<StreamPart>) {
        if self.over {
            return;
        }
        if let Some(frame) = self.frames.finish() {
            self.frame(&frame, out);
        }
        if self.over {
            return;
        }
        if self.finish_reason.is_some() {
            self.complete(out);
        } else {
            self.end(cut_short(None), out);
        }
    }

    fn is_over(&self) -> bool {
        self.over
    }
}

impl OpenAiDecoder {
    fn frame(&mut self, frame: &Frame, out: &mut Vec<StreamPart>) {
        match frame {
            _ if self.over => {}
            Frame::Event(event) => self.event(event, out),
            Frame::Document(value) => match Chunk::deserialize(value).unwrap_or_default() {
                chunk if chunk.is_error() => self.fail(value, out),
                chunk => self.chunk(chunk, out),
            },
            Frame::TooLong => self.end(not_the_protocol(None, &notice!("told-over-line")), out),
        }
    }

    fn event(&mut self, event: &SseEvent, out: &mut Vec<StreamPart>) {
        let data = event.data.trim();
        if data.is_empty() {
            return;
        }
        if data == "[DONE]" {
            return self.complete(out);
        }
        match Chunk::read(data) {
            Some(chunk) if event.event == "error" || chunk.is_error() => {
                self.fail(&lenient_json::read(data).unwrap_or_default(), out);
            }
            Some(chunk) => self.chunk(chunk, out),
            None => self.end(not_json(None, data), out),
        }
    }

    /// Ends the answer with an error that the server reports.
    fn fail(&mut self, value: &Value, out: &mut Vec<StreamPart>) {
        let (words, code) = said_by(value).unwrap_or_else(|| (value.to_string(), String::new()));
        let error = broke(&words, &code);
        self.end(StreamPart::Error { error }, out);
    }

    fn chunk(&mut self, chunk: Chunk, out: &mut Vec<StreamPart>) {
        if let Some(usage) = usage(&chunk.usage) {
            self.usage = Some(usage);
        }
        let Some(mut choice) = self.first_choice(chunk.choices) else {
            return;
        };
        let reason = std::mem::take(&mut choice.finish_reason);
        if let Some(delta) = choice.into_delta() {
            self.delta(delta, out);
        }
        if !reason.is_empty() {
            self.finish_reason = Some(reason);
        }
    }

    /// Returns the choice that is the answer. Requests ask for only one; further choices from a
    /// server are alternative answers.
    fn first_choice(&mut self, choices: Vec<Choice>) -> Option<Choice> {
        let has_any = !choices.is_empty();
        let first = choices.into_iter().find(|choice| choice.index == 0);
        self.choices.first |= first.is_some();
        self.choices.others |= first.is_none() && has_any;
        first
    }

    fn delta(&mut self, mut delta: Delta, out: &mut Vec<StreamPart>) {
        let reasoning = delta.take_reasoning();
        self.part(reasoning.map(|text| StreamPart::Reasoning { text }), out);
        match delta.content {
            Value::String(text) => self.part(text_part(text), out),
            Value::Array(parts) => {
                for part in &parts {
                    self.part(content_part(part), out);
                }
            }
            _ => {}
        }
        if !delta.refusal.is_empty() {
            self.refused = true;
            self.tags.settle(out);
            out.push(StreamPart::Text {
                text: delta.refusal,
            });
        }
        let older = Some(delta.function_call).filter(Value::is_object);
        for call in delta.tool_calls.iter().chain(&older) {
            self.tags.settle(out);
            self.calls.piece(call, out);
        }
    }

    /// Passes a part on; a text goes through the detection of reasoning tags.
    fn part(&mut self, part: Option<StreamPart>, out: &mut Vec<StreamPart>) {
        match part {
            Some(StreamPart::Text { text }) => self.tags.push(&text, out),
            Some(part) => {
                self.tags.tell_apart();
                out.push(part);
            }
            None => {}
        }
    }

    fn complete(&mut self, out: &mut Vec<StreamPart>) {
        if self.finish_reason.as_deref() == Some("error") {
            let error = broken_off(ProviderErrorKind::Server, &notice!("told-gave-no-reason"));
            return self.end(StreamPart::Error { error }, out);
        }
        if self.choices.others && !self.choices.first {
            let what = notice!("told-no-first-choice");
            return self.end(not_the_protocol(None, &what), out);
        }
        self.tags.settle(out);
        let stop = match self.finish_reason.as_deref() {
            _ if self.refused => StopReason::Refused,
            Some("content_filter") => StopReason::Refused,
            Some("length" | "model_length") => StopReason::Length,
            _ if self.calls.any() => StopReason::NeedsTools,
            _ => StopReason::Done,
        };
        self.calls.finish(out);
        out.extend(self.usage.take().map(|usage| StreamPart::Usage { usage }));
        self.end(StreamPart::Done { stop }, out);
    }

    fn end(&mut self, part: StreamPart, out: &mut Vec<StreamPart>) {
        self.tags.settle(out);
        self.over = true;
        out.push(part);
    }
}

/// Choices that have arrived.
#[derive(Debug, Default)]
struct Choices {
    first: bool,
    others: bool,
}

fn text_part(text: String) -> Option<StreamPart> {
    (!text.is_empty()).then_some(StreamPart::Text { text })
}

/// Converts a part of a content that is a list: text, or reasoning in Mistral's form (itself a list
/// of texts). Other parts (references to sources) contain no text.
fn content_part(part: &Value) -> Option<StreamPart> {
    let given = |field: &str| match part.get(field)? {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
            Some(texts.collect())
        }
        _ => None,
    };
    match part.get("type").and_then(Value::as_str) {
        Some("thinking") => given("thinking")
            .filter(|text| !text.is_empty())
            .map(|text| StreamPart::Reasoning { text }),
        Some("text") | None => given("text").and_then(text_part),
        Some(_) => None,
    }
}

fn usage(value: &Value) -> Option<Usage> {
    let count = |pointer: &str| value.pointer(pointer).and_then(Value::as_u64);
    Some(Usage {
        input_tokens: count("/prompt_tokens")?,
        output_tokens: count("/completion_tokens").unwrap_or(0),
        // DeepSeek uses a name of its own.
        cached_tokens: count("/prompt_tokens_details/cached_tokens")
            .or_else(|| count("/prompt_cache_hit_tokens"))
            .unwrap_or(0),
        cache_written_tokens: count("/prompt_tokens_details/cache_write_tokens").unwrap_or(0),
        reasoning_tokens: count("/completion_tokens_details/reasoning_tokens").unwrap_or(0),
        // OpenRouter reports the price itself, in dollars.
        cost_usd: value.get("cost").and_then(Value::as_f64),
        ..Usage::default()
    })
}

fn broke(words: &str, code: &str) -> ProviderError {
    let kind = error_kind(words, code).unwrap_or(ProviderErrorKind::Server);
    broken_off(kind, &Notice::text(excerpt(words, 400)))
}

fn broken_off(kind: ProviderErrorKind, rest: &Notice) -> ProviderError {
    ProviderError::new(kind, notice!("told-server-broke-off", rest))
        .with_hint(notice!("told-kept-try-again"))
}
