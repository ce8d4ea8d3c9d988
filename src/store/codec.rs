//! Converts protocol values to columns and back. Used by every file of tables.

use std::str::FromStr;

use jiff::Timestamp;
use rusqlite::Row;
use rusqlite::types::Type;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::StoreError;

/// Serializes a value as JSON.
pub fn json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    Ok(serde_json::to_string(value)?)
}

/// Serializes an optional value as JSON.
pub fn json_or_null<T: Serialize>(value: Option<&T>) -> Result<Option<String>, StoreError> {
    value.map(json).transpose()
}

/// Returns the word that a plain enum is serialized as.
pub fn word<T: Serialize>(value: &T) -> Result<String, StoreError> {
    match serde_json::to_value(value)? {
        Value::String(word) => Ok(word),
        other => Ok(other.to_string()),
    }
}

/// Converts a time to nanoseconds since 1970; times beyond the year 2262 become that year.
pub fn nanoseconds(at: Timestamp) -> i64 {
    i64::try_from(at.as_nanosecond()).unwrap_or(i64::MAX)
}

/// Converts a count to a type that SQLite can store.
pub fn count(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Converts back a count stored with [`count`].
pub fn counted(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn unreadable(
    column: usize,
    error: impl std::error::Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
}

/// Reads an identifier from a text column.
pub fn id<T>(row: &Row<'_>, column: usize) -> rusqlite::Result<T>
where
    T: FromStr,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    let text = row.get_ref(column)?.as_str()?;
    text.parse().map_err(|error| unreadable(column, error))
}

/// Reads an identifier from a nullable column.
pub fn id_or_null<T>(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<T>>
where
    T: FromStr,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    match row.get_ref(column)?.as_str_or_null()? {
        Some(_) => id(row, column).map(Some),
        None => Ok(None),
    }
}

/// Reads a JSON value from a text column. Deserializes directly, although this compiles a second
/// reader of the type: a long session has ten thousand of them, and must open at once.
pub fn value<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str()?;
    support::json::from_str(text).map_err(|error| unreadable(column, error))
}

/// Reads a JSON value from a nullable column.
pub fn value_or_null<T: DeserializeOwned>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<T>> {
    match row.get_ref(column)?.as_str_or_null()? {
        Some(_) => value(row, column).map(Some),
        None => Ok(None),
    }
}

/// Reads a plain enum from a column that holds its word.
pub fn named<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let word = Value::String(row.get_ref(column)?.as_str()?.to_owned());
    support::json::from_value(word).map_err(|error| unreadable(column, error))
}

/// Reads a time from a column of nanoseconds.
pub fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    let nanoseconds: i64 = row.get(column)?;
    Timestamp::from_nanosecond(i128::from(nanoseconds)).map_err(|error| unreadable(column, error))
}

/// Reads a time from a nullable column.
pub fn time_or_null(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Timestamp>> {
    match row.get::<_, Option<i64>>(column)? {
        Some(_) => time(row, column).map(Some),
        None => Ok(None),
    }
}
