//! The conversation in the form that both wire formats need: user texts, answers with their calls,
//! and directly after each answer one result for every call. [`fit`] adapts it to a protocol, and
//! the adapters convert that to their own JSON.

mod fit;

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::StepRequest;
use super::pictures::{Pictures, WireImage};
use super::prompted_tools;
use protocol::call::{CallResult, ToolCall};
use protocol::message::{Block, Message, Role};
use protocol::stream::ToolFormat;

pub use fit::{IdForm, WireRules, fit};

/// Result of a call that has none: servers refuse an answer whose calls have no results, and an
/// interrupted run leaves such answers behind.
const NO_RESULT: &str = r#"{"success":false,"error":{"type":"INTERRUPTED","message":"the run was interrupted before this call ended"}}"#;

/// A turn of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Turn {
    /// The user, or the workbench in the user's role.
    User {
        /// The text; may be empty if there are pictures.
        text: String,
        images: Vec<WireImage>,
    },
    Assistant {
        /// Text of the answer; may be empty.
        text: String,
        /// Reasoning of the model; may be empty.
        reasoning: String,
        /// The reasoning in the form in which the server wants it back; only from this same model.
        sealed: Vec<Value>,
        /// Calls that the model made.
        calls: Vec<WireCall>,
    },
    /// The result of a call.
    Result {
        /// The server's id of the call.
        id: String,
        tool: String,
        /// The result as JSON text.
        content: String,
    },
}

/// A call in the form that is sent back to the server.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WireCall {
    /// The server's id of the call.
    pub id: String,
    pub tool: String,
    /// The arguments: an object, or the raw text of what was not JSON.
    pub arguments: Value,
    /// Whether the model of this request made the call, so that the id is from its own server.
    #[serde(skip)]
    pub is_own: bool,
}

impl WireCall {
    /// Returns the arguments as an object, because servers accept no other form. Wraps text that
    /// was not JSON, so that the model still sees its own words.
    pub fn object(&self) -> Value {
        match &self.arguments {
            object @ Value::Object(_) => object.clone(),
            Value::Null => serde_json::json!({}),
            other => serde_json::json!({ "invalid_json": other }),
        }
    }
}

/// System prompt, turns, and whether the tools go into the request's own field.
#[derive(Debug, Clone, PartialEq)]
pub struct Conversation {
    /// The system prompt, including the tools in the simplified format.
    pub system: String,
    /// The turns, oldest first.
    pub turns: Vec<Turn>,
    /// Whether the request itself contains the tools.
    pub native_tools: bool,
}

/// Builds the conversation of a request in its format.
pub fn conversation(request: &StepRequest) -> Conversation {
    let turns = turns(&request.messages, &request.model, &request.pictures);
    match request.format {
        ToolFormat::Native => Conversation {
            system: request.system.clone(),
            turns,
            native_tools: !request.tools.is_empty(),
        },
        ToolFormat::Simplified => Conversation {
            system: prompted_tools::system_prompt(&request.system, &request.tools),
            turns: prompted_tools::flatten(turns),
            native_tools: false,
        },
    }
}

/// Builds the conversation of a request and adapts it to a protocol.
pub fn fitted(request: &StepRequest, rules: &WireRules) -> Conversation {
    let mut conversation = conversation(request);
    conversation.turns = fit(conversation.turns, rules);
    conversation
}

/// Converts messages to turns for `model`, with the available bytes of pictures: without notices of
/// the workbench, and with every call followed by its result.
pub fn turns(messages: &[Arc<Message>], model: &str, pictures: &Pictures) -> Vec<Turn> {
    let results: Vec<&CallResult> = messages
        .iter()
        .flat_map(|message| &message.blocks)
        .filter_map(|block| match block {
            Block::ToolResult { result } => Some(result),
            _ => None,
        })
        .collect();
    let mut out = Vec::new();
    for message in messages {
        match message.role {
            Role::User => push_user(&mut out, message, pictures),
            Role::Assistant => push_answer(&mut out, message, model, &results),
            // Results are placed after the answer that made the call.
            Role::Tool | Role::System => {}
        }
    }
    out
}

fn push_user(out: &mut Vec<Turn>, message: &Message, pictures: &Pictures) {
    let text = message.plain_text();
    let images: Vec<WireImage> = WireImage::of(message, pictures).collect();
    if !text.is_empty() || !images.is_empty() {
        out.push(Turn::User { text, images });
    }
}

fn push_answer(out: &mut Vec<Turn>, message: &Message, model: &str, results: &[&CallResult]) {
    let text = message.plain_text();
    let reasoning: Vec<&str> = message
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Reasoning { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let calls: Vec<&ToolCall> = message.calls().collect();
    if text.is_empty() && calls.is_empty() {
        return;
    }
    out.push(Turn::Assistant {
        text,
        reasoning: reasoning.join("\n\n"),
        sealed: sealed(message, model),
        calls: calls
            .iter()
            .map(|call| wire(call, is_of(message, model)))
            .collect(),
    });
    for call in calls {
        let content = results
            .iter()
            .find(|result| result.call == call.id)
            .map_or_else(|| NO_RESULT.to_owned(), |result| result.content.to_string());
        out.push(Turn::Result {
            id: call.provider_id.clone(),
            tool: call.tool.clone(),
            content,
        });
    }
}

/// Returns the sealed reasoning if this model made it: another model could not read it.
fn sealed(message: &Message, model: &str) -> Vec<Value> {
    let own = is_of(message, model);
    let blocks = message.blocks.iter().filter(|_| own);
    blocks
        .filter_map(|block| match block {
            Block::Reasoning { sealed, .. } => Some(sealed),
            _ => None,
        })
        .flatten()
        .cloned()
        .collect()
}

/// Whether this model wrote the message.
fn is_of(message: &Message, model: &str) -> bool {
    let by = message.model.as_deref();
    by.and_then(|by| by.strip_suffix(model))
        .is_some_and(|provider| provider.ends_with('/'))
}

fn wire(call: &ToolCall, is_own: bool) -> WireCall {
    WireCall {
        is_own,
        id: call.provider_id.clone(),
        tool: call.tool.clone(),
        arguments: call.arguments.clone(),
    }
}
