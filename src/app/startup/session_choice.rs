//! Chooses the session to open, and takes its lock.

use std::path::Path;

use super::{StartWith, StartupError};
use client::phrases::session::session_name;
use notice::{Notice, notice};
use protocol::ids::SessionId;
use protocol::session::SessionSummary;
use redact::one_line;
use store::Store;
use store::lock::{LockError, SessionLock};

/// Whether a session is in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StoredSession {
    Stored,
    /// The session is created now.
    New,
}

/// Returns the session to open and its lock. A session that is open elsewhere stays there: a new
/// one is created and the user notified, unless the session was requested by name.
pub(super) async fn choose_session(
    store: &Store,
    folder: &Path,
    start_with: StartWith,
    notices: &mut Vec<Notice>,
) -> Result<(SessionId, StoredSession, Option<SessionLock>), StartupError> {
    let wanted = match start_with {
        StartWith::New => None,
        StartWith::Latest => {
            let latest = store.latest_session().await?;
            if latest.is_none() {
                notices.push(notice!("told-no-earlier"));
            }
            latest
        }
        StartWith::Session(id) => {
            if store.session(id).await?.is_none() {
                return Err(StartupError::NoSession(id));
            }
            let lock = SessionLock::acquire(folder, id)?;
            return Ok((id, StoredSession::Stored, Some(lock)));
        }
    };
    if let Some(id) = wanted {
        match SessionLock::acquire(folder, id) {
            Ok(lock) => return Ok((id, StoredSession::Stored, Some(lock))),
            Err(LockError::Held(held)) => {
                notices.push(notice!("told-open-elsewhere", word = held.pid));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok((SessionId(uuid::Uuid::now_v7()), StoredSession::New, None))
}

/// Tells a user who starts a new session about an unsent message that was begun earlier, if no
/// other process has its session open.
pub(super) async fn notify_of_drafts(
    store: &Store,
    folder: &Path,
    notices: &mut Vec<Notice>,
) -> Result<(), StartupError> {
    let drafted = store.drafted_sessions().await?;
    let is_free = |session: &&SessionSummary| SessionLock::acquire(folder, session.id).is_ok();
    if let Some(drafted) = drafted.iter().find(is_free) {
        let name = one_line(session_name(&drafted.settings));
        notices.push(notice!("app-unsent", name));
    }
    Ok(())
}

/// Tells a user who starts a new session about a run that this start found interrupted: in the
/// latest of these sessions.
pub(super) async fn notify_of_interrupted(
    store: &Store,
    interrupted: &[SessionId],
    notices: &mut Vec<Notice>,
) -> Result<(), StartupError> {
    let Some(latest) = interrupted.iter().max() else {
        return Ok(());
    };
    if let Some(snapshot) = store.session(*latest).await? {
        let name = one_line(session_name(&snapshot.summary.settings));
        notices.push(notice!("app-interrupted", name));
    }
    Ok(())
}
