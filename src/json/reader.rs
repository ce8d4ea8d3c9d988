//! The deserializer: a borrowed [`Value`] and what it is asked for.
//!
//! It is small where serde compiles it for every type: it borrows, so that nothing is dropped on the way; it is copied, so
//! that nothing is moved; a structure is read from an object alone; what needs no type of ours is a function that is there
//! once, what is wrong with its place too: `in entries[3].hunks[0]: missing field …`.

use std::slice;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Number, Value, map};

use super::tag::tag_in;

/// Reads from a value.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a>(&'a Value);

impl<'a> Reader<'a> {
    pub(super) fn of(value: &'a Value) -> Self {
        Self(value)
    }

    #[inline(never)]
    fn entries(self) -> Option<Entries<'a>> {
        let left = self.0.as_object()?.iter();
        Some(Entries {
            left,
            key: "",
            value: &Value::Null,
        })
    }

    #[inline(never)]
    fn items(self) -> Option<Items<'a>> {
        let left = self.0.as_array()?.iter();
        Some(Items { left, read: 0 })
    }

    #[cold]
    #[inline(never)]
    fn not(self, expected: &dyn Expected) -> Error {
        let found = match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(it) => Unexpected::Bool(*it),
            Value::Number(it) => unexpected(it),
            Value::String(it) => Unexpected::Str(it),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(found, expected)
    }

    /// The variant's name and what it holds; `tag` is where the name is, empty where it is around what it holds.
    #[inline(never)]
    fn variant(self, tag: &'static str) -> Result<Variant<'a>, Error> {
        let (name, held) = match self.0 {
            Value::Object(fields) if tag.is_empty() => only(fields),
            Value::Object(fields) => Some((name_in(fields, tag)?, Some(self.0))),
            Value::String(name) if tag.is_empty() => Some((name.as_str(), None)),
            _ => None,
        }
        .ok_or_else(|| self.not(&"the name of a variant, with what it holds"))?;
        let is_inside = !tag.is_empty();
        Ok(Variant {
            name,
            held: Held { held, is_inside },
        })
    }
}

/// What an error begins with that is in a part of the value; the place follows.
const IN: &str = "in ";

/// `in entries[3].hunks[0]: missing field …`.
fn put_in(part: &str, error: &mut Error) {
    let text = error.to_string();
    let told = match text.strip_prefix(IN) {
        None => format!("{IN}{part}: {text}"),
        Some(deeper) if deeper.starts_with('[') => format!("{IN}{part}{deeper}"),
        Some(deeper) => format!("{IN}{part}.{deeper}"),
    };
    *error = Error::custom(told);
}

fn unexpected(number: &Number) -> Unexpected<'static> {
    if let Some(number) = number.as_u64() {
        Unexpected::Unsigned(number)
    } else if let Some(number) = number.as_i64() {
        Unexpected::Signed(number)
    } else {
        Unexpected::Float(number.as_f64().unwrap_or_default())
    }
}

/// `{tag: name, …}`.
fn name_in<'a>(fields: &'a Map<String, Value>, tag: &'static str) -> Result<&'a str, Error> {
    match fields.get(tag) {
        Some(Value::String(name)) => Ok(name),
        Some(other) => {
            let mut error = Reader(other).not(&"the name of a variant");
            put_in(tag, &mut error);
            Err(error)
        }
        None => Err(Error::missing_field(tag)),
    }
}

/// `{name: …}`.
fn only(fields: &Map<String, Value>) -> Option<(&str, Option<&Value>)> {
    let (name, held) = fields.iter().next().filter(|_| fields.len() == 1)?;
    Some((name, Some(held)))
}

/// Every kind of number is read alike: the type's own visitor sees whether it fits.
macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.deserialize_f64(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(it) => visitor.visit_bool(*it),
            Value::Number(_) => self.deserialize_f64(visitor),
            Value::String(it) => visitor.visit_str(it),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(it) => visitor.visit_bool(*it),
            _ => Err(self.not(&visitor)),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Number(number) = self.0 else {
            return Err(self.not(&visitor));
        };
        if let Some(number) = number.as_u64() {
            visitor.visit_u64(number)
        } else if let Some(number) = number.as_i64() {
            visitor.visit_i64(number)
        } else {
            visitor.visit_f64(number.as_f64().unwrap_or_default())
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_f32
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(it) => visitor.visit_str(it),
            _ => Err(self.not(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            _ => Err(self.not(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.items() {
            Some(items) => visitor.visit_seq(items),
            None => Err(self.not(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) if items.len() > len => {
                Err(Error::invalid_length(items.len(), &visitor))
            }
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.entries() {
            Some(entries) => visitor.visit_map(entries),
            None => Err(self.not(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.variant(tag_in(name))?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf identifier }
}

/// What a list has.
struct Items<'a> {
    left: slice::Iter<'a, Value>,
    read: usize,
}

impl<'a> Items<'a> {
    #[inline(never)]
    fn step(&mut self) -> Option<Reader<'a>> {
        self.read += 1;
        self.left.next().map(Reader)
    }

    #[cold]
    #[inline(never)]
    fn place(&self, error: &mut Error) {
        put_in(&format!("[{}]", self.read - 1), error);
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some(item) = self.step() else {
            return Ok(None);
        };
        let mut read = seed.deserialize(item).map(Some);
        if let Err(error) = &mut read {
            self.place(error);
        }
        read
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// What an object has.
struct Entries<'a> {
    left: map::Iter<'a>,
    /// The one whose key was read last.
    key: &'a str,
    value: &'a Value,
}

impl<'a> Entries<'a> {
    #[inline(never)]
    fn step(&mut self) -> Option<Name<'a>> {
        let (key, value) = self.left.next()?;
        (self.key, self.value) = (key, value);
        Some(Name(key))
    }

    #[cold]
    #[inline(never)]
    fn place(&self, error: &mut Error) {
        put_in(self.key, error);
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        match self.step() {
            Some(key) => seed.deserialize(key).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let mut read = seed.deserialize(Reader(self.value));
        if let Err(error) = &mut read {
            self.place(error);
        }
        read
    }
}

/// A key, or the name of a variant.
struct Name<'a>(&'a str);

impl<'de> Deserializer<'de> for Name<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let held = Held {
            held: None,
            is_inside: false,
        };
        let name = self.0;
        visitor.visit_enum(Variant { name, held })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// One variant of an enum.
struct Variant<'a> {
    name: &'a str,
    held: Held<'a>,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Held<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Held<'a>), Error> {
        let variant = seed.deserialize(Name(self.name))?;
        Ok((variant, self.held))
    }
}

/// What a variant holds.
#[derive(Clone, Copy)]
struct Held<'a> {
    held: Option<&'a Value>,
    /// Whether that is the object in which the tag is, too.
    is_inside: bool,
}

impl<'a> Held<'a> {
    fn reader(self) -> Reader<'a> {
        Reader(self.held.unwrap_or(&Value::Null))
    }
}

impl<'de> VariantAccess<'de> for Held<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.held {
            Some(Value::Null) | None => Ok(()),
            Some(_) if self.is_inside => Ok(()),
            Some(_) => Err(self.reader().not(&"a variant that holds nothing")),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.reader())
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.reader().deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.reader().deserialize_map(visitor)
    }
}
