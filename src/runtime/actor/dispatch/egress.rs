//! Stores the user's answers on egress.

use std::sync::Arc;

use super::Dispatch;
use engine::Outcome;
use notice::notice;
use protocol::ids::{RunId, SessionId};
use protocol::index::Consent;
use protocol::route::EgressTarget;

impl Dispatch {
    pub(super) fn store_egress_consent(
        &self,
        session: SessionId,
        run: RunId,
        to: EgressTarget,
        consent: Consent,
    ) {
        let consents = Arc::clone(&self.gate.consents);
        self.in_background(async move {
            let place = to.clone();
            let work = tokio::task::spawn_blocking(move || consents.keep(&place, consent));
            let result = work
                .await
                .unwrap_or_else(|_| Err(notice!("told-broke-answer-again")));
            Outcome::EgressConsentStored {
                session,
                run,
                to,
                consent,
                result,
            }
        });
    }
}
