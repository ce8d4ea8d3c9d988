//! Messages from workers to the actor: outcomes for the engine, and data that only the shell keeps.

use engine::{Outcome, RecoveredChanges};
use index::Word;
use protocol::ids::{CallId, RunId, SessionId};
use protocol::query::{ExternalProgram, GitFacts};
use protocol::review::ReviewSnapshot;
use protocol::session::SessionSnapshot;
use store::lock::SessionLock;
use tokio::sync::mpsc;
use tokio::sync::mpsc::Permit;
use tools::Prepared;
use workspace::watch::Changes;

/// The sending end of the actor's inbox. Sending fails only once the actor has ended; by then the
/// message has no reader, so most workers ignore the failure.
#[derive(Clone)]
pub(super) struct Inbox(mpsc::Sender<WorkerMessage>);

impl Inbox {
    pub(super) fn new(to: mpsc::Sender<WorkerMessage>) -> Self {
        Self(to)
    }

    /// Sends a message. Returns whether the actor still runs.
    pub(super) async fn send(&self, message: WorkerMessage) -> bool {
        self.0.send(message).await.is_ok()
    }

    /// Sends an outcome. Returns whether the actor still runs.
    pub(super) async fn report(&self, outcome: Outcome) -> bool {
        self.send(WorkerMessage::Outcome(outcome)).await
    }

    /// Sends a message from a thread outside the runtime. Returns whether the actor still runs.
    pub(super) fn blocking_send(&self, message: WorkerMessage) -> bool {
        self.0.blocking_send(message).is_ok()
    }

    /// Returns a place in the inbox; `None` if the inbox is full.
    pub(super) fn try_reserve(&self) -> Option<Permit<'_, WorkerMessage>> {
        self.0.try_reserve().ok()
    }
}

/// A message from a worker.
pub(super) enum WorkerMessage {
    Outcome(Outcome),
    /// A call was planned; the shell keeps the prepared work, the engine gets the plan.
    Prepared {
        session: SessionId,
        run: RunId,
        prepared: Box<Prepared>,
    },
    /// A session was read from the store.
    Loaded {
        /// Holds the session for this process.
        lock: SessionLock,
        /// The session as stored.
        snapshot: Box<SessionSnapshot>,
        /// The stored state of its review.
        review: Box<ReviewSnapshot>,
        /// Changes that a dead process had begun in it.
        recovered: RecoveredChanges,
    },
    /// An agent program no longer works in a session, or only in the background.
    LookedAfter {
        session: SessionId,
    },
    /// A call's task is over; its cancel handle can be dropped.
    CallGone {
        call: CallId,
    },
    /// Git's current facts; `None` if there is no git.
    Git(Option<GitFacts>),
    /// Files of the workspace changed on the disk, by any program.
    FilesChanged(Changes),
    /// A report of the index.
    Index(Word),
    /// The external programs that were found.
    Programs(Vec<ExternalProgram>),
}
