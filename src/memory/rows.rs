//! Rows of items: reading one, listing them in pages, counting, and the conditions of a filter.

use jiff::Timestamp;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use protocol::ids::{MemoryId, WorkspaceId};
use protocol::memory::{MemoryItem, MemoryKind, MemoryState, short_id};
use store::codec;

use crate::error::MemoryError;

/// Fewest letters of an id that name an item.
const FEWEST_LETTERS: usize = 4;

/// Most items of a page.
const PAGE: usize = 1_000;

pub(crate) const COLUMNS: &str = "number, id, kind, text, tags, workspace, run, origin, taint, created, \
     used, state, received_from";

/// Selects items of a list or a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryFilter {
    pub kind: Option<MemoryKind>,
    pub tag: Option<String>,
    pub state: Option<MemoryState>,
    pub place: Place,
}

impl MemoryFilter {
    /// Returns the filter of what may be recalled in a workspace.
    pub fn kept_in(workspace: WorkspaceId) -> Self {
        Self {
            state: Some(MemoryState::Kept),
            place: Place::Here(workspace),
            ..Self::default()
        }
    }
}

/// Where an item counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Place {
    /// In any workspace.
    #[default]
    Any,
    /// In this workspace, and so also in every one.
    Here(WorkspaceId),
}

/// The place after which a page goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageMark(pub(crate) i64);

/// A page of items, latest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemPage {
    pub items: Vec<MemoryItem>,
    /// Where the next page begins; `None` after the last.
    pub next: Option<PageMark>,
}

/// Numbers of items that are not deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub inbox: u64,
    pub kept: u64,
    pub refused: u64,
}

/// An item with its number in the database.
#[derive(Debug, Clone)]
pub(crate) struct Numbered {
    pub(crate) number: i64,
    pub(crate) item: MemoryItem,
}

/// Reads a row of [`COLUMNS`].
pub(crate) fn numbered(row: &Row<'_>) -> rusqlite::Result<Numbered> {
    let workspace: String = row.get(5)?;
    Ok(Numbered {
        number: row.get(0)?,
        item: MemoryItem {
            id: codec::id(row, 1)?,
            kind: codec::named(row, 2)?,
            text: row.get(3)?,
            tags: codec::value(row, 4)?,
            workspace: (!workspace.is_empty()).then_some(WorkspaceId(workspace)),
            run: codec::id_or_null(row, 6)?,
            origin: codec::named(row, 7)?,
            taint: codec::named(row, 8)?,
            created: codec::time(row, 9)?,
            used: codec::time_or_null(row, 10)?,
            state: codec::named(row, 11)?,
            received_from: row.get(12)?,
        },
    })
}

/// Returns the column of a workspace.
pub(crate) fn place_column(workspace: Option<&WorkspaceId>) -> &str {
    workspace.map_or("", |workspace| workspace.0.as_str())
}

/// Whether deleted items are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deleted {
    LeftOut,
    Only,
}

/// Returns the item with an id.
pub(crate) fn find(
    connection: &Connection,
    id: MemoryId,
    deleted: Deleted,
) -> Result<Numbered, MemoryError> {
    let condition = match deleted {
        Deleted::LeftOut => "deleted IS NULL",
        Deleted::Only => "deleted IS NOT NULL",
    };
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM items WHERE id = ?1 AND {condition}"
        ))?
        .query_row([id.to_string()], numbered)
        .optional()?
        .ok_or_else(|| MemoryError::Unknown { id: short_id(id) })
}

/// Returns the id that the user means by a whole id or the end of one.
pub(crate) fn resolve(connection: &Connection, written: &str) -> Result<MemoryId, MemoryError> {
    let id = || written.to_owned();
    let hex = written.trim().to_lowercase().replace('-', "");
    let is_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    if hex.len() < FEWEST_LETTERS || hex.len() > 32 || !is_hex {
        return Err(MemoryError::Unknown { id: id() });
    }
    let mut statement = connection
        .prepare_cached("SELECT id FROM items WHERE replace(id, '-', '') LIKE '%' || ?1 LIMIT 2")?;
    let found = statement.query_map([&hex], |row| codec::id(row, 0))?;
    let found: Vec<MemoryId> = found.collect::<Result<_, _>>()?;
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(MemoryError::Unknown { id: id() }),
        _ => Err(MemoryError::Ambiguous { id: id() }),
    }
}

/// Returns the conditions of a filter on rows that are not deleted, and their values.
pub(crate) fn conditions(filter: &MemoryFilter) -> (String, Vec<Value>) {
    let mut sql = "deleted IS NULL".to_owned();
    let mut values: Vec<Value> = Vec::new();
    let mut and = |condition: &str, value: &str| {
        sql.push_str(" AND ");
        sql.push_str(condition);
        values.push(Value::Text(value.to_owned()));
    };
    if let Some(state) = filter.state {
        and("state = ?", state.word());
    }
    if let Place::Here(workspace) = &filter.place {
        and("workspace IN ('', ?)", &workspace.0);
    }
    if let Some(kind) = filter.kind {
        and("kind = ?", kind.word());
    }
    if let Some(tag) = &filter.tag {
        and(
            "number IN (SELECT item FROM tags WHERE tag = ?)",
            &tag.trim().to_lowercase(),
        );
    }
    (sql, values)
}

/// Returns a page of the items that a filter means, latest first.
pub(crate) fn list(
    connection: &Connection,
    filter: &MemoryFilter,
    after: Option<PageMark>,
    most: usize,
) -> Result<ItemPage, MemoryError> {
    let most = most.clamp(1, PAGE);
    let (mut sql, mut values) = conditions(filter);
    if let Some(PageMark(number)) = after {
        sql.push_str(" AND number < ?");
        values.push(Value::Integer(number));
    }
    let sql = format!(
        "SELECT {COLUMNS} FROM items WHERE {sql} ORDER BY number DESC LIMIT {}",
        most + 1
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map(params_from_iter(values), numbered)?;
    let mut rows: Vec<Numbered> = rows.collect::<Result<_, _>>()?;
    let is_last = rows.len() <= most;
    rows.truncate(most);
    let last = rows.last().map(|row| PageMark(row.number));
    Ok(ItemPage {
        items: rows.into_iter().map(|row| row.item).collect(),
        next: last.filter(|_| !is_last),
    })
}

/// Counts the items of each state in a place.
pub(crate) fn counts(connection: &Connection, place: &Place) -> Result<Counts, MemoryError> {
    let filter = MemoryFilter {
        place: place.clone(),
        ..MemoryFilter::default()
    };
    let (sql, values) = conditions(&filter);
    let sql = format!("SELECT state, count(*) FROM items WHERE {sql} GROUP BY state");
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(values))?;
    let mut counts = Counts::default();
    while let Some(row) = rows.next()? {
        let count = codec::counted(row.get(1)?);
        match codec::named(row, 0)? {
            MemoryState::Inbox => counts.inbox = count,
            MemoryState::Kept => counts.kept = count,
            MemoryState::Refused => counts.refused = count,
        }
    }
    Ok(counts)
}

/// Records the recall of items.
pub(crate) fn mark_used(
    connection: &mut Connection,
    ids: &[MemoryId],
    at: Timestamp,
) -> Result<(), MemoryError> {
    let transaction = connection.transaction()?;
    for id in ids {
        transaction
            .prepare_cached("UPDATE items SET used = ?2 WHERE id = ?1")?
            .execute((id.to_string(), codec::nanoseconds(at)))?;
    }
    transaction.commit()?;
    Ok(())
}
