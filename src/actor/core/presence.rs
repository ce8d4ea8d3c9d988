//! Which screens show which sessions: told to all screens when it changes, and to one that begins to listen.

use jiff::Timestamp;

use super::Actor;
use crate::protocol::event::{Delivery, Event, EventKind};
use crate::protocol::presence::Presence;

impl Actor {
    /// A screen shows these sessions from now on; one that shows none is forgotten.
    pub(super) fn show(&mut self, presence: Presence) {
        let Presence { terminal, sessions } = presence;
        let before = if sessions.is_empty() {
            self.presences.remove(&terminal)
        } else {
            self.presences.insert(terminal, sessions.clone())
        };
        if before.unwrap_or_default() != sessions {
            let fact = self.told_of_presences();
            self.tell_everyone(&fact);
        }
    }

    /// A session is there that was not: what was said before there was any goes out with the first one.
    pub(super) fn tell_presences(&mut self) {
        if !self.presences.is_empty() {
            let fact = self.told_of_presences();
            self.tell_everyone(&fact);
        }
    }

    /// What one who begins to listen is told of it.
    pub(super) fn presences_for_one(&self) -> Option<Delivery> {
        let session = self.lives.keys().next().copied();
        let session = session.filter(|_| !self.presences.is_empty())?;
        Some(Delivery::Event {
            event: Event {
                seq: None,
                at: Timestamp::now(),
                session,
                run: None,
                fact: self.told_of_presences(),
            },
        })
    }

    fn told_of_presences(&self) -> EventKind {
        let terminals = self.presences.iter().map(|(terminal, sessions)| Presence {
            terminal: *terminal,
            sessions: sessions.clone(),
        });
        EventKind::TerminalsChanged {
            terminals: terminals.collect(),
        }
    }
}
