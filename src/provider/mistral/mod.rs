//! Mistral's API: Chat Completions with rules of its own. Unknown fields are refused, ids of calls are
//! nine letters and digits, a user does not speak right after a tool, and the list of models says
//! what each can do. The adapter and the decoder are those of `openai`.

use serde_json::{Value, json};

use super::StepRequest;
use super::http::Http;
use super::openai::{self, Dialect, OpenAi, OpenAiDecoder, context_length};
use crate::protocol::estimate::PictureRule;
use crate::protocol::ids::ContentHash;
use crate::protocol::stream::{Capabilities, ProviderError, ToolFormat};
use crate::redact::Secret;

/// Where Mistral itself is.
pub const DEFAULT_ADDRESS: &str = "https://api.mistral.ai/v1";

/// How long an id of a call is.
const ID_LENGTH: usize = 9;

/// What is said for the model between a tool and a user: a run that was interrupted leaves such
/// conversations behind.
const BETWEEN: &str = "(The run ended here.)";

/// The decoder: its answers differ in what OpenAI's leaves open only.
pub type MistralDecoder = OpenAiDecoder;

static DIALECT: Dialect = Dialect {
    address: DEFAULT_ADDRESS,
    without_key: "set MISTRAL_API_KEY (the key of an account at console.mistral.ai)",
    body,
    capabilities,
    // Patches of 16 by 16; what is over 1,024 is scaled down first, so this is more than it is.
    picture_rule: PictureRule::Area { pixels: 16 * 16 },
    chats: |entry| capability(entry, "completion_chat") != Some(false),
};

/// The adapter for a server at `address`.
///
/// # Errors
/// If the address is none.
pub fn mistral(
    name: &str,
    address: &str,
    key: Option<Secret>,
    http: Http,
) -> Result<OpenAi, ProviderError> {
    OpenAi::speaking(&DIALECT, name, address, key, http)
}

pub(super) fn body(request: &StepRequest) -> Value {
    let mut body = openai::body(request);
    if let Some(object) = body.as_object_mut() {
        // The figures come unasked, in the last chunk.
        object.remove("stream_options");
    }
    if let Some(messages) = body.get_mut("messages").and_then(Value::as_array_mut) {
        let given = std::mem::take(messages);
        for mut message in given {
            if role(&message) == "user" && messages.last().is_some_and(|last| role(last) == "tool")
            {
                messages.push(json!({ "role": "assistant", "content": BETWEEN }));
            }
            shorten_ids(&mut message);
            messages.push(message);
        }
    }
    body
}

fn role(message: &Value) -> &str {
    message
        .get("role")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// Puts the ids of a message into the form that is taken. Content is null beside calls in OpenAI's
/// form, and a text here.
fn shorten_ids(message: &mut Value) {
    let calls = message.get_mut("tool_calls").and_then(Value::as_array_mut);
    for call in calls.into_iter().flatten() {
        shorten_id(call, "id");
    }
    shorten_id(message, "tool_call_id");
    if let Some(content) = message
        .get_mut("content")
        .filter(|content| content.is_null())
    {
        *content = json!("");
    }
}

fn shorten_id(value: &mut Value, field: &str) {
    if let Some(Value::String(id)) = value.get_mut(field) {
        *id = nine(id);
    }
}

/// An id of nine letters and digits: Mistral's own as it is, any other one always in the same way.
fn nine(id: &str) -> String {
    if id.len() == ID_LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return id.to_owned();
    }
    let ContentHash(hash) = ContentHash::of(id.as_bytes());
    let digits = hash.chars().filter(char::is_ascii_alphanumeric);
    digits.take(ID_LENGTH).collect()
}

fn capability(entry: &Value, name: &str) -> Option<bool> {
    entry.get("capabilities")?.get(name)?.as_bool()
}

pub(super) fn capabilities(entry: &Value) -> Capabilities {
    Capabilities {
        tools: if capability(entry, "function_calling").unwrap_or(true) {
            ToolFormat::Native
        } else {
            ToolFormat::Simplified
        },
        reasoning: capability(entry, "reasoning").unwrap_or(false),
        images: capability(entry, "vision"),
        context_length: context_length(entry),
    }
}
