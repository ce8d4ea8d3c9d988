//! What a vendor has of its own within Chat Completions. The adapter is the same for all of them.

use serde_json::Value;

use super::{DEFAULT_ADDRESS, model, request};
use crate::protocol::estimate::PictureRule;
use crate::protocol::stream::Capabilities;
use crate::provider::StepRequest;
use crate::provider::turns::WireRules;

/// One vendor's way.
#[derive(Debug)]
pub struct Dialect {
    /// Where the vendor itself is; nothing is sent there without a key.
    pub address: &'static str,
    /// What to do where no key is set.
    pub without_key: &'static str,
    /// What it wants of a conversation.
    pub rules: WireRules,
    /// The body of a request.
    pub body: fn(&StepRequest) -> Value,
    /// What an entry of the list of models says that the model can do; null where it is not listed.
    pub capabilities: fn(&Value) -> Capabilities,
    /// How many tokens a picture is.
    pub picture_rule: PictureRule,
    /// Whether an entry of the list is a model to chat with.
    pub chats: fn(&Value) -> bool,
}

/// OpenAI's own, and that of the servers that follow it.
pub static OPENAI: Dialect = Dialect {
    address: DEFAULT_ADDRESS,
    without_key: "set OPENAI_API_KEY, or the address of a local server with OPENAI_BASE_URL",
    rules: request::RULES,
    body: request::body,
    capabilities: model::capabilities,
    picture_rule: PictureRule::Tiles,
    chats: |_| true,
};
