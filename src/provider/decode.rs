//! Decoders of vendor streams: bytes in, canonical parts out, without I/O and without a clock. The
//! adapters run one over their connection, `debug decode` over a file.

use serde_json::{Map, Value};

use super::anthropic::AnthropicDecoder;
use super::claude_cli::ClaudeDecoder;
use super::mistral::MistralDecoder;
use super::ollama::OllamaDecoder;
use super::openai::OpenAiDecoder;
use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind, StreamPart};

/// A push decoder of one answer. The same bytes give the same parts, however they are divided into
/// pieces. After a `Done` or an `Error` it produces nothing more.
pub trait Decoder: Send {
    /// Decodes more bytes of the body.
    fn push(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>);

    /// Handles the end of the body. Produces the final part if it has not been produced yet.
    fn finish(&mut self, out: &mut Vec<StreamPart>);

    /// Whether the final part has been produced.
    fn is_over(&self) -> bool;
}

/// Returns the decoder of an adapter, by its kind; `None` if no adapter has that name.
pub fn decoder_for(kind: &str) -> Option<Box<dyn Decoder>> {
    let (_, new) = DECODERS.iter().find(|(name, _)| *name == kind)?;
    Some(new())
}

/// Returns the kinds that [`decoder_for`] knows.
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

/// Builds the final part of an answer that was cut off. `server` is the server's name; `None` if it
/// is not known here.
pub fn cut_short(server: Option<&str>) -> StreamPart {
    let error = cut(server).with_hint(notice!("told-kept-go-on"));
    StreamPart::Error { error }
}

/// Builds the error of an answer that was cut off.
pub(super) fn cut(server: Option<&str>) -> ProviderError {
    let message = match server {
        Some(server) => notice!("told-cut-answer", server),
        None => notice!("told-cut-server-answer"),
    };
    ProviderError::new(ProviderErrorKind::Connection, message)
}

/// Builds the final part of an answer that violates the protocol. `why` ends the sentence.
pub fn not_the_protocol(server: Option<&str>, why: &Notice) -> StreamPart {
    let error = foreign(server, why).with_hint(notice!("told-check-proxy"));
    StreamPart::Error { error }
}

/// Builds the final part of an answer that has something else in place of a JSON object.
pub(super) fn not_json(server: Option<&str>, data: &str) -> StreamPart {
    let rest = excerpt(data, 80);
    let message = match server {
        Some(server) => notice!("told-reply-not-json", server, rest),
        None => notice!("told-server-reply-not-json", rest),
    };
    let error = ProviderError::new(ProviderErrorKind::Protocol, message)
        .with_hint(notice!("told-check-the-base-url"));
    StreamPart::Error { error }
}

/// Builds the error of an answer that violates the protocol.
pub(super) fn foreign(server: Option<&str>, why: &Notice) -> ProviderError {
    let message = match server {
        Some(server) => notice!("told-foreign-answer", server, why),
        None => notice!("told-foreign-server-answer", why),
    };
    ProviderError::new(ProviderErrorKind::Protocol, message)
}

/// Returns the start of an external text for a one-line message: at most `limit` characters,
/// control characters as spaces.
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

/// Maximum nesting depth of a call's arguments. Deeper arguments stay raw text.
const DEEPEST: usize = 64;

/// Converts a call's arguments from the server's form: an object stays unchanged, JSON text is
/// parsed (twice, if the server quoted it twice), a missing value becomes an empty object, and
/// anything that is not an object stays raw text.
pub fn arguments_of(given: &Value) -> Value {
    match given {
        Value::Object(_) if is_shallow(given) => given.clone(),
        Value::Null => Value::Object(Map::new()),
        Value::String(text) => arguments_of_text(text),
        other => Value::String(other.to_string()),
    }
}

/// Whether a value can be nested in others and still be parsed: JSON parsers stop at 128 levels.
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

/// Works like [`arguments_of`], for JSON text.
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
