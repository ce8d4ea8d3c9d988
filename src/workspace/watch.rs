//! Reports changes of the workspace's files by any program.
//!
//! A dedicated thread sleeps until the system reports an event, waits for a quiet moment, and
//! reports the changes as one batch. Owns the thread, the batching and the report. `event_source`
//! owns the system's queue, `folders` decides which folders are watched, `coalesce` interprets
//! events, and `dirty_tracker` tells the listing which folders had no events. Started by the actor.

mod coalesce;
pub(super) mod dirty_tracker;
mod event_source;
mod file;
mod folders;

pub use file::FileWatch;

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use self::dirty_tracker::{DirtyTracker, DrainedEvents};
use self::event_source::{EventSource, Sleeper, sleeper};
use self::folders::Folders;
use super::handle::Workspace;
use super::manifest::Manifest;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Delay before the watch begins.
    pub delay: Duration,
    /// Quiet time before a batch is reported.
    pub quiet: Duration,
    /// Most folders to watch.
    pub folders: usize,
    /// Interval of scans if not everything can be watched.
    pub scan: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            delay: Duration::from_millis(400),
            quiet: Duration::from_millis(100),
            folders: 20_000,
            scan: Duration::from_secs(15),
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Files, relative to the root, with `/`; some may have changed back to their earlier content.
    pub paths: Vec<String>,
    /// Whether unnamed files may have changed too.
    pub and_others: bool,
    /// Whether git's index or HEAD changed.
    pub git: bool,
}

/// A report of the watching thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// The watch has started, and reports every later change.
    Watching,
    Changed(Changes),
}

/// A watched workspace; dropping it ends the watch.
#[derive(Debug)]
pub struct Watch {
    vouch: Arc<DirtyTracker>,
    stopped: Arc<AtomicBool>,
}

impl Watch {
    /// Starts the watch on its own thread, which calls `report` and ends when `report` returns
    /// false. `None` if no thread can be started: then nothing is noticed.
    pub fn start(
        workspace: Arc<Workspace>,
        settings: Settings,
        report: impl Fn(Report) -> bool + Send + 'static,
    ) -> Option<Self> {
        let unwatched = |error: std::io::Error| tracing::warn!(%error, "the workspace is not watched for changes");
        let (waker, sleeper) = sleeper().map_err(unwatched).ok()?;
        let feed = EventSource::new();
        if let Err(error) = &feed {
            tracing::warn!(%error, "changes of the workspace are looked for now and then");
        }
        let vouch = DirtyTracker::new(workspace.root().to_path_buf(), feed.ok(), waker);
        let vouch = Arc::new(vouch);
        let stopped = Arc::new(AtomicBool::new(false));
        let watch = Self {
            vouch: Arc::clone(&vouch),
            stopped: Arc::clone(&stopped),
        };
        let work = move || {
            // Do not delay the first frame.
            let is_over = sleeper.sleep(vouch.waker(), None, Some(settings.delay));
            if !is_over {
                let watcher = Watcher::begin(workspace, settings, (vouch, sleeper), stopped);
                watcher.run(&report);
            }
        };
        std::thread::Builder::new()
            .name("watch".into())
            .spawn(work)
            .map_err(unwatched)
            .ok()?;
        Some(watch)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Release);
        self.vouch.waker().wake();
    }
}

/// State of the watching thread.
struct Watcher {
    workspace: Arc<Workspace>,
    settings: Settings,
    vouch: Arc<DirtyTracker>,
    queue: Option<OwnedFd>,
    sleeper: Sleeper,
    stopped: Arc<AtomicBool>,
    folders: Folders,
    /// The manifest of the last scan, if scans are needed.
    last: Option<Manifest>,
}

impl Watcher {
    fn begin(
        workspace: Arc<Workspace>,
        settings: Settings,
        (vouch, sleeper): (Arc<DirtyTracker>, Sleeper),
        stopped: Arc<AtomicBool>,
    ) -> Self {
        let mut folders = Folders::new(Arc::clone(&vouch), settings.folders);
        folders.follow(&workspace, "");
        folders.watch_git(&workspace);
        let last = (!folders.all).then(|| workspace.manifest(std::iter::empty()));
        workspace.vouched_by(Some(Arc::clone(&vouch)));
        Self {
            workspace,
            settings,
            queue: vouch.queue(),
            vouch,
            sleeper,
            stopped,
            folders,
            last,
        }
    }

    fn run(mut self, report: &dyn Fn(Report) -> bool) {
        if !report(Report::Watching) {
            return;
        }
        loop {
            let most = (!self.folders.all).then_some(self.settings.scan);
            let is_woken = self.sleep(most);
            if self.is_over() {
                return;
            }
            let changes = if is_woken {
                let taken = self.collect();
                if self.is_over() {
                    return;
                }
                self.settle(&taken)
            } else {
                self.scan()
            };
            let nothing = changes == Changes::default();
            if !nothing && !report(Report::Changed(changes)) {
                return;
            }
        }
    }

    /// Sleeps until something happens, at most `most`. Returns whether something did.
    fn sleep(&self, most: Option<Duration>) -> bool {
        let waker = self.vouch.waker();
        self.sleeper.sleep(waker, self.queue.as_ref(), most)
    }

    fn is_over(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Collects events until it is quiet and no file waits for its text, or for ten times as long.
    fn collect(&self) -> DrainedEvents {
        let began = Instant::now();
        let mut all = self.vouch.take();
        while !self.is_over() && began.elapsed() <= self.settings.quiet.saturating_mul(10) {
            if self.sleep(Some(self.settings.quiet)) {
                let more = self.vouch.take();
                all.batch.extend(more.batch);
                all.lost |= more.lost;
            } else if !all.await_text() {
                break;
            }
        }
        all
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // The listing can no longer rely on events.
        self.workspace.vouched_by(None);
    }
}
