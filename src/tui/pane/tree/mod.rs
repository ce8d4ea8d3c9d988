//! The file tree: folders that load when they are opened, a cursor, marks, and changed files.
//!
//! Reads no folders itself: it names those that it needs ([`Tree::take_queries`]) and receives the
//! entries. Rows are flat and only those on the screen are drawn, so scrolling a
//! hundred thousand files costs no more than scrolling ten. Open folders, marks and the cursor are
//! kept by path and so survive a refresh.

mod act;
mod changed_only;
mod filter;
mod folder_cache;
mod rows;
mod text;

use std::collections::{BTreeSet, HashMap, HashSet};

use super::search_line::SearchLine;
use changed_only::OnlyChanged;
use client::review::ChangeState;
use filter::FoundFiles;
use folder_cache::FolderCache;
use protocol::query::{Query, TreeEntry};

pub(crate) use rows::{legend_rows, state_mark};

/// Maximum number of files that match the filter and are shown.
const FILES: usize = 1_000;

/// Review data about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileMark {
    pub state: ChangeState,
    /// Numbers of lines that the proposal adds and removes.
    pub lines: (u32, u32),
    /// Whether part of the change is not on the disk.
    pub proposed: bool,
    /// Whether any part of the change stands; if not, the file is back to its original.
    pub stands: bool,
}

/// Whether names that begin with a dot are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Hidden {
    #[default]
    Shown,
    LeftOut,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TreeRow {
    folder: usize,
    entry: usize,
    depth: usize,
}

#[derive(Debug)]
pub struct Tree {
    all: FolderCache,
    /// Folders that are wanted and not yet queried.
    wanted: BTreeSet<String>,
    /// The line in which the user types the filter.
    filter_line: SearchLine,
    /// Whether to query the files that match the filter.
    asks_files: bool,
    /// The files that match the filter, shown in place of all files.
    found: Option<FoundFiles>,
    /// The changed files, shown in place of all files while "changed only" is on.
    only: Option<OnlyChanged>,
    open: HashSet<String>,
    marked: HashSet<String>,
    marks: HashMap<String, FileMark>,
    /// The changed files that git reports.
    changed: Vec<(String, char)>,
    /// Number of files that git or the review reports as changed.
    changed_files: usize,
    hidden: Hidden,
    rows: Vec<TreeRow>,
    cursor: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            all: FolderCache::default(),
            // The root is wanted from the start.
            wanted: BTreeSet::from([String::new()]),
            filter_line: SearchLine::default(),
            asks_files: false,
            found: None,
            only: None,
            open: HashSet::new(),
            marked: HashSet::new(),
            marks: HashMap::new(),
            changed: Vec::new(),
            changed_files: 0,
            hidden: Hidden::Shown,
            rows: Vec::new(),
            cursor: 0,
            top: 0,
            width: 0,
            height: 0,
        }
    }
}

impl Tree {
    /// Sets the entries of a folder; an empty path is the root. The cursor, marks and
    /// open folders stay.
    pub fn set_entries(&mut self, folder: &str, entries: Vec<TreeEntry>) {
        let under_cursor = self.path_at(self.cursor).map(str::to_owned);
        self.all.set(folder, entries);
        self.all.graft(&self.marks);
        self.flatten(under_cursor.as_deref());
        self.want_missing();
    }

    /// Returns the queries for the folders and files that the pane would show but has not.
    pub fn take_queries(&mut self) -> Vec<Query> {
        let mut queries: Vec<Query> = std::mem::take(&mut self.wanted)
            .into_iter()
            .map(|folder| Query::Tree { folder })
            .collect();
        if let (true, Some(pattern)) = (self.asks_files, self.filter()) {
            queries.push(Query::Files {
                session: None,
                pattern: pattern.to_owned(),
                limit: FILES,
            });
        }
        self.asks_files = false;
        queries
    }

    /// Handles changed files: requests all open folders that are, or would be, visible again,
    /// because every folder above a changed file shows the mark of the change.
    pub fn refresh(&mut self) {
        let is_visible = |path: &&String| self.all.is_listed(path) && self.is_reachable(path);
        let visible: Vec<String> = self.open.iter().filter(is_visible).cloned().collect();
        self.wanted.extend(visible);
        self.wanted.insert(String::new());
        self.asks_files |= self.filter().is_some();
    }

    /// Sets the review data of files. Files that are not on the disk yet are shown too,
    /// with their folders.
    pub fn set_marks(&mut self, marks: HashMap<String, FileMark>) {
        let under_cursor = self.path_at(self.cursor).map(str::to_owned);
        self.all.graft(&marks);
        self.marks = marks;
        self.cache_changed();
        self.flatten(under_cursor.as_deref());
    }

