//! Checks a recording: its lines follow the format, no step is missing between the first and the
//! last, nothing in it looks like a secret, the parts of each answer come in the order that the
//! stream reader relies on, and at least one answer plays to its end.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use protocol::stream::StreamPart;
use provider::cassette::{Cassette, Step};
use redact::Masker;

/// A fault and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// The line number, from 1.
    pub(super) line: usize,
    pub(super) what: String,
}

/// Checks a recording; returns its faults in the order of lines.
pub(super) fn check(text: &str, masker: &Masker) -> Result<Cassette, Vec<Fault>> {
    let mut faults = Vec::new();
    if !text.ends_with('\n') {
        let line = text.lines().count().max(1);
        let what = "the last line has no end: the recording was cut off".to_owned();
        faults.push(Fault { line, what });
    }
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line))
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    for (line, written) in &lines {
        if let Ok(value) = serde_json::from_str::<Value>(written)
            && let Some(place) = secret_in(&value, masker, String::new())
        {
            let what = format!("{place} holds what looks like a secret");
            faults.push(Fault { line: *line, what });
        }
    }
    let parsed = Cassette::parse(text);
    match &parsed {
        Err(error) => faults.push(Fault {
            line: error.line,
            what: error.what.to_string(),
        }),
        Ok(cassette) => faults.extend(check_steps(cassette, &lines)),
    }
    faults.sort_by_key(|fault| fault.line);
    match parsed {
        Ok(cassette) if faults.is_empty() => Ok(cassette),
        _ => Err(faults),
    }
}

/// Returns the place in a value that a mask would remove.
fn secret_in(value: &Value, masker: &Masker, place: String) -> Option<String> {
    match value {
        Value::String(text) => (masker.mask(text) != text.as_str()).then_some(place),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(at, item)| secret_in(item, masker, format!("{place}[{at}]"))),
        Value::Object(fields) => fields
            .iter()
            .find_map(|(key, item)| secret_in(item, masker, format!("{place}.{key}"))),
        _ => None,
    }
}

fn check_steps(cassette: &Cassette, lines: &[(usize, &str)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut last: BTreeMap<String, u32> = BTreeMap::new();
    let steps = lines
        .iter()
        .skip(1)
        .filter_map(|(line, text)| Some((*line, support::json::from_str::<Step>(text).ok()?)));
    for (line, step) in steps {
        let before = last.entry(step.agent.clone()).or_insert(step.step);
        if step.step > before.saturating_add(1) {
            let (agent, missing) = (&step.agent, before.saturating_add(1));
            let what = format!("step {missing} of the agent {agent} is missing before this one");
            faults.push(Fault { line, what });
        }
        *before = (*before).max(step.step);
        // An agent program that runs its tools itself states the final arguments at the end.
        let pieces = if cassette.own().is_empty() {
            Pieces::MakeTheCall
        } else {
            Pieces::AreMended
        };
        if let Some(what) = wrong_order(&step, pieces) {
            faults.push(Fault { line, what });
        }
    }
    // A recorded step ends normally, ends with its error, or was cancelled by the user; only the
    // very last line may belong to a run that was cut off.
    let ends = cassette.steps().filter(|step| !step.has_end()).count();
    if ends > 0 && cassette.steps().all(|step| !step.has_end()) {
        let line = lines.last().map_or(1, |(line, _)| *line);
        let what = "no answer in it has an end: nothing can be played to its end".to_owned();
        faults.push(Fault { line, what });
    }
    if cassette.steps().next().is_none() {
        let what = "it has no steps".to_owned();
        faults.push(Fault { line: 1, what });
    }
    faults
}

/// Whether the pieces of a call's arguments make up the whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pieces {
    MakeTheCall,
    AreMended,
}

/// Returns what is wrong with the order of an answer's parts, as the engine's reader takes them.
fn wrong_order(step: &Step, calls: Pieces) -> Option<String> {
    let mut open: BTreeSet<usize> = BTreeSet::new();
    let mut begun: BTreeSet<usize> = BTreeSet::new();
    let mut arguments: BTreeMap<usize, String> = BTreeMap::new();
    for (at, part) in step.parts.iter().enumerate() {
        let wrong = match part {
            StreamPart::CallStart { index, .. } => {
                open.insert(*index);
                (!begun.insert(*index)).then_some("begins a call that was begun before")
            }
            StreamPart::CallArguments { index, text } => {
                arguments.entry(*index).or_default().push_str(text);
                (!open.contains(index)).then_some("has arguments of a call that is not open")
            }
            StreamPart::CallEnd {
                index,
                arguments: whole,
            } => {
                let pieces = arguments.remove(index).unwrap_or_default();
                match open.remove(index) {
                    false => Some("ends a call that is not open"),
                    true if calls == Pieces::MakeTheCall && differs(&pieces, whole) => {
                        Some("ends a call with other arguments than its pieces make")
                    }
                    true => None,
                }
            }
            StreamPart::Done { .. } if !open.is_empty() => {
                Some("ends the answer while a call is open")
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Some(format!("part {} {wrong}", at + 1));
        }
    }
    None
}

/// Whether the pieces are JSON and differ from the whole. Calls that were recovered from text, or
/// whose arguments were repaired, have no such pieces.
fn differs(pieces: &str, whole: &Value) -> bool {
    match serde_json::from_str::<Value>(pieces) {
        Ok(said) if said.is_object() && whole.is_object() => said != *whole,
        _ => false,
    }
}
