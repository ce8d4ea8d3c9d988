//! Mistral's API: Chat Completions with additional rules. It refuses unknown fields, ids of calls
//! are nine letters and digits, a user message must not directly follow a tool message, and the
//! model list contains the capabilities. Uses the adapter and the decoder of `openai`.

use serde_json::{Value, json};

use super::StepRequest;
use super::http::Http;
use super::openai::{self, Dialect, OpenAi, OpenAiDecoder, context_length};
use super::turns::{IdForm, WireRules};
use notice::notice;
use protocol::estimate::PictureRule;
use protocol::stream::{Capabilities, ProviderError, ToolFormat};
use redact::Secret;

/// Address of Mistral itself.
pub const DEFAULT_ADDRESS: &str = "https://api.mistral.ai/v1";

/// Text of the model between a tool message and a user message: an interrupted run leaves
/// such conversations behind.
const BETWEEN: &str = "(The run ended here.)";

/// Rules of the protocol: ids of calls are nine letters and digits, and a user message must not
/// directly follow a tool message.
pub(crate) const RULES: WireRules = WireRules {
    ids: IdForm::Letters(9),
    after_results: Some(BETWEEN),
    ..openai::RULES
};

/// The decoder: the answers differ from OpenAI's only where that format leaves room.
pub type MistralDecoder = OpenAiDecoder;

static DIALECT: Dialect = Dialect {
    address: DEFAULT_ADDRESS,
    rules: RULES,
    without_key: || notice!("told-set-mistral-key"),
    body,
    capabilities,
    // Patches of 16 by 16; pictures over 1,024 are scaled down first, so this is an upper bound.
    picture_rule: PictureRule::Area { pixels: 16 * 16 },
    chats: |entry| capability(entry, "completion_chat") != Some(false),
};

/// Creates the adapter for a server at `address`.
///
/// # Errors
/// If the address is invalid.
pub fn mistral(
    name: &str,
    address: &str,
    key: Option<Secret>,
    http: Http,
) -> Result<OpenAi, ProviderError> {
    OpenAi::speaking(&DIALECT, name, address, key, http)
}

pub(super) fn body(request: &StepRequest) -> Value {
    let mut body = openai::body_by(request, &RULES);
    if let Some(object) = body.as_object_mut() {
        // The figures come in the last chunk without a request for them.
        object.remove("stream_options");
    }
    let messages = body.get_mut("messages").and_then(Value::as_array_mut);
    let contents = messages.into_iter().flatten();
    // Beside calls, content is null in OpenAI's form and a text here.
    for content in contents.filter_map(|message| message.get_mut("content")) {
        if content.is_null() {
            *content = json!("");
        }
    }
    body
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
