//! State of the workspace's index as front ends see it. Plain data.

use serde::{Deserialize, Serialize};

use notice::Notice;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexState {
    pub phase: IndexPhase,
    /// Files of the current pass that are done.
    pub done: u64,
    /// Files of the current pass in total.
    pub total: u64,
    /// Files that the index knows.
    pub files: u64,
    /// Progress of the vectors; `None` when the index makes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<VectorsState>,
}

/// Progress of the index's vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorsState {
    /// Embedding model, with its provider.
    pub model: String,
    #[serde(flatten)]
    pub phase: VectorsPhase,
    /// Chunks that have a vector.
    pub done: u64,
    pub total: u64,
}

/// State of the work on the vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "vectors", rename_all = "snake_case")]
pub enum VectorsPhase {
    /// The set of files is not known yet, or another process makes the vectors.
    Pending,
    /// Vectors are being computed.
    Working,
    /// Suspended while the agent works; resumes when it stops.
    Paused,
    /// Every chunk has a vector.
    Ready,
    /// The maximum number of vectors is reached.
    Full,
    /// The server cannot be reached; the request will be retried.
    Waiting { reason: Notice },
    /// The user has not allowed file content to be sent to the model's provider.
    Withheld {
        /// The reason for withholding, and how to allow it.
        reason: Notice,
    },
    /// The vectors cannot be computed.
    Stopped {
        /// The reason, and what the user can do next.
        reason: Notice,
    },
}

/// The user's decision on sending content of workspace files to a provider that is not
/// on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consent {
    /// The content may be sent.
    Given,
    /// The content must not be sent.
    Refused,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum IndexPhase {
    /// No index: switched off, or without a place to store it.
    #[default]
    Off,
    /// Not started yet.
    Waiting,
    /// Determining which files exist.
    Looking,
    /// Reading files; those already read can be searched.
    Building,
    /// All files are indexed, and the index follows changes.
    Ready,
    /// Another process builds the index; this one only reads it.
    Elsewhere {
        /// Process id of the builder; 0 when it is not known.
        pid: u32,
    },
    /// The index cannot continue.
    Failed {
        /// The reason, and what the user can do next.
        reason: Notice,
    },
}

impl VectorsState {
    /// Percentage of chunks that have a vector.
    pub fn percent(&self) -> u64 {
        self.done.saturating_mul(100) / self.total.max(1)
    }

    /// Returns the state for when the set of files may have changed: the same progress, with no
    /// work going on.
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
    /// Percentage of the current pass that is done; `None` while nothing is being built.
    pub fn percent(&self) -> Option<u64> {
        match self.phase {
            IndexPhase::Looking => Some(0),
            IndexPhase::Building => Some(self.done.saturating_mul(100) / self.total.max(1)),
            _ => None,
        }
    }
}
