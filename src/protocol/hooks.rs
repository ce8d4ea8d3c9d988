//! Hooks as front ends list them.

use serde::{Deserialize, Serialize};

use notice::Notice;

/// Whether a hook may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HookTrust {
    Trusted,
    /// The user has not said anything about it; it does not run.
    New,
    /// It differs from what the user trusted; it does not run.
    Changed,
}

impl HookTrust {
    /// Returns the state in a word.
    pub fn notice(self) -> Notice {
        match self {
            Self::Trusted => notice::notice!("hooks-state-trusted"),
            Self::New => notice::notice!("hooks-state-new"),
            Self::Changed => notice::notice!("hooks-state-changed"),
        }
    }
}

/// A hook in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookRow {
    /// The name by which the user means it: the beginning of its hash.
    pub name: String,
    pub event: String,
    /// The matcher as written; empty if it fits everything.
    pub matcher: String,
    pub command: String,
    pub timeout_s: u32,
    /// The file that defines it.
    pub source: String,
    pub trust: HookTrust,
    /// Differences to what the user trusted, as lines of a diff; for a new one all that it covers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
}

/// All hooks of a workspace.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookList {
    pub hooks: Vec<HookRow>,
    /// Parts of the settings files that are not used, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Notice>,
}

/// A hook that ran for a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookTest {
    pub name: String,
    /// The input that it got.
    pub input: String,
    pub stdout: String,
    pub stderr: String,
    /// The effects that its answer would have on a call or a run.
    pub meaning: Vec<Notice>,
}
