//! Table `model_probes` of the database for all workspaces: the latest probe result of each model.
//! The table is created if it is missing, so that earlier builds can still read the database. There
//! is one row for each probed model, so only the latest rows are kept to bound their number.

use rusqlite::{Connection, OptionalExtension, params};

use super::error::StoreError;
use super::global::GlobalStore;
use super::{codec, worker};
use protocol::catalogue::{ModelProbe, ProbedModel};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS model_probes (
    provider TEXT NOT NULL, model TEXT NOT NULL, probe TEXT NOT NULL, probed_at INTEGER NOT NULL,
    PRIMARY KEY (provider, model))";

/// Maximum number of models with a stored probe.
const MOST: i64 = 500;

impl GlobalStore {
    /// Stores a probe result, replacing the previous one of the model.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn keep_probe(&self, probed: ProbedModel) -> Result<(), StoreError> {
        self.transaction(move |to| {
            to.execute_batch(TABLE)?;
            to.execute(
                "INSERT OR REPLACE INTO model_probes VALUES (?1, ?2, ?3, ?4)",
                params![
                    probed.provider,
                    probed.model,
                    codec::json(&probed.probe)?,
                    codec::nanoseconds(probed.probe.probed_at)
                ],
            )?;
            to.execute(
                "DELETE FROM model_probes WHERE rowid NOT IN
                     (SELECT rowid FROM model_probes ORDER BY probed_at DESC LIMIT ?1)",
                [MOST],
            )?;
            Ok(())
        })
        .await
    }

    /// Returns the probe results, by provider and model. Writes nothing.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn probes(&self) -> Result<Vec<ProbedModel>, StoreError> {
        self.worker().run(|connection| read(connection)).await
    }

    /// Blocks, unlike [`GlobalStore::probes`].
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn probes_blocking(&self) -> Result<Vec<ProbedModel>, StoreError> {
        worker::wait(self.probes())
    }
}

/// Deletes the probe result of a model, within a transaction that the caller holds.
pub(super) fn forget(to: &Connection, provider: &str, model: &str) -> Result<(), StoreError> {
    if is_there(to)? {
        to.execute(
            "DELETE FROM model_probes WHERE provider = ?1 AND model = ?2",
            [provider, model],
        )?;
    }
    Ok(())
}

fn is_there(connection: &Connection) -> Result<bool, StoreError> {
    let found = connection.query_row(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'model_probes'",
        [],
        |_| Ok(()),
    );
    Ok(found.optional()?.is_some())
}

/// Reads the rows. A row that cannot be read, from a later build, counts as no probe.
fn read(connection: &Connection) -> Result<Vec<ProbedModel>, StoreError> {
    if !is_there(connection)? {
        return Ok(Vec::new());
    }
    let mut statement = connection
        .prepare_cached("SELECT provider, model, probe FROM model_probes ORDER BY 1, 2")?;
    let rows = statement.query_map([], |row| {
        Ok(ProbedModel {
            provider: row.get(0)?,
            model: row.get(1)?,
            probe: codec::value::<ModelProbe>(row, 2)?,
        })
    })?;
    Ok(rows.filter_map(Result::ok).collect())
}
