//! Rows of the tables `models` and `provider_settings`, within a transaction that the caller holds:
//! reads, adds, changes and removes them, and reports the errors that only the tables can detect.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::CatalogueResult;
use crate::codec;
use crate::error::StoreError;
use crate::probes;
use protocol::catalogue::{
    BuiltInAttempt, CatalogueError, ModelChange, ModelRecord, NewModel, ProviderChange,
    ProviderSettings,
};

/// Stores a model under a new id.
pub(super) fn add(
    to: &Connection,
    model: NewModel,
    now: Timestamp,
) -> CatalogueResult<ModelRecord> {
    let model = model.check()?;
    refuse_duplicate(to, &model.provider, &model.api_name, "")?;
    let record = ModelRecord {
        id: uuid::Uuid::now_v7().to_string(),
        provider: model.provider,
        name: model.name,
        api_name: model.api_name,
        is_builtin: false,
        context_window: model.context_window,
        max_output_tokens: model.max_output_tokens,
        temperature_default: model.temperature_default,
        price: model.price,
        vision: model.vision,
        created_at: now,
        updated_at: now,
    };
    write(to, &record)?;
    Ok(record)
}

pub(super) fn change(
    to: &Connection,
    id: &str,
    change: &ModelChange,
    now: Timestamp,
) -> CatalogueResult<ModelRecord> {
    let record = change.apply(&known(to, id)?, now)?;
    refuse_duplicate(to, &record.provider, &record.api_name, &record.id)?;
    write(to, &record)?;
    Ok(record)
}

/// Removes a model, also as a provider's default.
pub(super) fn remove(to: &Connection, id: &str, now: Timestamp) -> CatalogueResult<ModelRecord> {
    let record = known(to, id)?;
    if record.is_builtin {
        let (model, what) = (id.to_owned(), BuiltInAttempt::Remove);
        return Err(CatalogueError::BuiltIn { model, what }.into());
    }
    to.execute("DELETE FROM models WHERE id = ?1", [id])?;
    probes::forget(to, &record.provider, &record.api_name)?;
    to.execute(
        "UPDATE provider_settings SET default_model = NULL, updated_at = ?2 WHERE default_model = ?1",
        params![id, codec::nanoseconds(now)],
    )?;
    Ok(record)
}

/// Changes the settings of a provider, or creates them.
pub(super) fn set_provider(
    to: &Connection,
    provider: &str,
    change: ProviderChange,
    now: Timestamp,
) -> CatalogueResult<ProviderSettings> {
    let mut kept = settings_of(to, provider)?;
    kept.enabled = change.enabled.unwrap_or(kept.enabled);
    if let Some(url) = change.base_url {
        kept.base_url = url.kept();
    }
    if let Some(model) = change.default_model {
        kept.default_model_id = match model.kept() {
            Some(named) => Some(default_model(to, provider, &named, change.is_vouched_for)?),
            None => None,
        };
    }
    kept.updated_at = Some(now);
    to.execute(
        "INSERT INTO provider_settings (provider, enabled, default_model, base_url, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (provider) DO UPDATE SET
             enabled = ?2, default_model = ?3, base_url = ?4, updated_at = ?5",
        params![
            provider,
            kept.enabled,
            kept.default_model_id,
            kept.base_url,
            codec::nanoseconds(now)
        ],
    )?;
    Ok(kept)
}

/// Returns the settings of a provider, or its defaults if there is no row.
pub(super) fn settings_of(
    connection: &Connection,
    provider: &str,
) -> CatalogueResult<ProviderSettings> {
    let kept = connection
        .query_row(
            &format!("{SETTINGS} WHERE provider = ?1"),
            [provider],
            settings,
        )
        .optional()?;
    Ok(kept.unwrap_or_else(|| ProviderSettings::untouched(provider)))
}

