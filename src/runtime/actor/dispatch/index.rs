//! The actor's work for the index: starts it, forwards its reports, pauses embedding while the
//! agent works, and stores the user's consent to sending files for embedding.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::Dispatch;
use crate::actor::worker_message::WorkerMessage;
use engine::Outcome;
use index::{Index, MachineUse};
use notice::notice;
use protocol::ids::SessionId;
use protocol::index::Consent;
use protocol::session::SessionStatus;
use session::SessionState;

/// Delay after the start before indexing begins: the first frame is on the screen by then.
const INDEX_AFTER: Duration = Duration::from_millis(150);

impl Dispatch {
    /// Starts building the index, a moment after the start, and forwards its reports.
    pub(in crate::actor) fn begin_index(&self) {
        let Some(index) = self.tools.index().map(Arc::clone) else {
            return;
        };
        let inbox = self.inbox.clone();
        // Runs on the index's thread, which may block.
        index.listen(Box::new(move |word| {
            inbox.blocking_send(WorkerMessage::Index(word));
        }));
        let index = Arc::downgrade(&index);
        tokio::spawn(async move {
            tokio::time::sleep(INDEX_AFTER).await;
            if let Some(index) = index.upgrade() {
                index.begin();
            }
            Index::maintain_vectors(index).await;
        });
    }

    /// Pauses embedding while the agent works: a model on this machine shares its resources.
    pub(in crate::actor) fn pause_embedding(&self, sessions: &BTreeMap<SessionId, SessionState>) {
        let machine = if sessions
            .values()
            .any(|live| live.facts.status == SessionStatus::Running)
        {
            MachineUse::Busy
        } else {
            MachineUse::Free
        };
        if let Some(index) = self.tools.index() {
            index.pause_embedding(machine);
        }
    }

    /// Stores whether files may be sent to the place where vectors are made.
    pub(super) fn keep_consent(&self, session: SessionId, consent: Consent) {
        let index = self.tools.index().cloned();
        self.in_background(async move {
            let work = tokio::task::spawn_blocking(move || match index {
                Some(index) => index.answer_consent(consent),
                None => Err(notice!("told-no-index")),
            });
            let result = work
                .await
                .unwrap_or_else(|_| Err(notice!("told-broke-answer-unsent")));
            Outcome::IndexConsentStored { session, result }
        });
    }
}
