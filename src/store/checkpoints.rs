//! Tables `checkpoints` and `checkpoint_files`: the state before a change.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::changes::{file_at, know_file};
use super::codec;
use super::error::StoreError;
use notice::Notice;
use protocol::change::{Checkpoint, CheckpointFile, CheckpointKind};
use protocol::ids::{CheckpointId, ContentHash, FileId, Seq, SessionId};

pub(super) fn add(connection: &Connection, checkpoint: &Checkpoint) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO checkpoints (id, number, kind, session, run, at, label)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            checkpoint.id.to_string(),
            codec::count(checkpoint.number),
            codec::word(&checkpoint.kind)?,
            checkpoint.session.to_string(),
            checkpoint.run.map(|run| run.to_string()),
            codec::nanoseconds(checkpoint.at),
            checkpoint.label.to_column(),
        ])?;
    Ok(())
}

/// Records the base of a file. The first one counts, because it is the state before.
pub(super) fn keep_file(
    connection: &Connection,
    file: &CheckpointFile,
    seq: Seq,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO checkpoint_files (checkpoint, file, path, base, sha256, mode,
                 after_entry, without)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            file.checkpoint.to_string(),
            file.file.to_string(),
            file.path,
            file.base.as_ref().map(ContentHash::to_string),
            file.sha256.as_ref().map(ContentHash::to_string),
            file.mode,
            file.after_entry.map(|entry| entry.to_string()),
            codec::json(&file.without)?,
        ])?;
    know_file(connection, file.file, &file.path, seq)
}

/// Records the name of a checkpoint.
pub(super) fn rename(
    connection: &Connection,
    checkpoint: CheckpointId,
    name: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE checkpoints SET label = ?2, kind = ?3 WHERE id = ?1")?
        .execute(params![
            checkpoint.to_string(),
            name,
            codec::word(&CheckpointKind::Named)?
        ])?;
    Ok(())
}

/// Returns the highest checkpoint number; 0 if there is none.
pub(super) fn last_number(connection: &Connection) -> Result<u64, StoreError> {
    let number: Option<i64> =
        connection.query_row("SELECT max(number) FROM checkpoints", [], |row| row.get(0))?;
    Ok(codec::counted(number.unwrap_or(0)))
}

/// Returns the highest checkpoint number of a session.
pub(super) fn last_number_of(
    connection: &Connection,
    session: SessionId,
) -> Result<Option<u64>, StoreError> {
    let number: Option<i64> = connection
        .prepare_cached("SELECT max(number) FROM checkpoints WHERE session = ?1")?
        .query_row([session.to_string()], |row| row.get(0))?;
    Ok(number.map(codec::counted))
}

fn checkpoint(row: &Row<'_>) -> rusqlite::Result<Checkpoint> {
    Ok(Checkpoint {
        id: codec::id(row, 0)?,
        number: codec::counted(row.get(1)?),
        kind: codec::named(row, 2)?,
        session: codec::id(row, 3)?,
        run: codec::id_or_null(row, 4)?,
        at: codec::time(row, 5)?,
        label: Notice::of_column(row.get(6)?),
    })
}

fn checkpoint_file(row: &Row<'_>) -> rusqlite::Result<(Checkpoint, CheckpointFile)> {
    let checkpoint = checkpoint(row)?;
    let file = CheckpointFile {
        checkpoint: checkpoint.id,
        file: codec::id(row, 7)?,
        path: row.get(8)?,
        base: codec::id_or_null(row, 9)?,
        sha256: codec::id_or_null(row, 10)?,
        mode: row.get(11)?,
        after_entry: codec::id_or_null(row, 12)?,
        without: codec::value(row, 13)?,
    };
    Ok((checkpoint, file))
}

