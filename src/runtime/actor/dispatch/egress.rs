//! Stores the user's answers on egress.

use std::sync::Arc;

use super::Dispatch;
use crate::actor::worker_message::WorkerMessage;
use engine::Outcome;
use notice::notice;
use protocol::ids::{RunId, SessionId};
use protocol::index::Consent;
use protocol::route::EgressTarget;

impl Dispatch {
    pub(super) fn keep_send_consent(
        &self,
        session: SessionId,
        run: RunId,
        to: EgressTarget,
        consent: Consent,
    ) {
        let consents = Arc::clone(&self.gate.consents);
        let inbox = self.inbox.clone();
        let ticket = self.tickets.hand_out();
        tokio::spawn(async move {
            let place = to.clone();
            let work = tokio::task::spawn_blocking(move || consents.keep(&place, consent));
            let result = work
                .await
                .unwrap_or_else(|_| Err(notice!("told-broke-answer-again")));
            let outcome = Outcome::SendConsentKept {
                session,
                run,
                to,
                consent,
                result,
            };
            inbox.send(WorkerMessage::Outcome(outcome)).await.ok();
            drop(ticket);
        });
    }
}
