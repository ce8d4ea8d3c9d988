//! Table `imported_changes`, and the log of changes as a record: the part of an exported document,
//! or of an imported one.

use rusqlite::{Connection, OptionalExtension, params};

use super::error::StoreError;
use super::{changes, checkpoints, codec, review};
use protocol::ids::SessionId;
use protocol::transfer::{BundledChanges, BundledCheckpoint};

/// Stores the record from a document. It joins no other table: nothing is ever written to disk or
/// undone from it.
pub(super) fn keep(
    connection: &Connection,
    session: SessionId,
    record: &BundledChanges,
) -> Result<(), StoreError> {
    if *record == BundledChanges::default() {
        return Ok(());
    }
    connection.execute(
        "INSERT INTO imported_changes (session, body) VALUES (?1, ?2)",
        params![session.to_string(), codec::json(record)?],
    )?;
    Ok(())
}

/// Returns the record from the document that a session was imported from; `None` if there was none.
pub(super) fn of_session(
    connection: &Connection,
    session: SessionId,
) -> Result<Option<BundledChanges>, StoreError> {
    Ok(connection
        .prepare_cached("SELECT body FROM imported_changes WHERE session = ?1")?
        .query_row([session.to_string()], |row| codec::value(row, 0))
        .optional()?)
}

/// Returns the changes that were logged for a session here, as a record.
pub(super) fn logged(
    connection: &Connection,
    session: SessionId,
) -> Result<BundledChanges, StoreError> {
    let checkpoints = checkpoints::list(connection, session)?.into_iter();
    Ok(BundledChanges {
        entries: changes::entries(connection, &changes::EntriesOf::Session(session))?,
        checkpoints: checkpoints
            .map(|(checkpoint, files)| BundledCheckpoint { checkpoint, files })
            .collect(),
        operations: review::operations(connection, session)?,
        comments: review::all_comments(connection, session)?,
    })
}
