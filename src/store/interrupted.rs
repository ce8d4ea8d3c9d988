//! Finds the remains of ended processes: sessions marked as working, and open items of
//! their last runs.

use rusqlite::{Connection, OptionalExtension, params};

use super::codec;
use super::error::StoreError;
use protocol::call::{ToolCall, ToolClass};
use protocol::change::FileStat;
use protocol::ids::{CallId, CheckpointId, FileId, RunId, SessionId};
use protocol::interrupted::{InterruptedCall, InterruptedRun};

/// Returns the sessions that are running or waiting according to the tables, oldest first.
pub(super) fn at_work(connection: &Connection) -> Result<Vec<SessionId>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM sessions WHERE status IN ('running', 'waiting') ORDER BY rowid",
    )?;
    let found = statement.query_map([], |row| codec::id(row, 0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Returns the unfinished calls of all sessions, and the ids of unfinished runs. The snapshots from
/// before an agent program started are stored under these run ids.
pub(super) fn open_calls(connection: &Connection) -> Result<Vec<CallId>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id FROM calls WHERE completed_at IS NULL
             UNION SELECT id FROM runs WHERE status IN ('queued', 'running', 'waiting_for_user')",
    )?;
    let found = statement.query_map([], |row| codec::id(row, 0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Returns the interrupted last run of a session; `None` if the run ended.
pub(super) fn run(
    connection: &Connection,
    session: SessionId,
    class_of: fn(&str) -> ToolClass,
) -> Result<Option<InterruptedRun>, StoreError> {
    let run: Option<RunId> = connection
        .prepare_cached(
            "SELECT id FROM runs WHERE session = ?1
             AND status IN ('queued', 'running', 'waiting_for_user')
             ORDER BY position DESC LIMIT 1",
        )?
        .query_row([session.to_string()], |row| codec::id(row, 0))
        .optional()?;
    let Some(run) = run else { return Ok(None) };
    let checkpoint: Option<CheckpointId> = connection
        .prepare_cached("SELECT id FROM checkpoints WHERE run = ?1 ORDER BY position LIMIT 1")?
        .query_row([run.to_string()], |row| codec::id(row, 0))
        .optional()?;
    Ok(Some(InterruptedRun {
        run,
        calls: calls(connection, run, class_of)?,
        checkpoint,
        kept: match checkpoint {
            Some(checkpoint) => kept(connection, checkpoint)?,
            None => Vec::new(),
        },
        files: files(connection, session, run)?,
    }))
}

fn calls(
    connection: &Connection,
    run: RunId,
    class_of: fn(&str) -> ToolClass,
) -> Result<Vec<InterruptedCall>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT call, started_at IS NOT NULL FROM calls
         WHERE run = ?1 AND completed_at IS NULL ORDER BY position",
    )?;
    let found = statement.query_map([run.to_string()], |row| {
        let call: ToolCall = codec::value(row, 0)?;
        Ok(InterruptedCall {
            class: class_of(&call.tool),
            call,
            begun: row.get(1)?,
        })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

fn kept(connection: &Connection, checkpoint: CheckpointId) -> Result<Vec<FileId>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT file FROM checkpoint_files WHERE checkpoint = ?1")?;
    let found = statement.query_map([checkpoint.to_string()], |row| codec::id(row, 0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Returns the lines that a run added and removed, by file. Excludes the user's changes during the
/// run.
fn files(
    connection: &Connection,
    session: SessionId,
    run: RunId,
) -> Result<Vec<FileStat>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT e.path, sum(json_array_length(h.inserted)), sum(h.old_count)
         FROM entries e JOIN hunks h ON h.entry = e.id
         WHERE e.session = ?1 AND json_extract(e.origin, '$.run') = ?2 AND h.state <> 'rejected'
         GROUP BY e.path ORDER BY min(e.position)",
    )?;
    let found = statement.query_map(params![session.to_string(), run.to_string()], |row| {
        Ok(FileStat {
            path: row.get(0)?,
            added: row.get(1)?,
            removed: row.get(2)?,
        })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}
