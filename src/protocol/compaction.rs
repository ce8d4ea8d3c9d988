//! Summaries that stand for the older part of a conversation in what the model is told. The messages
//! themselves stay stored and shown, so a compaction can be taken back.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use super::ids::{CompactionId, MessageId};
use super::message::Message;
use super::usage::Usage;

/// One summary. It stands for everything up to a message, earlier summaries among it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compaction {
    pub id: CompactionId,
    /// The last message that it stands for.
    pub through: MessageId,
    /// The last message of the human's that it stands for: taken back, this is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_human: Option<MessageId>,
    /// Messages that it stands for.
    pub messages: u32,
    /// What the model wrote.
    pub summary: String,
    /// Tokens of the conversation before it, estimated.
    pub before: u64,
    /// Tokens after it.
    pub after: u64,
    /// Who wanted it.
    pub by: CompactionTrigger,
    /// The model that wrote it, as `provider/model`.
    pub model: String,
    /// What it cost.
    pub usage: Usage,
}

/// Who wanted a compaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompactionTrigger {
    /// The window was full.
    Limit,
    Human,
}

impl Compaction {
    /// Tokens that it saved.
    pub fn saved(&self) -> u64 {
        self.before.saturating_sub(self.after)
    }
}

/// The compaction that holds: the latest one whose messages are all there, with the index of the last
/// message that it stands for.
pub fn in_force<'a, M: Borrow<Message>>(
    compactions: &'a [Compaction],
    messages: &[M],
) -> Option<(usize, &'a Compaction)> {
    compactions.iter().rev().find_map(|compaction| {
        let is_last = |message: &M| message.borrow().id == compaction.through;
        Some((messages.iter().rposition(is_last)?, compaction))
    })
}
