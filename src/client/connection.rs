//! A front end's connection to the actor, which runs in this process or behind the socket: tasks bring
//! deliveries, replies, steps of background jobs and signals, each as one [`ConnectionEvent`]. Nothing
//! here blocks the front end's thread.

mod subscription;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use nix::sys::signal::Signal;
use tokio::runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::AbortHandle;

use crate::job::JobId;
use protocol::catalogue::{BackgroundJob, JobProgress, ModelSearch};
use protocol::event::Delivery;
use protocol::query::{Query, Reply};
use session::{Handle, HandleError};
use subscription::Subscription;

/// Number of a request; what comes of it carries the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestNumber(pub u64);

/// How far the actor has come with the commands sent so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandProgress {
    /// It has accepted them, and their immediate events were delivered.
    Accepted,
    /// It has no work in flight any more.
    Idle,
}

/// A message of the connection to its front end.
#[derive(Debug)]
pub enum ConnectionEvent {
    /// A delivery of the actor, which counts as waiting until its credit is dropped.
    Delivery(Box<Delivery>, Credit),
    /// The front end was too slow and has subscribed again: the next deliveries continue after the
    /// last one, with events or with a snapshot.
    Resubscribed,
    /// The reply to a query; `None` if there will be none.
    Reply(RequestNumber, Option<Box<Reply>>),
    /// A step of a background job; `None` at its end.
    Job(JobId, Option<Box<JobProgress>>),
    /// The earlier commands have progressed as far as requested, and their events were delivered.
    Settled(RequestNumber),
    /// The search for a model has ended; has its result if no model is usable.
    ModelSearchEnded(Option<Box<ModelSearch>>),
    Signal(Signal),
    /// The actor has stopped; there will be no further deliveries.
    EngineStopped,
}

/// The permission to let one delivery wait for the front end.
#[derive(Debug)]
pub struct Credit(
    #[expect(dead_code, reason = "its drop gives the credit back")] OwnedSemaphorePermit,
);

/// The front end, as the tasks see it.
#[derive(Clone)]
struct Listener(Arc<dyn Fn(ConnectionEvent) -> bool + Send + Sync>);

impl Listener {
    /// Passes an event on; returns false if the front end has ended.
    fn hear(&self, event: ConnectionEvent) -> bool {
        (self.0)(event)
    }
}

/// The front end's side of the connection. Its drop ends the subscription.
pub struct Connection {
    handle: Handle,
    runtime: runtime::Handle,
    listener: Listener,
    subscription: AbortHandle,
    /// Waits that are over, to be reported after the events delivered until then.
    settled: mpsc::UnboundedSender<RequestNumber>,
    /// Background jobs that can be cancelled.
    jobs: HashMap<JobId, AbortHandle>,
}

impl Connection {
    /// Subscribes to all events. `wake` takes each event and wakes the front end; it returns false if
    /// the front end has ended.
    pub fn new(
        handle: Handle,
        runtime: runtime::Handle,
        wake: impl Fn(ConnectionEvent) -> bool + Send + Sync + 'static,
    ) -> Self {
        let listener = Listener(Arc::new(wake));
        let (settled, to_tell) = mpsc::unbounded_channel();
        let subscription = Subscription::new(handle.clone(), listener.clone(), to_tell);
        // Subscribes at once, so that the events of commands that are sent next are delivered.
        let first = subscription.subscribe();
        Self {
            handle,
            subscription: runtime.spawn(subscription.run(first)).abort_handle(),
            runtime,
            listener,
            settled,
            jobs: HashMap::new(),
        }
    }

    /// Subscribes to all events for a front end that awaits them on this runtime.
    pub fn with_events(handle: Handle) -> (Self, mpsc::UnboundedReceiver<ConnectionEvent>) {
        let (sender, events) = mpsc::unbounded_channel();
        let wake = move |event| sender.send(event).is_ok();
        (Self::new(handle, runtime::Handle::current(), wake), events)
    }

    /// Returns the handle, for what has no reply.
    pub fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Sends a query; the reply comes with its number.
    ///
    /// # Errors
    /// As [`Handle::query`].
    pub fn ask(&self, number: RequestNumber, query: Query) -> Result<(), HandleError> {
        let reply = self.handle.query(query)?;
        let listener = self.listener.clone();
        self.runtime.spawn(async move {
            let reply = reply.await.ok().map(Box::new);
            listener.hear(ConnectionEvent::Reply(number, reply));
        });
        Ok(())
    }

    /// Starts a background job; its steps and its end come with its number.
    ///
    /// # Errors
    /// As [`Handle::job`].
    pub fn begin(&mut self, id: JobId, job: BackgroundJob) -> Result<(), HandleError> {
        let mut steps = self.handle.job(job)?;
        let listener = self.listener.clone();
        let task = self.runtime.spawn(async move {
            while let Some(step) = steps.recv().await {
                // If the front end has ended, so does its job.
                if !listener.hear(ConnectionEvent::Job(id, Some(Box::new(step)))) {
                    return;
                }
            }
            listener.hear(ConnectionEvent::Job(id, None));
        });
        self.jobs.retain(|_, task| !task.is_finished());
        self.jobs.insert(id, task.abort_handle());
        Ok(())
    }

    /// Cancels a background job: stops listening to it.
    pub fn cancel(&mut self, id: JobId) {
        if let Some(task) = self.jobs.remove(&id) {
            task.abort();
        }
    }

    /// Reports when the earlier commands have progressed this far, after their events. If the actor
    /// stops before, [`ConnectionEvent::EngineStopped`] comes instead.
    pub fn settle(&self, number: RequestNumber, until: CommandProgress) {
        let handle = self.handle.clone();
        let settled = self.settled.clone();
        self.runtime.spawn(async move {
            let reached = match until {
                CommandProgress::Accepted => handle.taken().await,
                CommandProgress::Idle => handle.idle().await,
            };
            if reached.is_ok() {
                // An ended subscription reports nothing more.
                settled.send(number).ok();
            }
        });
    }

    /// Reports the end of the search for a model, which has a result only if no model is usable.
    pub fn await_model_search(
        &self,
        search: impl Future<Output = Option<ModelSearch>> + Send + 'static,
    ) {
        let listener = self.listener.clone();
        self.runtime.spawn(async move {
            let search = search.await.map(Box::new);
            listener.hear(ConnectionEvent::ModelSearchEnded(search));
        });
    }

    /// Reports these signals. The handlers are installed when this returns, so that no signal ends the
    /// program before it has restored the terminal modes that it sets next.
    pub fn listen_to_signals(&self, signals: &[Signal]) {
        let _entered = self.runtime.enter();
        for name in signals.iter().copied() {
            // A signal that cannot be caught keeps its default effect.
            let Ok(mut stream) = signal(SignalKind::from_raw(name as i32)) else {
                continue;
            };
            let listener = self.listener.clone();
            self.runtime.spawn(async move {
                while stream.recv().await.is_some() {
                    if !listener.hear(ConnectionEvent::Signal(name)) {
                        return;
                    }
                }
            });
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.subscription.abort();
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("handle", &self.handle)
            .field("jobs", &self.jobs)
            .finish_non_exhaustive()
    }
}
