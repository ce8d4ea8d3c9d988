//! Reads an answer of a probe: its calls, whether they came natively or as text, and
//! the stop reason.

use futures_util::StreamExt;
use serde_json::Value;

use crate::PartStream;
use crate::prompted_tools::{Conditions, Recoverer, is_id_of_text};
use notice::notice;
use protocol::call::ToolSpec;
use protocol::catalogue::CallForm;
use protocol::estimate::Estimate;
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};
use protocol::usage::Usage;

/// Maximum bytes of an answer, in case its server ignores the token limit.
const MOST_BYTES: usize = 64 * 1024;

/// A call that a model made.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MadeCall {
    /// The server's id of the call.
    pub(super) id: String,
    pub(super) tool: String,
    pub(super) arguments: Value,
    /// Whether the call came natively or as text.
    pub(super) form: CallForm,
}

impl MadeCall {
    /// Whether it has the same tool and arguments.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.tool == other.tool && self.arguments == other.arguments
    }
}

#[derive(Debug, Default)]
pub(super) struct Answer {
    text: String,
    pub(super) reasoning: String,
    /// Reasoning in the form in which the server wants it back.
    pub(super) sealed: Vec<Value>,
    pub(super) calls: Vec<MadeCall>,
    pub(super) stop: Option<StopReason>,
    usage: Option<Usage>,
}

impl Answer {
    pub(super) fn makes_again(&self, call: &MadeCall) -> bool {
        self.calls.iter().any(|made| made.is_same(call))
    }

    /// Returns the usage; estimated if the server does not report it.
    pub(super) fn usage_or(&self, prompt: u64) -> Usage {
        self.usage.clone().unwrap_or_else(|| Usage {
            input_tokens: prompt,
            output_tokens: Estimate::USUAL.bytes(self.bytes()),
            estimated: true,
            ..Usage::default()
        })
    }

    fn bytes(&self) -> usize {
        let calls = self.calls.iter().map(|call| match &call.arguments {
            Value::String(raw) => raw.len(),
            other => other.to_string().len(),
        });
        self.text.len() + self.reasoning.len() + calls.sum::<usize>()
    }

    /// Processes a part; returns the result when the answer has ended.
    fn take(&mut self, part: StreamPart) -> Option<Result<(), ProviderError>> {
        match part {
            StreamPart::Text { text } => self.text.push_str(&text),
            StreamPart::Reasoning { text } => self.reasoning.push_str(&text),
            StreamPart::TextWasReasoning => {
                self.reasoning.push_str(&std::mem::take(&mut self.text));
            }
            StreamPart::Sealed { block } => self.sealed.push(block),
            StreamPart::CallStart { id, name, .. } => {
                let form = if is_id_of_text(&id) {
                    CallForm::Text
                } else {
                    CallForm::Native
                };
                self.calls.push(MadeCall {
                    id,
                    tool: name,
                    arguments: Value::Null,
                    form,
                });
            }
            StreamPart::CallEnd { index, arguments } => {
                if let Some(call) = self.calls.get_mut(index) {
                    call.arguments = arguments;
                }
            }
            StreamPart::Usage { usage } => self.usage = Some(usage),
            StreamPart::Done { stop } => {
                self.stop = Some(stop);
                return Some(Ok(()));
            }
            StreamPart::Error { error } => return Some(Err(error)),
            StreamPart::CallArguments { .. }
            | StreamPart::CallIgnored { .. }
            | StreamPart::Notice { .. }
            | StreamPart::KnownAs { .. } => {}
        }
        None
    }

    /// Searches the text for calls if none came natively: the probe must also detect calls in text
    /// that the adapter does not recognize.
    fn look_into_text(&mut self, tools: &[ToolSpec]) {
        if !self.calls.is_empty() || self.stop == Some(StopReason::Length) {
            return;
        }
        let mut reader = Recoverer::new(tools, Conditions::alone());
        let text = self.text.clone();
        let mut parts = reader.push(StreamPart::Text { text });
        parts.extend(reader.finish());
        let found = parts.into_iter().filter(|part| {
            matches!(
                part,
                StreamPart::CallStart { .. } | StreamPart::CallEnd { .. }
            )
        });
        for part in found {
            self.take(part);
        }
    }
}

/// Reads an answer to its end.
///
/// # Errors
/// If it fails, or breaks off.
pub(super) async fn read(
    mut parts: PartStream,
    tools: &[ToolSpec],
) -> Result<Answer, ProviderError> {
    let mut answer = Answer::default();
    let mut bytes = 0_usize;
    while let Some(part) = parts.next().await {
        bytes = bytes.saturating_add(size(&part));
        if let Some(ended) = answer.take(part) {
            ended?;
            answer.look_into_text(tools);
            return Ok(answer);
        }
        if bytes > MOST_BYTES {
            answer.stop = Some(StopReason::Length);
            return Ok(answer);
        }
    }
    Err(ProviderError::new(
        ProviderErrorKind::Connection,
        notice!("told-answer-broke"),
    ))
}

fn size(part: &StreamPart) -> usize {
    match part {
        StreamPart::Text { text }
        | StreamPart::Reasoning { text }
        | StreamPart::CallArguments { text, .. } => text.len(),
        StreamPart::Sealed { block } => block.to_string().len(),
        // Every part has a minimum cost, so that their number is limited.
        _ => 64,
    }
}
