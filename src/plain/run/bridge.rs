//! Between the runtime and the loop: tasks that bring events, answers and signals into the loop's channel, and the
//! sending of orders. Each message wakes the loop by a byte.

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

use super::super::pending::{QueryNumber, Until};
use crate::actor::Handle;
use crate::actor::handle::HandleError;
use crate::protocol::catalogue::{BackgroundJob, JobProgress};
use crate::protocol::command::Command;
use crate::protocol::event::Delivery;
use crate::protocol::ids::Seq;
use crate::protocol::presence::Presence;
use crate::protocol::query::{Query, Reply};

/// So many deliveries wait for the loop; the rest waits in the subscription, which is bounded.
const CREDIT: usize = 2_048;

/// What comes over the channel.
#[derive(Debug)]
pub(super) enum Message {
    Delivery(Box<Delivery>),
    Reply(QueryNumber, Box<Reply>),
    Settled(QueryNumber),
    /// A step of an errand; with nothing it is over.
    Errand(QueryNumber, Option<Box<JobProgress>>),
    ModelLookedFor,
    EngineStopped,
    Signal(Signal),
}

/// The loop's end.
#[derive(Debug)]
pub(super) struct Bridge {
    handle: Handle,
    runtime: tokio::runtime::Handle,
    sender: Waking,
    credit: Arc<Semaphore>,
    /// What was waited for, to be told behind what was delivered until then.
    settled: mpsc::UnboundedSender<QueryNumber>,
    /// What is under way that can be given up.
    errands: BTreeMap<QueryNumber, AbortHandle>,
}

/// A sender that wakes the loop.
#[derive(Debug, Clone)]
struct Waking {
    sender: Sender<Message>,
    wake: Arc<UnixStream>,
}

impl Waking {
    /// False where the loop has ended.
    fn send(&self, message: Message) -> bool {
        let sent = self.sender.send(message).is_ok();
        // A full pipe wakes it too.
        (&*self.wake).write_all(&[1]).ok();
        sent
    }
}

impl Bridge {
    /// One that listens to all events.
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
            errands: BTreeMap::new(),
        };
        bridge.subscribe(to_tell);
        bridge
    }

    /// One delivery was taken in.
    pub(super) fn give_back(&self) {
        self.credit.add_permits(1);
    }

    pub(super) fn send(&self, command: Command) -> Result<(), HandleError> {
        self.handle.send(command)
    }

    /// Says which sessions are shown here. Others would only not know it.
    pub(super) fn show(&self, presence: Presence) {
        self.handle.show(presence).ok();
    }

    /// Asks; the answer comes with its number. Where there is none, the reason comes in its place.
    pub(super) fn ask(&self, ticket: QueryNumber, query: Query) {
        let sender = self.sender.clone();
        let asked = self.handle.query(query);
        self.runtime.spawn(async move {
            let reply = match asked {
                Ok(answer) => answer.await.ok(),
                Err(error) => Some(Reply::Failed {
                    reason: error.to_string(),
                }),
            };
            let reply = reply.unwrap_or_else(|| Reply::Failed {
                reason: HandleError::Stopped.to_string(),
            });
            sender.send(Message::Reply(ticket, Box::new(reply)));
        });
    }

    /// Begins an errand; its steps come with its number, and then its end.
    pub(super) fn begin(&mut self, ticket: QueryNumber, errand: BackgroundJob) {
        let sender = self.sender.clone();
        let begun = self.handle.errand(errand);
        let task = self.runtime.spawn(async move {
            match begun {
                Ok(mut steps) => {
                    while let Some(step) = steps.recv().await {
                        // Who has ended listens no more, and the errand ends with it.
                        if !sender.send(Message::Errand(ticket, Some(Box::new(step)))) {
                            return;
                        }
                    }
                }
                Err(error) => {
                    let failed = JobProgress::Failed(error.to_string());
                    sender.send(Message::Errand(ticket, Some(Box::new(failed))));
                }
            }
            sender.send(Message::Errand(ticket, None));
        });
        self.errands.retain(|_, task| !task.is_finished());
        self.errands.insert(ticket, task.abort_handle());
    }

    /// Gives an errand up: nobody listens to it any more.
    pub(super) fn end(&mut self, ticket: QueryNumber) {
        if let Some(task) = self.errands.remove(&ticket) {
            task.abort();
        }
    }

    /// Tells when what was ordered before has come so far, behind what was delivered of it.
    pub(super) fn settle(&self, ticket: QueryNumber, until: Until) {
        let handle = self.handle.clone();
        let settled = self.settled.clone();
        self.runtime.spawn(async move {
            // Where the engine has stopped nothing more comes of it.
            match until {
                Until::Taken => handle.taken().await.ok(),
                Until::Idle => handle.idle().await.ok(),
            };
            settled.send(ticket).ok();
        });
    }

    /// Listens to all events, and again from the last cursor where the loop was too slow.
    fn subscribe(&self, mut to_tell: mpsc::UnboundedReceiver<QueryNumber>) {
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
                            Some(ticket) = to_tell.recv() => {
                                if !sender.send(Message::Settled(ticket)) {
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
                        // Its queue drains by itself; asking again at once would not help it.
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

    /// Tells when it is known whether there is a model: also where who looks for it has ended without a word.
    pub(super) fn await_model(&self, known: oneshot::Receiver<()>) {
        let sender = self.sender.clone();
        self.runtime.spawn(async move {
            known.await.ok();
            sender.send(Message::ModelLookedFor);
        });
    }

    /// Brings the signals that concern it into the loop.
    pub(super) fn listen_to_signals(&self) {
        let kinds = [
            (SignalKind::terminate(), Signal::SIGTERM),
            (SignalKind::hangup(), Signal::SIGHUP),
            (SignalKind::interrupt(), Signal::SIGINT),
        ];
        for (kind, name) in kinds {
            let sender = self.sender.clone();
            self.runtime.spawn(async move {
                // A signal that cannot be listened to keeps its usual effect.
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
