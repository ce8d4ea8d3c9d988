//! What is known to be as it was: the folders in which nothing happened since somebody asked last.
//!
//! Shared by the thread that watches and by who lists the files ([`listed`](super::super::listed)): either reads the
//! queue to its end, and what is in it is kept for both. The thread says which folders are watched; the clock tells
//! whether that was before somebody looked at them.

use std::collections::{BTreeMap, BTreeSet};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::event_source::{EventSource, QueueState, Waker, WatchEvent, is_told_of};
use crate::workspace::listing::at_and_below;
use crate::workspace::walk::relative;

/// Events that wait for the thread; what is more is looked for.
const WAITING: usize = 4_096;

/// Places that are remembered for who lists; where there are more everything is looked at.
const REMEMBERED: usize = 512;

#[derive(Debug)]
pub(in crate::workspace) struct DirtyTracker {
    root: PathBuf,
    known: Mutex<Known>,
    waker: Waker,
    /// Whether the system tells of everything that happens on the root's file system.
    is_told_of: bool,
}

#[derive(Debug)]
struct Known {
    feed: Option<EventSource>,
    /// Goes on with each question.
    clock: u64,
    /// Folders below the root that are watched, by when that began.
    watched: BTreeMap<String, u64>,
    /// Whether all are watched that are shown.
    all: bool,
    /// What happened since the last question; `None` where anything may have.
    since: Option<ChangesSince>,
    /// What the thread has not taken.
    batch: Vec<WatchEvent>,
    lost: bool,
}

/// What happened, in paths relative to the root.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::workspace) struct ChangesSince {
    /// Folders in which, or with which, something happened; some may be none.
    pub(in crate::workspace) folders: BTreeSet<String>,
    /// Paths where another thing may be now.
    pub(in crate::workspace) moved: BTreeSet<String>,
}

#[derive(Debug)]
pub(in crate::workspace) struct DirtyAnswer {
    /// What happened since the last question; `None` where anything may have.
    pub(in crate::workspace) since: Option<ChangesSince>,
    /// When it was given.
    pub(in crate::workspace) at: u64,
}

/// What the thread takes.
#[derive(Debug, Default)]
pub(super) struct DrainedEvents {
    pub(super) batch: Vec<WatchEvent>,
    /// Whether there was more.
    pub(super) lost: bool,
}

impl DirtyTracker {
    /// For a workspace with this root. Without a feed nothing is ever vouched for.
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
            is_told_of: is_told_of(&root),
            root,
            known: Mutex::new(known),
            waker,
        }
    }

    /// What happened since the last question. `None` where nobody would know.
    pub(in crate::workspace) fn ask(&self) -> Option<DirtyAnswer> {
        let mut known = self.known();
        if !known.all || !self.is_told_of {
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

    /// Which of these folders were not watched when an answer was given, or are not now. A folder counts as watched
    /// where those above it are: otherwise another one may be in its place.
    pub(in crate::workspace) fn unwatched<'a>(
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

    /// Anything may have happened: who lists looks at everything once.
    pub(in crate::workspace) fn doubt(&self) {
        self.known().since = None;
    }

    /// What wakes the thread that watches.
    pub(super) fn waker(&self) -> &Waker {
        &self.waker
    }

    /// The queue, to wait for.
    pub(super) fn queue(&self) -> Option<OwnedFd> {
        self.known().feed.as_ref()?.descriptor().ok()
    }

    /// Everything that happened and was not taken.
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
    /// What the system says.
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

    /// Watches a folder of git's.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn watch_git(&self, folder: &Path) -> std::io::Result<()> {
        match &mut self.known().feed {
            Some(feed) => feed.watch(folder),
            None => Err(std::io::ErrorKind::Unsupported.into()),
        }
    }

    /// Watches a folder below the root no longer.
    pub(super) fn unwatch(&self, folder: &str) {
        let mut known = self.known();
        known.watched.remove(folder);
        if let Some(feed) = &mut known.feed {
            feed.unwatch(&self.root.join(folder));
        }
    }

    /// Not all that are shown are watched: nothing is vouched for any more.
    pub(super) fn give_up(&self) {
        self.known().all = false;
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // What is remembered is said whole or not at all.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Reads the queue to its end; whether something was in it.
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
            // A folder may have been put in the place of a watched one.
            watched.clear();
            *since = None;
            *lost = true;
        }
        has_news || heard == QueueState::Part
    }
}

/// Notes what happened. What was moved is watched no longer, whatever is there now.
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
