//! Identity of requests: provider and address, model, and everything that is sent. Contains no API
//! key and no id, and only a hash of the text.

use serde_json::{Value, json};

use crate::tokens::estimate_tokens;
use crate::turns::{Conversation, Turn, conversation};
use crate::{ProviderInfo, StepRequest};
use protocol::ids::ContentHash;
use protocol::stream::ToolFormat;

/// Hash of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestKey(pub [u8; 32]);

impl RequestKey {
    /// Returns the key of a request to a provider; `None` if its answer may differ each time.
    pub fn of(provider: &ProviderInfo, request: &StepRequest) -> Option<Self> {
        // Exhaustive, so that new fields of a request must be considered here. Omitted are fields
        // that are not sent to the server, and the length limit of the answer: an answer that did
        // not reach its limit is valid for every larger limit.
        let StepRequest {
            agent: _,
            number: _,
            model,
            system: _,
            messages: _,
            // The turns name pictures by hash, and say which are shown.
            pictures: _,
            tools,
            format,
            sends_text_calls: _,
            context_length,
            max_output_tokens: _,
            temperature,
            effort,
            freshness: _,
            conversing: _,
        } = request;
        if *temperature != Some(0.0) {
            return None;
        }
        let _ = (model, tools, format, context_length, effort);
        Self::of_prompt(provider, request)
    }

    /// Returns the key of the prompt alone, independent of the answer.
    pub fn of_prompt(provider: &ProviderInfo, request: &StepRequest) -> Option<Self> {
        let StepRequest {
            model,
            tools,
            format,
            context_length,
            effort,
            ..
        } = request;
        let Conversation {
            system,
            mut turns,
            native_tools,
        } = conversation(request);
        number_ids(&mut turns);
        let asked = json!({
            // Another version may phrase a request differently.
            "by": env!("CARGO_PKG_VERSION"),
            // The rules by which calls are recognized in an answer's text: answers are
            // kept as parsed.
            "text_calls": [2, request.sends_text_calls],
            "provider": provider.name,
            "address": provider.address,
            "model": model,
            "system": system,
            "turns": turns,
            "native": native_tools,
            "simplified": *format == ToolFormat::Simplified,
            "tools": serde_json::to_value(tools).ok()?,
            "context_length": context_length,
            "effort": effort,
        });
        Some(Self(
            *ContentHash::of(asked.to_string().as_bytes()).as_bytes(),
        ))
    }
}

/// Replaces call ids by numbers: servers and this program generate them, and they only link
/// results to calls.
fn number_ids(turns: &mut [Turn]) {
    let mut known: Vec<String> = Vec::new();
    let mut number = |id: &mut String| {
        let place = known.iter().position(|one| one == id).unwrap_or_else(|| {
            known.push(id.clone());
            known.len() - 1
        });
        *id = place.to_string();
    };
    for turn in turns {
        match turn {
            Turn::User { .. } => {}
            Turn::Assistant { calls, .. } => calls.iter_mut().for_each(|call| number(&mut call.id)),
            Turn::Result { id, .. } => number(id),
        }
    }
}

/// Estimates the tokens of a request, for answers whose server does not report them.
pub(super) fn prompt_tokens(request: &StepRequest) -> u64 {
    let Conversation { system, turns, .. } = conversation(request);
    let turns = serde_json::to_value(turns).unwrap_or(Value::Null);
    estimate_tokens(&system) + estimate_tokens(&turns.to_string())
}
