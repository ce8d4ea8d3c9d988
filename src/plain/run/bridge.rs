//! Connects the runtime and the loop: tasks bring events, replies and signals into the loop's
//! channel, and commands go out. Each message wakes the loop by one byte.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use nix::sys::signal::Signal;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

use super::super::pending::{CommandProgress, RequestNumber};
use client::job::JobId;
use protocol::catalogue::{BackgroundJob, JobProgress};
use protocol::command::Command;
use protocol::event::Delivery;
use protocol::ids::Seq;
use protocol::presence::Presence;
use protocol::query::{Query, Reply};
use session::Handle;
use session::handle::HandleError;

/// Maximum number of deliveries that wait for the loop; the rest waits in the subscription,
/// which is bounded.
const CREDIT: usize = 2_048;

/// A message of the channel.
#[derive(Debug)]
pub(super) enum Message {
    Delivery(Box<Delivery>),
    Reply(RequestNumber, Box<Reply>),
    Settled(RequestNumber),
    /// A step of a background job; `None` at its end.
    Job(JobId, Option<Box<JobProgress>>),
    ModelSearchEnded,
    EngineStopped,
    Signal(Signal),
}

/// The loop's side of the bridge.
#[derive(Debug)]
pub(super) struct Bridge {
    handle: Handle,
    runtime: tokio::runtime::Handle,
    sender: Waking,
    credit: Arc<Semaphore>,
    /// Settled waits, to be reported after the events delivered until then.
    settled: mpsc::UnboundedSender<RequestNumber>,
    /// Background jobs that can be aborted.
    jobs: BTreeMap<JobId, AbortHandle>,
}

/// A sender that wakes the loop.
#[derive(Debug, Clone)]
struct Waking {
    sender: Sender<Message>,
    wake: Arc<UnixStream>,
}

impl Waking {
    /// Sends a message; returns false if the loop has ended.
    fn send(&self, message: Message) -> bool {
        let sent = self.sender.send(message).is_ok();
        // A full pipe wakes the loop too.
        (&*self.wake).write_all(&[1]).ok();
        sent
    }
}

impl Bridge {
    /// Creates a bridge that listens to all events.
    pub(super) fn subscribed(
        handle: Handle,
        runtime: tokio::runtime::Handle,
        sender: Sender<Message>,
        wake: UnixStream,
    ) -> Self {
        let (settled, to_tell) = mpsc::unbounded_channel();
        let bridge = Self {
            handle,
            runtime,
            sender: Waking {
                sender,
                wake: Arc::new(wake),
            },
            credit: Arc::new(Semaphore::new(CREDIT)),
            settled,
            jobs: BTreeMap::new(),
        };
        bridge.subscribe(to_tell);
        bridge
    }

    /// Returns the credit of one delivery that the loop has handled.
    pub(super) fn give_back(&self) {
        self.credit.add_permits(1);
    }

    pub(super) fn send(&self, command: Command) -> Result<(), HandleError> {
        self.handle.send(command)
    }

    /// Reports which sessions are shown here; a failure only leaves other front ends uninformed.
    pub(super) fn show(&self, presence: Presence) {
        self.handle.show(presence).ok();
    }

    /// Sends a query; the reply arrives with its number, and on failure the reason arrives
    /// as the reply.
    pub(super) fn ask(&self, number: RequestNumber, query: Query) {
        let sender = self.sender.clone();
        let asked = self.handle.query(query);
        self.runtime.spawn(async move {
            let reply = match asked {
                Ok(answer) => answer.await.ok(),
                Err(error) => Some(Reply::Failed {
                    reason: error.notice(),
                }),
            };
            let reply = reply.unwrap_or_else(|| Reply::Failed {
                reason: HandleError::Stopped.notice(),
            });
            sender.send(Message::Reply(number, Box::new(reply)));
        });
    }

