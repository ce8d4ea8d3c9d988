//! The file format of recordings: a header line, then one JSON line per step with the normalized
//! request and the received parts. A step whose answer broke off and that was retried has one line
//! per attempt. Tool activity of an agent program has lines of its own, in the order in which the
//! program reported it. Read by `replay`, `cassette show` and `verify`; written by `record`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::normalise::RequestSummary;
use notice::{Notice, notice};
use protocol::call::ToolClass;
use protocol::permission::{AgentToolResult, PermissionRequest};
use protocol::stream::StreamPart;

/// Version of the format that this build reads and writes.
pub const VERSION: u32 = 1;

/// The first line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub cassette: u32,
    /// Program that wrote the file.
    pub made_by: String,
    /// Time of the recording, as RFC 3339.
    pub created_at: String,
    /// The provider that was recorded.
    pub provider: String,
    /// Model of the first step; empty if no step has asked a model.
    #[serde(default)]
    pub model: String,
    /// Settings of the engine, if they were recorded.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub engine: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The agent that sent the request.
    pub agent: String,
    /// The provider that was asked; absent in recordings of a single provider, which
    /// the header names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Number of the step in the session, from 1.
    pub step: u32,
    /// The request; absent in recordings made by hand, which can only be replayed leniently.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestSummary>,
    pub parts: Vec<StreamPart>,
    /// Milliseconds before each part; empty if they were not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub delays_ms: Vec<u64>,
    /// Full texts of those that the request contains only as a beginning and a hash, unless an
    /// earlier line has them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, String>,
    /// Line number in the file, from 1.
    #[serde(skip)]
    pub line: usize,
}

/// Tool activity of an agent program: see [`AgentTools`](super::agent_tools::AgentTools).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "own", rename_all = "snake_case")]
pub enum OwnLine {
    /// The class of one of its tools.
    Class { tool: String, class: ToolClass },
    /// An event of a call.
    Call {
        /// The program's id of the call.
        call: String,
        moved: OwnMove,
    },
}

/// Event of an agent call. Paths in the workspace are relative to its root.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "move", rename_all = "snake_case")]
pub enum OwnMove {
    /// The program requested a permission.
    Asks { asked: PermissionRequest },
    /// The call ran without a permission request.
    Runs,
    /// The program requested a permission for another call while this one ran.
    AnotherAsks { asked: PermissionRequest },
    /// The call showed progress.
    Progress { text: String },
    /// The call ended.
    Done {
        /// Result of the call, without the texts of files that were written without a permission,
        /// because a replay only writes with one.
        result: AgentToolResult,
    },
}

/// A whole recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Cassette {
    /// Header line of the file.
    pub header: Header,
    /// Attempts at each step, in the order in which they were made; never empty.
    steps: BTreeMap<(String, u32), Vec<Step>>,
    /// Tool activity of an agent program, in order.
    own: Vec<OwnLine>,
}

/// A format error, with its position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub struct CassetteError {
    /// Line number, from 1.
    pub line: usize,
    pub what: Notice,
}

impl CassetteError {
    /// Returns a message with the line number and the fault.
    pub fn notice(&self) -> Notice {
        notice!("told-at-line", number = self.line, why = self.what)
    }
}

impl Cassette {
    /// Parses a recording. Drops parts of kinds that this build does not know.
    ///
    /// # Errors
    /// At the first invalid line.
    pub fn parse(text: &str) -> Result<Self, CassetteError> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let (line, first) = lines.next().unwrap_or((1, ""));
        let header = header(first).map_err(|what| CassetteError { line, what })?;
        let mut steps: BTreeMap<_, Vec<Step>> = BTreeMap::new();
        let mut own = Vec::new();
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let read = read_line(text).map_err(|what| CassetteError { line, what })?;
            let mut step = match read {
                Line::Step(step) => *step,
                Line::Own(moved) => {
                    own.push(moved);
                    continue;
                }
            };
            step.line = line;
            let attempts = steps.entry((step.agent.clone(), step.step)).or_default();
            if attempts.last().is_some_and(Step::is_whole) {
                let Step { agent, step, .. } = step;
                let what = notice!("told-step-twice", number = step, word = agent);
                return Err(CassetteError { line, what });
            }
            attempts.push(step);
        }
        Ok(Self { header, steps, own })
    }

    /// Returns the tool activity of an agent program, in order.
    pub fn own(&self) -> &[OwnLine] {
        &self.own
    }

    /// Returns the attempts at a step of an agent, in the order in which they were made.
    pub fn attempts(&self, agent: &str, number: u32) -> &[Step] {
        let found = self.steps.get(&(agent.to_owned(), number));
        found.map(Vec::as_slice).unwrap_or_default()
    }

    /// Counts the steps of this agent.
    pub fn steps_of(&self, agent: &str) -> usize {
        self.steps.keys().filter(|(name, _)| name == agent).count()
    }

    /// Returns the steps by agent and number, each with all its attempts.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.values().flatten()
    }
}

