//! The session that a screen begins with is opened through the owner before the screen hears anything.

use std::collections::BTreeMap;

use jiff::Timestamp;
use uuid::Uuid;

use super::Attachment;
use crate::ipc::message::{FromOwner, ToOwner};
use crate::protocol::command::Command;
use crate::protocol::event::{Delivery, Event, EventKind};
use crate::protocol::ids::{Seq, SessionId};
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::{SessionSettings, SessionStatus};

/// Which session it begins with.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    /// The one that the owner has open, the one that changed last of several.
    Owners,
    /// The last one of the workspace, or a new one with these settings.
    Latest(Box<SessionSettings>),
    Session(SessionId),
    /// A new one with these settings.
    New(Box<SessionSettings>),
}

/// It cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The owner says no.
    #[error("the session cannot be opened: {0}")]
    Rejected(String),
    /// The owner has gone, or says nothing.
    #[error("the terminal that owns the workspace is gone")]
    Gone,
}

impl Attachment {
    /// Opens the session at the owner; gives its id.
    ///
    /// # Errors
    /// If the owner does not open it.
    pub async fn open(&mut self, opening: Opening) -> Result<SessionId, OpeningError> {
        let listening = self.number();
        self.tell(listening, &ToOwner::Subscribe(Seq::default()))
            .await?;
        let live = self.first_look(listening).await?;
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
        self.tell(listening, &ToOwner::Drop).await?;
        Ok(session)
    }

    /// The sessions that are open there, each with its last change.
    async fn first_look(
        &mut self,
        listening: u64,
    ) -> Result<BTreeMap<SessionId, Timestamp>, OpeningError> {
        loop {
            let (id, word) = self.hear().await?;
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
            self.tell(number, &ToOwner::Command(Box::new(command)))
                .await?;
        }
        loop {
            let (id, word) = self.hear().await?;
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

    /// Asks before anyone else does.
    ///
    /// # Errors
    /// If the owner is gone.
    pub async fn ask(&mut self, query: Query) -> Result<Option<Reply>, OpeningError> {
        let number = self.number();
        self.tell(number, &ToOwner::Query(Box::new(query))).await?;
        loop {
            match self.hear().await? {
                (id, FromOwner::Reply(reply)) if id == number => return Ok(Some(*reply)),
                (id, FromOwner::Over | FromOwner::NotTaken(_)) if id == number => return Ok(None),
                _ => {}
            }
        }
    }

    async fn tell(&self, id: u64, word: &ToOwner) -> Result<(), OpeningError> {
        let said = self.writer.say(id, word).await;
        said.map_err(|_| OpeningError::Gone)
    }

    async fn hear(&mut self) -> Result<(u64, FromOwner), OpeningError> {
        self.next_word().await.map_err(|_| OpeningError::Gone)
    }
}

/// What is to be had.
enum WantedSession {
    /// It is open.
    There(SessionId),
    /// Whichever is opened first.
    Any,
    /// It may be open.
    Stored(SessionId),
    /// It is made.
    New(Box<SessionSettings>),
}

/// What an event says of a session that was to be opened.
enum Opened {
    Yes,
    No(String),
    Else,
}

fn opened(event: &Event) -> Opened {
    match &event.fact {
        EventKind::SessionCreated { .. } | EventKind::SessionOpened { .. } => Opened::Yes,
        EventKind::CommandRejected {
            command, reason, ..
        } if command == "open_session" || command == "create_session" => Opened::No(reason.clone()),
        _ => Opened::Else,
    }
}
