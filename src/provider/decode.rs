//! What a vendor's decoder is: bytes in, canonical parts out, without I/O and without a clock.
//! The adapters run one over their connection, `debug decode` over a file.

use serde_json::{Map, Value};

use super::anthropic::AnthropicDecoder;
use super::claude_cli::ClaudeDecoder;
use super::mistral::MistralDecoder;
use super::ollama::OllamaDecoder;
use super::openai::OpenAiDecoder;
use crate::protocol::stream::{ProviderError, ProviderErrorKind, StreamPart};

/// A push decoder of one answer. The same bytes give the same parts in whatever pieces they
/// come. After a `Done` or an `Error` it gives nothing more.
pub trait Decoder: Send {
    /// Takes more bytes of the body.
    fn push(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>);

    /// The body has ended. Gives the final part, if it has not come yet.
    fn finish(&mut self, out: &mut Vec<StreamPart>);

    /// Whether the final part has been given.
    fn is_over(&self) -> bool;
}

/// The decoder of an adapter, by its kind; `None` if no adapter has that name.
pub fn decoder_for(kind: &str) -> Option<Box<dyn Decoder>> {
    let (_, new) = DECODERS.iter().find(|(name, _)| *name == kind)?;
    Some(new())
}

/// The kinds that [`decoder_for`] knows.
pub fn decoder_kinds() -> impl Iterator<Item = &'static str> {
    DECODERS.iter().map(|(name, _)| *name)
}

type New = fn() -> Box<dyn Decoder>;

const DECODERS: [(&str, New); 5] = [
    ("anthropic", || Box::new(AnthropicDecoder::default())),
    ("claude-cli", || Box::new(ClaudeDecoder::default())),
    ("mistral", || Box::new(MistralDecoder::default())),
    ("ollama", || Box::new(OllamaDecoder::default())),
    ("openai", || Box::new(OpenAiDecoder::default())),
];

/// The final part of an answer that stopped before its end.
pub fn cut_short(server: &str) -> StreamPart {
    let error = cut(server).with_hint("what had come is kept; send again to go on");
    StreamPart::Error { error }
}

/// The error of an answer that stopped before its end.
pub(super) fn cut(server: &str) -> ProviderError {
    ProviderError::new(
        ProviderErrorKind::Connection,
        format!("the answer of {server} was cut: the connection ended before the answer did"),
    )
}

/// The final part of an answer in which something is not the protocol. `what` ends the sentence.
pub fn not_the_protocol(server: &str, what: &str) -> StreamPart {
    let error = ProviderError::new(
        ProviderErrorKind::Protocol,
        format!("{server} sent something that is not its protocol: {what}"),
    )
    .with_hint("check that the base URL leads to such a server, and no proxy changes its answers");
    StreamPart::Error { error }
}

/// The start of a foreign text, fit for a one-line message: at most `limit` characters, control
/// characters as spaces.
pub fn excerpt(text: &str, limit: usize) -> String {
    let mut out: String = text
        .trim()
        .chars()
        .take(limit)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.trim().chars().count() > limit {
        out.push('…');
    }
    out
}

/// Levels of a call's arguments at most; what is deeper stays the raw text.
const DEEPEST: usize = 64;

/// A call's arguments from what a server gave: an object stays one, JSON text is parsed (twice,
/// where a server quoted it twice), nothing is an empty object, and what is no object stays as
/// the raw text.
pub fn arguments_of(given: &Value) -> Value {
    match given {
        Value::Object(_) if is_shallow(given) => given.clone(),
        Value::Null => Value::Object(Map::new()),
        Value::String(text) => arguments_of_text(text),
        other => Value::String(other.to_string()),
    }
}

/// Whether a value can lie inside of others and still be read: readers of JSON stop at 128 levels.
fn is_shallow(value: &Value) -> bool {
    let mut level = vec![value];
    for _ in 0..DEEPEST {
        level = level.into_iter().flat_map(members).collect();
        if level.is_empty() {
            return true;
        }
    }
    false
}

fn members(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(values) => values.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    }
}

/// As [`arguments_of`], for JSON text.
pub fn arguments_of_text(text: &str) -> Value {
    if text.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match serde_json::from_str::<Value>(text) {
        Ok(object @ Value::Object(_)) if is_shallow(&object) => object,
        Ok(Value::Null) => Value::Object(Map::new()),
        Ok(Value::String(inner)) => match serde_json::from_str::<Value>(&inner) {
            Ok(object @ Value::Object(_)) if is_shallow(&object) => object,
            _ => Value::String(text.to_owned()),
        },
        _ => Value::String(text.to_owned()),
    }
}
