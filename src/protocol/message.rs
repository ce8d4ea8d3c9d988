//! Messages of a conversation, as they are stored, shown and sent to a provider.

use std::borrow::Cow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::call::{CallResult, ToolCall};
use super::event::{Event, TextChannel};
use super::ids::{MessageId, RunId, SessionId};
use super::picture::Picture;
use super::usage::Usage;
use notice::Notice;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    User,
    Assistant,
    /// The result of a tool call, sent back to the model.
    Tool,
    /// The workbench itself: shown to the user, not sent to the model except for a second
    /// text, see [`Message::note_for_model`].
    System,
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    Text {
        text: String,
    },
    /// A row of the workbench, see [`Role::System`].
    Notice {
        #[serde(rename = "text", alias = "notice")]
        notice: Notice,
    },
    /// The model's reasoning, shown folded.
    Reasoning {
        /// Empty if the server sealed the whole text.
        text: String,
        /// The reasoning in the form in which its server wants it back, see
        /// [`StreamPart::Sealed`](super::stream::StreamPart::Sealed).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        sealed: Vec<Value>,
    },
    /// A call that the model made.
    ToolUse {
        call: ToolCall,
    },
    /// The result of a call.
    ToolResult {
        result: CallResult,
    },
    /// A picture from the user.
    Image {
        /// Metadata of the picture; its bytes are in the store.
        picture: Picture,
    },
}

/// Completeness of a message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    /// Text is still arriving.
    Streaming,
    #[default]
    Complete,
    /// The stream ended early (cancelled, cut or killed). The message holds the text received
    /// before.
    Interrupted,
}

/// A message of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub id: MessageId,
    pub session: SessionId,
    /// The run it belongs to; `None` for notices outside a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    pub at: Timestamp,
    pub role: Role,
    /// The content, in order.
    pub blocks: Vec<Block>,
    #[serde(default)]
    pub state: MessageState,
    /// The model that wrote it, as `provider/model`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Usage of the step, for an assistant's message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

impl Message {
    /// Builds a message in the user's role that the model receives beside `beside` and that
    /// is not stored.
    pub fn model_note(id: MessageId, beside: &Message, text: String) -> Self {
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

    /// Returns the text that the model receives beside a row of the workbench, as a message in the
    /// user's role; `None` when the row is for the user alone.
    pub fn note_for_model(&self) -> Option<Self> {
        let text = self.blocks.iter().skip(1).find_map(|block| match block {
            Block::Text { text } => Some(text.clone()),
            _ => None,
        })?;
        Some(Self {
            run: self.run,
            ..Self::model_note(self.id, self, text)
        })
    }

    /// Builds the conversation message for a call's result, from the event that reports the result.
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

    /// Appends what became of the agent's changes: to the result of a call, or after
    /// the user's text.
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

    /// Appends text that streams in. Reasoning comes before all else.
    pub fn append(&mut self, channel: TextChannel, piece: &str) {
        let mut texts = self
            .blocks
            .iter_mut()
            .filter_map(|block| match (block, channel) {
                (Block::Text { text }, TextChannel::Answer)
                | (Block::Reasoning { text, .. }, TextChannel::Reasoning) => Some(text),
                _ => None,
            });
        if let Some(text) = texts.next() {
            text.push_str(piece);
            return;
        }
        let text = piece.to_owned();
        match channel {
            TextChannel::Answer => self.blocks.push(Block::Text { text }),
            TextChannel::Reasoning => {
                let sealed = Vec::new();
                self.blocks.insert(0, Block::Reasoning { text, sealed });
            }
        }
    }

    /// Returns the text that has streamed in on a channel.
    pub fn streamed(&self, channel: TextChannel) -> &str {
        let mut texts = self
            .blocks
            .iter()
            .filter_map(|block| match (block, channel) {
                (Block::Text { text }, TextChannel::Answer)
                | (Block::Reasoning { text, .. }, TextChannel::Reasoning) => Some(text.as_str()),
                _ => None,
            });
        texts.next().unwrap_or_default()
    }

    /// Returns the text that the user typed, without the review report that is appended
    /// for the agent.
    pub fn said(&self) -> &str {
        let texts = self.blocks.iter().filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        });
        texts.into_iter().next().unwrap_or_default()
    }

    /// Returns the notice of a row of the workbench: its notice, or its text if an older version
    /// stored it; `None` for a row without either.
    pub fn notice(&self) -> Option<Notice> {
        match self.blocks.first()? {
            Block::Notice { notice } => Some(notice.clone()),
            Block::Text { text } => Some(Notice::text(text)),
            _ => None,
        }
    }

    /// Whether a review report for the agent is appended to the user's text.
    pub fn tells_of_review(&self) -> bool {
        self.role == Role::User
            && self
                .blocks
                .iter()
                .filter(|block| matches!(block, Block::Text { .. }))
                .count()
                > 1
    }

    /// Returns the plain text of the message: its texts, and its notice in English, joined by blank
    /// lines.
    pub fn plain_text(&self) -> String {
        let mut out = String::new();
        for block in &self.blocks {
            let text = match block {
                Block::Text { text } => Cow::Borrowed(text.as_str()),
                Block::Notice { notice } => Cow::Owned(notice.to_string()),
                _ => continue,
            };
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            out.push_str(&text);
        }
        out
    }

    /// Returns the calls that the message makes.
    pub fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolUse { call } => Some(call),
            _ => None,
        })
    }
}
