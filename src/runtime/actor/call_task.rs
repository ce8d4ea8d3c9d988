//! Tool calls on workers: planned on a blocking thread, carried out on a task, always reported.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::mpsc;

use super::in_flight::InFlightGuard;
use super::worker_message::{Inbox, WorkerMessage};
use engine::{CallCompletion, Outcome};
use notice::{Notice, notice};
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolError};
use protocol::ids::{CallId, ContentHash, RunId, SessionId};
use protocol::plan::{Grant, ObservedChange};
use store::{Batch, Store};
use tools::{CallContext, Cancel, Finished, KeptBlobs, Prepared, ToolBox};

/// Pieces of output that may queue for the actor.
const OUTPUT_CAPACITY: usize = 64;

/// Bytes of observed files that are stored with one commit.
const BLOBS_AT_ONCE: u64 = 8 * 1024 * 1024;

/// The session that a call belongs to and what the call needs to run.
pub(super) struct CallTask {
    pub(super) session: SessionId,
    pub(super) run: RunId,
    pub(super) tools: Arc<ToolBox>,
    pub(super) store: Store,
    pub(super) inbox: Inbox,
    /// Held until the task is over.
    pub(super) ticket: InFlightGuard,
}

impl CallTask {
    /// Checks and plans a call. First stores the base of a file that would change.
    pub(super) async fn prepare(self, call: ToolCall, asker: CallContext) {
        let id = call.id;
        let tools = Arc::clone(&self.tools);
        let work = tokio::task::spawn_blocking(move || tools.prepare(&call, &asker)).await;
        let planned = match work {
            Ok(planned) => planned,
            Err(_) => Err(broke(notice!("told-broke-planning"))),
        };
        let planned = match planned {
            Ok(prepared) => self.store_base(prepared).await,
            Err(error) => Err(error),
        };
        let arrival = match planned {
            Ok(prepared) => WorkerMessage::Prepared {
                session: self.session,
                run: self.run,
                prepared: Box::new(prepared),
            },
            Err(error) => WorkerMessage::Outcome(Outcome::CallRefused {
                session: self.session,
                run: self.run,
                call: id,
                error,
            }),
        };
        self.inbox.send(arrival).await;
        drop(self.ticket);
    }

    pub(super) async fn store_base(&self, prepared: Prepared) -> Result<Prepared, ToolError> {
        if let Some(bytes) = prepared.base_bytes() {
            let bytes: Arc<[u8]> = Arc::from(bytes);
            self.store.put_blob(bytes).await.map_err(|error| {
                let why = notice!("told-state-not-kept", why = error.notice());
                ToolError::new(ErrorCode::PermissionDenied, why)
            })?;
        }
        Ok(prepared)
    }

    /// Stores the contents that observed changes refer to. Tells the model and the user about those
    /// that cannot be stored.
    async fn keep_finished(&self, finished: Finished) -> CallCompletion {
        let Finished {
            mut result,
            mut observed,
            kept,
            ..
        } = finished;
        let gone = keep_observed(&self.store, &mut observed, kept).await;
        if gone > 0 {
            let lost = notice!("told-changes-not-kept", number = gone);
            if let Some(content) = result.content.as_object_mut() {
                content.insert("not_kept".to_owned(), lost.to_string().into());
            }
            result.summary = notice!("told-and-also", why = result.summary, why_next = lost);
        }
        CallCompletion {
            result,
            stat: finished.stat,
            applied: finished.applied,
            observed,
        }
    }

    pub(super) async fn run(self, prepared: Prepared, grant: Grant, cancel: Cancel) {
        let tools = Arc::clone(&self.tools);
        self.report(prepared, |prepared, output| async move {
            tools.run(prepared, grant, cancel, output).await
        })
        .await;
    }

