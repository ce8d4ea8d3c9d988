//! Cache of the known folders and their entries, for the tree.

use std::collections::HashMap;

use super::FileMark;
use protocol::query::TreeEntry;

#[derive(Debug, Default)]
pub(super) struct FolderCache {
    folders: Vec<Folder>,
    by_path: HashMap<String, usize>,
}

#[derive(Debug, Default)]
struct Folder {
    entries: Vec<TreeEntry>,
    /// Number of entries on the disk; the entries after them are proposed.
    listed: usize,
    /// Whether the folder is on the disk and its entries were given; otherwise it contains only
    /// its proposed files.
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

/// Kind of an entry that was not listed from the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
}

/// Creates an entry that is known by its path alone.
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
    /// Sets the entries of a folder; an empty path is the root.
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

    /// Returns the index of a folder and creates one if there is none.
    fn place_for(&mut self, folder: &str) -> usize {
        if let Some(place) = self.by_path.get(folder) {
            return *place;
        }
        let place = self.folders.len();
        self.by_path.insert(folder.to_owned(), place);
        self.folders.push(Folder::default());
        place
    }

    /// Adds proposed files that are not on the disk yet to their folders, and creates the folders
    /// that are missing.
    pub(super) fn graft(&mut self, marks: &HashMap<String, FileMark>) {
        for folder in &mut self.folders {
            folder.entries.truncate(folder.listed);
        }
        let mut proposed: Vec<&String> = marks
            .iter()
            .filter_map(|(path, mark)| mark.proposed.then_some(path))
            .collect();
        proposed.sort_unstable();
        for path in proposed {
            self.graft_file(path);
        }
    }

    /// If a parent folder is on the disk but not known yet, the file waits until that folder's
    /// entries are given.
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
                // The folder was on the disk when its entries were given, but is gone now.
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

    /// Whether a folder is on the disk according to its parent, but its entries were not given.
    pub(super) fn is_missing(&self, folder: &str) -> bool {
        let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
        let parent = self.place(above).and_then(|place| self.folders.get(place));
        !self.is_listed(folder) && parent.is_some_and(|parent| parent.lists_folder(folder))
    }

    /// Returns the index by which the folder's entries are looked up.
    pub(super) fn place(&self, folder: &str) -> Option<usize> {
        self.by_path.get(folder).copied()
    }

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

    /// Returns the folders, without the root.
    pub(super) fn folders(&self) -> impl Iterator<Item = &String> {
        self.by_path.keys().filter(|path| !path.is_empty())
    }

    /// Counts the known files that satisfy `is_such`.
    pub(super) fn count(&self, is_such: fn(&TreeEntry) -> bool) -> usize {
        self.folders
            .iter()
            .flat_map(|folder| &folder.entries)
            .filter(|entry| !entry.is_folder && is_such(entry))
            .count()
    }
}
