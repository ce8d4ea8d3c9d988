//! Opens the database, and discards an unusable one, because it can be rebuilt.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension};

use notice::{Notice, notice};
use store::StoreError;
use store::open::{open_patiently, open_reader, prepare_folder, refuse_strangers, remove};
use store::schema::Schema;

/// Version of the tables and their content. An index with another number is rebuilt, so a change
/// needs no migration.
const FORMAT: i64 = 3;

const INDEX: Schema = Schema {
    name: "index.db",
    migrations: &[include_str!("../../assets/migrations/index/0001_index.sql")],
};

/// Path of the database in a workspace's folder.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join(INDEX.name)
}

/// Opens the database for building, or creates it. The caller holds the lock. Returns a notice for
/// the user if it discarded a database.
pub(super) fn for_building(folder: &Path) -> Result<(Connection, Option<Notice>), StoreError> {
    prepare_folder(folder)?;
    let file = file_in(folder);
    refuse_strangers(&file)?;
    let (connection, notice) = match attempt(&file) {
        Ok(connection) => (connection, None),
        Err(error) => {
            let notice = match &error {
                StoreError::Corrupt { reason } => {
                    notice!("told-index-damaged-why", rest = reason)
                }
                StoreError::Newer { .. } => notice!("told-index-other-version"),
                _ => return Err(error.at(&file)),
            };
            tracing::warn!(%error, "the index is thrown away");
            remove(&file)?;
            (attempt(&file)?, Some(notice))
        }
    };
    // Data lost in a power cut is rebuilt; after a crash of this process the database is intact.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -32_000)?;
    Ok((connection, notice))
}

/// Opens the database for reading; `None` if there is none that this version can read.
pub(super) fn for_reading(folder: &Path) -> Result<Option<(Connection, u64)>, StoreError> {
    let file = file_in(folder);
    refuse_strangers(&file)?;
    let Some(inode) = inode(&file) else {
        return Ok(None);
    };
    let connection = open_reader(&file)?;
    match format_of(&connection) {
        Ok(Some(FORMAT)) => Ok(Some((connection, inode))),
        // The database is being created, or belongs to another version.
        Ok(_) | Err(StoreError::Sqlite(_)) => Ok(None),
        Err(error) => Err(error.at(&file)),
    }
}

/// Returns the inode of the file: another inode means another database.
pub(super) fn inode(file: &Path) -> Option<u64> {
    let metadata = file.symlink_metadata().ok()?;
    Some(metadata.ino())
}

fn attempt(file: &Path) -> Result<Connection, StoreError> {
    let connection = open_patiently(file, &INDEX)?;
    let newer = |found: i64| StoreError::Newer {
        database: INDEX.name.to_owned(),
        found: u32::try_from(found).unwrap_or(u32::MAX),
        known: u32::try_from(FORMAT).unwrap_or(u32::MAX),
    };
    // The schema marks the file as this program's; a missing table shows that it is not.
    let format = format_of(&connection).map_err(|error| match error {
        StoreError::Sqlite(error) => StoreError::Corrupt {
            reason: Notice::text(error.to_string()),
        },
        other => other,
    })?;
    match format {
        Some(FORMAT) => {}
        Some(other) => return Err(newer(other)),
        None => {
            connection.execute(
                "INSERT INTO facts (name, value) VALUES ('format', ?1)",
                [FORMAT],
            )?;
        }
    }
    Ok(connection)
}

fn format_of(connection: &Connection) -> Result<Option<i64>, StoreError> {
    let found = connection
        .query_row("SELECT value FROM facts WHERE name = 'format'", [], |row| {
            row.get(0)
        })
        .optional()?;
    Ok(found)
}
