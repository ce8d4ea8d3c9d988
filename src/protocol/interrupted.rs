//! What a run has left in the tables whose process is gone.

use serde::{Deserialize, Serialize};

use super::call::{ToolCall, ToolClass};
use super::change::FileStat;
use super::ids::{CheckpointId, FileId, RunId};

/// A run that has not ended, as far as its messages do not tell of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InterruptedRun {
    pub run: RunId,
    /// Its calls that have no result, in the order in which they were asked for.
    pub calls: Vec<InterruptedCall>,
    /// The checkpoint before its first change.
    pub checkpoint: Option<CheckpointId>,
    /// Files whose base is kept in it.
    pub kept: Vec<FileId>,
    /// What it has changed, and what was refused of that left out.
    pub files: Vec<FileStat>,
}

/// A call that has no result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InterruptedCall {
    pub call: ToolCall,
    /// What kind of thing it does.
    pub class: ToolClass,
    /// Whether it was begun: then nobody knows what it did.
    pub begun: bool,
}
