//! A batch: one transaction with rows, words and one segment of trigrams, so that the database is
//! consistent whenever the process ends. Owns the content of the batch and when it is full; the
//! builder decides which files come, and when.

use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::analyzer::{Analyzed, Prepared, Task};
use super::postings::{Gathered, SLOTS};
use super::{segments, tables};
use store::StoreError;

/// Limits of one transaction: number of files, and their bytes.
const BATCH_FILES: usize = 2_048;
const BATCH_BYTES: usize = 16 * 1024 * 1024;

const _: () = assert!(BATCH_FILES <= SLOTS, "a batch is one segment");

/// An open batch, see the module. Everything uncommitted is discarded.
pub(super) struct Batch<'c> {
    transaction: Transaction<'c>,
    number: i64,
    until: Instant,
    /// File ids by slot.
    files: Vec<i64>,
    gathered: Gathered,
    count: usize,
    bytes: usize,
    done: Done,
}

/// Changes that a batch has made, in rows of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) added: u64,
    pub(super) removed: u64,
}

impl<'c> Batch<'c> {
    /// Begins a batch with a time limit.
    pub(super) fn begin(
        connection: &'c mut Connection,
        time: Duration,
    ) -> Result<Self, StoreError> {
        let number = tables::next_batch(connection)?;
        Ok(Self {
            transaction: begin(connection)?,
            number,
            until: Instant::now() + time,
            files: Vec::new(),
            gathered: Gathered::default(),
            count: 0,
            bytes: 0,
            done: Done::default(),
        })
    }

    /// Whether the batch should be committed.
    pub(super) fn is_full(&self) -> bool {
        self.count >= BATCH_FILES || self.bytes >= BATCH_BYTES || Instant::now() >= self.until
    }

    /// Writes the analysis of a file to the tables.
    pub(super) fn take(&mut self, task: &Task, found: Analyzed) -> Result<(), StoreError> {
        self.count += 1;
        let before = task.before.map(|(id, _)| id);
        match (found, before) {
            (Analyzed::Same(mark), Some(id)) => {
                tables::set_mark(&self.transaction, id, mark, self.number)
            }
            (Analyzed::Same(_), None) => Ok(()),
            (Analyzed::Gone, before) => before.map_or(Ok(()), |id| self.remove(id)),
            (Analyzed::Fresh(file), before) => {
                if let Some(id) = before {
                    self.remove(id)?;
                }
                self.insert(&file)
            }
        }
    }

    pub(super) fn remove(&mut self, id: i64) -> Result<(), StoreError> {
        self.done.removed += 1;
        tables::remove(&self.transaction, id)
    }

    fn insert(&mut self, file: &Prepared) -> Result<(), StoreError> {
        self.done.added += 1;
        self.bytes += file.bytes;
        let id = tables::insert(&self.transaction, file, self.number)?;
        if file.standing.is_covered() {
            self.files.push(id);
            self.gathered.add(&file.grams);
        }
        Ok(())
    }

    pub(super) fn commit(self) -> Result<Done, StoreError> {
        let pages = self.gathered.into_pages();
        segments::write(&self.transaction, &self.files, &pages)?;
        self.transaction.commit()?;
        Ok(self.done)
    }
}

/// Begins a transaction that may write from its start.
pub(super) fn begin(connection: &mut Connection) -> Result<Transaction<'_>, StoreError> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}
