//! The writer of the building process: brings the tables in line with the disk, in batches, the
//! most recent files first.
//!
//! Owns the writing connection and the order of the work: some files before all are listed, so that
//! searches find results at once, and newly saved files before those that wait. The builder handles
//! the orders; [`super::batch`] defines a batch. A second thread reads and prepares files if there
//! are many.

use std::collections::{BTreeSet, HashSet};
use std::iter::Peekable;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use rusqlite::Connection;

use super::analyzer::{Analyzed, Analyzer, Task};
use super::batch::{self, Batch, Done};
use super::diff::{self, IndexDiff, LimitState, RemovedFile};
use super::shared::Shared;
use super::tables::{self, Merging, StoredNumber};
use super::{open, segments};
use store::StoreError;
use store::lock::SessionLock;
use workspace::listing::Listing;

/// Time limits of a batch. The first one is shorter, so that searches find something at once.
const TIME: Duration = Duration::from_millis(1_500);
const FIRST_TIME: Duration = Duration::from_millis(150);

/// Number of files that are indexed before all are listed, in an empty index.
const FIRST: usize = 300;

/// Up to this many files are done without another thread, and before anyone could
/// read the progress.
const FEW: usize = 100;

/// Maximum number of prepared files that wait for the writer.
const WAITING: usize = 256;

/// Interval at which saved files are checked for during the listing.
const LISTENED_EVERY: Duration = Duration::from_millis(10);

/// Number of removed rows after which all segments are checked for dead ones.
const MANY_GONE: u64 = 1_024;

pub(super) struct IndexWriter {
    shared: Arc<Shared>,
    connection: Connection,
    /// Held as long as this process builds.
    _lock: SessionLock,
    /// Number of rows of files.
    files: u64,
    /// Rows removed since all segments were last checked.
    gone: u64,
    /// Whether the rows were made with the current size limit; updated once all files were read.
    judged: LimitState,
}

/// Files that were indexed ahead of their turn. The queue's data about them is older.
type EarlyFiles = HashSet<String>;

/// Priority of a write.
#[derive(Clone, Copy)]
enum WriteOrder<'a> {
    /// Before anything else.
    Now,
    /// After files that the user saves during the scan. Files in this set are already indexed and
    /// are skipped.
    After(&'a EarlyFiles),
}

/// The extent of the work that is being finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    All,
    /// Only the named files.
    Named,
}

impl IndexWriter {
    /// Opens the database, or creates it. Notifies the user if it discarded a database.
    pub(super) fn open(shared: Arc<Shared>, lock: SessionLock) -> Result<Self, StoreError> {
        let (connection, notice) = open::for_building(&shared.folder)?;
        if let Some(notice) = notice {
            shared.tell(notice);
        }
        let files = tables::count(&connection)?;
        // A process that was killed during bulk work leaves the other setting behind.
        tables::set_merging(&connection, Merging::Often)?;
        Ok(Self {
            files,
            shared,
            connection,
            _lock: lock,
            gone: 0,
            judged: LimitState::Same,
        })
    }

    /// Brings everything up to date, named files first.
    pub(super) fn scan_all(&mut self, named: &BTreeSet<String>) -> Result<(), StoreError> {
        let is_empty = self.files == 0;
        self.judged = diff::by_setting(&self.shared, &self.connection, self.files)?;
        let taken = self.take_in(named)?;
        if is_empty {
            self.begin_with_some(&taken)?;
        }
        let mut ahead = EarlyFiles::new();
        let listing = self.list(&mut ahead)?;
        let known = tables::all(&self.connection)?;
        let work = diff::of_all(&listing, known, self.judged, &ahead);
        drop(listing);
        self.execute(work, &mut ahead)?;
        if !self.shared.is_stopped() {
            let most = self.shared.settings.most_bytes.cast_signed();
            tables::set_fact(&self.connection, StoredNumber::MostBytes, most)?;
            tables::set_fact(&self.connection, StoredNumber::Whole, 1)?;
            self.judged = LimitState::Same;
        }
        Ok(())
    }

    /// Brings some paths, and everything below them, up to date.
    pub(super) fn scan_named(&mut self, paths: &BTreeSet<String>) -> Result<(), StoreError> {
        let workspace = &self.shared.workspace;
        let work = diff::of_paths(workspace, &self.connection, paths, self.judged)?;
        self.execute(work, &mut EarlyFiles::new())
    }

    /// Merges, and reports that everything is indexed.
    pub(super) fn finish(&mut self, extent: Extent) -> Result<(), StoreError> {
        if self.shared.is_stopped() {
            return Ok(());
        }
        let transaction = batch::begin(&mut self.connection)?;
        if extent == Extent::All || self.gone >= MANY_GONE {
            segments::tidy(&transaction)?;
            self.gone = 0;
        } else {
            segments::merge_small(&transaction)?;
        }
        transaction.commit()?;
        if extent == Extent::All {
            // Moves the batches' write-ahead log into the database. Readers may delay it.
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            self.connection.query_row(checkpoint, [], |_| Ok(()))?;
            self.connection.release_memory()?;
        }
        self.shared.all_done(self.files);
        Ok(())
    }

    /// Indexes some files, whichever are found first: listing all may take seconds. If there are no
    /// more, the listing finds nothing to do.
    fn begin_with_some(&mut self, taken: &[String]) -> Result<(), StoreError> {
        let workspace = &self.shared.workspace;
        let mut paths = workspace.all_files(FIRST);
        paths.retain(|path| !taken.contains(path));
        let tasks = diff::of_new(workspace, paths);
        self.write_few(tasks)
    }

