//! The file tree: folders that are loaded when they are opened, a cursor, marks, and what has
//! changed.
//!
//! It reads no folder itself: it says which it wants ([`TreeEffect::Load`], [`Tree::wanted`]) and
//! is given the entries. Rows are flat and only those on the screen are drawn, so a hundred
//! thousand files are scrolled as ten are. What is open, marked and under the cursor is kept by
//! path and so outlives a refresh.

mod act;
mod changed_only;
mod filter;
mod folder_cache;
mod rows;
mod text;

use std::collections::{HashMap, HashSet};

use crate::protocol::query::TreeEntry;
use crate::protocol::review::HunkCounts;
use changed_only::OnlyChanged;
use filter::FoundFiles;
use folder_cache::FolderCache;

pub(crate) use rows::state_mark;

/// What a key in the tree comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeEffect {
    /// It was done here.
    Done,
    /// It is not the tree's.
    Ignored,
    /// The entries of this folder are wanted, then [`Tree::set_entries`].
    Load(String),
    /// This file is to be shown.
    OpenFile(String),
    /// What changed in this file is to be shown.
    OpenDiff(String),
    /// The review of this file is to be opened.
    OpenReview(String),
    /// These paths are to be mentioned in the draft.
    Mention(Vec<String>),
    /// This file is to be opened in the human's editor.
    Edit(String),
    /// This file is to be rolled back, after a dialog.
    Rollback(String),
    /// This text is to be copied.
    Copy(String),
    /// These files are to be sent with each message.
    Include(Vec<String>),
    /// The human is to type what to look for; then [`Tree::set_filter`].
    AskFilter,
    /// The filter was left.
    AllAgain,
    /// There is no such row.
    NotFound,
}

/// What the review says of a file as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// No hunk is decided.
    Pending,
    Part,
    /// All are taken.
    Accepted,
    /// All are refused.
    Rejected,
    Conflict,
    /// The change is the human's.
    Yours,
}

impl FileState {
    /// What the counts of a file's hunks come to.
    pub fn of(counts: &HunkCounts) -> Self {
        let decided = counts.accepted + counts.rejected + counts.rolled_back;
        match counts {
            counts if counts.conflicts > 0 => FileState::Conflict,
            counts if counts.pending > 0 && decided > 0 => FileState::Part,
            counts if counts.pending > 0 => FileState::Pending,
            counts if counts.accepted > 0 && decided > counts.accepted => FileState::Part,
            counts if counts.accepted > 0 => FileState::Accepted,
            _ if decided > 0 => FileState::Rejected,
            _ => FileState::Yours,
        }
    }
}

/// What the review knows of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileMark {
    /// What was decided.
    pub state: FileState,
    /// Lines that the proposal adds and takes away.
    pub lines: (u32, u32),
    /// Whether a part of it is not on the disk.
    pub staged: bool,
    /// Whether anything of it stands: else the file is as it was.
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

