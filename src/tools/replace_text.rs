//! `replace_text`: replaces an exact piece of text by another.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::api::CallContext;
use super::args::{invalid, parse, schema_of};
use super::change::{Wanted, plan};
use super::conflict::{excerpt, must_have_read};
use super::registry::Tool;
use super::style::{Style, to_lf, without_bom};
use super::toolbox::Inner;
use super::view::View;
use super::work::ToolPlan;
use notice::notice;
use protocol::call::{ToolCall, ToolClass, ToolError};
use workspace::handle::likeness;

pub(super) const TOOL: Tool = Tool {
    name: "replace_text",
    class: ToolClass::Text,
    description: "Replaces old_text with new_text in a text file that you have read. old_text \
                  must match exactly, with its white space, and occur only once unless replace_all \
                  is true.",
    schema: schema_of::<Args>,
    prepare,
};

/// Maximum number of lines compared in the search for the nearest match.
const NEAREST_WORK: usize = 200_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// File, relative to the workspace root.
    path: String,
    /// The text to replace, exactly as it is in the file.
    old_text: String,
    /// The text to put in its place.
    new_text: String,
    /// Whether to replace every occurrence. Default: false.
    replace_all: Option<bool>,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    if args.old_text.is_empty() {
        return Err(invalid(
            notice!("told-old-text-empty"),
            json!({ "field": "old_text" }),
        ));
    }
    let view = View::of(inner, asker, &args.path)?;
    let now = view.text_or_missing(inner)?;
    must_have_read(inner, asker, &view)?;
    let after = replaced(now, &args, &view.path)?;
    plan(inner, call, asker, Wanted::whole(view, after))
}

/// Returns the text after the replacement. Treats every line ending as `\n` in the search, because
/// the model saw it so; lines outside the match keep their endings.
fn replaced(now: &str, args: &Args, path: &str) -> Result<String, ToolError> {
    let style = Style::of(now);
    let body = without_bom(now);
    let plain = to_lf(body);
    let old = to_lf(&args.old_text);
    let places: Vec<usize> = plain.match_indices(&old).map(|(at, _)| at).collect();
    match places.as_slice() {
        [] => return Err(missing(&plain, &old, path)),
        [_] => {}
        _ if args.replace_all.unwrap_or(false) => {}
        _ => return Err(ambiguous(&plain, &places, path)),
    }
    let new = style.with_endings(&args.new_text);
    let mut out = String::with_capacity(body.len());
    let mut offsets = Offsets::new(body);
    let mut next = 0;
    for at in places {
        let start = offsets.in_body(at);
        let end = offsets.in_body(at + old.len());
        out.push_str(body.get(next..start).unwrap_or_default());
        out.push_str(&new);
        next = end;
    }
    out.push_str(body.get(next..).unwrap_or_default());
    Ok(style.finish(out))
}

/// Maps offsets of the text with `\n` to the text with its own endings; must be called
/// with ascending offsets.
struct Offsets<'a> {
    bytes: &'a [u8],
    plain: usize,
    body: usize,
}

impl<'a> Offsets<'a> {
    fn new(body: &'a str) -> Self {
        Self {
            bytes: body.as_bytes(),
            plain: 0,
            body: 0,
        }
    }

    fn in_body(&mut self, plain: usize) -> usize {
        while self.plain < plain && self.body < self.bytes.len() {
            let is_crlf = self.bytes.get(self.body..self.body + 2) == Some(b"\r\n".as_slice());
            self.body += if is_crlf { 2 } else { 1 };
            self.plain += 1;
        }
        self.body
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or_default().matches('\n').count() + 1
}

fn ambiguous(plain: &str, places: &[usize], path: &str) -> ToolError {
    let lines: Vec<usize> = places
        .iter()
        .take(10)
        .map(|at| line_of(plain, *at))
        .collect();
    let words: Vec<String> = lines.iter().map(usize::to_string).collect();
    invalid(
        notice!(
            "told-old-text-often",
            path,
            number = places.len(),
            rest = words.join(", ")
        ),
        json!({ "field": "old_text", "count": places.len(), "lines": lines }),
    )
}

fn missing(plain: &str, old: &str, path: &str) -> ToolError {
    let (message, nearest) = match nearest(plain, old) {
        Some((start, end, text)) => (
            notice!("told-old-text-near", path, word = start, number = end),
            json!({ "start_line": start, "end_line": end, "text": excerpt(&text) }),
        ),
        None => (notice!("told-old-text-nowhere", path), Value::Null),
    };
    invalid(message, json!({ "field": "old_text", "nearest": nearest }))
}

/// Returns the lines that are most similar to a text: first line, last line, and their text.
fn nearest(plain: &str, old: &str) -> Option<(usize, usize, String)> {
    let lines: Vec<&str> = plain.split_inclusive('\n').collect();
    let wanted: Vec<&str> = old.lines().collect();
    let window = wanted.len().clamp(1, lines.len().max(1));
    let compared = wanted.len().min((NEAREST_WORK / lines.len().max(1)).max(1));
    let score = |at: usize| -> f32 {
        let pairs = lines
            .get(at..at + window)
            .unwrap_or_default()
            .iter()
            .zip(&wanted);
        pairs
            .take(compared)
            .map(|(line, wanted)| likeness(line.trim(), wanted.trim()))
            .sum()
    };
    let mut best: Option<(f32, usize)> = None;
    for at in 0..(lines.len() + 1).saturating_sub(window) {
        let here = score(at);
        if here > 0.3 && best.is_none_or(|(score, _)| here > score) {
            best = Some((here, at));
        }
    }
    let (_, at) = best?;
    let text = lines.get(at..at + window)?.concat();
    Some((at + 1, at + window, text))
}
