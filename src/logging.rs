//! The log: one file a day in the data folder, at most seven, secrets masked, never the terminal.
//!
//! Costs nothing before the first frame: folder and file are opened by the writer's own thread
//! when the first line comes. A folder that cannot be opened is a notice, not an error.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::redact::{Masker, is_unsafe};

#[cfg(test)]
mod tests;

/// Log files that are kept.
const MAX_FILES: usize = 7;
/// Lines that wait for the writer; the ones over it are dropped and counted.
const WAITING_LINES: usize = 16_384;
/// The target of our own lines.
const PROGRAM: &str = "agentichat";

/// The log could not be started.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// Something in this process logs already.
    #[error("the log is running already")]
    Running,
}

/// Keeps the log going; what waits is written when it is dropped.
#[derive(Debug)]
pub struct Log {
    folder: PathBuf,
    failure: Arc<OnceLock<String>>,
    filter_problem: Option<String>,
    _worker: WorkerGuard,
}

impl Log {
    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the user should know: a folder that cannot be written, a filter that is none. `None`
    /// while all is well; asked again after the first lines.
    pub fn notice(&self) -> Option<String> {
        self.failure
            .get()
            .cloned()
            .or_else(|| self.filter_problem.clone())
    }
}

/// Starts the log of this process. `filter` is the text of `AGENTICHAT_LOG`: a level
/// (`debug`) or a list of `target=level`; an empty one is the default.
///
/// # Errors
/// If it runs already.
pub fn start(folder: &Path, filter: &str, masker: Masker) -> Result<Log, LogError> {
    let (filter, filter_problem) = parse_filter(filter);
    let (writer, log) = writer(folder, masker, filter_problem);
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

/// Today's log file, for people: whether it is there or not. Days begin at midnight UTC.
pub fn file_of(folder: &Path, day: jiff::civil::Date) -> PathBuf {
    folder.join(format!("agentichat.{day}.log"))
}

fn writer(folder: &Path, masker: Masker, filter_problem: Option<String>) -> (NonBlocking, Log) {
    let failure = Arc::new(OnceLock::new());
    let files = MaskedFiles {
        folder: folder.to_owned(),
        masker,
        failure: Arc::clone(&failure),
        state: State::Unopened,
    };
    let (writer, worker) = NonBlockingBuilder::default()
        .buffered_lines_limit(WAITING_LINES)
        .thread_name("log")
        .finish(files);
    let log = Log {
        folder: folder.to_owned(),
        failure,
        filter_problem,
        _worker: worker,
    };
    (writer, log)
}

/// The filter, and what was wrong with the text.
fn parse_filter(text: &str) -> (Targets, Option<String>) {
    let text = text.trim();
    if text.is_empty() {
        return (default_filter(), None);
    }
    // A bare level is meant for this program, not for every library in it.
    let parsed = match text.parse::<LevelFilter>() {
        Ok(level) => Ok(default_filter().with_target(PROGRAM, level)),
        Err(_) => text.parse::<Targets>(),
    };
    match parsed {
        Ok(filter) => (filter, None),
        Err(error) => (
            default_filter(),
            Some(format!(
                "AGENTICHAT_LOG is not understood ({error}); use error, warn, info, debug or trace"
            )),
        ),
    }
}

/// What is logged where `AGENTICHAT_LOG` says nothing: our own lines, and warnings of libraries.
fn default_filter() -> Targets {
    Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target(PROGRAM, LevelFilter::INFO)
}

enum State {
    Unopened,
    Open(RollingFileAppender),
    Failed,
}

/// The files, opened at the first line. The writer's thread hands over one line at a time, whole,
/// so a secret is never cut in two.
struct MaskedFiles {
    folder: PathBuf,
    masker: Masker,
    failure: Arc<OnceLock<String>>,
    state: State,
}

impl MaskedFiles {
    fn open(&self) -> Result<RollingFileAppender, String> {
        make_private_folder(&self.folder).map_err(|error| error.to_string())?;
        // The appender lists the folder to delete old files, and where it cannot it says so on
        // the terminal, over the screen.
        std::fs::read_dir(&self.folder).map_err(|error| error.to_string())?;
        RollingFileAppender::builder()
            .rotation(Rotation::DAILY)
            .filename_prefix("agentichat")
            .filename_suffix("log")
            .max_log_files(MAX_FILES)
            .build(&self.folder)
            .map_err(|error| error.to_string())
    }

    fn failed(&mut self, error: &str) {
        let folder = self.folder.display();
        self.failure
            .set(format!(
                "there is no log: {folder} cannot be written ({error}); set AGENTICHAT_DATA_DIR \
                 to another folder"
            ))
            .ok();
        self.state = State::Failed;
    }
}

impl Write for MaskedFiles {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if matches!(self.state, State::Unopened) {
            match self.open() {
                Ok(files) => self.state = State::Open(files),
                Err(error) => self.failed(&error),
            }
        }
        let text = String::from_utf8_lossy(line);
        let masked = without_controls(&self.masker.mask(&text));
        let written = match &mut self.state {
            State::Open(files) => files.write_all(masked.as_bytes()),
            State::Unopened | State::Failed => Ok(()),
        };
        if let Err(error) = written {
            self.failed(&error.to_string());
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.state {
            State::Open(files) => files.flush(),
            State::Unopened | State::Failed => Ok(()),
        }
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

fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