impl Step {
    /// Whether the answer is complete.
    pub fn is_whole(&self) -> bool {
        matches!(self.parts.last(), Some(StreamPart::Done { .. }))
    }

    /// Whether the answer has an end, successful or not. Without one it was cancelled.
    pub fn has_end(&self) -> bool {
        self.parts.last().is_some_and(is_final)
    }
}

fn header(text: &str) -> Result<Header, Notice> {
    if text.trim().is_empty() {
        return Err(notice!(
            "told-header-missing",
            word = r#"{"cassette": 1, …}"#
        ));
    }
    let value = serde_json::from_str::<Value>(text)
        .map_err(|error| notice!("told-header-no-json", rest = error.to_string()))?;
    match value.get("cassette").and_then(Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => {}
        Some(version) => {
            return Err(notice!(
                "told-recording-version",
                word = version,
                number = VERSION
            ));
        }
        None => return Err(notice!("told-no-recording", word = r#""cassette""#)),
    }
    support::json::from_value(value)
        .map_err(|error| notice!("told-header-wrong", rest = error.to_string()))
}

enum Line {
    Step(Box<Step>),
    Own(OwnLine),
}

fn read_line(text: &str) -> Result<Line, Notice> {
    let value = serde_json::from_str::<Value>(text)
        .map_err(|error| notice!("told-is-no-json", rest = error.to_string()))?;
    if value.get("own").is_none() {
        return step(value).map(|step| Line::Step(Box::new(step)));
    }
    support::json::from_value(value)
        .map(Line::Own)
        .map_err(|error| notice!("told-is-no-own-line", rest = error.to_string()))
}

fn step(mut value: Value) -> Result<Step, Notice> {
    let unknown = drop_unknown_parts(&mut value);
    let step: Step = support::json::from_value(value)
        .map_err(|error| notice!("told-is-no-step", rest = error.to_string()))?;
    if step.step == 0 {
        return Err(notice!("told-steps-from-one"));
    }
    let delays = step.delays_ms.len();
    if delays != 0 && delays != step.parts.len() && !unknown {
        let parts = step.parts.len();
        return Err(notice!(
            "told-parts-and-delays",
            word = parts,
            number = delays
        ));
    }
    let last = step.parts.len().saturating_sub(1);
    let early = step.parts.iter().position(is_final).filter(|at| *at < last);
    if let Some(at) = early {
        let (number, word) = (at + 1, last - at);
        return Err(notice!("told-parts-after-end", number, word));
    }
    Ok(step)
}

/// Whether a part ends its answer.
pub fn is_final(part: &StreamPart) -> bool {
    matches!(part, StreamPart::Done { .. } | StreamPart::Error { .. })
}

/// Kinds of parts in the current version of the vocabulary.
const KNOWN_PARTS: [&str; 11] = [
    "text",
    "reasoning",
    "sealed",
    "notice",
    "known_as",
    "call_start",
    "call_arguments",
    "call_end",
    "usage",
    "done",
    "error",
];

/// Removes parts of kinds that a later build has added, with their delays.
fn drop_unknown_parts(step: &mut Value) -> bool {
    let Some(parts) = step.get_mut("parts").and_then(Value::as_array_mut) else {
        return false;
    };
    let known: Vec<bool> = parts
        .iter()
        .map(|part| {
            let kind = part.get("type").and_then(Value::as_str);
            kind.is_none_or(|kind| KNOWN_PARTS.contains(&kind))
        })
        .collect();
    if known.iter().all(|known| *known) {
        return false;
    }
    keep(parts, &known);
    if let Some(delays) = step.get_mut("delays_ms").and_then(Value::as_array_mut) {
        keep(delays, &known);
    }
    true
}

fn keep(list: &mut Vec<Value>, wanted: &[bool]) {
    let mut wanted = wanted.iter();
    list.retain(|_| wanted.next().copied().unwrap_or(true));
}
