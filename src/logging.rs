//! The log: one file a day in the data folder, at most seven, with secrets masked; never
//! written to the terminal.
//!
//! Costs nothing before the first frame: the writer's own thread opens folder and file when the
//! first line arrives. A folder that cannot be opened is a notice, not an error.

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
use notice::{Notice, notice};
use redact::{Masker, is_unsafe};

mod daily;
mod queue;

#[cfg(test)]
mod tests;

/// Log target of this program's own lines.
const PROGRAM: &str = "agentichat";

/// Reason why the log could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// This process already has a logger.
    #[error("the log is running already")]
    Running,
    /// The system provided no thread for the writer.
    #[error("the log cannot be started, for want of a thread: {0}")]
    Thread(#[source] io::Error),
}

/// Keeps the log running; dropping it writes the waiting lines.
#[derive(Debug)]
pub struct Log {
    failure: Arc<OnceLock<Notice>>,
    _worker: Worker,
}

impl Log {
    /// Returns the reason why logging stopped, `None` as long as it works. The caller asks at the
    /// end of the program.
    pub fn failure(&self) -> Option<&Notice> {
        self.failure.get()
    }
}

/// Starts the log of this process. `filter` is the text of `AGENTICHAT_LOG`: a level (`debug`) or a
/// list of `target=level`; an empty text means the default.
///
/// # Errors
/// If the log already runs, or the system provides no thread.
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

/// Returns the error in a filter text, if any; the log uses the default filter in that case.
pub fn filter_fault(text: &str) -> Option<Notice> {
    parse_filter(text).err()
}

fn parse_filter(text: &str) -> Result<Targets, Notice> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(default_filter());
    }
    // A bare level applies to this program, not to every library in it.
    match text.parse::<LevelFilter>() {
        Ok(level) => Ok(default_filter().with_target(PROGRAM, level)),
        Err(_) => text
            .parse::<Targets>()
            .map_err(|error| notice!("told-log-filter", why = error.to_string())),
    }
}

/// Returns the filter for an unset `AGENTICHAT_LOG`: this program's own lines, and the
/// warnings of libraries.
fn default_filter() -> Targets {
    Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target(PROGRAM, LevelFilter::INFO)
}

/// Masks secrets and writes the lines to the log files. A line arrives whole, so a secret is never
/// cut in two.
struct MaskedFiles {
    folder: PathBuf,
    masker: Masker,
    failure: Arc<OnceLock<Notice>>,
    /// `None` after a failure: the failure is reported once, and later lines are dropped.
    files: Option<Daily>,
}

impl MaskedFiles {
    fn check(&mut self, written: io::Result<()>) {
        let Err(error) = written else { return };
        let path = self.folder.display();
        let failure = notice!("told-no-log", path, why = error);
        self.failure.set(failure).ok();
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

/// Removes control characters: users view a log with `cat` and `tail`, so nothing in it may
/// steer a terminal.
fn without_controls(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            c if is_unsafe(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}
