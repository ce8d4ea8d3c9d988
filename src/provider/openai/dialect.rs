//! Vendor-specific variations of Chat Completions. The adapter is the same for all of them.

use serde_json::Value;

use super::{DEFAULT_ADDRESS, model, request};
use crate::StepRequest;
use crate::turns::WireRules;
use notice::{Notice, notice};
use protocol::estimate::PictureRule;
use protocol::stream::Capabilities;

/// Variations of one vendor.
#[derive(Debug)]
pub struct Dialect {
    /// The vendor's own address; nothing is sent there without a key.
    pub address: &'static str,
    /// Advice to the user if no key is set.
    pub without_key: fn() -> Notice,
    /// Rules for conversations.
    pub rules: WireRules,
    /// Builds the body of a request.
    pub body: fn(&StepRequest) -> Value,
    /// Extracts a model's capabilities from its entry in the model list; null if it is not listed.
    pub capabilities: fn(&Value) -> Capabilities,
    /// Rule for the tokens of a picture.
    pub picture_rule: PictureRule,
    /// Whether an entry of the list is a chat model.
    pub chats: fn(&Value) -> bool,
}

/// The dialect of OpenAI and of compatible servers.
pub static OPENAI: Dialect = Dialect {
    address: DEFAULT_ADDRESS,
    without_key: || notice!("told-set-openai-key"),
    rules: request::RULES,
    body: request::body,
    capabilities: model::capabilities,
    picture_rule: PictureRule::Tiles,
    chats: |_| true,
};