    /// Starts a background job; its steps and its end arrive with the number.
    pub(super) fn begin(&mut self, id: JobId, job: BackgroundJob) {
        let sender = self.sender.clone();
        let begun = self.handle.job(job);
        let task = self.runtime.spawn(async move {
            match begun {
                Ok(mut steps) => {
                    while let Some(step) = steps.recv().await {
                        // The loop has ended, so the job ends too.
                        if !sender.send(Message::Job(id, Some(Box::new(step)))) {
                            return;
                        }
                    }
                }
                Err(error) => {
                    let failed = JobProgress::Failed(error.notice());
                    sender.send(Message::Job(id, Some(Box::new(failed))));
                }
            }
            sender.send(Message::Job(id, None));
        });
        self.jobs.retain(|_, task| !task.is_finished());
        self.jobs.insert(id, task.abort_handle());
    }

    /// Aborts a background job: its steps are no longer needed.
    pub(super) fn end(&mut self, id: JobId) {
        if let Some(task) = self.jobs.remove(&id) {
            task.abort();
        }
    }

    /// Reports when the earlier commands have progressed this far, after all of
    /// their delivered events.
    pub(super) fn settle(&self, number: RequestNumber, until: CommandProgress) {
        let handle = self.handle.clone();
        let settled = self.settled.clone();
        self.runtime.spawn(async move {
            // After the engine has stopped, no more events follow.
            match until {
                CommandProgress::Accepted => handle.taken().await.ok(),
                CommandProgress::Idle => handle.idle().await.ok(),
            };
            // The subscription that reports it ends with the loop.
            settled.send(number).ok();
        });
    }

    /// Listens to all events; resubscribes from the last cursor if the loop was too slow.
    fn subscribe(&self, mut to_tell: mpsc::UnboundedReceiver<RequestNumber>) {
        let handle = self.handle.clone();
        let sender = self.sender.clone();
        let credit = Arc::clone(&self.credit);
        self.runtime.spawn(async move {
            let mut from = Seq::default();
            loop {
                match handle.subscribe(from) {
                    Ok(mut listener) => loop {
                        let delivery = tokio::select! {
                            biased;
                            delivery = listener.recv() => delivery,
                            Some(number) = to_tell.recv() => {
                                if !sender.send(Message::Settled(number)) {
                                    return;
                                }
                                continue;
                            }
                        };
                        let Some(delivery) = delivery else { break };
                        from = cursor(&delivery).unwrap_or(from);
                        let Ok(permit) = credit.acquire().await else {
                            return;
                        };
                        permit.forget();
                        if !sender.send(Message::Delivery(Box::new(delivery))) {
                            return;
                        }
                    },
                    Err(HandleError::Busy) => {
                        // The loop's queue drains by itself; an immediate retry would not help.
                        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                    }
                    Err(HandleError::Stopped) => {
                        sender.send(Message::EngineStopped);
                        return;
                    }
                }
            }
        });
    }

    /// Reports when the search for a model has ended, also if the searching task ended
    /// without a result.
    pub(super) fn await_model(&self, known: oneshot::Receiver<()>) {
        let sender = self.sender.clone();
        self.runtime.spawn(async move {
            // An error means that the searching task ended without a result.
            known.await.ok();
            sender.send(Message::ModelSearchEnded);
        });
    }

    /// Forwards the relevant signals to the loop.
    pub(super) fn listen_to_signals(&self) {
        let kinds = [
            (SignalKind::terminate(), Signal::SIGTERM),
            (SignalKind::hangup(), Signal::SIGHUP),
            (SignalKind::interrupt(), Signal::SIGINT),
        ];
        for (kind, name) in kinds {
            let sender = self.sender.clone();
            self.runtime.spawn(async move {
                // A signal that cannot be listened to keeps its default effect.
                let Ok(mut stream) = signal(kind) else { return };
                while stream.recv().await.is_some() {
                    if !sender.send(Message::Signal(name)) {
                        return;
                    }
                }
            });
        }
    }
}

fn cursor(delivery: &Delivery) -> Option<Seq> {
    match delivery {
        Delivery::Event { event } => event.seq,
        Delivery::Snapshot { seq, .. } => Some(*seq),
    }
}
