//! `agentichat review`, `checkpoints`, `diff3` and `rollback`: the review for scripts. A
//! front end like the others: it sends queries and commands through the actor's handle, and
//! prints the results.

pub mod args;
mod bundle;
mod git;
mod print;
mod review_client;

use std::io;
use std::process::ExitCode;

use review_client::{ReviewClient, ReviewedFile, with_session};

use super::Format;
use super::args::{CheckpointsArguments, Diff3Arguments, ReviewArguments, RollbackArguments};
use super::failure::Failure;
use super::stored_sessions::Outcome;
use notice::notice;
use protocol::change::HunkState;
use protocol::ids::HunkId;
use protocol::review::rollback::{RollbackMode, RollbackRequest, RollbackScope};
use protocol::review::{ApplyScope, ReviewBase, ReviewCommand};

pub(super) fn review(arguments: ReviewArguments) -> ExitCode {
    if let Some(base) = git::base_of(&arguments) {
        return git::review(&arguments, base);
    }
    let format = Format::of(arguments.json);
    with_session(arguments.at.clone(), format, async |client| {
        review_with(client, arguments).await
    })
}

pub(super) fn checkpoints(arguments: &CheckpointsArguments) -> ExitCode {
    let format = Format::of(arguments.json);
    with_session(arguments.at.clone(), format, async |client| {
        let rows = client.checkpoints(arguments.limit).await?;
        let kept = client.kept().await?;
        let mut out = io::stdout().lock();
        Ok(print::checkpoints(format, &rows, kept, &mut out).map(|()| 0))
    })
}

pub(super) fn diff3(arguments: &Diff3Arguments) -> ExitCode {
    let format = Format::of(arguments.json);
    with_session(arguments.at.clone(), format, async |client| {
        let checkpoint = client.checkpoint(&arguments.checkpoint).await?;
        let since = ReviewBase::Checkpoint { checkpoint };
        let found = client.files(since.clone()).await?;
        let file = found.iter().find(|file| file.path == arguments.file);
        let path = &arguments.file;
        let file = file.ok_or_else(|| notice!("cli-file-unchanged", path))?;
        let reviewed = client.file(file, since).await?;
        let mut out = io::stdout().lock();
        Ok(print::diff3(format, &reviewed, &mut out).map(|()| 0))
    })
}

pub(super) fn rollback(arguments: &RollbackArguments) -> ExitCode {
    let format = Format::of(arguments.json);
    with_session(arguments.at.clone(), format, async |client| {
        rollback_with(client, arguments).await
    })
}

async fn review_with(client: &mut ReviewClient, arguments: ReviewArguments) -> Outcome {
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
            let of = ApplyScope::Decided;
            client
                .order(ReviewCommand::Apply { files, shown, of })
                .await?;
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
async fn pending(client: &ReviewClient) -> Result<Vec<HunkId>, Failure> {
    let mut waiting = Vec::new();
    for file in client.files(ReviewBase::Open).await? {
        let reviewed = client.file(&file, ReviewBase::Open).await?;
        for hunk in reviewed.hunks {
            if hunk.state != HunkState::Pending {
                continue;
            }
            if hunk.oversized {
                let word = hunk.id.to_string();
                let why = notice!("cli-hunk-oversized", path = file.path, word);
                return Err(Failure::refused(why));
            }
            waiting.push(hunk.id);
        }
    }
    Ok(waiting)
}

async fn rollback_with(client: &mut ReviewClient, arguments: &RollbackArguments) -> Outcome {
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
            return Err(Failure::usage(notice!("cli-rollback-of-what")));
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
