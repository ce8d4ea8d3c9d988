//! Events as JSON: `{cursor, ts, session, run, type, data}`.
//!
//! By hand, where `flatten` would do: every type of the vocabulary would be compiled for three
//! more ways of being read. Here what a fact holds is read as everything else is, see [`crate::json`].

use std::fmt;

use jiff::Timestamp;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, Error as _, IgnoredAny, MapAccess, VariantAccess, Visitor,
};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer, forward_to_deserialize_any};
use serde_json::{Value, json};

use super::{Event, Fact};
use crate::protocol::ids::{RunId, Seq, SessionId};

#[derive(Serialize)]
struct Wire {
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<Seq>,
    ts: Timestamp,
    session: SessionId,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunId>,
    #[serde(rename = "type")]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, data) = match serde_json::to_value(&self.fact).map_err(S::Error::custom)? {
            Value::String(kind) => (kind, None),
            Value::Object(fields) => match fields.into_iter().next() {
                Some((kind, data)) => (kind, Some(data)),
                None => return Err(S::Error::custom("a fact without a name")),
            },
            other => return Err(S::Error::custom(format!("no fact: {other}"))),
        };
        let wire = Wire {
            cursor: self.seq,
            ts: self.at,
            session: self.session,
            run: self.run,
            kind,
            data,
        };
        wire.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EventVisitor)
    }
}

struct EventVisitor;

impl<'de> Visitor<'de> for EventVisitor {
    type Value = Event;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Event, A::Error> {
        let (mut seq, mut at, mut session, mut run) = (None, None, None, None);
        let (mut kind, mut data, mut fact) = (None::<String>, Value::Null, None);
        while let Some(field) = map.next_key::<Field>()? {
            match (field, kind.as_deref()) {
                (Field::Cursor, _) => seq = map.next_value()?,
                (Field::Ts, _) => at = Some(map.next_value()?),
                (Field::Session, _) => session = Some(map.next_value()?),
                (Field::Run, _) => run = map.next_value()?,
                (Field::Type, _) => kind = Some(map.next_value()?),
                // As we write it: nothing is kept in between.
                (Field::Data, Some(kind)) => fact = Some(map.next_value_seed(Named(kind))?),
                (Field::Data, None) => data = map.next_value()?,
                (Field::Other, _) => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let at = at.ok_or_else(|| A::Error::missing_field("ts"))?;
        let session = session.ok_or_else(|| A::Error::missing_field("session"))?;
        let fact = match (fact, kind) {
            (Some(fact), _) => fact,
            (None, Some(kind)) => in_order(at, session, &kind, &data).map_err(A::Error::custom)?,
            (None, None) => return Err(A::Error::missing_field("type")),
        };
        Ok(Event {
            seq,
            at,
            session,
            run,
            fact,
        })
    }
}

/// The fact of an event whose data came before its type, or that has none.
fn in_order(
    ts: Timestamp,
    session: SessionId,
    kind: &str,
    data: &Value,
) -> serde_json::Result<Fact> {
    let event = json!({ "ts": ts, "session": session, "type": kind, "data": data });
    crate::json::from_value::<Event>(event).map(|event| event.fact)
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Cursor,
    Ts,
    Session,
    Run,
    Type,
    Data,
    #[serde(other)]
    Other,
}

/// The fact of this name, from what it holds.
struct Named<'a>(&'a str);

impl<'de> DeserializeSeed<'de> for Named<'_> {
    type Value = Fact;

    fn deserialize<D: Deserializer<'de>>(self, data: D) -> Result<Fact, D::Error> {
        Fact::deserialize(Variant { name: self.0, data })
    }
}

/// `{name: data}`, as an enum is read.
struct Variant<'a, D> {
    name: &'a str,
    data: D,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Variant<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, D: Deserializer<'de>> EnumAccess<'de> for Variant<'_, D> {
    type Error = D::Error;
    type Variant = Held<D>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Held<D>), D::Error> {
        let name = seed.deserialize(StrDeserializer::new(self.name))?;
        Ok((name, Held(self.data)))
    }
}

/// What a variant holds.
struct Held<D>(D);

impl<'de, D: Deserializer<'de>> VariantAccess<'de> for Held<D> {
    type Error = D::Error;

    fn unit_variant(self) -> Result<(), D::Error> {
        <()>::deserialize(self.0)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, D::Error> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct("Fact", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Event;
    use crate::json::from_value;

    fn event() -> Value {
        json!({
            "cursor": 7,
            "ts": "2026-01-02T03:04:05Z",
            "session": "019a0000-0000-7000-8000-000000000000",
            "type": "notice",
            "data": { "level": "info", "text": "it is told" },
        })
    }

    fn turned(event: &Value) -> Value {
        let fields = event.as_object().unwrap().clone().into_iter();
        Value::Object(fields.rev().collect())
    }

    #[test]
    fn an_event_is_the_same_whatever_the_order_of_its_fields() {
        let read: Event = from_value(event()).unwrap();
        let other: Event = from_value(turned(&event())).unwrap();
        assert_eq!(read.seq.unwrap().0, 7);
        assert_eq!(read, other);
        assert_eq!(
            from_value::<Event>(serde_json::to_value(&read).unwrap()).unwrap(),
            read
        );
    }

    #[test]
    fn a_field_of_a_later_build_is_passed_over_and_one_that_is_missing_is_named() {
        let mut more = event();
        more["later"] = json!([1, 2]);
        assert_eq!(
            from_value::<Event>(more).unwrap(),
            from_value(event()).unwrap()
        );
        for field in ["ts", "session", "type"] {
            let mut less = event();
            less.as_object_mut().unwrap().remove(field);
            let error = from_value::<Event>(less).unwrap_err();
            assert_eq!(error.to_string(), format!("missing field `{field}`"));
        }
    }

    #[test]
    fn a_fact_that_holds_nothing_has_no_data() {
        let mut closed: Event = from_value(event()).unwrap();
        closed.fact = crate::protocol::event::Fact::SessionClosed;
        let written = serde_json::to_value(&closed).unwrap();
        assert_eq!(written.get("data"), None);
        assert_eq!(from_value::<Event>(written).unwrap(), closed);
    }

    #[test]
    fn a_fact_of_a_later_build_is_refused_by_its_name() {
        let mut later = event();
        later["type"] = json!("moon_rose");
        for later in [turned(&later), later] {
            let error = from_value::<Event>(later).unwrap_err().to_string();
            assert!(error.contains("unknown variant `moon_rose`"), "{error}");
        }
    }
}
