//! State that survives a change of owner: the open sessions, the last received event, and the
//! commands that no owner has confirmed. Pure.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use notice::Notice;
use protocol::command::Command;
use protocol::event::{Delivery, EventKind};
use protocol::ids::SessionId;
use protocol::message::{Block, Message, Role};
use protocol::presence::Presence;
use protocol::session::SessionSnapshot;

/// A command that was sent and that no owner has confirmed.
#[derive(Debug, Clone, PartialEq)]
pub struct Unconfirmed {
    pub command: Command,
    /// Time of sending.
    pub at: Timestamp,
}

#[derive(Debug)]
pub struct ClientState {
    /// Number of the last request.
    pub(super) last: u64,
    /// The sessions that are open at the owner.
    pub(super) live: BTreeSet<SessionId>,
    /// The session that the screen started with; shown first.
    pub(super) first: Option<SessionId>,
    /// Commands in flight, by the number of their request.
    pub(super) unconfirmed: BTreeMap<u64, Unconfirmed>,
    /// Notices to show as soon as somebody listens.
    pub(super) to_say: Vec<Notice>,
    /// The sessions that the screen shows, for the next owner.
    pub(super) shows: Option<Presence>,
}

/// Requests of a screen have numbers above this one; requests that open its session
/// have numbers below.
const FIRST: u64 = 1 << 32;

impl Default for ClientState {
    fn default() -> Self {
        Self {
            last: FIRST,
            live: BTreeSet::new(),
            first: None,
            unconfirmed: BTreeMap::new(),
            to_say: Vec::new(),
            shows: None,
        }
    }
}

impl ClientState {
    /// Returns a number that no request has had.
    pub(super) fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Updates the state from a delivery of the owner.
    pub(super) fn observe(&mut self, delivery: &Delivery) {
        match delivery {
            // The snapshot holds all sessions that the owner has open.
            Delivery::Snapshot { sessions, .. } => {
                self.live = sessions.iter().map(|one| one.summary.id).collect();
            }
            Delivery::Event { event } => match &event.fact {
                EventKind::SessionCreated { .. } => drop(self.live.insert(event.session)),
                EventKind::SessionOpened { session } => drop(self.live.insert(session.summary.id)),
                EventKind::SessionClosed | EventKind::SessionDeleted => {
                    self.live.remove(&event.session);
                }
                _ => {}
            },
        }
    }

    /// Moves the session that the screen was started for to the front of a snapshot.
    pub(super) fn in_order(&mut self, delivery: &mut Delivery) {
        let Delivery::Snapshot { sessions, .. } = delivery else {
            return;
        };
        if let Some(first) = self.first.take() {
            sessions.sort_by_key(|session| session.summary.id != first);
        }
    }

    /// Takes the commands that may be sent again if they have not taken effect, and the number of
    /// the others, which could do harm if they were carried out twice.
    pub fn take_unconfirmed(&mut self) -> (Vec<Unconfirmed>, usize) {
        let opens = |one: &Unconfirmed| {
            let session = one.command.session();
            matches!(one.command, Command::OpenSession { .. }) && self.live.contains(&session)
        };
        // The next owner opens the open sessions again.
        let all: Vec<Unconfirmed> = std::mem::take(&mut self.unconfirmed)
            .into_values()
            .filter(|one| !opens(one))
            .collect();
        let count = all.len();
        let again: Vec<Unconfirmed> = all.into_iter().filter(may_be_given_again).collect();
        let others = count - again.len();
        (again, others)
    }

    /// Returns the sessions that were open.
    pub fn sessions(&self) -> Vec<SessionId> {
        self.live.iter().copied().collect()
    }
}

fn may_be_given_again(unconfirmed: &Unconfirmed) -> bool {
    matches!(
        unconfirmed.command,
        Command::SendMessage { .. } | Command::SaveDraft { .. } | Command::RememberInput { .. }
    )
}

impl Unconfirmed {
    /// Whether the command has taken effect: its message is in the session, or waits there.
    pub fn has_taken_effect(&self, session: &SessionSnapshot) -> bool {
        let Command::SendMessage { text, .. } = &self.command else {
            return false;
        };
        let is_it = |message: &Message| {
            message.role == Role::User && message.at >= self.at && has_text(message, text)
        };
        session.messages.iter().any(is_it)
            || session.queued.iter().any(|queued| queued.text == *text)
    }
}

/// Whether a message has this text; pictures may stand beside it.
fn has_text(message: &Message, text: &str) -> bool {
    message
        .blocks
        .iter()
        .any(|block| matches!(block, Block::Text { text: said } if said.trim() == text.trim()))
}
