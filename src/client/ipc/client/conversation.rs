//! A conversation of a screen with one owner: sends its requests, and routes the replies to
//! those who asked.

use jiff::Timestamp;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::client_state::{ClientState, Unconfirmed};
use super::next_message;
use super::pending_requests::{PendingRequests, reply_to};
use super::relay::{ConversationEnd, Relay};
use crate::ipc::Patience;
use crate::ipc::frame::FrameError;
use crate::ipc::message::{FromOwner, ToOwner};
use crate::ipc::stream::{Broken, QueuePermit, Reader, Writer};
use notice::{Notice, notice};
use protocol::catalogue::JobProgress;
use protocol::event::{EventKind, NoticeLevel};
use protocol::query::{PictureSource, Query, Reply};
use session::handle::Request;

pub(super) struct OwnerConversation {
    reader: Reader,
    writer: Writer,
    pub(super) owner: u32,
    pub(super) listeners: PendingRequests,
    /// Callers that wait until all commands before the number are confirmed.
    taken: Vec<(u64, oneshot::Sender<()>)>,
    /// Background jobs that nobody waits for any more.
    gone: (mpsc::UnboundedSender<u64>, mpsc::UnboundedReceiver<u64>),
    heard_at: Instant,
    silent: Silent,
    patience: Patience,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Silent {
    Yes,
    No,
}

/// The next message to the owner.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
enum OutgoingRequest {
    Request(Request),
    Drop(u64),
    /// Every handle of the screen has been dropped.
    Over,
}

impl OwnerConversation {
    pub(super) fn new(reader: Reader, writer: Writer, owner: u32, patience: Patience) -> Self {
        Self {
            reader,
            writer,
            owner,
            listeners: PendingRequests::default(),
            taken: Vec::new(),
            gone: mpsc::unbounded_channel(),
            heard_at: Instant::now(),
            silent: Silent::No,
            patience,
        }
    }

