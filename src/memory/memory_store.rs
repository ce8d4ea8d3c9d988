//! The handle on `memory.db`: one thread writes, one reads, and every process of the user has its own.

use std::path::Path;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use notice::Notice;
use redact::Masker;
use rusqlite::Connection;
use store::StoreError;
use store::worker::Worker;
use tokio::sync::Notify;

use protocol::ids::MemoryId;
use protocol::memory::{MemoryItem, MemoryState};

use crate::changes::{self, Added, Restored};
use crate::database;
use crate::error::MemoryError;
use crate::item::{CheckedItem, Edit, NewItem};
use crate::rows::{self, Counts, Deleted, ItemPage, MemoryFilter, PageMark, Place};
use crate::search::{self, MemoryQuestion, MemorySearch};
use crate::vectors::{self, ModelIdentity, PackedVector, TextWithoutVector};

/// Time for which a deleted item can be restored.
const RESTORABLE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// The memory of the user. Cheap to clone.
#[derive(Clone)]
pub struct MemoryStore {
    writer: Worker,
    reader: Worker,
    masker: Masker,
    /// Fires when a change may have to be sent.
    changed: Arc<Notify>,
}

impl std::fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryStore").finish_non_exhaustive()
    }
}

impl MemoryStore {
    /// Opens the database in the user's data folder, which it creates if it is missing. The masker removes
    /// secrets from everything that is stored. Also returns notices for the user.
    ///
    /// # Errors
    /// See [`StoreError`]. Callers should show an error as a notice and continue.
    pub fn open(folder: &Path, masker: Masker) -> Result<(Self, Vec<Notice>), MemoryError> {
        let (mut connection, notices) = database::open(folder)?;
        let before = Timestamp::now().saturating_sub(RESTORABLE);
        changes::purge(&mut connection, before.unwrap_or(Timestamp::MIN))?;
        let file = database::file_in(folder);
        let reader = Worker::pool(1, Box::new(move || database::reader(&file)))?;
        Ok((
            Self::of(Worker::owning(connection)?, reader, masker),
            notices,
        ))
    }

