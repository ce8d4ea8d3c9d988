//! Sessions as a list that can be filtered and grouped by workspace, and the results of a search
//! over all their texts.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ids::{MessageId, SessionId, WorkspaceId};
use super::message::Role;
use super::session::{SessionStatus, SessionSummary};
use notice::Notice;

/// Filter of a session list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionFilter {
    /// All except archived sessions.
    #[default]
    Present,
    /// At work, or waiting for the user: for an answer, a review, or a look at a failure.
    Active,
    /// Neither at work nor waiting.
    Completed,
    Archived,
    All,
}

impl SessionFilter {
    /// Words by which the user selects a filter.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("active", Self::Active),
        ("completed", Self::Completed),
        ("archived", Self::Archived),
        ("all", Self::All),
    ];

    /// Returns the filter with this word.
    pub fn named(word: &str) -> Option<Self> {
        let mut known = Self::WORDS.into_iter();
        known.find(|(name, _)| *name == word).map(|(_, it)| it)
    }

    /// Whether the filter includes a session with this status.
    pub fn takes(self, status: SessionStatus) -> bool {
        match self {
            Self::Present => status != SessionStatus::Archived,
            Self::Active => !matches!(status, SessionStatus::Idle | SessionStatus::Archived),
            Self::Completed => status == SessionStatus::Idle,
            Self::Archived => status == SessionStatus::Archived,
            Self::All => true,
        }
    }
}

/// The workspaces whose sessions are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListScope {
    #[default]
    Workspace,
    /// The known workspaces on this machine, the current one first.
    Everywhere,
}

/// The sessions of one workspace, the most recently changed first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionGroup {
    pub workspace: WorkspaceId,
    pub root: PathBuf,
    pub sessions: Vec<SessionSummary>,
    /// Sessions that are open in another process, attached terminals excluded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<SessionId>,
    /// The reason why the sessions cannot be read, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Notice>,
}

/// A message that contains all words of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionHit {
    pub session: SessionId,
    pub name: String,
    pub status: SessionStatus,
    pub message: MessageId,
    /// Number of the message in the conversation, from 1.
    pub number: u64,
    pub role: Role,
    /// Time of the message.
    pub at: Timestamp,
    /// Line of the message's text with the first match, from 1.
    pub line: u32,
    /// Text around the match, in one line.
    pub snippet: String,
}
