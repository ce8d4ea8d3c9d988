//! The comments of a review, as long as what they are about.

use std::sync::Arc;

use super::logs::Logged;
use super::{Ledger, LedgerError};
use crate::protocol::ids::SessionId;
use crate::protocol::review::{Comment, CommentTarget};

impl Ledger {
    /// The comments of a session. One that the agent was told stays as long as what it is about.
    pub(super) fn comments(&self, session: SessionId) -> Result<Vec<Comment>, LedgerError> {
        let mut comments = self.store.all_comments_blocking(session)?;
        if comments.iter().any(|comment| comment.told) {
            let (logs, _) = self.logs(session)?;
            comments.retain(|comment| !comment.told || stands(comment, &logs));
        }
        Ok(comments)
    }
}

/// Whether a comment's hunk is still there; lines are others as soon as their file has a later change.
fn stands(comment: &Comment, logs: &[Arc<Logged>]) -> bool {
    let mut logs = logs.iter().map(|logged| &logged.log);
    match &comment.on {
        CommentTarget::Hunk(hunk) => {
            logs.any(|log| log.hunks().any(|(_, other)| other.id == *hunk))
        }
        CommentTarget::Lines { file, .. } => logs
            .find(|log| log.file == *file)
            .is_some_and(|log| log.entries.iter().all(|entry| entry.at <= comment.at)),
    }
}
