//! The actor's end of a screen's `Handle`, over a connection. It outlives the owner: requests made
//! while there is none wait here, and go to the next owner, or to an actor of this process.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};

use super::Attachment;
use super::client_state::{ClientState, Unconfirmed};
use super::pending_requests::reply_to;
use crate::ipc::Patience;
use notice::{Notice, notice};
use protocol::command::Command;
use protocol::event::{Delivery, Event, EventKind, NoticeLevel};
use protocol::ids::SessionId;
use session::handle::Request;

/// Why a conversation with an owner ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConversationEnd {
    /// The user left the screen.
    Left,
    /// The owner is gone.
    Gone,
}

#[derive(Debug)]
pub struct Relay {
    pub(super) requests: mpsc::Receiver<Request>,
    /// Requests made while there was no owner.
    pub(super) pending: VecDeque<Request>,
    pub(super) client_state: ClientState,
    patience: Patience,
    /// The caller that waits until the remaining commands are stored. Notified when
    /// this is dropped.
    leaving: Option<oneshot::Sender<()>>,
}

impl Relay {
    /// Creates a relay for a screen's requests.
    pub fn new(requests: mpsc::Receiver<Request>, patience: Patience) -> Self {
        Self {
            requests,
            pending: VecDeque::new(),
            client_state: ClientState::default(),
            patience,
            leaving: None,
        }
    }

    /// Sets the session that the screen starts with.
    pub fn begin_with(&mut self, session: SessionId) {
        self.client_state.first = Some(session);
        self.client_state.live.insert(session);
    }

    /// Queues a notice for the sessions, shown as soon as the screen listens.
    pub fn queue_notice(&mut self, notice: Notice) {
        self.client_state.to_say.push(notice);
    }

    /// Queues a command before those of the screen.
    pub fn queue_command(&mut self, command: Command) {
        self.pending.push_back(Request::Command(command));
    }

    /// Queues commands, in their order, before everything that waits.
    pub fn queue_commands_first(&mut self, commands: Vec<Command>) {
        for command in commands.into_iter().rev() {
            self.pending.push_front(Request::Command(command));
        }
    }

    /// Sends a notice to subscribers that wait for the next owner, now, while there is none.
    pub fn notify_waiting(&self, text: &Notice) {
        let waiting = self.pending.iter().filter_map(|request| match request {
            Request::Subscribe { to, .. } => Some(to),
            _ => None,
        });
        for to in waiting {
            for session in &self.client_state.live {
                let fact = EventKind::Notice {
                    level: NoticeLevel::Warning,
                    text: text.clone(),
                };
                let event = Arc::new(Event {
                    seq: None,
                    at: Timestamp::now(),
                    session: *session,
                    run: None,
                    fact,
                });
                // A subscriber that is too slow misses the notice and nothing else.
                to.try_send(Delivery::Event { event }).ok();
            }
        }
    }

    /// Returns the sessions that were open at the last owner.
    pub fn sessions(&self) -> Vec<SessionId> {
        self.client_state.sessions()
    }

    /// Takes all commands that no owner has confirmed, in the order in which they were sent; the
    /// relay forgets them.
    pub fn take_commands(&mut self) -> Vec<Unconfirmed> {
        let unconfirmed = std::mem::take(&mut self.client_state.unconfirmed);
        let at = Timestamp::now();
        let waiting = self.pending.drain(..);
        let waiting = waiting.filter_map(|request| match request {
            Request::Command(command) => Some(Unconfirmed { command, at }),
            _ => None,
        });
        unconfirmed.into_values().chain(waiting).collect()
    }

    /// Stores an unconfirmed command for the next owner.
    pub fn remember(&mut self, unconfirmed: Unconfirmed) {
        let number = self.client_state.number();
        self.client_state.unconfirmed.insert(number, unconfirmed);
    }

    /// Takes the unconfirmed commands, see [`ClientState::take_unconfirmed`].
    pub fn take_unconfirmed(&mut self) -> (Vec<Unconfirmed>, usize) {
        self.client_state.take_unconfirmed()
    }

    /// Returns the notices that nobody has received.
    pub fn undelivered_notices(&self) -> Vec<Notice> {
        self.client_state.to_say.clone()
    }

    /// Returns the first session that the screen shows.
    pub fn shown(&self) -> Option<SessionId> {
        let shows = self.client_state.shows.as_ref()?;
        shows.sessions.first().copied()
    }

    /// Returns the open sessions, the waiting requests, and the receiver of further ones: all that
    /// an actor of this process needs to go on.
    pub fn into_parts(mut self) -> (Vec<SessionId>, VecDeque<Request>, mpsc::Receiver<Request>) {
        self.show_again();
        (self.client_state.sessions(), self.pending, self.requests)
    }

    /// Queues what the screen shows, because a new owner does not know it. Requests made meanwhile
    /// come after it.
    fn show_again(&mut self) {
        if let Some(presence) = self.client_state.shows.clone() {
            self.pending.push_front(Request::Show(presence));
        }
    }

    /// Awaits a future while requests come in and wait. `None` if the user leaves the
    /// screen meanwhile; if unconfirmed commands remain, the leaving caller waits until
    /// this relay is dropped.
    pub async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let mut work = pin!(work);
        loop {
            let request = tokio::select! {
                biased;
                done = &mut work => return Some(done),
                request = self.requests.recv() => request,
            };
            match request {
                Some(Request::Shutdown { reply }) => {
                    let is_order = |request: &Request| matches!(request, Request::Command(_));
                    let is_left = !self.client_state.unconfirmed.is_empty()
                        || self.pending.iter().any(is_order);
                    if is_left {
                        self.leaving = Some(reply);
                    } else {
                        reply_to(reply, ());
                    }
                    return None;
                }
                None => return None,
                Some(request) => self.pending.push_back(request),
            }
        }
    }

    /// Relays between the screen and an owner until one of them is gone.
    pub async fn relay_to_owner(&mut self, attachment: Attachment) -> ConversationEnd {
        let mut conversation = attachment.into_conversation(self.patience);
        self.show_again();
        let parting = conversation.go_on(self).await;
        if parting == ConversationEnd::Gone {
            let text = notice!("told-owner-gone", number = conversation.owner);
            let level = NoticeLevel::Warning;
            conversation
                .listeners
                .emit(&EventKind::Notice { level, text }, &self.client_state);
            // Makes the screen query everything about the owner again, from the next one.
            conversation
                .listeners
                .emit(&EventKind::WorkspaceChanged, &self.client_state);
        }
        parting
    }
}
