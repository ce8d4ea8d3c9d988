//! Who of this process waits for words of the owner, by the number of his request.

use std::collections::HashMap;

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};

use super::client_state::ClientState;
use crate::protocol::catalogue::JobProgress;
use crate::protocol::event::{Delivery, Event, EventKind, NoticeLevel};
use crate::protocol::query::Reply;

/// So many steps of an errand wait for who asked; one who does not take them is not told more.
const STEPS: usize = 256;

/// A subscriber of this process.
#[derive(Debug)]
struct LocalSubscriber {
    to: mpsc::Sender<Delivery>,
    /// Whether it knows the sessions already; before, it is told of none.
    knows: Knows,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Knows {
    Sessions,
    Nothing,
}

#[derive(Debug, Default)]
pub(super) struct PendingRequests {
    subscriptions: HashMap<u64, LocalSubscriber>,
    questions: HashMap<u64, oneshot::Sender<Reply>>,
    errands: HashMap<u64, mpsc::Sender<JobProgress>>,
    idle: HashMap<u64, oneshot::Sender<()>>,
}

impl PendingRequests {
    /// Someone listens; `is_new` where he has heard nothing yet.
    pub(super) fn subscribe(
        &mut self,
        id: u64,
        to: mpsc::Sender<Delivery>,
        is_new: bool,
        memory: &mut ClientState,
    ) {
        let knows = if is_new {
            Knows::Nothing
        } else {
            Knows::Sessions
        };
        self.subscriptions.insert(id, LocalSubscriber { to, knows });
        self.say_what_waits(memory);
    }

    pub(super) fn question(&mut self, id: u64, reply: oneshot::Sender<Reply>) {
        self.questions.insert(id, reply);
    }

    pub(super) fn idle(&mut self, id: u64, reply: oneshot::Sender<()>) {
        self.idle.insert(id, reply);
    }

    /// Someone waits for the steps of an errand; `gone` hears when he does no longer.
    pub(super) fn errand(
        &mut self,
        id: u64,
        report: mpsc::Sender<JobProgress>,
        gone: mpsc::UnboundedSender<u64>,
    ) {
        let (steps, mut waiting) = mpsc::channel(STEPS);
        self.errands.insert(id, steps);
        tokio::spawn(async move {
            loop {
                let step = tokio::select! {
                    step = waiting.recv() => step,
                    () = report.closed() => break,
                };
                let Some(step) = step else { return };
                if report.send(step).await.is_err() {
                    break;
                }
            }
            gone.send(id).ok();
        });
    }

    /// Gives a delivery on; false where with this one the listener was dropped. The actor's rule holds here too: who
    /// is too slow is dropped, and subscribes again.
    pub(super) fn deliver(
        &mut self,
        id: u64,
        delivery: Delivery,
        memory: &mut ClientState,
    ) -> bool {
        let Some(listener) = self.subscriptions.get_mut(&id) else {
            return true;
        };
        if listener.to.try_send(delivery).is_err() {
            self.subscriptions.remove(&id);
            return false;
        }
        if listener.knows == Knows::Nothing {
            listener.knows = Knows::Sessions;
            self.say_what_waits(memory);
        }
        true
    }

    pub(super) fn reply(&mut self, id: u64, reply: Reply) {
        if let Some(question) = self.questions.remove(&id) {
            question.send(reply).ok();
        }
    }

    /// Gives a step on; false where with this one the errand was given up.
    pub(super) fn step(&mut self, id: u64, step: JobProgress) -> bool {
        let steps = self.errands.get(&id);
        let taken = steps.is_none_or(|steps| steps.try_send(step).is_ok());
        if !taken {
            self.errands.remove(&id);
        }
        taken
    }

    pub(super) fn is_idle(&mut self, id: u64) {
        if let Some(reply) = self.idle.remove(&id) {
            reply.send(()).ok();
        }
    }

    /// Nothing more comes of this request.
    pub(super) fn over(&mut self, id: u64) {
        self.subscriptions.remove(&id);
        self.errands.remove(&id);
        self.questions.remove(&id);
    }

    /// The request was not taken.
    pub(super) fn not_taken(&mut self, id: u64, why: &str) {
        if let Some(question) = self.questions.remove(&id) {
            let reason = why.to_owned();
            question.send(Reply::Failed { reason }).ok();
        }
        if let Some(steps) = self.errands.remove(&id) {
            steps.try_send(JobProgress::Failed(why.to_owned())).ok();
        }
        self.subscriptions.remove(&id);
    }

    /// Tells a fact in every session that is open.
    pub(super) fn tell(&mut self, fact: &EventKind, memory: &ClientState) {
        for listener in self.subscriptions.values() {
            if listener.knows == Knows::Nothing {
                continue;
            }
            for session in &memory.live {
                let event = Event {
                    seq: None,
                    at: Timestamp::now(),
                    session: *session,
                    run: None,
                    fact: fact.clone(),
                };
                // One who is too slow hears of it from the owner's next delivery.
                listener.to.try_send(Delivery::Event { event }).ok();
            }
        }
    }

    fn say_what_waits(&mut self, memory: &mut ClientState) {
        let hears = |listener: &LocalSubscriber| listener.knows == Knows::Sessions;
        if !self.subscriptions.values().any(hears) {
            return;
        }
        for text in std::mem::take(&mut memory.to_say) {
            let level = NoticeLevel::Info;
            self.tell(&EventKind::Notice { level, text }, memory);
        }
    }
}
