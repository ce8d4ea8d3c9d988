//! Building: one thread that brings the tables to what is on the disk, in batches, whenever it is
//! told that something changed.
//!
//! Owns the lock of the index, the connection that writes and the order of the work. Each batch is
//! a transaction with its rows, words and one segment of trigrams, so that what is there is right
//! whenever the process ends. Reading and preparing is done by a second thread.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior};

use super::difference::{self, Work};
use super::postings::{Gathered, SLOTS};
use super::prepare::{Looked, Looker, Prepared, Task};
use super::shared::{Orders, Shared};
use super::tables::{self, Fact};
use super::{open, segments};
use crate::protocol::index::IndexPhase;
use crate::store::StoreError;
use crate::store::lock::{LockError, SessionLock};

/// What one transaction takes at most: files, bytes of them, time. The first is shorter, so that
/// something can be found at once.
const BATCH_FILES: usize = 2_048;
const BATCH_BYTES: usize = 16 * 1024 * 1024;
const BATCH_TIME: Duration = Duration::from_millis(1_500);
const FIRST_BATCH_TIME: Duration = Duration::from_millis(150);

const _: () = assert!(BATCH_FILES <= SLOTS, "a batch is one segment");

/// So few files are done before anyone could read how far they are.
const FEW: usize = 100;

/// Prepared files that wait for the one who writes.
const WAITING: usize = 256;

/// The thread's own.
pub(super) struct Builder {
    shared: Arc<Shared>,
    open: Option<Desk>,
}

/// What the one who builds holds.
struct Desk {
    connection: Connection,
    /// Held as long as this process builds.
    _lock: SessionLock,
}

/// A transaction's worth.
struct Batch {
    number: i64,
    began: Instant,
    files: Vec<i64>,
    gathered: Gathered,
    count: usize,
    bytes: usize,
}

impl Batch {
    fn begin(number: i64) -> Self {
        Self {
            number,
            began: Instant::now(),
            files: Vec::new(),
            gathered: Gathered::default(),
            count: 0,
            bytes: 0,
        }
    }

    fn is_full(&self, time: Duration) -> bool {
        self.count >= BATCH_FILES || self.bytes >= BATCH_BYTES || self.began.elapsed() >= time
    }
}

