//! Sessions as a list that is filtered and grouped by workspace, and what a search over all their texts finds.

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ids::{MessageId, SessionId, WorkspaceId};
use super::message::Role;
use super::session::{SessionStatus, SessionSummary};

/// Which sessions are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionFilter {
    /// All but those in the archive.
    #[default]
    Present,
    /// At work, or waiting for the human: for an answer, a review, or a look at what went wrong.
    Active,
    /// Nothing is under way, and nothing waits.
    Completed,
    /// In the archive.
    Archived,
    All,
}

impl SessionFilter {
    /// The words for those that are asked for by a word.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("active", Self::Active),
        ("completed", Self::Completed),
        ("archived", Self::Archived),
        ("all", Self::All),
    ];

    /// The filter with this word.
    pub fn named(word: &str) -> Option<Self> {
        let mut known = Self::WORDS.into_iter();
        known.find(|(name, _)| *name == word).map(|(_, it)| it)
    }

    /// Whether a session with this status is listed.
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

/// Whose sessions are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListScope {
    #[default]
    Workspace,
    /// Those of every workspace that is known on this machine, this one's first.
    Everywhere,
}

/// The sessions of one workspace, the one that changed last first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionGroup {
    pub workspace: WorkspaceId,
    pub root: PathBuf,
    pub sessions: Vec<SessionSummary>,
    /// Those that are open in another process, attached terminals apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<SessionId>,
    /// Why they cannot be read, where they cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A message in which all words of a search stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionHit {
    pub session: SessionId,
    pub name: String,
    /// What it is doing.
    pub status: SessionStatus,
    pub message: MessageId,
    /// Its number in the conversation, from 1.
    pub number: u64,
    pub role: Role,
    /// When it was said.
    pub at: Timestamp,
    /// The line of the message's text in which the first word stands, from 1.
    pub line: u32,
    /// What stands around it, in one line.
    pub snippet: String,
}
