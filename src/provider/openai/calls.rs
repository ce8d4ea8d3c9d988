//! Assembles calls from their pieces and tolerates every form that servers send: without an index,
//! without an id, with the name in every piece, with the arguments in one piece or as an object, or
//! with the same index for every call.

use serde::de::IgnoredAny;
use serde_json::Value;

use crate::decode::arguments_of_text;
use protocol::stream::StreamPart;

/// A call in progress.
#[derive(Debug, Default)]
struct Open {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    /// Whether `CallStart` has been produced; that requires the name.
    started: bool,
}

/// The calls of one answer.
#[derive(Debug, Default)]
pub(super) struct Calls {
    open: Vec<Open>,
}

/// A piece of a call, as the server sent it.
struct Piece {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

impl Calls {
    /// Whether there are any calls.
    pub(super) fn any(&self) -> bool {
        !self.open.is_empty()
    }

    /// Processes one entry of `tool_calls`, or the older `function_call`.
    pub(super) fn piece(&mut self, value: &Value, out: &mut Vec<StreamPart>) {
        let piece = read(value);
        let at = self.place(&piece);
        let Some(open) = self.open.get_mut(at) else {
            return;
        };
        if open.id.is_empty() {
            open.id = piece.id;
        }
        if open.name.is_empty() {
            open.name = piece.name;
        }
        open.arguments.push_str(&piece.arguments);
        if open.started {
            if !piece.arguments.is_empty() {
                let text = piece.arguments;
                out.push(StreamPart::CallArguments { index: at, text });
            }
        } else if !open.name.is_empty() {
            start(open, at, out);
        }
    }

    /// Completes all calls at the end of the answer.
    pub(super) fn finish(&mut self, out: &mut Vec<StreamPart>) {
        for (index, mut open) in std::mem::take(&mut self.open).into_iter().enumerate() {
            if !open.started {
                start(&mut open, index, out);
            }
            let arguments = arguments_of_text(&open.arguments);
            out.push(StreamPart::CallEnd { index, arguments });
        }
    }

    /// Returns the position of the call that the piece belongs to; opens a new one if the
    /// piece starts one.
    fn place(&mut self, piece: &Piece) -> usize {
        let known = match piece.index {
            Some(_) => self.open.iter().rposition(|open| open.index == piece.index),
            None if !piece.id.is_empty() => {
                let same = self.open.iter().rposition(|open| open.id == piece.id);
                same.or_else(|| self.last().filter(|_| piece.name.is_empty()))
            }
            None => self.last(),
        };
        let continues = known
            .and_then(|at| self.open.get(at))
            .is_some_and(|open| !begins_another(open, piece));
        match known {
            Some(at) if continues => at,
            _ => {
                self.open.push(Open {
                    index: piece.index,
                    ..Open::default()
                });
                self.open.len() - 1
            }
        }
    }

    fn last(&self) -> Option<usize> {
        self.open.len().checked_sub(1)
    }
}

/// Whether a piece that seems to belong to `open` starts another call: it has a name, and either
/// the name differs or the open call is already complete.
fn begins_another(open: &Open, piece: &Piece) -> bool {
    if piece.name.is_empty() || open.name.is_empty() {
        return false;
    }
    let whole = serde_json::from_str::<IgnoredAny>(&open.arguments).is_ok();
    let other_id = !piece.id.is_empty() && !open.id.is_empty() && piece.id != open.id;
    let afresh = whole && piece.arguments.trim_start().starts_with('{');
    let repeats = piece.index.is_some() && !other_id && !afresh && piece.name == open.name;
    if repeats || (piece.arguments.is_empty() && !other_id && piece.name == open.name) {
        return false;
    }
    piece.name != open.name || whole
}

fn start(open: &mut Open, index: usize, out: &mut Vec<StreamPart>) {
    open.started = true;
    let id = if open.id.is_empty() {
        format!("call_{index}")
    } else {
        open.id.clone()
    };
    let name = open.name.clone();
    out.push(StreamPart::CallStart { index, id, name });
    if !open.arguments.is_empty() {
        let text = open.arguments.clone();
        out.push(StreamPart::CallArguments { index, text });
    }
}

fn read(value: &Value) -> Piece {
    let function = value.get("function").unwrap_or(value);
    let text = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.clone(),
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    };
    Piece {
        index: value.get("index").and_then(Value::as_u64),
        id: text(value.get("id")),
        name: text(function.get("name")),
        arguments: text(function.get("arguments")),
    }
}
