//! Changes of items: adding, editing, decisions of the user, deletion and restoring. Each is one
//! transaction over the row, its tags and its words.

use jiff::Timestamp;
use redact::Masker;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use index::words;
use protocol::ids::MemoryId;
use protocol::memory::{MemoryItem, MemoryState};
use store::codec;

use crate::error::MemoryError;
use crate::item::{self, CheckedItem, Edit};
use crate::rows::{COLUMNS, Deleted, Numbered, find, numbered, place_column};
use crate::rules;

/// Result of adding an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    New(MemoryItem),
    /// The text was there; this is its item now.
    Repeated(MemoryItem),
}

impl Added {
    pub fn item(&self) -> &MemoryItem {
        match self {
            Self::New(item) | Self::Repeated(item) => item,
        }
    }
}

/// Result of restoring a deleted item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Restored {
    Restored(MemoryItem),
    /// The same text was added meanwhile; this is its item.
    ThereAlready(MemoryItem),
}

fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// Adds items, or renews those that have their texts: all or none.
pub(crate) fn add(
    connection: &mut Connection,
    checked: &[CheckedItem],
) -> Result<Vec<Added>, MemoryError> {
    let transaction = begin(connection)?;
    let added = checked
        .iter()
        .map(|checked| add_one(&transaction, checked))
        .collect::<Result<_, _>>()?;
    transaction.commit()?;
    Ok(added)
}

/// Adds an item in the transaction of the caller.
pub(crate) fn add_one(
    connection: &Connection,
    checked: &CheckedItem,
) -> Result<Added, MemoryError> {
    Ok(match repeated(connection, checked)? {
        Some(known) => Added::Repeated(renew(connection, known, checked)?),
        None => Added::New(insert(connection, checked)?),
    })
}

/// Returns the item with this text that counts where a new one would, or the one with its id.
fn repeated(
    connection: &Connection,
    checked: &CheckedItem,
) -> Result<Option<Numbered>, MemoryError> {
    let place = place_column(checked.new.workspace.as_ref());
    let found = connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM items
             WHERE (repeat_key = ?1 AND workspace IN ('', ?2)) OR (id = ?3 AND deleted IS NULL)
             ORDER BY id = ?3 DESC, workspace LIMIT 1"
        ))?
        .query_row(
            params![checked.repeat_key, place, checked.new.id.to_string()],
            numbered,
        )
        .optional()?;
    Ok(found)
}

/// Returns the item of this text in exactly this place.
fn same(
    connection: &Connection,
    place: &str,
    key: &[u8; 32],
) -> Result<Option<Numbered>, MemoryError> {
    let found = connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM items WHERE workspace = ?1 AND repeat_key = ?2"
        ))?
        .query_row(params![place, key], numbered)
        .optional()?;
    Ok(found)
}

fn insert(connection: &Connection, checked: &CheckedItem) -> Result<MemoryItem, MemoryError> {
    let new = &checked.new;
    let state = rules::first_state(new.origin, new.taint);
    connection
        .prepare_cached(
            "INSERT INTO items (id, kind, text, tags, workspace, run, origin, taint, created,
                 state, repeat_key, received_from)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            new.id.to_string(),
            new.kind.word(),
            new.text,
            codec::json(&new.tags)?,
            place_column(new.workspace.as_ref()),
            new.run.map(|run| run.to_string()),
            codec::word(&new.origin)?,
            codec::word(&new.taint)?,
            codec::nanoseconds(new.created),
            state.word(),
            checked.repeat_key,
            new.received_from,
        ])?;
    let number = connection.last_insert_rowid();
    put_words(connection, number, &new.text, &new.tags)?;
    Ok(find(connection, new.id, Deleted::LeftOut)?.item)
}

/// Renews an item whose text was remembered again: adds tags, and decides on its state. What is now kept has
/// the origin that got it kept.
fn renew(
    connection: &Connection,
    known: Numbered,
    checked: &CheckedItem,
) -> Result<MemoryItem, MemoryError> {
    let Numbered { number, mut item } = known;
    let new = &checked.new;
    let is_same = (&item.text, &item.kind) == (&new.text, &new.kind);
    if item.id == new.id && !is_same {
        // The id of another item, from a store that cannot be believed.
        return Ok(item);
    }
    let before = item.clone();
    // What comes from outside does not change what is kept.
    let is_trusted = rules::first_state(new.origin, new.taint) == MemoryState::Kept;
    if !is_trusted && item.state == MemoryState::Kept {
        return Ok(item);
    }
    item.tags.extend(new.tags.iter().cloned());
    item.tags.sort();
    item.tags.dedup();
    item.tags.truncate(item::TAGS);
    item.state = rules::state_after_repetition(item.state, new.origin, new.taint);
    if item.state == MemoryState::Kept && before.state != MemoryState::Kept {
        item.origin = new.origin;
        item.taint = new.taint;
    }
    if item != before {
        put(connection, number, &item, item::repeat_key(&item.text))?;
    }
    Ok(item)
}

