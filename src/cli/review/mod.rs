//! `agentichat review`, `checkpoints`, `diff3` and `rollback`: the review for scripts. A front end like
//! the others: it asks and orders through the actor's handle, and prints what came of it.

mod bundle;
mod print;

use std::io::{self, Write};
use std::process::ExitCode;

use tokio::sync::mpsc;

use super::args::{
    CheckpointsArguments, Diff3Arguments, ReviewArguments, ReviewPlace, RollbackArguments,
    SessionFlags,
};
use super::{BAD_USAGE, Format, complain, exit_of, runtime};
use crate::actor::Handle;
use crate::app::{Setup, StartWith, parse_session, registry};
use crate::engine::Attendance;
use crate::protocol::change::HunkState;
use crate::protocol::command::Command;
use crate::protocol::event::{Delivery, Fact, NoticeLevel};
use crate::protocol::ids::{CheckpointId, HunkId, Seq, SessionId};
use crate::protocol::message::Role;
use crate::protocol::query::{Query, Reply};
use crate::protocol::review::rollback::{
    RollbackHow, RollbackPreview, RollbackRequest, RollbackScope,
};
use crate::protocol::review::{
    CheckpointRow, FileReview, ReviewAnswer, ReviewBase, ReviewOf, ReviewOrder, ReviewQuestion,
    SaveSummary, view,
};

/// Checkpoints that are looked through for one that is named by its number.
const CHECKPOINTS: u32 = 100_000;

/// Rows of a file's view that are fetched at once.
const ROWS: u32 = 5_000;

/// Why something could not be done, with the status.
struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    fn usage(message: &(impl ToString + ?Sized)) -> Self {
        Self {
            message: message.to_string(),
            status: BAD_USAGE,
        }
    }

    fn refused(message: &(impl ToString + ?Sized)) -> Self {
        Self {
            message: message.to_string(),
            status: 1,
        }
    }
}

/// A file with its hunks.
struct Reviewed {
    file: FileReview,
    hunks: Vec<view::HunkRow>,
    rows: Vec<view::ViewRow>,
}

/// A session that is open, for questions and orders.
struct Desk {
    handle: Handle,
    session: SessionId,
    events: mpsc::Receiver<Delivery>,
}

/// `agentichat review`.
pub(super) fn review(arguments: ReviewArguments) -> ExitCode {
    let wanted = arguments.at.clone();
    at_desk(wanted, move |desk| Box::pin(review_at(desk, arguments)))
}

/// `agentichat checkpoints`.
pub(super) fn checkpoints(arguments: &CheckpointsArguments) -> ExitCode {
    let wanted = arguments.at.clone();
    let (limit, format) = (arguments.limit, Format::of(arguments.json));
    at_desk(wanted, move |desk| {
        Box::pin(async move {
            let rows = desk.checkpoints(limit).await?;
            let mut out = io::stdout().lock();
            Ok(print::checkpoints(format, &rows, &mut out).map(|()| 0))
        })
    })
}

/// `agentichat diff3`.
pub(super) fn diff3(arguments: Diff3Arguments) -> ExitCode {
    let wanted = arguments.at.clone();
    at_desk(wanted, move |desk| {
        Box::pin(async move {
            let checkpoint = desk.checkpoint(&arguments.checkpoint).await?;
            let since = ReviewBase::Checkpoint { checkpoint };
            let found = desk.files(since).await?;
            let file = found.iter().find(|file| file.path == arguments.file);
            let file = file.ok_or_else(|| {
                Failure::refused(&format!(
                    "this session has not changed `{}`; see `agentichat review`",
                    arguments.file
                ))
            })?;
            let reviewed = desk.file(file, since).await?;
            let mut out = io::stdout().lock();
            Ok(print::diff3(Format::of(arguments.json), &reviewed, &mut out).map(|()| 0))
        })
    })
}

/// `agentichat rollback`.
pub(super) fn rollback(arguments: RollbackArguments) -> ExitCode {
    let wanted = arguments.at.clone();
    at_desk(wanted, move |desk| Box::pin(rollback_at(desk, arguments)))
}

type Done<'a> =
    std::pin::Pin<Box<dyn Future<Output = Result<io::Result<u8>, Failure>> + Send + 'a>>;

