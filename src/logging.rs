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
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use self::daily::Daily;
use notice::{Notice, notice};
use redact::{Masker, is_unsafe};

mod daily;

#[cfg(test)]
mod tests;

/// Log target of this program's own lines.
const PROGRAM: &str = "agentichat";
/// Maximum number of waiting lines. Lines beyond it are counted, and their number is logged
/// in their place.
const MOST_WAITING: usize = 16_384;

/// Reason why the log could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// This process already has a logger.
    #[error("the log is running already")]
    Running,
}

/// Keeps the log running; dropping it, also during a panic, writes the waiting lines, but waits
/// hardly longer than a second for a disk that hangs.
#[derive(Debug)]
pub struct Log {
    failure: Arc<OnceLock<Notice>>,
    _worker: WorkerGuard,
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
/// If the log already runs.
///
/// # Panics
/// If the system provides no thread for the writer, as does the async runtime.
pub fn start(folder: &Path, filter: &str, masker: Masker) -> Result<Log, LogError> {
    let filter = parse_filter(filter).unwrap_or_else(|_| default_filter());
    let (writer, log) = writer(folder, masker);
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

fn writer(folder: &Path, masker: Masker) -> (NonBlocking, Log) {
    let failure = Arc::new(OnceLock::new());
    let counter = Arc::new(OnceLock::new());
    let files = MaskedFiles {
        folder: folder.to_owned(),
        masker,
        failure: Arc::clone(&failure),
        files: Some(Daily::new(folder.to_owned())),
        counter: Arc::clone(&counter),
        lost: 0,
    };
    let (lines, worker) = NonBlockingBuilder::default()
        .thread_name("log")
        .buffered_lines_limit(MOST_WAITING)
        .lossy(true)
        .finish(files);
    counter.set(lines.error_counter()).ok();
    let log = Log {
        failure,
        _worker: worker,
    };
    (lines, log)
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

/// Masks secrets and writes the lines to the log files, on the log thread.
struct MaskedFiles {
    folder: PathBuf,
    masker: Masker,
    failure: Arc<OnceLock<Notice>>,
    /// `None` after a failure: the failure is reported once, and later lines are dropped.
    files: Option<Daily>,
    /// Counts the lines for which the queue had no room.
    counter: Arc<OnceLock<ErrorCounter>>,
    /// The part of that count that the log tells of already.
    lost: usize,
}

impl MaskedFiles {
    fn line(&mut self, line: &str) {
        let masked = without_controls(&self.masker.mask(line));
        // Days begin at midnight UTC.
        let day = jiff::Timestamp::now().to_zoned(TimeZone::UTC).date();
        self.try_to(|files| files.write(day, &masked));
    }

    fn try_to(&mut self, write: impl FnOnce(&mut Daily) -> io::Result<()>) {
        let Some(files) = &mut self.files else { return };
        let Err(error) = write(files) else { return };
        let path = self.folder.display();
        let failure = notice!("told-no-log", path, why = error);
        self.failure.set(failure).ok();
        self.files = None;
    }
}

impl io::Write for MaskedFiles {
    /// Takes a whole line, so that a secret is never cut in two. Returns no error, because the
    /// thread would not pass it on.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.line(&String::from_utf8_lossy(line));
        Ok(line.len())
    }

    /// Called when no line is waiting.
    fn flush(&mut self) -> io::Result<()> {
        let count = self.counter.get().map_or(0, ErrorCounter::dropped_lines);
        if count > self.lost {
            let lost = count - self.lost;
            self.lost = count;
            self.line(&format!(
                "{lost} lines came too fast and are not in the log\n"
            ));
        }
        self.try_to(Daily::flush);
        Ok(())
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
