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
    /// How far the vectors are; `None` where none are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<VectorsState>,
}

/// How far the vectors of the index are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorsState {
    /// The model that makes them, with its provider.
    pub model: String,
    /// What is done with it.
    #[serde(flatten)]
    pub phase: VectorsPhase,
    /// Chunks that have one.
    pub done: u64,
    pub total: u64,
}

/// What is done with the vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "vectors", rename_all = "snake_case")]
pub enum VectorsPhase {
    /// It is not known yet which files there are, or another process sees to them.
    Pending,
    /// They are made.
    Working,
    /// The agent works; they are gone on with when it does not.
    Paused,
    /// Every chunk has one.
    Ready,
    /// There are as many as there may be.
    Full,
    /// The server is away, and is asked again.
    Waiting { reason: String },
    /// The human has not allowed that content of files goes to the model's provider.
    Withheld {
        /// Why not, and how to allow it.
        reason: String,
    },
    /// They cannot be made.
    Stopped {
        /// Why, and what to do next.
        reason: String,
    },
}

/// What the human says to sending content of the workspace's files to a provider that is not on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consent {
    /// It may go there.
    Given,
    /// It may not.
    Refused,
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

impl VectorsState {
    /// How many chunks have a vector, of a hundred.
    pub fn percent(&self) -> u64 {
        self.done.saturating_mul(100) / self.total.max(1)
    }

    /// What it is once files may be others: as far, and nothing is done.
    #[must_use]
    pub fn unsettled(self) -> Self {
        let is_done = matches!(self.phase, VectorsPhase::Ready | VectorsPhase::Full);
        if is_done {
            Self {
                phase: VectorsPhase::Pending,
                ..self
            }
        } else {
            self
        }
    }
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
