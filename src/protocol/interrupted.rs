//! State that an interrupted run left in the tables after its process ended.

use serde::{Deserialize, Serialize};

use super::call::{ToolCall, ToolClass};
use super::change::FileStat;
use super::ids::{CheckpointId, FileId, RunId};

/// A run that has not ended: the part of its state that its messages do not contain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InterruptedRun {
    pub run: RunId,
    /// Calls without a result, in the order in which the model made them.
    pub calls: Vec<InterruptedCall>,
    /// Checkpoint before the first change of the run.
    pub checkpoint: Option<CheckpointId>,
    /// Files whose base is kept in the checkpoint.
    pub kept: Vec<FileId>,
    /// Files that the run changed, without rejected changes.
    pub files: Vec<FileStat>,
}

/// A call that has no result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InterruptedCall {
    pub call: ToolCall,
    pub class: ToolClass,
    /// Whether the call was started; if so, its effect is unknown.
    pub begun: bool,
}
