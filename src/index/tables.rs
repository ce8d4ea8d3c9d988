//! The rows of the index: reads and writes files, chunks, words and facts. One function per
//! statement; the builder decides when they are called.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::analyzer::{Hash, Prepared};
use super::eligibility::Eligibility;
use super::outlines;
use notice::Notice;
use store::StoreError;
use workspace::listing::Mark;

/// The stored data of an indexed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IndexedFile {
    pub(super) id: i64,
    pub(super) mark: Mark,
    pub(super) hash: Option<Hash>,
}

/// A number stored in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StoredNumber {
    /// Whether every file has been read once.
    Whole,
    /// The size limit that the index was built with.
    MostBytes,
}

impl StoredNumber {
    fn name(self) -> &'static str {
        match self {
            StoredNumber::Whole => "whole",
            StoredNumber::MostBytes => "most_bytes",
        }
    }
}

pub(super) fn fact(connection: &Connection, fact: StoredNumber) -> Result<Option<i64>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT value FROM facts WHERE name = ?1")?;
    let found = statement.query_row([fact.name()], |row| row.get(0));
    Ok(found.optional()?)
}

pub(super) fn set_fact(
    connection: &Connection,
    fact: StoredNumber,
    value: i64,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT OR REPLACE INTO facts (name, value) VALUES (?1, ?2)",
        params![fact.name(), value],
    )?;
    Ok(())
}

/// The merge strategy of FTS for its segments of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Merging {
    /// A little with each batch, so that queries stay fast.
    Often,
    /// Only if there are many, so that bulk indexing is fast.
    Rarely,
}

pub(super) fn set_merging(connection: &Connection, merging: Merging) -> Result<(), StoreError> {
    let parts = match merging {
        Merging::Often => 4,
        Merging::Rarely => 0,
    };
    connection.execute(
        "INSERT INTO words (words, rank) VALUES ('automerge', ?1)",
        [parts],
    )?;
    Ok(())
}

/// Returns every file, by path.
pub(super) fn all(connection: &Connection) -> Result<HashMap<String, IndexedFile>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT path, id, bytes, modified, changed, inode, hash FROM files")?;
    let mut rows = statement.query([])?;
    let mut out = HashMap::new();
    while let Some(row) = rows.next()? {
        out.insert(row.get(0)?, known(row)?);
    }
    Ok(out)
}

/// Returns the file at a path, and all files below a folder of that name.
pub(super) fn at_or_below(
    connection: &Connection,
    path: &str,
) -> Result<Vec<(String, IndexedFile)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT path, id, bytes, modified, changed, inode, hash FROM files
         WHERE path = ?1 OR path >= ?1 || '/' AND path < ?1 || '0'",
    )?;
    let mut rows = statement.query([path])?;
    let mut out = Vec::new();
    while let Some(row) = rows.next()? {
        out.push((row.get(0)?, known(row)?));
    }
    Ok(out)
}

fn known(row: &rusqlite::Row<'_>) -> Result<IndexedFile, StoreError> {
    Ok(IndexedFile {
        id: row.get(1)?,
        mark: mark(row, 2)?,
        hash: row.get::<_, Option<Hash>>(6)?,
    })
}

/// Reads a mark from the four columns from `first` on.
pub(super) fn mark(row: &rusqlite::Row<'_>, first: usize) -> Result<Mark, StoreError> {
    Ok(Mark {
        bytes: row.get::<_, i64>(first)?.cast_unsigned(),
        modified: row.get(first + 1)?,
        changed: row.get(first + 2)?,
        inode: row.get::<_, i64>(first + 3)?.cast_unsigned(),
    })
}

/// Returns the path of a chunk's file.
pub(super) fn path_of(connection: &Connection, chunk: i64) -> Result<Option<String>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT path FROM chunks JOIN files ON files.id = chunks.file WHERE chunks.id = ?1",
    )?;
    let found = statement.query_row([chunk], |row| row.get(0));
    Ok(found.optional()?)
}

pub(super) fn count(connection: &Connection) -> Result<u64, StoreError> {
    let count: i64 = connection.query_row("SELECT count(*) FROM files", [], |row| row.get(0))?;
    Ok(count.cast_unsigned())
}

/// Figures about the content of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Files with a row.
    pub files: u64,
    /// Ranges of lines with words.
    pub chunks: u64,
    /// Number of files whose text is left out, by reason.
    pub left_out: Vec<(Notice, u64)>,
    /// Whether every file has been read.
    pub is_whole: bool,
    /// Number of vectors per model, by provider and name.
    pub vectors: Vec<(String, u64)>,
}