/// Returns the settings of all providers that have a row.
pub(super) fn all_settings(connection: &Connection) -> Result<Vec<ProviderSettings>, StoreError> {
    let mut statement = connection.prepare_cached(&format!("{SETTINGS} ORDER BY 1"))?;
    let rows = statement.query_map([], settings)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

const MODELS: &str = "SELECT id, provider, name, api_name, is_builtin, context_window, max_output,
    temperature, price, created_at, updated_at, vision FROM models";

const SETTINGS: &str =
    "SELECT provider, enabled, default_model, base_url, updated_at FROM provider_settings";

fn model(row: &Row<'_>) -> rusqlite::Result<ModelRecord> {
    Ok(ModelRecord {
        id: row.get(0)?,
        provider: row.get(1)?,
        name: row.get(2)?,
        api_name: row.get(3)?,
        is_builtin: row.get(4)?,
        context_window: codec::counted(row.get(5)?),
        max_output_tokens: codec::counted(row.get(6)?),
        temperature_default: row.get(7)?,
        price: codec::value(row, 8)?,
        created_at: codec::time(row, 9)?,
        updated_at: codec::time(row, 10)?,
        vision: row.get(11)?,
    })
}

fn settings(row: &Row<'_>) -> rusqlite::Result<ProviderSettings> {
    Ok(ProviderSettings {
        provider: row.get(0)?,
        enabled: row.get(1)?,
        default_model_id: row.get(2)?,
        base_url: row.get(3)?,
        updated_at: codec::time_or_null(row, 4)?,
    })
}

pub(super) fn models(connection: &Connection) -> Result<Vec<ModelRecord>, StoreError> {
    let sql = format!("{MODELS} ORDER BY provider, is_builtin, api_name");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([], model)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the model with this id.
pub(super) fn known(connection: &Connection, id: &str) -> CatalogueResult<ModelRecord> {
    let found = connection
        .prepare_cached(&format!("{MODELS} WHERE id = ?1"))?
        .query_row([id], model)
        .optional()?;
    Ok(found.ok_or_else(|| CatalogueError::UnknownModel {
        model: id.to_owned(),
    })?)
}

/// Returns the id of a provider's model, given its id or its name there. Returns the name of a
/// model that is not stored, if the caller does not require it to be.
fn default_model(
    connection: &Connection,
    provider: &str,
    named: &str,
    is_vouched_for: bool,
) -> CatalogueResult<String> {
    let found = connection
        .prepare_cached("SELECT id FROM models WHERE provider = ?1 AND (id = ?2 OR api_name = ?2)")?
        .query_row([provider, named], |row| row.get(0))
        .optional()?;
    let offered = is_vouched_for.then(|| named.to_owned());
    Ok(found
        .or(offered)
        .ok_or_else(|| CatalogueError::UnknownDefaultModel {
            provider: provider.to_owned(),
            model: named.to_owned(),
        })?)
}

/// Refuses a second model of this name at the provider.
fn refuse_duplicate(
    connection: &Connection,
    provider: &str,
    api_name: &str,
    but: &str,
) -> CatalogueResult<()> {
    let other: Option<String> = connection
        .prepare_cached("SELECT id FROM models WHERE provider = ?1 AND api_name = ?2 AND id <> ?3")?
        .query_row([provider, api_name, but], |row| row.get(0))
        .optional()?;
    match other {
        None => Ok(()),
        Some(_) => Err(CatalogueError::DuplicateApiName {
            provider: provider.to_owned(),
            api_name: api_name.to_owned(),
        }
        .into()),
    }
}

fn write(connection: &Connection, record: &ModelRecord) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO models VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
             ON CONFLICT (id) DO UPDATE SET name = ?3, api_name = ?4, context_window = ?6,
                 max_output = ?7, temperature = ?8, price = ?9, updated_at = ?11, vision = ?12",
        )?
        .execute(params![
            record.id,
            record.provider,
            record.name,
            record.api_name,
            record.is_builtin,
            codec::count(record.context_window),
            codec::count(record.max_output_tokens),
            record.temperature_default,
            codec::json(&record.price)?,
            codec::nanoseconds(record.created_at),
            codec::nanoseconds(record.updated_at),
            record.vision
        ])?;
    Ok(())
}

/// Returns whether a row already covers a seed: the model as the program knows it, or one of
/// the user's own.
pub(super) fn is_as_seeded(model: &ModelRecord, seed: &NewModel) -> bool {
    let is_it = model.provider == seed.provider && model.api_name == seed.api_name;
    let is_same = model.name == seed.name
        && model.context_window == seed.context_window
        && model.max_output_tokens == seed.max_output_tokens
        && model.price == seed.price
        && model.vision == seed.vision;
    is_it && (is_same || !model.is_builtin)
}

/// Adds a built-in model, or updates the facts that the program has about it. A model of the user
/// with the same name stays.
pub(super) fn seed_one(
    to: &Connection,
    seed: &NewModel,
    now: Timestamp,
) -> Result<usize, StoreError> {
    let price = codec::json(&seed.price)?;
    to.prepare_cached(
        "UPDATE models SET name = ?3, context_window = ?4, max_output = ?5, price = ?6,
             vision = ?7
         WHERE is_builtin = 1 AND provider = ?1 AND api_name = ?2",
    )?
    .execute(params![
        seed.provider,
        seed.api_name,
        seed.name,
        codec::count(seed.context_window),
        codec::count(seed.max_output_tokens),
        price,
        seed.vision
    ])?;
    Ok(to
        .prepare_cached(
            "INSERT OR IGNORE INTO models VALUES (?1, ?2, ?3, ?1, 1, ?4, ?5, ?6, ?7, ?8, ?8, ?9)",
        )?
        .execute(params![
            seed.api_name,
            seed.provider,
            seed.name,
            codec::count(seed.context_window),
            codec::count(seed.max_output_tokens),
            seed.temperature_default,
            price,
            codec::nanoseconds(now),
            seed.vision
        ])?)
}