    /// Opens a memory that is gone with its last handle.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn in_memory(masker: Masker) -> Result<Self, MemoryError> {
        let writer = Worker::owning(database::in_memory()?)?;
        Ok(Self::of(writer.clone(), writer, masker))
    }

    fn of(writer: Worker, reader: Worker, masker: Masker) -> Self {
        Self {
            writer,
            reader,
            masker,
            changed: Arc::default(),
        }
    }

    /// Returns the masker of everything that is stored and sent.
    pub(crate) fn masker(&self) -> &Masker {
        &self.masker
    }

    /// Returns the signal that fires when a change may have to be sent.
    pub(crate) fn changed(&self) -> Arc<Notify> {
        Arc::clone(&self.changed)
    }

    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T, MemoryError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, MemoryError> + Send + 'static,
    {
        on(&self.writer, work).await
    }

    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T, MemoryError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, MemoryError> + Send + 'static,
    {
        on(&self.reader, move |connection| {
            let transaction = connection.transaction()?;
            let found = work(&transaction)?;
            transaction.finish()?;
            Ok(found)
        })
        .await
    }

    /// Writes, and reports that something may have to be sent.
    async fn change<T, F>(&self, work: F) -> Result<T, MemoryError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, MemoryError> + Send + 'static,
    {
        let changed = self.write(work).await?;
        self.changed.notify_one();
        Ok(changed)
    }

    /// Adds an item, in the state that its origin and taint give it. A repeated text renews the item that has it.
    ///
    /// # Errors
    /// If the item cannot be stored; see [`MemoryError`].
    pub async fn add(&self, new: NewItem) -> Result<Added, MemoryError> {
        let checked = CheckedItem::of(new, &self.masker)?;
        self.change(move |connection| {
            let mut added = changes::add(connection, &[checked])?;
            added.pop().ok_or(MemoryError::Store(StoreError::Stopped))
        })
        .await
    }

    /// Adds items as [`Self::add`] does, all or none.
    ///
    /// # Errors
    /// If one of them cannot be stored.
    pub async fn add_all(&self, new: Vec<NewItem>) -> Result<Vec<Added>, MemoryError> {
        let checked = new
            .into_iter()
            .map(|new| CheckedItem::of(new, &self.masker))
            .collect::<Result<Vec<_>, _>>()?;
        self.change(move |connection| changes::add(connection, &checked))
            .await
    }

    /// Edits an item; returns it as it was before, and as it is.
    ///
    /// # Errors
    /// If there is no such item, its new text cannot be stored, or another item has it.
    pub async fn edit(
        &self,
        id: MemoryId,
        edit: Edit,
    ) -> Result<(MemoryItem, MemoryItem), MemoryError> {
        let masker = self.masker.clone();
        self.change(move |connection| changes::edit(connection, id, edit, &masker))
            .await
    }

    /// Lets an item be recalled.
    ///
    /// # Errors
    /// If there is no such item.
    pub async fn keep(&self, id: MemoryId) -> Result<MemoryItem, MemoryError> {
        self.decide(id, MemoryState::Kept).await
    }

    /// Refuses an item: it is not recalled, and its text does not come into the inbox again.
    ///
    /// # Errors
    /// If there is no such item.
    pub async fn refuse(&self, id: MemoryId) -> Result<MemoryItem, MemoryError> {
        self.decide(id, MemoryState::Refused).await
    }

    /// Deletes an item. [`Self::restore`] brings it back for 30 days.
    ///
    /// # Errors
    /// If there is no such item.
    pub async fn delete(&self, id: MemoryId, at: Timestamp) -> Result<MemoryItem, MemoryError> {
        self.change(move |connection| changes::delete(connection, id, at))
            .await
    }

    /// Restores a deleted item as it was.
    ///
    /// # Errors
    /// If no deleted item has this id.
    pub async fn restore(&self, id: MemoryId) -> Result<Restored, MemoryError> {
        self.change(move |connection| changes::restore(connection, id))
            .await
    }

    /// Returns an item that is not deleted.
    ///
    /// # Errors
    /// If there is none.
    pub async fn item(&self, id: MemoryId) -> Result<MemoryItem, MemoryError> {
        self.read(move |connection| Ok(rows::find(connection, id, Deleted::LeftOut)?.item))
            .await
    }

    /// Returns the id that the user means by a whole id or the end of one, also of a deleted item.
    ///
    /// # Errors
    /// If no item, or more than one, is meant.
    pub async fn resolve(&self, written: String) -> Result<MemoryId, MemoryError> {
        self.read(move |connection| rows::resolve(connection, &written))
            .await
    }

    /// Returns a page of items, latest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn list(
        &self,
        filter: MemoryFilter,
        after: Option<PageMark>,
        most: usize,
    ) -> Result<ItemPage, MemoryError> {
        self.read(move |connection| rows::list(connection, &filter, after, most))
            .await
    }

    /// Counts the items of each state.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn counts(&self, place: Place) -> Result<Counts, MemoryError> {
        self.read(move |connection| rows::counts(connection, &place))
            .await
    }

    /// Returns the items that answer a question best.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn search(&self, question: MemoryQuestion) -> Result<MemorySearch, MemoryError> {
        self.read(move |connection| search::search(connection, &question))
            .await
    }

    /// Records that items were recalled.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn mark_used(&self, ids: Vec<MemoryId>, at: Timestamp) -> Result<(), MemoryError> {
        self.write(move |connection| rows::mark_used(connection, &ids, at))
            .await
    }

    /// Sets the state of an item.
    ///
    /// # Errors
    /// If there is no such item.
    pub async fn decide(
        &self,
        id: MemoryId,
        state: MemoryState,
    ) -> Result<MemoryItem, MemoryError> {
        self.change(move |connection| changes::decide(connection, id, state))
            .await
    }

    pub(crate) async fn missing_vectors(
        &self,
        model: ModelIdentity,
        most: usize,
    ) -> Result<Vec<TextWithoutVector>, MemoryError> {
        self.read(move |connection| vectors::missing(connection, &model, most))
            .await
    }

    pub(crate) async fn keep_vectors(
        &self,
        model: ModelIdentity,
        packed: Vec<PackedVector>,
    ) -> Result<(), MemoryError> {
        self.change(move |connection| vectors::keep(connection, &model, &packed))
            .await
    }
}

/// Runs work on a thread with a connection, which knows only errors of stores.
async fn on<T, F>(worker: &Worker, work: F) -> Result<T, MemoryError>
where
    T: Send + 'static,
    F: FnOnce(&mut Connection) -> Result<T, MemoryError> + Send + 'static,
{
    let done: Result<Result<T, MemoryError>, StoreError> =
        worker.run(move |connection| Ok(work(connection))).await;
    done?
}
