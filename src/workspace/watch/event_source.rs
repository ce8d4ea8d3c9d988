//! The system's queue of what happens in watched folders, and how a thread sleeps until there is something in it.
//!
//! What happened is in the queue the moment the call that did it returns, so who reads the queue to its end knows
//! everything up to then. That is why it is read here and not by a library's thread. That files are opened or read is
//! not asked for: a search would fill the queue with nothing else.

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

pub(super) use self::system::is_told_of;
use self::system::{Queue, Watch};

/// Something happened in a watched folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WatchEvent {
    pub(super) folder: PathBuf,
    /// What in it; `None` is itself.
    pub(super) name: Option<OsString>,
    /// Whether what was there may be another thing now, or nothing.
    pub(super) moved: bool,
}

impl WatchEvent {
    /// Where it happened.
    pub(super) fn path(&self) -> PathBuf {
        match &self.name {
            Some(name) => self.folder.join(name),
            None => self.folder.clone(),
        }
    }
}

/// What is in the queue.
#[derive(Debug)]
enum Entry<W> {
    /// Something happened in a watched folder.
    In {
        watch: W,
        name: Option<OsString>,
        moved: bool,
    },
    /// A folder is not watched any more.
    Gone(W),
    /// Not everything found room.
    Lost,
}

/// Whether all is known that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QueueState {
    All,
    /// Some of it was lost.
    Part,
}

/// The queue, and what is watched for it.
#[derive(Debug)]
pub(super) struct EventSource {
    queue: Queue,
    folders: HashMap<Watch, PathBuf>,
    watches: HashMap<PathBuf, Watch>,
}

impl EventSource {
    /// Watches nothing yet.
    ///
    /// # Errors
    /// What the system says where it has no such queue, or no more of them.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            queue: Queue::new()?,
            folders: HashMap::new(),
            watches: HashMap::new(),
        })
    }

    /// The queue for [`Sleeper::sleep`].
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn descriptor(&self) -> io::Result<OwnedFd> {
        self.queue.descriptor()
    }

    /// Watches a folder, not what is below it. Again, where another folder may be in its place.
    ///
    /// # Errors
    /// What the system says.
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

    /// Watches a folder no longer.
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

    /// Reads the queue to its end: everything that happened before this was called.
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
                    Entry::In { watch, name, moved } => {
                        // One that is watched no longer may have left something in the queue.
                        if let Some(folder) = self.folders.get(&watch) {
                            let folder = folder.clone();
                            each(WatchEvent {
                                folder,
                                name,
                                moved,
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
    /// Whether there is a word that was not taken yet: one is enough.
    said: AtomicBool,
}

/// Sleeps until something is in a queue, or it is woken.
#[derive(Debug)]
pub(super) struct Sleeper {
    from: PipeReader,
}

/// A sleeper, and what wakes it.
///
/// # Errors
/// What the system says where there are no more pipes.
pub(super) fn sleeper() -> io::Result<(Waker, Sleeper)> {
    let (from, to) = io::pipe()?;
    let said = AtomicBool::new(false);
    Ok((Waker { to, said }, Sleeper { from }))
}

impl Waker {
    /// Wakes it now, or as soon as it would sleep.
    pub(super) fn wake(&self) {
        if !self.said.swap(true, Ordering::AcqRel) {
            (&self.to).write_all(&[0]).ok();
        }
    }
}

impl Sleeper {
    /// Sleeps until something is in the queue or it is woken, at most so long; whether that came.
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
                // Not a moment too early: what is below a millisecond is one.
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
                        (&self.from).read_exact(&mut [0]).ok();
                        waker.said.store(false, Ordering::Release);
                    }
                    return true;
                }
                // It cannot be slept: what called goes on, and not at once.
                Err(error) => {
                    tracing::warn!(%error, "the wait for changes failed");
                    std::thread::sleep(rest.unwrap_or(Duration::from_secs(1)));
                    return false;
                }
            }
        }
    }
}
