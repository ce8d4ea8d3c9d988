//! Tracks which folders have had no events since the last query.
//!
//! Shared by the watching thread and by the listing
//! ([`cached_listing`](super::super::cached_listing)): each reads the queue to its end, and the
//! tracker keeps the events for the other. The thread reports the watched folders; a logical clock
//! shows whether a folder was watched before a scan of it.

use std::collections::{BTreeMap, BTreeSet};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::event_source::{EventSource, QueueState, Waker, WatchEvent, reports_events_of};
use crate::listing::at_and_below;
use crate::walk::relative;

/// Most events that wait for the thread; if there are more, a scan finds the changes.
const WAITING: usize = 4_096;

/// Most places remembered for the listing; if there are more, it scans everything.
const REMEMBERED: usize = 512;

#[derive(Debug)]
pub(crate) struct DirtyTracker {
    root: PathBuf,
    known: Mutex<Known>,
    waker: Waker,
    /// Whether the system reports every event on the root's file system.
    reports_events_of: bool,
}

#[derive(Debug)]
struct Known {
    feed: Option<EventSource>,
    /// Logical clock, advanced by each query.
    clock: u64,
    /// Watched folders below the root, with the clock value when watching began.
    watched: BTreeMap<String, u64>,
    /// Whether all visible folders are watched.
    all: bool,
    /// Changes since the last query; `None` if anything may have changed.
    since: Option<ChangesSince>,
    /// Events that the thread has not taken yet.
    batch: Vec<WatchEvent>,
    lost: bool,
}

/// Changes, in paths relative to the root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ChangesSince {
    /// Folders in which something happened, or to which it happened; some may not be folders.
    pub(crate) folders: BTreeSet<String>,
    /// Paths where something else may be now.
    pub(crate) moved: BTreeSet<String>,
}

#[derive(Debug)]
pub(crate) struct DirtyAnswer {
    /// Changes since the last query; `None` if anything may have changed.
    pub(crate) since: Option<ChangesSince>,
    /// Clock value of the answer.
    pub(crate) at: u64,
}

/// The events that the thread takes.
#[derive(Debug, Default)]
pub(super) struct DrainedEvents {
    pub(super) batch: Vec<WatchEvent>,
    pub(super) lost: bool,
}

impl DrainedEvents {
    /// Whether a file is empty that a program may still have open: it was truncated, and its text
    /// is not written yet.
    pub(super) fn await_text(&self) -> bool {
        let mut last: BTreeMap<PathBuf, &WatchEvent> = BTreeMap::new();
        for event in self.batch.iter().filter(|event| event.name.is_some()) {
            last.insert(event.path(), event);
        }
        let is_empty = |path: &Path| {
            let state = path.symlink_metadata();
            state.is_ok_and(|state| state.is_file() && state.len() == 0)
        };
        let mut open = last.iter().filter(|(_, event)| !event.closed);
        open.any(|(path, _)| is_empty(path))
    }
}

impl DirtyTracker {
    /// Creates a tracker for a workspace with this root. Without an event source it never
    /// vouches for anything.
    pub(super) fn new(root: PathBuf, feed: Option<EventSource>, waker: Waker) -> Self {
        let known = Known {
            all: feed.is_some(),
            feed,
            clock: 0,
            watched: BTreeMap::new(),
            since: None,
            batch: Vec::new(),
            lost: false,
        };
        Self {
            reports_events_of: reports_events_of(&root),
            root,
            known: Mutex::new(known),
            waker,
        }
    }

    /// Returns the changes since the last query. `None` if they cannot be known.
    pub(crate) fn ask(&self) -> Option<DirtyAnswer> {
        let mut known = self.known();
        if !known.all || !self.reports_events_of {
            return None;
        }
        let has_news = known.hear(&self.root);
        let told = DirtyAnswer {
            since: known.since.replace(ChangesSince::default()),
            at: known.clock,
        };
        known.clock += 1;
        drop(known);
        if has_news {
            self.waker.wake();
        }
        Some(told)
    }

