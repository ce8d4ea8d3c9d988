//! The listeners. The actor never waits for them: one that is too slow is dropped and subscribes
//! again from the last cursor it saw, so that it loses nothing and repeats nothing.

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::mpsc;

use protocol::event::{Delivery, Event, EventKind};

/// Number of events that are kept for the first listener.
const MOST_UNHEARD: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Subscribers {
    listeners: Vec<mpsc::Sender<Delivery>>,
    /// Events published without a subscriber that are in neither the log nor the snapshot.
    unheard: VecDeque<Arc<Event>>,
}

impl Subscribers {
    /// Adds a listener after sending it `first` and the unheard events. A listener that cannot even
    /// take those is not added.
    pub(super) fn add(&mut self, to: mpsc::Sender<Delivery>, first: Vec<Delivery>) {
        for delivery in first {
            if to.try_send(delivery).is_err() {
                return;
            }
        }
        while let Some(event) = self.unheard.pop_front() {
            let delivery = Delivery::Event { event };
            if let Err(refused) = to.try_send(delivery) {
                if let Delivery::Event { event } = refused.into_inner() {
                    self.unheard.push_front(event);
                }
                return;
            }
        }
        self.listeners.push(to);
    }

    /// Sends an event to every listener.
    pub(super) fn fan_out(&mut self, event: &Arc<Event>) {
        self.listeners.retain(|listener| {
            let event = Arc::clone(event);
            listener.try_send(Delivery::Event { event }).is_ok()
        });
        if self.listeners.is_empty() && is_transient(&event.fact) {
            if self.unheard.len() == MOST_UNHEARD {
                self.unheard.pop_front();
            }
            self.unheard.push_back(Arc::clone(event));
        }
    }
}

/// Whether a subscriber that misses the event never receives its content otherwise.
fn is_transient(fact: &EventKind) -> bool {
    matches!(
        fact,
        EventKind::Notice { .. } | EventKind::CommandRejected { .. }
    )
}

/// Joins adjacent pieces of one text, so that a burst costs one delivery.
pub(super) fn coalesce(events: Vec<Event>) -> Vec<Event> {
    let mut out: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
        if let Some(last) = out.last_mut()
            && join(last, &event)
        {
            continue;
        }
        out.push(event);
    }
    out
}

fn join(last: &mut Event, next: &Event) -> bool {
    match (&mut last.fact, &next.fact) {
        (
            EventKind::TextAppended {
                message,
                channel,
                offset,
                text,
            },
            EventKind::TextAppended {
                message: next_message,
                channel: next_channel,
                offset: next_offset,
                text: next_text,
            },
        ) => {
            let follows = message == next_message
                && channel == next_channel
                && *offset + text.len() as u64 == *next_offset;
            if follows {
                text.push_str(next_text);
            }
            follows
        }
        _ => false,
    }
}
