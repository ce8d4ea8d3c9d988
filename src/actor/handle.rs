//! What a front end holds: a clonable handle on the actor.

use tokio::sync::{mpsc, oneshot};

use crate::protocol::catalogue::{BackgroundJob, JobProgress};
use crate::protocol::command::Command;
use crate::protocol::event::Delivery;
use crate::protocol::ids::Seq;
use crate::protocol::presence::Presence;
use crate::protocol::query::{Query, Reply};

/// How many deliveries wait for a front end before it is dropped. It subscribes again then.
pub(super) const SUBSCRIPTION_CAPACITY: usize = 4_096;

/// How many requests wait for the actor.
const REQUEST_CAPACITY: usize = 1_024;

/// How many steps of an errand wait for who asked; it waits for him then.
const ERRAND_CAPACITY: usize = 16;

/// What goes from handles to the actor.
#[derive(Debug)]
pub enum Request {
    Command(Command),
    /// A new subscriber.
    Subscribe {
        /// It has seen everything up to here.
        from: Seq,
        /// Where it listens.
        to: mpsc::Sender<Delivery>,
    },
    Query {
        query: Query,
        /// Where the answer goes.
        reply: oneshot::Sender<Reply>,
    },
    /// Something about what is kept for all workspaces: it is no session's, so neither the engine nor the journal
    /// hears of it.
    Errand {
        errand: BackgroundJob,
        /// Where its steps go.
        report: mpsc::Sender<JobProgress>,
    },
    /// A screen shows these sessions, or has been left. Nothing of it is kept.
    Show(Presence),
    /// Tell when everything that was asked before has been taken, and what came of it committed.
    Taken {
        reply: oneshot::Sender<()>,
    },
    /// Tell when nothing is in flight.
    Idle {
        reply: oneshot::Sender<()>,
    },
    /// Store everything, end every process, and stop.
    Shutdown {
        /// Told when it is done.
        reply: oneshot::Sender<()>,
    },
}

/// The actor is gone, or it is so far behind that it takes no more orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HandleError {
    /// It has stopped.
    #[error("the session's engine has stopped; start agentichat again with --continue")]
    Stopped,
    /// Its queue is full.
    #[error("the session's engine is busy; try again in a moment")]
    Busy,
}

/// A handle on the actor. Cheap to clone; never blocks.
#[derive(Debug, Clone)]
pub struct Handle {
    requests: mpsc::Sender<Request>,
}

impl Handle {
    /// A handle and the end that the actor listens on. Tests play the actor with it.
    pub fn channel() -> (Self, mpsc::Receiver<Request>) {
        let (requests, inbox) = mpsc::channel(REQUEST_CAPACITY);
        (Self { requests }, inbox)
    }

    /// Gives an order. What comes of it is heard as events.
    ///
    /// # Errors
    /// If the actor has stopped or its queue is full; nothing was ordered then.
    pub fn send(&self, command: Command) -> Result<(), HandleError> {
        self.request(Request::Command(command))
    }

    /// Listens to events after `from`: the tail, or a snapshot and the tail where the gap is
    /// large. The receiver ends when the listener was too slow; it then subscribes again from
    /// the last cursor it saw.
    ///
    /// # Errors
    /// As [`Handle::send`].
    pub fn subscribe(&self, from: Seq) -> Result<mpsc::Receiver<Delivery>, HandleError> {
        let (to, listener) = mpsc::channel(SUBSCRIPTION_CAPACITY);
        self.request(Request::Subscribe { from, to })?;
        Ok(listener)
    }

    /// Asks a question; the answer comes over the receiver, which ends empty if the actor stops.
    ///
    /// # Errors
    /// As [`Handle::send`].
    pub fn query(&self, query: Query) -> Result<oneshot::Receiver<Reply>, HandleError> {
        let (reply, answer) = oneshot::channel();
        self.request(Request::Query { query, reply })?;
        Ok(answer)
    }

    /// Has an errand run; its steps come over the receiver, which ends with the last one. Dropping it ends the
    /// errand, but for a save that has begun.
    ///
    /// # Errors
    /// As [`Handle::send`].
    pub fn errand(
        &self,
        errand: BackgroundJob,
    ) -> Result<mpsc::Receiver<JobProgress>, HandleError> {
        let (report, steps) = mpsc::channel(ERRAND_CAPACITY);
        self.request(Request::Errand { errand, report })?;
        Ok(steps)
    }

    /// Says which sessions a screen shows, so that the others can tell where each is open.
    ///
    /// # Errors
    /// As [`Handle::send`].
    pub fn show(&self, presence: Presence) -> Result<(), HandleError> {
        self.request(Request::Show(presence))
    }

    /// Waits until every order that was given before has been taken, and what came of it committed.
    ///
    /// # Errors
    /// If the actor has stopped.
    pub async fn taken(&self) -> Result<(), HandleError> {
        let (reply, done) = oneshot::channel();
        self.requests
            .send(Request::Taken { reply })
            .await
            .map_err(|_| HandleError::Stopped)?;
        done.await.map_err(|_| HandleError::Stopped)
    }

    /// Whether the actor has stopped.
    pub fn has_stopped(&self) -> bool {
        self.requests.is_closed()
    }

    /// Waits until the actor has stopped.
    pub async fn stopped(&self) {
        self.requests.closed().await;
    }

    /// Waits until no effect is in flight and the inbox is empty.
    ///
    /// # Errors
    /// If the actor has stopped.
    pub async fn idle(&self) -> Result<(), HandleError> {
        let (reply, done) = oneshot::channel();
        self.requests
            .send(Request::Idle { reply })
            .await
            .map_err(|_| HandleError::Stopped)?;
        done.await.map_err(|_| HandleError::Stopped)
    }

    /// Stores everything, ends every process and stops the actor. Returns when that is done, or
    /// at once if it had stopped before.
    pub async fn shutdown(&self) {
        let (reply, done) = oneshot::channel();
        if self
            .requests
            .send(Request::Shutdown { reply })
            .await
            .is_ok()
        {
            done.await.ok();
        }
    }

    fn request(&self, request: Request) -> Result<(), HandleError> {
        self.requests
            .try_send(request)
            .map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => HandleError::Busy,
                mpsc::error::TrySendError::Closed(_) => HandleError::Stopped,
            })
    }
}
