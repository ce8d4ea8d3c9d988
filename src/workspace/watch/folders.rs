//! The watched folders: those that the walk shows, one by one, and git's own for its index and
//! HEAD. Never ignored folders, so a build in there causes no wake-up.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::dirty_tracker::DirtyTracker;
use crate::Workspace;
use crate::listing::at_and_below;
use crate::walk::{EntryKind, WalkEntry};

pub(super) struct Folders {
    vouch: Arc<DirtyTracker>,
    most: usize,
    /// Paths relative to the root; the root is empty.
    watched: BTreeSet<String>,
    git: Option<PathBuf>,
    /// Whether all visible folders are watched.
    pub(super) all: bool,
}

impl Folders {
    /// Creates a set that watches none yet, and at most `most` folders.
    pub(super) fn new(vouch: Arc<DirtyTracker>, most: usize) -> Self {
        Self {
            vouch,
            most,
            watched: BTreeSet::new(),
            git: None,
            all: true,
        }
    }

    pub(super) fn has(&self, folder: &str) -> bool {
        self.watched.contains(folder)
    }

    /// Watches a folder and the visible folders below it; returns the files there. Lists again
    /// after finding new folders, because files created in them before the watch caused no event.
    pub(super) fn follow(&mut self, workspace: &Workspace, folder: &str) -> Vec<String> {
        self.watch(workspace, folder);
        loop {
            let below: Vec<WalkEntry> = workspace.walk(folder).collect();
            let kinds = |kind| below.iter().filter(move |entry| entry.kind == kind);
            let mut found = false;
            for entry in kinds(EntryKind::Folder) {
                found |= self.watch(workspace, &entry.path);
            }
            // At the start there is no earlier state to compare with: one pass is enough.
            if !found || folder.is_empty() {
                return kinds(EntryKind::File)
                    .map(|entry| entry.path.clone())
                    .collect();
            }
        }
    }

    /// Watches one folder, again if another one may be in its place. Returns whether it was
    /// not watched before.
    fn watch(&mut self, workspace: &Workspace, folder: &str) -> bool {
        if self.watched.len() >= self.most && !self.watched.contains(folder) {
            self.give_up("there are more folders than are watched");
            return false;
        }
        match self.vouch.watch(folder) {
            Ok(()) => self.watched.insert(folder.to_owned()),
            Err(error) => {
                // A folder that is gone by now, or is something else, needs no watch.
                let path = workspace.root().join(folder);
                if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
                    self.give_up(&error.to_string());
                }
                false
            }
        }
    }

    fn give_up(&mut self, why: &str) {
        self.vouch.give_up();
        if std::mem::take(&mut self.all) {
            let watched = self.watched.len();
            tracing::warn!(
                why,
                watched,
                "not every folder can be watched: changes in the others are looked for now and then"
            );
        }
    }

    /// Stops watching a folder and those below it.
    pub(super) fn leave(&mut self, folder: &str) {
        let from = self.watched.range(folder.to_owned()..);
        let gone: Vec<String> = at_and_below(from, folder).cloned().collect();
        for path in gone {
            self.watched.remove(&path);
            // The system has dropped the watch of a deleted folder already.
            self.vouch.unwatch(&path);
        }
    }

    /// Stops watching folders that are no longer visible, and watches those that are now.
    pub(super) fn follow_rules(&mut self, workspace: &Workspace) {
        let shown = workspace.walk("");
        let shown: BTreeSet<String> = shown
            .filter(|entry| entry.kind == EntryKind::Folder)
            .map(|entry| entry.path)
            .collect();
        let hidden: Vec<String> = self.watched.difference(&shown).cloned().collect();
        for folder in hidden.iter().filter(|folder| !folder.is_empty()) {
            self.leave(folder);
        }
        for folder in shown {
            self.watch(workspace, &folder);
        }
    }

    /// Watches the folder of git's index, if there is a repository.
    pub(super) fn watch_git(&mut self, workspace: &Workspace) {
        let index = workspace.index_path();
        let Some(folder) = index.as_deref().and_then(Path::parent) else {
            return;
        };
        // Another folder may have taken its place, so watch it again.
        if self.vouch.watch_git(folder).is_ok() {
            self.git = Some(folder.to_path_buf());
        }
    }

    /// Whether a path in git's folder is one of the watched files; `None` if the path is not git's.
    pub(super) fn is_of_git(&self, path: &Path) -> Option<bool> {
        let rest = path.strip_prefix(self.git.as_deref()?).ok()?;
        Some([Path::new("index"), Path::new("HEAD")].contains(&rest))
    }
}

/// Whether a change of this file may change which files are visible.
pub(super) fn is_rule(path: &Path) -> bool {
    path.file_name() == Some(OsStr::new(".gitignore"))
}
