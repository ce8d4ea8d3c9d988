//! Events as JSON: `{cursor, ts, session, run, type, data}`.
//!
//! By hand, where `flatten` would do: every type of the vocabulary would be compiled for three
//! more ways of being read. Here a fact is read from a JSON value and from nothing else.

use jiff::Timestamp;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Event, Fact};
use crate::protocol::ids::{RunId, Seq, SessionId};

#[derive(Serialize, Deserialize)]
struct Wire {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cursor: Option<Seq>,
    ts: Timestamp,
    session: SessionId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<RunId>,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
        let wire = Wire::deserialize(deserializer)?;
        let fact = match wire.data {
            None => Value::String(wire.kind),
            Some(data) => [(wire.kind, data)].into_iter().collect(),
        };
        Ok(Self {
            seq: wire.cursor,
            at: wire.ts,
            session: wire.session,
            run: wire.run,
            fact: Fact::deserialize(fact).map_err(D::Error::custom)?,
        })
    }
}
