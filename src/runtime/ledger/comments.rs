//! The comments of a review, as long as their subject exists.

use std::sync::Arc;

use super::logs::Logged;
use super::{Ledger, LedgerError};
use protocol::ids::SessionId;
use protocol::review::{Comment, CommentTarget};

impl Ledger {
    /// Returns the comments of a session. A comment that was reported to the model stays as
    /// long as its subject.
    pub(super) fn comments(&self, session: SessionId) -> Result<Vec<Comment>, LedgerError> {
        let mut comments = self.store.all_comments_blocking(session)?;
        if comments.iter().any(|comment| comment.told) {
            let (logs, _) = self.logs(session)?;
            comments.retain(|comment| !comment.told || stands(comment, &logs));
        }
        Ok(comments)
    }
}

/// Whether a comment's hunk still exists. A comment on lines ends as soon as its file has
/// a later change.
fn stands(comment: &Comment, logs: &[Arc<Logged>]) -> bool {
    let mut logs = logs.iter().map(|logged| &logged.log);
    match &comment.on {
        CommentTarget::Hunk(hunk) => {
            logs.any(|log| log.hunks().any(|(_, other)| other.id == *hunk))
        }
        CommentTarget::Git(_) => false,
        CommentTarget::Lines { file, .. } => logs
            .find(|log| log.file == *file)
            .is_some_and(|log| log.entries.iter().all(|entry| entry.at <= comment.at)),
    }
}
