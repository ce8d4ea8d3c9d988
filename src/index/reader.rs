//! Reading the database, from any thread of any process: one connection, opened when it is first
//! needed and again when another database has taken its place.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::need::Need;
use super::standing::Standing;
use super::tables::{self, Fact};
use super::{open, segments};
use crate::store::StoreError;
use crate::store::open::open_writer;
use crate::workspace::listing::Mark;

/// See the module.
pub(super) struct Reader {
    folder: PathBuf,
    open: Mutex<Option<Open>>,
}

struct Open {
    connection: Connection,
    inode: u64,
    /// Files by [`Prints::of`], up to a batch.
    known: Arc<HashMap<(u64, u64), i64>>,
    batch: i64,
    prints: Prints,
}

/// Turns a path with a mark into a number that no other has.
#[derive(Clone)]
struct Prints(RandomState, RandomState);

impl Prints {
    fn of(&self, path: &str, mark: &Mark) -> (u64, u64) {
        (self.0.hash_one((path, mark)), self.1.hash_one((path, mark)))
    }
}

/// The files in which a pattern cannot match, as long as they are as they were indexed.
pub struct RuledOut {
    known: Arc<HashMap<(u64, u64), i64>>,
    /// A bit for each id.
    out: Vec<u64>,
    prints: Prints,
}

impl RuledOut {
    /// Whether the file at this path, as long as it has this mark, need not be searched.
    pub fn has(&self, path: &str, mark: &Mark) -> bool {
        let Some(id) = self.known.get(&self.prints.of(path, mark)) else {
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

    /// Forgets the connection.
    pub(super) fn close(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Looks at one moment of the database; `None` where there is none.
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

    /// What a search may leave out; `None` where it may leave out nothing: no pattern that says
    /// anything, or not every file was looked at yet.
    pub(super) fn rule_out(&self, need: &Need) -> Result<Option<RuledOut>, StoreError> {
        if *need == Need::Nothing {
            return Ok(None);
        }
        let found = self.with(|open| {
            let transaction = open.connection.transaction()?;
            if tables::fact(&transaction, Fact::Whole)? != Some(1) {
                return Ok(None);
            }
            let known = Arc::make_mut(&mut open.known);
            open.batch = learn(&transaction, &open.prints, open.batch, known)?;
            let mut ruled_out = RuledOut {
                known: Arc::clone(&open.known),
                out: Vec::new(),
                prints: open.prints.clone(),
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

    /// A connection that may write to the database that was read last; `None` where there is none, or another
    /// one by now: what was read of the one says nothing of the other.
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
                prints: Prints(RandomState::new(), RandomState::new()),
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

/// Adds what was written after a batch; gives the last one.
fn learn(
    connection: &Connection,
    prints: &Prints,
    after: i64,
    known: &mut HashMap<(u64, u64), i64>,
) -> Result<i64, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT path, id, batch, bytes, modified, changed, inode, standing FROM files
         WHERE batch > ?1",
    )?;
    let mut rows = statement.query([after])?;
    let mut last = after;
    while let Some(row) = rows.next()? {
        let path = row.get_ref(0)?.as_str().unwrap_or_default();
        last = last.max(row.get(2)?);
        if Standing::from_number(row.get(7)?).is_covered() {
            known.insert(prints.of(path, &tables::mark(row, 3)?), row.get(1)?);
        }
    }
    Ok(last)
}
