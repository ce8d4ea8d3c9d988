//! Reading JSON: every type of ours by the same deserializer, so that it is compiled once.
//!
//! serde compiles the reading of a type anew for every deserializer that it is read by, and for an enum with its tag inside
//! (`#[serde(tag = "…")]`) it fills a buffer first, with code of its own for every variant. Most of the vocabulary lies
//! inside such an enum. So there is one deserializer here, [`reader`], which reads from a [`Value`] and knows tags that
//! lie inside; an enum says so with [`tagged!`](crate::json::tagged).
//!
//! Names nothing of ours; everyone may import it. Writing is serde's own: any serializer will do.

mod reader;
mod tag;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde_json::{Error, Value};

use reader::Reader;
pub(crate) use tag::{Inside, Named, mark, tagged};

/// The items of the list that a value has under a name; none where it has no list there.
pub fn items<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let list = value.get(name).and_then(Value::as_array);
    list.map_or(&[][..], Vec::as_slice)
}

/// Reads a text.
///
/// # Errors
/// It is not JSON, with the line and column; or not such a value.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    T::deserialize(Reader::of(&serde_json::from_str::<Value>(text)?))
}

/// Reads bytes.
///
/// # Errors
/// As with [`from_str`]; or they are no UTF-8.
pub fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    T::deserialize(Reader::of(&serde_json::from_slice::<Value>(bytes)?))
}

/// Reads a value.
///
/// # Errors
/// It is not such a value; the error names the place, as in `in entries[3].base: …`.
#[expect(
    clippy::needless_pass_by_value,
    reason = "most callers have no more use for it, and it is dropped here instead of by each"
)]
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    from_ref(&value)
}

/// Reads a value that is still needed.
///
/// # Errors
/// It is not such a value.
pub fn from_ref<T: DeserializeOwned>(value: &Value) -> Result<T, Error> {
    T::deserialize(Reader::of(value))
}

/// Reads two structures from the fields of one object, as `flatten` would, which compiles both of them anew.
///
/// # Errors
/// It is not such a value.
pub fn both<'de, A, B, D>(deserializer: D) -> Result<(A, B), D::Error>
where
    A: DeserializeOwned,
    B: DeserializeOwned,
    D: Deserializer<'de>,
{
    let value = Value::deserialize(deserializer)?;
    let read = from_ref(&value).and_then(|first| Ok((first, from_ref(&value)?)));
    read.map_err(D::Error::custom)
}

#[cfg(test)]
mod tests;
