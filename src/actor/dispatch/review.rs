//! Effects of the review: work on texts, saves, staged calls. Each on a worker, each reported.

use std::sync::Arc;

use super::super::arrival::Arrival;
use super::super::call_task::without_plan;
use super::Dispatch;
use crate::engine::{CallDone, Outcome, ReviewJob};
use crate::ledger::{Ledger, Stamp};
use crate::protocol::ids::{CallId, RunId, SessionId};
use crate::protocol::review::{Save, SaveResult};
use crate::store::Store;

impl Dispatch {
    /// Reads texts and says what would follow.
    pub(super) fn review(&self, session: SessionId, version: u64, job: ReviewJob) {
        let ledger = Arc::clone(&self.ledger);
        self.on_worker(move || {
            let worked = ledger.work(session, &job, &Stamp::now());
            Outcome::ReviewWorked {
                session,
                version,
                result: worked.map(Box::new).map_err(|error| error.to_string()),
            }
        });
    }

    /// Writes the files of a save.
    pub(super) fn carry_out_save(&self, session: SessionId, save: Save) {
        let ledger = Arc::clone(&self.ledger);
        self.on_worker(move || Outcome::SaveCarriedOut {
            session,
            save: save.id,
            result: ledger.carry_out(&save),
        });
    }

    /// Gives the result of a change that is staged.
    pub(super) fn stage_call(&mut self, session: SessionId, run: RunId, call: CallId) {
        let done = match self.prepared.remove(&call) {
            Some(prepared) => {
                let finished = self.tools.stage(&prepared);
                CallDone {
                    result: finished.result,
                    stat: None,
                    applied: None,
                    observed: Vec::new(),
                }
            }
            None => without_plan(call),
        };
        let done = Box::new(done);
        self.report(Outcome::CallFinished { session, run, done });
    }

    fn on_worker(&self, work: impl FnOnce() -> Outcome + Send + 'static) {
        let inbox = self.inbox.clone();
        let ticket = self.tickets.hand_out();
        crate::task::spawn(async move {
            match crate::task::blocking(work).await {
                Ok(outcome) => {
                    inbox.send(Arrival::Outcome(outcome)).await.ok();
                }
                Err(error) => tracing::error!(%error, "work of the review broke"),
            }
            drop(ticket);
        });
    }
}

/// Brings saves of a session to their end that a dead process had begun.
pub(super) async fn recover(
    store: &Store,
    ledger: &Arc<Ledger>,
    session: SessionId,
) -> Vec<(Save, SaveResult)> {
    let open = match store.open_saves().await {
        Ok(open) => open,
        Err(error) => {
            tracing::warn!(%error, "saves that were cut off could not be looked for");
            return Vec::new();
        }
    };
    let mine = open.into_iter().filter(|(of, _)| *of == session);
    let ledger = Arc::clone(ledger);
    let mine: Vec<Save> = mine.map(|(_, save)| save).collect();
    let recovering = move || {
        let recovered = mine.into_iter().map(|save| {
            let result = ledger.recover(&save);
            (save, result)
        });
        recovered.collect()
    };
    crate::task::blocking(recovering).await.unwrap_or_default()
}
