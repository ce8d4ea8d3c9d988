//! What workers send to the actor: outcomes for the engine, and what only the shell keeps.

use crate::engine::{Outcome, RecoveredChanges};
use crate::index::Word;
use crate::protocol::ids::{CallId, RunId, SessionId};
use crate::protocol::query::{ExternalProgram, GitFacts};
use crate::protocol::review::ReviewSnapshot;
use crate::protocol::session::SessionSnapshot;
use crate::store::lock::SessionLock;
use crate::tools::Prepared;
use crate::workspace::watch::Changes;

/// Something that came back from a worker.
pub(super) enum WorkerMessage {
    /// A fact for the engine.
    Outcome(Outcome),
    /// A call was planned; the shell keeps the work, the engine gets the plan.
    Prepared {
        /// In which session.
        session: SessionId,
        /// In which run.
        run: RunId,
        /// The work with its plan.
        prepared: Box<Prepared>,
    },
    /// A session was read from the store.
    Loaded {
        /// What makes it this process's.
        lock: SessionLock,
        /// The session as the store has it.
        snapshot: Box<SessionSnapshot>,
        /// What is kept of its review.
        review: Box<ReviewSnapshot>,
        /// What a dead process had begun in it.
        recovered: RecoveredChanges,
    },
    /// An agent's own program works no more in a session, or in the background alone.
    LookedAfter { session: SessionId },
    /// A call's task is over; its way to be cancelled can go.
    CallGone { call: CallId },
    /// What git says now; `None` where there is no git.
    Git(Option<GitFacts>),
    /// Files of the workspace changed on the disk, by whoever.
    FilesChanged(Changes),
    /// The index says something.
    Index(Word),
    /// Which programs are there.
    Programs(Vec<ExternalProgram>),
}
