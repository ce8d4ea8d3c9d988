//! What differs between the tables and the disk: the files to look at and the rows that are to go. Looks
//! only; the builder carries it out.

use std::collections::{BTreeSet, HashMap, HashSet};

use rusqlite::Connection;

use super::prepare::Task;
use super::shared::Shared;
use super::tables::{self, Fact, Known};
use crate::store::StoreError;
use crate::workspace::Workspace;
use crate::workspace::listing::{Listing, Mark};
use crate::workspace::walk::Depth;

/// What is to be done.
#[derive(Default)]
pub(super) struct Work {
    /// Files that are new or have another mark.
    pub(super) tasks: Vec<Task>,
    /// Ids of files that are not there any more.
    pub(super) gone: Vec<i64>,
}

/// What differs anywhere, the latest files first.
pub(super) fn of_all(shared: &Shared, connection: &Connection) -> Result<Work, StoreError> {
    let setting = shared.settings.most_bytes.cast_signed();
    let is_other_setting = tables::fact(connection, Fact::MostBytes)? != Some(setting);
    if is_other_setting {
        tables::set_fact(connection, Fact::Whole, 0)?;
    }
    let listing = shared.workspace.listing("");
    let known = tables::all(connection)?;
    Ok(compare(&listing, known, is_other_setting))
}

fn compare(listing: &Listing, mut known: HashMap<String, Known>, is_other_setting: bool) -> Work {
    let mut tasks = Vec::new();
    listing.for_each("", &mut |path, mark: &Mark| {
        let before = known.remove(&path);
        let is_same = before.as_ref().is_some_and(|before| before.mark == *mark);
        if is_same && !is_other_setting {
            return;
        }
        // What another setting leaves out has to be read again, whatever it holds.
        let before = before.map(|known| (known.id, known.hash.filter(|_| !is_other_setting)));
        tasks.push(Task {
            path,
            mark: *mark,
            before,
        });
    });
    tasks.sort_by_key(|task| std::cmp::Reverse(task.mark.modified));
    Work {
        tasks,
        gone: known.values().map(|known| known.id).collect(),
    }
}

/// What differs at some paths, and below them where they were folders.
pub(super) fn of_paths(
    workspace: &Workspace,
    connection: &Connection,
    paths: &BTreeSet<String>,
) -> Result<Work, StoreError> {
    let mut work = Work::default();
    let mut shown = Shown {
        workspace,
        folders: HashMap::new(),
    };
    for path in paths {
        let mut is_known = false;
        for (known_path, known) in tables::at_or_below(connection, path)? {
            is_known |= known_path == *path;
            match workspace.mark(&known_path) {
                None => work.gone.push(known.id),
                Some(mark) if mark == known.mark => {}
                Some(mark) => work.tasks.push(Task {
                    path: known_path,
                    mark,
                    before: Some((known.id, known.hash)),
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

/// What is shown in the folders that were asked about: whoever names a path may not know.
struct Shown<'a> {
    workspace: &'a Workspace,
    folders: HashMap<String, HashSet<String>>,
}

impl Shown<'_> {
    fn has(&mut self, path: &str) -> bool {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if !self.folders.contains_key(folder) {
            let entries = self.workspace.walk(folder, Depth::One);
            let paths = entries.map(|entry| entry.path).collect();
            self.folders.insert(folder.to_owned(), paths);
        }
        let paths = self.folders.get(folder);
        paths.is_some_and(|paths| paths.contains(path))
    }
}
