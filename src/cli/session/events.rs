//! `agentichat session events`: prints the events of a session, read from the workspace's database
//! beside the process that works in it. With `follow`, it polls for more as long as a process has
//! the session open.

#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serde_json::Value;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use super::name::{meant, no_session};
use crate::cli::Format;
use crate::cli::failure::Failure;
use crate::cli::stored_sessions::with_stored_sessions;
use engine::Attendance;
use plain::headless::json_lines::in_english_with_data;
use protocol::ids::{Seq, SessionId};
use protocol::session_list::SessionFilter;
use redact::one_line;
use store::lock::process_of;
use store::{Store, StoreError};

/// Number of events that are read at a time.
const PAGE: usize = 100;

/// Interval between two polls for more events.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// The events to print.
#[derive(Debug, Clone)]
pub(super) struct EventSelection {
    /// The session's id, the end of it, or its name.
    pub(super) session: String,
    /// Only events after this number.
    pub(super) after: u64,
    /// Whether to print future events too.
    pub(super) follow: bool,
}

pub(super) fn run(wanted: &EventSelection, cwd: Option<PathBuf>, format: Format) -> ExitCode {
    with_stored_sessions(cwd, Attendance::Unattended, format, async |setup| {
        let Some((store, folder)) = setup.stored().map_err(|error| error.notice())? else {
            return Err(no_session(&wanted.session).into());
        };
        let session = named(&store, &wanted.session).await?;
        let log = Log {
            store,
            folder,
            session,
            format,
        };
        let (stop, stopped) = mpsc::channel(1);
        if wanted.follow {
            tokio::spawn(pass_on_signals(stop));
        }
        let printed = log.print(wanted, stopped, &mut io::stdout()).await;
        let written = printed.map_err(|error| error.notice())?;
        Ok(written.map(|()| 0))
    })
}

async fn named(store: &Store, name: &str) -> Result<SessionId, Failure> {
    if let Ok(id) = name.parse() {
        let known = store.has_session(id).await;
        let is_known = known.map_err(|error| error.notice())?;
        return if is_known {
            Ok(id)
        } else {
            Err(no_session(name).into())
        };
    }
    let rows = store.sessions_that(SessionFilter::All, Vec::new()).await;
    let rows = rows.map_err(|error| error.notice())?;
    meant(name, rows.iter())
}

/// The event log of a session.
pub(super) struct Log {
    pub(super) store: Store,
    /// Folder of the session locks.
    pub(super) folder: PathBuf,
    pub(super) session: SessionId,
    pub(super) format: Format,
}

impl Log {
    /// Prints the selected events, until no more can come, or the reader is gone or wants no more.
    pub(super) async fn print(
        &self,
        wanted: &EventSelection,
        mut stopped: mpsc::Receiver<()>,
        out: &mut (dyn Write + Send),
    ) -> Result<io::Result<()>, StoreError> {
        let mut cursor = Seq(wanted.after);
        loop {
            // Checked before the events are read: events that were written before the session was
            // closed are still read then.
            let more_may_come = wanted.follow && is_open(&self.folder, self.session).await;
            loop {
                let page = self.store.events_of(self.session, cursor, PAGE).await?;
                let Some((last, _)) = page.last() else { break };
                cursor = *last;
                if let Err(error) = self.print_page(&page, out) {
                    return Ok(Err(error));
                }
            }
            if !more_may_come {
                return Ok(Ok(()));
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK_AGAIN) => {}
                Some(()) = stopped.recv() => return Ok(Ok(())),
            }
            if is_gone(&io::stdout()) {
                return Ok(Ok(()));
            }
        }
    }

    fn print_page(&self, page: &[(Seq, String)], out: &mut dyn Write) -> io::Result<()> {
        for (seq, body) in page {
            let line = match serde_json::from_str::<Value>(body) {
                Ok(mut event) => {
                    in_english_with_data(&mut event);
                    runtime::transfer::mask_all(&mut event);
                    if let Some(fields) = event.as_object_mut() {
                        fields.insert("cursor".to_owned(), seq.0.into());
                    }
                    self.line(*seq, &event)
                }
                Err(error) => {
                    tracing::warn!(%error, seq = seq.0, "an event cannot be read");
                    continue;
                }
            };
            writeln!(out, "{line}")?;
        }
        out.flush()
    }

    fn line(&self, seq: Seq, event: &Value) -> String {
        if self.format == Format::Json {
            return event.to_string();
        }
        let word = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
        let line = format!("{:>8}  {}  {}", seq.0, word("ts"), word("type"));
        one_line(&line)
    }
}

async fn is_open(folder: &Path, session: SessionId) -> bool {
    let folder = folder.to_path_buf();
    let look = tokio::task::spawn_blocking(move || process_of(&folder, session).is_some());
    look.await.unwrap_or(false)
}

/// Whether nobody reads a pipe any more. Checked without writing to it.
fn is_gone(pipe: &impl AsFd) -> bool {
    let mut looked_at = [PollFd::new(pipe.as_fd(), PollFlags::empty())];
    let looked = poll(&mut looked_at, PollTimeout::ZERO);
    let [pipe] = looked_at;
    let gone = PollFlags::POLLERR | PollFlags::POLLNVAL;
    looked.is_ok() && pipe.revents().is_some_and(|found| found.intersects(gone))
}

/// Forwards Ctrl+C, SIGTERM and SIGHUP, which end the command.
async fn pass_on_signals(stop: mpsc::Sender<()>) {
    let signals = (
        signal(SignalKind::interrupt()),
        signal(SignalKind::terminate()),
        signal(SignalKind::hangup()),
    );
    let (Ok(mut int), Ok(mut term), Ok(mut hup)) = signals else {
        return;
    };
    tokio::select! {
        _ = int.recv() => {}
        _ = term.recv() => {}
        _ = hup.recv() => {}
    }
    // A command that has ended needs no signal.
    stop.send(()).await.ok();
}
