//! A client of an open session for its review: asks and orders, and resolves names from the
//! arguments.

use std::process::ExitCode;

use super::super::Format;
use super::super::args::ReviewTarget;
use super::super::failure::Failure;
use super::super::stored_sessions::{Outcome, start, tell_all, with_stored_sessions};
use crate::app::{Setup, StartWith, parse_session};
use client::session_client::{SessionClient, unexpected_answer};
use engine::Attendance;
use notice::notice;
use protocol::command::Command;
use protocol::ids::{CheckpointId, ContentHash, HunkId, SessionId};
use protocol::review::rollback::{RollbackPreview, RollbackRequest};
use protocol::review::{
    ApplyScope, ApplySummary, CheckpointRow, FileReview, HunkPatch, Retention, ReviewBase,
    ReviewCommand, ReviewQuery, ReviewReply, ReviewSubject, view,
};

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

/// A client of an open session.
pub(super) struct ReviewClient {
    client: SessionClient,
    pub(super) session: SessionId,
}

/// Opens the session and does some work in it.
pub(super) fn with_session(
    ReviewTarget { session_id, cwd }: ReviewTarget,
    format: Format,
    work: impl AsyncFnOnce(&mut ReviewClient) -> Outcome,
) -> ExitCode {
    with_stored_sessions(cwd, Attendance::Attended, format, async move |setup| {
        let mut client = open(setup, session_id.as_deref()).await?;
        let outcome = work(&mut client).await;
        client.client.shutdown().await;
        outcome
    })
}

async fn open(setup: &Setup, wanted: Option<&str>) -> Result<ReviewClient, Failure> {
    let session = match wanted {
        Some(id) => parse_session(id).map_err(Failure::usage)?,
        None => setup
            .latest_session()
            .await
            .map_err(|error| error.notice())?
            .ok_or_else(|| notice!("cli-no-session-yet"))?,
    };
    let (client, open) = start(setup, StartWith::Session(session)).await?;
    let mut client = ReviewClient { client, session };
    client.execute(open).await?;
    Ok(client)
}

impl ReviewClient {
    /// Waits until everything is done; a refusal becomes an error, a notice is printed.
    async fn execute(&mut self, command: Command) -> Result<(), Failure> {
        let outcome = self.client.execute(command).await?;
        tell_all(&outcome.notices);
        match outcome.failure {
            Some(why) => Err(Failure::refused(why)),
            None => Ok(()),
        }
    }

    pub(super) async fn order(&mut self, order: ReviewCommand) -> Result<(), Failure> {
        let session = self.session;
        self.execute(Command::Review { session, order }).await
    }

    async fn ask(&self, question: ReviewQuery) -> Result<ReviewReply, Failure> {
        Ok(self.client.review(self.session, question).await?)
    }

    pub(super) async fn files(&self, since: ReviewBase) -> Result<Vec<FileReview>, Failure> {
        match self.ask(ReviewQuery::Files { since }).await? {
            ReviewReply::Files { files, .. } => Ok(files),
            _ => Err(unexpected_answer().into()),
        }
    }

    pub(super) async fn file(
        &self,
        file: &FileReview,
        since: ReviewBase,
    ) -> Result<ReviewedFile, Failure> {
        let of = ReviewSubject::File {
            file: file.file,
            since: since.clone(),
        };
        let options = view::ViewOptions {
            layout: view::ViewLayout::Three,
            ..view::ViewOptions::default()
        };
        let shape = ReviewQuery::File {
            of: of.clone(),
            options: options.clone(),
        };
        let ReviewReply::File {
            file,
            hunks,
            rows: count,
            ..
        } = self.ask(shape).await?
        else {
            return Err(unexpected_answer().into());
        };
        let mut rows = Vec::new();
        let mut first = 0;
        while first < count {
            let window = ReviewQuery::Rows {
                of: of.clone(),
                options: options.clone(),
                first,
                rows: ROWS,
            };
            match self.ask(window).await? {
                ReviewReply::Rows { rows: more, .. } if !more.is_empty() => {
                    first = first.saturating_add(u32::try_from(more.len()).unwrap_or(u32::MAX));
                    rows.extend(more);
                }
                _ => return Err(unexpected_answer().into()),
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
            return Err(unexpected_answer().into());
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
        let (files, of) = (Vec::new(), ApplyScope::Decided);
        match self.ask(ReviewQuery::Summary { files, of }).await? {
            ReviewReply::Summary { summary } => Ok(summary),
            _ => Err(unexpected_answer().into()),
        }
    }

    pub(super) async fn checkpoints(&self, limit: u32) -> Result<Vec<CheckpointRow>, Failure> {
        match self.ask(ReviewQuery::Checkpoints { limit }).await? {
            ReviewReply::Checkpoints { checkpoints, .. } => Ok(checkpoints),
            _ => Err(unexpected_answer().into()),
        }
    }

    pub(super) async fn kept(&self) -> Result<Retention, Failure> {
        match self.ask(ReviewQuery::Kept).await? {
            ReviewReply::Kept { kept } => Ok(kept),
            _ => Err(unexpected_answer().into()),
        }
    }

    /// Finds the checkpoint with this number (`3`, `#3`) or id.
    pub(super) async fn checkpoint(&self, named: &str) -> Result<CheckpointId, Failure> {
        if let Ok(id) = named.parse() {
            return Ok(id);
        }
        let number: u64 = named
            .trim_start_matches('#')
            .parse()
            .map_err(|_| Failure::usage(notice!("cli-checkpoint-form", word = named)))?;
        let rows = self.checkpoints(CHECKPOINTS).await?;
        let found = rows.iter().find(|row| row.checkpoint.number == number);
        let found = found.ok_or_else(|| notice!("cli-no-checkpoint", number))?;
        Ok(found.checkpoint.id)
    }

    pub(super) async fn preview(
        &self,
        request: &RollbackRequest,
    ) -> Result<RollbackPreview, Failure> {
        let request = request.clone();
        match self.ask(ReviewQuery::Rollback { request }).await? {
            ReviewReply::Rollback { preview } => Ok(*preview),
            _ => Err(unexpected_answer().into()),
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
                (None, _) => Err(Failure::refused(notice!("cli-no-hunk", word = name))),
                (Some(_), Some(_)) => {
                    Err(Failure::usage(notice!("cli-hunk-ambiguous", word = name)))
                }
            }
        };
        named.iter().map(find).collect()
    }
}
