//! The memory: what the user and the agent keep beyond a session. Plain data.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::ids::{MemoryId, RunId, WorkspaceId};
use crate::taint::Taint;

/// The kind of knowledge in an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryKind {
    /// How the user likes things done; counts in every workspace unless it says otherwise.
    UserPref,
    /// The circumstances of the work.
    Context,
    /// A fact about the workspace.
    Knowledge,
    /// A choice that was made, and why.
    Decision,
}

impl MemoryKind {
    pub const ALL: [Self; 4] = [
        Self::UserPref,
        Self::Context,
        Self::Knowledge,
        Self::Decision,
    ];

    /// Returns the name of the kind, as it is stored and typed.
    pub fn word(self) -> &'static str {
        match self {
            Self::UserPref => "user_pref",
            Self::Context => "context",
            Self::Knowledge => "knowledge",
            Self::Decision => "decision",
        }
    }

    /// Returns the kind with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// Who remembered an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryOrigin {
    User,
    Agent,
    /// A tool, a server or a colleague: nothing that the user or the agent wrote.
    Tool,
}

/// Whether an item may be recalled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryState {
    /// Waits for the user.
    Inbox,
    /// May be recalled.
    Kept,
    /// The user refused it; it is stored so that it does not come again.
    Refused,
}

impl MemoryState {
    pub const ALL: [Self; 3] = [Self::Inbox, Self::Kept, Self::Refused];

    /// Returns the name of the state, as it is stored and typed.
    pub fn word(self) -> &'static str {
        match self {
            Self::Inbox => "inbox",
            Self::Kept => "kept",
            Self::Refused => "refused",
        }
    }
}

/// An item of the memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryItem {
    pub id: MemoryId,
    pub kind: MemoryKind,
    /// Without secrets and control sequences.
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The workspace in which it counts; `None` for every workspace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<WorkspaceId>,
    /// The run in which it was remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    pub origin: MemoryOrigin,
    pub taint: Taint,
    pub created: Timestamp,
    /// Time of the last recall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<Timestamp>,
    pub state: MemoryState,
    /// Address of the shared store that a colleague's item came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received_from: Option<String>,
}
