//! Tables `runs`, `steps` and `calls`.

use rusqlite::{Connection, Row, params};

use super::error::StoreError;
use super::{codec, questions, sessions};
use notice::Notice;
use protocol::call::{CallResult, ToolCall};
use protocol::event::Event;
use protocol::ids::{CallId, MessageId, SessionId, StepId};
use protocol::session::{Run, RunResult, RunStatus, SessionStatus};
use protocol::usage::Usage;

/// Records the start of a run.
pub(super) fn start(
    connection: &Connection,
    event: &Event,
    message: MessageId,
) -> Result<(), StoreError> {
    let Some(run) = event.run else { return Ok(()) };
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO runs (id, session, message, status, started_at)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            run.to_string(),
            event.session.to_string(),
            message.to_string(),
            codec::word(&RunStatus::Running)?,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

/// Records the end of a run. Closes its open questions, because no run waits for them any more.
pub(super) fn end(
    connection: &Connection,
    event: &Event,
    status: RunStatus,
    result: Option<&RunResult>,
    error: Option<&str>,
) -> Result<(), StoreError> {
    let Some(run) = event.run else { return Ok(()) };
    connection
        .prepare_cached(
            "UPDATE runs SET status = ?2, finished_at = ?3, error = ?4, result = ?5 WHERE id = ?1",
        )?
        .execute(params![
            run.to_string(),
            codec::word(&status)?,
            codec::nanoseconds(event.at),
            error,
            codec::json_or_null(result)?,
        ])?;
    questions::close_of_run(connection, event, run)?;
    match result {
        Some(result) => sessions::add_duration(connection, event, result.duration_ms),
        None => Ok(()),
    }
}

/// Updates the last run's status with the session's: waiting or running, under review or done.
pub(super) fn follow_session(
    connection: &Connection,
    event: &Event,
    status: SessionStatus,
) -> Result<(), StoreError> {
    let Some((from, to)) = status.moves_run() else {
        return Ok(());
    };
    connection
        .prepare_cached(
            "UPDATE runs SET status = ?3 WHERE status = ?2
             AND position = (SELECT max(position) FROM runs WHERE session = ?1)",
        )?
        .execute(params![
            event.session.to_string(),
            codec::word(&from)?,
            codec::word(&to)?
        ])?;
    Ok(())
}

/// Returns the models of a provider that have answered, latest first, at most 16.
pub(super) fn models_used(
    connection: &Connection,
    provider: &str,
) -> Result<Vec<String>, StoreError> {
    let before = format!("{provider}/");
    let mut statement = connection.prepare_cached(
        "SELECT substr(model, length(?1) + 1) FROM steps
         WHERE completed_at IS NOT NULL AND substr(model, 1, length(?1)) = ?1
         GROUP BY model ORDER BY max(completed_at) DESC LIMIT 16",
    )?;
    let found = statement.query_map([before], |row| row.get(0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Records a request to the model.
pub(super) fn start_step(
    connection: &Connection,
    event: &Event,
    step: StepId,
    number: u32,
    model: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO steps (id, run, number, model, started_at)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            step.to_string(),
            event.run.map(|run| run.to_string()),
            number,
            model,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

/// Records a complete answer of the model.
pub(super) fn end_step(
    connection: &Connection,
    event: &Event,
    step: StepId,
    usage: &Usage,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE steps SET completed_at = ?2, usage = ?3 WHERE id = ?1")?
        .execute(params![
            step.to_string(),
            codec::nanoseconds(event.at),
            codec::json(usage)?
        ])?;
    Ok(())
}

/// Records that the model requested a tool.
pub(super) fn request_call(
    connection: &Connection,
    event: &Event,
    message: MessageId,
    call: &ToolCall,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO calls (id, session, run, message, call, requested_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            call.id.to_string(),
            event.session.to_string(),
            event.run.map(|run| run.to_string()),
            message.to_string(),
            codec::json(call)?,
            codec::nanoseconds(event.at),
        ])?;
    Ok(())
}

/// Records that a call is running.
pub(super) fn start_call(
    connection: &Connection,
    event: &Event,
    call: CallId,
    allowed_by: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE calls SET started_at = ?2, allowed_by = ?3 WHERE id = ?1")?
        .execute(params![
            call.to_string(),
            codec::nanoseconds(event.at),
            allowed_by
        ])?;
    Ok(())
}

/// Records the end of a call. The result as the model sees it is in its message.
pub(super) fn end_call(
    connection: &Connection,
    event: &Event,
    result: &CallResult,
) -> Result<(), StoreError> {
    let told = CallResult {
        call: result.call,
        provider_id: result.provider_id.clone(),
        tool: result.tool.clone(),
        ok: result.ok,
        content: serde_json::Value::Null,
        summary: result.summary.clone(),
        error: result.error.clone(),
        duration_ms: result.duration_ms,
    };
    connection
        .prepare_cached("UPDATE calls SET completed_at = ?2, result = ?3 WHERE id = ?1")?
        .execute(params![
            result.call.to_string(),
            codec::nanoseconds(event.at),
            codec::json(&told)?
        ])?;
    Ok(())
}

fn run(row: &Row<'_>, session: SessionId) -> rusqlite::Result<Run> {
    Ok(Run {
        id: codec::id(row, 0)?,
        session,
        message: codec::id(row, 1)?,
        status: codec::named(row, 2)?,
        started_at: codec::time(row, 3)?,
        finished_at: codec::time_or_null(row, 4)?,
        error: row.get::<_, Option<String>>(5)?.map(Notice::of_column),
        result: codec::value_or_null(row, 6)?,
    })
}

/// Returns a session's runs, the latest first, at most `limit`.
pub(super) fn list(
    connection: &Connection,
    session: SessionId,
    limit: usize,
) -> Result<Vec<Run>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = connection.prepare_cached(
        "SELECT id, message, status, started_at, finished_at, error, result FROM runs
         WHERE session = ?1 ORDER BY position DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![session.to_string(), limit], |row| run(row, session))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
