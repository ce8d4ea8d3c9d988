//! Opens the session that a screen starts with, through the owner, before the
//! screen receives anything.

use std::collections::BTreeMap;

use jiff::Timestamp;
use uuid::Uuid;

use super::Attachment;
use crate::ipc::message::{FromOwner, ToOwner};
use notice::{Notice, notice};
use protocol::command::{Command, CommandKind};
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{Seq, SessionId};
use protocol::query::{Query, Reply};
use protocol::session::{SessionSettings, SessionStatus};

/// The session that a screen starts with.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    /// The session that the owner has open; of several, the one that changed last.
    Owners,
    /// The last session of the workspace, or a new one with these settings.
    Latest(Box<SessionSettings>),
    Session(SessionId),
    /// A new one with these settings.
    New(Box<SessionSettings>),
}

/// Why a session cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum OpeningError {
    /// The owner refuses.
    Rejected(Notice),
    /// The owner has gone, or does not answer.
    Gone,
}

impl OpeningError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Rejected(why) => notice!("told-session-not-opened", why),
            Self::Gone => notice!("told-owner-is-gone"),
        }
    }
}

impl Attachment {
    /// Opens the session at the owner; returns its id.
    ///
    /// # Errors
    /// Fails if the owner does not open it.
    pub async fn open(&mut self, opening: Opening) -> Result<SessionId, OpeningError> {
        let listening = self.number();
        self.send(listening, &ToOwner::Subscribe(Seq::default()))
            .await?;
        let live = self.open_sessions(listening).await?;
        let newest = live.iter().max_by_key(|(_, at)| **at).map(|(id, _)| *id);
        let wanted = match opening {
            Opening::Owners => match newest {
                Some(newest) => WantedSession::There(newest),
                None => WantedSession::Any,
            },
            Opening::Latest(settings) => match self.latest().await? {
                Some(latest) => WantedSession::Stored(latest),
                None => WantedSession::New(settings),
            },
            Opening::Session(session) => WantedSession::Stored(session),
            Opening::New(settings) => WantedSession::New(settings),
        };
        let session = self.have(wanted, &live, listening).await?;
        self.send(listening, &ToOwner::Drop).await?;
        Ok(session)
    }

    /// Returns the sessions that are open at the owner, each with its last change.
    async fn open_sessions(
        &mut self,
        listening: u64,
    ) -> Result<BTreeMap<SessionId, Timestamp>, OpeningError> {
        loop {
            let (id, word) = self.receive().await?;
            if let FromOwner::Delivery(delivery) = word
                && id == listening
                && let Delivery::Snapshot { sessions, .. } = *delivery
            {
                let rows = sessions.into_iter().map(|session| session.summary);
                return Ok(rows.map(|row| (row.id, row.updated_at)).collect());
            }
        }
    }

    async fn have(
        &mut self,
        wanted: WantedSession,
        live: &BTreeMap<SessionId, Timestamp>,
        listening: u64,
    ) -> Result<SessionId, OpeningError> {
        let (session, command) = match wanted {
            WantedSession::There(session) => return Ok(session),
            WantedSession::Stored(session) if live.contains_key(&session) => return Ok(session),
            WantedSession::Any => (None, None),
            WantedSession::Stored(session) => {
                (Some(session), Some(Command::OpenSession { session }))
            }
            WantedSession::New(settings) => {
                let session = SessionId(Uuid::now_v7());
                let settings = *settings;
                let command = Command::CreateSession { session, settings };
                (Some(session), Some(command))
            }
        };
        if let Some(command) = command {
            let number = self.number();
            self.send(number, &ToOwner::Command(Box::new(command)))
                .await?;
        }
        loop {
            let (id, word) = self.receive().await?;
            let FromOwner::Delivery(delivery) = word else {
                continue;
            };
            let Delivery::Event { event } = *delivery else {
                continue;
            };
            if id != listening {
                continue;
            }
            match opened(&event) {
                Opened::Yes if session.is_none_or(|wanted| wanted == event.session) => {
                    return Ok(event.session);
                }
                Opened::No(why) if session == Some(event.session) => {
                    return Err(OpeningError::Rejected(why));
                }
                _ => {}
            }
        }
    }

    async fn latest(&mut self) -> Result<Option<SessionId>, OpeningError> {
        let reply = self.ask(Query::Sessions).await?;
        let Some(Reply::Sessions { sessions }) = reply else {
            return Ok(None);
        };
        let is_there = |status| status != SessionStatus::Archived;
        let mut sessions = sessions.into_iter();
        Ok(sessions
            .find(|session| is_there(session.status))
            .map(|session| session.id))
    }

    /// Sends a query before any other client does.
    ///
    /// # Errors
    /// Fails if the owner is gone.
    pub async fn ask(&mut self, query: Query) -> Result<Option<Reply>, OpeningError> {
        let number = self.number();
        self.send(number, &ToOwner::Query(Box::new(query))).await?;
        loop {
            match self.receive().await? {
                (id, FromOwner::Reply(reply)) if id == number => return Ok(Some(*reply)),
                (id, FromOwner::Over | FromOwner::NotTaken(_)) if id == number => return Ok(None),
                _ => {}
            }
        }
    }

    async fn send(&self, id: u64, word: &ToOwner) -> Result<(), OpeningError> {
        let said = self.writer.send(id, word).await;
        said.map_err(|_| OpeningError::Gone)
    }

    async fn receive(&mut self) -> Result<(u64, FromOwner), OpeningError> {
        self.next_message().await.map_err(|_| OpeningError::Gone)
    }
}

/// The session to wait for.
enum WantedSession {
    /// A session that is open.
    There(SessionId),
    /// The first session that is opened.
    Any,
    /// A stored session, which may already be open.
    Stored(SessionId),
    /// A new session.
    New(Box<SessionSettings>),
}

/// Whether an event shows that the wanted session was opened.
enum Opened {
    Yes,
    No(Notice),
    Else,
}

fn opened(event: &Event) -> Opened {
    match &event.fact {
        EventKind::SessionCreated { settings, .. } if settings.agent_of.is_some() => Opened::Else,
        EventKind::SessionCreated { .. } | EventKind::SessionOpened { .. } => Opened::Yes,
        EventKind::CommandRejected {
            command: CommandKind::OpenSession | CommandKind::CreateSession,
            reason,
            ..
        } => Opened::No(reason.clone()),
        _ => Opened::Else,
    }
}
