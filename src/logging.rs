//! The log: one file a day in the data folder, at most seven, secrets masked, never the terminal.
//!
//! Costs nothing before the first frame: folder and file are opened by the writer's own thread
//! when the first line comes. A folder that cannot be opened is a notice, not an error.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use jiff::tz::TimeZone;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use self::daily::Daily;
use self::queue::{Lines, Sink, Worker};
use crate::redact::{Masker, is_unsafe};

mod daily;
mod queue;

#[cfg(test)]
mod tests;

/// The target of our own lines.
const PROGRAM: &str = "agentichat";

/// The log could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// Something in this process logs already.
    #[error("the log is running already")]
    Running,
    /// There is no thread to write it.
    #[error("the log cannot be started, for want of a thread: {0}")]
    Thread(#[source] io::Error),
}

/// Keeps the log going; what waits is written when it is dropped.
#[derive(Debug)]
pub struct Log {
    failure: Arc<OnceLock<String>>,
    _worker: Worker,
}

impl Log {
    /// Why there are no further lines. `None` while all is well; asked at the end.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }
}

/// Starts the log of this process. `filter` is the text of `AGENTICHAT_LOG`: a level
/// (`debug`) or a list of `target=level`; an empty one is the default.
///
/// # Errors
/// If it runs already, or no thread is to be had.
pub fn start(folder: &Path, filter: &str, masker: Masker) -> Result<Log, LogError> {
    let filter = parse_filter(filter).unwrap_or_else(|_| default_filter());
    let (writer, log) = writer(folder, masker).map_err(LogError::Thread)?;
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_writer(writer);
    tracing_subscriber::registry()
        .with(filter)
        .with(lines)
        .try_init()
        .map_err(|_| LogError::Running)?;
    Ok(log)
}

fn writer(folder: &Path, masker: Masker) -> io::Result<(Lines, Log)> {
    let failure = Arc::new(OnceLock::new());
    let (lines, worker) = queue::start(MaskedFiles {
        folder: folder.to_owned(),
        masker,
        failure: Arc::clone(&failure),
        files: Some(Daily::new(folder.to_owned())),
    })?;
    let log = Log {
        failure,
        _worker: worker,
    };
    Ok((lines, log))
}

/// What is wrong with the text of a filter; the default is used then.
pub fn filter_fault(text: &str) -> Option<String> {
    parse_filter(text).err()
}

fn parse_filter(text: &str) -> Result<Targets, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(default_filter());
    }
    // A bare level is meant for this program, not for every library in it.
    match text.parse::<LevelFilter>() {
        Ok(level) => Ok(default_filter().with_target(PROGRAM, level)),
        Err(_) => text.parse::<Targets>().map_err(|error| {
            format!("it is not understood ({error}); use error, warn, info, debug or trace")
        }),
    }
}

/// What is logged where `AGENTICHAT_LOG` says nothing: our own lines, and warnings of libraries.
fn default_filter() -> Targets {
    Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target(PROGRAM, LevelFilter::INFO)
}

/// The files, of lines without secrets. A line comes whole, so a secret is never cut in two.
struct MaskedFiles {
    folder: PathBuf,
    masker: Masker,
    failure: Arc<OnceLock<String>>,
    /// `None` after a failure: it is told once, and what comes then is dropped.
    files: Option<Daily>,
}

impl MaskedFiles {
    fn check(&mut self, written: io::Result<()>) {
        let Err(error) = written else { return };
        let folder = self.folder.display();
        self.failure
            .set(format!(
                "there is no log: {folder} cannot be written ({error}); set AGENTICHAT_DATA_DIR \
                 to another folder"
            ))
            .ok();
        self.files = None;
    }
}

impl Sink for MaskedFiles {
    fn line(&mut self, line: &[u8]) {
        let Some(files) = &mut self.files else { return };
        let text = String::from_utf8_lossy(line);
        let masked = without_controls(&self.masker.mask(&text));
        // Days begin at midnight UTC.
        let day = jiff::Timestamp::now().to_zoned(TimeZone::UTC).date();
        let written = files.write(day, &masked);
        self.check(written);
    }

    fn pause(&mut self) {
        let Some(files) = &mut self.files else { return };
        let written = files.flush();
        self.check(written);
    }
}

/// A log is looked at with `cat` and `tail`: nothing in it may steer a terminal.
fn without_controls(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            c if is_unsafe(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}
