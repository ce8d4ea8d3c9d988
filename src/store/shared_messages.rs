//! Table `borrowed`: messages that a session shares with the one that it was forked from. Each text
//! is stored once. Changes and withdrawals on one side affect that side alone.

use rusqlite::{Connection, OptionalExtension, params};

use super::error::StoreError;
use super::{codec, compactions, inputs, messages, sessions, tasks};
use protocol::event::Event;
use protocol::ids::{MessageId, SessionId, WorkspaceId};
use protocol::message::Message;
use protocol::session::Fork;

/// Records a fork of a session.
pub(super) fn fork(
    connection: &Connection,
    workspace: &WorkspaceId,
    event: &Event,
    fork: &Fork,
) -> Result<(), StoreError> {
    sessions::create(connection, workspace, event, &fork.settings, &fork.policy)?;
    let session = event.session.to_string();
    connection
        .prepare_cached("UPDATE sessions SET forked_from = ?2 WHERE id = ?1")?
        .execute(params![session, fork.from.to_string()])?;
    if let Some(through) = fork.through {
        borrow(connection, &session, fork.from, through)?;
    }
    for row in &fork.context {
        inputs::include(connection, event, row)?;
    }
    for compaction in &fork.compactions {
        compactions::add(connection, event, compaction)?;
    }
    for task in &fork.tasks {
        tasks::add(connection, event, task)?;
    }
    Ok(())
}

/// Borrows the messages of the other session in view up to a given one: first those that it
/// borrowed itself, then its own.
fn borrow(
    connection: &Connection,
    session: &str,
    from: SessionId,
    through: MessageId,
) -> Result<(), StoreError> {
    let from = from.to_string();
    let last_borrowed = place(connection, &from, through)?;
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO borrowed (session, message, blocks, text)
             SELECT ?1, message, blocks, text FROM borrowed
             WHERE session = ?2 AND withdrawn = 0 AND position <= ?3 ORDER BY position",
        )?
        .execute(params![session, from, last_borrowed.unwrap_or(i64::MAX)])?;
    if last_borrowed.is_some() {
        return Ok(());
    }
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO borrowed (session, message)
             SELECT ?1, id FROM messages
             WHERE session = ?2 AND withdrawn = 0 AND state <> 'streaming'
                 AND position <= (SELECT position FROM messages WHERE id = ?3) ORDER BY position",
        )?
        .execute(params![session, from, through.to_string()])?;
    Ok(())
}

/// Returns the position of a message among those that a session has borrowed.
fn place(
    connection: &Connection,
    session: &str,
    message: MessageId,
) -> Result<Option<i64>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT position FROM borrowed WHERE session = ?1 AND message = ?2")?
        .query_row(params![session, message.to_string()], |row| row.get(0))
        .optional()?)
}

/// Returns the borrowed messages in view, oldest first.
pub(super) fn list(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<Message>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT m.id, m.run, m.at, m.role, m.state, m.model, m.usage, coalesce(b.blocks, m.blocks)
         FROM borrowed b JOIN messages m ON m.id = b.message
         WHERE b.session = ?1 AND b.withdrawn = 0 ORDER BY b.position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| messages::message(row, session))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Withdraws all borrowed messages of a session.
pub(super) fn withdraw_all(connection: &Connection, session: &str) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE borrowed SET withdrawn = 1 WHERE session = ?1 AND withdrawn = 0")?
        .execute([session])?;
    Ok(())
}

/// Withdraws a borrowed message and the borrowed ones after it. Returns whether the message is
/// a borrowed one.
pub(super) fn withdraw_from(
    connection: &Connection,
    session: &str,
    from: MessageId,
) -> Result<bool, StoreError> {
    let Some(position) = place(connection, session, from)? else {
        return Ok(false);
    };
    connection
        .prepare_cached(
            "UPDATE borrowed SET withdrawn = 1
             WHERE session = ?1 AND withdrawn = 0 AND position >= ?2",
        )?
        .execute(params![session, position])?;
    Ok(true)
}

/// Withdraws a borrowed message but nothing after it.
pub(super) fn withdraw_one(
    connection: &Connection,
    session: &str,
    id: MessageId,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE borrowed SET withdrawn = 1 WHERE session = ?1 AND message = ?2")?
        .execute(params![session, id.to_string()])?;
    Ok(())
}

/// Preserves a message that is about to change where it is stored, for the sessions that
/// have borrowed it.
pub(super) fn keep_as_it_was(
    connection: &Connection,
    message: MessageId,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE borrowed SET
                 blocks = (SELECT blocks FROM messages WHERE id = ?1),
                 text = (SELECT text FROM messages WHERE id = ?1)
             WHERE message = ?1 AND blocks IS NULL",
        )?
        .execute([message.to_string()])?;
    Ok(())
}

/// Changes a borrowed message for the borrowing session only.
pub(super) fn change(
    connection: &Connection,
    session: SessionId,
    message: &Message,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE borrowed SET blocks = ?3, text = ?4 WHERE session = ?1 AND message = ?2",
        )?
        .execute(params![
            session.to_string(),
            message.id.to_string(),
            codec::json(&message.blocks)?,
            message.plain_text()
        ])?;
    Ok(())
}
