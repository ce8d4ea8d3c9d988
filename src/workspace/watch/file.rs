//! Notices when one file of the user's changes, wherever it lies: also one that is not there yet,
//! that is replaced instead of written, or that is a link.
//!
//! A thread of its own sleeps until the system tells of something in the file's folder, waits
//! until it is quiet, and says so. Nothing is looked at in between. Started by the composition root.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use notify::event::EventKind;
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

/// So long nothing may happen before it is said.
const QUIET: Duration = Duration::from_millis(100);

/// A watched file; no longer when this goes.
#[derive(Debug)]
pub struct FileWatch {
    wake: SyncSender<()>,
    stopped: Arc<AtomicBool>,
}

impl FileWatch {
    /// Begins to watch. `report` is called on a thread of its own: once at the beginning, since
    /// the file may have changed before, and whenever it may have changed. It ends where that says
    /// false. `None` where nothing can be watched.
    pub fn start(file: PathBuf, report: impl Fn() -> bool + Send + 'static) -> Option<Self> {
        let (wake, woken) = sync_channel(1);
        let heard = wake.clone();
        let watched = file.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.map_or(true, |event| concerns(&event, &watched)) {
                // One that waits is as good as two.
                heard.try_send(()).ok();
            }
        });
        let watcher = watcher.map_err(|error| tracing::warn!(%error, "a file is not watched"));
        let thread = std::thread::Builder::new().name("watch-file".to_owned());
        let stopped = Arc::new(AtomicBool::new(false));
        let work = Work {
            file,
            watcher: watcher.ok()?,
            folders: BTreeSet::new(),
            stopped: Arc::clone(&stopped),
        };
        thread.spawn(move || work.run(&woken, &report)).ok()?;
        Some(Self { wake, stopped })
    }
}

impl Drop for FileWatch {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Release);
        // A full queue wakes the thread as well.
        self.wake.try_send(()).ok();
    }
}

/// Whether an event is about the file, a folder above it, or what a link in its place points to.
fn concerns(event: &notify::Event, file: &Path) -> bool {
    if matches!(event.kind, EventKind::Access(_)) {
        return false;
    }
    let real = std::fs::canonicalize(file).ok();
    event.need_rescan()
        || event.paths.iter().any(|path| {
            file.starts_with(path) || real.as_ref().is_some_and(|real| real.starts_with(path))
        })
}

/// The thread's own.
struct Work {
    file: PathBuf,
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    stopped: Arc<AtomicBool>,
}

impl Work {
    fn run(mut self, woken: &Receiver<()>, report: &dyn Fn() -> bool) {
        loop {
            self.follow();
            if self.is_over() || !report() || woken.recv().is_err() {
                return;
            }
            let began = Instant::now();
            // Until it is quiet, or for ten times as long.
            while !self.is_over()
                && began.elapsed() < QUIET.saturating_mul(10)
                && woken.recv_timeout(QUIET).is_ok()
            {}
        }
    }

    fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Watches the folders that tell of the file as it lies now.
    fn follow(&mut self) {
        let real = std::fs::canonicalize(&self.file).ok();
        let wanted: BTreeSet<PathBuf> = [Some(self.file.clone()), real]
            .iter()
            .flatten()
            .filter_map(|file| nearest_folder(file))
            .collect();
        for gone in self.folders.difference(&wanted) {
            // A folder that is gone is not watched any more by itself.
            self.watcher.unwatch(gone).ok();
        }
        for folder in &wanted {
            // Again also where it was watched: another folder may be in its place.
            if let Err(error) = self.watcher.watch(folder, RecursiveMode::NonRecursive) {
                tracing::warn!(%error, folder = %folder.display(), "a folder is not watched");
            }
        }
        self.folders = wanted;
    }
}

/// The folder in which it lies; where that is not there, the nearest above it that is.
fn nearest_folder(file: &Path) -> Option<PathBuf> {
    file.ancestors()
        .skip(1)
        .find(|folder| folder.is_dir())
        .map(Path::to_owned)
}
