//! Summaries that replace the older part of a conversation in what the model sees. The messages
//! themselves stay stored and shown, so a compaction can be undone.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use super::ids::{CompactionId, MessageId};
use super::message::Message;
use super::usage::Usage;

/// A summary. It replaces everything up to a message, including earlier summaries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compaction {
    pub id: CompactionId,
    /// The last message that the summary replaces.
    pub through: MessageId,
    /// The last of the user's messages that it replaces: if that is taken back, the
    /// compaction is void.
    #[serde(
        rename = "latest_human",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub latest_user: Option<MessageId>,
    /// Number of messages that it replaces.
    pub messages: u32,
    /// The text written by the model.
    pub summary: String,
    /// Estimated tokens of the conversation before the compaction.
    pub before: u64,
    /// Estimated tokens after it.
    pub after: u64,
    pub by: CompactionTrigger,
    /// The model that wrote it, as `provider/model`.
    pub model: String,
    /// Tokens used for the summary.
    pub usage: Usage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompactionTrigger {
    /// The window was full.
    Limit,
    #[serde(rename = "human")]
    User,
}

impl Compaction {
    /// Returns the tokens that the compaction saved.
    pub fn saved(&self) -> u64 {
        self.before.saturating_sub(self.after)
    }
}

/// Returns the compaction in force: the latest one whose messages all still exist, with the index
/// of the last message that it replaces.
pub fn in_force<'a, M: Borrow<Message>>(
    compactions: &'a [Compaction],
    messages: &[M],
) -> Option<(usize, &'a Compaction)> {
    compactions.iter().rev().find_map(|compaction| {
        Some((
            messages
                .iter()
                .rposition(|message| message.borrow().id == compaction.through)?,
            compaction,
        ))
    })
}
