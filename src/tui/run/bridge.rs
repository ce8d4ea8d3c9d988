//! Between the runtime and the loop: tasks that bring events, answers and signals into the
//! loop's channel, and the sending of orders. Nothing here waits on the loop's thread.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use nix::sys::signal::Signal;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;

use super::Message;
use super::stop::{Stopped, stop};
use crate::actor::Handle;
use crate::actor::handle::HandleError;
use crate::protocol::command::Command;
use crate::protocol::event::Delivery;
use crate::protocol::ids::Seq;
use crate::protocol::query::Query;
use crate::tui::terminal;

/// So many deliveries wait for the loop; the rest waits in the subscription, which is bounded.
const CREDIT: usize = 2_048;

/// How many more deliveries the loop takes at the moment.
#[derive(Debug, Clone)]
pub(super) struct Credit(Arc<Semaphore>);

impl Credit {
    /// One delivery was taken in.
    pub(super) fn give_back(&self) {
        self.0.add_permits(1);
    }
}

/// The loop's end.
#[derive(Debug)]
pub(super) struct Bridge {
    handle: Handle,
    runtime: tokio::runtime::Handle,
    sender: Sender<Message>,
    credit: Credit,
}

impl Bridge {
    pub(super) fn new(
        handle: Handle,
        runtime: tokio::runtime::Handle,
        sender: Sender<Message>,
    ) -> Self {
        Self {
            handle,
            runtime,
            sender,
            credit: Credit(Arc::new(Semaphore::new(CREDIT))),
        }
    }

    pub(super) fn credit(&self) -> &Credit {
        &self.credit
    }

    pub(super) fn send(&self, command: Command) -> Result<(), HandleError> {
        self.handle.send(command)
    }

    /// Asks; the answer comes with its question. A question that finds no answer is forgotten:
    /// that the engine is gone is told once, by the subscription.
    pub(super) fn ask(&self, query: Query) -> Result<(), HandleError> {
        let answer = self.handle.query(query.clone())?;
        let sender = self.sender.clone();
        crate::task::spawn_on(&self.runtime, async move {
            if let Ok(reply) = answer.await {
                sender.send(Message::Reply(Box::new((query, reply)))).ok();
            }
        });
        Ok(())
    }

    /// Listens to all events, and again from the last cursor where the screen was too slow.
    pub(super) fn subscribe(&self) {
        let handle = self.handle.clone();
        let sender = self.sender.clone();
        let credit = self.credit.clone();
        crate::task::spawn_on(&self.runtime, async move {
            let mut from = Seq::default();
            loop {
                match handle.subscribe(from) {
                    Ok(mut listener) => {
                        while let Some(delivery) = listener.recv().await {
                            from = cursor(&delivery).unwrap_or(from);
                            let Ok(permit) = credit.0.acquire().await else {
                                return;
                            };
                            permit.forget();
                            let message = Message::Delivery(Box::new(delivery));
                            if sender.send(message).is_err() {
                                return;
                            }
                        }
                    }
                    Err(HandleError::Busy) => {
                        // Its queue drains by itself; asking again at once would not help it.
                        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                    }
                    Err(HandleError::Stopped) => {
                        sender.send(Message::EngineStopped).ok();
                        return;
                    }
                }
            }
        });
    }

    /// Brings the signals that concern a terminal program into the loop.
    pub(super) fn listen_to_signals(&self) {
        let kinds = [
            (SignalKind::window_change(), Signal::SIGWINCH),
            (SignalKind::terminate(), Signal::SIGTERM),
            (SignalKind::hangup(), Signal::SIGHUP),
            (SignalKind::interrupt(), Signal::SIGINT),
            (
                SignalKind::from_raw(Signal::SIGCONT as i32),
                Signal::SIGCONT,
            ),
            (
                SignalKind::from_raw(Signal::SIGTSTP as i32),
                Signal::SIGTSTP,
            ),
        ];
        for (kind, name) in kinds {
            let sender = self.sender.clone();
            crate::task::spawn_on(&self.runtime, async move {
                // A signal that cannot be listened to keeps its usual effect.
                let Ok(mut stream) = signal(kind) else { return };
                while stream.recv().await.is_some() {
                    if name == Signal::SIGTSTP && !terminal::is_ours() {
                        // An editor has it, and the loop waits for that one: the shell gets its
                        // terminal only when all of the job has stopped.
                        stop(Stopped::Program);
                        continue;
                    }
                    if sender.send(Message::Signal(name)).is_err() {
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
