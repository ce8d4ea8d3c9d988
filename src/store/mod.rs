//! The workspace's memory: sessions, runs, events, prompts, changes and blobs in SQLite.
//!
//! One thread owns the connection that writes (WAL, full sync, BEGIN IMMEDIATE); reads have
//! connections of their own, so that no search holds up a decision. A [`Batch`] is one
//! transaction: the log and the tables made from it are there together or not at all. The tables
//! are the truth; the log is for clients. Knows nothing of what the facts mean to the engine.
//!
//! The actor commits, workers read; `rusqlite` is named here and in `index` only.

mod blobs;
mod changes;
mod checkpoints;
mod codec;
mod error;
mod events;
pub mod global;
mod inputs;
pub mod lock;
mod messages;
pub(crate) mod open;
mod project;
mod prompts;
mod reads;
mod review;
mod runs;
pub(crate) mod schema;
mod sessions;
mod snapshot;
mod worker;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, TransactionBehavior};

use crate::protocol::event::Event;
use crate::protocol::ids::{ContentHash, MessageId, Seq, WorkspaceId};
use crate::protocol::message::Block;

pub use changes::EntriesOf;
pub use error::StoreError;
pub use prompts::PromptRecord;
pub use runs::Interrupted;

use worker::Worker;

/// How many reads run at once.
const READERS: usize = 2;

/// Name of the database in a workspace's folder.
const STATE_FILE: &str = "state.db";

/// Where a store keeps its database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In [`STATE_FILE`] in this folder, `.agentichat` of a workspace. The folder is made.
    Folder(PathBuf),
    /// Nowhere: it is gone with the last handle.
    Memory,
}

/// A handle on the workspace's database. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    writer: Worker,
    readers: Worker,
    workspace: Arc<WorkspaceId>,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store")
            .field("workspace", &self.workspace)
            .finish_non_exhaustive()
    }
}

/// What opening gave.
#[derive(Debug)]
pub struct Opened {
    /// The handle.
    pub store: Store,
    /// The number of the last event in the log; 0 where there is none.
    pub last_seq: Seq,
    /// What the human should know: what was moved aside.
    pub notices: Vec<String>,
}

/// What is stored together or not at all.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// Durable events, numbered; any others among them are passed over.
    pub events: Vec<Arc<Event>>,
    /// What streamed messages hold by now.
    pub streams: Vec<StreamText>,
    /// Contents that the events speak of.
    pub blobs: Vec<(ContentHash, Arc<[u8]>)>,
}

/// What a streamed message holds by now. Nothing happens if the message is whole already.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamText {
    /// The message.
    pub message: MessageId,
    /// Its blocks so far, whole.
    pub blocks: Vec<Block>,
}

impl Store {
    /// Opens the database, or makes it, and brings it up to date. Blocks, but not for long.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`] where another place is needed, [`StoreError::Newer`] where the
    /// database is from a newer build. A damaged one is no error: see [`Opened::notices`].
    pub fn open(place: Place, workspace: &WorkspaceId) -> Result<Opened, StoreError> {
        let mut notices = Vec::new();
        let (connection, file) = match place {
            Place::Memory => (open::open_memory(&schema::STATE)?, None),
            Place::Folder(folder) => {
                open::prepare_folder(&folder)?;
                let file = folder.join(STATE_FILE);
                let connection = open::open_file(&file, &schema::STATE, &mut notices)?;
                (connection, Some(file))
            }
        };
        let last_seq = events::last(&connection)?;
        sessions::remember_workspace(&connection, workspace)?;
        let writer = Worker::owning(connection)?;
        let readers = match file {
            Some(file) => Worker::pool(READERS, Box::new(move || open::open_reader(&file)))?,
            // A database in memory belongs to its one connection.
            None => writer.clone(),
        };
        let store = Self {
            writer,
            readers,
            workspace: Arc::new(workspace.clone()),
        };
        Ok(Opened {
            store,
            last_seq,
            notices,
        })
    }

    /// Stores a batch in one transaction. When this returns it is on the disk.
    ///
    /// # Errors
    /// Nothing of the batch is stored then. After [`StoreError::Renumber`] it can be numbered
    /// anew and committed again; after [`StoreError::Full`] or [`StoreError::Busy`], as it is.
    pub async fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        let workspace = Arc::clone(&self.workspace);
        self.writer
            .run(move |connection| write_batch(connection, &workspace, &batch))
            .await
    }

    /// As [`Store::commit`], for tests that are not async.
    #[cfg(test)]
    pub(crate) fn commit_blocking(&self, batch: Batch) -> Result<(), StoreError> {
        worker::wait(self.commit(batch))
    }

    /// Stores a content under its hash; one that is there already is not stored again.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn put_blob(&self, bytes: Arc<[u8]>) -> Result<ContentHash, StoreError> {
        let hash = ContentHash::of(&bytes);
        let blobs = vec![(hash.clone(), bytes)];
        self.commit(Batch {
            blobs,
            ..Batch::default()
        })
        .await?;
        Ok(hash)
    }

    async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.readers
            .run(move |connection| {
                // One transaction, so that everything read is of one moment.
                let transaction = connection.transaction()?;
                let found = work(&transaction)?;
                transaction.finish()?;
                Ok(found)
            })
            .await
    }
}

/// The database file in a workspace's folder.
pub fn state_file(folder: &Path) -> PathBuf {
    folder.join(STATE_FILE)
}

fn write_batch(
    connection: &mut Connection,
    workspace: &WorkspaceId,
    batch: &Batch,
) -> Result<(), StoreError> {
    // Compressed before the transaction, to hold the lock for as short as can be.
    let blobs = blobs::compress_new(connection, &batch.blobs)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for blob in &blobs {
        blobs::insert(&transaction, blob)?;
    }
    let mut last = None;
    for event in batch.events.iter().filter(|event| event.fact.is_durable()) {
        let seq = event.seq.ok_or(StoreError::Unnumbered)?;
        events::insert(&transaction, event, seq, &mut last)?;
        project::apply(&transaction, workspace, event, seq)?;
    }
    for stream in &batch.streams {
        messages::stream(&transaction, stream)?;
    }
    transaction.commit()?;
    Ok(())
}
