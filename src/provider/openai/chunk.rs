//! One chunk of an answer. Servers deviate: a field of another kind than the protocol's counts as
//! absent.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{self, MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::lenient_json;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk {
    error: Value,
    object: Value,
    pub(super) usage: Value,
    #[serde(deserialize_with = "objects")]
    pub(super) choices: Vec<Choice>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    #[serde(deserialize_with = "scalar")]
    pub(super) index: u64,
    #[serde(deserialize_with = "object")]
    delta: Option<Delta>,
    /// The whole answer, if it was not streamed.
    #[serde(deserialize_with = "object")]
    message: Option<Delta>,
    #[serde(deserialize_with = "scalar")]
    pub(super) finish_reason: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Delta {
    #[serde(deserialize_with = "scalar")]
    reasoning_content: String,
    #[serde(deserialize_with = "scalar")]
    reasoning: String,
    #[serde(deserialize_with = "scalar")]
    thinking: String,
    /// A text, or a list of parts.
    pub(super) content: Value,
    #[serde(deserialize_with = "scalar")]
    pub(super) refusal: String,
    #[serde(deserialize_with = "list")]
    pub(super) tool_calls: Vec<Value>,
    /// The older form of a call.
    pub(super) function_call: Value,
}

impl Chunk {
    /// Parses an object; `None` if the text is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        if !text.starts_with('{') {
            return None;
        }
        let strict = serde_json::from_str(text).ok();
        strict.or_else(|| serde_json::from_value(lenient_json::read(text)?).ok())
    }

    /// Whether the server reports an error instead of an answer.
    pub(super) fn is_error(&self) -> bool {
        !self.error.is_null() || self.object == "error"
    }
}

impl Choice {
    pub(super) fn into_delta(self) -> Option<Delta> {
        self.delta.or(self.message)
    }
}

impl Delta {
    /// Takes the reasoning; some servers send the same text under several names.
    pub(super) fn take_reasoning(&mut self) -> Option<String> {
        [
            &mut self.reasoning_content,
            &mut self.reasoning,
            &mut self.thinking,
        ]
        .into_iter()
        .map(std::mem::take)
        .find(|text| !text.is_empty())
    }
}

/// The kinds of values that a field may have.
const SCALAR: u8 = 0;
const LIST: u8 = 1;
const OBJECT: u8 = 2;

/// Reads a number or a text; a value of another kind counts as absent.
fn scalar<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    from: D,
) -> Result<T, D::Error> {
    let found = from.deserialize_any(Fitting::<T, SCALAR>(PhantomData))?;
    Ok(found.unwrap_or_default())
}

/// Reads a list; a value of another kind counts as absent.
fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    let found = from.deserialize_any(Fitting::<Vec<T>, LIST>(PhantomData))?;
    Ok(found.unwrap_or_default())
}

/// Reads an object; a value of another kind counts as absent.
fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    from.deserialize_any(Fitting::<T, OBJECT>(PhantomData))
}

/// Reads a list of objects; anything else in it counts as an empty object.
fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    let items: Vec<Item<T>> = list(from)?;
    Ok(items.into_iter().map(|Item(item)| item).collect())
}

struct Item<T>(T);

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for Item<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(object(from)?.unwrap_or_default()))
    }
}

/// Reads a value of one kind, and skips one of another kind. Builds no tree of values, because a
/// server sends a chunk for each token.
struct Fitting<T, const KIND: u8>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const KIND: u8> Fitting<T, KIND> {
    fn converted<V: IntoDeserializer<'de, value::Error>>(value: V) -> Option<T> {
        let of_kind = Some(value.into_deserializer()).filter(|_| KIND == SCALAR);
        T::deserialize(of_kind?).ok()
    }
}

impl<'de, T: Deserialize<'de>, const KIND: u8> Visitor<'de> for Fitting<T, KIND> {
    type Value = Option<T>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Option<T>, E> {
        Ok(Self::converted(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Option<T>, E> {
        Ok(Self::converted(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Option<T>, E> {
        Ok(Self::converted(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Option<T>, E> {
        Ok(Self::converted(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Option<T>, E> {
        Ok(Self::converted(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<T>, A::Error> {
        if KIND == LIST {
            return T::deserialize(SeqAccessDeserializer::new(list)).map(Some);
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Option<T>, A::Error> {
        if KIND == OBJECT {
            return T::deserialize(MapAccessDeserializer::new(object)).map(Some);
        }
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, json};

    use super::*;
    use crate::decode::decoder_for;
    use protocol::stream::StreamPart;

    /// Generates a field of any kind, as some servers send them.
    fn field() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            Just(json!("")),
            "[a-c\u{e9}\"]{1,4}".prop_map(Value::from),
            Just(json!(1)),
            Just(json!([])),
            Just(json!([{ "text": "listed" }])),
            Just(json!({ "message": "told", "name": "f", "arguments": "{}" })),
        ]
    }

    /// Generates an object with some of these fields.
    fn object(names: &'static [&'static str]) -> impl Strategy<Value = Map<String, Value>> {
        let some = prop::collection::vec((prop::sample::select(names), field()), 0..4);
        some.prop_map(|some| {
            some.into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect()
        })
    }

    fn parts(chunk: &str) -> Vec<StreamPart> {
        let mut decoder = decoder_for("openai").expect("a known kind");
        let mut parts = Vec::new();
        decoder.push(format!("data: {chunk}\n\n").as_bytes(), &mut parts);
        parts
    }

    #[test]
    fn fields_of_another_kind_are_absent_and_the_last_of_two_counts() {
        let text = |text: &str| {
            let text = text.to_owned();
            vec![StreamPart::Text { text }]
        };
        for (chunk, expected) in [
            (
                r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"a\n\u00e9"},"logprobs":null,"finish_reason":null}],"usage":null}"#,
                text("a\n\u{e9}"),
            ),
            (r#"{"choices":[{"delta":{"content":""}}]}"#, Vec::new()),
            (
                r#"{"choices":[{"delta":["a"],"message":{"content":"b"}}]}"#,
                text("b"),
            ),
            (
                r#"{"choices":[{"index":"1","delta":{"content":"a","refusal":7}}]}"#,
                text("a"),
            ),
            (
                r#"{"choices":[{"delta":{"content":"a","content":"b"}}]}"#,
                text("b"),
            ),
            (r#"{"choices":{"delta":{"content":"a"}}}"#, Vec::new()),
        ] {
            assert_eq!(parts(chunk), expected, "{chunk}");
        }
        assert!(Chunk::read("[]").is_none());
        assert!(Chunk::read(r#"{"choices":[]} and more"#).is_none());
    }

    proptest! {
        #![proptest_config(testing::cases(400))]

        #[test]
        fn a_chunk_that_is_read_strictly_or_leniently_has_the_same_parts(
            delta in object(&["role", "content", "content", "reasoning", "refusal", "tool_calls", "function_call"]),
            choice in object(&["index", "finish_reason", "message", "logprobs"]),
            mut chunk in object(&["id", "object", "usage", "error"]),
            has_delta in any::<bool>(),
            several in any::<bool>(),
        ) {
            let mut choice = choice;
            if has_delta {
                choice.insert("delta".to_owned(), Value::Object(delta));
            }
            let others = several.then(|| json!({ "delta": { "content": "of another" } }));
            let choices = std::iter::once(Value::Object(choice)).chain(others).collect();
            chunk.insert("choices".to_owned(), choices);
            let strict = Value::Object(chunk).to_string();
            let lenient = strict.replacen('{', r#"{"no_number":NaN,"#, 1);
            prop_assert_eq!(parts(&strict), parts(&lenient));
        }
    }
}
