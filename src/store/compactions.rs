//! Table `compactions`: the summaries that replace the older part of a conversation in the model's
//! input. An undone compaction stays in the table but appears in no view.

use rusqlite::{Connection, params};

use super::codec;
use super::error::StoreError;
use protocol::compaction::Compaction;
use protocol::event::Event;
use protocol::ids::{CompactionId, SessionId};

/// Records a compaction of the conversation.
pub(super) fn add(
    connection: &Connection,
    event: &Event,
    compaction: &Compaction,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO compactions (id, session, through, body) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            compaction.id.to_string(),
            event.session.to_string(),
            compaction.through.to_string(),
            codec::json(compaction)?,
        ])?;
    Ok(())
}

/// Records that a compaction was undone.
pub(super) fn undo(connection: &Connection, id: CompactionId) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE compactions SET undone = 1 WHERE id = ?1")?
        .execute([id.to_string()])?;
    Ok(())
}

/// Returns the valid compactions, oldest first: not undone, and the messages that they replace
/// are in view.
pub(super) fn list(
    connection: &Connection,
    session: SessionId,
) -> Result<Vec<Compaction>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT body FROM compactions c WHERE c.session = ?1 AND c.undone = 0 AND (
             EXISTS (SELECT 1 FROM messages m
                     WHERE m.id = c.through AND m.session = c.session AND m.withdrawn = 0)
             OR EXISTS (SELECT 1 FROM borrowed b
                        WHERE b.message = c.through AND b.session = c.session AND b.withdrawn = 0))
         ORDER BY c.position",
    )?;
    let rows = statement.query_map([session.to_string()], |row| codec::value(row, 0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
