//! Answers about the review, from the ledger.

use super::Asked;
use crate::protocol::ids::SessionId;
use crate::protocol::query::Reply;
use crate::protocol::review::ReviewQuestion;

impl Asked {
    /// Answers a question about the review.
    pub(super) async fn review(
        &self,
        _session: SessionId,
        _question: ReviewQuestion,
    ) -> Result<Reply, String> {
        Err("there is nothing to review".to_owned())
    }
}
