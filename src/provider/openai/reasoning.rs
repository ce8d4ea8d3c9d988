//! The reasoning of earlier answers, sent back if a server requires it.
//!
//! Chat Completions has no such field, and servers treat `reasoning_content` in a request
//! differently. DeepSeek's R1 of January 2025 refused it; since December 2025 its thinking mode
//! refuses answers with calls that lack it ("Missing `reasoning_content` field in the assistant
//! message", "must be passed back to the API"; api-docs.deepseek.com, "Thinking Mode") and requires
//! even an empty one; other servers ignore it. So it is omitted until a server asks for it, which
//! costs one refused request, and from then on goes back to that model with every answer.

use serde_json::{Value, json};

use crate::StepRequest;
use crate::turns::{Turn, WireRules, fitted};

const FIELD: &str = "reasoning_content";

/// Whether a server's message asks for the reasoning.
pub(super) fn is_wanted(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    let asks = [
        "missing",
        "must be passed back",
        "is required",
        "required field",
    ];
    words.contains(FIELD) && asks.iter().any(|asking| words.contains(asking))
}

/// Returns the model's reasoning for each of its answers, in the order of the request.
pub(super) fn of(request: &StepRequest, rules: &WireRules) -> Vec<String> {
    let turns = fitted(request, rules).turns.into_iter();
    turns
        .filter_map(|turn| match turn {
            Turn::Assistant { reasoning, .. } => Some(reasoning),
            _ => None,
        })
        .collect()
}

/// Returns the body with the reasoning; `None` if it already has it, or has no answers.
pub(super) fn with(body: &Value, thoughts: &[String]) -> Option<Value> {
    let mut body = body.clone();
    let messages = body.get_mut("messages")?.as_array_mut()?;
    let answers = messages
        .iter_mut()
        .filter(|message| message.get("role").and_then(Value::as_str) == Some("assistant"));
    let mut added = false;
    for (index, answer) in answers.enumerate() {
        let thought = thoughts.get(index).map_or("", String::as_str);
        let Some(answer) = answer.as_object_mut() else {
            continue;
        };
        added |= answer.insert(FIELD.to_owned(), json!(thought)).is_none();
    }
    added.then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_asks_for_it_is_understood_and_one_that_refuses_it_is_not_taken_for_one() {
        for words in [
            "Missing `reasoning_content` field in the assistant message at message index 2.",
            "The `reasoning_content` in the thinking mode must be passed back to the API.",
        ] {
            assert!(is_wanted(words), "{words}");
        }
        assert!(!is_wanted(
            "The reasoning_content field is not allowed in the input messages"
        ));
        assert!(!is_wanted("Missing field model"));
    }

    #[test]
    fn every_answer_has_it_once_and_an_empty_one_where_nothing_was_thought() {
        let body = json!({ "messages": [
            { "role": "user", "content": "a" },
            { "role": "assistant", "content": "b" },
            { "role": "tool", "content": "c" },
            { "role": "assistant", "content": "d" },
        ] });
        let thoughts = ["hm".to_owned()];
        let with_it = with(&body, &thoughts).expect("a change");
        let answers: Vec<&Value> = with_it["messages"]
            .as_array()
            .expect("messages")
            .iter()
            .map(|message| &message["reasoning_content"])
            .collect();
        assert_eq!(
            answers,
            [&Value::Null, &json!("hm"), &Value::Null, &json!("")]
        );
        assert_eq!(with(&with_it, &thoughts), None, "not asked again and again");
        assert_eq!(with(&json!({ "messages": [] }), &thoughts), None);
    }
}
