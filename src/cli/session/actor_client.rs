//! An actor without an open session, for queries and commands about sessions; also resolves the
//! session that an argument names.

use std::path::PathBuf;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::sync::mpsc;

use crate::app::{Setup, StartWith, registry};
use crate::cli::Format;
use crate::cli::failure::Failure;
use crate::cli::stderr::tell;
use crate::cli::stored_sessions::{Outcome, with_stored_sessions};
use engine::Attendance;
use l10n::said;
use notice::Notice;
use protocol::command::Command;
use protocol::event::{Delivery, EventKind, NoticeLevel};
use protocol::ids::{Seq, SessionId};
use protocol::query::{Query, Reply};
use protocol::session::{SessionSnapshot, SessionSummary};
use protocol::session_list::{ListScope, SessionFilter, SessionGroup, SessionHit};
use session::Handle;

/// Minimum number of letters of an id's end that name a session.
const LETTERS: usize = 6;

/// A client of the actor for queries and commands.
pub(super) struct ActorClient {
    handle: Handle,
    events: mpsc::Receiver<Delivery>,
}

type ClientTask<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// Runs `work` with an actor of the workspace that contains a folder.
pub(super) fn with_actor_client(
    cwd: Option<PathBuf>,
    format: Format,
    work: impl for<'a> FnOnce(&'a mut ActorClient) -> ClientTask<'a> + Send + 'static,
) -> ExitCode {
    with_stored_sessions(cwd, Attendance::Unattended, format, async move |setup| {
        let mut client = open(setup).await?;
        let done = work(&mut client).await;
        client.handle.shutdown().await;
        done
    })
}

/// Opens no session: the command that would create one is not sent.
async fn open(setup: &Setup) -> Result<ActorClient, Failure> {
    let (handle, requests) = Handle::channel();
    let opened = setup
        .startup(registry(setup), StartWith::New, requests)
        .await
        .map_err(|error| Failure::refused(&error))?;
    for notice in &opened.notices {
        tell(&said(notice));
    }
    let events = handle
        .subscribe(Seq(0))
        .map_err(|error| Failure::refused(&error))?;
    Ok(ActorClient { handle, events })
}

/// Finds the session that is named by the end of its id, or by its name.
pub(super) fn find_session<'a>(
    name: &str,
    rows: impl Iterator<Item = &'a SessionSummary>,
) -> Result<SessionId, Failure> {
    let fits = |id: &SessionId, own: &str| {
        own == name || (name.len() >= LETTERS && id.to_string().ends_with(name))
    };
    let mut found = rows.filter(|row| fits(&row.id, &row.settings.name));
    match (found.next(), found.next()) {
        (Some(row), None) => Ok(row.id),
        (None, _) => Err(Failure::refused(&format!(
            "there is no session `{name}` in this workspace; see `agentichat session list all`"
        ))),
        (Some(_), Some(_)) => Err(Failure::usage(&format!(
            "`{name}` fits more than one session; name it by its id, see `agentichat session list all`"
        ))),
    }
}

impl ActorClient {
    async fn ask(&self, query: Query) -> Result<Reply, Failure> {
        let asked = self.handle.query(query);
        let answer = asked.map_err(|error| Failure::refused(&error))?;
        match answer.await {
            Ok(Reply::Failed { reason }) => Err(Failure::refused(&reason)),
            Ok(reply) => Ok(reply),
            Err(_) => Err(Failure::refused("the workbench stopped before it answered")),
        }
    }

    pub(super) async fn list(
        &self,
        filter: SessionFilter,
        scope: ListScope,
    ) -> Result<Vec<SessionGroup>, Failure> {
        match self.ask(Query::SessionList { filter, scope }).await? {
            Reply::SessionList { groups } => Ok(groups),
            _ => Err(unexpected()),
        }
    }

    pub(super) async fn search(
        &self,
        text: String,
        limit: usize,
    ) -> Result<Vec<SessionHit>, Failure> {
        match self.ask(Query::SearchSessions { text, limit }).await? {
            Reply::SessionHits { hits } => Ok(hits),
            _ => Err(unexpected()),
        }
    }

    pub(super) async fn session(&self, session: SessionId) -> Result<SessionSnapshot, Failure> {
        match self.ask(Query::Session { session }).await? {
            Reply::Session { session } => Ok(*session),
            _ => Err(unexpected()),
        }
    }

    /// Finds the session that is named by its id, by the end of it, or by its name.
    pub(super) async fn named(&self, name: &str) -> Result<SessionId, Failure> {
        if let Ok(id) = name.parse() {
            return Ok(id);
        }
        let groups = self.list(SessionFilter::All, ListScope::Workspace).await?;
        find_session(name, groups.iter().flat_map(|group| &group.sessions))
    }

    /// Sends a command and waits until it is carried out. Returns the notices about it.
    pub(super) async fn order(&mut self, command: Command) -> Result<Vec<Notice>, Failure> {
        self.handle
            .send(command)
            .map_err(|error| Failure::refused(&error))?;
        let idle = self.handle.idle().await;
        idle.map_err(|error| Failure::refused(&error))?;
        let mut notices = Vec::new();
        while let Ok(delivery) = self.events.try_recv() {
            let Delivery::Event { event } = delivery else {
                continue;
            };
            match Arc::unwrap_or_clone(event).fact {
                EventKind::CommandRejected { reason, .. } => return Err(Failure::refused(&reason)),
                EventKind::Notice {
                    level: NoticeLevel::Error,
                    text,
                } => return Err(Failure::refused(&text)),
                EventKind::Notice { text, .. } => notices.push(text),
                _ => {}
            }
        }
        Ok(notices)
    }
}

fn unexpected() -> Failure {
    Failure::refused("the workbench gave an answer that does not fit; please report it")
}