    /// Requests the open folders that now exist on the disk but whose entries were not given yet.
    fn want_missing(&mut self) {
        let is_missing = |path: &&String| self.all.is_missing(path) && self.is_reachable(path);
        let missing: Vec<String> = self.open.iter().filter(is_missing).cloned().collect();
        self.wanted.extend(missing);
    }

    /// Whether all folders above a path are open.
    fn is_reachable(&self, path: &str) -> bool {
        path.match_indices('/')
            .filter_map(|(at, _)| path.get(..at))
            .all(|above| self.open.contains(above))
    }

    /// Opens the folders above a path and puts the cursor on it, if the path is known. Otherwise
    /// requests the first folder that has to be loaded before that is possible, and returns false.
    fn reveal(&mut self, path: &str) -> bool {
        for (at, _) in path.match_indices('/') {
            let above = path.get(..at).unwrap_or_default();
            self.open.insert(above.to_owned());
            if !self.all.knows(above) {
                self.wanted.insert(above.to_owned());
                return false;
            }
        }
        self.flatten(Some(path));
        true
    }

    /// Returns the entry under the cursor.
    pub fn selected(&self) -> Option<&TreeEntry> {
        self.entry_at(self.cursor)
    }

    /// Returns the marked paths in order.
    pub fn marked(&self) -> Vec<String> {
        let mut paths: Vec<String> = self.marked.iter().cloned().collect();
        paths.sort_unstable();
        paths
    }

    /// Returns the number of changed files: those that git and the review report, or those loaded
    /// and marked, whichever is larger.
    pub fn changed_count(&self) -> usize {
        self.changed_files.max(self.all.count(is_changed))
    }

    fn folder_cache(&self) -> &FolderCache {
        match (&self.found, &self.only) {
            (Some(found), _) => &found.folder_cache,
            (None, Some(only)) => &only.folder_cache,
            (None, None) => &self.all,
        }
    }

    /// Whether the entries of a folder are shown.
    fn is_open(&self, folder: &str) -> bool {
        match (&self.found, &self.only) {
            (
                Some(FoundFiles {
                    closed,
                    folder_cache,
                    ..
                }),
                _,
            )
            | (
                None,
                Some(OnlyChanged {
                    closed,
                    folder_cache,
                }),
            ) => folder_cache.knows(folder) && !closed.contains(folder),
            (None, None) => self.open.contains(folder),
        }
    }

    /// Returns the closed folders, in a view where all other folders are open.
    fn closed(&mut self) -> Option<&mut HashSet<String>> {
        match (&mut self.found, &mut self.only) {
            (Some(found), _) => Some(&mut found.closed),
            (None, Some(only)) => Some(&mut only.closed),
            (None, None) => None,
        }
    }

    fn entry_at(&self, row: usize) -> Option<&TreeEntry> {
        let row = self.rows.get(row)?;
        self.folder_cache().entries(row.folder).get(row.entry)
    }

    fn path_at(&self, row: usize) -> Option<&str> {
        self.entry_at(row).map(|entry| entry.path.as_str())
    }

    /// Rebuilds the rows and finds the cursor's path again; if the path is gone, the cursor stays
    /// on its row.
    fn flatten(&mut self, cursor: Option<&str>) {
        self.rows.clear();
        let mut rows = std::mem::take(&mut self.rows);
        if let Some(root) = self.folder_cache().place("") {
            self.add_rows(root, 0, &mut rows);
        }
        self.rows = rows;
        let found = cursor
            .and_then(|path| (0..self.rows.len()).find(|row| self.path_at(*row) == Some(path)));
        let last = self.rows.len().saturating_sub(1);
        self.cursor = found.unwrap_or(self.cursor).min(last);
    }

    fn add_rows(&self, folder: usize, depth: usize, rows: &mut Vec<TreeRow>) {
        let entries = self.folder_cache().entries(folder);
        for (number, entry) in entries.iter().enumerate() {
            if !self.is_shown(entry) {
                continue;
            }
            rows.push(TreeRow {
                folder,
                entry: number,
                depth,
            });
            // A folder that lists itself as its own child must not cause an endless loop.
            let inside = entry.is_folder && self.is_open(&entry.path) && depth < 256;
            if let (true, Some(child)) = (inside, self.folder_cache().place(&entry.path))
                && child != folder
            {
                self.add_rows(child, depth + 1, rows);
            }
        }
    }

    fn is_shown(&self, entry: &TreeEntry) -> bool {
        self.hidden == Hidden::Shown || !entry.name.starts_with('.')
    }
}

fn is_changed(entry: &TreeEntry) -> bool {
    entry.git.is_some()
}

#[cfg(test)]
mod tests;