pub(super) fn report(connection: &Connection) -> Result<Report, StoreError> {
    let chunks = "SELECT count(*) FROM chunks";
    let chunks: i64 = connection.query_row(chunks, [], |row| row.get(0))?;
    let mut statement = connection.prepare_cached(
        "SELECT standing, count(*) FROM files GROUP BY standing ORDER BY standing",
    )?;
    let mut rows = statement.query([])?;
    let mut left_out = Vec::new();
    while let Some(row) = rows.next()? {
        let count: i64 = row.get(1)?;
        let why = Eligibility::from_number(row.get(0)?).why_left_out();
        left_out.extend(why.map(|why| (why, count.cast_unsigned())));
    }
    Ok(Report {
        files: count(connection)?,
        chunks: chunks.cast_unsigned(),
        left_out,
        is_whole: fact(connection, StoredNumber::Whole)? == Some(1),
        vectors: vectors_of_each(connection)?,
    })
}

fn vectors_of_each(connection: &Connection) -> Result<Vec<(String, u64)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT name, (SELECT count(*) FROM vectors WHERE model = models.id) FROM models",
    )?;
    let rows = statement.query_map([], |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned()))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the number of the next batch.
pub(super) fn next_batch(connection: &Connection) -> Result<i64, StoreError> {
    let last: Option<i64> =
        connection.query_row("SELECT max(batch) FROM files", [], |row| row.get(0))?;
    Ok(last.unwrap_or(0) + 1)
}

/// Adds a file with its chunks and words; returns its id.
pub(super) fn insert(
    connection: &Connection,
    file: &Prepared,
    batch: i64,
) -> Result<i64, StoreError> {
    let mark = file.mark;
    connection
        .prepare_cached(
            "INSERT INTO files
             (path, bytes, modified, changed, inode, hash, language, standing, batch)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            file.path,
            mark.bytes.cast_signed(),
            mark.modified,
            mark.changed,
            mark.inode.cast_signed(),
            file.hash,
            file.language,
            file.standing as u8,
            batch,
        ])?;
    let id = connection.last_insert_rowid();
    for chunk in &file.chunks {
        connection
            .prepare_cached("INSERT INTO chunks (file, first_line, last_line) VALUES (?1, ?2, ?3)")?
            .execute(params![id, chunk.first_line, chunk.last_line])?;
        let chunk_id = connection.last_insert_rowid();
        connection
            .prepare_cached(
                "INSERT INTO words (rowid, path, text, pieces) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![chunk_id, file.path, chunk.text, chunk.pieces])?;
    }
    if let Some(outline) = &file.outline {
        outlines::insert(connection, id, outline)?;
    }
    Ok(id)
}

/// Updates the mark of a file whose content is the same.
pub(super) fn set_mark(
    connection: &Connection,
    id: i64,
    mark: Mark,
    batch: i64,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE files SET bytes = ?2, modified = ?3, changed = ?4, inode = ?5, batch = ?6
             WHERE id = ?1",
        )?
        .execute(params![
            id,
            mark.bytes.cast_signed(),
            mark.modified,
            mark.changed,
            mark.inode.cast_signed(),
            batch,
        ])?;
    Ok(())
}

/// Removes a file with its chunks and words.
pub(super) fn remove(connection: &Connection, id: i64) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("SELECT id FROM chunks WHERE file = ?1")?;
    let chunks = statement.query_map([id], |row| row.get::<_, i64>(0))?;
    for chunk in chunks {
        connection
            .prepare_cached("DELETE FROM words WHERE rowid = ?1")?
            .execute([chunk?])?;
    }
    for statement in [
        "DELETE FROM vectors WHERE chunk IN (SELECT id FROM chunks WHERE file = ?1)",
        "DELETE FROM chunks WHERE file = ?1",
        "DELETE FROM outlines WHERE file = ?1",
        "DELETE FROM files WHERE id = ?1",
    ] {
        connection.prepare_cached(statement)?.execute([id])?;
    }
    Ok(())
}

/// Returns the ids of files whose trigrams are in a segment, in order.
pub(super) fn covered(connection: &Connection) -> Result<Vec<i64>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM files WHERE standing IN (?1, ?2) ORDER BY id")?;
    let numbers = params![Eligibility::Text as u8, Eligibility::Binary as u8];
    let rows = statement.query_map(numbers, |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Whether the file still exists and its trigrams are in a segment.
pub(super) fn is_covered(connection: &Connection, id: i64) -> Result<bool, StoreError> {
    let mut statement = connection.prepare_cached("SELECT standing FROM files WHERE id = ?1")?;
    let standing = statement.query_row([id], |row| row.get(0)).optional()?;
    Ok(standing.is_some_and(|number| Eligibility::from_number(number).is_covered()))
}
