//! The filter over the whole workspace: the files that fit it, with the folders that they lie in. Part of the tree.

use std::collections::HashSet;
use std::collections::{BTreeMap, BTreeSet};

use super::folder_cache::{FolderCache, Kind, entry};
use super::{Tree, TreeEffect};
use crate::protocol::query::{FileMatch, TreeEntry};

/// The files that fit.
#[derive(Debug, Default)]
pub(super) struct FoundFiles {
    /// What is typed.
    pub(super) pattern: String,
    /// What the files that are shown fit.
    answered: Option<String>,
    /// The best first.
    pub(super) files: Vec<FileMatch>,
    pub(super) shelf: FolderCache,
    /// Folders that the human closed.
    pub(super) closed: HashSet<String>,
    /// Files that were looked at; nothing while the answer is waited for.
    pub(super) total: Option<usize>,
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
        if found.total.is_none() {
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
    pub fn set_found(&mut self, pattern: &str, files: Vec<FileMatch>, total: usize) {
        let before = self.selected().map(|entry| entry.path.clone());
        let Some(found) = self.found.as_mut().filter(|found| found.pattern == pattern) else {
            return;
        };
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
            files,
            shelf: FolderCache::default(),
            closed,
            total: Some(total),
        };
        let best = self.shelve_found();
        let cursor = if again { before } else { best };
        self.flatten(cursor.as_deref());
    }

    /// Puts what fits into its folders, only what was changed where that is wanted; gives the best of it.
    pub(super) fn shelve_found(&mut self) -> Option<String> {
        let mut found = self.found.take()?;
        let is_wanted = |file: &&FileMatch| {
            self.only.is_none() || file.git.is_some() || self.marks.contains_key(&file.path)
        };
        let shown: Vec<&FileMatch> = found.files.iter().filter(is_wanted).collect();
        let files = shown.iter().map(|file| (file.path.as_str(), file.git));
        found.shelf = shelf_of(files);
        let best = shown.first().map(|file| file.path.clone());
        self.found = Some(found);
        best
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
pub(super) fn shelf_of<'a>(files: impl Iterator<Item = (&'a str, Option<char>)>) -> FolderCache {
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut entries: BTreeMap<&str, Vec<TreeEntry>> = BTreeMap::from([("", Vec::new())]);
    for (path, git) in files {
        // Git names a folder of which it knows no file by itself.
        let (path, kind) = match path.strip_suffix('/') {
            Some(folder) => (folder, Kind::Folder),
            None => (path, Kind::File),
        };
        let mut below = path;
        let own = entries.entry(parent(path)).or_default();
        own.push(entry(path, kind, git));
        // A folder lies in the one above it, up to the root.
        while let Some((above, _)) = below.rsplit_once('/') {
            entries.entry(above).or_default();
            folders.entry(parent(above)).or_default().insert(above);
            below = above;
        }
    }
    let mut shelf = FolderCache::default();
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

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(above, _)| above)
}
