//! The workspace's persistent state: sessions, runs, events, questions, changes and blobs in
//! SQLite.
//!
//! One thread owns the writing connection (WAL, full sync, BEGIN IMMEDIATE). Reads have connections
//! of their own, so that no search delays a decision. A [`Batch`] is one transaction: the log and
//! the tables derived from it are stored together or not at all. The tables are authoritative; the
//! log is for clients. Does not interpret events as the engine does.
//!
//! The actor commits, workers read; only this crate, `index` and `memory` use `rusqlite`.

mod agents;
pub mod answers;
mod authenticated;
mod blobs;
mod bundle;
pub mod cache;
pub mod catalogue;
mod changes;
mod checkpoints;
pub mod codec;
mod compactions;
mod contents;
pub mod database_trust;
mod deletion;
mod error;
mod events;
mod figures;
pub mod global;
mod imported;
mod inputs;
mod interrupted;
pub mod lock;
mod message_search;
mod messages;
pub mod model_cache;
mod note;
pub mod open;
pub mod other_workspaces;
pub mod probes;
mod project;
mod questions;
pub mod ratios;
mod reads;
mod retention;
mod review;
mod runs;
pub mod schema;
mod sessions;
mod shared_messages;
mod snapshot;
mod spending;
mod stream_pieces;
mod tasks;
pub mod worker;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, TransactionBehavior};

use notice::Notice;
use protocol::event::{Event, TextChannel};
use protocol::ids::{ContentHash, MessageId, Seq, SessionId, WorkspaceId};
use protocol::review::Retention;
use protocol::transfer::SessionBundle;

pub use changes::EntriesOf;
pub use contents::{DEFAULT_CAP, RetentionMode};
pub use error::{FaultDuration, StoreError};
pub use questions::PromptRecord;

use contents::Contents;
use worker::Worker;

/// Number of concurrent reads.
const READERS: usize = 2;

/// Name of the database in a workspace's folder.
const STATE_FILE: &str = "state.db";

/// Location of a store's database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreLocation {
    /// [`STATE_FILE`] in this folder, the `.agentichat` of a workspace. The folder is
    /// created if needed.
    Folder(PathBuf),
    /// In memory, until the last handle is dropped.
    Memory,
}

/// Handle to the workspace's database. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    writer: Worker,
    readers: Worker,
    /// Thread that collects old contents, apart from the writer, which never waits for it.
    keeper: Worker,
    contents: Arc<Contents>,
    /// Folder of the session locks; `None` if no other process can have access.
    locks: Option<Arc<Path>>,
    workspace: Arc<WorkspaceId>,
    /// Error for every commit, for tests.
    #[cfg(any(test, feature = "testing"))]
    fault: Arc<std::sync::Mutex<Option<PlantedFault>>>,
    /// Bytes of streamed text that were stored, for tests.
    #[cfg(any(test, feature = "testing"))]
    streamed: Arc<std::sync::atomic::AtomicU64>,
}

/// Builds the error of every commit in a test.
#[cfg(any(test, feature = "testing"))]
type PlantedFault = fn() -> StoreError;

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store")
            .field("workspace", &self.workspace)
            .finish_non_exhaustive()
    }
}

/// Result of opening a store.
#[derive(Debug)]
pub struct OpenedStore {
    pub store: Store,
    /// Number of the last event in the log; 0 if there is none.
    pub last_seq: Seq,
    /// Notices for the user about files that were moved aside.
    pub notices: Vec<Notice>,
}

/// Changes that are stored together or not at all.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// Durable events, numbered. Others among them are skipped.
    pub events: Vec<Arc<Event>>,
    /// Pieces of text that streaming messages have received since the last batch, in order.
    pub pieces: Vec<StreamPiece>,
    /// Contents that the events refer to.
    pub blobs: Vec<(ContentHash, Arc<[u8]>)>,
}

/// A further piece of a streamed message. Has no effect if the message has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamPiece {
    pub message: MessageId,
    pub channel: TextChannel,
    pub text: String,
}

impl Store {
    /// Opens the database, or creates it, and migrates it; contents are kept up to [`DEFAULT_CAP`].
    /// Blocks, but not for long.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`] if another location is needed, [`StoreError::Newer`] if the
    /// database is from a newer build. A damaged database is no error: see
    /// [`OpenedStore::notices`].
    pub fn open(place: StoreLocation, workspace: &WorkspaceId) -> Result<OpenedStore, StoreError> {
        Self::open_keeping(place, workspace, RetentionMode::UpTo(DEFAULT_CAP))
    }

