//! An open session for queries and commands of a script: opens it, sends queries and commands, and
//! resolves names from the arguments.

use std::process::ExitCode;
use std::sync::Arc;

use tokio::sync::mpsc;

use super::super::Format;
use super::super::args::ReviewTarget;
use super::super::failure::Failure;
use super::super::stderr::tell;
use super::super::stored_sessions::{Outcome, with_stored_sessions};
use crate::app::{Setup, StartWith, StartupError, parse_session, registry};
use engine::Attendance;
use l10n::said;
use protocol::command::Command;
use protocol::event::{Delivery, EventKind, NoticeLevel};
use protocol::ids::{CheckpointId, ContentHash, HunkId, Seq, SessionId};
use protocol::message::Role;
use protocol::query::{Query, Reply};
use protocol::review::rollback::{RollbackPreview, RollbackRequest};
use protocol::review::{
    ApplySummary, CheckpointRow, FileReview, HunkPatch, Retention, ReviewBase, ReviewCommand,
    ReviewQuery, ReviewReply, ReviewSubject, view,
};
use session::Handle;
use store::lock::LockError;

/// Maximum number of checkpoints that are searched for one named by its number.
const CHECKPOINTS: u32 = 100_000;

/// Rows of a file's view that are fetched at once.
const ROWS: u32 = 5_000;

/// A file with its hunks.
pub(super) struct ReviewedFile {
    pub(super) file: FileReview,
    pub(super) hunks: Vec<view::HunkRow>,
    pub(super) rows: Vec<view::ViewRow>,
    /// The hash of the base; `None` if there was no file.
    pub(super) base_hash: Option<ContentHash>,
    pub(super) patches: Vec<HunkPatch>,
}

/// An open session for queries and commands.
pub(super) struct SessionClient {
    handle: Handle,
    pub(super) session: SessionId,
    events: mpsc::Receiver<Delivery>,
}

pub(super) type CommandResult<'a> = std::pin::Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// Opens the session and does some work in it.
pub(super) fn with_open_session(
    (ReviewTarget { session_id, cwd }, format): (ReviewTarget, Format),
    work: impl for<'a> FnOnce(&'a mut SessionClient) -> CommandResult<'a> + Send + 'static,
) -> ExitCode {
    with_stored_sessions(cwd, Attendance::Attended, format, async move |setup| {
        let mut client = open(setup, session_id.as_deref()).await?;
        let done = work(&mut client).await;
        client.handle.shutdown().await;
        done
    })
}

async fn open(setup: &Setup, wanted: Option<&str>) -> Result<SessionClient, Failure> {
    let session = match wanted {
        Some(id) => parse_session(id).map_err(|error| Failure::usage(&error))?,
        None => setup
            .latest_session()
            .await
            .map_err(|error| Failure::refused(&error))?
            .ok_or_else(|| {
                Failure::refused(
                    "there is no session in this workspace yet; start one with `agentichat`",
                )
            })?,
    };
    let (handle, requests) = Handle::channel();
    let opened = setup
        .startup(registry(setup), StartWith::Session(session), requests)
        .await
        .map_err(|error| match error {
            StartupError::Lock(LockError::Held(held)) => Failure::refused(&format!(
                "{held}. In a workbench F7 is its review, F8 its checkpoints and /rollback takes changes back; \
                 once it is left, this command works. Another session is named with --session, see \
                 `agentichat session list`"
            )),
            error => Failure::refused(&error),
        })?;
    for notice in &opened.notices {
        tell(&said(notice));
    }
    let events = handle
        .subscribe(Seq(0))
        .map_err(|error| Failure::refused(&error))?;
    let mut client = SessionClient {
        handle,
        session,
        events,
    };
    client.send(opened.open)?;
    client.settle().await?;
    Ok(client)
}

impl SessionClient {
    fn send(&self, command: Command) -> Result<(), Failure> {
        self.handle
            .send(command)
            .map_err(|error| Failure::refused(&error))
    }

