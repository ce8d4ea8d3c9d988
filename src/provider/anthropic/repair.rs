//! A refused request that can be mended: fewer tokens of an answer, no temperature, no thinking.
//! What was learned goes into the next request at once.

use serde_json::{Value, json};

use super::model::KnownFacts;
use crate::protocol::stream::ProviderErrorKind;
use crate::provider::http::Refusal;
use crate::provider::learned_limits::RefusedFields;

/// What a request can do without.
const OPTIONAL: [&str; 2] = ["temperature", "thinking"];

/// Tokens of an answer under which asking again is of no use.
const LEAST_ANSWER: u64 = 1_024;

/// The body without what the server objected to; `None` where that is not known or nothing helps.
pub(super) fn mended(
    known: &KnownFacts,
    refused: &RefusedFields,
    refusal: &Refusal,
    model: &str,
    body: &Value,
) -> Option<Value> {
    if !matches!(refusal.status, 400 | 422) {
        return None;
    }
    let words = &refusal.words;
    if let Some(most) = most_tokens(words, body) {
        // A limit of this request alone where the prompt is what takes the room.
        if refusal.kind() != ProviderErrorKind::ContextOverflow {
            known.learn(model, |facts| facts.max_tokens = Some(most));
        }
        return with(body, "max_tokens", json!(most));
    }
    if words.contains("signature") || words.contains("thinking` or `redacted_thinking") {
        return without_thinking(body);
    }
    refused.learn(model, words, body, &OPTIONAL)
}

/// The tokens that would do, by the server's figures: `max_tokens: 65536 > 8192, which is …`, or
/// `input length and max_tokens exceed context limit: 190000 + 20000 > 200000`.
fn most_tokens(words: &str, body: &Value) -> Option<u64> {
    if !words.contains("max_tokens") {
        return None;
    }
    let now = body.get("max_tokens")?.as_u64()?;
    let (left, right) = words.split_once('>')?;
    let limit = number(right)?;
    let most = match left.rsplit_once('+') {
        Some((prompt, _)) => limit.checked_sub(last_number(prompt)?)?,
        None => limit,
    };
    (LEAST_ANSWER..now).contains(&most).then_some(most)
}

/// The number that a text begins with.
fn number(text: &str) -> Option<u64> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.get(..end.unwrap_or(text.len()))?.parse().ok()
}

/// The number that a text ends with.
fn last_number(text: &str) -> Option<u64> {
    let text = text.trim_end();
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    text.get(text.len() - digits..)?.parse().ok()
}

fn with(body: &Value, field: &str, value: Value) -> Option<Value> {
    let mut body = body.clone();
    body.as_object_mut()?.insert(field.to_owned(), value);
    Some(body)
}

/// The body without thinking, past and new: what another model, or an older version of this one, has
/// signed is not accepted, and the answer without it is worth more than none.
fn without_thinking(body: &Value) -> Option<Value> {
    let mut body = body.clone();
    let asked = body.as_object_mut()?.remove("thinking").is_some();
    let mut found = false;
    let messages = body.get_mut("messages").and_then(Value::as_array_mut)?;
    for message in messages {
        if let Some(blocks) = message.get_mut("content").and_then(Value::as_array_mut) {
            let before = blocks.len();
            blocks.retain(|block| {
                let kind = block.get("type").and_then(Value::as_str);
                !matches!(kind, Some("thinking" | "redacted_thinking"))
            });
            found |= blocks.len() < before;
        }
    }
    (asked || found).then_some(body)
}
