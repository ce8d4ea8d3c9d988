//! Vectors of items: the models that made them, the items without one, storing and comparing them.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use sha2::{Digest, Sha256};

use index::quantised::Nearest;

use crate::error::MemoryError;

/// Models whose vectors are kept, the latest used.
const MODELS: i64 = 3;

/// Bytes of the digest of a model.
const DIGEST: usize = 8;

/// A model that makes vectors. Those of different models, or of other lengths, cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ModelIdentity {
    /// Name with its provider.
    pub name: String,
    /// Hex digits that stand for the model.
    pub digest: String,
    /// Numbers of a vector.
    pub dimension: u32,
}

impl ModelIdentity {
    /// Names a model whose provider tells no digest: its name stands for it.
    pub fn of(name: &str, dimension: usize) -> Self {
        let hash = Sha256::digest(name.as_bytes());
        let digits = hash.iter().take(DIGEST).map(|byte| format!("{byte:02x}"));
        Self {
            name: name.to_owned(),
            digest: digits.collect(),
            dimension: u32::try_from(dimension).unwrap_or(u32::MAX),
        }
    }
}

/// A text without a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextWithoutVector {
    pub(crate) number: i64,
    /// The version of the item, with which alone its vector may be stored.
    pub(crate) version: i64,
    pub(crate) text: String,
}

/// A vector in stored form for an item of a version; empty if the model makes none.
#[derive(Debug, Clone)]
pub(crate) struct PackedVector {
    pub(crate) number: i64,
    pub(crate) version: i64,
    pub(crate) bytes: Vec<u8>,
}

/// Returns the id of a model; `None` if it has no vectors here.
pub(crate) fn model_id(
    connection: &Connection,
    model: &ModelIdentity,
) -> Result<Option<i64>, MemoryError> {
    let found = connection
        .prepare_cached("SELECT id FROM models WHERE digest = ?1 AND dimension = ?2")?
        .query_row(params![model.digest, model.dimension], |row| row.get(0))
        .optional()?;
    Ok(found)
}

/// Returns the id of a model that is about to be used, and removes the vectors of the one that was unused for
/// longest if there are too many.
fn choose(connection: &Connection, model: &ModelIdentity) -> Result<i64, MemoryError> {
    connection
        .prepare_cached(
            "INSERT INTO models (name, digest, dimension, used)
             VALUES (?1, ?2, ?3, (SELECT ifnull(max(used), 0) + 1 FROM models))
             ON CONFLICT (digest, dimension) DO UPDATE
                 SET used = (SELECT ifnull(max(used), 0) + 1 FROM models)",
        )?
        .execute(params![model.name, model.digest, model.dimension])?;
    let old = "SELECT id FROM models ORDER BY used DESC LIMIT -1 OFFSET ?1";
    connection.execute(
        &format!("DELETE FROM vectors WHERE model IN ({old})"),
        [MODELS],
    )?;
    connection.execute(&format!("DELETE FROM models WHERE id IN ({old})"), [MODELS])?;
    Ok(model_id(connection, model)?.unwrap_or_default())
}

/// Returns texts that have no vector of a model, the latest first.
pub(crate) fn missing(
    connection: &Connection,
    model: &ModelIdentity,
    most: usize,
) -> Result<Vec<TextWithoutVector>, MemoryError> {
    let model = model_id(connection, model)?.unwrap_or_default();
    let mut statement = connection.prepare_cached(
        "SELECT number, version, text FROM items
         WHERE deleted IS NULL AND state <> 'refused'
             AND NOT EXISTS (SELECT 1 FROM vectors WHERE model = ?1 AND item = number)
         ORDER BY number DESC LIMIT ?2",
    )?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = statement.query_map(params![model, most], |row| {
        Ok(TextWithoutVector {
            number: row.get(0)?,
            version: row.get(1)?,
            text: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Stores vectors, all or none. Skips items that have changed meanwhile.
pub(crate) fn keep(
    connection: &mut Connection,
    model: &ModelIdentity,
    packed: &[PackedVector],
) -> Result<(), MemoryError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let model = choose(&transaction, model)?;
    for vector in packed {
        transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO vectors (model, item, bytes)
                 SELECT ?1, number, ?2 FROM items WHERE number = ?3 AND version = ?4",
            )?
            .execute(params![model, vector.bytes, vector.number, vector.version])?;
    }
    transaction.commit()?;
    Ok(())
}

/// Returns the admitted items with the nearest vectors, the nearest first.
pub(crate) fn nearest(
    connection: &Connection,
    model: i64,
    to: &[f32],
    admits: impl Fn(i64) -> bool,
    most: usize,
) -> Result<Vec<i64>, MemoryError> {
    let mut statement =
        connection.prepare_cached("SELECT item, bytes FROM vectors WHERE model = ?1")?;
    let mut rows = statement.query([model])?;
    let mut nearest = Nearest::to(to, most);
    while let Some(row) = rows.next()? {
        let item = row.get(0)?;
        let bytes = row.get_ref(1)?.as_blob().unwrap_or_default();
        if !bytes.is_empty() && admits(item) {
            nearest.offer(item, bytes);
        }
    }
    Ok(nearest.found().into_iter().map(|(item, _)| item).collect())
}
