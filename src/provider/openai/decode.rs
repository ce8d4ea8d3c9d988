//! The stream of Chat Completions: server-sent events with one chunk each, `[DONE]` at the end.
//! Also reads an answer that was not streamed (one JSON body).

use serde_json::Value;

use super::calls::Calls;
use super::words::only_words;
use crate::decode::{Decoder, cut_short, excerpt, not_the_protocol};
use crate::frames::{Frame, Frames};
use crate::http::{error_kind, said_by};
use crate::lenient_json;
use crate::sse::SseEvent;
use crate::thinking::ThinkingTags;
use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};
use protocol::usage::Usage;
use support::json;

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
            Frame::Document(value) => self.chunk(value, false, out),
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
        let named_error = event.event == "error";
        if !named_error && let Some(text) = only_words(data) {
            self.choices.first = true;
            return self.tags.push(&text, out);
        }
        match lenient_json::read(data) {
            Some(value) if value.is_object() => self.chunk(&value, named_error, out),
            _ => {
                let what = notice!("told-event-no-object", rest = excerpt(data, 80));
                self.end(not_the_protocol(None, &what), out);
            }
        }
    }

    fn chunk(&mut self, value: &Value, named_error: bool, out: &mut Vec<StreamPart>) {
        let failed = value.get("error").is_some_and(|error| !error.is_null())
            || value.get("object").and_then(Value::as_str) == Some("error");
        if failed || named_error {
            let (words, code) =
                said_by(value).unwrap_or_else(|| (value.to_string(), String::new()));
            let error = broke(&words, &code);
            return self.end(StreamPart::Error { error }, out);
        }
        if let Some(usage) = value.get("usage").and_then(usage) {
            self.usage = Some(usage);
        }
        let Some(choice) = self.first_choice(json::items(value, "choices")) else {
            return;
        };
        let object = |name| choice.get(name).filter(|delta| delta.is_object());
        let delta = object("delta").or_else(|| object("message"));
        if let Some(delta) = delta {
            self.delta(delta, out);
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str)
            && !reason.is_empty()
        {
            self.finish_reason = Some(reason.to_owned());
        }
    }

    /// Returns the choice that is the answer. Requests ask for only one; further choices from a
    /// server are alternative answers.
    fn first_choice<'a>(&mut self, choices: &'a [Value]) -> Option<&'a Value> {
        let number = |choice: &Value| choice.get("index").and_then(Value::as_u64).unwrap_or(0);
        let first = choices.iter().find(|choice| number(choice) == 0);
        self.choices.first |= first.is_some();
        self.choices.others |= first.is_none() && !choices.is_empty();
        first
    }

    fn delta(&mut self, delta: &Value, out: &mut Vec<StreamPart>) {
        let text = |field: &str| {
            let text = delta.get(field)?.as_str()?;
            (!text.is_empty()).then(|| text.to_owned())
        };
        // Some servers send the same text under several names.
        let reasoning = ["reasoning_content", "reasoning", "thinking"];
        let reasoning = reasoning.iter().find_map(|field| text(field));
        self.part(reasoning.map(|text| StreamPart::Reasoning { text }), out);
        self.part(text("content").map(|text| StreamPart::Text { text }), out);
        for part in json::items(delta, "content") {
            self.part(content_part(part), out);
        }
        if let Some(text) = text("refusal") {
            self.refused = true;
            self.tags.settle(out);
            out.push(StreamPart::Text { text });
        }
        let calls = json::items(delta, "tool_calls").iter();
        let older = delta.get("function_call").filter(|call| call.is_object());
        for call in calls.chain(older) {
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
    let words = |field: &str| given(field).filter(|text| !text.is_empty());
    match part.get("type").and_then(Value::as_str) {
        Some("thinking") => words("thinking").map(|text| StreamPart::Reasoning { text }),
        Some("text") | None => words("text").map(|text| StreamPart::Text { text }),
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
