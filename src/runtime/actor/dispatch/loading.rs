//! Locks sessions and reads them from the store: a session is locked exactly as long as it
//! is open here.

use std::collections::btree_map::Entry;
use std::path::PathBuf;
use std::sync::Arc;

use super::Dispatch;
use super::review::recover;
use crate::actor::worker_message::WorkerMessage;
use engine::Outcome;
use notice::{Notice, notice};
use protocol::ids::SessionId;
use protocol::session::{SessionSnapshot, SessionStatus};
use store::lock::{LockError, SessionLock};
use tools::ToolBox;
use workspace::children::end_left_over;

impl Dispatch {
    /// Locks a session for this process. Fails if another process has it open.
    pub(in crate::actor) fn lock(&mut self, session: SessionId) -> Result<(), LockError> {
        let folder = &self.lock_folder;
        if let Entry::Vacant(place) = self.locks.entry(session) {
            place.insert(SessionLock::acquire(folder, session)?);
        }
        Ok(())
    }

    /// Holds the lock of a session that has been read.
    pub(in crate::actor) fn keep_lock(&mut self, session: SessionId, lock: SessionLock) {
        self.locks.insert(session, lock);
    }

    /// Reads a session. Its lock travels with the task, so that a session that cannot be read
    /// is released again.
    pub(super) fn load_session(&mut self, session: SessionId) {
        let held = self.locks.remove(&session);
        let folder = self.lock_folder.clone();
        let store = self.store.clone();
        let ledger = self.ledger.clone();
        let tools = self.tools.clone();
        let inbox = self.inbox.clone();
        let ticket = self.tickets.hand_out();
        tokio::spawn(async move {
            let read = async {
                // An unknown id must not leave a lock file behind.
                let known = store.has_session(session).await;
                if !known.map_err(|error| error.notice())? {
                    return Err(notice!("told-no-session-id"));
                }
                let lock = match held {
                    Some(lock) => lock,
                    None => take(folder, session).await?,
                };
                // Processes that a dead owner left running must not continue beside this one.
                let ending = tokio::task::spawn_blocking(move || end_left_over(session));
                match ending.await.unwrap_or_default() {
                    0 => {}
                    count => tracing::info!(count, "processes of a dead owner were ended"),
                }
                let recovered = recover(&store, &ledger, &tools, session).await;
                let review = store.review(session).await;
                let snapshot = store.session(session).await;
                let snapshot = snapshot.map_err(|error| error.notice())?;
                let snapshot = snapshot.ok_or_else(|| notice!("told-no-session-id"))?;
                let snapshot = rehydrated(snapshot, tools).await?;
                Ok(WorkerMessage::Loaded {
                    lock,
                    snapshot: Box::new(snapshot),
                    review: Box::new(review.map_err(|error| error.notice())?),
                    recovered,
                })
            };
            let arrival = read.await.unwrap_or_else(|reason| {
                WorkerMessage::Outcome(Outcome::SessionNotLoaded { session, reason })
            });
            inbox.send(arrival).await;
            drop(ticket);
        });
    }
}

/// Prepares a session that waits for an answer: plans the call in question again, and restores what
/// its agent has read.
async fn rehydrated(
    snapshot: SessionSnapshot,
    tools: Arc<ToolBox>,
) -> Result<SessionSnapshot, Notice> {
    if snapshot.summary.status != SessionStatus::Waiting {
        return Ok(snapshot);
    }
    let recalling = tokio::task::spawn_blocking(move || {
        tools.rehydrate(&snapshot);
        snapshot
    });
    recalling.await.map_err(|_| notice!("told-broke-recalling"))
}

async fn take(folder: PathBuf, session: SessionId) -> Result<SessionLock, Notice> {
    let taking = tokio::task::spawn_blocking(move || SessionLock::acquire(&folder, session));
    let taken = taking.await.map_err(|_| notice!("told-broke-session"))?;
    taken.map_err(|error| error.notice())
}
