//! Extracts from a recording the facts about a session besides the answers: the user's
//! messages before each step, and the result of each call. Read from the requests, which hold
//! the whole conversation. Pure.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::RecordedSettings;
use memory::rules::RECALL_MARK;
use protocol::call::ToolSpec;
use protocol::route::Target;
use protocol::stream::StreamPart;
use provider::cassette::{Cassette, Step};
use provider::normalise::{RequestSummary, hash_of_short};
use support::json;

/// The agent whose steps make up a session.
pub(super) const MAIN: &str = "main";

/// Beginnings of texts that are added again to each request and are no messages.
const INCLUDED: [&str; 2] = ["For reference, I include:\n\n", "["];

/// The recording with its texts expanded.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) cassette: Cassette,
    texts: BTreeMap<String, String>,
    engine: Option<RecordedSettings>,
}

/// A call with its result.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ScriptedCall {
    /// Its id at the server; may be empty, and need not be unique.
    pub(super) id: String,
    pub(super) tool: String,
    /// The result as the model got it.
    pub(super) content: Value,
}

impl Script {
    /// Creates the script of a recording, or returns why that is impossible.
    pub(super) fn of(cassette: Cassette) -> Result<Self, String> {
        let header = &cassette.header;
        if header.provider == crate::app::claude::NAME {
            return Err("a program that carries out its own calls was recorded: only its answers are in the file, \
                        so the requests were not compared"
                .to_owned());
        }
        let first = cassette.attempts(MAIN, 1).first();
        let Some(first) = first else {
            return Err(
                "it begins in the middle of a session, so the requests were not compared"
                    .to_owned(),
            );
        };
        if first.request.is_none() {
            return Err("it was recorded without its requests, so none were compared".to_owned());
        }
        let texts = cassette.steps().flat_map(|step| step.texts.clone());
        Ok(Self {
            texts: texts.collect(),
            engine: support::json::from_value(header.engine.clone()).ok(),
            cassette,
        })
    }

    /// Returns the engine's settings, if they were recorded.
    pub(super) fn engine(&self) -> Option<&RecordedSettings> {
        self.engine.as_ref()
    }

    /// Returns the providers that answered.
    pub(super) fn providers(&self) -> BTreeSet<String> {
        let header = self.cassette.header.provider.clone();
        let others = self
            .cassette
            .steps()
            .filter_map(|step| step.provider.clone());
        others.chain([header]).collect()
    }

    /// Returns the model that a step was first sent to.
    pub(super) fn target(&self, number: u32) -> Target {
        let header = &self.cassette.header;
        let step = self.cassette.attempts(MAIN, number).first();
        let provider = step.and_then(|step| step.provider.clone());
        let request = step.and_then(|step| step.request.as_ref());
        Target {
            provider: provider.unwrap_or_else(|| header.provider.clone()),
            model: request.map_or_else(|| header.model.clone(), |request| request.model.clone()),
        }
    }

    /// Returns the context length that a model was asked for, in tokens.
    pub(super) fn window(&self, model: &str) -> Option<u64> {
        let mut requests = self
            .cassette
            .steps()
            .filter_map(|step| step.request.as_ref());
        let of_model = requests.find(|request| request.model == model);
        of_model.and_then(|request| request.context_length)
    }

    /// Returns those of the tools that the recorded model was given: a later build has more.
    pub(super) fn tools(&self, all: &[ToolSpec]) -> Arc<[ToolSpec]> {
        let told = self.request(1).map_or(&[][..], |request| &request.tools);
        let was_told = |tool: &&ToolSpec| told.contains(&tool.name);
        all.iter().filter(was_told).cloned().collect()
    }

    /// Returns the system prompt of the first step.
    pub(super) fn system(&self) -> Option<String> {
        let first = self.request(1)?;
        self.texts.get(&first.system).cloned()
    }

    /// Returns the request of a step.
    pub(super) fn request(&self, number: u32) -> Option<&RequestSummary> {
        let mut attempts = self.cassette.attempts(MAIN, number).iter();
        attempts.find_map(|step| step.request.as_ref())
    }

    /// Returns the attempt at a step whose answer is complete.
    fn answer(&self, number: u32) -> Option<&Step> {
        let mut attempts = self.cassette.attempts(MAIN, number).iter();
        attempts.find(|step| step.is_whole())
    }

    /// Whether the answer of a step contains calls.
    pub(super) fn calls(&self, number: u32) -> bool {
        let is_call = |part: &StreamPart| matches!(part, StreamPart::CallEnd { .. });
        self.answer(number)
            .is_some_and(|step| step.parts.iter().any(is_call))
    }

