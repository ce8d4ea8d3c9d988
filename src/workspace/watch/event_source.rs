//! The system's event queue of the watched folders, and how a thread sleeps until it has events.
//!
//! An event is in the queue the moment the call that caused it returns, so reading the queue to its
//! end gives everything up to then. That is why this module reads it instead of a library's thread.
//! Opening and reading of files is not watched: a search would fill the queue with nothing else.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

#[cfg(target_os = "linux")]
#[path = "event_source/linux.rs"]
mod system;
#[cfg(not(target_os = "linux"))]
#[path = "event_source/none.rs"]
mod system;

pub(super) use self::system::reports_events_of;
use self::system::{Queue, Watch};

/// An event in a watched folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WatchEvent {
    pub(super) folder: PathBuf,
    /// The entry in the folder; `None` is the folder itself.
    pub(super) name: Option<OsString>,
    /// Whether something else, or nothing, may be there now.
    pub(super) moved: bool,
    /// Whether a program that had the file open for writing closed it.
    pub(super) closed: bool,
}

impl WatchEvent {
    pub(super) fn path(&self) -> PathBuf {
        match &self.name {
            Some(name) => self.folder.join(name),
            None => self.folder.clone(),
        }
    }
}

/// An entry of the queue.
#[derive(Debug)]
enum Entry<W> {
    /// An event in a watched folder.
    In {
        watch: W,
        name: Option<OsString>,
        moved: bool,
        closed: bool,
    },
    /// The folder is no longer watched.
    Gone(W),
    /// The queue overflowed.
    Lost,
}

/// Whether every event is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QueueState {
    All,
    /// Some events were lost.
    Part,
}

/// The queue, and the folders watched through it.
#[derive(Debug)]
pub(super) struct EventSource {
    queue: Queue,
    folders: HashMap<Watch, PathBuf>,
    watches: HashMap<PathBuf, Watch>,
}

impl EventSource {
    /// Creates a source that watches nothing yet.
    ///
    /// # Errors
    /// The system's error if it has no such queue, or no more of them.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            queue: Queue::new()?,
            folders: HashMap::new(),
            watches: HashMap::new(),
        })
    }

    /// Returns the queue's descriptor for [`Sleeper::sleep`].
    ///
    /// # Errors
    /// The system's error.
    pub(super) fn descriptor(&self) -> io::Result<OwnedFd> {
        self.queue.descriptor()
    }

    /// Watches a folder, without its subfolders. Call it again when another folder may be in its
    /// place.
    ///
    /// # Errors
    /// The system's error.
    pub(super) fn watch(&mut self, folder: &Path) -> io::Result<()> {
        let watch = self.queue.watch(folder)?;
        if let Some(before) = self.watches.insert(folder.to_owned(), watch)
            && before != watch
        {
            self.end(before, folder);
        }
        // The same folder under another name.
        if let Some(other) = self.folders.insert(watch, folder.to_owned())
            && other != folder
        {
            self.watches.remove(&other);
        }
        Ok(())
    }

    pub(super) fn unwatch(&mut self, folder: &Path) {
        if let Some(watch) = self.watches.remove(folder) {
            self.end(watch, folder);
        }
    }

    fn end(&mut self, watch: Watch, folder: &Path) {
        if self
            .folders
            .get(&watch)
            .is_some_and(|known| known == folder)
        {
            self.folders.remove(&watch);
            self.queue.end(watch);
        }
    }

    /// Reads the queue to its end: every event before this call.
    pub(super) fn read(&mut self, each: &mut dyn FnMut(WatchEvent)) -> QueueState {
        let mut heard = QueueState::All;
        while let Some(entries) = self.queue.read() {
            for entry in entries {
                match entry {
                    Entry::Lost => heard = QueueState::Part,
                    Entry::Gone(watch) => {
                        let folder = self.folders.remove(&watch);
                        folder.map(|folder| self.watches.remove(&folder));
                    }
                    Entry::In {
                        watch,
                        name,
                        moved,
                        closed,
                    } => {
                        // A folder that is no longer watched may have left events in the queue.
                        if let Some(folder) = self.folders.get(&watch) {
                            let folder = folder.clone();
                            each(WatchEvent {
                                folder,
                                name,
                                moved,
                                closed,
                            });
                        }
                    }
                }
            }
        }
        heard
    }
}

/// Wakes a [`Sleeper`], from any thread.
#[derive(Debug)]
pub(super) struct Waker {
    to: PipeWriter,
    /// Whether a wake-up is pending: one is enough.
    said: AtomicBool,
}

/// Sleeps until a queue has an entry, or it is woken.
#[derive(Debug)]
pub(super) struct Sleeper {
    from: PipeReader,
}

/// Creates a sleeper and its waker.
///
/// # Errors
/// The system's error if there are no more pipes.
pub(super) fn sleeper() -> io::Result<(Waker, Sleeper)> {
    let (from, to) = io::pipe()?;
    let said = AtomicBool::new(false);
    Ok((Waker { to, said }, Sleeper { from }))
}

impl Waker {
    /// Wakes the sleeper now, or as soon as it goes to sleep.
    pub(super) fn wake(&self) {
        if !self.said.swap(true, Ordering::AcqRel) {
            // A write only fails if the sleeper is gone.
            (&self.to).write_all(&[0]).ok();
        }
    }
}

impl Sleeper {
    /// Sleeps until the queue has an entry or it is woken, at most `most`. Returns
    /// whether that happened.
    pub(super) fn sleep(
        &self,
        waker: &Waker,
        queue: Option<&OwnedFd>,
        most: Option<Duration>,
    ) -> bool {
        let until = most.map(|most| Instant::now() + most);
        loop {
            let rest = until.map(|until| until.saturating_duration_since(Instant::now()));
            let timeout = rest.map_or(PollTimeout::NONE, |rest| {
                // Never wake early: round a fraction of a millisecond up.
                let rest = rest.as_millis() + u128::from(rest.subsec_nanos() % 1_000_000 > 0);
                PollTimeout::try_from(rest).unwrap_or(PollTimeout::MAX)
            });
            let woken: BorrowedFd<'_> = self.from.as_fd();
            let mut sources = vec![PollFd::new(woken, PollFlags::POLLIN)];
            sources.extend(queue.map(|queue| PollFd::new(queue.as_fd(), PollFlags::POLLIN)));
            match poll(&mut sources, timeout) {
                Ok(0) if rest.is_some_and(|rest| rest.is_zero()) => return false,
                Ok(0) | Err(nix::errno::Errno::EINTR) => {}
                Ok(_) => {
                    if sources.first().and_then(PollFd::any).unwrap_or(false) {
                        // Only clears the signal; the caller looks at the queue in any case.
                        (&self.from).read_exact(&mut [0]).ok();
                        waker.said.store(false, Ordering::Release);
                    }
                    return true;
                }
                // Sleeping failed: the caller continues, but not at once.
                Err(error) => {
                    tracing::warn!(%error, "the wait for changes failed");
                    std::thread::sleep(rest.unwrap_or(Duration::from_secs(1)));
                    return false;
                }
            }
        }
    }
}
