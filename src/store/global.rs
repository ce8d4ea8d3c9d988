//! The database of all workspaces of this user, in the data folder. It is optional: if it cannot be
//! opened, agentichat reports that and continues.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::{Connection, Row, TransactionBehavior, params};

use super::error::StoreError;
use super::worker::{self, Worker};
use super::{codec, open, schema};
use notice::Notice;
use protocol::ids::WorkspaceId;
use protocol::query::KnownWorkspace;
use support::private;

/// Name of the database in the data folder.
pub(super) const GLOBAL_FILE: &str = "global.db";

/// Handle to the database of all workspaces. Cheap to clone.
#[derive(Clone)]
pub struct GlobalStore {
    worker: Worker,
}

impl std::fmt::Debug for GlobalStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GlobalStore").finish_non_exhaustive()
    }
}

impl GlobalStore {
    /// Opens the database in the data folder, which it creates if it is missing. Also returns
    /// notices for the user.
    ///
    /// # Errors
    /// See [`StoreError`]. Callers should show an error as a notice and continue.
    pub fn open(folder: &Path) -> Result<(Self, Vec<Notice>), StoreError> {
        private::make_folder(folder).map_err(|source| StoreError::io(folder, source))?;
        let mut notices = Vec::new();
        let file = folder.join(GLOBAL_FILE);
        let connection = open::open_file(&file, &schema::GLOBAL, &mut notices)?;
        let worker = Worker::owning(connection)?;
        Ok((Self { worker }, notices))
    }

    /// Returns the thread that owns the connection.
    pub(super) fn worker(&self) -> &Worker {
        &self.worker
    }

    /// Records that a workspace is in use. Keeps the time of the first use.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn touch(
        &self,
        id: WorkspaceId,
        root_path: PathBuf,
        detected_by: String,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.worker
            .run(move |connection| {
                let transaction =
                    connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                transaction
                    .prepare_cached(
                        "INSERT INTO workspaces
                         (id, root_path, detected_by, created_at, last_active)
                         VALUES (?1, ?2, ?3, ?4, ?4)
                         ON CONFLICT (id) DO UPDATE SET root_path = ?2, detected_by = ?3,
                             last_active = max(last_active, ?4)",
                    )?
                    .execute(params![
                        id.0,
                        root_path.to_string_lossy(),
                        detected_by,
                        codec::nanoseconds(at)
                    ])?;
                transaction.commit()?;
                Ok(())
            })
            .await
    }

    /// Blocks, unlike [`GlobalStore::touch`].
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn touch_blocking(
        &self,
        id: WorkspaceId,
        root_path: PathBuf,
        detected_by: String,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        worker::wait(self.touch(id, root_path, detected_by, at))
    }

    /// Returns the workspaces, most recently used first.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn workspaces(&self) -> Result<Vec<KnownWorkspace>, StoreError> {
        self.worker.run(|connection| list(connection)).await
    }

    /// Blocks, unlike [`GlobalStore::workspaces`].
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn workspaces_blocking(&self) -> Result<Vec<KnownWorkspace>, StoreError> {
        worker::wait(self.workspaces())
    }
}

fn list(connection: &Connection) -> Result<Vec<KnownWorkspace>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, root_path, detected_by, created_at, last_active FROM workspaces
         ORDER BY last_active DESC, rowid DESC",
    )?;
    let rows = statement.query_map([], known)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn known(row: &Row<'_>) -> rusqlite::Result<KnownWorkspace> {
    Ok(KnownWorkspace {
        id: WorkspaceId(row.get(0)?),
        root_path: PathBuf::from(row.get::<_, String>(1)?),
        detected_by: row.get(2)?,
        created_at: codec::time(row, 3)?,
        last_active: codec::time(row, 4)?,
    })
}
