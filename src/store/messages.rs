//! Table `messages`. Withdrawn messages stay in the table but appear in no view.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::StoreError;
use super::{codec, message_search, shared_messages, stream_pieces};
use protocol::event::Event;
use protocol::ids::{MessageId, SessionId};
use protocol::message::{Message, MessageState};
use protocol::picture::Picture;

/// Adds a message, or completes one. An existing message keeps its position.
pub(super) fn upsert(
    connection: &Connection,
    event: &Event,
    message: &Message,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO messages (id, session, run, at, role, state, model, usage, blocks, text)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT (id) DO UPDATE SET run = ?3, at = ?4, role = ?5, state = ?6, model = ?7,
                 usage = ?8, blocks = ?9, text = ?10",
        )?
        .execute(params![
            message.id.to_string(),
            event.session.to_string(),
            message.run.map(|run| run.to_string()),
            codec::nanoseconds(message.at),
            codec::word(&message.role)?,
            codec::word(&message.state)?,
            message.model,
            codec::json_or_null(message.usage.as_ref())?,
            codec::json(&message.blocks)?,
            message.plain_text(),
        ])?;
    stream_pieces::delete(connection, message.id)?;
    match message.state {
        MessageState::Streaming => Ok(()),
        _ => message_search::note(connection, message.id, &message.plain_text()),
    }
}

/// Withdraws the whole conversation.
pub(super) fn withdraw_all(connection: &Connection, event: &Event) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE messages SET withdrawn = 1 WHERE session = ?1 AND withdrawn = 0")?
        .execute([event.session.to_string()])?;
    shared_messages::withdraw_all(connection, &event.session.to_string())
}

/// Withdraws a message and everything after it.
pub(super) fn withdraw_from(
    connection: &Connection,
    event: &Event,
    from: MessageId,
) -> Result<(), StoreError> {
    let session = event.session.to_string();
    let position: Option<i64> = if shared_messages::withdraw_from(connection, &session, from)? {
        Some(0)
    } else {
        connection
            .prepare_cached("SELECT position FROM messages WHERE id = ?1 AND session = ?2")?
            .query_row(params![from.to_string(), session], |row| row.get(0))
            .optional()?
    };
    if let Some(position) = position {
        connection
            .prepare_cached(
                "UPDATE messages SET withdrawn = 1
                 WHERE session = ?1 AND withdrawn = 0 AND position >= ?2",
            )?
            .execute(params![session, position])?;
    }
    Ok(())
}

/// Withdraws a message but nothing after it.
pub(super) fn withdraw_one(
    connection: &Connection,
    event: &Event,
    id: MessageId,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE messages SET withdrawn = 1 WHERE id = ?1 AND session = ?2")?
        .execute(params![id.to_string(), event.session.to_string()])?;
    shared_messages::withdraw_one(connection, &event.session.to_string(), id)
}

/// Adds the review decisions that this message reports to the agent.
pub(super) fn add_review(
    connection: &Connection,
    event: &Event,
    id: MessageId,
    review: &str,
) -> Result<(), StoreError> {
    change(connection, (event.session, id), |message| {
        message.add_review(review);
    })
}

/// Marks files that a message names as pictures.
pub(super) fn attach(
    connection: &Connection,
    event: &Event,
    id: MessageId,
    pictures: &[Picture],
) -> Result<(), StoreError> {
    change(connection, (event.session, id), |message| {
        message.attach(pictures);
    })
}

/// Changes the blocks of a message in a session, if it exists.
fn change(
    connection: &Connection,
    (session, id): (SessionId, MessageId),
    change: impl FnOnce(&mut Message),
) -> Result<(), StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT id, run, at, role, state, model, usage, blocks, session
             FROM messages WHERE id = ?1",
        )?
        .query_row([id.to_string()], |row| message(row, codec::id(row, 8)?))
        .optional()?;
    let Some(mut message) = found else {
        return Ok(());
    };
    if message.session != session {
        let borrowed = shared_messages::list(connection, session)?;
        if let Some(mut message) = borrowed.into_iter().find(|message| message.id == id) {
            change(&mut message);
            shared_messages::change(connection, session, &message)?;
        }
        return Ok(());
    }
    shared_messages::keep_as_it_was(connection, id)?;
    stream_pieces::append_to(connection, &mut message)?;
    change(&mut message);
    connection
        .prepare_cached("UPDATE messages SET blocks = ?2, text = ?3 WHERE id = ?1")?
        .execute(params![
            id.to_string(),
            codec::json(&message.blocks)?,
            message.plain_text()
        ])?;
    stream_pieces::delete(connection, id)?;
    message_search::note(connection, id, &message.plain_text())
}

pub(super) fn message(row: &Row<'_>, session: SessionId) -> rusqlite::Result<Message> {
    Ok(Message {
        id: codec::id(row, 0)?,
        session,
        run: codec::id_or_null(row, 1)?,
        at: codec::time(row, 2)?,
        role: codec::named(row, 3)?,
        state: codec::named(row, 4)?,
        model: row.get(5)?,
        usage: codec::value_or_null(row, 6)?,
        blocks: codec::value(row, 7)?,
    })
}

/// Returns the messages in view, oldest first.
pub(super) fn list(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<Message>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, run, at, role, state, model, usage, blocks FROM messages
         WHERE session = ?1 AND withdrawn = 0 ORDER BY position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| message(row, session))?;
    let mut messages = shared_messages::list(connection, session)?;
    for message in rows {
        messages.push(message?);
    }
    for message in &mut messages {
        stream_pieces::append_to(connection, message)?;
    }
    Ok(messages)
}
