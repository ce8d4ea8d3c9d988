//! Repair of refused requests: fewer output tokens, no temperature, no thinking. Later requests
//! apply the learned limits at once.

use serde_json::{Value, json};

use super::model::KnownFacts;
use crate::http::Refusal;
use crate::learned_limits::RefusedFields;
use protocol::effort::Effort;
use protocol::stream::ProviderErrorKind;

/// Fields that a request can omit; the second one only if the user has not asked for an effort.
const OPTIONAL: [&str; 2] = ["temperature", "thinking"];

/// Minimum output tokens for which a retry makes sense.
const LEAST_ANSWER: u64 = 1_024;

/// Returns the body without the part that the server refused; `None` for an unknown refusal, or if
/// no change helps.
pub(super) fn mended(
    known: &KnownFacts,
    refused: &RefusedFields,
    refusal: &Refusal,
    (model, effort): (&str, Effort),
    body: &Value,
) -> Option<Value> {
    if !matches!(refusal.status, 400 | 422) {
        return None;
    }
    let words = &refusal.words;
    if let Some(most) = most_tokens(words, body) {
        // If the prompt itself takes up the room, the limit applies to this request only.
        if refusal.kind() != ProviderErrorKind::ContextOverflow {
            known.learn(model, |facts| facts.max_tokens = Some(most));
        }
        let mut body = with(body, "max_tokens", json!(most))?;
        // Thinking must leave room in the shorter answer.
        let budget = body.pointer_mut("/thinking/budget_tokens");
        if let Some(budget) = budget.filter(|budget| budget.as_u64() >= Some(most)) {
            *budget = json!(most / 4 * 3);
        }
        return Some(body);
    }
    if words.contains("signature") || words.contains("thinking` or `redacted_thinking") {
        return without_thinking(body);
    }
    let optional = if effort.is_auto() { 2 } else { 1 };
    let optional = OPTIONAL.get(..optional).unwrap_or_default();
    refused.learn(model, words, body, optional)
}

/// Returns the number of output tokens that would fit, by the server's figures: `max_tokens:
/// 65536 > 8192, which is …`, or `input length and max_tokens exceed context limit: 190000 +
/// 20000 > 200000`.
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

/// Parses the number at the start of a text.
fn number(text: &str) -> Option<u64> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.get(..end.unwrap_or(text.len()))?.parse().ok()
}

/// Parses the number at the end of a text.
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

/// Returns the body without past and new thinking: the server rejects thinking that another model,
/// or an older version of this one, has signed, and an answer without thinking is better than none.
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
