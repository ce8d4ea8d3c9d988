//! Table `token_ratios` of the database for all workspaces: each model's token ratio, learned from
//! its server's counts. There is one row for each model that was used, so only the latest rows are
//! kept to bound their number.

use jiff::Timestamp;
use rusqlite::params;

use super::error::StoreError;
use super::global::GlobalStore;
use super::{codec, worker};
use protocol::estimate::Ratio;

/// Maximum number of models with a stored ratio.
const MOST: i64 = 500;

/// The learned token ratio of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRatio {
    pub provider: String,
    /// Model name at the provider.
    pub model: String,
    /// Tokens per amount of text for this model.
    pub ratio: Ratio,
}

impl GlobalStore {
    /// Stores the ratio of a model, replacing the previous one.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn keep_ratio(&self, kept: KeptRatio, now: Timestamp) -> Result<(), StoreError> {
        self.transaction(move |to| {
            to.execute(
                "INSERT INTO token_ratios VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (provider, model) DO UPDATE SET tokens = ?3, learnt_at = ?4",
                params![
                    kept.provider,
                    kept.model,
                    codec::count(kept.ratio.tokens()),
                    codec::nanoseconds(now)
                ],
            )?;
            to.execute(
                "DELETE FROM token_ratios WHERE rowid NOT IN
                     (SELECT rowid FROM token_ratios ORDER BY learnt_at DESC LIMIT ?1)",
                [MOST],
            )?;
            Ok(())
        })
        .await
    }

    /// Returns the ratios of all models. Blocks for a moment.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn ratios_blocking(&self) -> Result<Vec<KeptRatio>, StoreError> {
        worker::wait(self.worker().run(|connection| read(connection)))
    }
}

/// Reads the rows; clamps values that are out of bounds.
fn read(connection: &rusqlite::Connection) -> Result<Vec<KeptRatio>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT provider, model, tokens FROM token_ratios")?;
    let rows = statement.query_map([], |row| {
        Ok(KeptRatio {
            provider: row.get(0)?,
            model: row.get(1)?,
            ratio: Ratio::of_tokens(codec::counted(row.get(2)?)),
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