/// Opens the session and does something in it.
fn at_desk(
    ReviewPlace { session_id, cwd }: ReviewPlace,
    work: impl for<'a> FnOnce(&'a mut Desk) -> Done<'a> + Send + 'static,
) -> ExitCode {
    let flags = SessionFlags {
        cwd,
        ..SessionFlags::default()
    };
    let setup = match Setup::of(flags, Attendance::Attended) {
        Ok(setup) => setup,
        Err(error) => return complain(&error.to_string(), BAD_USAGE),
    };
    let _log = setup.start_logging();
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&error.to_string(), 1),
    };
    let done = runtime.block_on(async {
        let mut desk = open(&setup, session_id.as_deref()).await?;
        let done = work(&mut desk).await;
        desk.handle.shutdown().await;
        done
    });
    runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    match done {
        Ok(done) => exit_of(done),
        Err(failure) => complain(&failure.message, failure.status),
    }
}

async fn open(setup: &Setup, wanted: Option<&str>) -> Result<Desk, Failure> {
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
        .bring_up(registry(setup), StartWith::Session(session), requests)
        .await
        .map_err(|error| Failure::refused(&error))?;
    for notice in &opened.notices {
        writeln!(io::stderr(), "agentichat: {notice}").ok();
    }
    let events = handle
        .subscribe(Seq(0))
        .map_err(|error| Failure::refused(&error))?;
    let mut desk = Desk {
        handle,
        session,
        events,
    };
    desk.send(opened.open)?;
    desk.settle().await?;
    Ok(desk)
}

impl Desk {
    fn send(&self, command: Command) -> Result<(), Failure> {
        self.handle
            .send(command)
            .map_err(|error| Failure::refused(&error))
    }

    /// Waits until everything is done; what was refused is an error, what is to be known is said.
    async fn settle(&mut self) -> Result<(), Failure> {
        self.handle
            .idle()
            .await
            .map_err(|error| Failure::refused(&error))?;
        while let Ok(delivery) = self.events.try_recv() {
            let Delivery::Event { event } = delivery else {
                continue;
            };
            match event.fact {
                Fact::CommandRejected { reason, .. } => return Err(Failure::refused(&reason)),
                Fact::Notice {
                    level: NoticeLevel::Error,
                    text,
                } => return Err(Failure::refused(&text)),
                Fact::Notice { text, .. } => {
                    writeln!(io::stderr(), "agentichat: {text}").ok();
                }
                // What became of work that an earlier process did not live to end.
                Fact::MessageAdded { message } if message.role == Role::System => {
                    writeln!(io::stderr(), "agentichat: {}", message.plain_text()).ok();
                }
                _ => {}
            }
        }
        Ok(())
    }

    async fn order(&mut self, order: ReviewOrder) -> Result<(), Failure> {
        let session = self.session;
        self.send(Command::Review { session, order })?;
        self.settle().await
    }

