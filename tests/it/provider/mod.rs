//! The adapters against a scripted server.

mod anthropic;
mod counts;
mod embeddings;
mod failures;
mod kinds;
mod mended;
mod pull;
mod streams;
mod trouble;

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use protocol::call::{ToolClass, ToolSpec};
use protocol::ids::{MessageId, SessionId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::stream::{ProviderError, StreamPart, ToolFormat};
use provider::http::{Http, Timeouts};
use provider::ollama::Ollama;
use provider::openai::OpenAi;
use provider::{ConversationState, Provider, StepRequest};
use redact::Secret;
use serde_json::json;

const KEY: &str = "sk-test-0123456789abcdef";

fn http() -> Http {
    Http::new(Timeouts::default())
}

/// A limit that never passes in a test.
const LONG: Duration = Duration::from_secs(60);

/// A limit that a silent server passes within the test.
const BRIEF: Duration = Duration::from_millis(150);

fn patient() -> Timeouts {
    Timeouts {
        connect: LONG,
        first_byte: LONG,
        idle: LONG,
        short: LONG,
    }
}

fn ollama(url: &str) -> Provider {
    let ollama = Ollama::new("ollama", url, http());
    ollama.expect("an address").into()
}

fn openai(url: &str) -> Provider {
    let openai = OpenAi::new("openai", url, Some(Secret::new(KEY)), http());
    openai.expect("an address").into()
}

fn request(format: ToolFormat) -> StepRequest {
    let message = Message {
        id: MessageId(uuid::Uuid::from_u128(1)),
        session: SessionId(uuid::Uuid::from_u128(2)),
        run: None,
        at: jiff::Timestamp::UNIX_EPOCH,
        role: Role::User,
        blocks: vec![Block::Text {
            text: "Read a.rs".to_owned(),
        }],
        state: MessageState::Complete,
        model: None,
        usage: None,
    };
    let tool = ToolSpec {
        name: "read_file".to_owned(),
        description: "Reads a file.".to_owned(),
        parameters: json!({ "type": "object", "properties": { "path": { "type": "string" } }, "required": ["path"] }),
        class: ToolClass::Read,
    };
    StepRequest {
        agent: "main".to_owned(),
        number: 1,
        model: "qwen2.5-coder:1.5b".to_owned(),
        system: "Be brief.".to_owned(),
        messages: vec![Arc::new(message)],
        pictures: Arc::default(),
        tools: vec![tool].into(),
        sends_text_calls: false,
        format,
        context_length: 8_192,
        max_output_tokens: None,
        temperature: Some(0.2),
        effort: protocol::effort::Effort::Auto,
        freshness: protocol::stream::Freshness::Any,
        conversing: ConversationState::of(SessionId(uuid::Uuid::from_u128(2))),
    }
}

async fn parts(provider: &Provider) -> Vec<StreamPart> {
    provider.stream(request(ToolFormat::Native)).collect().await
}

fn said(parts: &[StreamPart]) -> String {
    let text = |part: &StreamPart| match part {
        StreamPart::Text { text } => Some(text.clone()),
        _ => None,
    };
    parts.iter().filter_map(text).collect()
}

/// Returns the error at the end of the parts.
fn failure(parts: &[StreamPart]) -> ProviderError {
    match parts.last() {
        Some(StreamPart::Error { error }) => error.clone(),
        other => panic!("no error at the end but {other:?}"),
    }
}

fn has_call_end(parts: &[StreamPart]) -> bool {
    parts
        .iter()
        .any(|part| matches!(part, StreamPart::CallEnd { .. }))
}
