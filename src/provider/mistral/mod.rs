//! Mistral's API: Chat Completions with rules of its own. Unknown fields are refused, ids of calls are
//! nine letters and digits, a user does not speak right after a tool, and the list of models says
//! what each can do. The adapter and the decoder are those of `openai`.

use serde_json::{Value, json};

use super::StepRequest;
use super::http::Http;
use super::openai::{self, Dialect, OpenAi, OpenAiDecoder, context_length};
use super::turns::{IdForm, WireRules};
use crate::protocol::estimate::PictureRule;
use crate::protocol::stream::{Capabilities, ProviderError, ToolFormat};
use crate::redact::Secret;

/// Where Mistral itself is.
pub const DEFAULT_ADDRESS: &str = "https://api.mistral.ai/v1";

/// What is said for the model between a tool and a user: a run that was interrupted leaves such
/// conversations behind.
const BETWEEN: &str = "(The run ended here.)";

/// What it takes: ids of calls are nine letters and digits, and a user does not speak right after a tool.
pub(in crate::provider) const RULES: WireRules = WireRules {
    ids: IdForm::Letters(9),
    after_results: Some(BETWEEN),
    ..openai::RULES
};

/// The decoder: its answers differ in what OpenAI's leaves open only.
pub type MistralDecoder = OpenAiDecoder;

static DIALECT: Dialect = Dialect {
    address: DEFAULT_ADDRESS,
    rules: RULES,
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
    let mut body = openai::body_by(request, &RULES);
    if let Some(object) = body.as_object_mut() {
        // The figures come unasked, in the last chunk.
        object.remove("stream_options");
    }
    let messages = body.get_mut("messages").and_then(Value::as_array_mut);
    let contents = messages.into_iter().flatten();
    // Content is null beside calls in OpenAI's form, and a text here.
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