    /// Does the work of a planned call, and returns its output and its result.
    pub(super) async fn report<W, F>(self, prepared: Prepared, work: W)
    where
        W: FnOnce(Prepared, mpsc::Sender<String>) -> F,
        F: Future<Output = Finished> + Send + 'static,
    {
        let call = prepared.plan.call;
        let tool = prepared.plan.tool.clone();
        let (output, pieces) = mpsc::channel(OUTPUT_CAPACITY);
        let forward = forward_output(self.session, self.run, call, pieces, self.inbox.clone());
        // Runs on its own task, so that a panicking tool becomes a result and does not
        // end the session.
        let work = tokio::spawn(work(prepared, output));
        let (finished, ()) = tokio::join!(work, forward);
        let done = match finished {
            Ok(finished) => self.keep_finished(finished).await,
            Err(_) => broken_result(call, tool),
        };
        let outcome = Outcome::CallFinished {
            session: self.session,
            run: self.run,
            done: Box::new(done),
        };
        self.inbox.report(outcome).await;
        self.inbox.send(WorkerMessage::CallGone { call }).await;
        drop(self.ticket);
    }
}

/// Stores the contents that observed changes refer to. A change whose content cannot be stored is
/// not logged, because it could not be rolled back; returns the number of such changes.
pub(super) async fn keep_observed(
    store: &Store,
    observed: &mut Vec<ObservedChange>,
    kept: KeptBlobs,
) -> usize {
    let kept = Arc::new(kept);
    let mut lost: BTreeSet<ContentHash> = kept.hashes().cloned().collect();
    let mut from = 0;
    while from < kept.hashes().len() {
        let reader = Arc::clone(&kept);
        let Ok(Ok(blobs)) =
            tokio::task::spawn_blocking(move || reader.read(from, BLOBS_AT_ONCE)).await
        else {
            break;
        };
        if blobs.is_empty() {
            break;
        }
        from = from.saturating_add(blobs.len());
        let hashes: Vec<ContentHash> = blobs.iter().map(|(hash, _)| *hash).collect();
        let batch = Batch {
            blobs,
            ..Batch::default()
        };
        if store.commit(batch).await.is_ok() {
            lost.retain(|hash| !hashes.contains(hash));
        }
    }
    let before = observed.len();
    observed.retain(|change| {
        let spoken_of = [&change.base.blob, &change.entry.before, &change.entry.after];
        !spoken_of
            .into_iter()
            .flatten()
            .any(|hash| lost.contains(hash))
    });
    before - observed.len()
}

/// Forwards output; joins the pieces while the actor is busy.
async fn forward_output(
    session: SessionId,
    run: RunId,
    call: CallId,
    mut pieces: mpsc::Receiver<String>,
    inbox: Inbox,
) {
    let mut offset = 0_u64;
    while let Some(mut text) = pieces.recv().await {
        while let Ok(more) = pieces.try_recv() {
            text.push_str(&more);
        }
        let length = text.len() as u64;
        let outcome = Outcome::CallOutput {
            session,
            run,
            call,
            offset,
            text,
        };
        offset += length;
        if !inbox.report(outcome).await {
            return;
        }
    }
}

fn broke(message: Notice) -> ToolError {
    ToolError::new(ErrorCode::CommandFailed, message)
}

fn broken_result(call: CallId, tool: String) -> CallCompletion {
    failed(call, tool, broke(notice!("told-call-lost")))
}

/// Returns the report for a call whose plan was lost; the call did not run.
pub(super) fn without_plan(call: CallId) -> CallCompletion {
    let error = ToolError::new(ErrorCode::Cancelled, notice!("told-call-plan-gone"));
    failed(call, String::new(), error)
}

fn failed(call: CallId, tool: String, error: ToolError) -> CallCompletion {
    CallCompletion {
        result: CallResult {
            call,
            provider_id: call.to_string(),
            tool,
            ok: false,
            content: error.to_model(),
            summary: error.message.clone(),
            error: Some(error),
            duration_ms: 0,
        },
        stat: None,
        applied: None,
        observed: Vec::new(),
    }
}
