//! The "changed only" view of the tree: the files that git or the review reports as changed, also
//! in closed folders, with their parent folders.

use std::collections::BTreeMap;
use std::collections::HashSet;

use super::Tree;
use super::filter::cache_of;
use super::folder_cache::FolderCache;

/// The changed files, shown in place of all files.
#[derive(Debug, Default)]
pub(super) struct OnlyChanged {
    pub(super) folder_cache: FolderCache,
    /// Folders that the user closed.
    pub(super) closed: HashSet<String>,
}

impl Tree {
    /// Sets the changed files that git reports.
    pub fn set_changed(&mut self, files: &[(String, char)]) {
        if self.changed != files {
            let under_cursor = self.path_at(self.cursor).map(str::to_owned);
            files.clone_into(&mut self.changed);
            self.cache_changed();
            self.flatten(under_cursor.as_deref());
        }
    }

    /// Whether only changed files are shown.
    pub fn shows_only_changed(&self) -> bool {
        self.only.is_some()
    }

    /// Switches between all files and changed files only. The cursor stays on its file.
    pub(super) fn toggle_only(&mut self) {
        let under_cursor = self.path_at(self.cursor).map(str::to_owned);
        self.only = match self.only {
            Some(_) => None,
            None => Some(OnlyChanged::default()),
        };
        self.cache_changed();
        self.flatten(under_cursor.as_deref());
    }

    /// Sorts the changed files into their folders. The caller must rebuild the rows afterwards.
    pub(super) fn cache_changed(&mut self) {
        let git = self.changed.iter();
        let mut changed: BTreeMap<&str, Option<char>> = git
            .map(|(path, state)| (path.as_str(), Some(*state)))
            .collect();
        let standing = self.marks.iter().filter(|(_, mark)| mark.stands);
        for (path, _) in standing {
            changed.entry(path).or_default();
        }
        self.changed_files = changed.len();
        if let Some(only) = &mut self.only {
            only.folder_cache = cache_of(changed.into_iter());
        }
        self.cache_found();
    }
}
