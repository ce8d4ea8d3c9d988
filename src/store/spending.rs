//! Table `spending` of the database for all workspaces: the cost of each day, by
//! provider and model.

use jiff::civil::Date;
use rusqlite::{Row, params};

use super::codec;
use super::error::StoreError;
use super::global::GlobalStore;
use protocol::catalogue::{CostRow, Payment};
use protocol::usage::Usage;

impl GlobalStore {
    /// Records the cost of a step.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn pay(&self, payment: Payment) -> Result<(), StoreError> {
        self.transaction(move |to| {
            let usage = &payment.usage;
            to.execute(
                "INSERT INTO spending VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8, ?9)
                 ON CONFLICT (day, provider, model) DO UPDATE SET steps = steps + 1,
                     input = input + ?4, output = output + ?5, cached = cached + ?6,
                     cost = CASE WHEN cost IS NULL THEN ?7 ELSE cost + coalesce(?7, 0) END,
                     unpriced = unpriced + ?8, estimated = max(estimated, ?9)",
                params![
                    payment.day.to_string(),
                    payment.provider,
                    payment.model,
                    codec::count(usage.input_tokens),
                    codec::count(usage.output_tokens),
                    codec::count(usage.cached_tokens),
                    usage.cost_usd,
                    codec::count(usage.unpriced_tokens),
                    usage.estimated
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// Returns the spending of a day, by provider and model.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn spent_on(&self, day: Date) -> Result<Vec<CostRow>, StoreError> {
        self.worker()
            .run(move |connection| {
                let mut statement = connection.prepare_cached(
                    "SELECT provider, model, steps, input, output, cached, cost, unpriced, estimated
                     FROM spending WHERE day = ?1 ORDER BY provider, model",
                )?;
                let rows = statement.query_map([day.to_string()], cost)?;
                Ok(rows.collect::<Result<_, _>>()?)
            })
            .await
    }
}

fn cost(row: &Row<'_>) -> rusqlite::Result<CostRow> {
    Ok(CostRow {
        provider: row.get(0)?,
        model: row.get(1)?,
        steps: codec::counted(row.get(2)?),
        usage: Usage {
            input_tokens: codec::counted(row.get(3)?),
            output_tokens: codec::counted(row.get(4)?),
            cached_tokens: codec::counted(row.get(5)?),
            cost_usd: row.get(6)?,
            unpriced_tokens: codec::counted(row.get(7)?),
            estimated: row.get(8)?,
            ..Usage::default()
        },
    })
}
