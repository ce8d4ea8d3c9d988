//! Notices when files of the workspace change, by whoever.
//!
//! A thread of its own sleeps until the system tells of something, waits until it is quiet for a
//! moment, and reports what changed as one batch. Owns the thread, the batching and the report;
//! which folders are watched is `folders`', what an event means `settle`'s. Started by the actor.

mod file;
mod folders;
mod settle;

pub use file::FileWatch;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use notify::event::{EventKind, ModifyKind};

use self::folders::Folders;
use super::gate::Workspace;
use super::manifest::Manifest;

/// Events that wait for the thread; what is more is looked for.
const WAITING: usize = 4_096;

/// How a workspace is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How long after the start it begins.
    pub delay: Duration,
    /// So long nothing may happen before a batch is reported.
    pub quiet: Duration,
    /// Folders that are watched at most.
    pub folders: usize,
    /// How often is looked where not all can be watched.
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

/// What changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Files, relative to the root, with `/`; some may have changed to what they were.
    pub paths: Vec<String>,
    /// Whether others may have changed too, which are not named.
    pub and_others: bool,
    /// Whether git's index or HEAD changed.
    pub git: bool,
}

/// What the thread says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// From now on changes are noticed.
    Watching,
    /// These were.
    Changed(Changes),
}

/// A watched workspace; no longer when this goes.
#[derive(Debug)]
pub struct Watch {
    to: SyncSender<Message>,
    shared: Arc<Shared>,
}

/// What is said to the thread beside its messages.
#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    /// Whether events were lost.
    lost: AtomicBool,
}

/// What wakes the thread.
#[derive(Debug)]
enum Message {
    Event(Happened),
    /// Something is in [`Shared`].
    Look,
}

/// Something happened at these paths.
#[derive(Debug)]
struct Happened {
    paths: Vec<PathBuf>,
    /// Whether what was there may be another thing now, or nothing.
    moved: bool,
}

impl Watch {
    /// Begins to watch, on a thread of its own. `report` is called there; it ends where that says
    /// false. `None` where there can be no thread: then nothing is noticed.
    pub fn start(
        workspace: Arc<Workspace>,
        settings: Settings,
        report: impl Fn(Report) -> bool + Send + 'static,
    ) -> Option<Self> {
        let (to, messages) = sync_channel(WAITING);
        let shared = Arc::new(Shared::default());
        let watch = Self {
            to: to.clone(),
            shared: Arc::clone(&shared),
        };
        let thread = std::thread::Builder::new().name("watch".to_owned());
        let work = move || {
            // What is about to be shown first is not held up.
            let waited = messages.recv_timeout(settings.delay);
            if !matches!(waited, Err(RecvTimeoutError::Timeout)) {
                return;
            }
            if let Some(watcher) = Watcher::begin(workspace, settings, &to, &shared) {
                drop(to);
                watcher.run(&messages, &report);
            }
        };
        match thread.spawn(work) {
            Ok(_) => Some(watch),
            Err(error) => {
                tracing::warn!(%error, "the workspace is not watched for changes");
                None
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Release);
        // A full queue wakes the thread as well.
        self.to.try_send(Message::Look).ok();
    }
}

/// The thread's own.
struct Watcher {
    workspace: Arc<Workspace>,
    settings: Settings,
    shared: Arc<Shared>,
    folders: Folders,
    /// The files at the last scan, where scans are needed.
    last: Option<Manifest>,
}

impl Watcher {
    fn begin(
        workspace: Arc<Workspace>,
        settings: Settings,
        to: &SyncSender<Message>,
        shared: &Arc<Shared>,
    ) -> Option<Self> {
        let (to, told) = (to.clone(), Arc::clone(shared));
        let heard = move |event: notify::Result<notify::Event>| hear(event, &to, &told);
        let watcher = match notify::recommended_watcher(heard) {
            Ok(watcher) => watcher,
            Err(error) => {
                tracing::warn!(%error, "the workspace is not watched for changes");
                return None;
            }
        };
        let mut folders = Folders::new(watcher, settings.folders);
        folders.follow(&workspace, "");
        folders.watch_git(&workspace);
        let last = (!folders.all).then(|| workspace.manifest(std::iter::empty()));
        Some(Self {
            workspace,
            settings,
            shared: Arc::clone(shared),
            folders,
            last,
        })
    }

    fn run(mut self, messages: &Receiver<Message>, report: &dyn Fn(Report) -> bool) {
        if !report(Report::Watching) {
            return;
        }
        loop {
            let first = if self.folders.all {
                messages.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                messages.recv_timeout(self.settings.scan)
            };
            let changes = match first {
                Ok(message) => {
                    let batch = self.collect(message, messages);
                    if self.shared.stopped.load(Ordering::Acquire) {
                        return;
                    }
                    self.settle(&batch)
                }
                Err(RecvTimeoutError::Timeout) => self.scan(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let nothing = changes == Changes::default();
            if !nothing && !report(Report::Changed(changes)) {
                return;
            }
        }
    }

    /// What happens until it is quiet, or for ten times as long.
    fn collect(&self, first: Message, messages: &Receiver<Message>) -> Vec<Happened> {
        let began = Instant::now();
        let mut batch = Vec::new();
        let mut next = Some(first);
        while let Some(message) = next {
            if let Message::Event(event) = message {
                batch.push(event);
            }
            let stopped = self.shared.stopped.load(Ordering::Acquire);
            if stopped || began.elapsed() > self.settings.quiet.saturating_mul(10) {
                break;
            }
            next = messages.recv_timeout(self.settings.quiet).ok();
        }
        batch
    }
}

/// Hands an event on, on the thread of the library. That files are only read says nothing.
fn hear(event: notify::Result<notify::Event>, to: &SyncSender<Message>, shared: &Shared) {
    let message = match event {
        Ok(event) if event.need_rescan() => None,
        Ok(event) => {
            let moved = match event.kind {
                EventKind::Access(_) => return,
                EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)) => false,
                _ => true,
            };
            Some(Happened {
                paths: event.paths,
                moved,
            })
        }
        Err(_) => None,
    };
    let message = message.map_or(Message::Look, Message::Event);
    if matches!(message, Message::Look) || to.try_send(message).is_err() {
        shared.lost.store(true, Ordering::Release);
        to.try_send(Message::Look).ok();
    }
}
