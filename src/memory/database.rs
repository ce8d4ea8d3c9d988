//! `memory.db`: its schema, and opening it.

use std::path::{Path, PathBuf};

use notice::Notice;
use rusqlite::Connection;
use store::StoreError;
use store::open::{open_file, open_memory, open_reader, prepare_folder};
use store::schema::Schema;

pub(crate) const MEMORY: Schema = Schema {
    name: "memory.db",
    migrations: &[include_str!(
        "../../assets/migrations/memory/0001_items.sql"
    )],
};

/// Bytes of the database that a reader maps: reading all vectors is most of a search.
const MAPPED_BYTES: i64 = 256 * 1024 * 1024;

/// Returns the path of the database in the user's data folder.
pub(crate) fn file_in(folder: &Path) -> PathBuf {
    folder.join(MEMORY.name)
}

/// Opens the database for writing, and creates it if it is missing. A damaged one is moved aside and told.
///
/// # Errors
/// See [`StoreError`].
pub(crate) fn open(folder: &Path) -> Result<(Connection, Vec<Notice>), StoreError> {
    prepare_folder(folder)?;
    let mut notices = Vec::new();
    let connection = open_file(&file_in(folder), &MEMORY, &mut notices)?;
    Ok((connection, notices))
}

/// Opens a database that ends with its connection.
///
/// # Errors
/// See [`StoreError`].
pub(crate) fn in_memory() -> Result<Connection, StoreError> {
    open_memory(&MEMORY)
}

/// Opens another connection, for reading.
///
/// # Errors
/// See [`StoreError`].
pub(crate) fn reader(file: &Path) -> Result<Connection, StoreError> {
    let connection = open_reader(file)?;
    connection.pragma_update(None, "mmap_size", MAPPED_BYTES)?;
    Ok(connection)
}
