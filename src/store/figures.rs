//! Figures of a session's runs, read from the tables of runs, steps, calls and prompts.

use rusqlite::{Connection, params};

use super::error::StoreError;
use super::{codec, runs};
use protocol::approval::Question;
use protocol::call::{CallResult, ToolCall};
use protocol::figures::{RunFigures, Span, SpanKind, StepFigures};
use protocol::ids::{RunId, SessionId};
use protocol::session::Run;

/// Maximum number of characters taken from the message that began a run.
const ASKED: usize = 200;

/// Returns a session's runs with their parts, the latest last, at most `limit`.
pub(super) fn of_session(
    connection: &Connection,
    session: SessionId,
    limit: usize,
) -> Result<Vec<RunFigures>, StoreError> {
    let mut found = Vec::new();
    for run in runs::list(connection, session, limit)? {
        let mut spans = calls(connection, run.id)?;
        spans.extend(prompts(connection, run.id)?);
        spans.sort_by_key(|span| span.from);
        found.push(RunFigures {
            asked: asked(connection, &run)?,
            steps: steps(connection, run.id)?,
            spans,
            run,
        });
    }
    found.reverse();
    Ok(found)
}

fn asked(connection: &Connection, run: &Run) -> Result<String, StoreError> {
    let mut statement = connection.prepare_cached("SELECT text FROM messages WHERE id = ?1")?;
    let mut rows = statement.query([run.message.to_string()])?;
    let Some(row) = rows.next()? else {
        return Ok(String::new());
    };
    let text: String = row.get(0)?;
    let line = text.lines().find(|line| !line.trim().is_empty());
    Ok(line.unwrap_or_default().chars().take(ASKED).collect())
}

fn steps(connection: &Connection, run: RunId) -> Result<Vec<StepFigures>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT model, started_at, completed_at, usage FROM steps WHERE run = ?1
         ORDER BY started_at, number",
    )?;
    let found = statement.query_map([run.to_string()], |row| {
        Ok(StepFigures {
            model: row.get(0)?,
            started_at: codec::time(row, 1)?,
            completed_at: codec::time_or_null(row, 2)?,
            usage: codec::value_or_null(row, 3)?,
        })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

fn calls(connection: &Connection, run: RunId) -> Result<Vec<Span>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT call, started_at, completed_at, result FROM calls
         WHERE run = ?1 AND started_at IS NOT NULL ORDER BY position",
    )?;
    let found = statement.query_map([run.to_string()], |row| {
        let call: ToolCall = codec::value(row, 0)?;
        let result: Option<CallResult> = codec::value_or_null(row, 3)?;
        Ok(Span {
            kind: SpanKind::Tool,
            name: call.tool,
            from: codec::time(row, 1)?,
            to: codec::time_or_null(row, 2)?,
            ok: result.is_none_or(|result| result.ok),
        })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

fn prompts(connection: &Connection, run: RunId) -> Result<Vec<Span>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT prompt, closed_at FROM prompts WHERE run = ?1 ORDER BY position")?;
    let found = statement.query_map(params![run.to_string()], |row| {
        let question: Question = codec::value(row, 0)?;
        Ok(Span {
            kind: SpanKind::User,
            name: question.tool,
            from: question.created_at,
            to: codec::time_or_null(row, 1)?,
            ok: true,
        })
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}
