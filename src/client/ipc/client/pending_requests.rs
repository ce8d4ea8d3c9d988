//! The callers in this process that wait for messages of the owner, by the number of their request.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};

use super::client_state::ClientState;
use notice::Notice;
use protocol::catalogue::JobProgress;
use protocol::event::{Delivery, Event, EventKind, NoticeLevel};
use protocol::query::Reply;

/// Number of steps of a background job that may wait for its caller; a caller that does not take
/// them gets no more.
const STEPS: usize = 256;

/// A subscriber of this process.
#[derive(Debug)]
struct LocalSubscriber {
    to: mpsc::Sender<Delivery>,
    /// Whether the subscriber knows the sessions; until then it receives nothing else.
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
    jobs: HashMap<u64, mpsc::Sender<JobProgress>>,
    idle: HashMap<u64, oneshot::Sender<()>>,
}

impl PendingRequests {
    /// Adds a subscriber; `is_new` if it has received nothing yet.
    pub(super) fn subscribe(
        &mut self,
        id: u64,
        to: mpsc::Sender<Delivery>,
        is_new: bool,
        client_state: &mut ClientState,
    ) {
        let knows = if is_new {
            Knows::Nothing
        } else {
            Knows::Sessions
        };
        self.subscriptions.insert(id, LocalSubscriber { to, knows });
        self.emit_waiting_notices(client_state);
    }

    pub(super) fn question(&mut self, id: u64, reply: oneshot::Sender<Reply>) {
        self.questions.insert(id, reply);
    }

    pub(super) fn idle(&mut self, id: u64, reply: oneshot::Sender<()>) {
        self.idle.insert(id, reply);
    }

    /// Adds a caller that waits for the steps of a background job; `gone` is notified when
    /// it stops waiting.
    pub(super) fn job(
        &mut self,
        id: u64,
        report: mpsc::Sender<JobProgress>,
        gone: mpsc::UnboundedSender<u64>,
    ) {
        let (steps, mut waiting) = mpsc::channel(STEPS);
        self.jobs.insert(id, steps);
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
            // A closed channel means that the conversation is over.
            gone.send(id).ok();
        });
    }

    /// Forwards a delivery; returns false if the listener was dropped. The actor's rule holds here
    /// too: a listener that is too slow is dropped, and subscribes again.
    pub(super) fn deliver(
        &mut self,
        id: u64,
        delivery: Delivery,
        client_state: &mut ClientState,
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
            self.emit_waiting_notices(client_state);
        }
        true
    }

    pub(super) fn reply(&mut self, id: u64, reply: Reply) {
        if let Some(question) = self.questions.remove(&id) {
            reply_to(question, reply);
        }
    }

    /// Forwards a step; returns false if the background job was given up.
    pub(super) fn step(&mut self, id: u64, step: JobProgress) -> bool {
        let steps = self.jobs.get(&id);
        let taken = steps.is_none_or(|steps| steps.try_send(step).is_ok());
        if !taken {
            self.jobs.remove(&id);
        }
        taken
    }

    pub(super) fn is_idle(&mut self, id: u64) {
        if let Some(reply) = self.idle.remove(&id) {
            reply_to(reply, ());
        }
    }

    /// Ends a request: it gets no more messages.
    pub(super) fn over(&mut self, id: u64) {
        self.subscriptions.remove(&id);
        self.jobs.remove(&id);
        self.questions.remove(&id);
    }

    /// Ends a request that the owner did not accept.
    pub(super) fn not_taken(&mut self, id: u64, why: &Notice) {
        if let Some(question) = self.questions.remove(&id) {
            let reason = why.clone();
            reply_to(question, Reply::Failed { reason });
        }
        if let Some(steps) = self.jobs.remove(&id) {
            // A caller that takes no steps learns of the end by the closed channel.
            steps.try_send(JobProgress::Failed(why.clone())).ok();
        }
        self.subscriptions.remove(&id);
    }

    /// Emits an event in every open session.
    pub(super) fn emit(&mut self, fact: &EventKind, client_state: &ClientState) {
        for listener in self.subscriptions.values() {
            if listener.knows == Knows::Nothing {
                continue;
            }
            for session in &client_state.live {
                let event = Arc::new(Event {
                    seq: None,
                    at: Timestamp::now(),
                    session: *session,
                    run: None,
                    fact: fact.clone(),
                });
                // A listener that is too slow learns it from the owner's next delivery.
                listener.to.try_send(Delivery::Event { event }).ok();
            }
        }
    }

    fn emit_waiting_notices(&mut self, client_state: &mut ClientState) {
        let hears = |listener: &LocalSubscriber| listener.knows == Knows::Sessions;
        if !self.subscriptions.values().any(hears) {
            return;
        }
        for text in std::mem::take(&mut client_state.to_say) {
            let level = NoticeLevel::Info;
            self.emit(&EventKind::Notice { level, text }, client_state);
        }
    }
}

/// Replies to a caller; one that is gone needs no reply.
pub(super) fn reply_to<T>(caller: oneshot::Sender<T>, reply: T) {
    caller.send(reply).ok();
}
