//! Queues lines for the log thread, so that a logging thread never waits for the disk.
//!
//! Knows nothing of files: the [`Sink`] handles the lines. Used by the log.
//!
//! `tracing-appender` was tried in its place: at the exit its guard prints to standard output if the
//! queue stays full, which would stand among lines of JSON, and it panics if there is no thread.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

/// Maximum number of waiting lines. Lines beyond it are counted, and their number is logged
/// in their place.
pub(super) const MOST_WAITING: usize = 16_384;
/// Time that the program's exit waits for the last lines if the disk hangs.
const LAST_LINES: Duration = Duration::from_secs(2);

/// Receives the lines on the log thread.
pub(super) trait Sink: Send + 'static {
    /// Takes a whole line, including its line ending.
    fn line(&mut self, line: &[u8]);
    /// Called when no line is waiting.
    fn pause(&mut self);
}

#[derive(Default)]
struct Waiting {
    lines: VecDeque<Vec<u8>>,
    lost: usize,
    ending: bool,
    ended: bool,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The writer that the subscriber writes its lines to.
#[derive(Clone)]
pub(super) struct Lines(Arc<Shared>);

impl io::Write for Lines {
    /// The subscriber hands over one whole line per call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut waiting = self.0.lock();
        if waiting.lines.len() < MOST_WAITING {
            waiting.lines.push_back(line.to_vec());
        } else {
            waiting.lost += 1;
        }
        drop(waiting);
        self.0.changed.notify_all();
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Lines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Keeps the thread running; dropping it, also during a panic, writes the waiting lines first.
pub(super) struct Worker(Arc<Shared>);

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Worker")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut waiting = self.0.lock();
        waiting.ending = true;
        self.0.changed.notify_all();
        // Lines that come too late are lost: a program that cannot exit is worse than
        // a truncated log.
        let _ = self
            .0
            .changed
            .wait_timeout_while(waiting, LAST_LINES, |waiting| !waiting.ended);
    }
}

/// Starts the thread.
///
/// # Errors
/// If the system provides no thread.
pub(super) fn start(sink: impl Sink) -> io::Result<(Lines, Worker)> {
    let shared = Arc::new(Shared::default());
    let worker = Worker(Arc::clone(&shared));
    let lines = Lines(Arc::clone(&shared));
    std::thread::Builder::new()
        .name("log".into())
        .spawn(move || work(&shared, sink))?;
    Ok((lines, worker))
}

fn work(shared: &Shared, mut sink: impl Sink) {
    loop {
        let mut waiting = shared
            .changed
            .wait_while(shared.lock(), |waiting| {
                waiting.lines.is_empty() && !waiting.ending
            })
            .unwrap_or_else(PoisonError::into_inner);
        if waiting.lines.is_empty() {
            waiting.ended = true;
            drop(waiting);
            shared.changed.notify_all();
            return;
        }
        let lines = std::mem::take(&mut waiting.lines);
        let lost = std::mem::take(&mut waiting.lost);
        drop(waiting);
        for line in &lines {
            sink.line(line);
        }
        if lost > 0 {
            sink.line(format!("{lost} lines came too fast and are not in the log\n").as_bytes());
        }
        sink.pause();
    }
}
