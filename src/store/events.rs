//! The event log, which clients replay. Never read to rebuild state; the tables hold the state.

use rusqlite::{Connection, params};
use serde_json::Value;

use super::codec;
use super::error::StoreError;
use protocol::event::Event;
use protocol::ids::{Seq, SessionId};

/// Returns the number of the last event; 0 if there is none.
pub(super) fn last(connection: &Connection) -> Result<Seq, StoreError> {
    let last: Option<i64> =
        connection.query_row("SELECT max(seq) FROM events", [], |row| row.get(0))?;
    Ok(Seq(codec::counted(last.unwrap_or(0))))
}

/// Adds an event. `previous` is the number before it, queried once per transaction.
///
/// # Errors
/// [`StoreError::Renumber`] if another process was faster.
pub(super) fn insert(
    connection: &Connection,
    event: &Event,
    seq: Seq,
    previous: &mut Option<Seq>,
) -> Result<(), StoreError> {
    let before = match *previous {
        Some(before) => before,
        None => last(connection)?,
    };
    if seq <= before {
        return Err(StoreError::Renumber { last: before });
    }
    *previous = Some(seq);
    let body = serde_json::to_value(event)?;
    let kind = body.get("type").and_then(Value::as_str).unwrap_or_default();
    connection
        .prepare_cached(
            "INSERT INTO events (seq, session, run, type, at, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            codec::count(seq.0),
            event.session.to_string(),
            event.run.map(|run| run.to_string()),
            kind,
            codec::nanoseconds(event.at),
            body.to_string(),
        ])?;
    Ok(())
}

/// Returns at most `limit` events of a session after `seq`, in order and as written, including
/// events of a kind that this build does not know.
pub(super) fn of_session(
    connection: &Connection,
    session: SessionId,
    seq: Seq,
    limit: usize,
) -> Result<Vec<(Seq, String)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT seq, body FROM events WHERE session = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let of = params![session.to_string(), codec::count(seq.0), limit];
    let found = statement.query_map(of, |row| {
        let seq: i64 = row.get(0)?;
        Ok((Seq(codec::counted(seq)), row.get(1)?))
    })?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Returns at most `limit` events after `seq`, in order. Skips events of a kind that this build
/// does not know and does not count them.
pub(super) fn after(
    connection: &Connection,
    seq: Seq,
    limit: usize,
) -> Result<Vec<Event>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT body FROM events WHERE seq > ?1 ORDER BY seq")?;
    let mut rows = statement.query([codec::count(seq.0)])?;
    let mut events = Vec::new();
    while events.len() < limit {
        let Some(row) = rows.next()? else { break };
        match support::json::from_str(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?) {
            Ok(event) => events.push(event),
            Err(error) => tracing::debug!(%error, "an event of an unknown kind is passed over"),
        }
    }
    Ok(events)
}