    async fn ask(&self, question: ReviewQuestion) -> Result<ReviewAnswer, Failure> {
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

    async fn files(&self, since: ReviewBase) -> Result<Vec<FileReview>, Failure> {
        match self.ask(ReviewQuestion::Files { since }).await? {
            ReviewAnswer::Files { files } => Ok(files),
            _ => Err(unexpected()),
        }
    }

    async fn file(&self, file: &FileReview, since: ReviewBase) -> Result<Reviewed, Failure> {
        let of = ReviewOf::File {
            file: file.file,
            since,
        };
        let options = view::ViewOptions {
            layout: view::ViewLayout::Unified,
            ..view::ViewOptions::default()
        };
        let shape = ReviewQuestion::File {
            of,
            options: options.clone(),
        };
        let ReviewAnswer::File {
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
            let window = ReviewQuestion::Rows {
                of,
                options: options.clone(),
                first,
                rows: ROWS,
            };
            match self.ask(window).await? {
                ReviewAnswer::Rows { rows: more, .. } if !more.is_empty() => {
                    first = first.saturating_add(u32::try_from(more.len()).unwrap_or(u32::MAX));
                    rows.extend(more);
                }
                _ => return Err(unexpected()),
            }
        }
        Ok(Reviewed {
            file: *file,
            hunks,
            rows,
        })
    }

    async fn summary(&self) -> Result<SaveSummary, Failure> {
        let files = Vec::new();
        match self.ask(ReviewQuestion::Summary { files }).await? {
            ReviewAnswer::Summary { summary } => Ok(summary),
            _ => Err(unexpected()),
        }
    }

    async fn checkpoints(&self, limit: u32) -> Result<Vec<CheckpointRow>, Failure> {
        match self.ask(ReviewQuestion::Checkpoints { limit }).await? {
            ReviewAnswer::Checkpoints { checkpoints } => Ok(checkpoints),
            _ => Err(unexpected()),
        }
    }

    /// The checkpoint with this number (`3`, `#3`) or id.
    async fn checkpoint(&self, named: &str) -> Result<CheckpointId, Failure> {
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

    async fn preview(&self, request: &RollbackRequest) -> Result<RollbackPreview, Failure> {
        let request = request.clone();
        match self.ask(ReviewQuestion::Rollback { request }).await? {
            ReviewAnswer::Rollback { preview } => Ok(*preview),
            _ => Err(unexpected()),
        }
    }

    /// The ids of hunks that are named by the beginning of their id.
    async fn hunks(&self, named: &[String]) -> Result<Vec<HunkId>, Failure> {
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

async fn review_at(desk: &mut Desk, arguments: ReviewArguments) -> Result<io::Result<u8>, Failure> {
    for (named, state) in [
        (&arguments.accept, HunkState::Accepted),
        (&arguments.reject, HunkState::Rejected),
    ] {
        let hunks = desk.hunks(named).await?;
        if !hunks.is_empty() {
            desk.order(ReviewOrder::Decide { hunks, state }).await?;
        }
    }
    if arguments.accept_all {
        let hunks = pending(desk).await?;
        if !hunks.is_empty() {
            let state = HunkState::Accepted;
            desk.order(ReviewOrder::Decide { hunks, state }).await?;
        }
    }
    if arguments.apply {
        let summary = desk.summary().await?;
        if let Some(shown) = summary.shown {
            let files = Vec::new();
            desk.order(ReviewOrder::Save { files, shown }).await?;
        }
    }
    let mut files = Vec::new();
    for file in desk.files(ReviewBase::Open).await? {
        files.push(desk.file(&file, ReviewBase::Open).await?);
    }
    let mut out = io::stdout().lock();
    Ok(print::review(Format::of(arguments.json), desk.session, &files, &mut out).map(|()| 0))
}

/// Every hunk that waits; one over the limits of a hunk is never taken unnamed.
async fn pending(desk: &Desk) -> Result<Vec<HunkId>, Failure> {
    let mut waiting = Vec::new();
    for file in desk.files(ReviewBase::Open).await? {
        let reviewed = desk.file(&file, ReviewBase::Open).await?;
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
    desk: &mut Desk,
    arguments: RollbackArguments,
) -> Result<io::Result<u8>, Failure> {
    if arguments.undo {
        desk.order(ReviewOrder::Undo).await?;
        return Ok(Ok(0));
    }
    let hunks = desk.hunks(&arguments.hunks).await?;
    let scope = match (&arguments.checkpoint, hunks.is_empty()) {
        (_, false) => RollbackScope::Hunks { hunks },
        (Some(named), true) => RollbackScope::Checkpoint {
            checkpoint: desk.checkpoint(named).await?,
        },
        (None, true) => {
            return Err(Failure::usage(
                "name a checkpoint, as `agentichat rollback 3`, or hunks with --hunks; see \
                 `agentichat checkpoints`",
            ));
        }
    };
    let request = RollbackRequest {
        how: match arguments.hard {
            true => RollbackHow::Hard,
            false => RollbackHow::Scoped,
        },
        scope,
        without: Vec::new(),
        settle: Vec::new(),
        unclear: Vec::new(),
        word: arguments.word.clone().unwrap_or_default(),
    };
    let preview = desk.preview(&request).await?;
    let format = Format::of(arguments.json);
    if !arguments.yes {
        let mut out = io::stdout().lock();
        return Ok(print::preview(format, &preview, &mut out).map(|()| 0));
    }
    let shown = preview.shown.clone();
    desk.order(ReviewOrder::RollBack { request, shown }).await?;
    let mut out = io::stdout().lock();
    Ok(print::preview(format, &preview, &mut out).map(|()| 0))
}