/// Writes the changeable parts of an item, with its tags and words, as a new version.
fn put(
    connection: &Connection,
    number: i64,
    item: &MemoryItem,
    key: [u8; 32],
) -> Result<(), MemoryError> {
    connection
        .prepare_cached(
            "UPDATE items SET kind = ?2, text = ?3, tags = ?4, workspace = ?5, origin = ?6,
                 taint = ?7, state = ?8, repeat_key = ?9, deleted = NULL, version = version + 1
             WHERE number = ?1",
        )?
        .execute(params![
            number,
            item.kind.word(),
            item.text,
            codec::json(&item.tags)?,
            place_column(item.workspace.as_ref()),
            codec::word(&item.origin)?,
            codec::word(&item.taint)?,
            item.state.word(),
            key,
        ])?;
    take_words(connection, number)?;
    put_words(connection, number, &item.text, &item.tags)
}

fn put_words(
    connection: &Connection,
    number: i64,
    text: &str,
    tags: &[String],
) -> Result<(), MemoryError> {
    connection
        .prepare_cached("INSERT INTO words (rowid, text, pieces, tags) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![number, text, words::pieces(text), tags.join(" ")])?;
    for tag in tags {
        connection
            .prepare_cached("INSERT OR IGNORE INTO tags (tag, item) VALUES (?1, ?2)")?
            .execute(params![tag, number])?;
    }
    Ok(())
}

fn take_words(connection: &Connection, number: i64) -> Result<(), MemoryError> {
    connection
        .prepare_cached("DELETE FROM words WHERE rowid = ?1")?
        .execute([number])?;
    connection
        .prepare_cached("DELETE FROM tags WHERE item = ?1")?
        .execute([number])?;
    Ok(())
}

/// Edits an item; returns it as it was before, and as it is.
pub(crate) fn edit(
    connection: &mut Connection,
    id: MemoryId,
    edit: Edit,
    masker: &Masker,
) -> Result<(MemoryItem, MemoryItem), MemoryError> {
    let transaction = begin(connection)?;
    let Numbered { number, item } = find(&transaction, id, Deleted::LeftOut)?;
    let before = item.clone();
    let after = MemoryItem {
        kind: edit.kind.unwrap_or(item.kind),
        text: match edit.text {
            Some(text) => item::clean_text(&text, masker)?,
            None => item.text,
        },
        tags: match edit.tags {
            Some(tags) => item::clean_tags(&tags, masker)?,
            None => item.tags,
        },
        workspace: edit.workspace.unwrap_or(item.workspace),
        ..item
    };
    if after != before {
        let key = item::repeat_key(&after.text);
        let other = same(&transaction, place_column(after.workspace.as_ref()), &key)?;
        if let Some(other) = other.filter(|other| other.number != number) {
            return Err(MemoryError::Repeats {
                other: other.item.id,
            });
        }
        put(&transaction, number, &after, key)?;
        if after.text != before.text {
            transaction
                .prepare_cached(
                    "DELETE FROM vectors WHERE model IN (SELECT id FROM models) AND item = ?1",
                )?
                .execute([number])?;
        }
    }
    transaction.commit()?;
    Ok((before, after))
}

/// Stores the user's decision on an item.
pub(crate) fn decide(
    connection: &mut Connection,
    id: MemoryId,
    state: MemoryState,
) -> Result<MemoryItem, MemoryError> {
    let transaction = begin(connection)?;
    let found = find(&transaction, id, Deleted::LeftOut)?;
    if found.item.state != state {
        transaction
            .prepare_cached("UPDATE items SET state = ?2, version = version + 1 WHERE number = ?1")?
            .execute(params![found.number, state.word()])?;
    }
    transaction.commit()?;
    Ok(MemoryItem {
        state,
        ..found.item
    })
}

/// Deletes an item so that it can be restored; returns it.
pub(crate) fn delete(
    connection: &mut Connection,
    id: MemoryId,
    at: Timestamp,
) -> Result<MemoryItem, MemoryError> {
    let transaction = begin(connection)?;
    let found = find(&transaction, id, Deleted::LeftOut)?;
    take_words(&transaction, found.number)?;
    transaction
        .prepare_cached(
            "UPDATE items SET deleted = ?2, repeat_key = NULL, version = version + 1
             WHERE number = ?1",
        )?
        .execute(params![found.number, codec::nanoseconds(at)])?;
    transaction.commit()?;
    Ok(found.item)
}

/// Restores a deleted item as it was.
pub(crate) fn restore(connection: &mut Connection, id: MemoryId) -> Result<Restored, MemoryError> {
    let transaction = begin(connection)?;
    if let Ok(there) = find(&transaction, id, Deleted::LeftOut) {
        return Ok(Restored::ThereAlready(there.item));
    }
    let Numbered { number, item } = find(&transaction, id, Deleted::Only)?;
    let key = item::repeat_key(&item.text);
    let other = same(&transaction, place_column(item.workspace.as_ref()), &key)?;
    if let Some(other) = other {
        return Ok(Restored::ThereAlready(other.item));
    }
    put(&transaction, number, &item, key)?;
    transaction.commit()?;
    Ok(Restored::Restored(item))
}

/// Removes the items that were deleted before a time for good.
pub(crate) fn purge(connection: &mut Connection, before: Timestamp) -> Result<u64, MemoryError> {
    let transaction = begin(connection)?;
    let before = codec::nanoseconds(before);
    transaction.execute(
        "DELETE FROM vectors WHERE model IN (SELECT id FROM models) AND item IN
         (SELECT number FROM items WHERE deleted < ?1)",
        [before],
    )?;
    let count = transaction.execute("DELETE FROM items WHERE deleted < ?1", [before])?;
    transaction.commit()?;
    Ok(u64::try_from(count).unwrap_or(u64::MAX))
}
