//! What an actor takes over from an owner that is gone: its sessions, with their locks, and what was ordered of it
//! and is not done.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use tokio::time::Instant;

use super::session_choice::StoredSession;
use super::{StartWith, StartupError};
use crate::actor::handle::Request;
use crate::ipc::client::Unconfirmed;
use crate::protocol::command::Command;
use crate::protocol::ids::SessionId;
use crate::store::Store;
use crate::store::lock::{LockError, SessionLock};

/// How long the locks of sessions are waited for: their owner has let the workspace go, and is about to let them go.
const WAIT: Duration = Duration::from_secs(5);

/// Between two looks at a lock.
const LOOK: Duration = Duration::from_millis(20);

/// What an actor begins with.
pub(in crate::app) enum StartFrom {
    With(StartWith),
    /// What another process had open that is gone.
    After(Handover),
}

/// What is left of an owner that is gone, and what was asked meanwhile.
#[derive(Debug)]
pub(in crate::app) struct Handover {
    /// The sessions that it had open.
    pub(in crate::app) sessions: Vec<SessionId>,
    /// Orders that it has not confirmed.
    pub(in crate::app) unconfirmed: Vec<Unconfirmed>,
    /// What was asked after that.
    pub(in crate::app) asked: VecDeque<Request>,
}

/// What that comes to.
pub(super) struct HandoverOutcome {
    /// The session that is opened.
    pub(super) session: SessionId,
    pub(super) known: StoredSession,
    pub(super) locks: BTreeMap<SessionId, SessionLock>,
    /// What it is asked before everything else.
    pub(super) first: VecDeque<Request>,
}

/// Takes the sessions, and sorts out what is still to be done.
pub(super) async fn take_over(
    store: &Store,
    folder: &Path,
    inheritance: Handover,
    notices: &mut Vec<String>,
) -> Result<HandoverOutcome, StartupError> {
    let deadline = Instant::now() + WAIT;
    let mut locks = BTreeMap::new();
    for session in inheritance.sessions.iter().copied() {
        // One that was made and not stored is nobody's.
        if store.session(session).await?.is_none() {
            continue;
        }
        match lock(folder, session, deadline).await {
            Ok(lock) => drop(locks.insert(session, lock)),
            Err(error) => notices.push(format!("a session was not taken over: {error}")),
        }
    }
    // Of one that is not to be had the screen hears that too.
    let mut first: VecDeque<Request> = inheritance
        .sessions
        .into_iter()
        .map(|session| Command::OpenSession { session })
        .map(Request::Command)
        .collect();
    for unconfirmed in inheritance.unconfirmed {
        if !is_done(store, &unconfirmed).await? {
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

async fn is_done(store: &Store, unconfirmed: &Unconfirmed) -> Result<bool, StartupError> {
    let session = store.session(unconfirmed.command.session()).await?;
    Ok(session.is_some_and(|session| unconfirmed.is_done(&session)))
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
