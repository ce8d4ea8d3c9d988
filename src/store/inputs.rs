//! Tables `queued_messages`, `context_rows`, `history` and `drafts`: input of the user that the
//! agent has not seen yet, or sees each time.

use rusqlite::{Connection, OptionalExtension, params};

use super::codec;
use super::error::StoreError;
use notice::words::before;
use protocol::context::ContextRow;
use protocol::event::Event;
use protocol::ids::{ContextId, MessageId, SessionId};
use protocol::session::QueuedMessage;

pub(super) fn queue(
    connection: &Connection,
    event: &Event,
    message: &QueuedMessage,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO queued_messages (id, session, text, deliver) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET text = ?3, deliver = ?4",
        )?
        .execute(params![
            message.id.to_string(),
            event.session.to_string(),
            message.text,
            codec::word(&message.deliver)?
        ])?;
    Ok(())
}

/// Records that a message left the queue.
pub(super) fn unqueue(connection: &Connection, message: MessageId) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM queued_messages WHERE id = ?1")?
        .execute([message.to_string()])?;
    Ok(())
}

/// Returns the queued messages of a session, oldest first.
pub(super) fn queued(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<QueuedMessage>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, text, deliver FROM queued_messages WHERE session = ?1 ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| {
        Ok(QueuedMessage {
            id: codec::id(row, 0)?,
            text: row.get(1)?,
            deliver: codec::named(row, 2)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

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

/// Records that context is no longer included.
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

/// Returns the included context of a session, oldest first.
pub(super) fn context(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<ContextRow>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT body FROM context_rows WHERE session = ?1 ORDER BY position")?;
    let rows = statement.query_map([session.to_string()], |row| codec::value(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Adds a line to the history, unless it equals the line before it.
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

/// Returns the last `limit` lines of the workspace's history, latest last.
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

/// Stores a draft; deletes it if it is empty.
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

/// Turns an unsent message back into a draft, before the text typed since.
pub(super) fn return_to_draft(
    connection: &Connection,
    event: &Event,
    text: &str,
) -> Result<(), StoreError> {
    let typed = draft(connection, event.session)?;
    save_draft(connection, event, &before(text, &typed))
}

/// Returns the draft of a session; empty if there is none.
pub(super) fn draft(connection: &Connection, session: SessionId) -> Result<String, StoreError> {
    let text: Option<String> = connection
        .prepare_cached("SELECT text FROM drafts WHERE session = ?1")?
        .query_row([session.to_string()], |row| row.get(0))
        .optional()?;
    Ok(text.unwrap_or_default())
}
