//! The three requests of a probe: one file to be read, two files at once, and a conversation in
//! which the call has its result. The files are in no workspace, and the tool is never run.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::answer::{Answer, MadeCall};
use crate::{ConversationState, StepRequest};
use notice::Notice;
use protocol::call::{CallResult, ToolCall, ToolClass, ToolSpec};
use protocol::catalogue::CallForm;
use protocol::estimate::Estimate;
use protocol::ids::{CallId, MessageId, SessionId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::stream::{Freshness, ToolFormat};

/// Context window in tokens that the model is asked for: a probe is short, and a server loads a
/// small window quickly.
const CONTEXT: u64 = 4_096;

const SYSTEM: &str = "You are an agent that works on files. You cannot see a file unless you read it with the tool \
                      read_file. Once you have a result, answer from it.";
const ONE: &str = "What does the file notes.txt say? Read notes.txt first.";
const TWO: &str =
    "Read the files notes.txt and todo.txt. Make both calls in this one answer, one for each file.";
const CONTENT: &str = "The meeting is on Friday at ten.";

/// Builds the requests to one model.
pub(super) struct Requests {
    /// The model's name at its provider; `full_name` includes the provider.
    model: String,
    full_name: String,
    session: SessionId,
    tools: Arc<[ToolSpec]>,
    context: u64,
    /// Format in which the model receives the tool.
    pub(super) format: ToolFormat,
}

impl Requests {
    pub(super) fn of(provider: &str, model: &str) -> Self {
        Self {
            model: model.to_owned(),
            full_name: format!("{provider}/{model}"),
            session: SessionId(Uuid::now_v7()),
            tools: Arc::from([read_file()]),
            context: CONTEXT,
            format: ToolFormat::Native,
        }
    }

    pub(super) fn model(&self) -> &str {
        &self.model
    }

    /// Limits the requested context window to the model's maximum.
    pub(super) fn bound_context(&mut self, most: Option<u64>) {
        self.context = most.map_or(CONTEXT, |most| most.min(CONTEXT));
    }

    /// Builds the request to read one file.
    pub(super) fn for_one(&self) -> StepRequest {
        self.request(1, vec![self.user(ONE)])
    }

    /// Builds the request to read two files at once.
    pub(super) fn for_two(&self) -> StepRequest {
        self.request(2, vec![self.user(TWO)])
    }

    /// Builds the continuation of the first request: the call has its result, and an answer
    /// is expected. Uses the model's own call if it made one, with the sealed reasoning that
    /// its server requires.
    pub(super) fn for_repeat(&self, answer: &Answer, own: Option<&MadeCall>) -> StepRequest {
        let given = self.given_call(own);
        let call = ToolCall {
            id: CallId(Uuid::now_v7()),
            provider_id: given.id.clone(),
            tool: given.tool.clone(),
            arguments: given.arguments.clone(),
        };
        let result = CallResult {
            call: call.id,
            provider_id: given.id,
            tool: given.tool,
            ok: true,
            content: json!({ "success": true, "path": "notes.txt", "content": CONTENT }),
            summary: Notice::default(),
            error: None,
            duration_ms: 0,
        };
        let mut blocks = Vec::new();
        if own.is_some() && !(answer.reasoning.is_empty() && answer.sealed.is_empty()) {
            blocks.push(Block::Reasoning {
                text: answer.reasoning.clone(),
                sealed: answer.sealed.clone(),
            });
        }
        blocks.push(Block::ToolUse { call });
        let messages = vec![
            self.user(ONE),
            self.message(Role::Assistant, blocks),
            self.message(Role::Tool, vec![Block::ToolResult { result }]),
        ];
        self.request(3, messages)
    }

    /// Returns the call whose result the model is given.
    pub(super) fn given_call(&self, own: Option<&MadeCall>) -> MadeCall {
        own.cloned().unwrap_or_else(|| MadeCall {
            id: "call_0".to_owned(),
            tool: "read_file".to_owned(),
            arguments: json!({ "path": "notes.txt" }),
            form: CallForm::None,
        })
    }

    fn user(&self, text: &str) -> Arc<Message> {
        let text = text.to_owned();
        self.message(Role::User, vec![Block::Text { text }])
    }

    fn message(&self, role: Role, blocks: Vec<Block>) -> Arc<Message> {
        Arc::new(Message {
            id: MessageId(Uuid::now_v7()),
            session: self.session,
            run: None,
            at: Timestamp::now(),
            role,
            blocks,
            state: MessageState::Complete,
            model: (role == Role::Assistant).then(|| self.full_name.clone()),
            usage: None,
        })
    }

    fn request(&self, number: u32, messages: Vec<Arc<Message>>) -> StepRequest {
        StepRequest {
            agent: "probe".to_owned(),
            number,
            model: self.model.clone(),
            system: SYSTEM.to_owned(),
            messages,
            pictures: Arc::default(),
            tools: Arc::clone(&self.tools),
            format: self.format,
            sends_text_calls: false,
            context_length: self.context,
            max_output_tokens: None,
            temperature: None,
            effort: protocol::effort::Effort::Auto,
            // A cached answer would not show the model's current behaviour.
            freshness: Freshness::Anew,
            conversing: ConversationState::of(self.session),
        }
    }
}

/// Estimates the tokens of a request's prompt.
pub(super) fn estimate(request: &StepRequest) -> u64 {
    let tools = request.tools.iter();
    let tools = tools.map(|tool| tool.description.len() + tool.parameters.to_string().len());
    let messages = request.messages.iter().flat_map(|message| &message.blocks);
    let texts = messages.map(|block| match block {
        Block::Text { text } | Block::Reasoning { text, .. } => text.len(),
        Block::ToolUse { call } => call.arguments.to_string().len(),
        Block::ToolResult { result } => result.content.to_string().len(),
        Block::Notice { .. } | Block::Image { .. } => 0,
    });
    let bytes: usize = tools.chain(texts).sum();
    Estimate::USUAL.bytes(request.system.len() + bytes)
}

/// Describes the one tool that is offered.
fn read_file() -> ToolSpec {
    ToolSpec {
        name: "read_file".to_owned(),
        description: "Reads a text file and gives its content.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "path": { "type": "string", "description": "Path of the file" } },
            "required": ["path"],
        }),
        class: ToolClass::Read,
    }
}
