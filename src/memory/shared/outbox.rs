//! What is due to a shared collection: marks on the rows of items, so that each has at most one pending write, which
//! a restart does not lose.

use rusqlite::{Connection, OptionalExtension, params};

use index::quantised::unpack;
use protocol::ids::{MemoryId, WorkspaceId};
use store::codec;

use super::{Collection, SharedItem};
use crate::error::MemoryError;
use crate::vectors;

/// The collection of an address that items are sent to, and the workspace whose items are.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    /// The address with the collection, as rows name it.
    pub(crate) place: String,
    pub(crate) collection: Collection,
    pub(crate) workspace: WorkspaceId,
    /// Name of the workspace's project for colleagues.
    pub(crate) project: String,
}

/// A pending write.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Due {
    Upsert(SharedItem),
    Remove(MemoryId),
}

/// The rows that the user's consent covers in some workspace: their own kept items, but not what the user prefers,
/// nor what colleagues sent.
const SHARED: &str = "items.deleted IS NULL AND items.state = 'kept' AND items.kind <> 'user_pref'
     AND items.received_from IS NULL";

/// Joins what the collection has.
const SENT: &str = "LEFT JOIN sent ON sent.place = ?1 AND sent.id = items.id";

/// The shared rows of a workspace that the collection does not have in their version.
const NEWER: &str = "items.workspace IN ('', ?2) AND sent.version IS NOT items.version";

/// What the collection has though it is no longer shared, or no longer there.
const GONE: &str = "FROM sent LEFT JOIN items ON items.id = sent.id
     WHERE sent.place = ?1 AND (items.id IS NULL OR NOT";

/// Returns at most this many pending writes, oldest items first. With a model, an item waits for its vector.
pub(crate) fn due(
    connection: &Connection,
    target: &Target,
    most: usize,
) -> Result<Vec<Due>, MemoryError> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut due = removals(connection, target, most)?;
    let left = most - i64::try_from(due.len()).unwrap_or(0);
    due.extend(upserts(connection, target, left)?);
    Ok(due)
}

fn removals(connection: &Connection, target: &Target, most: i64) -> Result<Vec<Due>, MemoryError> {
    let sql = format!("SELECT sent.id {GONE} ({SHARED})) ORDER BY sent.id LIMIT ?2");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map(params![target.place, most], |row| {
        Ok(Due::Remove(codec::id(row, 0)?))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn upserts(connection: &Connection, target: &Target, most: i64) -> Result<Vec<Due>, MemoryError> {
    let model = match &target.collection.model {
        Some(model) => Some(vectors::model_id(connection, model)?.unwrap_or_default()),
        None => None,
    };
    let sql = format!(
        "SELECT items.id, kind, text, tags, workspace, created, items.version, bytes
         FROM items {SENT}
             LEFT JOIN vectors ON vectors.model = ?3 AND vectors.item = items.number
         WHERE {SHARED} AND {NEWER} AND (?3 IS NULL OR length(bytes) > 0)
         ORDER BY items.number LIMIT ?4"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let values = params![target.place, target.workspace.0, model, most];
    let rows = statement.query_map(values, |row| {
        let workspace: String = row.get(4)?;
        Ok(Due::Upsert(SharedItem {
            id: codec::id(row, 0)?,
            kind: codec::named(row, 1)?,
            text: row.get(2)?,
            tags: codec::value(row, 3)?,
            project: match workspace.as_str() {
                "" => String::new(),
                _ => target.project.clone(),
            },
            created: codec::time(row, 5)?.as_second(),
            version: row.get(6)?,
            vector: unpack(row.get_ref(7)?.as_blob_or_null()?.unwrap_or_default()),
        }))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Counts the pending writes, also of items that wait for their vectors.
pub(crate) fn count(connection: &Connection, target: &Target) -> Result<u64, MemoryError> {
    let sql = format!(
        "SELECT (SELECT count(*) {GONE} ({SHARED})))
              + (SELECT count(*) FROM items {SENT} WHERE {SHARED} AND {NEWER})"
    );
    let count = connection
        .prepare_cached(&sql)?
        .query_row(params![target.place, target.workspace.0], |row| row.get(0))?;
    Ok(codec::counted(count))
}

/// Notes that writes are about to be sent: should their answer be lost, the collection may have them.
pub(crate) fn announce(
    connection: &mut Connection,
    target: &Target,
    writes: &[Due],
) -> Result<(), MemoryError> {
    let transaction = connection.transaction()?;
    for write in writes {
        if let Due::Upsert(item) = write {
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO sent (place, id, version) VALUES (?1, ?2, 0)",
                )?
                .execute(params![target.place, item.id.to_string()])?;
        }
    }
    transaction.commit()?;
    Ok(())
}

/// Marks writes as done: with the version that was sent, so that a change meanwhile stays pending.
pub(crate) fn acknowledge(
    connection: &mut Connection,
    target: &Target,
    done: &[Due],
) -> Result<(), MemoryError> {
    let transaction = connection.transaction()?;
    for write in done {
        match write {
            Due::Upsert(item) => transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO sent (place, id, version) VALUES (?1, ?2, ?3)",
                )?
                .execute(params![target.place, item.id.to_string(), item.version])?,
            Due::Remove(id) => transaction
                .prepare_cached("DELETE FROM sent WHERE place = ?1 AND id = ?2")?
                .execute(params![target.place, id.to_string()])?,
        };
    }
    transaction.commit()?;
    Ok(())
}

/// Returns those ids of a shared store that this machine has neither looked at nor made.
pub(crate) fn unknown(
    connection: &Connection,
    address: &str,
    ids: &[MemoryId],
) -> Result<Vec<MemoryId>, MemoryError> {
    let mut statement = connection.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM items WHERE id = ?2)
             OR EXISTS (SELECT 1 FROM received WHERE store = ?1 AND id = ?2)",
    )?;
    let mut unknown = Vec::new();
    for id in ids {
        let is_known: bool =
            statement.query_row(params![address, id.to_string()], |row| row.get(0))?;
        if !is_known {
            unknown.push(*id);
        }
    }
    Ok(unknown)
}

/// Counts the received items that wait for the user.
pub(crate) fn waiting(connection: &Connection) -> Result<u64, MemoryError> {
    let count = connection
        .prepare_cached(
            "SELECT count(*) FROM items
             WHERE state = 'inbox' AND deleted IS NULL AND received_from IS NOT NULL",
        )?
        .query_row([], |row| row.get(0))?;
    Ok(codec::counted(count))
}

/// Records that an item of a shared store was looked at.
pub(crate) fn mark_received(
    connection: &Connection,
    address: &str,
    id: MemoryId,
) -> Result<(), MemoryError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO received (store, id) VALUES (?1, ?2)")?
        .execute(params![address, id.to_string()])?;
    Ok(())
}

/// Returns the user's answer to what they were shown, if it was this.
pub(crate) fn consent(
    connection: &Connection,
    address: &str,
    shown: &str,
) -> Result<Option<String>, MemoryError> {
    let answer = connection
        .prepare_cached("SELECT answer FROM consents WHERE address = ?1 AND shown = ?2")?
        .query_row([address, shown], |row| row.get(0))
        .optional()?;
    Ok(answer)
}
