//! The folders that are known, with what lies in them. Part of the tree.

use std::collections::HashMap;

use super::FileMark;
use crate::protocol::query::TreeEntry;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    folders: Vec<Folder>,
    by_path: HashMap<String, usize>,
}

#[derive(Debug, Default)]
struct Folder {
    entries: Vec<TreeEntry>,
    /// Entries that are on the disk; those after them are staged.
    listed: usize,
}

impl Shelf {
    /// Gives the entries of a folder; empty is the root.
    pub(super) fn set(&mut self, folder: &str, entries: Vec<TreeEntry>) {
        let listed = entries.len();
        let given = Folder { entries, listed };
        match self.by_path.get(folder) {
            Some(known) => {
                if let Some(known) = self.folders.get_mut(*known) {
                    *known = given;
                }
            }
            None => {
                self.by_path.insert(folder.to_owned(), self.folders.len());
                self.folders.push(given);
            }
        }
    }

    /// Puts files that are staged and not on the disk beside those that are.
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
            let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
            let folder = self.by_path.get(above);
            let Some(folder) = folder.and_then(|place| self.folders.get_mut(*place)) else {
                continue;
            };
            if folder.entries.iter().all(|entry| entry.path != *path) {
                folder.entries.push(TreeEntry {
                    name: name.to_owned(),
                    path: path.clone(),
                    is_folder: false,
                    bytes: 0,
                    git: None,
                });
            }
        }
    }

    /// Whether the entries of a folder are known.
    pub(super) fn knows(&self, folder: &str) -> bool {
        self.by_path.contains_key(folder)
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
