//! Tables `queued_messages`, `context_rows`, `history` and `drafts`: what the human gave and the
//! agent has not seen, or sees each time.

use rusqlite::{Connection, OptionalExtension, params};

use super::codec;
use super::error::StoreError;
use crate::protocol::context::ContextRow;
use crate::protocol::event::Event;
use crate::protocol::ids::{ContextId, MessageId, SessionId};
use crate::protocol::session::QueuedMessage;
use crate::words::before;

/// A message waits.
pub(super) fn queue(
    connection: &Connection,
    event: &Event,
    message: &QueuedMessage,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO queued_messages (id, session, text) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET text = ?3",
        )?
        .execute(params![
            message.id.to_string(),
            event.session.to_string(),
            message.text
        ])?;
    Ok(())
}

/// A message left the queue.
pub(super) fn unqueue(connection: &Connection, message: MessageId) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM queued_messages WHERE id = ?1")?
        .execute([message.to_string()])?;
    Ok(())
}

/// The messages that wait in a session, oldest first.
pub(super) fn queued(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<QueuedMessage>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, text FROM queued_messages WHERE session = ?1 ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| {
        Ok(QueuedMessage {
            id: codec::id(row, 0)?,
            text: row.get(1)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Context was included.
pub(super) fn include(
    connection: &Connection,
    event: &Event,
    row: &ContextRow,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO context_rows (id, session, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET body = ?3",
        )?
        .execute(params![
            row.id.to_string(),
            event.session.to_string(),
            codec::json(row)?
        ])?;
    Ok(())
}

/// Context is included no longer.
pub(super) fn exclude(
    connection: &Connection,
    event: &Event,
    row: ContextId,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM context_rows WHERE id = ?1 AND session = ?2")?
        .execute(params![row.to_string(), event.session.to_string()])?;
    Ok(())
}

/// What is included in a session, oldest first.
pub(super) fn context(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<ContextRow>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT body FROM context_rows WHERE session = ?1 ORDER BY position")?;
    let rows = statement.query_map([session.to_string()], |row| codec::value(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A line was kept, unless it is the same as the one before it.
pub(super) fn remember(
    connection: &Connection,
    event: &Event,
    text: &str,
) -> Result<(), StoreError> {
    let last: Option<String> = connection
        .prepare_cached("SELECT text FROM history ORDER BY position DESC LIMIT 1")?
        .query_row([], |row| row.get(0))
        .optional()?;
    if last.as_deref() == Some(text) {
        return Ok(());
    }
    connection
        .prepare_cached("INSERT INTO history (session, at, text) VALUES (?1, ?2, ?3)")?
        .execute(params![
            event.session.to_string(),
            codec::nanoseconds(event.at),
            text
        ])?;
    Ok(())
}

/// The last `limit` lines of the workspace, latest last.
pub(super) fn history(connection: &Connection, limit: usize) -> Result<Vec<String>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement =
        connection.prepare_cached("SELECT text FROM history ORDER BY position DESC LIMIT ?1")?;
    let mut lines: Vec<String> = statement
        .query_map([limit], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    lines.reverse();
    Ok(lines)
}

/// A draft was kept; an empty one is forgotten.
pub(super) fn save_draft(
    connection: &Connection,
    event: &Event,
    text: &str,
) -> Result<(), StoreError> {
    let session = event.session.to_string();
    if text.is_empty() {
        connection
            .prepare_cached("DELETE FROM drafts WHERE session = ?1")?
            .execute([session])?;
        return Ok(());
    }
    connection
        .prepare_cached(
            "INSERT INTO drafts (session, text) VALUES (?1, ?2)
             ON CONFLICT (session) DO UPDATE SET text = ?2",
        )?
        .execute(params![session, text])?;
    Ok(())
}

/// A message that was not sent is a draft again, before what was typed since.
pub(super) fn return_to_draft(
    connection: &Connection,
    event: &Event,
    text: &str,
) -> Result<(), StoreError> {
    let typed = draft(connection, event.session)?;
    save_draft(connection, event, &before(text, &typed))
}

/// The draft of a session; empty where there is none.
pub(super) fn draft(connection: &Connection, session: SessionId) -> Result<String, StoreError> {
    let text: Option<String> = connection
        .prepare_cached("SELECT text FROM drafts WHERE session = ?1")?
        .query_row([session.to_string()], |row| row.get(0))
        .optional()?;
    Ok(text.unwrap_or_default())
}
