//! Checkpoints in words.

use l10n::said;
use protocol::change::{Checkpoint, CheckpointKind};

/// Returns the label of a checkpoint. A name that the user gave is not translated.
pub fn label(checkpoint: &Checkpoint) -> String {
    match checkpoint.kind {
        CheckpointKind::Named => checkpoint.label.to_string(),
        _ => said(&checkpoint.label),
    }
}
