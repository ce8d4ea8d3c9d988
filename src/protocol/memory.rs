//! The memory: what the user and the agent keep beyond a session. Plain data.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use notice::Notice;

use crate::ids::{MemoryId, MessageId, RunId, WorkspaceId};
use crate::taint::Taint;

/// Letters of an id as the user sees and types it.
const SHORT: usize = 8;

/// Returns the end of an id, by which the user names an item.
pub fn short_id(id: MemoryId) -> String {
    let hex = id.0.simple().to_string();
    let (_, end) = hex.split_at(hex.len().saturating_sub(SHORT));
    end.to_owned()
}

/// The tool by which an agent remembers.
pub const REMEMBER: &str = "remember";

/// The message of the row that names what was recalled.
pub const RECALL_ROW: &str = "memory-row-recalled";

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

    /// Returns the state with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
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

/// A text to be remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RememberRequest {
    pub kind: MemoryKind,
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// An item as it is after its text was remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    pub item: MemoryItem,
    /// Whether the text was there before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_repeated: bool,
}

/// The items that a model is reminded of, with the block that it gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recall {
    /// The items in the block, best first.
    pub items: Vec<MemoryItem>,
    /// Empty without items.
    pub block: String,
    /// Why nothing, or not the best, was recalled, if the user does not know it yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Notice>,
}

/// An order of the user about the memory. Items are named by their id or the end of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum MemoryOrder {
    Add {
        item: RememberRequest,
        /// Whether it counts in every workspace, whatever its kind.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        everywhere: bool,
    },
    Keep {
        item: String,
    },
    Refuse {
        item: String,
    },
    Forget {
        item: String,
    },
    /// Takes back the last change of this session, also one by the agent.
    Undo,
    /// Takes a recall out of the conversation. Its items are not recalled in the session again.
    Drop {
        /// The message of the recall; the latest if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<MessageId>,
    },
    /// Lets the runs of the session begin with a recall, or not.
    Recall {
        on: bool,
    },
}

/// Selects items for a front end.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryQuery {
    /// Words to search for; all items, latest first, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<MemoryState>,
}

impl MemoryQuery {
    /// Returns the query for what waits for the user.
    pub fn waiting() -> Self {
        Self {
            words: None,
            state: Some(MemoryState::Inbox),
        }
    }
}

/// Items for a front end: those of this workspace and of every workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryList {
    pub items: Vec<MemoryItem>,
    /// Whether more items fit the query.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_more: bool,
    /// Number of items that wait for the user.
    pub waiting: u64,
}
