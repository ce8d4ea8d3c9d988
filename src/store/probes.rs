//! Table `model_probes` of the database of all workspaces: what a probe of a model found, the newest of each. It is made
//! where it is missing, so that earlier builds go on reading the database. A row for each model that was probed, so
//! their number is bounded by keeping the latest.

use rusqlite::{Connection, OptionalExtension, params};

use super::error::StoreError;
use super::global::GlobalStore;
use super::{codec, worker};
use crate::protocol::catalogue::{ModelProbe, ProbedModel};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS model_probes (
    provider TEXT NOT NULL, model TEXT NOT NULL, probe TEXT NOT NULL, probed_at INTEGER NOT NULL,
    PRIMARY KEY (provider, model))";

/// Models of which a probe is kept.
const MOST: i64 = 500;

impl GlobalStore {
    /// Keeps what a probe found, in the place of what was known of the model.
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

    /// What probes found, by provider and model. Writes nothing.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn probes(&self) -> Result<Vec<ProbedModel>, StoreError> {
        self.worker().run(|connection| read(connection)).await
    }

    /// As [`GlobalStore::probes`], for callers that are not async.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn probes_blocking(&self) -> Result<Vec<ProbedModel>, StoreError> {
        worker::wait(self.probes())
    }
}

/// Forgets what a probe of a model found, within a transaction that the caller holds.
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

/// The rows; one that cannot be read, of a later build, is as if the model had not been probed.
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
