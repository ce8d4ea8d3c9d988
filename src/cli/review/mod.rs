//! `agentichat review`, `checkpoints`, `diff3` and `rollback`: the review for scripts. A
//! front end like the others: it sends queries and commands through the actor's handle, and
//! prints the results.

pub mod args;
mod bundle;
mod print;
mod session_client;

use std::io;
use std::process::ExitCode;

use session_client::{ReviewedFile, SessionClient, with_open_session};

use super::Format;
use super::args::{CheckpointsArguments, Diff3Arguments, ReviewArguments, RollbackArguments};
use super::failure::Failure;
use protocol::change::HunkState;
use protocol::ids::HunkId;
use protocol::review::rollback::{RollbackMode, RollbackRequest, RollbackScope};
use protocol::review::{ReviewBase, ReviewCommand};

pub(super) fn review(arguments: ReviewArguments) -> ExitCode {
    let wanted = (arguments.at.clone(), Format::of(arguments.json));
    with_open_session(wanted, move |client| Box::pin(review_at(client, arguments)))
}

pub(super) fn checkpoints(arguments: &CheckpointsArguments) -> ExitCode {
    let format = Format::of(arguments.json);
    let (limit, wanted) = (arguments.limit, (arguments.at.clone(), format));
    with_open_session(wanted, move |client| {
        Box::pin(async move {
            let rows = client.checkpoints(limit).await?;
            let kept = client.kept().await?;
            let mut out = io::stdout().lock();
            Ok(print::checkpoints(format, &rows, kept, &mut out).map(|()| 0))
        })
    })
}

pub(super) fn diff3(arguments: Diff3Arguments) -> ExitCode {
    let wanted = (arguments.at.clone(), Format::of(arguments.json));
    with_open_session(wanted, move |client| {
        Box::pin(async move {
            let checkpoint = client.checkpoint(&arguments.checkpoint).await?;
            let since = ReviewBase::Checkpoint { checkpoint };
            let found = client.files(since).await?;
            let file = found.iter().find(|file| file.path == arguments.file);
            let file = file.ok_or_else(|| {
                Failure::refused(&format!(
                    "this session has not changed `{}`; see `agentichat review`",
                    arguments.file
                ))
            })?;
            let reviewed = client.file(file, since).await?;
            let mut out = io::stdout().lock();
            Ok(print::diff3(Format::of(arguments.json), &reviewed, &mut out).map(|()| 0))
        })
    })
}

pub(super) fn rollback(arguments: RollbackArguments) -> ExitCode {
    let wanted = (arguments.at.clone(), Format::of(arguments.json));
    with_open_session(wanted, move |client| {
        Box::pin(rollback_at(client, arguments))
    })
}

async fn review_at(
    client: &mut SessionClient,
    arguments: ReviewArguments,
) -> Result<io::Result<u8>, Failure> {
    for (named, state) in [
        (&arguments.accept, HunkState::Accepted),
        (&arguments.reject, HunkState::Rejected),
    ] {
        let hunks = client.hunks(named).await?;
        if !hunks.is_empty() {
            client.order(ReviewCommand::Decide { hunks, state }).await?;
        }
    }
    if arguments.accept_all {
        let hunks = pending(client).await?;
        if !hunks.is_empty() {
            let state = HunkState::Accepted;
            client.order(ReviewCommand::Decide { hunks, state }).await?;
        }
    }
    if arguments.apply {
        let summary = client.summary().await?;
        if let Some(shown) = summary.shown {
            let files = Vec::new();
            client.order(ReviewCommand::Apply { files, shown }).await?;
        }
    }
    let mut files = Vec::new();
    for file in client.files(ReviewBase::Open).await? {
        files.push(client.file(&file, ReviewBase::Open).await?);
    }
    let mut out = io::stdout().lock();
    Ok(print::review(Format::of(arguments.json), client.session, &files, &mut out).map(|()| 0))
}

/// Returns every pending hunk except those over the size limits: they are only accepted when named.
async fn pending(client: &SessionClient) -> Result<Vec<HunkId>, Failure> {
    let mut waiting = Vec::new();
    for file in client.files(ReviewBase::Open).await? {
        let reviewed = client.file(&file, ReviewBase::Open).await?;
        for hunk in reviewed.hunks {
            if hunk.state != HunkState::Pending {
                continue;
            }
            if hunk.oversized {
                return Err(Failure::refused(&format!(
                    "a hunk of {} is too large to be taken unseen; take it by name with --accept {}",
                    file.path, hunk.id
                )));
            }
            waiting.push(hunk.id);
        }
    }
    Ok(waiting)
}

async fn rollback_at(
    client: &mut SessionClient,
    arguments: RollbackArguments,
) -> Result<io::Result<u8>, Failure> {
    if arguments.undo {
        client.order(ReviewCommand::Undo).await?;
        return Ok(Ok(0));
    }
    if arguments.redo {
        client.order(ReviewCommand::Redo).await?;
        return Ok(Ok(0));
    }
    let hunks = client.hunks(&arguments.hunks).await?;
    let scope = match (&arguments.checkpoint, hunks.is_empty()) {
        (_, false) => RollbackScope::Hunks { hunks },
        (Some(named), true) => RollbackScope::Checkpoint {
            checkpoint: client.checkpoint(named).await?,
        },
        (None, true) => {
            return Err(Failure::usage(
                "name a checkpoint, as `agentichat rollback 3`, or hunks with --hunks; see \
                 `agentichat checkpoints`",
            ));
        }
    };
    let request = RollbackRequest {
        how: if arguments.hard {
            RollbackMode::Hard
        } else {
            RollbackMode::Scoped
        },
        scope,
        without: Vec::new(),
        settle: Vec::new(),
        unclear: Vec::new(),
        word: arguments.word.clone().unwrap_or_default(),
    };
    let preview = client.preview(&request).await?;
    let format = Format::of(arguments.json);
    if !arguments.yes {
        let mut out = io::stdout().lock();
        return Ok(print::preview(format, &preview, &mut out).map(|()| 0));
    }
    let shown = preview.shown;
    client
        .order(ReviewCommand::RollBack { request, shown })
        .await?;
    let mut out = io::stdout().lock();
    Ok(print::preview(format, &preview, &mut out).map(|()| 0))
}
