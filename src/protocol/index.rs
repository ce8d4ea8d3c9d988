//! What front ends learn of the workspace's index. Plain data.

use serde::{Deserialize, Serialize};

/// How far the index is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexState {
    /// What it does.
    pub phase: IndexPhase,
    /// Files of the present work that are done.
    pub done: u64,
    /// Files of the present work.
    pub total: u64,
    /// Files that it knows.
    pub files: u64,
}

/// What the index does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum IndexPhase {
    /// There is none: it is switched off, or has no place to be.
    #[default]
    Off,
    /// It has not begun.
    Waiting,
    /// It looks at which files there are.
    Looking,
    /// It reads files; what it has read can be found already.
    Building,
    /// It knows all files, and hears of changes.
    Ready,
    /// Another process builds it; it is read here.
    Elsewhere {
        /// That process; 0 where it has not said.
        pid: u32,
    },
    /// It cannot go on.
    Failed {
        /// Why, and what to do next.
        reason: String,
    },
}

impl IndexState {
    /// How much of the present work is done, of a hundred; `None` while nothing is built.
    pub fn percent(&self) -> Option<u64> {
        match self.phase {
            IndexPhase::Looking => Some(0),
            IndexPhase::Building => Some(self.done.saturating_mul(100) / self.total.max(1)),
            _ => None,
        }
    }
}
