//! The recording of an answer for the cache, and its playback.

use std::collections::BTreeMap;
use std::time::Instant;

use futures_util::stream;
use jiff::Timestamp;
use serde_json::Value;

use crate::PartStream;
use crate::tokens::estimate_tokens;
use notice::notice;
use protocol::stream::{StopReason, StreamPart};
use protocol::usage::Usage;
use redact::{MASK, Masker};

/// Maximum bytes of an answer; a longer one is not kept.
const LONGEST: usize = 768 * 1024;

/// Approximate bytes of text per piece on playback.
const PIECE: usize = 4096;

/// A complete answer in its simplest form: reasoning, text and calls.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptAnswer {
    /// Parts of the answer; usage and end are the last two.
    pub parts: Vec<StreamPart>,
    /// Tokens of the answer and of the request.
    pub usage: Usage,
}

/// Result of recording a part.
pub(super) enum PartOutcome {
    /// The answer continues.
    More,
    Whole(KeptAnswer),
    /// The answer must not be kept.
    Never,
}

/// Records an answer as it arrives.
pub(super) struct AnswerRecorder {
    masker: Masker,
    /// Estimated tokens of the request.
    prompt: u64,
    bytes: usize,
    reasoning: String,
    text: String,
    sealed: Vec<Value>,
    begun: BTreeMap<usize, (String, String)>,
    calls: Vec<(usize, Value)>,
    usage: Usage,
}

impl AnswerRecorder {
    pub(super) fn new(masker: Masker, prompt: u64) -> Self {
        Self {
            masker,
            prompt,
            bytes: 0,
            reasoning: String::new(),
            text: String::new(),
            sealed: Vec::new(),
            begun: BTreeMap::new(),
            calls: Vec::new(),
            usage: Usage::default(),
        }
    }

    pub(super) fn take(&mut self, part: &StreamPart) -> PartOutcome {
        match part {
            StreamPart::Text { text } => {
                self.bytes += text.len();
                self.text.push_str(text);
            }
            StreamPart::Reasoning { text } => {
                self.bytes += text.len();
                self.reasoning.push_str(text);
            }
            StreamPart::TextWasReasoning => {
                let text = std::mem::take(&mut self.text);
                self.reasoning.push_str(&text);
            }
            StreamPart::Sealed { block } => {
                self.bytes += block.to_string().len();
                self.sealed.push(block.clone());
            }
            StreamPart::CallStart { index, id, name } => {
                self.bytes += id.len() + name.len();
                self.begun.insert(*index, (id.clone(), name.clone()));
            }
            // The complete arguments come with the end of the call.
            StreamPart::CallArguments { .. } | StreamPart::Notice { .. } => {}
            StreamPart::CallEnd { index, arguments } => {
                // Unreadable arguments would fail again on every playback.
                if !arguments.is_object() {
                    return PartOutcome::Never;
                }
                self.bytes += arguments.to_string().len();
                self.calls.push((*index, arguments.clone()));
            }
            // A played-back answer would no longer report the ignored call.
            StreamPart::CallIgnored { .. } => return PartOutcome::Never,
            StreamPart::Usage { usage } => self.usage = usage.clone(),
            StreamPart::Done { stop } => return self.end(*stop),
            StreamPart::Error { .. } | StreamPart::KnownAs { .. } => return PartOutcome::Never,
        }
        if self.bytes > LONGEST {
            PartOutcome::Never
        } else {
            PartOutcome::More
        }
    }

    /// Returns the complete answer for storage, unless it was truncated or refused, is empty, or
    /// contains what looks like a secret.
    fn end(&mut self, stop: StopReason) -> PartOutcome {
        let is_good = match stop {
            StopReason::Done | StopReason::NeedsTools => true,
            StopReason::Length | StopReason::Refused => false,
        };
        let says = !self.text.trim().is_empty() || !self.calls.is_empty();
        if !is_good || !says {
            return PartOutcome::Never;
        }
        let usage = self.measured();
        let mut parts = self.parts();
        if parts.iter().any(|part| self.holds_secret(part)) {
            return PartOutcome::Never;
        }
        parts.push(StreamPart::Usage {
            usage: usage.clone(),
        });
        parts.push(StreamPart::Done { stop });
        PartOutcome::Whole(KeptAnswer { parts, usage })
    }

    fn measured(&self) -> Usage {
        let mut usage = self.usage.clone();
        if usage.input_tokens == 0 {
            usage.input_tokens = self.prompt;
            usage.output_tokens = usage.output_tokens.max(estimate_tokens(&self.text));
            usage.estimated = true;
        }
        usage
    }

    fn parts(&mut self) -> Vec<StreamPart> {
        let mut parts = Vec::new();
        let text = std::mem::take(&mut self.reasoning);
        if !text.is_empty() {
            parts.push(StreamPart::Reasoning { text });
        }
        let sealed = std::mem::take(&mut self.sealed).into_iter();
        parts.extend(sealed.map(|block| StreamPart::Sealed { block }));
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            parts.push(StreamPart::Text { text });
        }
        for (index, arguments) in std::mem::take(&mut self.calls) {
            if let Some((id, name)) = self.begun.remove(&index) {
                parts.push(StreamPart::CallStart { index, id, name });
                parts.push(StreamPart::CallEnd { index, arguments });
            }
        }
        parts
    }

    fn holds_secret(&self, part: &StreamPart) -> bool {
        let value = serde_json::to_value(part).unwrap_or(Value::Null);
        holds_secret(&value, &self.masker)
    }
}

/// Whether a value contains what looks like a secret, or one that has already been masked.
fn holds_secret(value: &Value, masker: &Masker) -> bool {
    let is_secret = |text: &str| text.contains(MASK) || masker.mask(text) != text;
    match value {
        Value::String(text) => is_secret(text),
        Value::Array(items) => items.iter().any(|item| holds_secret(item, masker)),
        Value::Object(fields) => fields
            .iter()
            .any(|(name, item)| is_secret(name) || holds_secret(item, masker)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Plays a kept answer as a stream: its usage says that nothing was sent and nothing is paid.
pub(super) fn played(parts: Vec<StreamPart>, made: Timestamp, began: Instant) -> PartStream {
    let time = made.strftime("%F %H:%M UTC").to_string();
    let text = notice!("told-from-cache", time);
    let mut out = vec![StreamPart::Notice { text }];
    for part in parts {
        match part {
            StreamPart::Text { text } => {
                out.extend(pieces(&text).map(|text| StreamPart::Text { text }));
            }
            StreamPart::Reasoning { text } => {
                out.extend(pieces(&text).map(|text| StreamPart::Reasoning { text }));
            }
            StreamPart::Usage { usage } => {
                let usage = free(&usage, began);
                out.push(StreamPart::Usage { usage });
            }
            other => out.push(other),
        }
    }
    Box::pin(stream::iter(out))
}

fn free(usage: &Usage, began: Instant) -> Usage {
    Usage {
        cached_tokens: 0,
        cache_written_tokens: 0,
        saved_tokens: usage.total_tokens(),
        latency_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
        cost_usd: Some(0.0),
        unpriced_tokens: 0,
        ..usage.clone()
    }
}

/// Splits a text into pieces at character boundaries.
fn pieces(text: &str) -> impl Iterator<Item = String> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.floor_char_boundary(PIECE.min(rest.len()));
        let (piece, more) = rest.split_at_checked(end)?;
        rest = more;
        (!piece.is_empty()).then(|| piece.to_owned())
    })
}
