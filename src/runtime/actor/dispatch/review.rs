//! Effects of the review: work on texts, applying, proposed calls. Each runs on a worker
//! and reports back.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::call_task::{keep_observed, without_plan};
use super::Dispatch;
use crate::ledger::{Ledger, Stamp};
use engine::{CallCompletion, Outcome, RecoveredChanges, ReviewJob};
use protocol::ids::{CallId, ContentHash, RunId, SessionId};
use protocol::review::{ApplyRecord, ApplyResult};
use store::Store;
use tools::{CutOff, ToolBox, class_of};

impl Dispatch {
    /// Reads texts and computes what would follow.
    pub(super) fn review(&self, session: SessionId, version: u64, job: ReviewJob) {
        let ledger = Arc::clone(&self.ledger);
        self.on_worker(move || {
            let worked = ledger.work(session, &job, &Stamp::now());
            Outcome::ReviewWorked {
                session,
                version,
                result: worked.map(Box::new).map_err(|error| error.notice()),
            }
        });
    }

    /// Writes the files of an apply.
    pub(super) fn apply(&self, session: SessionId, record: ApplyRecord) {
        let (ledger, tools) = (Arc::clone(&self.ledger), Arc::clone(&self.tools));
        self.on_worker(move || {
            let result = ledger.apply(&record);
            if tools.has_baseline(session) {
                tools.account_applied(session, &left_by(&record));
            }
            Outcome::Applied {
                session,
                apply: record.id,
                result,
            }
        });
    }

    /// Returns the result of a change that is now proposed.
    pub(super) fn propose_call(&mut self, session: SessionId, run: RunId, call: CallId) {
        let done = match self.prepared.remove(&call) {
            Some(prepared) => {
                let finished = self.tools.propose(&prepared);
                CallCompletion {
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
        tokio::spawn(async move {
            match tokio::task::spawn_blocking(work).await {
                Ok(outcome) => {
                    inbox.report(outcome).await;
                }
                Err(error) => tracing::error!(%error, "work of the review broke"),
            }
            drop(ticket);
        });
    }
}

/// Returns the content that an apply leaves in each of the files that it names.
fn left_by(record: &ApplyRecord) -> Vec<(String, Option<ContentHash>)> {
    let files = record.files.iter().flat_map(|file| {
        let left = file.moves_to.as_ref().map(|_| (file.path.clone(), None));
        let to = file.moves_to.as_ref().unwrap_or(&file.path).clone();
        left.into_iter().chain([(to, file.after)])
    });
    files.collect()
}

/// Finishes the work that a dead process had begun in a session: its applies, and the log entries
/// of a command's changes. The processes of the command have ended before. Skips work that fails.
pub async fn recover(
    store: &Store,
    ledger: &Arc<Ledger>,
    tools: &Arc<ToolBox>,
    session: SessionId,
) -> RecoveredChanges {
    let open = store.open_applies().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "applies that were cut off could not be looked for");
        Vec::new()
    });
    let calls = store.open_calls().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "commands that were cut off could not be looked for");
        BTreeSet::new()
    });
    let (ledger, tools) = (Arc::clone(ledger), Arc::clone(tools));
    let recovering = move || {
        let mine = open.into_iter().filter(|(of, _)| *of == session);
        let records = mine.map(|(_, record)| {
            let result = ledger.recover(&record);
            (record, result)
        });
        let records: Vec<(ApplyRecord, ApplyResult)> = records.collect();
        (records, tools.cut_off(session, &calls))
    };
    let (records, cut_off) = tokio::task::spawn_blocking(recovering)
        .await
        .unwrap_or_default();
    let mut recovered = RecoveredChanges {
        applies: records,
        changes: None,
        left: store
            .interrupted_run(session, class_of)
            .await
            .unwrap_or_else(|error| {
                tracing::warn!(%error, "what a run had left could not be looked for");
                None
            }),
    };
    if let Some(CutOff {
        call,
        mut observed,
        kept,
    }) = cut_off
    {
        let gone = keep_observed(store, &mut observed, kept).await;
        if gone > 0 {
            tracing::warn!(
                gone,
                "changes of a command that was cut off could not be kept"
            );
        }
        recovered.changes = Some((call, observed));
    }
    recovered
}
