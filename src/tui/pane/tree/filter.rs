//! The filter over the whole workspace: the files that fit it, with the folders that they lie in. Part of the tree.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::shelf::Shelf;
use super::{Tree, TreeEffect};
use crate::protocol::query::{FileMatch, TreeEntry};

/// The files that fit.
#[derive(Debug, Default)]
pub(super) struct FoundFiles {
    /// What is typed.
    pub(super) pattern: String,
    /// What the files that are shown fit.
    answered: Option<String>,
    pub(super) shelf: Shelf,
    /// Folders that the human closed.
    pub(super) closed: HashSet<String>,
    /// Files that are shown, and files that were looked at; nothing while the answer is waited for.
    pub(super) counts: Option<(usize, usize)>,
}

impl FoundFiles {
    /// Closes every folder.
    pub(super) fn close_all(&mut self) {
        self.closed = self.shelf.folders().cloned().collect();
    }
}

impl Tree {
    /// What is typed in the filter; nothing where all files are shown.
    pub fn filter(&self) -> Option<&str> {
        self.found.as_ref().map(|found| found.pattern.as_str())
    }

    /// Shows only what fits; nothing typed shows all again. What is there stays until the answer comes.
    pub fn set_filter(&mut self, pattern: &str) {
        if pattern.is_empty() {
            return self.leave_filter();
        }
        let found = self.found.get_or_insert_default();
        pattern.clone_into(&mut found.pattern);
        if found.counts.is_none() {
            self.flatten(None);
        }
    }

    /// Shows all files again, with the cursor on the file that it was on where its folders are open.
    pub fn leave_filter(&mut self) {
        let path = self.selected().map(|entry| entry.path.clone());
        if self.found.take().is_some() {
            self.flatten(path.as_deref());
        }
    }

    /// Takes the files that fit, the best first, which gets the cursor where the filter is new.
    pub fn set_found(&mut self, pattern: &str, files: &[FileMatch], total: usize) {
        let before = self.selected().map(|entry| entry.path.clone());
        let Some(found) = self.found.as_mut().filter(|found| found.pattern == pattern) else {
            return;
        };
        let best = files.first().map(|file| file.path.clone());
        // The same files again: something on the disk changed, and the human reads on.
        let again = found.answered.as_deref() == Some(pattern);
        let closed = if again {
            std::mem::take(&mut found.closed)
        } else {
            HashSet::new()
        };
        *found = FoundFiles {
            pattern: pattern.to_owned(),
            answered: Some(pattern.to_owned()),
            shelf: shelf_of(files),
            closed,
            counts: Some((files.len(), total)),
        };
        let cursor = if again { before } else { best };
        self.flatten(cursor.as_deref());
    }

    /// The next file that fits, or the one before.
    pub(super) fn step_found(&mut self, by: isize) -> TreeEffect {
        if self.found.is_none() {
            return TreeEffect::AskFilter;
        }
        let is_file = |row: &usize| self.entry_at(*row).is_some_and(|entry| !entry.is_folder);
        let (count, at) = (self.rows.len(), self.cursor);
        let found = match by {
            1.. => (at + 1..count).chain(0..at).find(is_file),
            _ => (0..at).rev().chain((at + 1..count).rev()).find(is_file),
        };
        self.go_to(found)
    }
}

/// The folders of these files, with their entries in the order of a tree.
fn shelf_of(files: &[FileMatch]) -> Shelf {
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut entries: BTreeMap<&str, Vec<TreeEntry>> = BTreeMap::from([("", Vec::new())]);
    for file in files {
        let mut path = file.path.as_str();
        let above = parent(path);
        entries
            .entry(above)
            .or_default()
            .push(entry(&file.path, Kind::File, file.git));
        // A folder lies in the one above it, up to the root.
        while let Some((above, _)) = path.rsplit_once('/') {
            entries.entry(above).or_default();
            folders.entry(parent(above)).or_default().insert(above);
            path = above;
        }
    }
    let mut shelf = Shelf::default();
    for (folder, mut own) in entries {
        let inside = folders.remove(folder).unwrap_or_default();
        let mut all: Vec<TreeEntry> = inside
            .into_iter()
            .map(|path| entry(path, Kind::Folder, None))
            .collect();
        own.sort_by_cached_key(|entry| (entry.name.to_lowercase(), entry.name.clone()));
        all.append(&mut own);
        shelf.set(folder, all);
    }
    shelf
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(above, _)| above)
}

fn entry(path: &str, kind: Kind, git: Option<char>) -> TreeEntry {
    TreeEntry {
        name: path.rsplit('/').next().unwrap_or_default().to_owned(),
        path: path.to_owned(),
        is_folder: kind == Kind::Folder,
        bytes: 0,
        git,
    }
}