    /// Waits until everything is done; a refusal becomes an error, a notice is printed.
    async fn settle(&mut self) -> Result<(), Failure> {
        self.handle
            .idle()
            .await
            .map_err(|error| Failure::refused(&error))?;
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
                EventKind::Notice { text, .. } => tell(&said(&text)),
                // The result of work that an earlier process died before finishing.
                EventKind::MessageAdded { message } if message.role == Role::System => {
                    if let Some(notice) = message.notice() {
                        tell(&said(&notice));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) async fn order(&mut self, order: ReviewCommand) -> Result<(), Failure> {
        let session = self.session;
        self.send(Command::Review { session, order })?;
        self.settle().await
    }

    async fn ask(&self, question: ReviewQuery) -> Result<ReviewReply, Failure> {
        let session = self.session;
        let query = Query::Review { session, question };
        let asked = self
            .handle
            .query(query)
            .map_err(|error| Failure::refused(&error))?;
        match asked.await {
            Ok(Reply::Review { answer }) => Ok(*answer),
            Ok(Reply::Failed { reason }) => Err(Failure::refused(&reason)),
            _ => Err(unexpected()),
        }
    }

    pub(super) async fn files(&self, since: ReviewBase) -> Result<Vec<FileReview>, Failure> {
        match self.ask(ReviewQuery::Files { since }).await? {
            ReviewReply::Files { files, .. } => Ok(files),
            _ => Err(unexpected()),
        }
    }

    pub(super) async fn file(
        &self,
        file: &FileReview,
        since: ReviewBase,
    ) -> Result<ReviewedFile, Failure> {
        let of = ReviewSubject::File {
            file: file.file,
            since,
        };
        let options = view::ViewOptions {
            layout: view::ViewLayout::Three,
            ..view::ViewOptions::default()
        };
        let shape = ReviewQuery::File {
            of,
            options: options.clone(),
        };
        let ReviewReply::File {
            file,
            hunks,
            rows: count,
            ..
        } = self.ask(shape).await?
        else {
            return Err(unexpected());
        };
        let mut rows = Vec::new();
        let mut first = 0;
        while first < count {
            let window = ReviewQuery::Rows {
                of,
                options: options.clone(),
                first,
                rows: ROWS,
            };
            match self.ask(window).await? {
                ReviewReply::Rows { rows: more, .. } if !more.is_empty() => {
                    first = first.saturating_add(u32::try_from(more.len()).unwrap_or(u32::MAX));
                    rows.extend(more);
                }
                _ => return Err(unexpected()),
            }
        }
        let patches = ReviewQuery::Patches {
            file: file.file,
            since,
        };
        let ReviewReply::Patches {
            base: base_hash,
            hunks: patches,
        } = self.ask(patches).await?
        else {
            return Err(unexpected());
        };
        Ok(ReviewedFile {
            file: *file,
            hunks,
            rows,
            base_hash,
            patches,
        })
    }

    pub(super) async fn summary(&self) -> Result<ApplySummary, Failure> {
        let files = Vec::new();
        match self.ask(ReviewQuery::Summary { files }).await? {
            ReviewReply::Summary { summary } => Ok(summary),
            _ => Err(unexpected()),
        }
    }

    pub(super) async fn checkpoints(&self, limit: u32) -> Result<Vec<CheckpointRow>, Failure> {
        match self.ask(ReviewQuery::Checkpoints { limit }).await? {
            ReviewReply::Checkpoints { checkpoints, .. } => Ok(checkpoints),
            _ => Err(unexpected()),
        }
    }

    pub(super) async fn kept(&self) -> Result<Retention, Failure> {
        match self.ask(ReviewQuery::Kept).await? {
            ReviewReply::Kept { kept } => Ok(kept),
            _ => Err(unexpected()),
        }
    }

    /// Finds the checkpoint with this number (`3`, `#3`) or id.
    pub(super) async fn checkpoint(&self, named: &str) -> Result<CheckpointId, Failure> {
        if let Ok(id) = named.parse() {
            return Ok(id);
        }
        let number: u64 = named.trim_start_matches('#').parse().map_err(|_| {
            Failure::usage(&format!(
                "`{named}` is no checkpoint; name it by its number, as 3 or '#3', or by its id"
            ))
        })?;
        let rows = self.checkpoints(CHECKPOINTS).await?;
        let found = rows.iter().find(|row| row.checkpoint.number == number);
        let found = found.ok_or_else(|| {
            Failure::refused(&format!(
                "there is no checkpoint #{number}; see `agentichat checkpoints`"
            ))
        })?;
        Ok(found.checkpoint.id)
    }

    pub(super) async fn preview(
        &self,
        request: &RollbackRequest,
    ) -> Result<RollbackPreview, Failure> {
        let request = request.clone();
        match self.ask(ReviewQuery::Rollback { request }).await? {
            ReviewReply::Rollback { preview } => Ok(*preview),
            _ => Err(unexpected()),
        }
    }

    /// Finds the ids of hunks that are named by the end of their id.
    pub(super) async fn hunks(&self, named: &[String]) -> Result<Vec<HunkId>, Failure> {
        if named.is_empty() {
            return Ok(Vec::new());
        }
        let mut known = Vec::new();
        for file in self.files(ReviewBase::Session).await? {
            let reviewed = self.file(&file, ReviewBase::Session).await?;
            known.extend(reviewed.hunks.iter().map(|hunk| hunk.id));
        }
        let find = |name: &String| {
            let mut fits = known
                .iter()
                .filter(|id| id.to_string().ends_with(name.as_str()));
            match (fits.next(), fits.next()) {
                (Some(id), None) => Ok(*id),
                (None, _) => Err(Failure::refused(&format!(
                    "there is no hunk {name}; see `agentichat review`"
                ))),
                (Some(_), Some(_)) => Err(Failure::usage(&format!(
                    "{name} is the end of more than one hunk's id; write more of it"
                ))),
            }
        };
        named.iter().map(find).collect()
    }
}

fn unexpected() -> Failure {
    Failure::refused("the workbench gave an answer that does not fit; please report it")
}
