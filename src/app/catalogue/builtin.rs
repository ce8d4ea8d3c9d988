//! The built-in models, from the table in `assets/models.toml`.

use jiff::Timestamp;
use serde::Deserialize;

use protocol::catalogue::{DEFAULT_TEMPERATURE, ModelRecord, NewModel, Price};

const TABLE: &str = include_str!("../../../assets/models.toml");

#[derive(Deserialize)]
struct Table {
    model: Vec<Row>,
}

/// A row as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    provider: String,
    api_name: String,
    name: String,
    context_window: u64,
    max_output: u64,
    temperature: Option<f64>,
    input: Option<f64>,
    output: Option<f64>,
    cached: Option<f64>,
    vision: Option<bool>,
}

/// Returns the models of the table; empty if the table were broken, which a test rules out.
pub(super) fn models() -> Vec<NewModel> {
    let table: Table = match toml::from_str(TABLE) {
        Ok(table) => table,
        Err(error) => {
            tracing::error!(%error, "the table of models is broken");
            return Vec::new();
        }
    };
    let made = table.model.into_iter().map(|row| NewModel {
        provider: row.provider,
        name: row.name,
        api_name: row.api_name,
        context_window: row.context_window,
        max_output_tokens: row.max_output,
        temperature_default: row.temperature.unwrap_or(DEFAULT_TEMPERATURE),
        price: Price {
            input: row.input,
            output: row.output,
            cached: row.cached,
        },
        vision: row.vision,
    });
    made.collect()
}

/// Returns the same models as records, for use without a database.
pub(super) fn records(now: Timestamp) -> Vec<ModelRecord> {
    let records = models().into_iter().map(|model| ModelRecord {
        id: model.api_name.clone(),
        provider: model.provider,
        name: model.name,
        api_name: model.api_name,
        is_builtin: true,
        context_window: model.context_window,
        max_output_tokens: model.max_output_tokens,
        temperature_default: model.temperature_default,
        price: model.price,
        vision: model.vision,
        created_at: now,
        updated_at: now,
    });
    records.collect()
}