    pub(super) async fn go_on(&mut self, relay: &mut Relay) -> ConversationEnd {
        let writer = self.writer.clone();
        let mut looks = interval(self.patience.ping);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                word = next_message(&mut self.reader) => {
                    let Ok((id, word)) = word else { return ConversationEnd::Gone };
                    self.hears(relay);
                    if matches!(word, FromOwner::Gone | FromOwner::Refused(_)) {
                        return ConversationEnd::Gone;
                    }
                    self.take(id, word, relay);
                }
                _ = looks.tick() => self.check_liveness(relay),
                work = next_work(&writer, &mut self.gone.1, relay) => {
                    let Ok((slot, work)) = work else { return ConversationEnd::Gone };
                    let reply = match work {
                        OutgoingRequest::Request(Request::Shutdown { reply }) => Some(reply),
                        OutgoingRequest::Over => None,
                        OutgoingRequest::Drop(id) => {
                            // Such a small message always fits a frame.
                            self.send(slot, id, &ToOwner::Drop).ok();
                            continue;
                        }
                        OutgoingRequest::Request(request) => {
                            self.ask(slot, request, relay);
                            continue;
                        }
                    };
                    self.leave(slot, relay).await;
                    if let Some(reply) = reply {
                        reply_to(reply, ());
                    }
                    return ConversationEnd::Left;
                }
            }
        }
    }

    /// Sends the end of the conversation, and waits briefly until the owner has received it.
    async fn leave(&mut self, slot: QueuePermit<'_>, relay: &mut Relay) {
        if self.send(slot, 0, &ToOwner::Leave).is_err() {
            return;
        }
        let reader = &mut self.reader;
        let answer = async {
            while let Ok((_, word)) = next_message(reader).await {
                match word {
                    FromOwner::Left => return true,
                    FromOwner::Gone => return false,
                    _ => {}
                }
            }
            false
        };
        if let Ok(true) = tokio::time::timeout(self.patience.ping, answer).await {
            relay.client_state.unconfirmed.clear();
        }
    }

    fn ask(&mut self, slot: QueuePermit<'_>, request: Request, relay: &mut Relay) {
        let client_state = &mut relay.client_state;
        let id = client_state.number();
        let said = match request {
            Request::Command(command) => {
                let at = Timestamp::now();
                let unconfirmed = Unconfirmed { command, at };
                let word = ToOwner::Command(Box::new(unconfirmed.command.clone()));
                client_state.unconfirmed.insert(id, unconfirmed);
                let said = self.send(slot, id, &word);
                if said.is_err() {
                    client_state.unconfirmed.remove(&id);
                }
                said
            }
            Request::Subscribe { from, to } => {
                self.listeners.subscribe(id, to, from.0 == 0, client_state);
                self.send(slot, id, &ToOwner::Subscribe(from))
            }
            Request::Query {
                query:
                    Query::TakePicture {
                        source: PictureSource::Clipboard,
                        ..
                    },
                reply,
            } => {
                // This process has its own clipboard, and the owner may have another.
                let reason = notice!("told-owner-clipboard");
                reply_to(reply, Reply::Failed { reason });
                Ok(())
            }
            Request::Query { query, reply } => {
                self.listeners.question(id, reply);
                self.send(slot, id, &ToOwner::Query(Box::new(query)))
            }
            Request::Job {
                job: errand,
                report,
            } if errand.carries_a_key() => {
                let why = notice!("told-owner-key");
                // The channel is new, so it has room unless the caller is gone.
                report.try_send(JobProgress::Failed(why)).ok();
                Ok(())
            }
            Request::Job {
                job: errand,
                report,
            } => {
                self.listeners.job(id, report, self.gone.0.clone());
                self.send(slot, id, &ToOwner::Job(Box::new(errand)))
            }
            Request::Show(presence) => {
                let word = ToOwner::Show(presence.clone());
                client_state.shows = Some(presence);
                self.send(slot, id, &word)
            }
            Request::Taken { reply } => {
                self.taken.push((id, reply));
                self.answer_taken(client_state);
                Ok(())
            }
            Request::Idle { reply } => {
                self.listeners.idle(id, reply);
                self.send(slot, id, &ToOwner::Idle)
            }
            // Handled earlier.
            Request::Shutdown { reply } => {
                drop(reply);
                Ok(())
            }
        };
        if let Err(error) = said {
            let why = notice!("told-owner-not-told", why = error.notice());
            self.refused(id, why, relay);
        }
    }

    fn send(&self, slot: QueuePermit<'_>, id: u64, word: &ToOwner) -> Result<(), FrameError> {
        slot.send(id, word)
    }

    /// Notes that nobody waits for a subscription or background job any more.
    fn drop_request(&self, id: u64) {
        // This conversation also holds the receiver, so the channel is open.
        self.gone.0.send(id).ok();
    }

    fn take(&mut self, id: u64, word: FromOwner, relay: &mut Relay) {
        let client_state = &mut relay.client_state;
        match word {
            FromOwner::Delivery(mut delivery) => {
                client_state.observe(&delivery);
                client_state.in_order(&mut delivery);
                if !self.listeners.deliver(id, *delivery, client_state) {
                    self.drop_request(id);
                }
            }
            FromOwner::Taken => {
                client_state.unconfirmed.remove(&id);
                self.answer_taken(client_state);
            }
            FromOwner::NotTaken(why) => self.refused(id, why, relay),
            FromOwner::Reply(mut reply) => {
                self.mark_attached(&mut reply);
                self.listeners.reply(id, *reply);
            }
            FromOwner::Step(step) => {
                if !self.listeners.step(id, *step) {
                    self.drop_request(id);
                }
            }
            FromOwner::Over => self.listeners.over(id),
            FromOwner::Idle => self.listeners.is_idle(id),
            FromOwner::Pong
            | FromOwner::Left
            | FromOwner::Hello(_)
            | FromOwner::Refused(_)
            | FromOwner::Gone => {}
        }
    }

    /// Marks in the workspace facts that this screen is attached.
    fn mark_attached(&self, reply: &mut Reply) {
        match reply {
            Reply::Workspace { facts } | Reply::WorkspaceDetails { facts, .. } => {
                facts.attached_to = Some(self.owner);
            }
            _ => {}
        }
    }

    fn refused(&mut self, id: u64, why: Notice, relay: &mut Relay) {
        let was_an_order = relay.client_state.unconfirmed.remove(&id).is_some();
        self.listeners.not_taken(id, &why);
        self.answer_taken(&mut relay.client_state);
        if was_an_order {
            self.notice(NoticeLevel::Warning, why, relay);
        }
    }

    fn answer_taken(&mut self, client_state: &mut ClientState) {
        let first = client_state.unconfirmed.keys().next().copied();
        for (id, reply) in std::mem::take(&mut self.taken) {
            if first.is_none_or(|first| first > id) {
                reply_to(reply, ());
            } else {
                self.taken.push((id, reply));
            }
        }
    }

    /// Pings the owner, and reports if it has not answered for long.
    fn check_liveness(&mut self, relay: &Relay) {
        if self.silent == Silent::Yes {
            // The owner already has more than one ping to answer.
            return;
        }
        self.writer.try_send(0, &ToOwner::Ping);
        if self.heard_at.elapsed() > self.patience.silence {
            self.silent = Silent::Yes;
            let text = notice!("told-owner-silent", number = self.owner);
            self.notice(NoticeLevel::Warning, text, relay);
        }
    }

    fn hears(&mut self, relay: &Relay) {
        self.heard_at = Instant::now();
        if self.silent == Silent::Yes {
            self.silent = Silent::No;
            let text = notice!("told-owner-again");
            self.notice(NoticeLevel::Info, text, relay);
        }
    }

    fn notice(&mut self, level: NoticeLevel, text: Notice, relay: &Relay) {
        self.listeners
            .emit(&EventKind::Notice { level, text }, &relay.client_state);
    }
}

/// Waits for the next message to send and for room in the queue. Cancellation loses nothing.
async fn next_work<'a>(
    writer: &'a Writer,
    gone: &mut mpsc::UnboundedReceiver<u64>,
    relay: &mut Relay,
) -> Result<(QueuePermit<'a>, OutgoingRequest), Broken> {
    let slot = writer.place().await?;
    if let Some(request) = relay.pending.pop_front() {
        return Ok((slot, OutgoingRequest::Request(request)));
    }
    let work = tokio::select! {
        biased;
        Some(id) = gone.recv() => OutgoingRequest::Drop(id),
        request = relay.requests.recv() => request.map_or(OutgoingRequest::Over, OutgoingRequest::Request),
    };
    Ok((slot, work))
}
