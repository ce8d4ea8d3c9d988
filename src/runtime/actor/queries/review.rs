//! Answers queries about the review, from the ledger.

use super::{QueryContext, blocking};
use notice::Notice;
use protocol::ids::SessionId;
use protocol::query::Reply;
use protocol::review::{ReviewQuery, ReviewSubject};

impl QueryContext {
    /// Answers a query about the review.
    pub(super) async fn review(
        self,
        session: SessionId,
        question: ReviewQuery,
    ) -> Result<Reply, Notice> {
        let agent = self.live.as_ref();
        let agent = agent.map_or_else(String::new, |live| live.facts.settings.agent.clone());
        let (ledger, tools, drafts) = (self.ledger, self.tools, self.drafts);
        let proposal = self.proposal;
        blocking(move || {
            let streams = match &question {
                ReviewQuery::File {
                    of: ReviewSubject::Stream { step },
                    ..
                } => drafts
                    .of(session)
                    .filter(|draft| draft.step() == *step)
                    .and_then(|draft| draft.proposal(&tools, session, agent)),
                _ => None,
            };
            let proposal = proposal.or(streams);
            let answer = ledger.answer(session, &question, proposal.as_ref());
            let answer = answer.map_err(|error| error.notice())?;
            Ok(Reply::Review {
                answer: Box::new(answer),
            })
        })
        .await
    }
}
