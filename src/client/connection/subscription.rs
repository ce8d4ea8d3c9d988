//! The task that brings the deliveries: subscribes, and subscribes again from the last cursor if the
//! front end was too slow.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};

use super::{ConnectionEvent, Credit, Listener, RequestNumber};
use protocol::event::Delivery;
use protocol::ids::Seq;
use session::{Handle, HandleError};

/// Deliveries that wait for the front end at most; the others wait in the subscription, which is
/// bounded.
const CREDIT: usize = 2_048;

/// Pause before a retry if the actor's queue is full.
const RETRY: Duration = Duration::from_millis(20);

pub(super) struct Subscription {
    handle: Handle,
    listener: Listener,
    settled: mpsc::UnboundedReceiver<RequestNumber>,
    credit: Arc<Semaphore>,
    /// The last cursor that was delivered.
    from: Seq,
    /// Whether an earlier subscription was ended.
    is_renewed: bool,
}

/// Why a subscription brings nothing more.
enum Ended {
    ByActor,
    FrontEndGone,
}

impl Subscription {
    pub(super) fn new(
        handle: Handle,
        listener: Listener,
        settled: mpsc::UnboundedReceiver<RequestNumber>,
    ) -> Self {
        Self {
            handle,
            listener,
            settled,
            credit: Arc::new(Semaphore::new(CREDIT)),
            from: Seq::default(),
            is_renewed: false,
        }
    }

    pub(super) fn subscribe(&self) -> Result<mpsc::Receiver<Delivery>, HandleError> {
        self.handle.subscribe(self.from)
    }

    /// Delivers, first from this subscription, until the front end or the actor has ended.
    pub(super) async fn run(mut self, first: Result<mpsc::Receiver<Delivery>, HandleError>) {
        let mut subscribed = first;
        loop {
            match subscribed {
                Ok(deliveries) => match self.deliver_all(deliveries).await {
                    Ended::FrontEndGone => return,
                    Ended::ByActor => self.is_renewed = true,
                },
                // The queue drains by itself; an immediate retry would not help.
                Err(HandleError::Busy) => tokio::time::sleep(RETRY).await,
                Err(HandleError::Stopped) => {
                    self.listener.hear(ConnectionEvent::EngineStopped);
                    return;
                }
            }
            subscribed = self.subscribe();
        }
    }

    async fn deliver_all(&mut self, mut deliveries: mpsc::Receiver<Delivery>) -> Ended {
        loop {
            let delivery = tokio::select! {
                biased;
                delivery = deliveries.recv() => delivery,
                Some(number) = self.settled.recv() => {
                    if !self.listener.hear(ConnectionEvent::Settled(number)) {
                        return Ended::FrontEndGone;
                    }
                    continue;
                }
            };
            let Some(delivery) = delivery else {
                return Ended::ByActor;
            };
            let Ok(credit) = Arc::clone(&self.credit).acquire_owned().await else {
                return Ended::FrontEndGone;
            };
            self.from = cursor(&delivery).unwrap_or(self.from);
            if std::mem::take(&mut self.is_renewed) {
                self.listener.hear(ConnectionEvent::Resubscribed);
            }
            let delivery = ConnectionEvent::Delivery(Box::new(delivery), Credit(credit));
            if !self.listener.hear(delivery) {
                return Ended::FrontEndGone;
            }
        }
    }
}

fn cursor(delivery: &Delivery) -> Option<Seq> {
    match delivery {
        Delivery::Event { event } => event.seq,
        Delivery::Snapshot { seq, .. } => Some(*seq),
    }
}