    /// Works like [`Store::open`] with another retention mode for contents.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_keeping(
        place: StoreLocation,
        workspace: &WorkspaceId,
        keeping: RetentionMode,
    ) -> Result<OpenedStore, StoreError> {
        let mut notices = Vec::new();
        let (connection, folder) = match place {
            StoreLocation::Memory => (open::open_memory(&schema::STATE)?, None),
            StoreLocation::Folder(folder) => {
                open::prepare_folder(&folder)?;
                let file = folder.join(STATE_FILE);
                let connection = open::open_file(&file, &schema::STATE, &mut notices)?;
                (connection, Some(folder))
            }
        };
        let (connection, last_seq) = match (first_use(&connection, workspace), &folder) {
            // Large files have not been checked as a whole before.
            (Err(StoreError::Corrupt { reason }), Some(folder)) => {
                drop(connection);
                let file = folder.join(STATE_FILE);
                let fresh = open::recreate(&file, &schema::STATE, &reason, &mut notices)?;
                let last = first_use(&fresh, workspace)?;
                (fresh, last)
            }
            (last, _) => (connection, last?),
        };
        let writer = Worker::owning(connection)?;
        let (readers, keeper) = match &folder {
            Some(folder) => {
                let file = folder.join(STATE_FILE);
                let same = file.clone();
                let readers = Worker::pool(READERS, Box::new(move || open::open_reader(&file)))?;
                let keeper = Worker::pool(1, Box::new(move || open::open_keeper(&same)))?;
                (readers, keeper)
            }
            // A database in memory exists only in its one connection.
            None => (writer.clone(), writer.clone()),
        };
        let store = Self {
            writer,
            readers,
            keeper,
            contents: Arc::new(Contents::new(keeping)),
            locks: folder.map(Arc::from),
            workspace: Arc::new(workspace.clone()),
            #[cfg(any(test, feature = "testing"))]
            fault: Arc::default(),
            #[cfg(any(test, feature = "testing"))]
            streamed: Arc::default(),
        };
        store.collect_later();
        Ok(OpenedStore {
            store,
            last_seq,
            notices,
        })
    }

    /// Stores a batch in one transaction. The data is on the disk when this returns.
    ///
    /// # Errors
    /// On an error nothing of the batch is stored. After [`StoreError::Renumber`] the caller can
    /// number it again and retry; after [`StoreError::Full`] or [`StoreError::Busy`] the caller can
    /// retry it unchanged.
    pub async fn commit(&self, mut batch: Batch) -> Result<(), StoreError> {
        #[cfg(any(test, feature = "testing"))]
        if let Some(fault) = self.fault() {
            return Err(fault());
        }
        #[cfg(any(test, feature = "testing"))]
        self.count_streamed(&batch.pieces);
        self.contents.take(&mut batch.blobs);
        let workspace = Arc::clone(&self.workspace);
        let file = self.locks.as_deref().map(state_file);
        let write = move |connection: &mut Connection| {
            let written = write_batch(connection, &workspace, &batch);
            if let (Err(StoreError::Corrupt { .. }), Some(file)) = (&written, file) {
                open::mark_damaged(&file);
            }
            written
        };
        let added = self.writer.run(write).await?;
        if self.contents.added(added).is_some() {
            self.collect_later();
        }
        Ok(())
    }

    /// Deletes the oldest deletable contents above the cap. Returns how many.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn collect(&self) -> Result<u64, StoreError> {
        self.keeper.run(self.collecting()).await
    }

    /// Starts a collection in the background, if this store keeps contents on the disk.
    fn collect_later(&self) {
        if self.locks.is_some() {
            let work = self.collecting();
            self.keeper.start(move |connection| match work(connection) {
                Ok(0) => {}
                Ok(gone) => tracing::info!(gone, "old contents were dropped: over the cap"),
                Err(error) => tracing::warn!(%error, "old contents could not be dropped"),
            });
        }
    }

    fn collecting(
        &self,
    ) -> impl FnOnce(&mut Connection) -> Result<u64, StoreError> + Send + 'static {
        let locks = self.locks.clone();
        let keeping = self.contents.keeping;
        move |connection| {
            let RetentionMode::UpTo(cap) = keeping else {
                return Ok(0);
            };
            let open = || {
                locks
                    .as_deref()
                    .map(lock::open_sessions)
                    .unwrap_or_default()
            };
            retention::collect(connection, cap, &open, jiff::Timestamp::now())
        }
    }

    /// Deletes a content, as a collection would.
    #[cfg(any(test, feature = "testing"))]
    #[allow(clippy::expect_used, reason = "a helper of a test may fail the test")]
    pub fn forget_blocking(&self, hash: &ContentHash) {
        let hash = hash.to_string();
        let forget = move |connection: &mut Connection| {
            Ok(connection.execute("DELETE FROM blobs WHERE hash = ?1", [hash])?)
        };
        let gone = worker::wait(self.keeper.run(forget));
        assert_eq!(gone.expect("a write"), 1, "there is such a content");
    }

    /// Returns how much old content is kept, and the limit.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn kept(&self) -> Result<Retention, StoreError> {
        let RetentionMode::UpTo(cap) = self.contents.keeping else {
            return Ok(self.contents.held().unwrap_or_default());
        };
        let kept = self.readers.read(retention::kept).await?;
        let cap = Some(cap);
        Ok(Retention { cap, ..kept })
    }

    /// Makes every following commit fail with this error, or none.
    #[cfg(any(test, feature = "testing"))]
    #[allow(clippy::expect_used, reason = "a helper of a test may fail the test")]
    pub fn fail_with(&self, fault: Option<fn() -> StoreError>) {
        *self.fault.lock().expect("no panic holds it") = fault;
    }

    #[cfg(any(test, feature = "testing"))]
    #[allow(clippy::expect_used, reason = "a helper of a test may fail the test")]
    fn fault(&self) -> Option<fn() -> StoreError> {
        *self.fault.lock().expect("no panic holds it")
    }

    #[cfg(any(test, feature = "testing"))]
    fn count_streamed(&self, pieces: &[StreamPiece]) {
        let bytes = pieces.iter().map(|piece| piece.text.len() as u64).sum();
        self.streamed
            .fetch_add(bytes, std::sync::atomic::Ordering::SeqCst);
    }

    /// Returns how many bytes of streamed text were given to this store.
    #[cfg(any(test, feature = "testing"))]
    pub fn streamed_bytes(&self) -> u64 {
        self.streamed.load(std::sync::atomic::Ordering::SeqCst)
    }

    /// Works like [`Store::commit`], for tests that are not async.
    #[cfg(any(test, feature = "testing"))]
    #[allow(clippy::expect_used, reason = "a helper of a test may fail the test")]
    pub fn commit_blocking(&self, batch: Batch) -> Result<(), StoreError> {
        worker::wait(self.commit(batch))
    }

    /// Stores a content under its hash; does not store an existing one again.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn put_blob(&self, bytes: Arc<[u8]>) -> Result<ContentHash, StoreError> {
        let hash = ContentHash::of(&bytes);
        let blobs = vec![(hash, bytes)];
        self.commit(Batch {
            blobs,
            ..Batch::default()
        })
        .await?;
        Ok(hash)
    }

    /// Stores a document as a session of this workspace, completely or not at all. The caller has
    /// checked the document.
    ///
    /// # Errors
    /// See [`StoreError`]; nothing changes on an error.
    pub async fn import(
        &self,
        session: SessionId,
        bundle: SessionBundle,
        mut pictures: Vec<(ContentHash, Arc<[u8]>)>,
    ) -> Result<(), StoreError> {
        self.contents.take(&mut pictures);
        let workspace = Arc::clone(&self.workspace);
        self.writer
            .run(move |connection| {
                let arrival = bundle::ImportTarget {
                    workspace: &workspace,
                    session,
                };
                bundle::write(connection, &arrival, bundle, &pictures)
            })
            .await
    }
}

