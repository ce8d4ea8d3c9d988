//! Answers about the review, from the ledger.

use super::{Asked, blocking};
use crate::protocol::ids::SessionId;
use crate::protocol::query::Reply;
use crate::protocol::review::ReviewQuestion;

impl Asked {
    /// Answers a question about the review.
    pub(super) async fn review(
        self,
        session: SessionId,
        question: ReviewQuestion,
    ) -> Result<Reply, String> {
        let (ledger, proposal) = (self.ledger, self.proposal);
        blocking(move || {
            let answer = ledger.answer(session, &question, proposal.as_ref());
            let answer = answer.map_err(|error| error.to_string())?;
            Ok(Reply::Review {
                answer: Box::new(answer),
            })
        })
        .await
    }
}
