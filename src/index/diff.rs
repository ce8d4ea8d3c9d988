//! Compares the tables with the disk: the files to read and the rows to remove. Only compares; the
//! builder carries the result out.

use std::collections::BTreeSet;
use std::collections::{HashMap, HashSet};

use rusqlite::Connection;

use super::analyzer::{Hash, Task};
use super::shared::Shared;
use super::tables::{self, IndexedFile, StoredNumber};
use store::StoreError;
use workspace::Workspace;
use workspace::listing::{Listing, Mark};

/// The work that makes the tables match the disk.
#[derive(Default)]
pub(super) struct IndexDiff {
    /// Files that are new or have a different mark.
    pub(super) tasks: Vec<Task>,
    /// Files that no longer exist.
    pub(super) gone: Vec<RemovedFile>,
}

/// An indexed file that no longer exists.
pub(super) struct RemovedFile {
    pub(super) id: i64,
    path: String,
}

impl IndexDiff {
    /// Returns the paths of all affected files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        let tasks = self.tasks.iter().map(|task| task.path.as_str());
        tasks.chain(self.gone.iter().map(|file| file.path.as_str()))
    }
}

/// Compares the size limit that the index was built with to the current one; `files` is the number
/// of indexed files. If the limits differ, the index counts as incomplete from here on.
pub(super) fn by_setting(
    shared: &Shared,
    connection: &Connection,
    files: u64,
) -> Result<LimitState, StoreError> {
    let setting = shared.settings.most_bytes.cast_signed();
    if tables::fact(connection, StoredNumber::MostBytes)? == Some(setting) {
        return Ok(LimitState::Same);
    }
    tables::set_fact(connection, StoredNumber::Whole, 0)?;
    if files > 0 {
        return Ok(LimitState::Changed);
    }
    // Stored at once, so that an index whose build is interrupted can be continued.
    tables::set_fact(connection, StoredNumber::MostBytes, setting)?;
    Ok(LimitState::Same)
}

/// Whether the size limit is the one by which the indexed files were judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LimitState {
    Same,
    /// Files must be read again, even if their content is the same.
    Changed,
}

impl LimitState {
    /// Whether the indexed data of a file with this mark is still valid.
    fn is_known(self, known: &IndexedFile, mark: Mark) -> bool {
        self == Self::Same && known.mark == mark
    }

    /// Returns the row id, and the content hash if an equal hash means that nothing has changed.
    fn before(self, known: &IndexedFile) -> (i64, Option<Hash>) {
        (known.id, known.hash.filter(|_| self == Self::Same))
    }
}

/// Returns all differences, the most recent files first. Files in `ahead` were read after
/// the listing began.
pub(super) fn of_all(
    listing: &Listing,
    mut known: HashMap<String, IndexedFile>,
    judged: LimitState,
    ahead: &HashSet<String>,
) -> IndexDiff {
    let mut tasks = Vec::new();
    listing.for_each("", &mut |path, mark: &Mark| {
        let before = known.remove(&path);
        let is_known = before
            .as_ref()
            .is_some_and(|before| judged.is_known(before, *mark));
        if is_known || ahead.contains(&path) {
            return;
        }
        let before = before.map(|known| judged.before(&known));
        tasks.push(Task {
            path,
            mark: *mark,
            before,
        });
    });
    latest_first(&mut tasks);
    let gone = known.into_iter().filter(|(path, _)| !ahead.contains(path));
    let gone = gone.map(|(path, known)| RemovedFile { id: known.id, path });
    IndexDiff {
        tasks,
        gone: gone.collect(),
    }
}

/// Returns tasks for files that are not indexed yet, the most recent first.
pub(super) fn of_new(workspace: &Workspace, paths: Vec<String>) -> Vec<Task> {
    let mut tasks: Vec<Task> = paths
        .into_iter()
        .filter_map(|path| {
            let mark = workspace.mark(&path)?;
            let before = None;
            Some(Task { path, mark, before })
        })
        .collect();
    latest_first(&mut tasks);
    tasks
}

fn latest_first(tasks: &mut [Task]) {
    tasks.sort_by_key(|task| std::cmp::Reverse(task.mark.modified));
}

/// Returns the differences at some paths, and below those that were folders.
pub(super) fn of_paths(
    workspace: &Workspace,
    connection: &Connection,
    paths: &BTreeSet<String>,
    judged: LimitState,
) -> Result<IndexDiff, StoreError> {
    let mut work = IndexDiff::default();
    let mut shown = VisibleFiles {
        workspace,
        folders: HashMap::new(),
    };
    // A file that is named itself and in a named folder is read once.
    let mut met = HashSet::new();
    for path in paths {
        let mut is_known = false;
        for (known_path, known) in tables::at_or_below(connection, path)? {
            is_known |= known_path == *path;
            if !met.insert(known.id) {
                continue;
            }
            match workspace.mark(&known_path) {
                None => work.gone.push(RemovedFile {
                    id: known.id,
                    path: known_path,
                }),
                Some(mark) if judged.is_known(&known, mark) => {}
                Some(mark) => work.tasks.push(Task {
                    path: known_path,
                    mark,
                    before: Some(judged.before(&known)),
                }),
            }
        }
        if !is_known
            && let Some(mark) = workspace.mark(path)
            && shown.has(path)
        {
            work.tasks.push(Task {
                path: path.clone(),
                mark,
                before: None,
            });
        }
    }
    Ok(work)
}

/// The visible files in the folders that were asked about: a named path may be an invisible one.
struct VisibleFiles<'a> {
    workspace: &'a Workspace,
    folders: HashMap<String, HashSet<String>>,
}

impl VisibleFiles<'_> {
    fn has(&mut self, path: &str) -> bool {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if !self.folders.contains_key(folder) {
            let entries = self.workspace.entries(folder).into_iter();
            let paths = entries.map(|entry| entry.path).collect();
            self.folders.insert(folder.to_owned(), paths);
        }
        let paths = self.folders.get(folder);
        paths.is_some_and(|paths| paths.contains(path))
    }
}