    /// Returns the user's messages between the previous step and this one.
    pub(super) fn user_messages_before(&self, number: u32) -> Vec<String> {
        let Some(request) = self.request(number) else {
            return Vec::new();
        };
        let turns: Vec<&Value> = request.messages.iter().collect();
        let spoken = turns.iter().rposition(|turn| role(turn) != "user");
        let new = turns
            .get(spoken.map_or(0, |at| at + 1)..)
            .unwrap_or_default();
        let new: Vec<String> = new
            .iter()
            .filter(|turn| !is_included(turn) && !is_recall(turn))
            .filter_map(|turn| turn.get("text").and_then(Value::as_str))
            .map(|text| self.whole(text))
            .collect();
        // If a summary replaces all answers, earlier messages are there too: only the last
        // one is new.
        match spoken {
            None => new.into_iter().last().into_iter().collect(),
            Some(_) => new,
        }
    }

    /// Returns what was recalled for a message of the user; empty if nothing was.
    pub(super) fn recalled_for(&self, message: &str) -> String {
        let text = |turn: &Value| {
            let text = turn.get("text").and_then(Value::as_str);
            self.whole(text.unwrap_or_default())
        };
        let steps = self.cassette.steps();
        let requests = steps.filter_map(|step| step.request.as_ref());
        let mut pairs = requests.flat_map(|request| request.messages.windows(2));
        let found = pairs.find_map(|pair| match pair {
            [said, recall] if is_recall(recall) && text(said) == message => Some(text(recall)),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// Whether the conversation was cleared before a step.
    pub(super) fn is_cleared_before(&self, number: u32) -> bool {
        let users = |request: &RequestSummary| {
            let turns = request.messages.iter();
            let spoken = turns.filter(|turn| !is_included(turn) && !is_recall(turn));
            spoken.count()
        };
        number > 1
            && self
                .request(number)
                .is_some_and(|request| users(request) == 1)
    }

    /// Returns the results of the calls in a step's answer, in their order; empty if the recording
    /// does not contain them.
    pub(super) fn results(&self, number: u32) -> Vec<ScriptedCall> {
        let (Some(answer), Some(next)) = (self.answer(number), self.request(number + 1)) else {
            return Vec::new();
        };
        let called =
            |turn: &Value| role(turn) == "assistant" && !json::items(turn, "calls").is_empty();
        let Some(at) = next.messages.iter().rposition(called) else {
            return Vec::new();
        };
        let results = next.messages.iter().skip(at + 1);
        let results = results.take_while(|turn| role(turn) == "tool");
        ids(answer)
            .into_iter()
            .zip(results)
            .map(|(id, turn)| ScriptedCall {
                id,
                tool: turn
                    .get("tool")
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned(),
                content: self.expanded(turn.get("content").unwrap_or(&Value::Null)),
            })
            .collect()
    }

    /// Returns a value with its long texts expanded.
    fn expanded(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.whole(text)),
            Value::Array(items) => items.iter().map(|item| self.expanded(item)).collect(),
            Value::Object(fields) => fields
                .iter()
                .map(|(name, value)| (name.clone(), self.expanded(value)))
                .collect(),
            other => other.clone(),
        }
    }

    fn whole(&self, text: &str) -> String {
        let whole = hash_of_short(text).and_then(|hash| self.texts.get(hash));
        whole.map_or_else(|| text.to_owned(), String::clone)
    }
}

/// Returns the role of a turn.
pub(super) fn role(turn: &Value) -> &str {
    turn.get("role").and_then(Value::as_str).unwrap_or_default()
}

/// Whether a turn consists of files and notes that are added again to each request.
pub(super) fn is_included(turn: &Value) -> bool {
    let text = turn.get("text").and_then(Value::as_str).unwrap_or_default();
    let [files, note] = INCLUDED;
    let is_note = text.starts_with(note) && text.contains(" for my decision and ");
    role(turn) == "user" && (text.starts_with(files) || is_note)
}

/// Whether a turn is what the memory recalled for the message before it.
fn is_recall(turn: &Value) -> bool {
    let text = turn.get("text").and_then(Value::as_str).unwrap_or_default();
    role(turn) == "user" && text.starts_with(RECALL_MARK)
}

/// Returns the ids of an answer's calls, in the order in which the calls ended.
fn ids(answer: &Step) -> Vec<String> {
    let mut begun: BTreeMap<usize, &str> = BTreeMap::new();
    let mut out = Vec::new();
    for part in &answer.parts {
        match part {
            StreamPart::CallStart { index, id, .. } => {
                begun.insert(*index, id);
            }
            StreamPart::CallEnd { index, .. } => {
                out.push(begun.get(index).copied().unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }
    out
}
