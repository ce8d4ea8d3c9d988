//! Messages of a conversation, as they are stored, shown and sent to a provider.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::call::{CallResult, ToolCall};
use super::event::Event;
use super::ids::{MessageId, RunId, SessionId};
use super::picture::Picture;
use super::usage::Usage;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    User,
    Assistant,
    /// The result of a tool call, sent back to the model.
    Tool,
    /// The workbench itself: shown to the human, not sent to the model but for a second text, see
    /// [`Message::told_with_row`].
    System,
}

/// One part of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    Text {
        text: String,
    },
    /// The model's reasoning, shown folded.
    Reasoning {
        /// The text; empty where the server sealed all of it.
        text: String,
        /// The same as its server wants it back, see [`StreamPart::Sealed`](super::stream::StreamPart::Sealed).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sealed: Vec<Value>,
    },
    /// A call that the model made.
    ToolUse {
        call: ToolCall,
    },
    /// What a call gave.
    ToolResult {
        result: CallResult,
    },
    /// A picture of the human's.
    Image {
        /// What is known of it; its bytes lie in the store.
        picture: Picture,
    },
}

/// How far a message is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    /// Text still comes in.
    Streaming,
    #[default]
    Complete,
    /// The stream ended early (cancelled, cut or killed); what had come is kept.
    Interrupted,
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub id: MessageId,
    /// The session it belongs to.
    pub session: SessionId,
    /// The run it belongs to; `None` for notices outside a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    /// When it was begun.
    pub at: Timestamp,
    pub role: Role,
    /// What is said, in order.
    pub blocks: Vec<Block>,
    /// How far it is.
    #[serde(default)]
    pub state: MessageState,
    /// The model that wrote it, as `provider/model`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What the step cost, for an assistant's message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

impl Message {
    /// Words in the human's name that the model is told and that nobody keeps, beside a message of the conversation.
    pub fn told(id: MessageId, beside: &Message, text: String) -> Self {
        Self {
            id,
            session: beside.session,
            run: None,
            at: beside.at,
            role: Role::User,
            blocks: vec![Block::Text { text }],
            state: MessageState::Complete,
            model: None,
            usage: None,
        }
    }

    /// What the model is told beside a row of the workbench's own, as words in the human's name; `None` where the row
    /// is for the human alone.
    pub fn told_with_row(&self) -> Option<Self> {
        let text = self.blocks.iter().skip(1).find_map(|block| match block {
            Block::Text { text } => Some(text.clone()),
            _ => None,
        })?;
        Some(Self {
            run: self.run,
            ..Self::told(self.id, self, text)
        })
    }

    /// The message that the result of a call is in the conversation, from the event that says it.
    pub fn of_result(id: MessageId, result: &CallResult, event: &Event) -> Self {
        let result = result.clone();
        Self {
            id,
            session: event.session,
            run: event.run,
            at: event.at,
            role: Role::Tool,
            blocks: vec![Block::ToolResult { result }],
            state: MessageState::Complete,
            model: None,
            usage: None,
        }
    }

    /// Adds what became of the agent's changes: to the result of a call, or behind what the human says.
    pub fn add_review(&mut self, review: &str) {
        let results = self.blocks.iter_mut().rev();
        let mut contents = results.filter_map(|block| match block {
            Block::ToolResult { result } => result.content.as_object_mut(),
            _ => None,
        });
        match contents.next() {
            Some(content) => {
                content.insert("review".to_owned(), review.into());
            }
            None => self.blocks.push(Block::Text {
                text: review.to_owned(),
            }),
        }
    }

    /// What the human typed: without what the agent is told of the review behind it.
    pub fn said(&self) -> &str {
        let texts = self.blocks.iter().filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        });
        texts.into_iter().next().unwrap_or_default()
    }

    /// Whether the agent is told of the review behind what the human typed.
    pub fn tells_of_review(&self) -> bool {
        let is_text = |block: &&Block| matches!(block, Block::Text { .. });
        self.role == Role::User && self.blocks.iter().filter(is_text).count() > 1
    }

    /// The plain text of the message: its text blocks joined by blank lines.
    pub fn plain_text(&self) -> String {
        let mut out = String::new();
        for block in &self.blocks {
            if let Block::Text { text } = block {
                if !out.is_empty() {
                    out.push_str("\n\n");
                }
                out.push_str(text);
            }
        }
        out
    }

    /// The calls that the message makes.
    pub fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolUse { call } => Some(call),
            _ => None,
        })
    }
}