    /// Returns which of these folders were not watched at the time of an answer, or are not watched
    /// now. A folder counts as watched only if those above it are: otherwise another folder may be
    /// in its place.
    pub(crate) fn unwatched<'a>(
        &self,
        folders: impl Iterator<Item = &'a String>,
        at: u64,
    ) -> BTreeSet<String> {
        let known = self.known();
        let was = |folder: &str| known.watched.get(folder).is_some_and(|since| *since <= at);
        let is_sure = |folder: &str| {
            let ends = folder.match_indices('/').map(|(end, _)| end);
            let above = ends.filter_map(|end| folder.get(..end));
            was("") && was(folder) && above.into_iter().all(was)
        };
        folders.filter(|folder| !is_sure(folder)).cloned().collect()
    }

    /// Records that anything may have changed: the listing scans everything once.
    pub(crate) fn doubt(&self) {
        self.known().since = None;
    }

    /// Returns the waker of the watching thread.
    pub(super) fn waker(&self) -> &Waker {
        &self.waker
    }

    /// Returns the queue's descriptor, to wait for events.
    pub(super) fn queue(&self) -> Option<OwnedFd> {
        self.known().feed.as_ref()?.descriptor().ok()
    }

    /// Takes all events that were not taken yet.
    pub(super) fn take(&self) -> DrainedEvents {
        let mut known = self.known();
        known.hear(&self.root);
        DrainedEvents {
            batch: std::mem::take(&mut known.batch),
            lost: std::mem::take(&mut known.lost),
        }
    }

    /// Watches a folder below the root.
    ///
    /// # Errors
    /// The system's error.
    pub(super) fn watch(&self, folder: &str) -> std::io::Result<()> {
        let mut known = self.known();
        let Some(feed) = &mut known.feed else {
            return Err(std::io::ErrorKind::Unsupported.into());
        };
        feed.watch(&self.root.join(folder))?;
        let now = known.clock;
        known.watched.insert(folder.to_owned(), now);
        Ok(())
    }

    /// Watches a git folder.
    ///
    /// # Errors
    /// The system's error.
    pub(super) fn watch_git(&self, folder: &Path) -> std::io::Result<()> {
        match &mut self.known().feed {
            Some(feed) => feed.watch(folder),
            None => Err(std::io::ErrorKind::Unsupported.into()),
        }
    }

    /// Stops watching a folder below the root.
    pub(super) fn unwatch(&self, folder: &str) {
        let mut known = self.known();
        known.watched.remove(folder);
        if let Some(feed) = &mut known.feed {
            feed.unwatch(&self.root.join(folder));
        }
    }

    /// Records that some visible folders are not watched: the tracker vouches for nothing
    /// from now on.
    pub(super) fn give_up(&self) {
        self.known().all = false;
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Each update is complete, so a poisoned lock is safe to use.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Reads the queue to its end; returns whether it contained events.
    fn hear(&mut self, root: &Path) -> bool {
        let Self {
            feed,
            watched,
            since,
            batch,
            lost,
            ..
        } = self;
        let Some(feed) = feed else {
            return false;
        };
        let mut has_news = false;
        let heard = feed.read(&mut |happened| {
            has_news = true;
            note(&happened, root, watched, since);
            if batch.len() < WAITING {
                batch.push(happened);
            } else {
                *lost = true;
            }
        });
        if heard == QueueState::Part {
            // Another folder may have taken the place of a watched one.
            watched.clear();
            *since = None;
            *lost = true;
        }
        has_news || heard == QueueState::Part
    }
}

/// Records an event. A moved folder is no longer watched, whatever its path leads to now.
fn note(
    happened: &WatchEvent,
    root: &Path,
    watched: &mut BTreeMap<String, u64>,
    since: &mut Option<ChangesSince>,
) {
    let moved = relative(&happened.path(), root).filter(|_| happened.moved);
    if let Some(path) = &moved {
        let from = watched.range(path.clone()..).map(|(folder, _)| folder);
        let gone: Vec<String> = at_and_below(from, path).cloned().collect();
        for folder in gone {
            watched.remove(&folder);
        }
    }
    if let Some(known) = since {
        known.folders.extend(relative(&happened.folder, root));
        known.moved.extend(moved);
        if known.folders.len() + known.moved.len() > REMEMBERED {
            *since = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_truncated_file_awaits_its_text_until_it_is_written_or_closed() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("a.txt");
        let awaits = |closed: &[bool]| {
            let event = |closed: &bool| WatchEvent {
                folder: folder.path().to_owned(),
                name: Some("a.txt".into()),
                moved: false,
                closed: *closed,
            };
            let batch = closed.iter().map(event).collect();
            let lost = false;
            DrainedEvents { batch, lost }.await_text()
        };
        fs::write(&file, "").unwrap();
        assert!(awaits(&[false]), "its writer may go on");
        assert!(!awaits(&[false, true]), "it is empty");
        assert!(awaits(&[true, false]), "it was truncated again");
        fs::write(&file, "text").unwrap();
        assert!(!awaits(&[false]), "its text is there");
        fs::remove_file(&file).unwrap();
        assert!(!awaits(&[false]), "it is gone");
    }
}
