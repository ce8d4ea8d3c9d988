//! The rows of vectors: the chunks without one, storing them, and the nearest to a vector. One
//! model at a time: a new model replaces the vectors of the previous one.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::quantised::Nearest;
use super::tables;
use store::StoreError;

/// A chunk that has no vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChunkWithoutVector {
    pub(super) chunk: i64,
    pub(super) path: String,
    pub(super) first_line: u32,
    pub(super) last_line: u32,
}

/// Number of chunks, and of those with a vector of the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) chunks: u64,
    pub(super) vectors: u64,
}

/// Returns the id of a model; `None` if it has no vectors here.
fn model_id(connection: &Connection, model: &str) -> Result<Option<i64>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT id FROM models WHERE name = ?1")?;
    Ok(statement.query_row([model], |row| row.get(0)).optional()?)
}

/// Selects the model whose vectors are stored; returns its id.
fn choose(connection: &Connection, model: &str) -> Result<i64, StoreError> {
    if let Some(id) = model_id(connection, model)? {
        return Ok(id);
    }
    connection.execute_batch("DELETE FROM vectors; DELETE FROM models;")?;
    connection.execute("INSERT INTO models (name) VALUES (?1)", [model])?;
    Ok(connection.last_insert_rowid())
}

/// Returns chunks without a vector of the model, those of the most recent files first.
pub(super) fn bare(
    connection: &Connection,
    model: &str,
    most: usize,
) -> Result<Vec<ChunkWithoutVector>, StoreError> {
    let model = model_id(connection, model)?.unwrap_or(0);
    let mut statement = connection.prepare_cached(
        "SELECT chunks.id, path, first_line, last_line
         FROM files JOIN chunks ON chunks.file = files.id
         WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE chunk = chunks.id AND model = ?1)
         ORDER BY files.modified DESC, chunks.id LIMIT ?2",
    )?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![model, most], |row| {
        Ok(ChunkWithoutVector {
            chunk: row.get(0)?,
            path: row.get(1)?,
            first_line: row.get(2)?,
            last_line: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Stores vectors, all or none. Skips chunks that no longer exist.
pub(super) fn keep(
    connection: &mut Connection,
    model: &str,
    packed: &[(i64, Vec<u8>)],
) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let model = choose(&transaction, model)?;
    for (chunk, bytes) in packed {
        transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO vectors (chunk, model, bytes)
                 SELECT id, ?2, ?3 FROM chunks WHERE id = ?1",
            )?
            .execute(params![chunk, model, bytes])?;
    }
    transaction.commit()?;
    Ok(())
}

/// Counts the chunks and the vectors of a model.
pub(super) fn counts(connection: &Connection, model: &str) -> Result<Counts, StoreError> {
    let model = model_id(connection, model)?.unwrap_or(0);
    let mut statement = connection.prepare_cached(
        "SELECT (SELECT count(*) FROM chunks), (SELECT count(*) FROM vectors WHERE model = ?1)",
    )?;
    let counts = statement.query_row([model], |row| {
        Ok(Counts {
            chunks: row.get::<_, i64>(0)?.cast_unsigned(),
            vectors: row.get::<_, i64>(1)?.cast_unsigned(),
        })
    })?;
    Ok(counts)
}

/// Returns the chunks with the nearest vectors, the nearest first, among files that
/// pass the filter.
///
/// Scans every vector, but looks up the file only for candidates. If the filter leaves too few of
/// them, takes more candidates.
pub(super) fn nearest(
    connection: &Connection,
    model: &str,
    to: &[f32],
    takes: &dyn Fn(&str) -> bool,
    most: usize,
) -> Result<Vec<i64>, StoreError> {
    let Some(model) = model_id(connection, model)? else {
        return Ok(Vec::new());
    };
    let mut wide = most;
    loop {
        let found = nearest_of_all(connection, model, to, wide)?;
        let is_all = found.len() < wide;
        let mut out = Vec::new();
        for chunk in found {
            let path = tables::path_of(connection, chunk)?;
            if path.is_some_and(|path| takes(&path)) {
                out.push(chunk);
            }
        }
        if is_all || out.len() >= most {
            out.truncate(most);
            return Ok(out);
        }
        wide = wide.saturating_mul(8);
    }
}

fn nearest_of_all(
    connection: &Connection,
    model: i64,
    to: &[f32],
    most: usize,
) -> Result<Vec<i64>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT chunk, bytes FROM vectors WHERE model = ?1")?;
    let mut rows = statement.query([model])?;
    let mut nearest = Nearest::to(to, most);
    while let Some(row) = rows.next()? {
        nearest.offer(row.get(0)?, row.get_ref(1)?.as_blob().unwrap_or_default());
    }
    let found = nearest.found().into_iter();
    Ok(found.map(|(chunk, _)| chunk).collect())
}