    /// Lists all files, and indexes the ones that are saved in the meantime.
    fn list(&mut self, ahead: &mut EarlyFiles) -> Result<Arc<Listing>, StoreError> {
        let workspace = Arc::clone(&self.shared.workspace);
        std::thread::scope(|scope| {
            let (sender, listed) = sync_channel(1);
            // Nobody listens if serving failed.
            scope.spawn(move || sender.send(workspace.listing("")).ok());
            loop {
                match listed.recv_timeout(LISTENED_EVERY) {
                    Ok(listing) => return Ok(listing),
                    Err(RecvTimeoutError::Timeout) => self.serve(ahead)?,
                    Err(RecvTimeoutError::Disconnected) => return Err(StoreError::Stopped),
                }
            }
        })
    }

    fn execute(&mut self, work: IndexDiff, ahead: &mut EarlyFiles) -> Result<(), StoreError> {
        let IndexDiff { tasks, gone } = work;
        // A save or two is not worth a progress report.
        if tasks.len() > FEW || !self.shared.is_ready() {
            self.shared.begin_work(tasks.len(), self.files);
        }
        self.remove(&gone)?;
        if tasks.len() <= FEW {
            return self.write_few(tasks);
        }
        tables::set_merging(&self.connection, Merging::Rarely)?;
        self.write_many(tasks, ahead)?;
        tables::set_merging(&self.connection, Merging::Often)
    }

    fn remove(&mut self, gone: &[RemovedFile]) -> Result<(), StoreError> {
        if gone.is_empty() {
            return Ok(());
        }
        let mut batch = Batch::begin(&mut self.connection, TIME)?;
        for file in gone {
            batch.remove(file.id)?;
        }
        let done = batch.commit()?;
        self.count(done);
        Ok(())
    }

    /// Indexes the files that were saved in the meantime.
    fn serve(&mut self, ahead: &mut EarlyFiles) -> Result<(), StoreError> {
        let Some(paths) = self.shared.take_named() else {
            return Ok(());
        };
        ahead.extend(self.take_in(&paths)?);
        ahead.extend(paths);
        self.shared.news.notify_waiters();
        Ok(())
    }

    /// Indexes the differences at some paths; returns the affected files.
    fn take_in(&mut self, paths: &BTreeSet<String>) -> Result<Vec<String>, StoreError> {
        let workspace = &self.shared.workspace;
        let work = diff::of_paths(workspace, &self.connection, paths, self.judged)?;
        let files = work.paths().map(str::to_owned).collect();
        self.remove(&work.gone)?;
        self.write_few(work.tasks)?;
        Ok(files)
    }

    fn write_few(&mut self, tasks: Vec<Task>) -> Result<(), StoreError> {
        if tasks.is_empty() {
            return Ok(());
        }
        let shared = Arc::clone(&self.shared);
        let mut looker = Analyzer::new(&shared.workspace, shared.settings.most_bytes);
        let looked = tasks.into_iter().map(|task| {
            let found = looker.look(&task);
            (task, found)
        });
        let mut looked = looked.peekable();
        while looked.peek().is_some() && !shared.is_stopped() {
            self.write_batch(&mut looked, FIRST_TIME, WriteOrder::Now)?;
        }
        Ok(())
    }

    fn write_many(&mut self, tasks: Vec<Task>, ahead: &mut EarlyFiles) -> Result<(), StoreError> {
        let shared = Arc::clone(&self.shared);
        std::thread::scope(|scope| {
            let (sender, looked) = sync_channel(WAITING);
            scope.spawn(move || {
                let mut looker = Analyzer::new(&shared.workspace, shared.settings.most_bytes);
                for task in tasks {
                    let looked = looker.look(&task);
                    // The receiver has stopped.
                    if sender.send((task, looked)).is_err() {
                        return;
                    }
                }
            });
            let mut looked = looked.into_iter().peekable();
            let mut time = FIRST_TIME;
            while looked.peek().is_some() && !self.shared.is_stopped() {
                self.serve(ahead)?;
                let count = self.write_batch(&mut looked, time, WriteOrder::After(ahead))?;
                self.shared.work_done(count);
                time = TIME;
            }
            Ok(())
        })
    }

    /// Writes results until a batch is full or other work has priority; returns how many were
    /// written. If the work is stopped, the batch is discarded.
    fn write_batch(
        &mut self,
        looked: &mut Peekable<impl Iterator<Item = (Task, Analyzed)>>,
        time: Duration,
        turn: WriteOrder<'_>,
    ) -> Result<usize, StoreError> {
        let mut batch = Batch::begin(&mut self.connection, time)?;
        let mut count = 0;
        for (task, found) in looked.by_ref() {
            if self.shared.is_stopped() {
                return Ok(0);
            }
            count += 1;
            let is_over = match turn {
                WriteOrder::After(ahead) if ahead.contains(&task.path) => false,
                WriteOrder::After(_) => {
                    batch.take(&task, found)?;
                    self.shared.has_named()
                }
                WriteOrder::Now => {
                    batch.take(&task, found)?;
                    false
                }
            };
            if is_over || batch.is_full() {
                break;
            }
        }
        let done = batch.commit()?;
        self.count(done);
        Ok(count)
    }

    fn count(&mut self, done: Done) {
        self.files = (self.files + done.added).saturating_sub(done.removed);
        self.gone += done.removed;
        self.shared.set_files(self.files);
    }
}
