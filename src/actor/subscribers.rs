//! Who listens. The actor never waits for them: one that is too slow is dropped and subscribes
//! again from the last cursor it saw, so that it loses nothing and repeats nothing.

use tokio::sync::mpsc;

use crate::protocol::event::{Delivery, Event, Fact};

/// The listeners.
#[derive(Debug, Default)]
pub(super) struct Subscribers {
    listeners: Vec<mpsc::Sender<Delivery>>,
}

impl Subscribers {
    /// Adds a listener after giving it `first`. A listener that cannot even take that is not
    /// added.
    pub(super) fn add(&mut self, to: mpsc::Sender<Delivery>, first: Vec<Delivery>) {
        for delivery in first {
            if to.try_send(delivery).is_err() {
                return;
            }
        }
        self.listeners.push(to);
    }

    /// Gives an event to everyone.
    pub(super) fn fan_out(&mut self, event: &Event) {
        self.listeners.retain(|listener| {
            let event = event.clone();
            listener.try_send(Delivery::Event { event }).is_ok()
        });
    }
}

/// Joins neighbouring pieces of one text, so that a burst costs one delivery.
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
            Fact::TextAppended {
                message,
                channel,
                offset,
                text,
            },
            Fact::TextAppended {
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
