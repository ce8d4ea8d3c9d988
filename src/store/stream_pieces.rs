//! Table `stream_pieces`: the text of messages that are still coming in. A piece is written once. When
//! the message has ended, its row has the whole text and its pieces are deleted; what a process that
//! died left behind is part of the message until then.

use rusqlite::{Connection, params};

use super::error::StoreError;
use super::{StreamPiece, codec};
use protocol::ids::MessageId;
use protocol::message::{Message, MessageState};

/// Adds a piece. Leaves a message alone that has ended: its final text came with the event that
/// ended it.
pub(super) fn add(connection: &Connection, piece: &StreamPiece) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO stream_pieces (message, channel, text)
             SELECT id, ?2, ?3 FROM messages WHERE id = ?1 AND state = 'streaming'",
        )?
        .execute(params![
            piece.message.to_string(),
            codec::word(&piece.channel)?,
            piece.text,
        ])?;
    Ok(())
}

/// Appends its pieces to a message as its row has it.
pub(super) fn append_to(connection: &Connection, message: &mut Message) -> Result<(), StoreError> {
    if message.state != MessageState::Streaming {
        return Ok(());
    }
    let mut statement = connection.prepare_cached(
        "SELECT channel, text FROM stream_pieces WHERE message = ?1 ORDER BY position",
    )?;
    let mut rows = statement.query([message.id.to_string()])?;
    while let Some(row) = rows.next()? {
        let text: String = row.get(1)?;
        message.append(codec::named(row, 0)?, &text);
    }
    Ok(())
}

/// Deletes the pieces of a message whose row has its whole text.
pub(super) fn delete(connection: &Connection, message: MessageId) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM stream_pieces WHERE message = ?1")?
        .execute([message.to_string()])?;
    Ok(())
}
