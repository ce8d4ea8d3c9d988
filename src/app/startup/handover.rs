//! Takes over from an owner that is gone: its sessions, with their locks, and commands that it
//! received and did not finish.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use tokio::time::Instant;

use super::session_choice::StoredSession;
use super::{StartWith, StartupError};
use client::ipc::client::Unconfirmed;
use notice::{Notice, notice};
use protocol::command::Command;
use protocol::ids::SessionId;
use session::handle::Request;
use store::Store;
use store::lock::{LockError, SessionLock};

/// Time to wait for the locks of sessions: their owner has released the workspace, and is about
/// to release them.
const WAIT: Duration = Duration::from_secs(5);

/// Interval between two attempts at a lock.
const LOOK: Duration = Duration::from_millis(20);

/// The starting point of an actor.
pub(in crate::app) enum StartFrom {
    With(StartWith),
    /// The state that a process left that is gone.
    After(Handover),
}

/// The state left by an owner that is gone, and the requests made meanwhile.
#[derive(Debug)]
pub(in crate::app) struct Handover {
    /// The sessions that the owner had open.
    pub(in crate::app) sessions: Vec<SessionId>,
    /// Commands that the owner has not confirmed.
    pub(in crate::app) unconfirmed: Vec<Unconfirmed>,
    /// Requests made after those.
    pub(in crate::app) asked: VecDeque<Request>,
}

/// The result of a takeover.
pub(super) struct HandoverOutcome {
    /// The session to open.
    pub(super) session: SessionId,
    pub(super) known: StoredSession,
    pub(super) locks: BTreeMap<SessionId, SessionLock>,
    /// Requests that the new actor handles before everything else.
    pub(super) first: VecDeque<Request>,
}

/// Takes the sessions, and determines what is still to be done.
pub(super) async fn take_over(
    store: &Store,
    folder: &Path,
    inheritance: Handover,
    notices: &mut Vec<Notice>,
) -> Result<HandoverOutcome, StartupError> {
    let deadline = Instant::now() + WAIT;
    let mut locks = BTreeMap::new();
    for session in inheritance.sessions.iter().copied() {
        // A session that was created but never stored belongs to nobody.
        if store.session(session).await?.is_none() {
            continue;
        }
        match lock(folder, session, deadline).await {
            Ok(lock) => drop(locks.insert(session, lock)),
            Err(error) => {
                notices.push(notice!("told-session-not-taken-over", why = error.notice()));
            }
        }
    }
    // The screen is also told about a session that cannot be taken.
    let mut first: VecDeque<Request> = inheritance
        .sessions
        .into_iter()
        .map(|session| Command::OpenSession { session })
        .map(Request::Command)
        .collect();
    for unconfirmed in inheritance.unconfirmed {
        if !has_taken_effect(store, &unconfirmed).await? {
            first.push_back(Request::Command(unconfirmed.command));
        }
    }
    first.extend(inheritance.asked);
    let (session, known) = match locks.keys().next() {
        Some(session) => (*session, StoredSession::Stored),
        None => (SessionId(uuid::Uuid::now_v7()), StoredSession::New),
    };
    Ok(HandoverOutcome {
        session,
        known,
        locks,
        first,
    })
}

async fn has_taken_effect(store: &Store, unconfirmed: &Unconfirmed) -> Result<bool, StartupError> {
    let session = store.session(unconfirmed.command.session()).await?;
    Ok(session.is_some_and(|session| unconfirmed.has_taken_effect(&session)))
}

async fn lock(
    folder: &Path,
    session: SessionId,
    deadline: Instant,
) -> Result<SessionLock, LockError> {
    loop {
        match SessionLock::acquire(folder, session) {
            Err(LockError::Held(_)) if Instant::now() < deadline => {
                tokio::time::sleep(LOOK).await;
            }
            other => return other,
        }
    }
}
