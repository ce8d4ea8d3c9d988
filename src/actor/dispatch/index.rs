//! What the actor does for the index: begins it, passes on what it says, lets its vectors rest while the agent works,
//! and keeps the human's word on what may be sent for them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::Dispatch;
use crate::actor::session_state::SessionState;
use crate::actor::worker_message::WorkerMessage;
use crate::engine::Outcome;
use crate::index::{Index, MachineUse};
use crate::protocol::ids::SessionId;
use crate::protocol::index::Consent;
use crate::protocol::session::SessionStatus;

/// So long after the start the index is begun: the first frame is on the screen by then.
const INDEX_AFTER: Duration = Duration::from_millis(150);

impl Dispatch {
    /// Begins to build the index, a moment after the beginning, and tells what it says.
    pub(in crate::actor) fn begin_index(&self) {
        let Some(index) = self.tools.index().map(Arc::clone) else {
            return;
        };
        let inbox = self.inbox.clone();
        // On the index's thread, which may wait.
        index.listen(Box::new(move |word| {
            inbox.blocking_send(WorkerMessage::Index(word)).ok();
        }));
        let index = Arc::downgrade(&index);
        tokio::spawn(async move {
            tokio::time::sleep(INDEX_AFTER).await;
            if let Some(index) = index.upgrade() {
                index.begin();
            }
            Index::keep_vectors_whole(index).await;
        });
    }

    /// Lets the making of vectors rest while the agent works: a model on this machine shares it.
    pub(in crate::actor) fn pause_embedding(&self, lives: &BTreeMap<SessionId, SessionState>) {
        let works = |live: &SessionState| live.state.summary.status == SessionStatus::Running;
        let machine = if lives.values().any(works) {
            MachineUse::Busy
        } else {
            MachineUse::Free
        };
        if let Some(index) = self.tools.index() {
            index.pause_embedding(machine);
        }
    }

    /// Keeps whether files may be sent to where vectors are made.
    pub(super) fn keep_consent(&self, session: SessionId, consent: Consent) {
        let index = self.tools.index().cloned();
        let inbox = self.inbox.clone();
        let ticket = self.tickets.hand_out();
        tokio::spawn(async move {
            let work = tokio::task::spawn_blocking(move || match index {
                Some(index) => index.answer_consent(consent),
                None => Err("there is no index here: `index.enabled` is off".to_owned()),
            });
            let result = work
                .await
                .unwrap_or_else(|_| Err("keeping your answer broke; nothing is sent".to_owned()));
            let outcome = Outcome::ConsentKept { session, result };
            inbox.send(WorkerMessage::Outcome(outcome)).await.ok();
            drop(ticket);
        });
    }
}