impl Builder {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, open: None }
    }

    /// Works until it is stopped.
    pub(super) fn run(mut self) {
        while let Some(orders) = self.shared.next_orders() {
            let done = self.obey(orders).or_else(|error| self.begin_again(error));
            if let Err(error) = done {
                tracing::warn!(%error, "the index could not be built");
                // It is opened anew with the next order.
                self.open = None;
                self.shared.set_phase(IndexPhase::Failed {
                    reason: error.to_string(),
                });
            }
            self.shared.orders_done();
        }
    }

    /// A database that turns out to be damaged, or not to be ours, is thrown away, once.
    fn begin_again(&mut self, error: StoreError) -> Result<(), StoreError> {
        if !matches!(error, StoreError::Corrupt { .. } | StoreError::Sqlite(_)) {
            return Err(error);
        }
        tracing::warn!(%error, "the index is thrown away");
        self.shared
            .tell("The index of this workspace was damaged; it is built anew.");
        self.obey(Orders::anew())
    }

    fn obey(&mut self, mut orders: Orders) -> Result<(), StoreError> {
        if orders.anew
            && let Some(desk) = self.open.take()
        {
            drop(desk);
        }
        if self.open.is_none() {
            let Some(lock) = self.take_lock() else {
                return Ok(());
            };
            if orders.anew {
                open::remove(&open::file_in(&self.shared.folder))?;
            }
            let (connection, notice) = open::for_building(&self.shared.folder)?;
            if let Some(notice) = notice {
                self.shared.tell(&notice);
            }
            self.open = Some(Desk {
                connection,
                _lock: lock,
            });
            orders.all = true;
        }
        let named = !orders.all;
        if orders.all {
            if !self.shared.is_ready() {
                self.shared.set_phase(IndexPhase::Looking);
            }
            let shared = Arc::clone(&self.shared);
            let work = difference::of_all(&shared, self.connection()?)?;
            self.carry_out(work, true)?;
        } else if !orders.paths.is_empty() {
            let workspace = Arc::clone(&self.shared.workspace);
            let work = difference::of_paths(&workspace, self.connection()?, &orders.paths)?;
            self.carry_out(work, false)?;
        }
        self.finish(named)
    }

    fn take_lock(&self) -> Option<SessionLock> {
        match SessionLock::acquire_index(&self.shared.folder) {
            Ok(lock) => Some(lock),
            Err(LockError::Held(held)) => {
                self.shared
                    .set_phase(IndexPhase::Elsewhere { pid: held.pid });
                None
            }
            Err(error) => {
                self.shared.set_phase(IndexPhase::Failed {
                    reason: error.to_string(),
                });
                None
            }
        }
    }

    fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        let desk = self.open.as_mut().ok_or(StoreError::Stopped)?;
        Ok(&mut desk.connection)
    }

    fn carry_out(&mut self, work: Work, is_whole: bool) -> Result<(), StoreError> {
        let Work { tasks, gone } = work;
        let most = self.shared.settings.most_bytes;
        let known = tables::count(self.connection()?)?;
        // A save or two is no work to speak of.
        if tasks.len() > FEW || !self.shared.is_ready() {
            self.shared.begin_work(tasks.len(), known);
        }
        if !gone.is_empty() {
            let transaction = begin(self.connection()?)?;
            for id in gone {
                tables::remove(&transaction, id)?;
            }
            transaction.commit()?;
        }
        if !tasks.is_empty() {
            let shared = Arc::clone(&self.shared);
            std::thread::scope(|scope| {
                let (sender, looked) = sync_channel(WAITING);
                let workspace = &shared.workspace;
                scope.spawn(move || {
                    let mut looker = Looker::new(workspace, most);
                    for task in tasks {
                        let looked = looker.look(&task);
                        // Nobody listens any more: it was stopped.
                        if sender.send((task, looked)).is_err() {
                            return;
                        }
                    }
                });
                self.write(looked)
            })?;
        }
        if is_whole && !self.shared.is_stopped() {
            let connection = self.connection()?;
            tables::set_fact(connection, Fact::MostBytes, most.cast_signed())?;
            tables::set_fact(connection, Fact::Whole, 1)?;
        }
        Ok(())
    }

    /// Writes what comes, a batch a transaction.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "the sender ends when it goes"
    )]
    fn write(&mut self, looked: Receiver<(Task, Looked)>) -> Result<(), StoreError> {
        let mut time = FIRST_BATCH_TIME;
        let mut next = looked.recv().ok();
        while let Some(first) = next.take() {
            let shared = Arc::clone(&self.shared);
            let connection = self.connection()?;
            let mut batch = Batch::begin(tables::next_batch(connection)?);
            let transaction = begin(connection)?;
            let mut item = Some(first);
            while let Some((task, found)) = item.take() {
                // What the transaction holds so far goes with it.
                if shared.is_stopped() {
                    return Ok(());
                }
                take(&transaction, &mut batch, &task, found)?;
                next = looked.recv().ok();
                if !batch.is_full(time) {
                    item = next.take();
                }
            }
            let pages = batch.gathered.into_pages();
            segments::write(&transaction, &batch.files, &pages)?;
            transaction.commit()?;
            let known = tables::count(self.connection()?)?;
            self.shared.work_done(batch.count, known);
            time = BATCH_TIME;
        }
        Ok(())
    }

    /// Merges, and says that all is known.
    fn finish(&mut self, named: bool) -> Result<(), StoreError> {
        if self.shared.is_stopped() {
            return Ok(());
        }
        let connection = self.connection()?;
        let transaction = begin(connection)?;
        segments::tidy(&transaction)?;
        transaction.commit()?;
        if !named {
            // What the batches have left beside the database goes into it. Readers may hold it up.
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            connection.query_row(checkpoint, [], |_| Ok(()))?;
            connection.release_memory()?;
        }
        let known = tables::count(connection)?;
        self.shared.all_done(known);
        Ok(())
    }
}

fn begin(connection: &mut Connection) -> Result<rusqlite::Transaction<'_>, StoreError> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

/// Puts what was found of a file into the tables.
fn take(
    connection: &Connection,
    batch: &mut Batch,
    task: &Task,
    found: Looked,
) -> Result<(), StoreError> {
    batch.count += 1;
    let before = task.before.map(|(id, _)| id);
    match (found, before) {
        (Looked::Same(mark), Some(id)) => tables::set_mark(connection, id, mark, batch.number),
        (Looked::Same(_), None) => Ok(()),
        (Looked::Gone, before) => before.map_or(Ok(()), |id| tables::remove(connection, id)),
        (Looked::Fresh(file), before) => {
            if let Some(id) = before {
                tables::remove(connection, id)?;
            }
            insert(connection, batch, &file)
        }
    }
}

fn insert(connection: &Connection, batch: &mut Batch, file: &Prepared) -> Result<(), StoreError> {
    batch.bytes += file.bytes;
    let id = tables::insert(connection, file, batch.number)?;
    if file.standing.is_covered() {
        batch.files.push(id);
        batch.gathered.add(&file.grams);
    }
    Ok(())
}
