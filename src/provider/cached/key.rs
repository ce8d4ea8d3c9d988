//! Which requests are the same: provider and address, model, and everything that goes over the wire. No key and no
//! id is in it, and of the text only a hash comes out.

use serde_json::{Value, json};

use crate::protocol::ids::ContentHash;
use crate::protocol::stream::ToolFormat;
use crate::provider::tokens::estimate_tokens;
use crate::provider::turns::{Conversation, Turn, conversation};
use crate::provider::{Provider, StepRequest};

/// The hash of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestKey(pub [u8; 32]);

impl RequestKey {
    /// The key of a request to a provider; `None` where its answer may be another one each time.
    pub fn of(provider: &dyn Provider, request: &StepRequest) -> Option<Self> {
        // What is new in a request has to be thought of here. Left out is what does not go to the server, and how
        // long the answer may be: an answer that did not reach its limit is the one of every larger limit.
        let StepRequest {
            agent: _,
            number: _,
            model,
            system: _,
            messages: _,
            // The turns name them by hash, and say which are shown.
            pictures: _,
            tools,
            format,
            sends_text_calls: _,
            context_length,
            max_output_tokens: _,
            temperature,
            freshness: _,
            conversing: _,
        } = request;
        if *temperature != Some(0.0) {
            return None;
        }
        let _ = (model, tools, format, context_length);
        Self::of_prompt(provider, request)
    }

    /// The key of what the model is to read, whatever its answer may be.
    pub fn of_prompt(provider: &dyn Provider, request: &StepRequest) -> Option<Self> {
        let StepRequest {
            model,
            tools,
            format,
            context_length,
            ..
        } = request;
        let Conversation {
            system,
            mut turns,
            native_tools,
        } = conversation(request);
        number_ids(&mut turns);
        let asked = json!({
            // Another build may put a request otherwise.
            "by": env!("CARGO_PKG_VERSION"),
            // What is read as a call in an answer's text: answers are kept as they were read.
            "text_calls": [2, request.sends_text_calls],
            "provider": provider.name(),
            "address": provider.address(),
            "model": model,
            "system": system,
            "turns": turns,
            "native": native_tools,
            "simplified": *format == ToolFormat::Simplified,
            "tools": serde_json::to_value(tools).ok()?,
            "context_length": context_length,
        });
        Some(Self(
            *ContentHash::of(asked.to_string().as_bytes()).as_bytes(),
        ))
    }
}

/// Ids of calls are made by servers and by us, and mean nothing but which result is of which call.
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

/// Tokens of a request, estimated, for answers whose server does not say.
pub(super) fn prompt_tokens(request: &StepRequest) -> u64 {
    let Conversation { system, turns, .. } = conversation(request);
    let turns = serde_json::to_value(turns).unwrap_or(Value::Null);
    estimate_tokens(&system) + estimate_tokens(&turns.to_string())
}
