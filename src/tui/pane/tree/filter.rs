//! The tree's filter over the whole workspace: the matching files with their parent folders.

use std::collections::HashSet;
use std::collections::{BTreeMap, BTreeSet};

use super::Tree;
use super::folder_cache::{FolderCache, Kind, entry};
use crate::effect::Effect;
use protocol::query::{FileMatch, TreeEntry};

/// The files that match the filter.
#[derive(Debug, Default)]
pub(super) struct FoundFiles {
    /// The typed pattern.
    pub(super) pattern: String,
    /// The pattern to which the shown files belong.
    answered: Option<String>,
    /// The matching files, best match first.
    pub(super) files: Vec<FileMatch>,
    pub(super) folder_cache: FolderCache,
    /// Folders that the user closed.
    pub(super) closed: HashSet<String>,
    /// Number of files searched; `None` while the answer is pending.
    pub(super) total: Option<usize>,
}

impl Tree {
    /// Returns the typed filter; `None` if all files are shown.
    pub(super) fn filter(&self) -> Option<&str> {
        self.found.as_ref().map(|found| found.pattern.as_str())
    }

    /// Filters by a typed text, and requests the files; an unchanged text is not requested again.
    pub(super) fn ask_filter(&mut self, text: &str) {
        let text = text.trim();
        if self.filter().unwrap_or_default() != text {
            self.set_filter(text);
            self.asks_files = !text.is_empty();
        }
    }

    /// Shows only the files that match the pattern; an empty pattern shows all files again. The old
    /// rows stay until the answer arrives.
    pub(super) fn set_filter(&mut self, pattern: &str) {
        if pattern.is_empty() {
            return self.leave_filter();
        }
        let found = self.found.get_or_insert_default();
        pattern.clone_into(&mut found.pattern);
        if found.total.is_none() {
            self.flatten(None);
        }
    }

    /// Shows all files again. The cursor stays on its file if that file's folders are open.
    pub(super) fn leave_filter(&mut self) {
        let path = self.selected().map(|entry| entry.path.clone());
        if self.found.take().is_some() {
            self.flatten(path.as_deref());
        }
    }

    /// Takes the matching files, best match first. For a new filter, moves the cursor to
    /// the best match.
    pub fn set_found(&mut self, pattern: &str, files: Vec<FileMatch>, total: usize) {
        let before = self.selected().map(|entry| entry.path.clone());
        let Some(found) = self.found.as_mut().filter(|found| found.pattern == pattern) else {
            return;
        };
        // The same pattern was answered again because something on the disk changed; the
        // user's position stays.
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
            folder_cache: FolderCache::default(),
            closed,
            total: Some(total),
        };
        let best = self.cache_found();
        let cursor = if again { before } else { best };
        self.flatten(cursor.as_deref());
    }

    /// Sorts the matching files into their folders, limited to changed files if that view is on.
    /// Returns the best match.
    pub(super) fn cache_found(&mut self) -> Option<String> {
        let mut found = self.found.take()?;
        let is_wanted = |file: &&FileMatch| {
            self.only.is_none() || file.git.is_some() || self.marks.contains_key(&file.path)
        };
        let shown: Vec<&FileMatch> = found.files.iter().filter(is_wanted).collect();
        let files = shown.iter().map(|file| (file.path.as_str(), file.git));
        found.folder_cache = cache_of(files);
        let best = shown.first().map(|file| file.path.clone());
        self.found = Some(found);
        best
    }

    /// Moves the cursor to the next or previous matching file.
    pub(super) fn step_found(&mut self, by: isize) -> Vec<Effect> {
        if self.found.is_none() {
            self.filter_line.open();
            return Vec::new();
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

/// Returns the folders of these files, with their entries in tree order.
pub(super) fn cache_of<'a>(files: impl Iterator<Item = (&'a str, Option<char>)>) -> FolderCache {
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut entries: BTreeMap<&str, Vec<TreeEntry>> = BTreeMap::from([("", Vec::new())]);
    for (path, git) in files {
        // Git names a folder itself if it tracks no file in it.
        let (path, kind) = match path.strip_suffix('/') {
            Some(folder) => (folder, Kind::Folder),
            None => (path, Kind::File),
        };
        let mut below = path;
        let own = entries.entry(parent(path)).or_default();
        own.push(entry(path, kind, git));
        // Every folder is an entry of its parent, up to the root.
        while let Some((above, _)) = below.rsplit_once('/') {
            entries.entry(above).or_default();
            folders.entry(parent(above)).or_default().insert(above);
            below = above;
        }
    }
    let mut folder_cache = FolderCache::default();
    for (folder, mut own) in entries {
        let inside = folders.remove(folder).unwrap_or_default();
        let mut all: Vec<TreeEntry> = inside
            .into_iter()
            .map(|path| entry(path, Kind::Folder, None))
            .collect();
        own.sort_by_cached_key(|entry| (entry.name.to_lowercase(), entry.name.clone()));
        all.append(&mut own);
        folder_cache.set(folder, all);
    }
    folder_cache
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(above, _)| above)
}
