//! Table `token_ratios` of the database of all workspaces: how many tokens a model's texts are, as its server's counts
//! have taught. A row for each model that was asked, so their number is bounded by keeping the latest.

use jiff::Timestamp;
use rusqlite::params;

use super::error::StoreError;
use super::global::GlobalStore;
use super::{codec, worker};
use crate::protocol::estimate::Ratio;

/// Models of which a ratio is kept.
const MOST: i64 = 500;

/// What was learnt of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRatio {
    pub provider: String,
    /// Its name there.
    pub model: String,
    /// How many tokens its texts are.
    pub ratio: Ratio,
}

impl GlobalStore {
    /// Keeps what was learnt of a model, in the place of what was known.
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

    /// What was learnt of all models. Blocks for a moment.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn ratios_blocking(&self) -> Result<Vec<KeptRatio>, StoreError> {
        worker::wait(self.worker().run(|connection| read(connection)))
    }
}

/// The rows; a figure that is out of bounds is brought within them.
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