/// Performs the first reads and writes on an opened database, so that damage shows here.
fn first_use(connection: &Connection, workspace: &WorkspaceId) -> Result<Seq, StoreError> {
    let last = events::last(connection)?;
    sessions::remember_workspace(connection, workspace)?;
    Ok(last)
}

/// Returns the database file in a workspace's folder.
pub fn state_file(folder: &Path) -> PathBuf {
    folder.join(STATE_FILE)
}

/// Writes a batch. Returns the number of content bytes that were added.
fn write_batch(
    connection: &mut Connection,
    workspace: &WorkspaceId,
    batch: &Batch,
) -> Result<u64, StoreError> {
    // Compresses before the transaction, to hold the lock as briefly as possible.
    let blobs = blobs::prepare(connection, &batch.blobs)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut added = 0;
    for blob in blobs {
        added += blobs::insert(&transaction, blob)?;
    }
    let mut last = None;
    for event in batch.events.iter().filter(|event| event.fact.is_durable()) {
        let seq = event.seq.ok_or(StoreError::Unnumbered)?;
        events::insert(&transaction, event, seq, &mut last)?;
        project::apply(&transaction, workspace, event, seq)?;
    }
    for piece in &batch.pieces {
        stream_pieces::add(&transaction, piece)?;
    }
    transaction.commit()?;
    Ok(added)
}
