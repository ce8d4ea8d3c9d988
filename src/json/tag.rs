//! An enum whose variant is named by a tag among its fields: `{"type": "started", "run": 7}`.
//!
//! The enum is derived as if the name were around what it holds, for itself (`#[serde(remote = "Self")]`), and
//! [`tagged!`] puts the name inside: [`Inside`] where it is written, by any serializer; [`Named`] where it is read, by
//! [`super::reader`], which sees the tag in the enum's name. Another deserializer says that there is no such variant.

use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde::ser::{Impossible, Serialize, SerializeStruct, SerializeStructVariant, Serializer};

/// What begins the name of an enum whose tag it goes on with.
macro_rules! mark {
    () => {
        "tag inside: "
    };
}
pub(crate) use mark;

/// Has an enum written and read with its variant's name in the field of that name.
///
/// Variants are units, have named fields, or hold one structure; none has a field with the tag's name.
macro_rules! tagged {
    ($name:ident, $tag:literal) => {
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $name::serialize(self, $crate::json::Inside::new($tag, serializer))
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                const NAME: &str = concat!($crate::json::mark!(), $tag);
                $name::deserialize($crate::json::Named::new(NAME, deserializer))
            }
        }
    };
}
pub(crate) use tagged;

/// The tag in the name of an enum; empty if it has none.
pub(super) fn tag_in(name: &'static str) -> &'static str {
    name.strip_prefix(mark!()).unwrap_or_default()
}

/// Reads an enum by another name.
pub struct Named<D> {
    name: &'static str,
    inner: D,
}

impl<D> Named<D> {
    /// With that name.
    pub fn new(name: &'static str, inner: D) -> Self {
        Self { name, inner }
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Named<D> {
    type Error = D::Error;

    /// As an enum: nothing else is asked for.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_enum("", &[], visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_enum(self.name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Writes an enum with its variant's name among its fields.
pub struct Inside<S> {
    tag: &'static str,
    /// Of the variant whose structure is written; `None` for the enum itself.
    variant: Option<&'static str>,
    inner: S,
}

impl<S: Serializer> Inside<S> {
    /// With that tag.
    pub fn new(tag: &'static str, inner: S) -> Self {
        Self {
            tag,
            variant: None,
            inner,
        }
    }

    fn begin(
        self,
        name: &'static str,
        variant: &'static str,
        fields: usize,
    ) -> Result<S::SerializeStruct, S::Error> {
        let mut open = self.inner.serialize_struct(name, fields + 1)?;
        open.serialize_field(self.tag, variant)?;
        Ok(open)
    }
}

/// Why something else is not written.
fn refusal<E: serde::ser::Error>() -> E {
    E::custom("a tag stands among named fields, and there are none")
}

macro_rules! refused {
    ($($method:ident($($argument:ty),*) -> $written:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$written, S::Error> {
            Err(refusal())
        }
    )*};
}

impl<S: Serializer> Serializer for Inside<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = S::SerializeStruct;
    type SerializeStructVariant = Fields<S>;

    fn serialize_unit_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.begin(name, variant, 0)?.end()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(Inside {
            variant: Some(variant),
            ..self
        })
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Fields<S>, S::Error> {
        self.begin(name, variant, len).map(Fields)
    }

    fn serialize_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<S::SerializeStruct, S::Error> {
        match self.variant {
            Some(variant) => self.begin(name, variant, len),
            None => Err(refusal()),
        }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        Err(refusal())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        Err(refusal())
    }

    refused! {
        serialize_bool(bool) -> S::Ok;
        serialize_i8(i8) -> S::Ok;
        serialize_i16(i16) -> S::Ok;
        serialize_i32(i32) -> S::Ok;
        serialize_i64(i64) -> S::Ok;
        serialize_u8(u8) -> S::Ok;
        serialize_u16(u16) -> S::Ok;
        serialize_u32(u32) -> S::Ok;
        serialize_u64(u64) -> S::Ok;
        serialize_f32(f32) -> S::Ok;
        serialize_f64(f64) -> S::Ok;
        serialize_char(char) -> S::Ok;
        serialize_str(&str) -> S::Ok;
        serialize_bytes(&[u8]) -> S::Ok;
        serialize_none() -> S::Ok;
        serialize_unit() -> S::Ok;
        serialize_unit_struct(&'static str) -> S::Ok;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
    }
}

/// The fields of a variant, after its tag.
pub struct Fields<S: Serializer>(S::SerializeStruct);

impl<S: Serializer> SerializeStructVariant for Fields<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        self.0.serialize_field(key, value)
    }

    fn skip_field(&mut self, key: &'static str) -> Result<(), S::Error> {
        self.0.skip_field(key)
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}
