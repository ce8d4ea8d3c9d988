//! `cache.db` of a workspace: opens, reports and empties it. The index keeps vectors in it
//! (`index/vector_cache.rs`), the composition root model answers ([`super::answers`]) and data from
//! providers ([`super::model_cache`]). All content can be recomputed. Deletes a damaged file, and
//! leaves a file of a later version untouched.
//!
//! Called by both, and for `/cache` and `agentichat cache`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreError;
use super::open::{
    open_patiently, open_reader, open_writer, prepare_folder, refuse_strangers, remove, with_suffix,
};
use super::schema::Schema;
use super::{answers, codec};
use notice::{Notice, notice};

pub(super) const CACHE: Schema = Schema {
    name: "cache.db",
    migrations: &[
        include_str!("../../assets/migrations/cache/0001_vectors.sql"),
        include_str!("../../assets/migrations/cache/0002_answers.sql"),
        include_str!("../../assets/migrations/cache/0003_told.sql"),
    ],
};

/// Maximum wait for another process. A cache does not justify more.
const BUSY: Duration = Duration::from_millis(500);

/// Returns the path of the database in a workspace's folder.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join(CACHE.name)
}

/// Opens the database, or creates it. Returns a notice for the user if it deleted a damaged one.
///
/// # Errors
/// See [`StoreError`]. Callers should report an error as a notice at most.
pub fn open(file: &Path) -> Result<(Connection, Option<Notice>), StoreError> {
    if let Some(folder) = file.parent() {
        prepare_folder(folder)?;
    }
    refuse_strangers(file)?;
    let (connection, word) = match open_patiently(file, &CACHE) {
        Err(StoreError::Corrupt { reason }) => {
            remove(file)?;
            let path = file.display();
            let word = notice!("told-cache-damaged", rest = reason, path);
            (open_patiently(file, &CACHE)?, Some(word))
        }
        other => (other.map_err(|error| error.at(file))?, None),
    };
    // Rows lost in a power cut can be recomputed.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.busy_timeout(BUSY)?;
    Ok((connection, word))
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Contents {
    pub answers: Rows,
    /// Answers that were served from the cache.
    pub hits: u64,
    /// Requests that the cache could have answered but did not.
    pub misses: u64,
    /// Tokens of the answered requests, input and output.
    pub saved_tokens: u64,
    pub vectors: Rows,
    pub lists: Rows,
    /// Counts of tokens.
    pub counts: Rows,
    /// Size in bytes of the file and of the files beside it.
    pub file_bytes: u64,
}

/// Rows of a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rows {
    pub count: u64,
    /// Size of their contents in bytes.
    pub bytes: u64,
}

/// Returns the contents of a database; empty if there is none. Never creates one.
///
/// # Errors
/// See [`StoreError`].
pub fn contents(file: &Path) -> Result<Contents, StoreError> {
    refuse_strangers(file)?;
    if !file.exists() {
        return Ok(Contents::default());
    }
    let read = open_reader(file).and_then(|connection| read(&connection));
    let contents = read.map_err(|error| error.at(file))?;
    Ok(Contents {
        file_bytes: file_bytes(file),
        ..contents
    })
}

fn read(connection: &Connection) -> Result<Contents, StoreError> {
    CACHE.check(connection)?;
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let vectors = match version {
        0 => Rows::default(),
        _ => rows(
            connection,
            "SELECT count(*), sum(length(bytes)) FROM vectors",
        )?,
    };
    // A database of an older schema that has not been opened since.
    if version < 2 {
        return Ok(Contents {
            vectors,
            ..Contents::default()
        });
    }
    let (lists, counts) = match version {
        2 => (Rows::default(), Rows::default()),
        _ => (
            rows(
                connection,
                "SELECT count(*), sum(length(models)) FROM model_lists",
            )?,
            rows(
                connection,
                "SELECT count(*), sum(length(key) + length(seal) + 16) FROM token_counts",
            )?,
        ),
    };
    Ok(Contents {
        answers: rows(
            connection,
            "SELECT count(*), sum(length(parts)) FROM answers",
        )?,
        hits: answers::count(connection, answers::HITS)?,
        misses: answers::count(connection, answers::MISSES)?,
        saved_tokens: answers::count(connection, answers::SAVED)?,
        vectors,
        lists,
        counts,
        file_bytes: 0,
    })
}

fn rows(connection: &Connection, query: &str) -> Result<Rows, StoreError> {
    let (count, bytes): (i64, Option<i64>) =
        connection.query_row(query, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(Rows {
        count: codec::counted(count),
        bytes: codec::counted(bytes.unwrap_or(0)),
    })
}

fn file_bytes(file: &Path) -> u64 {
    let paths = ["", "-wal", "-shm"].map(|side| with_suffix(file, side));
    let sizes = paths.iter().filter_map(|path| std::fs::metadata(path).ok());
    sizes.map(|facts| facts.len()).sum()
}

/// Empties a database, even while other processes use it. Returns the previous contents, or `None`
/// if there is no database. Deletes a damaged one.
///
/// # Errors
/// See [`StoreError`].
pub fn empty(file: &Path) -> Result<Option<Contents>, StoreError> {
    refuse_strangers(file)?;
    if !file.exists() {
        return Ok(None);
    }
    let done = contents(file).and_then(|before| {
        let mut connection = open_writer(file)?;
        delete(&mut connection)?;
        Ok(before)
    });
    match done {
        Err(StoreError::Corrupt { .. } | StoreError::Sqlite(_)) => {
            let file_bytes = file_bytes(file);
            remove(file)?;
            Ok(Some(Contents {
                file_bytes,
                ..Contents::default()
            }))
        }
        done => done.map(Some).map_err(|error| error.at(file)),
    }
}

fn delete(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables = [
        "vectors",
        "answers",
        "answer_counts",
        "model_lists",
        "token_counts",
    ];
    for table in tables {
        let there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        let there: i64 = transaction.query_row(there, [table], |row| row.get(0))?;
        if there > 0 {
            transaction.execute(&format!("DELETE FROM {table}"), [])?;
        }
    }
    transaction.commit()?;
    // This returns the space to the system if no connection reads; otherwise the database uses it
    // again.
    if let Err(error) = connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") {
        tracing::debug!(%error, "the room of the emptied cache is kept");
    }
    Ok(())
}