/// The tree pane.
#[derive(Debug, Default)]
pub struct Tree {
    all: FolderCache,
    /// The files that fit the filter, in the place of all.
    found: Option<FoundFiles>,
    /// The files that were changed, in the place of all, where only they are to be shown.
    only: Option<OnlyChanged>,
    open: HashSet<String>,
    marked: HashSet<String>,
    marks: HashMap<String, FileMark>,
    /// Files that git says were changed.
    changed: Vec<(String, char)>,
    /// How many files git or the review says were changed.
    changed_files: usize,
    hidden: Hidden,
    rows: Vec<TreeRow>,
    cursor: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Tree {
    /// Gives the entries of a folder; empty is the root. Cursor, marks and open folders stay.
    pub fn set_entries(&mut self, folder: &str, entries: Vec<TreeEntry>) {
        let under_cursor = self.path_at(self.cursor).map(str::to_owned);
        self.all.set(folder, entries);
        self.all.graft(&self.marks);
        self.flatten(under_cursor.as_deref());
    }

    /// Says what the review knows of files. Those that are not on the disk yet are shown too, with their folders.
    pub fn set_marks(&mut self, marks: HashMap<String, FileMark>) {
        let under_cursor = self.path_at(self.cursor).map(str::to_owned);
        self.all.graft(&marks);
        self.marks = marks;
        self.shelve_changed();
        self.flatten(under_cursor.as_deref());
    }

    /// Folders whose entries have to be asked for again when files have changed: the root and all
    /// that are open on the screen's rows or would be.
    pub fn wanted(&self) -> Vec<String> {
        let mut wanted: Vec<String> = self
            .open
            .iter()
            .filter(|path| self.all.is_listed(path) && self.is_reachable(path))
            .cloned()
            .collect();
        wanted.push(String::new());
        wanted.sort_unstable();
        wanted
    }

    /// Open folders that have come to be on the disk and whose entries were not given yet.
    pub fn missing(&self) -> impl Iterator<Item = &String> {
        let is_missing = |path: &&String| self.all.is_missing(path) && self.is_reachable(path);
        self.open.iter().filter(is_missing)
    }

    /// Whether all folders above a path are open.
    fn is_reachable(&self, path: &str) -> bool {
        path.match_indices('/')
            .filter_map(|(at, _)| path.get(..at))
            .all(|above| self.open.contains(above))
    }

    /// Opens the folders above a path and puts the cursor on it, where it is known. Gives the
    /// first folder that has to be loaded before it can be.
    pub fn reveal(&mut self, path: &str) -> TreeEffect {
        for (at, _) in path.match_indices('/') {
            let above = path.get(..at).unwrap_or_default();
            self.open.insert(above.to_owned());
            if !self.all.knows(above) {
                return TreeEffect::Load(above.to_owned());
            }
        }
        self.flatten(Some(path));
        TreeEffect::Done
    }

    /// The entry under the cursor.
    pub fn selected(&self) -> Option<&TreeEntry> {
        self.entry_at(self.cursor)
    }

    /// Marked paths, in order.
    pub fn marked(&self) -> Vec<String> {
        let mut paths: Vec<String> = self.marked.iter().cloned().collect();
        paths.sort_unstable();
        paths
    }

    /// Changed files: those that git and the review tell, or that are loaded and marked.
    pub fn changed_count(&self) -> usize {
        self.changed_files.max(self.all.count(is_changed))
    }

    fn shelf(&self) -> &FolderCache {
        match (&self.found, &self.only) {
            (Some(found), _) => &found.shelf,
            (None, Some(only)) => &only.shelf,
            (None, None) => &self.all,
        }
    }

    /// Whether what is in a folder is shown.
    fn is_open(&self, folder: &str) -> bool {
        match (&self.found, &self.only) {
            (Some(FoundFiles { closed, shelf, .. }), _)
            | (None, Some(OnlyChanged { closed, shelf })) => {
                shelf.knows(folder) && !closed.contains(folder)
            }
            (None, None) => self.open.contains(folder),
        }
    }

    /// The folders that are closed, where all others are open.
    fn closed(&mut self) -> Option<&mut HashSet<String>> {
        match (&mut self.found, &mut self.only) {
            (Some(found), _) => Some(&mut found.closed),
            (None, Some(only)) => Some(&mut only.closed),
            (None, None) => None,
        }
    }

    fn entry_at(&self, row: usize) -> Option<&TreeEntry> {
        let row = self.rows.get(row)?;
        self.shelf().entries(row.folder).get(row.entry)
    }

    fn path_at(&self, row: usize) -> Option<&str> {
        self.entry_at(row).map(|entry| entry.path.as_str())
    }

    /// Makes the rows anew and finds the cursor's path again; where it is gone, the cursor stays
    /// on its row.
    fn flatten(&mut self, cursor: Option<&str>) {
        self.rows.clear();
        let mut rows = std::mem::take(&mut self.rows);
        if let Some(root) = self.shelf().place("") {
            self.add_rows(root, 0, &mut rows);
        }
        self.rows = rows;
        let found = cursor
            .and_then(|path| (0..self.rows.len()).find(|row| self.path_at(*row) == Some(path)));
        let last = self.rows.len().saturating_sub(1);
        self.cursor = found.unwrap_or(self.cursor).min(last);
    }

    fn add_rows(&self, folder: usize, depth: usize, rows: &mut Vec<TreeRow>) {
        let entries = self.shelf().entries(folder);
        for (number, entry) in entries.iter().enumerate() {
            if !self.is_shown(entry) {
                continue;
            }
            rows.push(TreeRow {
                folder,
                entry: number,
                depth,
            });
            // A folder that names itself as its own child must not lead round and round.
            let inside = entry.is_folder && self.is_open(&entry.path) && depth < 256;
            if let (true, Some(child)) = (inside, self.shelf().place(&entry.path))
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
