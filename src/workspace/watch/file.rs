//! Reports changes of one file of the user, at any path: also if the file does not exist yet, is
//! replaced instead of written, or is a link.
//!
//! A dedicated thread sleeps until the system reports an event in the file's folder, waits for a
//! quiet moment, and reports the change. It does not poll. Started by the composition root.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::event_source::{EventSource, QueueState, Sleeper, Waker, WatchEvent, sleeper};

/// Quiet time before a change is reported.
const QUIET: Duration = Duration::from_millis(100);

/// A watched file; dropping it ends the watch.
#[derive(Debug)]
pub struct FileWatch {
    waker: Arc<Waker>,
    stopped: Arc<AtomicBool>,
}

impl FileWatch {
    /// Starts the watch. `report` is called on a dedicated thread: once at the beginning, because
    /// the file may have changed before, and whenever it may have changed. The watch ends when
    /// `report` returns false. `None` if watching is impossible.
    pub fn start(file: PathBuf, report: impl Fn() -> bool + Send + 'static) -> Option<Self> {
        let unwatched = |error: std::io::Error| tracing::warn!(%error, "a file is not watched");
        let feed = EventSource::new().map_err(unwatched).ok()?;
        let (waker, sleeper) = sleeper().map_err(unwatched).ok()?;
        let queue = feed.descriptor().map_err(unwatched).ok()?;
        let (waker, stopped) = (Arc::new(waker), Arc::new(AtomicBool::new(false)));
        let work = FileWatcher {
            file,
            feed,
            queue,
            sleeper,
            waker: Arc::clone(&waker),
            folders: BTreeSet::new(),
            stopped: Arc::clone(&stopped),
        };
        std::thread::Builder::new()
            .name("watch-file".into())
            .spawn(move || work.run(&report))
            .ok()?;
        Some(Self { waker, stopped })
    }
}

impl Drop for FileWatch {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Release);
        self.waker.wake();
    }
}

/// Whether an event concerns the file, a folder above it, or the target of a link in its place.
fn concerns(happened: &WatchEvent, file: &Path) -> bool {
    let path = happened.path();
    let real = || std::fs::canonicalize(file).ok();
    file.starts_with(&path) || real().is_some_and(|real| real.starts_with(&path))
}

/// State of the watching thread.
struct FileWatcher {
    file: PathBuf,
    feed: EventSource,
    queue: OwnedFd,
    sleeper: Sleeper,
    waker: Arc<Waker>,
    folders: BTreeSet<PathBuf>,
    stopped: Arc<AtomicBool>,
}

impl FileWatcher {
    fn run(mut self, report: &dyn Fn() -> bool) {
        loop {
            self.follow();
            if self.is_over() || !report() {
                return;
            }
            while !self.is_over() && !self.hears_of_it() {}
            let began = Instant::now();
            // Until it is quiet, or for ten times as long.
            while !self.is_over()
                && began.elapsed() < QUIET.saturating_mul(10)
                && self.sleep(Some(QUIET))
            {
                self.feed.read(&mut |_| ());
            }
        }
    }

    /// Sleeps until something happens, at most `most`. Returns whether something did.
    fn sleep(&self, most: Option<Duration>) -> bool {
        self.sleeper.sleep(&self.waker, Some(&self.queue), most)
    }

    /// Waits until something happens; returns whether it concerns the file.
    fn hears_of_it(&mut self) -> bool {
        self.sleep(None);
        let (file, mut is_about_it) = (&self.file, false);
        let heard = self.feed.read(&mut |happened| {
            is_about_it |= concerns(&happened, file);
        });
        is_about_it || heard == QueueState::Part
    }

    fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Watches the folders that report changes of the file at its present location.
    fn follow(&mut self) {
        let real = std::fs::canonicalize(&self.file).ok();
        let wanted: BTreeSet<PathBuf> = [Some(self.file.clone()), real]
            .iter()
            .flatten()
            .filter_map(|file| nearest_folder(file))
            .collect();
        for gone in self.folders.difference(&wanted) {
            // The watch of a deleted folder ends by itself.
            self.feed.unwatch(gone);
        }
        for folder in &wanted {
            // Watch the folder again even if it was watched: another folder may be in its place.
            if let Err(error) = self.feed.watch(folder) {
                tracing::warn!(%error, folder = %folder.display(), "a folder is not watched");
            }
        }
        self.folders = wanted;
    }
}

/// Returns the file's folder; if that does not exist, the nearest existing one above it.
fn nearest_folder(file: &Path) -> Option<PathBuf> {
    file.ancestors()
        .skip(1)
        .find(|folder| folder.is_dir())
        .map(Path::to_owned)
}
