//! Reads the database, from any thread of any process: one connection, opened on first use and
//! again when another database has replaced it.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::eligibility::Eligibility;
use super::tables::{self, StoredNumber};
use super::trigram_query::TrigramQuery;
use super::{open, segments};
use store::StoreError;
use store::open::open_writer;
use workspace::listing::Mark;

pub(super) struct Reader {
    folder: PathBuf,
    open: Mutex<Option<Open>>,
}

struct Open {
    connection: Connection,
    inode: u64,
    /// The known files, up to batch `batch`.
    known: Arc<Known>,
    batch: i64,
}

/// The files with known trigrams: by folder and name, with mark and id. Grouped by folder because
/// files are looked up one after the other: every search looks up every file of a workspace.
type Known = HashMap<Box<str>, BTreeMap<Box<str>, (Mark, i64)>>;

/// The files in which a pattern cannot match, unless they have changed since they were indexed.
pub struct RuledOut {
    known: Arc<Known>,
    /// One bit per file id.
    out: Vec<u64>,
}

impl RuledOut {
    /// Whether the file at this path need not be searched, as long as it has this mark.
    pub fn has(&self, path: &str, mark: &Mark) -> bool {
        let (folder, name) = split(path);
        let known = self.known.get(folder).and_then(|files| files.get(name));
        let Some((_, id)) = known.filter(|(known, _)| known == mark) else {
            return false;
        };
        let Ok(id) = usize::try_from(*id) else {
            return false;
        };
        let word = self.out.get(id / 64).copied().unwrap_or(0);
        word >> (id % 64) & 1 == 1
    }

    fn add(&mut self, id: i64) {
        let Ok(id) = usize::try_from(id) else { return };
        if self.out.len() <= id / 64 {
            self.out.resize(id / 64 + 1, 0);
        }
        if let Some(word) = self.out.get_mut(id / 64) {
            *word |= 1 << (id % 64);
        }
    }
}

impl Reader {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
            open: Mutex::default(),
        }
    }

    pub(super) fn close(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Reads a consistent state of the database; `None` if there is none.
    pub(super) fn read<T>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.with(|open| {
            let transaction = open.connection.transaction()?;
            let found = look(&transaction)?;
            transaction.finish()?;
            Ok(found)
        })
    }

    /// Returns the files that a search may skip; `None` if it may skip nothing, because the pattern
    /// needs no trigrams, or not every file has been indexed yet.
    pub(super) fn rule_out(&self, need: &TrigramQuery) -> Result<Option<RuledOut>, StoreError> {
        if *need == TrigramQuery::Nothing {
            return Ok(None);
        }
        let found = self.with(|open| {
            let transaction = open.connection.transaction()?;
            if tables::fact(&transaction, StoredNumber::Whole)? != Some(1) {
                return Ok(None);
            }
            let known = Arc::make_mut(&mut open.known);
            open.batch = learn(&transaction, open.batch, known)?;
            let mut ruled_out = RuledOut {
                known: Arc::clone(&open.known),
                out: Vec::new(),
            };
            segments::judge(&transaction, need, |id, may_hold| {
                if !may_hold {
                    ruled_out.add(id);
                }
            })?;
            transaction.finish()?;
            Ok(Some(ruled_out))
        })?;
        Ok(found.flatten())
    }

    /// Opens a connection that may write to the database that was read last. `None` if there is
    /// none, or another database has replaced it: data read from the old one does not apply to
    /// the new one.
    pub(super) fn second_writer(&self) -> Result<Option<Connection>, StoreError> {
        let place = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = place.as_ref().map(|open| open.inode) else {
            return Ok(None);
        };
        let file = open::file_in(&self.folder);
        let connection = open_writer(&file)?;
        Ok((open::inode(&file) == Some(known)).then_some(connection))
    }

    fn with<T>(
        &self,
        look: impl FnOnce(&mut Open) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut place = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let inode = open::inode(&open::file_in(&self.folder));
        if place.as_ref().map(|open| open.inode) != inode {
            *place = None;
        }
        if place.is_none() {
            let opened = open::for_reading(&self.folder)?;
            *place = opened.map(|(connection, inode)| Open {
                connection,
                inode,
                known: Arc::default(),
                batch: 0,
            });
        }
        let Some(open) = place.as_mut() else {
            return Ok(None);
        };
        let found = look(open);
        if found.is_err() {
            *place = None;
        }
        found.map(Some)
    }
}

/// Adds the files written after a batch; returns the last batch.
fn learn(connection: &Connection, after: i64, known: &mut Known) -> Result<i64, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT path, id, batch, bytes, modified, changed, inode, standing FROM files
         WHERE batch > ?1",
    )?;
    let mut rows = statement.query([after])?;
    let mut last = after;
    while let Some(row) = rows.next()? {
        let path = row.get_ref(0)?.as_str().unwrap_or_default();
        last = last.max(row.get(2)?);
        let (folder, name) = split(path);
        let is_covered = Eligibility::from_number(row.get(7)?).is_covered();
        match known.get_mut(folder) {
            Some(files) if !is_covered => drop(files.remove(name)),
            Some(files) => {
                files.insert(name.into(), (tables::mark(row, 3)?, row.get(1)?));
            }
            None if !is_covered => {}
            None => {
                let file = (name.into(), (tables::mark(row, 3)?, row.get(1)?));
                known.insert(folder.into(), BTreeMap::from([file]));
            }
        }
    }
    Ok(last)
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}
