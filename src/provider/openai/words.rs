//! A fast path for the chunks of an answer that contain only text, which nearly all do. They are
//! parsed directly from the JSON text; a value tree for each would cost as much as all later
//! processing of the text.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// Returns the text of a chunk; `None` if it contains anything else of significance, or is no
/// chunk: then the caller parses it in full.
pub(super) fn only_words(data: &str) -> Option<String> {
    let chunk: Chunk = serde_json::from_str(data).ok()?;
    let [choice] = chunk.choices;
    let delta = choice.delta;
    let others = [
        chunk.error,
        chunk
            .object
            .filter(|object| object == "error")
            .map(|_| IgnoredAny),
        chunk.usage,
        choice.finish_reason,
        choice.index.filter(|index| *index != 0).map(|_| IgnoredAny),
        delta.reasoning_content,
        delta.reasoning,
        delta.thinking,
        delta.refusal,
        delta.tool_calls,
        delta.function_call,
    ];
    others.iter().all(Option::is_none).then_some(delta.content)
}

#[derive(Deserialize)]
struct Chunk {
    choices: [Choice; 1],
    error: Option<IgnoredAny>,
    object: Option<String>,
    usage: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Delta,
    index: Option<u64>,
    finish_reason: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Delta {
    content: String,
    reasoning_content: Option<IgnoredAny>,
    reasoning: Option<IgnoredAny>,
    thinking: Option<IgnoredAny>,
    refusal: Option<IgnoredAny>,
    tool_calls: Option<IgnoredAny>,
    function_call: Option<IgnoredAny>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

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

    fn parts(chunk: &Value) -> Vec<StreamPart> {
        let mut decoder = decoder_for("openai").expect("a known kind");
        let mut parts = Vec::new();
        decoder.push(format!("data: {chunk}\n\n").as_bytes(), &mut parts);
        parts
    }

    #[test]
    fn what_servers_send_for_nearly_every_token_is_words_only() {
        for (data, words) in [
            (
                r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"a\n\u00e9"},"logprobs":null,"finish_reason":null}],"usage":null}"#,
                Some("a\n\u{e9}"),
            ),
            (r#"{"choices":[{"delta":{"content":""}}]}"#, Some("")),
            (
                r#"{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}"#,
                None,
            ),
            (
                r#"{"choices":[{"delta":{"content":"a","tool_calls":[]}}]}"#,
                None,
            ),
            (
                r#"{"choices":[{"delta":{"content":"a"}}],"usage":{"prompt_tokens":1}}"#,
                None,
            ),
            (r#"{"choices":[{"delta":{"content":"a"}}]} and more"#, None),
        ] {
            assert_eq!(only_words(data).as_deref(), words, "{data}");
        }
    }

    proptest! {
        #![proptest_config(testing::cases(400))]

        #[test]
        fn words_alone_are_the_parts_that_the_whole_chunk_would_be(
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
            let chunk = Value::Object(chunk);
            let mut whole = chunk.clone();
            if !whole["usage"].is_object() {
                // Empty usage has no significance, but it is not text either.
                whole["usage"] = json!({});
            }
            prop_assert!(only_words(&whole.to_string()).is_none());
            prop_assert_eq!(parts(&chunk), parts(&whole));
        }
    }
}
