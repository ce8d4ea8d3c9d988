//! Reading JSON: every type of ours from the same kind of deserializer, so that it is compiled once.
//!
//! serde compiles the reading of a type anew for every deserializer that it is read from. An enum with its tag inside
//! (`#[serde(tag = "…")]`) is read into a buffer first, since the tag may come last, and its parts are then read from that
//! buffer. Most of the vocabulary lies inside such an enum somewhere. Read from text, from a [`Value`] and from the buffer,
//! it would be there three times. Here everything goes into the buffer, with a tag of our own around it.
//!
//! Names nothing of ours; everyone may import it. Writing needs no such care: see `CONTRIBUTING.md`, build cost.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Error, Value};

/// Reads a text.
///
/// # Errors
/// It is not JSON, with the line and column; or not such a value.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    whole(serde_json::Deserializer::from_str(text))
}

/// Reads bytes.
///
/// # Errors
/// As with [`from_str`]; or they are no UTF-8.
pub fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    whole(serde_json::Deserializer::from_slice(bytes))
}

/// Reads a value.
///
/// # Errors
/// It is not such a value.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    buffered(value)
}

/// Nothing comes after the value.
fn whole<'de, R, T>(mut json: serde_json::Deserializer<R>) -> Result<T, Error>
where
    R: serde_json::de::Read<'de>,
    T: DeserializeOwned,
{
    let read = buffered(&mut json)?;
    json.end()?;
    Ok(read)
}

fn buffered<'de, D, T>(json: D) -> Result<T, Error>
where
    D: Deserializer<'de, Error = Error>,
    T: DeserializeOwned,
{
    let Tagged::Value(Inner(read)) = Tagged::deserialize(Around(json))?;
    Ok(read)
}

/// What makes serde buffer.
#[derive(Deserialize)]
#[serde(tag = "tag", bound = "T: DeserializeOwned")]
enum Tagged<T> {
    #[serde(rename = "value")]
    Value(Inner<T>),
}

/// `{"value": …}`, read from the buffer.
struct Inner<T>(T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Inner<T> {
    fn deserialize<D: Deserializer<'de>>(buffer: D) -> Result<Self, D::Error> {
        buffer.deserialize_map(InnerVisitor(PhantomData)).map(Self)
    }
}

struct InnerVisitor<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for InnerVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        map.next_key::<IgnoredAny>()?;
        map.next_value()
    }
}

/// `{"tag": "value", "value": …}` around what a deserializer has.
struct Around<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Around<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_map(Entries::Tag(self.0))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Which entry comes next.
enum Entries<D> {
    Tag(D),
    Value(D),
    None,
}

impl<'de, D: Deserializer<'de>> MapAccess<'de> for Entries<D> {
    type Error = D::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, D::Error> {
        let key = match self {
            Entries::Tag(_) => "tag",
            Entries::Value(_) => "value",
            Entries::None => return Ok(None),
        };
        seed.deserialize(BorrowedStrDeserializer::new(key))
            .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, D::Error> {
        match std::mem::replace(self, Entries::None) {
            Entries::Tag(json) => {
                *self = Entries::Value(json);
                seed.deserialize(BorrowedStrDeserializer::new("value"))
            }
            Entries::Value(json) => seed.deserialize(json),
            Entries::None => Err(serde::de::Error::custom("there is no more")),
        }
    }
}

#[cfg(test)]
mod tests;
