//! A client that sends commands and queries to an actor one by one and waits for what comes of each:
//! for front ends without a screen.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedReceiver;

use crate::connection::{CommandProgress, Connection, ConnectionEvent, RequestNumber};
use notice::{Notice, notice};
use protocol::command::Command;
use protocol::event::{Delivery, EventKind, NoticeLevel};
use protocol::ids::SessionId;
use protocol::message::Role;
use protocol::query::{Query, Reply};
use protocol::review::{ReviewQuery, ReviewReply};
use protocol::session::SessionSnapshot;
use protocol::session_list::{ListScope, SessionFilter, SessionGroup, SessionHit};
use session::{Handle, HandleError};

#[cfg(test)]
mod tests;

/// A client of an actor. Its errors are messages for the user.
#[derive(Debug)]
pub struct SessionClient {
    connection: Connection,
    events: UnboundedReceiver<ConnectionEvent>,
    /// Number of the last command.
    last: u64,
}

impl SessionClient {
    /// Subscribes to the actor's events, on this runtime.
    pub fn new(handle: Handle) -> Self {
        let (connection, events) = Connection::with_events(handle);
        Self {
            connection,
            events,
            last: 0,
        }
    }

    /// Sends a command and waits until the actor is idle.
    ///
    /// # Errors
    /// If the actor has stopped or accepts no more requests.
    pub async fn execute(&mut self, command: Command) -> Result<CommandOutcome, Notice> {
        let sent = self.connection.handle().send(command);
        sent.map_err(HandleError::notice)?;
        self.last += 1;
        let number = RequestNumber(self.last);
        self.connection.settle(number, CommandProgress::Idle);
        let mut outcome = CommandOutcome::default();
        while let Some(event) = self.events.recv().await {
            match event {
                ConnectionEvent::Delivery(delivery, _credit) => outcome.take(*delivery),
                ConnectionEvent::Settled(settled) if settled == number => return Ok(outcome),
                ConnectionEvent::EngineStopped => break,
                _ => {}
            }
        }
        Err(HandleError::Stopped.notice())
    }

    /// Returns the sessions of this workspace or of all, in groups.
    ///
    /// # Errors
    /// If the actor does not answer the query.
    pub async fn sessions(
        &self,
        filter: SessionFilter,
        scope: ListScope,
    ) -> Result<Vec<SessionGroup>, Notice> {
        match self.query(Query::SessionList { filter, scope }).await? {
            Reply::SessionList { groups } => Ok(groups),
            _ => Err(unexpected_answer()),
        }
    }

    /// Searches the messages of all sessions of the workspace.
    ///
    /// # Errors
    /// If the actor does not answer the query.
    pub async fn search(&self, text: String, limit: usize) -> Result<Vec<SessionHit>, Notice> {
        match self.query(Query::SearchSessions { text, limit }).await? {
            Reply::SessionHits { hits } => Ok(hits),
            _ => Err(unexpected_answer()),
        }
    }

    /// Returns the state of a session.
    ///
    /// # Errors
    /// If the actor does not answer the query.
    pub async fn session(&self, session: SessionId) -> Result<SessionSnapshot, Notice> {
        match self.query(Query::Session { session }).await? {
            Reply::Session { session } => Ok(*session),
            _ => Err(unexpected_answer()),
        }
    }

    /// Returns the answer to a question about the review of a session.
    ///
    /// # Errors
    /// If the actor does not answer the query.
    pub async fn review(
        &self,
        session: SessionId,
        question: ReviewQuery,
    ) -> Result<ReviewReply, Notice> {
        match self.query(Query::Review { session, question }).await? {
            Reply::Review { answer } => Ok(*answer),
            _ => Err(unexpected_answer()),
        }
    }

    async fn query(&self, query: Query) -> Result<Reply, Notice> {
        let answer = self.connection.handle().query(query);
        let answer = answer.map_err(HandleError::notice)?;
        match answer.await {
            Ok(Reply::Failed { reason }) => Err(reason),
            Ok(reply) => Ok(reply),
            Err(_) => Err(notice!("client-no-answer")),
        }
    }

    /// Ends every process and stops the actor; returns when everything is stored.
    pub async fn shutdown(self) {
        self.connection.handle().shutdown().await;
    }
}

/// Returns the message for an answer of another kind than the question's.
pub fn unexpected_answer() -> Notice {
    notice!("client-unexpected-answer")
}

/// Collects the notices and the first failure between a command and the idle actor.
#[derive(Debug, Default)]
pub struct CommandOutcome {
    /// The first refusal or error.
    pub failure: Option<Notice>,
    /// The notices, with the results of work that an earlier process died before finishing.
    pub notices: Vec<Notice>,
}

impl CommandOutcome {
    fn take(&mut self, delivery: Delivery) {
        let Delivery::Event { event } = delivery else {
            return;
        };
        match Arc::unwrap_or_clone(event).fact {
            EventKind::CommandRejected { reason, .. } => self.fail(reason),
            EventKind::Notice {
                level: NoticeLevel::Error,
                text,
            } => self.fail(text),
            EventKind::Notice { text, .. } => self.notices.push(text),
            EventKind::MessageAdded { message } if message.role == Role::System => {
                self.notices.extend(message.notice());
            }
            _ => {}
        }
    }

    fn fail(&mut self, why: Notice) {
        self.failure.get_or_insert(why);
    }
}