/// Returns the first base that a session stored of the file at `path`: the file's state
/// before the session.
pub(super) fn first_base(
    connection: &Connection,
    session: SessionId,
    path: &str,
) -> Result<Option<(Checkpoint, CheckpointFile)>, StoreError> {
    let file = file_at(connection, session, path)?.map(|file| file.to_string());
    Ok(connection
        .prepare_cached(
            "SELECT c.id, c.number, c.kind, c.session, c.run, c.at, c.label,
                 f.file, f.path, f.base, f.sha256, f.mode, f.after_entry, f.without
             FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint
             WHERE c.session = ?1 AND (f.file = ?2 OR (?2 IS NULL AND f.path = ?3))
             ORDER BY c.position LIMIT 1",
        )?
        .query_row(params![session.to_string(), file, path], checkpoint_file)
        .optional()?)
}

/// Returns the first base that a session stored of a file.
pub(super) fn base_of(
    connection: &Connection,
    session: SessionId,
    file: FileId,
) -> Result<Option<CheckpointFile>, StoreError> {
    Ok(connection
        .prepare_cached(
            "SELECT c.id, c.number, c.kind, c.session, c.run, c.at, c.label,
                 f.file, f.path, f.base, f.sha256, f.mode, f.after_entry, f.without
             FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint
             WHERE c.session = ?1 AND f.file = ?2 ORDER BY c.position LIMIT 1",
        )?
        .query_row([session.to_string(), file.to_string()], checkpoint_file)
        .optional()?
        .map(|(_, file)| file))
}

/// Returns the last checkpoints of the workspace, latest first, with their files and the names
/// of their sessions.
pub(super) fn latest(
    connection: &Connection,
    limit: u32,
) -> Result<Vec<(Checkpoint, Vec<CheckpointFile>)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, number, kind, session, run, at, label FROM checkpoints
         ORDER BY position DESC LIMIT ?1",
    )?;
    let found: Vec<Checkpoint> = statement
        .query_map([limit], checkpoint)?
        .collect::<Result<_, _>>()?;
    with_files(connection, found)
}

/// Returns every checkpoint of a session, oldest first, with its files.
pub(super) fn list(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<(Checkpoint, Vec<CheckpointFile>)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, number, kind, session, run, at, label FROM checkpoints
         WHERE session = ?1 ORDER BY position",
    )?;
    let found: Vec<Checkpoint> = statement
        .query_map([session.to_string()], checkpoint)?
        .collect::<Result<_, _>>()?;
    with_files(connection, found)
}

/// Returns missing contents with the checkpoints that are incomplete without them: the checkpoints'
/// own contents, and those that the log of a file is replayed on.
pub(super) fn missing(
    connection: &Connection,
) -> Result<Vec<(CheckpointId, ContentHash)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "WITH first(session, file, base, position) AS (
             SELECT c.session, f.file, f.base, min(c.position)
             FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint
             GROUP BY c.session, f.file
         ),
         wanted(checkpoint, hash) AS (
             SELECT checkpoint, base FROM checkpoint_files
             UNION SELECT c.id, first.base
             FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint
             JOIN first ON first.session = c.session AND first.file = f.file
         )
         SELECT checkpoint, hash FROM wanted
         WHERE hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM blobs WHERE blobs.hash = wanted.hash)",
    )?;
    let rows = statement.query_map([], |row| Ok((codec::id(row, 0)?, codec::id(row, 1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn with_files(
    connection: &Connection,
    found: Vec<Checkpoint>,
) -> Result<Vec<(Checkpoint, Vec<CheckpointFile>)>, StoreError> {
    let mut files = connection.prepare_cached(
        "SELECT c.id, c.number, c.kind, c.session, c.run, c.at, c.label,
             f.file, f.path, f.base, f.sha256, f.mode, f.after_entry, f.without
         FROM checkpoint_files f JOIN checkpoints c ON c.id = f.checkpoint
         WHERE c.id = ?1 ORDER BY f.rowid",
    )?;
    found
        .into_iter()
        .map(|checkpoint| {
            let kept = files
                .query_map([checkpoint.id.to_string()], checkpoint_file)?
                .map(|row| row.map(|(_, file)| file))
                .collect::<Result<_, _>>()?;
            Ok((checkpoint, kept))
        })
        .collect()
}
