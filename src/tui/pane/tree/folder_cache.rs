//! The folders that are known, with what lies in them. Part of the tree.

use std::collections::HashMap;

use super::FileMark;
use crate::protocol::query::TreeEntry;

#[derive(Debug, Default)]
pub(super) struct FolderCache {
    folders: Vec<Folder>,
    by_path: HashMap<String, usize>,
}

#[derive(Debug, Default)]
struct Folder {
    entries: Vec<TreeEntry>,
    /// Entries that are on the disk; those after them are staged.
    listed: usize,
    /// Whether it is on the disk and its entries were given; otherwise what is staged in it is all that it has.
    is_listed: bool,
}

impl Folder {
    fn lists_folder(&self, path: &str) -> bool {
        let on_disk = self.entries.get(..self.listed).unwrap_or_default();
        on_disk
            .iter()
            .any(|entry| entry.is_folder && entry.path == path)
    }

    fn add(&mut self, path: &str, kind: Kind) {
        if self.entries.iter().all(|entry| entry.path != path) {
            self.entries.push(entry(path, kind, None));
        }
    }
}

/// What an entry that is not listed is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
}

/// An entry that is known by its path alone.
pub(super) fn entry(path: &str, kind: Kind, git: Option<char>) -> TreeEntry {
    TreeEntry {
        name: path.rsplit('/').next().unwrap_or_default().to_owned(),
        path: path.to_owned(),
        is_folder: kind == Kind::Folder,
        bytes: 0,
        git,
    }
}

impl FolderCache {
    /// Gives the entries of a folder; empty is the root.
    pub(super) fn set(&mut self, folder: &str, entries: Vec<TreeEntry>) {
        let listed = entries.len();
        let given = Folder {
            entries,
            listed,
            is_listed: true,
        };
        let place = self.place_for(folder);
        if let Some(known) = self.folders.get_mut(place) {
            *known = given;
        }
    }

    /// The place of a folder, a new one where it has none.
    fn place_for(&mut self, folder: &str) -> usize {
        if let Some(place) = self.by_path.get(folder) {
            return *place;
        }
        let place = self.folders.len();
        self.by_path.insert(folder.to_owned(), place);
        self.folders.push(Folder::default());
        place
    }

    /// Puts files that are staged and not on the disk beside those that are, with the folders that are not there yet.
    pub(super) fn graft(&mut self, marks: &HashMap<String, FileMark>) {
        for folder in &mut self.folders {
            folder.entries.truncate(folder.listed);
        }
        let mut staged: Vec<&String> = marks
            .iter()
            .filter_map(|(path, mark)| mark.staged.then_some(path))
            .collect();
        staged.sort_unstable();
        for path in staged {
            self.graft_file(path);
        }
    }

    /// Where a folder above it is on the disk and not known yet, it waits until that is given.
    fn graft_file(&mut self, path: &str) {
        let mut above = self.by_path.get("").copied();
        for (at, _) in path.match_indices('/') {
            let folder = path.get(..at).unwrap_or_default();
            let is_listed = self.is_listed(folder);
            let Some(parent) = above.and_then(|place| self.folders.get_mut(place)) else {
                return;
            };
            let is_on_disk = parent.lists_folder(folder);
            if is_on_disk && !is_listed {
                return;
            }
            if !is_on_disk {
                parent.add(folder, Kind::Folder);
            }
            let place = self.place_for(folder);
            if let (false, Some(own)) = (is_on_disk, self.folders.get_mut(place))
                && own.is_listed
            {
                // It was on the disk when it was given.
                *own = Folder::default();
            }
            above = Some(place);
        }
        if let Some(folder) = above.and_then(|place| self.folders.get_mut(place)) {
            folder.add(path, Kind::File);
        }
    }

    /// Whether the entries of a folder are known.
    pub(super) fn knows(&self, folder: &str) -> bool {
        let known = self.place(folder).and_then(|place| self.folders.get(place));
        known.is_some_and(|folder| folder.is_listed || !folder.entries.is_empty())
    }

    /// Whether a folder is on the disk and its entries were given.
    pub(super) fn is_listed(&self, folder: &str) -> bool {
        let known = self.place(folder).and_then(|place| self.folders.get(place));
        known.is_some_and(|folder| folder.is_listed)
    }

    /// Whether a folder is on the disk, as the one above it has it, and its entries were not given.
    pub(super) fn is_missing(&self, folder: &str) -> bool {
        let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
        let parent = self.place(above).and_then(|place| self.folders.get(place));
        !self.is_listed(folder) && parent.is_some_and(|parent| parent.lists_folder(folder))
    }

    /// By what its entries are had.
    pub(super) fn place(&self, folder: &str) -> Option<usize> {
        self.by_path.get(folder).copied()
    }

    /// The entries of a folder.
    pub(super) fn entries(&self, place: usize) -> &[TreeEntry] {
        self.folders
            .get(place)
            .map(|folder| folder.entries.as_slice())
            .unwrap_or_default()
    }

    /// Whether a path is known to be a folder.
    pub(super) fn is_folder(&self, path: &str) -> bool {
        let above = path.rsplit_once('/').map_or("", |(above, _)| above);
        let entries = self.place(above).map(|place| self.entries(place));
        let found = entries.and_then(|entries| entries.iter().find(|entry| entry.path == path));
        self.knows(path) || found.is_some_and(|entry| entry.is_folder)
    }

    /// The folders, without the root.
    pub(super) fn folders(&self) -> impl Iterator<Item = &String> {
        self.by_path.keys().filter(|path| !path.is_empty())
    }

    /// How many known files are such.
    pub(super) fn count(&self, is_such: fn(&TreeEntry) -> bool) -> usize {
        self.folders
            .iter()
            .flat_map(|folder| &folder.entries)
            .filter(|entry| !entry.is_folder && is_such(entry))
            .count()
    }
}
