//! The front ends' interface: a clonable handle on the actor.

use tokio::sync::{mpsc, oneshot};

use notice::{Notice, notice};
use protocol::catalogue::{BackgroundJob, JobProgress};
use protocol::command::Command;
use protocol::event::Delivery;
use protocol::ids::Seq;
use protocol::presence::Presence;
use protocol::query::{Query, Reply};

/// Deliveries that queue for a front end before it is dropped. It then subscribes again.
pub const SUBSCRIPTION_CAPACITY: usize = 4_096;

/// Requests that may queue for the actor.
const REQUEST_CAPACITY: usize = 1_024;

/// Steps of a background job that queue for the requester; then the job waits.
const JOB_CAPACITY: usize = 16;

/// A message from a handle to the actor.
#[derive(Debug)]
pub enum Request {
    Command(Command),
    /// A new subscriber.
    Subscribe {
        /// The subscriber has seen everything up to here.
        from: Seq,
        /// Channel for its deliveries.
        to: mpsc::Sender<Delivery>,
    },
    Query {
        query: Query,
        /// Channel for the answer.
        reply: oneshot::Sender<Reply>,
    },
    /// A job about data of all workspaces: it belongs to no session, so it reaches neither the
    /// engine nor the journal.
    Job {
        job: BackgroundJob,
        /// Channel for the job's steps.
        report: mpsc::Sender<JobProgress>,
    },
    /// A screen shows these sessions, or has been left. Not persisted.
    Show(Presence),
    /// Reply when every earlier request has been taken and its events committed.
    Taken {
        reply: oneshot::Sender<()>,
    },
    /// Reply when nothing is in flight.
    Idle {
        reply: oneshot::Sender<()>,
    },
    /// Store everything, end every process, and stop.
    Shutdown {
        /// Notified when the shutdown is done.
        reply: oneshot::Sender<()>,
    },
}

/// The actor is gone, or so far behind that it accepts no more requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum HandleError {
    /// The actor has stopped.
    Stopped,
    /// The actor's queue is full.
    Busy,
}

impl HandleError {
    /// Says the error to the user.
    pub fn notice(self) -> Notice {
        match self {
            Self::Stopped => notice!("told-engine-stopped"),
            Self::Busy => notice!("told-engine-busy"),
        }
    }
}

/// A handle on the actor. Cheap to clone; never blocks.
#[derive(Debug, Clone)]
pub struct Handle {
    requests: mpsc::Sender<Request>,
}

impl Handle {
    /// Creates a handle and the end that the actor listens on. Tests use it to play the actor.
    pub fn channel() -> (Self, mpsc::Receiver<Request>) {
        let (requests, inbox) = mpsc::channel(REQUEST_CAPACITY);
        (Self { requests }, inbox)
    }

    /// Sends a command. Its results arrive as events.
    ///
    /// # Errors
    /// If the actor has stopped or its queue is full; the command was not accepted then.
    pub fn send(&self, command: Command) -> Result<(), HandleError> {
        self.request(Request::Command(command))
    }

    /// Subscribes to events after `from`: delivers the tail, or a snapshot and the tail if the gap
    /// is large. The receiver ends when the listener was too slow; the listener then subscribes
    /// again from the last cursor it saw.
    ///
    /// # Errors
    /// As [`Handle::send`].
    pub fn subscribe(&self, from: Seq) -> Result<mpsc::Receiver<Delivery>, HandleError> {
        let (to, listener) = mpsc::channel(SUBSCRIPTION_CAPACITY);
        self.request(Request::Subscribe { from, to })?;
        Ok(listener)
    }

    /// Sends a query; the answer arrives on the receiver, which ends empty if the actor stops.
    ///
    /// # Errors
    /// As [`Handle::send`].
    pub fn query(&self, query: Query) -> Result<oneshot::Receiver<Reply>, HandleError> {
        let (reply, answer) = oneshot::channel();
        self.request(Request::Query { query, reply })?;
        Ok(answer)
    }

    /// Runs a background job; its steps arrive on the receiver, which ends with the last one.
    /// Dropping the receiver ends the job, except for a save that has begun.
    ///
    /// # Errors
    /// As [`Handle::send`].
    pub fn job(&self, job: BackgroundJob) -> Result<mpsc::Receiver<JobProgress>, HandleError> {
        let (report, steps) = mpsc::channel(JOB_CAPACITY);
        self.request(Request::Job { job, report })?;
        Ok(steps)
    }

    /// Announces which sessions a screen shows, so that the others can display where each is open.
    ///
    /// # Errors
    /// As [`Handle::send`].
    pub fn show(&self, presence: Presence) -> Result<(), HandleError> {
        self.request(Request::Show(presence))
    }

    /// Waits until every earlier command has been taken and its events committed.
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

    pub fn has_stopped(&self) -> bool {
        self.requests.is_closed()
    }

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

    /// Stores everything, ends every process and stops the actor. Returns when that is done, or at
    /// once if the actor had already stopped.
    pub async fn shutdown(&self) {
        let (reply, done) = oneshot::channel();
        if self
            .requests
            .send(Request::Shutdown { reply })
            .await
            .is_ok()
        {
            // An error means that the actor is gone, which is what the caller waits for.
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
