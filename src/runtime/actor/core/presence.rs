//! Tracks which screens show which sessions. All screens are notified of changes; a new subscriber
//! gets the current state.

use std::sync::Arc;

use jiff::Timestamp;

use super::Actor;
use protocol::event::{Delivery, Event, EventKind};
use protocol::presence::Presence;

impl Actor {
    /// Records that a screen shows these sessions from now on; a screen that shows
    /// none is forgotten.
    pub(super) fn show(&mut self, presence: Presence) {
        let Presence { terminal, sessions } = presence;
        let before = if sessions.is_empty() {
            self.presences.remove(&terminal)
        } else {
            self.presences.insert(terminal, sessions.clone())
        };
        if before.unwrap_or_default() != sessions {
            let fact = self.notify_of_presences();
            self.tell_everyone(&fact);
        }
    }

    /// Publishes the presences once a session exists, including those received before the first
    /// session.
    pub(super) fn publish_presences(&mut self) {
        if !self.presences.is_empty() {
            let fact = self.notify_of_presences();
            self.tell_everyone(&fact);
        }
    }

    /// Returns the presences for a new subscriber.
    pub(super) fn presences_for_one(&self) -> Option<Delivery> {
        let session = self.sessions.keys().next().copied();
        let session = session.filter(|_| !self.presences.is_empty())?;
        Some(Delivery::Event {
            event: Arc::new(Event {
                seq: None,
                at: Timestamp::now(),
                session,
                run: None,
                fact: self.notify_of_presences(),
            }),
        })
    }

    fn notify_of_presences(&self) -> EventKind {
        let terminals = self.presences.iter().map(|(terminal, sessions)| Presence {
            terminal: *terminal,
            sessions: sessions.clone(),
        });
        EventKind::TerminalsChanged {
            terminals: terminals.collect(),
        }
    }
}
