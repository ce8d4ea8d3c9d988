//! The bodies under `tests/fixtures/providers`, some recorded from a real model or a real program,
//! some written after the protocols and after the deviations of servers; and their decoded parts.

use crate::decode::decoder_for;
use protocol::stream::{ProviderErrorKind, StopReason, StreamPart};

macro_rules! bodies {
    ($kind:literal: $($name:ident = $file:literal),* $(,)?) => {
        $(pub const $name: (&str, &[u8]) = ($kind, include_bytes!(
            concat!("../../../tests/fixtures/providers/", $kind, "/", $file)
        ));)*
    };
}

bodies!("ollama":
    OLLAMA_TEXT = "text.ndjson",
    OLLAMA_CALL = "call.ndjson",
    OLLAMA_CALL_AS_TEXT = "call_as_text.ndjson",
    OLLAMA_TWO_CALLS = "thinking_and_two_calls.ndjson",
    OLLAMA_ERROR = "error_line.ndjson",
    OLLAMA_CUT = "cut.ndjson",
    OLLAMA_LENGTH = "length.ndjson",
);
bodies!("anthropic":
    ANTHROPIC_TEXT = "text.sse",
    ANTHROPIC_THINKING = "thinking_and_call.sse",
    ANTHROPIC_CALLS = "parallel_calls.sse",
    ANTHROPIC_ERROR = "error_overloaded.sse",
    ANTHROPIC_CUT = "cut.sse",
    ANTHROPIC_LENGTH = "max_tokens.sse",
    ANTHROPIC_WINDOW = "window_exceeded.sse",
    ANTHROPIC_REFUSAL = "refusal.sse",
    ANTHROPIC_DOCUMENT = "document.json",
);
bodies!("mistral":
    MISTRAL_TEXT = "text.sse",
    MISTRAL_CALLS = "whole_calls.sse",
    MISTRAL_NO_INDEX = "calls_without_index.sse",
    MISTRAL_THINKING = "thinking.sse",
    MISTRAL_ERROR = "error.sse",
    MISTRAL_LENGTH = "model_length.sse",
    MISTRAL_CUT = "cut.sse",
);
bodies!("openai":
    OPENAI_TEXT = "text.sse",
    OPENAI_CALL = "call.sse",
    OPENAI_INTERLEAVED = "interleaved_calls.sse",
    OPENAI_SLOPPY = "sloppy_calls.sse",
    OPENAI_SAME_INDEX = "same_index.sse",
    OPENAI_REPEATED = "repeated_name.sse",
    OPENAI_ERROR = "error_frame.sse",
    OPENAI_CUT = "cut.sse",
    OPENAI_DOCUMENT = "document.json",
    OPENAI_REASONING = "reasoning.sse",
    OPENAI_REFUSAL = "refusal.sse",
);

pub const ALL: [(&str, &[u8]); 34] = [
    ANTHROPIC_TEXT,
    ANTHROPIC_THINKING,
    ANTHROPIC_CALLS,
    ANTHROPIC_ERROR,
    ANTHROPIC_CUT,
    ANTHROPIC_LENGTH,
    ANTHROPIC_WINDOW,
    ANTHROPIC_REFUSAL,
    ANTHROPIC_DOCUMENT,
    MISTRAL_TEXT,
    MISTRAL_CALLS,
    MISTRAL_NO_INDEX,
    MISTRAL_THINKING,
    MISTRAL_ERROR,
    MISTRAL_LENGTH,
    MISTRAL_CUT,
    OLLAMA_TEXT,
    OLLAMA_CALL,
    OLLAMA_CALL_AS_TEXT,
    OLLAMA_TWO_CALLS,
    OLLAMA_ERROR,
    OLLAMA_CUT,
    OLLAMA_LENGTH,
    OPENAI_TEXT,
    OPENAI_CALL,
    OPENAI_INTERLEAVED,
    OPENAI_SLOPPY,
    OPENAI_SAME_INDEX,
    OPENAI_REPEATED,
    OPENAI_ERROR,
    OPENAI_CUT,
    OPENAI_DOCUMENT,
    OPENAI_REASONING,
    OPENAI_REFUSAL,
];

pub fn decoded((kind, body): (&str, &[u8])) -> Vec<StreamPart> {
    pieces(kind, [body])
}

pub fn pieces<'a>(kind: &str, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<StreamPart> {
    let mut decoder = decoder_for(kind).expect("a known kind");
    let mut parts = Vec::new();
    for piece in pieces {
        decoder.push(piece, &mut parts);
    }
    decoder.finish(&mut parts);
    assert!(decoder.is_over());
    parts
}

pub fn stop(parts: &[StreamPart]) -> Option<StopReason> {
    match parts.last() {
        Some(StreamPart::Done { stop }) => Some(*stop),
        _ => None,
    }
}

pub fn failure(parts: &[StreamPart]) -> (ProviderErrorKind, String) {
    match parts.last() {
        Some(StreamPart::Error { error }) => (error.kind, error.message.clone().to_string()),
        other => panic!("no error at the end but {other:?}"),
    }
}

pub fn tokens(parts: &[StreamPart]) -> Option<(u64, u64, u64)> {
    parts.iter().find_map(|part| match part {
        StreamPart::Usage { usage } => {
            Some((usage.input_tokens, usage.output_tokens, usage.cached_tokens))
        }
        _ => None,
    })
}

/// Joins the reasoning of the parts.
pub fn thought(parts: &[StreamPart]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        StreamPart::Reasoning { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}
