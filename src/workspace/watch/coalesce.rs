//! Interprets a batch of events: visible files that changed, folders that appeared and disappeared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::dirty_tracker::DrainedEvents;
use super::folders::is_rule;
use super::{Changes, Watcher};
use crate::walk::{EntryKind, relative};

/// Most folders to list one by one, and most paths to name, per batch.
const LOOKED_INTO: usize = 100;
const NAMED: usize = 1_000;

/// The visible entries of a folder, by path.
type Shown = BTreeMap<String, EntryKind>;

impl Watcher {
    /// Turns a batch of events into changes.
    pub(super) fn settle(&mut self, taken: &DrainedEvents) -> Changes {
        let mut changes = Changes::default();
        let mut touched: BTreeSet<String> = BTreeSet::new();
        let mut rules = false;
        for event in &taken.batch {
            let path = event.path();
            match self.folders.is_of_git(&path) {
                Some(is_wanted) => changes.git |= is_wanted,
                None => {
                    rules |= is_rule(&path);
                    self.touch(&path, event.moved, &mut touched);
                }
            }
        }
        if touched.remove(".git") {
            self.folders.watch_git(&self.workspace);
            changes.git = true;
        }
        let parents: BTreeSet<&str> = touched.iter().map(|path| parent(path)).collect();
        let too_many = parents.len() > LOOKED_INTO || touched.len() > NAMED;
        if rules || too_many {
            self.folders.follow_rules(&self.workspace);
        }
        // No event names the files that an ignore rule has shown or hidden.
        changes.and_others |= rules;
        if too_many {
            changes.and_others = true;
        } else {
            self.name(&touched, &mut changes);
        }
        if taken.lost {
            self.folders.follow_rules(&self.workspace);
            let found = self.scan();
            changes.paths.extend(found.paths);
            changes.and_others |= found.and_others;
        }
        changes.paths.sort_unstable();
        changes.paths.dedup();
        if changes.paths.len() > NAMED {
            changes.paths.clear();
            changes.and_others = true;
        }
        changes
    }

    fn touch(&mut self, path: &Path, moved: bool, touched: &mut BTreeSet<String>) {
        let Some(path) = relative(path, self.workspace.root()) else {
            return;
        };
        if path.is_empty() {
            return;
        }
        if moved && self.folders.has(&path) {
            // The system still watches the folder that went, even if another one has its path now.
            self.folders.leave(&path);
        }
        touched.insert(path);
    }

    /// Adds the visible paths among the touched ones to the changes.
    fn name(&mut self, touched: &BTreeSet<String>, changes: &mut Changes) {
        let mut known: BTreeMap<&str, Shown> = BTreeMap::new();
        for path in touched {
            let folder = parent(path);
            let shown = known.entry(folder).or_insert_with(|| {
                let entries = self.workspace.entries(folder).into_iter();
                entries.map(|entry| (entry.path, entry.kind)).collect()
            });
            match shown.get(path) {
                Some(EntryKind::Folder) => {
                    if !self.folders.has(path) {
                        changes
                            .paths
                            .extend(self.folders.follow(&self.workspace, path));
                    }
                }
                Some(_) => changes.paths.push(path.clone()),
                // An existing path that is not visible is ignored; a deleted path may
                // have been visible.
                None => {
                    let is_gone = self.workspace.root().join(path).symlink_metadata().is_err();
                    if is_gone && !self.workspace.is_hidden_by_name(path) {
                        changes.paths.push(path.clone());
                    }
                }
            }
        }
    }

    /// Scans all files and returns the differences from the last scan; after the first scan any
    /// file may have changed.
    pub(super) fn scan(&mut self) -> Changes {
        let now = self.workspace.manifest(std::iter::empty());
        let mut changes = Changes::default();
        match &self.last {
            None => changes.and_others = true,
            Some(last) => {
                let found = last.differences(&now, &|_| None);
                changes.paths = found.into_iter().map(|one| one.path).collect();
            }
        }
        self.last = Some(now);
        changes
    }
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
