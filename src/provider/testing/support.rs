//! Shared helpers of the tests in this folder: tools, messages, requests.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{ConversationState, StepRequest};
use notice::Notice;
use protocol::call::{CallResult, ToolCall, ToolClass, ToolSpec};
use protocol::ids::{CallId, MessageId, SessionId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::stream::{StreamPart, ToolFormat};

pub fn tools() -> Vec<ToolSpec> {
    let tool = |name: &str, properties: Value, required: Value| ToolSpec {
        name: name.to_owned(),
        description: format!("Does {name}."),
        parameters: json!({ "type": "object", "properties": properties, "required": required }),
        class: ToolClass::Read,
    };
    vec![
        tool(
            "read_file",
            json!({ "path": { "type": "string" }, "start_line": { "type": "integer" } }),
            json!(["path"]),
        ),
        tool(
            "write_file",
            json!({ "path": { "type": "string" }, "content": { "type": "string" }, "mode": { "enum": ["overwrite", "append"] } }),
            json!(["path", "content"]),
        ),
        tool("list_files", json!({}), json!([])),
    ]
}

pub fn message(role: Role, blocks: Vec<Block>) -> Arc<Message> {
    Arc::new(Message {
        id: MessageId(Uuid::from_u128(1)),
        session: SessionId(Uuid::from_u128(2)),
        run: None,
        at: Timestamp::UNIX_EPOCH,
        role,
        blocks,
        state: MessageState::Complete,
        model: None,
        usage: None,
    })
}

pub fn text(text: &str) -> Block {
    Block::Text {
        text: text.to_owned(),
    }
}

pub fn call(number: u128, tool: &str, arguments: Value) -> Block {
    Block::ToolUse {
        call: ToolCall {
            id: CallId(Uuid::from_u128(number)),
            provider_id: format!("srv_{number}"),
            tool: tool.to_owned(),
            arguments,
        },
    }
}

pub fn result(number: u128, tool: &str, content: Value) -> Block {
    Block::ToolResult {
        result: CallResult {
            call: CallId(Uuid::from_u128(number)),
            provider_id: format!("srv_{number}"),
            tool: tool.to_owned(),
            ok: true,
            content,
            summary: Notice::default(),
            error: None,
            duration_ms: 3,
        },
    }
}

pub fn request(format: ToolFormat, messages: Vec<Arc<Message>>) -> StepRequest {
    StepRequest {
        agent: "main".to_owned(),
        number: 1,
        model: "m".to_owned(),
        system: "Be brief.".to_owned(),
        messages,
        pictures: Arc::default(),
        tools: tools().into(),
        format,
        sends_text_calls: false,
        context_length: 8_192,
        max_output_tokens: None,
        temperature: Some(0.2),
        effort: protocol::effort::Effort::Auto,
        freshness: protocol::stream::Freshness::Any,
        conversing: ConversationState::of(SessionId(uuid::Uuid::from_u128(2))),
    }
}

/// Joins the texts of the parts.
pub fn said(parts: &[StreamPart]) -> String {
    let text = |part: &StreamPart| match part {
        StreamPart::Text { text } => Some(text.clone()),
        _ => None,
    };
    parts.iter().filter_map(text).collect()
}

/// Returns the complete calls: id, name, arguments. Also checks that starts, pieces and
/// ends fit together.
pub fn called(parts: &[StreamPart]) -> Vec<(String, String, Value)> {
    let mut started: Vec<(usize, String, String)> = Vec::new();
    let mut out = Vec::new();
    for part in parts {
        match part {
            StreamPart::CallStart { index, id, name } => {
                assert!(
                    started.iter().all(|(known, ..)| known != index),
                    "started twice"
                );
                started.push((*index, id.clone(), name.clone()));
            }
            StreamPart::CallArguments { index, .. } => {
                assert!(
                    started.iter().any(|(known, ..)| known == index),
                    "not started"
                );
            }
            StreamPart::CallEnd { index, arguments } => {
                let (_, id, name) = started
                    .iter()
                    .find(|(known, ..)| known == index)
                    .expect("a call that ends has begun");
                out.push((id.clone(), name.clone(), arguments.clone()));
            }
            _ => {}
        }
    }
    out
}
